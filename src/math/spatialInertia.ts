/**
 * Inertia of a rigid body about the origin of a frame, ten numbers in a packed array.
 *
 * Source   [Featherstone2008] sec. 2.13, appendix A
 * Layout   m, hx, hy, hz, Ixx, Ixy, Ixz, Iyy, Iyz, Izz
 * Legend   m    kg      mass
 *          h    kg·m    m·c, with c from the origin of the frame to the centre of mass
 *          I    kg·m²   inertia matrix about the origin of the frame; off-diagonal entries are −∫xy dm and so on
 *          I = I_C + m·(c·c·1 − c·cᵀ)
 */

/** Numbers per inertia. */
export const inertiaLength = 10;

/** out ← body of mass m with centre c and inertia I_C about it, given as Ixx, Ixy, Ixz, Iyy, Iyz, Izz. */
export function inertiaFromCentre(
  out: Float64Array,
  k: number,
  m: number,
  c: Float64Array,
  ic: number,
  I_C: Float64Array,
  iI: number,
): void {
  const x = c[ic];
  const y = c[ic + 1];
  const z = c[ic + 2];

  out[k] = m;
  out[k + 1] = m * x;
  out[k + 2] = m * y;
  out[k + 3] = m * z;
  out[k + 4] = I_C[iI] + m * (y * y + z * z);
  out[k + 5] = I_C[iI + 1] - m * x * y;
  out[k + 6] = I_C[iI + 2] - m * x * z;
  out[k + 7] = I_C[iI + 3] + m * (x * x + z * z);
  out[k + 8] = I_C[iI + 4] - m * y * z;
  out[k + 9] = I_C[iI + 5] + m * (x * x + y * y);
}

/** out ← out + J: two bodies joined rigidly, both inertias in the same frame. */
export function addInertia(out: Float64Array, k: number, J: Float64Array, iJ: number): void {
  for (let i = 0; i < inertiaLength; i++) out[k + i] += J[iJ + i];
}

/** out ← J·a = (I·ω + h × v, m·v − h × ω): momentum of the motion a, or force for an acceleration. */
export function mulInertiaMotion(
  out: Float64Array,
  k: number,
  J: Float64Array,
  iJ: number,
  a: Float64Array,
  ia: number,
): void {
  const m = J[iJ];
  const hx = J[iJ + 1];
  const hy = J[iJ + 2];
  const hz = J[iJ + 3];
  const wx = a[ia];
  const wy = a[ia + 1];
  const wz = a[ia + 2];
  const vx = a[ia + 3];
  const vy = a[ia + 4];
  const vz = a[ia + 5];

  out[k] = J[iJ + 4] * wx + J[iJ + 5] * wy + J[iJ + 6] * wz + hy * vz - hz * vy;
  out[k + 1] = J[iJ + 5] * wx + J[iJ + 7] * wy + J[iJ + 8] * wz + hz * vx - hx * vz;
  out[k + 2] = J[iJ + 6] * wx + J[iJ + 8] * wy + J[iJ + 9] * wz + hx * vy - hy * vx;
  out[k + 3] = m * vx - hy * wz + hz * wy;
  out[k + 4] = m * vy - hz * wx + hx * wz;
  out[k + 5] = m * vz - hx * wy + hy * wx;
}

/** ½·a·J·a: kinetic energy of the motion a. */
export function kineticEnergy(J: Float64Array, iJ: number, a: Float64Array, ia: number): number {
  const wx = a[ia];
  const wy = a[ia + 1];
  const wz = a[ia + 2];
  const vx = a[ia + 3];
  const vy = a[ia + 4];
  const vz = a[ia + 5];
  const rotation =
    J[iJ + 4] * wx * wx +
    J[iJ + 7] * wy * wy +
    J[iJ + 9] * wz * wz +
    2 * (J[iJ + 5] * wx * wy + J[iJ + 6] * wx * wz + J[iJ + 8] * wy * wz);
  const coupling = J[iJ + 1] * (vy * wz - vz * wy) + J[iJ + 2] * (vz * wx - vx * wz) + J[iJ + 3] * (vx * wy - vy * wx);
  return 0.5 * (rotation + J[iJ] * (vx * vx + vy * vy + vz * vz)) + coupling;
}

/**
 * out ← Xᵀ·J_B·X: the inertia given in B, seen from A.
 *     h_A = R·h + m·r,      I_A = R·I·Rᵀ − r×(R·h)× − h_A× r×
 */
export function inertiaToOuter(
  out: Float64Array,
  k: number,
  R_AB: Float64Array,
  iR: number,
  r_AB_A: Float64Array,
  ir: number,
  J_B: Float64Array,
  iJ: number,
): void {
  const m = J_B[iJ];
  const rx = r_AB_A[ir];
  const ry = r_AB_A[ir + 1];
  const rz = r_AB_A[ir + 2];
  const r00 = R_AB[iR];
  const r01 = R_AB[iR + 1];
  const r02 = R_AB[iR + 2];
  const r10 = R_AB[iR + 3];
  const r11 = R_AB[iR + 4];
  const r12 = R_AB[iR + 5];
  const r20 = R_AB[iR + 6];
  const r21 = R_AB[iR + 7];
  const r22 = R_AB[iR + 8];
  const Ixx = J_B[iJ + 4];
  const Ixy = J_B[iJ + 5];
  const Ixz = J_B[iJ + 6];
  const Iyy = J_B[iJ + 7];
  const Iyz = J_B[iJ + 8];
  const Izz = J_B[iJ + 9];

  // g = R·h
  const gx = r00 * J_B[iJ + 1] + r01 * J_B[iJ + 2] + r02 * J_B[iJ + 3];
  const gy = r10 * J_B[iJ + 1] + r11 * J_B[iJ + 2] + r12 * J_B[iJ + 3];
  const gz = r20 * J_B[iJ + 1] + r21 * J_B[iJ + 2] + r22 * J_B[iJ + 3];
  // h_A = g + m·r
  const hx = gx + m * rx;
  const hy = gy + m * ry;
  const hz = gz + m * rz;
  // rows of R·I
  const a0 = r00 * Ixx + r01 * Ixy + r02 * Ixz;
  const a1 = r00 * Ixy + r01 * Iyy + r02 * Iyz;
  const a2 = r00 * Ixz + r01 * Iyz + r02 * Izz;
  const b0 = r10 * Ixx + r11 * Ixy + r12 * Ixz;
  const b1 = r10 * Ixy + r11 * Iyy + r12 * Iyz;
  const b2 = r10 * Ixz + r11 * Iyz + r12 * Izz;
  const c0 = r20 * Ixx + r21 * Ixy + r22 * Ixz;
  const c1 = r20 * Ixy + r21 * Iyy + r22 * Iyz;
  const c2 = r20 * Ixz + r21 * Iyz + r22 * Izz;

  // −p×q× = (p·q)·1 − q·pᵀ, summed for (p, q) = (r, g) and (h_A, r)
  const xx = rx * gx + hx * rx;
  const yy = ry * gy + hy * ry;
  const zz = rz * gz + hz * rz;
  out[k] = m;
  out[k + 1] = hx;
  out[k + 2] = hy;
  out[k + 3] = hz;
  out[k + 4] = a0 * r00 + a1 * r01 + a2 * r02 + yy + zz;
  out[k + 5] = a0 * r10 + a1 * r11 + a2 * r12 - gx * ry - rx * hy;
  out[k + 6] = a0 * r20 + a1 * r21 + a2 * r22 - gx * rz - rx * hz;
  out[k + 7] = b0 * r10 + b1 * r11 + b2 * r12 + xx + zz;
  out[k + 8] = b0 * r20 + b1 * r21 + b2 * r22 - gy * rz - ry * hz;
  out[k + 9] = c0 * r20 + c1 * r21 + c2 * r22 + xx + yy;
}
