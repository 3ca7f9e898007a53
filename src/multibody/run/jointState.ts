/** Coordinates of the joints between segments: from start values, or from what the joints had before. */
import { setOrientation } from "../../mechanics/loops/anchors.ts";
import type { AssembleOptions, MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { hasAnchor } from "./hiddenCoordinates.ts";
import { startCoordinates } from "./startValues.ts";

export interface JointCoordinates {
  readonly q: readonly number[];
  readonly v: readonly number[];
  /** Orientation from which angles count, for joints on loops. */
  readonly anchor: readonly number[];
}

function keyOf(graph: ObjectGraph, tree: BodyTree, b: number): string {
  const { joint, isReversed } = tree.bodies[b]!;
  return `${graph.joints[joint]!.path} ${isReversed ? "backwards" : "forwards"}`;
}

/** Present coordinates by joint. */
export function presentCoordinates(
  graph: ObjectGraph,
  tree: BodyTree,
  { mechanism, state }: MechanismDynamics,
): Map<string, JointCoordinates> {
  const found = new Map<string, JointCoordinates>();
  for (const b of mechanism.bodies) {
    found.set(keyOf(graph, tree, b), {
      q: Array.from(state.q.subarray(mechanism.qStart[b]!, mechanism.qStart[b + 1]!)),
      v: Array.from(state.v.subarray(mechanism.vStart[b]!, mechanism.vStart[b + 1]!)),
      anchor: Array.from(state.anchor.subarray(4 * b, 4 * b + 4)),
    });
  }
  return found;
}

/** q and v ← those of before where the joint has the same coordinates still, start values otherwise. */
export function setCoordinates(
  graph: ObjectGraph,
  tree: BodyTree,
  { mechanism, state }: MechanismDynamics,
  previous: ReadonlyMap<string, JointCoordinates> | undefined,
): void {
  for (const b of mechanism.bodies) {
    const { joint, isReversed } = tree.bodies[b]!;
    const nq = mechanism.qStart[b + 1]! - mechanism.qStart[b]!;
    const before = previous?.get(keyOf(graph, tree, b));
    if (before !== undefined && before.q.length === nq) {
      state.q.set(before.q, mechanism.qStart[b]!);
      state.v.set(before.v, mechanism.vStart[b]!);
      state.anchor.set(before.anchor, 4 * b);
      continue;
    }
    const { q, v } = startCoordinates(graph.joints[joint]!, isReversed);
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
      const own = kind === "universal" && isReversed ? 1 - i : i;
      if (start.isPositionFixed[own] === true) heldPositions.add(mechanism.vStart[b]! + i);
      if (start.isVelocityFixed[own] === true) heldVelocities.add(mechanism.vStart[b]! + i);
    }
  }
  return { heldPositions, heldVelocities };
}
