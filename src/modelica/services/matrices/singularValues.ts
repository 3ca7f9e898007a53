/**
 * Singular values and vectors by rotations that make the columns orthogonal.
 *
 * Source   [Golub2013] sec. 8.6.3 (one-sided Jacobi): A·V = U·Σ
 */
import * as elementary from "../../../math/elementary.ts";
import { columnOf, Matrix } from "./matrix.ts";
import { factorQR, formQ } from "./orthogonalFactors.ts";

const maximumSweeps = 60;

export interface SingularValues {
  /** Largest first. */
  readonly sigma: Float64Array;
  /** Square, with the vectors as columns. */
  readonly U: Matrix;
  readonly V: Matrix;
}

export function singularValues(A: Matrix): SingularValues {
  if (A.rows < A.columns) {
    const { sigma, U, V } = singularValues(A.transposed());
    return { sigma, U: V, V: U };
  }
  const [m, n] = [A.rows, A.columns];
  const W = A.copy();
  const V = Matrix.identity(n);
  for (let sweep = 0, isDone = false; sweep < maximumSweeps && !isDone; sweep++) {
    isDone = true;
    for (let p = 0; p < n - 1; p++) for (let q = p + 1; q < n; q++) if (rotate(W, V, p, q)) isDone = false;
  }
  const lengths = Array.from({ length: n }, (_, j) => elementary.norm(columnOf(W, j, 0)));
  const order = lengths.map((_, j) => j).sort((a, b) => lengths[b]! - lengths[a]!);
  const sigma = Float64Array.from(order, (j) => lengths[j]!);
  const sorted = new Matrix(n, n);
  const left = new Matrix(m, n);
  order.forEach((from, j) => {
    for (let i = 0; i < n; i++) sorted.set(i, j, V.get(i, from));
    for (let i = 0; i < m; i++) left.set(i, j, sigma[j] === 0 ? 0 : W.get(i, from) / sigma[j]!);
  });
  return { sigma, U: completed(left, sigma), V: sorted };
}

/** Makes two columns orthogonal; false when they are. */
function rotate(W: Matrix, V: Matrix, p: number, q: number): boolean {
  let [a, b, c] = [0, 0, 0];
  for (let i = 0; i < W.rows; i++) {
    const [x, y] = [W.get(i, p), W.get(i, q)];
    a += x * x;
    b += y * y;
    c += x * y;
  }
  if (Math.abs(c) <= 1e-16 * Math.sqrt(a * b) || c === 0) return false;
  const zeta = (b - a) / (2 * c);
  const t = (zeta >= 0 ? 1 : -1) / (Math.abs(zeta) + elementary.hypot(1, zeta));
  const cosine = 1 / elementary.hypot(1, t);
  const sine = cosine * t;
  for (const M of [W, V])
    for (let i = 0; i < M.rows; i++) {
      const [x, y] = [M.get(i, p), M.get(i, q)];
      M.set(i, p, cosine * x - sine * y);
      M.set(i, q, sine * x + cosine * y);
    }
  return true;
}

/** An orthogonal matrix whose first columns are those of U where σ is not zero. */
function completed(U: Matrix, sigma: Float64Array): Matrix {
  const rank = sigma.filter((x) => x > 0).length;
  const factors = U.part(0, U.rows, 0, rank);
  const Q = formQ(factors, factorQR(factors), rank, U.rows);
  for (let j = 0; j < rank; j++) for (let i = 0; i < U.rows; i++) Q.set(i, j, U.get(i, j));
  return Q;
}
