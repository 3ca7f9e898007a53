/** Directions of a joint as unit vectors in axes of obj1: see JointSight. */
import * as elementary from "../../math/elementary.ts";
import type { GraphJoint } from "../graph/objectGraph.ts";
import { crossOf } from "../graph/pose.ts";
import type { JointSight } from "./kinds/jointTraits.ts";

export function jointDirections({
  axis,
  secondAxis,
}: Pick<GraphJoint, "axis" | "secondAxis">): Pick<JointSight, "n" | "e1" | "e2" | "secondAxis"> {
  const n = unit(axis);
  const given = secondAxis ?? (Math.abs(n[0]!) < 0.9 ? [1, 0, 0] : [0, 1, 0]);
  const along = given[0]! * n[0]! + given[1]! * n[1]! + given[2]! * n[2]!;
  const e1 = unit(given.map((x, i) => x - along * n[i]!));
  return { n, e1, e2: crossOf(n, e1), secondAxis: unit(secondAxis ?? [0, 0, 1]) };
}

function unit(v: ArrayLike<number>): Float64Array {
  const length = elementary.hypot(v[0]!, v[1]!, v[2]!);
  return Float64Array.of(v[0]! / length, v[1]! / length, v[2]! / length);
}
