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

/** Scattered points from which all wishes are tried together, where loops can move; single ones are many. */
const trialStarts = 3;

/** Coordinates and velocities near which loops are closed. */
interface Guess {
  readonly q: Float64Array;
  readonly v: Float64Array;
}

export function assembleLoops(
  graph: ObjectGraph,
  tree: BodyTree,
  dynamics: MechanismDynamics,
  options: AssembleOptions,
): void {
  const { heldPositions, heldVelocities: heldSpeeds } = heldVelocities(graph, tree, dynamics);
  const positions = new Set(heldPositions);
  const velocities = new Set(heldSpeeds);
  const { state } = dynamics;
  const present = (): Guess => ({ q: state.q.slice(), v: state.v.slice() });
  const given = present();
  const close = ({ q, v }: Guess, starts?: number): void => {
    state.q.set(q);
    state.v.set(v);
    dynamics.assemble({
      ...options,
      heldPositions: positions,
      heldVelocities: velocities,
      ...(starts !== undefined && { starts }),
    });
  };
  const canClose = (guess: Guess, starts: number): boolean => {
    try {
      close(guess, starts);
      return true;
    } catch (error) {
      if (error instanceof RattlebackError && cannotClose.includes(error.code)) return false;
      throw error;
    }
  };
  const preferred = preferredCoordinates(graph, tree, dynamics);
  for (const { set, j } of preferred(positions, velocities)) set.add(j);
  if (positions.size === heldPositions!.size && velocities.size === heldSpeeds!.size) {
    close(given);
    return;
  }
  if (canClose(given, 0)) return;
  const wishes = preferred(positions, velocities);
  for (const { set, j } of wishes) set.delete(j);
  // what cannot be closed at all is told before wishes are tried
  close(given);
  const guesses = [given];
  if (dynamics.canMove({ ...options, heldPositions: positions })) {
    guesses.push(present());
    for (const { set, j } of wishes) set.add(j);
    if (canClose(given, trialStarts)) return;
    for (const { set, j } of wishes) set.delete(j);
  }
  let guess = given;
  for (const { set, j } of wishes) {
    set.add(j);
    const from = guesses.find((one) => canClose(one, 0));
    if (from === undefined) set.delete(j);
    else guess = from;
  }
  close(guess);
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
