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
