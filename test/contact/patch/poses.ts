/** Rotations for tests of contact patches. */
import { mulMM } from "../../../src/math/mat3.ts";
import { rotationFromAxisAngle } from "../../../src/math/rotation.ts";

export const identity: Float64Array = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** The rotation by the vector w (axis times angle) after the rotation R. */
export function turnedBy(w: readonly number[], R: Float64Array = identity): Float64Array {
  const angle = Math.hypot(...w);
  const axis = Float64Array.from(angle > 0 ? w.map((x) => x / angle) : [0, 0, 1]);
  const Q = new Float64Array(9);
  rotationFromAxisAngle(Q, 0, axis, 0, angle);
  const out = new Float64Array(9);
  mulMM(out, 0, Q, 0, R, 0);
  return out;
}
