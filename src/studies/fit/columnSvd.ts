/**
 * Singular values of a matrix of few columns, by turning pairs of columns until all are orthogonal. Small ones keep their digits, which
 * those of JᵀJ lose.
 *
 * Source   [Golub2013] sec. 8.6.3, one-sided Jacobi
 */

const maximumSweeps = 60;
const orthogonal = 1e-16;

export interface ColumnSvd {
  /** In no order. */
  readonly values: Float64Array;
  /** Right singular vectors: component a of vector e at [a·n + e]. */
  readonly vectors: Float64Array;
}

/** `columns`: n columns of m numbers, one after the other. */
export function columnSvd(columns: Float64Array, m: number, n: number): ColumnSvd {
  const A = columns.slice();
  const vectors = new Float64Array(n * n);
  for (let k = 0; k < n; k++) vectors[k * n + k] = 1;
  for (let sweep = 0, isTurned = true; isTurned && sweep < maximumSweeps; sweep++) {
    isTurned = false;
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        let [α, β, γ] = [0, 0, 0];
        for (let i = 0; i < m; i++) {
          const [x, y] = [A[p * m + i]!, A[q * m + i]!];
          α += x * x;
          β += y * y;
          γ += x * y;
        }
        if (!(Math.abs(γ) > orthogonal * Math.sqrt(α * β))) continue;
        isTurned = true;
        const ζ = (β - α) / (2 * γ);
        const t = (ζ >= 0 ? 1 : -1) / (Math.abs(ζ) + Math.sqrt(1 + ζ * ζ));
        const c = 1 / Math.sqrt(1 + t * t);
        turn(A, p * m, q * m, 1, m, c, c * t);
        turn(vectors, p, q, n, n, c, c * t);
      }
  }
  const values = Float64Array.from({ length: n }, (_, k) => {
    let sum = 0;
    for (let i = 0; i < m; i++) sum += A[k * m + i]! ** 2;
    return Math.sqrt(sum);
  });
  return { values, vectors };
}

function turn(A: Float64Array, p: number, q: number, stride: number, count: number, c: number, s: number): void {
  for (let i = 0; i < count; i++) {
    const [x, y] = [A[p + i * stride]!, A[q + i * stride]!];
    A[p + i * stride] = c * x - s * y;
    A[q + i * stride] = s * x + c * y;
  }
}
