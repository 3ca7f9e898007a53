/**
 * Closes the loops with the start values that hold. Values given with Var({ init }) must hold; numbers at joints with flange hold as
 * long as the loops can be closed with them, in the order of the joints, and are guesses where they cannot.
 */
import { detailsOf, RattlebackError } from "../../errors/rattlebackError.ts";
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

/** `given`: positions that the equations hold, for messages. */
export function assembleLoops(
  graph: ObjectGraph,
  tree: BodyTree,
  dynamics: MechanismDynamics,
  options: AssembleOptions,
  given: readonly GivenPosition[] = [],
): void {
  try {
    closeWithWishes(graph, tree, dynamics, options);
  } catch (error) {
    throw withGiven(error, given);
  }
}

interface GivenPosition {
  readonly name: string;
  readonly value: number;
}

/** A loop that cannot be closed with what the equations hold. */
function withGiven(error: unknown, given: readonly GivenPosition[]): unknown {
  if (!(error instanceof RattlebackError && error.code === "E-MECHANISM-LOOP-OPEN") || given.length === 0) return error;
  const values = given.map(({ name, value }) => `${name} = ${Number(value.toPrecision(6))}`).join(" and ");
  return new RattlebackError(error.code, error.what, {
    ...detailsOf(error),
    because: `${error.because}; the equations have ${values}, which the loop cannot change`,
    hint: `start values at these joints with which the loop is closed; ${error.hint}`,
    data: { ...error.data, given },
  });
}

function closeWithWishes(
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
  hold(preferred(positions, velocities));
  if (positions.size === heldPositions!.size && velocities.size === heldSpeeds!.size) {
    close(given);
    return;
  }
  if (canClose(given, 0)) return;
  const wishes = preferred(positions, velocities);
  release(wishes);
  // what cannot be closed at all is told before wishes are tried
  close(given);
  let guesses = [given];
  if (dynamics.canMove({ ...options, heldPositions: positions })) {
    guesses.push(present());
    hold(wishes);
    if (canClose(given, trialStarts)) return;
    release(wishes);
  }
  let guess = given;
  for (let k = 0; k < wishes.length; k++) {
    const wish = wishes.slice(k, k + 1);
    hold(wish);
    const from = guesses.findIndex((one) => canClose(one, 0));
    if (from < 0) release(wish);
    else guess = guesses[from]!;
    if (from <= 0) continue;
    // from where this wish cannot be fulfilled, it cannot be together with others
    guesses = guesses.slice(from);
    const others = wishes.slice(k + 1);
    hold(others);
    // all that are left at once, as they would be one after the other
    if (canClose(guess, 0)) return;
    release(others);
  }
  close(guess);
}

/** A coordinate that shall hold if possible: the number of its velocity, and the set that it belongs to. */
interface Wish {
  readonly set: Set<number>;
  readonly j: number;
}

function hold(wishes: readonly Wish[]): void {
  for (const { set, j } of wishes) set.add(j);
}

function release(wishes: readonly Wish[]): void {
  for (const { set, j } of wishes) set.delete(j);
}

/** Positions first. */
function preferredCoordinates({ joints }: ObjectGraph, tree: BodyTree, { mechanism }: MechanismDynamics) {
  return (positions: Set<number>, velocities: Set<number>): Wish[] => {
    const wishes: Wish[] = [];
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
