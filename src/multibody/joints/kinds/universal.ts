/**
 * phi1, w1, phi2, w2: turned about axis, then about the turned secondAxis. Backwards the coordinates change places:
 *
 *     (R(n, φ₁)·R(n₂, φ₂))⁻¹ = R(−n₂, φ₂)·R(−n, φ₁)
 */
import * as elementary from "../../../math/elementary.ts";
import { crossOf } from "../../graph/pose.ts";
import type { JointSight, JointTraits } from "./jointTraits.ts";
import { dot, minus, numbered, numberedJoint, turnedAlong } from "./numberedCoordinates.ts";

export const universal: JointTraits = numberedJoint([numbered("phi", 1), numbered("phi", 2)], {
  drawnAs: "universal",
  observe,
  separate,
  backwards: {
    keepsCoordinates: true,
    place: (coordinate) => ({ coordinate: 1 - coordinate, sign: 1 }),
    convert: ({ q, v }) => ({ q: [...q].reverse(), v: [...v].reverse() }),
  },
  axes: (axis, secondAxis, isReversed) =>
    isReversed ? { axis: minus(secondAxis!), secondAxis: minus(axis) } : { axis, secondAxis: secondAxis! },
});

/** n₂ turned by R lies in the plane normal to n at φ₁; n turned back by R gives φ₂. */
function observe(sight: JointSight, out: Float64Array, k: number): void {
  const { n, e1, e2, secondAxis: second } = sight;
  const { R, w } = sight.relative;
  const phi1 = sight.continued(0, elementary.atan2(turnedAlong(R, second, e2), turnedAlong(R, second, e1)));
  const across = crossOf(second, n);
  const back = Float64Array.from([0, 1, 2], (i) => R[i]! * n[0]! + R[3 + i]! * n[1]! + R[6 + i]! * n[2]!);
  const n2n = dot(second, n);
  const normal = Float64Array.from(n, (x, i) => x - n2n * second[i]!);
  const phi2 = sight.continued(1, -elementary.atan2(dot(across, back), dot(normal, back)));
  // w = w1·n + w2·(turned n2): two equations in the plane of both
  const c = turnedAlong(R, second, n);
  const a = dot(n, w);
  const b = turnedAlong(R, second, w);
  const determinant = 1 - c * c;
  out[k] = phi1;
  out[k + 1] = (a - c * b) / determinant;
  out[k + 2] = phi2;
  out[k + 3] = (b - c * a) / determinant;
}

/** (n − c·n2)/(1 − c²), c = n·n2, and likewise for n2. */
function separate(n: Float64Array, n2: Float64Array, coordinate: number): void {
  const c = dot(n, n2);
  const scale = 1 / (1 - c * c);
  for (let i = 0; i < 3; i++) n[i] = scale * (coordinate === 0 ? n[i]! - c * n2[i]! : n2[i]! - c * n[i]!);
}
