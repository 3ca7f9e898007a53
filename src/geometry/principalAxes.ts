/**
 * Principal moments and axes of an inertia, by Jacobi's rotations.
 *
 * Source   [Golub2013] sec. 8.5
 */
import * as elementary from "../math/elementary.ts";

export interface PrincipalAxes {
  readonly moments: readonly [number, number, number];
  /** Axes as columns, row-major, right-handed. */
  readonly rotation: Float64Array;
}

const sweeps = 30;

/** `inertia`: Ixx, Iyy, Izz, Ixy, Ixz, Iyz. */
export function principalAxes(inertia: ArrayLike<number>): PrincipalAxes {
  const [xx, yy, zz, xy, xz, yz] = [0, 1, 2, 3, 4, 5].map((k) => inertia[k]);
  const A = Float64Array.of(xx, xy, xz, xy, yy, yz, xz, yz, zz);
  const R = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      rotate(A, R, p, q);
    }
  }
  return { moments: [A[0], A[4], A[8]], rotation: R };
}

/** A ← JᵀAJ, R ← RJ with the rotation in the plane of p and q that makes A_pq zero. */
function rotate(A: Float64Array, R: Float64Array, p: number, q: number): void {
  const off = A[3 * p + q];
  if (off === 0) return;
  const theta = (A[4 * q] - A[4 * p]) / (2 * off);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + elementary.hypot(theta, 1));
  const c = 1 / elementary.hypot(t, 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const [a, b] = [A[3 * k + p], A[3 * k + q]];
    A[3 * k + p] = c * a - s * b;
    A[3 * k + q] = s * a + c * b;
    const [u, v] = [R[3 * k + p], R[3 * k + q]];
    R[3 * k + p] = c * u - s * v;
    R[3 * k + q] = s * u + c * v;
  }
  for (let k = 0; k < 3; k++) {
    const [a, b] = [A[3 * p + k], A[3 * q + k]];
    A[3 * p + k] = c * a - s * b;
    A[3 * q + k] = s * a + c * b;
  }
}
