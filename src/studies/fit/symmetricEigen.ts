/**
 * Eigenvalues and eigenvectors of a small symmetric matrix.
 *
 * Source   [Golub2013] sec. 8.5, cyclic Jacobi: small eigenvalues keep their relative accuracy
 */

const maximumSweeps = 60;

/** `vectors` n × n row by row, eigenvectors in its columns. */
export function symmetricEigen(matrix: Float64Array, n: number): { values: Float64Array; vectors: Float64Array } {
  const a = Float64Array.from(matrix);
  const v = new Float64Array(n * n);
  for (let k = 0; k < n; k++) v[k * n + k] = 1;
  for (let sweep = 0, isDiagonal = false; sweep < maximumSweeps && !isDiagonal; sweep++) {
    isDiagonal = true;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const apq = a[p * n + q]!;
        if (Math.abs(apq) <= Number.EPSILON * Math.sqrt(Math.abs(a[p * n + p]! * a[q * n + q]!))) continue;
        isDiagonal = false;
        rotate(a, v, n, p, q, apq);
      }
    }
  }
  return { values: Float64Array.from({ length: n }, (_, k) => a[k * n + k]!), vectors: v };
}

function rotate(a: Float64Array, v: Float64Array, n: number, p: number, q: number, apq: number): void {
  const tau = (a[q * n + q]! - a[p * n + p]!) / (2 * apq);
  const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau));
  const c = 1 / Math.sqrt(1 + t * t);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const [x, y] = [a[k * n + p]!, a[k * n + q]!];
    a[k * n + p] = c * x - s * y;
    a[k * n + q] = s * x + c * y;
  }
  for (let k = 0; k < n; k++) {
    const [x, y] = [a[p * n + k]!, a[q * n + k]!];
    a[p * n + k] = c * x - s * y;
    a[q * n + k] = s * x + c * y;
    const [vx, vy] = [v[k * n + p]!, v[k * n + q]!];
    v[k * n + p] = c * vx - s * vy;
    v[k * n + q] = s * vx + c * vy;
  }
  a[p * n + q] = 0;
  a[q * n + p] = 0;
}
