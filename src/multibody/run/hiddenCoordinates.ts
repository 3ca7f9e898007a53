/**
 * Where the coordinates of the mechanism are in a run: hidden states, or variables of the equations for joints with flange.
 * Declares the states with the names that users know.
 */
import type { SegmentDeclarations } from "../../language/predefined.ts";
import type { Mechanism } from "../../mechanics/mechanism.ts";
import type { ObjectGraph } from "../graph/objectGraph.ts";
import type { BodyTree } from "../graph/spanningTree.ts";
import { coordinateUnit, jointCoordinates } from "../joints/jointKinds.ts";
import { resultsOf } from "./jointResults.ts";

export interface CoordinatePlaces {
  /** Per q and v: place in the hidden states, or −1 − k for the k-th flange. */
  readonly q: Int32Array;
  readonly v: Int32Array;
}

/** Joints whose results are their states, so that nothing more has to be computed. */
export function hasPlainStates(kind: string, isReversed: boolean): boolean {
  return kind !== "spherical" && kind !== "free" && !(kind === "planar" && isReversed);
}

export function declareCoordinates(
  graph: ObjectGraph,
  tree: BodyTree,
  mechanism: Mechanism,
  q: Float64Array,
  v: Float64Array,
  flangeOf: ReadonlyMap<string, number>,
  declare: SegmentDeclarations,
): CoordinatePlaces {
  const places: CoordinatePlaces = { q: new Int32Array(mechanism.nq), v: new Int32Array(mechanism.nv) };
  for (let b = 1; b < mechanism.count; b++) {
    const { joint: k, isReversed } = tree.bodies[b]!;
    const joint = graph.joints[k]!;
    const [iq, iv] = [mechanism.qStart[b]!, mechanism.vStart[b]!];
    const flange = flangeOf.get(joint.path);
    if (flange !== undefined) {
      places.q[iq] = -1 - flange;
      places.v[iv] = -1 - flange;
      continue;
    }
    const state = (
      name: string,
      values: Float64Array,
      at: number,
      size: number,
      unit: string,
      description: string,
      into: Int32Array,
    ): void => {
      const init = size === 0 ? values[at]! : values.slice(at, at + size);
      const { offset } = declare.state(`${joint.name}.${name}`, {
        init,
        unit,
        description,
        derivative: `${joint.name}.der(${name})`,
      });
      for (let i = 0; i < Math.max(1, size); i++) into[at + i] = offset + i;
    };
    if (joint.kind === "free" || joint.kind === "spherical") {
      const prefix = isReversed ? "reverse_" : "";
      const isFree = joint.kind === "free";
      if (isFree) state(`${prefix}translation`, q, iq, 3, "m", "origin, in axes of the parent", places.q);
      if (isFree) state(`${prefix}velocity`, v, iv, 3, "m/s", "derivative of translation", places.v);
      state(`${prefix}quaternion`, q, iq + (isFree ? 3 : 0), 4, "1", "orientation, scalar last", places.q);
      state(`${prefix}w`, v, iv + (isFree ? 3 : 0), 3, "rad/s", "angular velocity in its own axes", places.v);
      continue;
    }
    const coordinates = jointCoordinates[joint.kind];
    const order = joint.kind === "universal" && isReversed ? [1, 0] : coordinates.map((_, i) => i);
    const prefix = hasPlainStates(joint.kind, isReversed) ? "" : "reverse_";
    order.forEach((c, i) => {
      const coordinate = coordinates[c]!;
      state(prefix + coordinate.position, q, iq + i, 0, coordinateUnit(coordinate, false), "", places.q);
      state(prefix + coordinate.velocity, v, iv + i, 0, coordinateUnit(coordinate, true), "", places.v);
    });
  }
  return places;
}

/** Declares the results of a joint as outputs; their place, −1 when they are states already. */
export function declareJointOutputs(
  name: string,
  kind: Parameters<typeof resultsOf>[0]["kind"],
  stateNames: ReadonlySet<string>,
  declare: SegmentDeclarations,
): { readonly place: number; readonly kept: readonly number[] } {
  let place = -1;
  const kept: number[] = [];
  let at = 0;
  for (const { name: own, size, unit } of resultsOf({ kind })) {
    const length = Math.max(1, size);
    if (!stateNames.has(`${name}.${own}`)) {
      const { offset } = declare.output(`${name}.${own}`, { ...(size > 0 && { size }), unit });
      if (place < 0) place = offset;
      for (let i = 0; i < length; i++) kept.push(at + i);
    }
    at += length;
  }
  return { place, kept };
}
