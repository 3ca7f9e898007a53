/**
 * Quaternions inside packed arrays, scalar last: q = (x, y, z, w) = (n·sin φ/2, cos φ/2) for the rotation by φ about n.
 * All components are read before any is written, so `out` may be one of the inputs.
 *
 * Source   [Shuster1993] (algebra and kinematics); [Shepperd1978] (matrix to quaternion)
 * Legend   q_AB   same rotation as R_AB: v_A = R_AB·v_B
 *          w      angular velocity of B relative to A, in A (w_AB_A) or in B (w_AB_B)
 */

/** out ← q / |q|. Returns |q|; the zero quaternion gives the identity. */
export function normaliseQuaternion(out: Float64Array, k: number, q: Float64Array, iq: number): number {
  const x = q[iq];
  const y = q[iq + 1];
  const z = q[iq + 2];
  const w = q[iq + 3];
  const norm = Math.sqrt(x * x + y * y + z * z + w * w);
  const isZero = norm === 0;
  out[k] = isZero ? 0 : x / norm;
  out[k + 1] = isZero ? 0 : y / norm;
  out[k + 2] = isZero ? 0 : z / norm;
  out[k + 3] = isZero ? 1 : w / norm;
  return norm;
}

/** R ← rotation matrix of q, which need not have norm 1: it is divided by |q|². */
export function matrixFromQuaternion(R: Float64Array, k: number, q: Float64Array, iq: number): void {
  const x = q[iq];
  const y = q[iq + 1];
  const z = q[iq + 2];
  const w = q[iq + 3];
  const s = 2 / (x * x + y * y + z * z + w * w);

  R[k] = 1 - s * (y * y + z * z);
  R[k + 1] = s * (x * y - w * z);
  R[k + 2] = s * (x * z + w * y);
  R[k + 3] = s * (x * y + w * z);
  R[k + 4] = 1 - s * (x * x + z * z);
  R[k + 5] = s * (y * z - w * x);
  R[k + 6] = s * (x * z - w * y);
  R[k + 7] = s * (y * z + w * x);
  R[k + 8] = 1 - s * (x * x + y * y);
}

/** q ← unit quaternion of the rotation matrix R, with w ≥ 0. The largest component is computed first: nothing cancels. */
export function quaternionFromMatrix(q: Float64Array, k: number, R: Float64Array, i: number): void {
  const r00 = R[i];
  const r11 = R[i + 4];
  const r22 = R[i + 8];
  let x: number;
  let y: number;
  let z: number;
  let w: number;
  if (r00 + r11 + r22 >= Math.max(r00, r11, r22)) {
    w = 1 + r00 + r11 + r22;
    x = R[i + 7] - R[i + 5];
    y = R[i + 2] - R[i + 6];
    z = R[i + 3] - R[i + 1];
  } else if (r00 >= r11 && r00 >= r22) {
    x = 1 + r00 - r11 - r22;
    y = R[i + 1] + R[i + 3];
    z = R[i + 2] + R[i + 6];
    w = R[i + 7] - R[i + 5];
  } else if (r11 >= r22) {
    x = R[i + 1] + R[i + 3];
    y = 1 - r00 + r11 - r22;
    z = R[i + 5] + R[i + 7];
    w = R[i + 2] - R[i + 6];
  } else {
    x = R[i + 2] + R[i + 6];
    y = R[i + 5] + R[i + 7];
    z = 1 - r00 - r11 + r22;
    w = R[i + 3] - R[i + 1];
  }
  // each branch has 4·(its component)·q
  const norm = Math.sqrt(x * x + y * y + z * z + w * w);
  const s = w < 0 ? -1 / norm : 1 / norm;
  q[k] = s * x;
  q[k + 1] = s * y;
  q[k + 2] = s * z;
  q[k + 3] = s * w;
}

/**
 * qd ← ½·q ∘ (w_B, 0): derivative for the angular velocity w_B = w_AB_B in the turned frame. It is orthogonal to q, so that
 * exact integration keeps |q|; matrixFromQuaternion divides by |q|², so that the rotation turns with w_B whatever |q| is.
 */
export function quaternionRate(
  qd: Float64Array,
  k: number,
  q: Float64Array,
  iq: number,
  w_B: Float64Array,
  iw: number,
): void {
  const x = q[iq];
  const y = q[iq + 1];
  const z = q[iq + 2];
  const w = q[iq + 3];
  const wx = 0.5 * w_B[iw];
  const wy = 0.5 * w_B[iw + 1];
  const wz = 0.5 * w_B[iw + 2];

  qd[k] = w * wx + y * wz - z * wy;
  qd[k + 1] = w * wy + z * wx - x * wz;
  qd[k + 2] = w * wz + x * wy - y * wx;
  qd[k + 3] = -x * wx - y * wy - z * wz;
}
