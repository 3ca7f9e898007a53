/**
 * Factors of small symmetric positive definite matrices, L·Lᵀ, by rows, with a check for directions without inertia.
 *
 * Source   [Golub2013] sec. 4.2
 */

/** A direction whose inertia is below this fraction of the inertia around has none: rounding leaves 1e-16 of it. */
export const smallestInertia = 1e-14;

/** A pivot below this fraction of the diagonal entry it came from is what rounding leaves of zero. */
export const smallestPivot = 1e-13;

/** L[k …] ← factor of A (n × n by rows, only the lower triangle is read). Returns −1, or the first row whose pivot is not positive. */
export function factorCholesky(L: Float64Array, k: number, A: Float64Array, n: number): number {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[i * n + j];
      for (let l = 0; l < j; l++) sum -= L[k + i * n + l] * L[k + j * n + l];
      if (i === j) {
        if (!(sum > smallestPivot * A[i * n + i])) return i;
        L[k + i * n + i] = Math.sqrt(sum);
      } else {
        L[k + i * n + j] = sum / L[k + j * n + j];
      }
    }
  }
  return -1;
}

/** x ← (L·Lᵀ)⁻¹·x for the n numbers at ix. */
export function solveCholesky(x: Float64Array, ix: number, L: Float64Array, k: number, n: number): void {
  for (let i = 0; i < n; i++) {
    let sum = x[ix + i];
    for (let l = 0; l < i; l++) sum -= L[k + i * n + l] * x[ix + l];
    x[ix + i] = sum / L[k + i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[ix + i];
    for (let l = i + 1; l < n; l++) sum -= L[k + l * n + i] * x[ix + l];
    x[ix + i] = sum / L[k + i * n + i];
  }
}
