/**
 * Closes the loops with the start values that hold. Values given with Var({ init }) must hold; numbers at joints with flange hold as
 * long as the loops can be closed with them, in the order of the joints, and are guesses where they cannot.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { AssembleOptions, MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { heldVelocities } from "./jointState.ts";

/** What the closing of loops answers when wishes contradict each other. */
const cannotClose: readonly string[] = [
  "E-MECHANISM-LOOP-OPEN",
  "E-MECHANISM-LOOP-VELOCITY",
  "E-MECHANISM-LOOP-SINGULAR",
];

/** Scattered points per wish: a mechanism has many of them. */
const trialStarts = 3;

export function assembleLoops(
  graph: ObjectGraph,
  tree: BodyTree,
  dynamics: MechanismDynamics,
  options: AssembleOptions,
): void {
  const { heldPositions, heldVelocities: heldSpeeds } = heldVelocities(graph, tree, dynamics);
  const positions = new Set(heldPositions);
  const velocities = new Set(heldSpeeds);
  const [q, v] = [dynamics.state.q.slice(), dynamics.state.v.slice()];
  const canClose = (): boolean => {
    dynamics.state.q.set(q);
    dynamics.state.v.set(v);
    try {
      dynamics.assemble({ ...options, heldPositions: positions, heldVelocities: velocities, starts: trialStarts });
      return true;
    } catch (error) {
      if (error instanceof RattlebackError && cannotClose.includes(error.code)) return false;
      throw error;
    }
  };
  const preferred = preferredCoordinates(graph, tree, dynamics);
  for (const { set, j } of preferred(positions, velocities)) set.add(j);
  if (positions.size === heldPositions!.size && velocities.size === heldSpeeds!.size) {
    dynamics.assemble({ ...options, heldPositions: positions, heldVelocities: velocities });
    return;
  }
  if (canClose()) return;
  const wishes = preferred(positions, velocities);
  for (const { set, j } of wishes) set.delete(j);
  // what cannot be closed at all is told before wishes are tried
  dynamics.state.q.set(q);
  dynamics.state.v.set(v);
  dynamics.assemble({ ...options, heldPositions: positions, heldVelocities: velocities });
  for (const { set, j } of wishes) {
    set.add(j);
    if (!canClose()) set.delete(j);
  }
  dynamics.state.q.set(q);
  dynamics.state.v.set(v);
  dynamics.assemble({ ...options, heldPositions: positions, heldVelocities: velocities });
}

/** Coordinates that shall hold if possible: numbers of their velocities, with the set that each belongs to; positions first. */
function preferredCoordinates({ joints }: ObjectGraph, tree: BodyTree, { mechanism }: MechanismDynamics) {
  return (positions: Set<number>, velocities: Set<number>): { set: Set<number>; j: number }[] => {
    const wishes: { set: Set<number>; j: number }[] = [];
    for (const set of [positions, velocities]) {
      for (const b of mechanism.bodies) {
        const { start, role } = joints[tree.bodies[b]!.joint]!;
        if (role !== "observed" && role !== "measured") continue;
        const [isWanted, isFixed] =
          set === positions
            ? [start.isPositionPreferred?.[0], start.isPositionFixed[0]]
            : [start.isVelocityPreferred?.[0], start.isVelocityFixed[0]];
        if (isWanted === true && isFixed !== true) wishes.push({ set, j: mechanism.vStart[b]! });
      }
    }
    return wishes;
  };
}
