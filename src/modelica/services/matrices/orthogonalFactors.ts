/**
 * QR factors with and without interchanges of columns, least squares of minimum length, also under equality constraints.
 *
 * Source   [Golub2013] sec. 5.2 (Householder QR), 5.4 (pivoting), 5.5 (minimum length), 6.2 (constraints)
 * Legend   A on return: R above the diagonal, the reflections 1 − τ·v·vᵀ below it, v₀ = 1 not stored
 */
import { columnOf, Matrix, type Reflection, reflectionOf, reflectRows } from "./matrix.ts";
import { eliminate } from "./triangularFactors.ts";

/** A ← R and reflections; gives τ. With `order` (columns from 0) the largest remaining column comes next. */
export function factorQR(A: Matrix, order?: number[]): number[] {
  const { rows, columns } = A;
  const tau: number[] = [];
  for (let k = 0; k < Math.min(rows, columns); k++) {
    if (order !== undefined) {
      const size = (j: number): number => columnOf(A, j, k).reduce((sum, x) => sum + x * x, 0);
      let best = k;
      for (let j = k + 1; j < columns; j++) if (size(j) > size(best)) best = j;
      swapColumns(A, k, best);
      [order[k], order[best]] = [order[best]!, order[k]!];
    }
    const reflection = reflectionOf(columnOf(A, k, k));
    reflectRows(A, reflection, k, k + 1, columns);
    A.set(k, k, reflection.beta);
    for (let i = 1; i < reflection.v.length; i++) A.set(k + i, k, reflection.v[i]!);
    tau.push(reflection.tau);
  }
  return tau;
}

function swapColumns(A: Matrix, j: number, k: number): void {
  if (j === k) return;
  for (let i = 0; i < A.rows; i++) {
    const value = A.get(i, j);
    A.set(i, j, A.get(i, k));
    A.set(i, k, value);
  }
}

/** The k-th reflection that factorQR left in A, or that of a reduction to Hessenberg form with `below` = 1. */
export function storedReflection(A: Matrix, tau: ArrayLike<number>, k: number, below = 0): Reflection {
  const v = columnOf(A, k, k + below);
  v[0] = 1;
  return { v, tau: tau[k]!, beta: 0 };
}

/** C ← Q·C or Qᵀ·C with the first `count` reflections. */
export function applyQ(A: Matrix, tau: ArrayLike<number>, count: number, C: Matrix, isTransposed: boolean): void {
  for (let s = 0; s < count; s++) {
    const k = isTransposed ? s : count - 1 - s;
    reflectRows(C, storedReflection(A, tau, k), k, 0, C.columns);
  }
}

/** The first columns of Q. */
export function formQ(A: Matrix, tau: ArrayLike<number>, count: number, columns: number): Matrix {
  const Q = new Matrix(A.rows, columns);
  for (let i = 0; i < Math.min(A.rows, columns); i++) Q.set(i, i, 1);
  applyQ(A, tau, count, Q, false);
  return Q;
}

/** The shortest x that minimises ‖A·x − b‖ for each column of B; entries of R below rcond·R₁₁ count as zero. A and B are overwritten. */
export function leastSquares(A: Matrix, B: Matrix, rcond: number): { X: Matrix; rank: number; order: number[] } {
  const { columns: n } = A;
  const order = Array.from({ length: n }, (_, j) => j);
  const tau = factorQR(A, order);
  applyQ(A, tau, tau.length, B, true);
  let rank = 0;
  while (rank < tau.length && Math.abs(A.get(rank, rank)) > rcond * Math.abs(A.get(0, 0)) && A.get(rank, rank) !== 0)
    rank++;
  const X = new Matrix(n, B.columns);
  if (rank > 0) {
    // [R₁₁ R₁₂]·y = c: y = Q·(Rᵀ)⁻¹·c with the factors of [R₁₁ R₁₂]ᵀ
    const top = new Matrix(n, rank);
    for (let i = 0; i < rank; i++) for (let j = i; j < n; j++) top.set(j, i, A.get(i, j));
    const topTau = factorQR(top);
    const y = new Matrix(n, B.columns);
    for (let i = 0; i < rank; i++) for (let j = 0; j < B.columns; j++) y.set(i, j, B.get(i, j));
    eliminate(
      y,
      rank,
      "down",
      (i, k) => top.get(k, i),
      (i) => top.get(i, i),
    );
    applyQ(top, topTau, topTau.length, y, false);
    for (let i = 0; i < n; i++) for (let j = 0; j < B.columns; j++) X.set(order[i]!, j, y.get(i, j));
  }
  return { X, rank, order };
}

/** min ‖A·x − c‖ under B·x = d. */
export function constrainedLeastSquares(A: Matrix, c: Matrix, B: Matrix, d: Matrix): Matrix {
  const [n, p] = [A.columns, B.rows];
  const factors = B.transposed();
  const tau = factorQR(factors);
  const Q = formQ(factors, tau, tau.length, n);
  const fixed = d.copy();
  eliminate(
    fixed,
    p,
    "down",
    (i, k) => factors.get(k, i),
    (i) => factors.get(i, i),
  );
  const known = Q.part(0, n, 0, p).times(fixed);
  if (p === n) return known;
  const free = Q.part(0, n, p, n - p);
  const rest = c.copy();
  const moved = A.times(known);
  for (let i = 0; i < rest.a.length; i++) rest.a[i]! -= moved.a[i]!;
  const y = leastSquares(A.times(free), rest, 1e-15).X;
  const x = free.times(y);
  for (let i = 0; i < x.a.length; i++) x.a[i]! += known.a[i]!;
  return x;
}
