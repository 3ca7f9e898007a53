/**
 * Rates of the coordinates of the joints, and unit quaternions.
 *
 * Source   [Shuster1993]
 *
 *     qdot = v for all joints but spherical and free ones;   quaternion: qdot = ½·q ∘ (w_AJ_J, 0)
 *
 * The rotation matrix of a quaternion is that of q/|q|, so its norm never matters; normaliseCoordinates keeps it near 1.
 */
import { normaliseQuaternion, quaternionRate } from "../math/quaternion.ts";
import { quaternionAt } from "./jointMotions.ts";
import type { Mechanism } from "./mechanism.ts";

/** qdot ← rates of the coordinates q that move with the velocities v, for the joints of the bodies of the list. */
export function coordinateRates(
  qdot: Float64Array,
  mechanism: Mechanism,
  q: Float64Array,
  v: Float64Array,
  bodies: Int32Array = mechanism.bodies,
): void {
  const { code, qStart, vStart } = mechanism;
  for (let k = 0; k < bodies.length; k++) {
    const b = bodies[k];
    let i = qStart[b];
    let j = vStart[b];
    const at = quaternionAt[code[b]];
    const end = at < 0 ? vStart[b + 1] : j + at;
    for (; j < end; i++, j++) qdot[i] = v[j];
    if (at >= 0) quaternionRate(qdot, i, q, i, v, j);
  }
}

/** q ← q with quaternions of norm 1. */
export function normaliseCoordinates(q: Float64Array, mechanism: Mechanism): void {
  const { count, code, qStart } = mechanism;
  for (let b = 1; b < count; b++) {
    const at = quaternionAt[code[b]];
    if (at >= 0) normaliseQuaternion(q, qStart[b] + at, q, qStart[b] + at);
  }
}
