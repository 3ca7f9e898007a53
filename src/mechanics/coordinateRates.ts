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
import { jointCode, type Mechanism } from "./mechanism.ts";

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
    if (code[b] === jointCode.free) {
      for (let l = 0; l < 3; l++) qdot[i + l] = v[j + l];
      i += 3;
      j += 3;
    }
    if (code[b] === jointCode.free || code[b] === jointCode.spherical) {
      quaternionRate(qdot, i, q, i, v, j);
    } else {
      for (const end = vStart[b + 1]; j < end; i++, j++) qdot[i] = v[j];
    }
  }
}

/** q ← q with quaternions of norm 1. */
export function normaliseCoordinates(q: Float64Array, mechanism: Mechanism): void {
  const { count, code, qStart } = mechanism;
  for (let b = 1; b < count; b++) {
    if (code[b] === jointCode.spherical) normaliseQuaternion(q, qStart[b], q, qStart[b]);
    if (code[b] === jointCode.free) normaliseQuaternion(q, qStart[b] + 3, q, qStart[b] + 3);
  }
}
