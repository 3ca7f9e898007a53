/** Coordinates of the joints of a tree: start values, and copies for what comes after. */
import { setOrientation } from "../../mechanics/loops/anchors.ts";
import type { AssembleOptions, MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { jointKinds } from "../joints/jointKinds.ts";
import { hasAnchor } from "./hiddenCoordinates.ts";

export interface JointCoordinates {
  readonly q: readonly number[];
  readonly v: readonly number[];
  /** Orientation from which angles count, for joints on loops. */
  readonly anchor: readonly number[];
}

/** Present coordinates of the joint of a body. */
export function presentCoordinates({ mechanism, state }: MechanismDynamics, b: number): JointCoordinates {
  return {
    q: Array.from(state.q.subarray(mechanism.qStart[b]!, mechanism.qStart[b + 1]!)),
    v: Array.from(state.v.subarray(mechanism.vStart[b]!, mechanism.vStart[b + 1]!)),
    anchor: Array.from(state.anchor.subarray(4 * b, 4 * b + 4)),
  };
}

/** q and v of the joint of a body ← the start values of the model. */
export function setStartCoordinates(
  graph: ObjectGraph,
  tree: BodyTree,
  { mechanism, state }: MechanismDynamics,
  b: number,
): void {
  const { joint, isReversed } = tree.bodies[b]!;
  const { kind, start } = graph.joints[joint]!;
  const { q, v } = jointKinds[kind].start(start, isReversed);
  if (hasAnchor(mechanism, b)) {
    // translation first, then quaternion and angular velocity
    state.q.set(q.slice(0, -4), mechanism.qStart[b]!);
    state.v.set(v.slice(0, -3), mechanism.vStart[b]!);
    setOrientation(mechanism, state, b, q.slice(-4), v.slice(-3));
  } else {
    state.q.set(q, mechanism.qStart[b]!);
    state.v.set(v, mechanism.vStart[b]!);
  }
}

/** Coordinates that were given with init: closing loops must not change them. */
export function heldVelocities(graph: ObjectGraph, tree: BodyTree, { mechanism }: MechanismDynamics): AssembleOptions {
  const heldPositions = new Set<number>();
  const heldVelocities = new Set<number>();
  for (const b of mechanism.bodies) {
    const { joint, isReversed } = tree.bodies[b]!;
    const { start, kind } = graph.joints[joint]!;
    const count = mechanism.vStart[b + 1]! - mechanism.vStart[b]!;
    for (let i = 0; i < count; i++) {
      const own = isReversed ? (jointKinds[kind].backwards.place(i)?.coordinate ?? i) : i;
      if (start.isPositionFixed[own] === true) heldPositions.add(mechanism.vStart[b]! + i);
      if (start.isVelocityFixed[own] === true) heldVelocities.add(mechanism.vStart[b]! + i);
    }
  }
  return { heldPositions, heldVelocities };
}
