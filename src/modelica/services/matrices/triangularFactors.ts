/**
 * LU factors with row interchanges, Cholesky factors, norms and condition.
 *
 * Source   [Golub2013] sec. 3.4 (partial pivoting), 4.2 (Cholesky)
 */
import { Matrix } from "./matrix.ts";

/** A ← L·U; pivots[k] is the row (from 0) that changed places with row k. Gives the first place (from 1) with a zero pivot, or 0. */
export function factorLU(A: Matrix, pivots: number[]): number {
  const { rows, columns } = A;
  let info = 0;
  for (let k = 0; k < Math.min(rows, columns); k++) {
    let best = k;
    for (let i = k + 1; i < rows; i++) if (Math.abs(A.get(i, k)) > Math.abs(A.get(best, k))) best = i;
    pivots[k] = best;
    if (A.get(best, k) === 0) {
      if (info === 0) info = k + 1;
      continue;
    }
    swapRows(A, k, best);
    for (let i = k + 1; i < rows; i++) {
      const factor = A.get(i, k) / A.get(k, k);
      A.set(i, k, factor);
      if (factor !== 0) for (let j = k + 1; j < columns; j++) A.a[i * columns + j]! -= factor * A.get(k, j);
    }
  }
  return info;
}

/** B ← A⁻¹·B, or A⁻ᵀ·B, with the factors of a square matrix. */
export function solveLU(LU: Matrix, pivots: readonly number[], B: Matrix, isTransposed = false): void {
  const n = LU.rows;
  if (!isTransposed) {
    for (let k = 0; k < n; k++) swapRows(B, k, pivots[k]!);
    eliminate(B, n, "down", (i, k) => LU.get(i, k), undefined);
    eliminate(
      B,
      n,
      "up",
      (i, k) => LU.get(i, k),
      (i) => LU.get(i, i),
    );
  } else {
    eliminate(
      B,
      n,
      "down",
      (i, k) => LU.get(k, i),
      (i) => LU.get(i, i),
    );
    eliminate(B, n, "up", (i, k) => LU.get(k, i), undefined);
    for (let k = n - 1; k >= 0; k--) swapRows(B, k, pivots[k]!);
  }
}

/** Substitution from the first row down, or from the last row up. */
export function eliminate(
  B: Matrix,
  n: number,
  way: "down" | "up",
  entry: (i: number, k: number) => number,
  diagonal: ((i: number) => number) | undefined,
): void {
  for (let s = 0; s < n; s++) {
    const i = way === "down" ? s : n - 1 - s;
    for (let j = 0; j < B.columns; j++) {
      let sum = B.get(i, j);
      if (way === "down") for (let k = 0; k < i; k++) sum -= entry(i, k) * B.get(k, j);
      else for (let k = i + 1; k < n; k++) sum -= entry(i, k) * B.get(k, j);
      B.set(i, j, diagonal === undefined ? sum : sum / diagonal(i));
    }
  }
}

function swapRows(A: Matrix, i: number, k: number): void {
  if (i === k) return;
  for (let j = 0; j < A.columns; j++) {
    const value = A.get(i, j);
    A.set(i, j, A.get(k, j));
    A.set(k, j, value);
  }
}

/** The upper triangle of A ← R with RᵀR = A, or the lower one ← L with L·Lᵀ = A. Gives the order (from 1) that is not positive, or 0. */
export function factorCholesky(A: Matrix, isUpper: boolean): number {
  const n = A.rows;
  const at = (i: number, j: number): number => (isUpper ? A.get(j, i) : A.get(i, j));
  const put = (i: number, j: number, value: number): void => (isUpper ? A.set(j, i, value) : A.set(i, j, value));
  for (let j = 0; j < n; j++) {
    let sum = at(j, j);
    for (let k = 0; k < j; k++) sum -= at(j, k) * at(j, k);
    if (!(sum > 0)) return j + 1;
    const pivot = Math.sqrt(sum);
    put(j, j, pivot);
    for (let i = j + 1; i < n; i++) {
      let rest = at(i, j);
      for (let k = 0; k < j; k++) rest -= at(i, k) * at(j, k);
      put(i, j, rest / pivot);
    }
  }
  return 0;
}

/** "1": largest column sum, "I": largest row sum, "F": Frobenius, "M": largest entry. */
export function normOf(A: Matrix, kind: string): number {
  const sizes = A.a.map((x) => Math.abs(x));
  if (kind === "M") return sizes.reduce((best, x) => Math.max(best, x), 0);
  if (kind === "F" || kind === "E") return Math.sqrt(A.a.reduce((sum, x) => sum + x * x, 0));
  const byRow = kind === "I";
  const sums = new Float64Array(byRow ? A.rows : A.columns);
  sizes.forEach((x, k) => {
    sums[byRow ? Math.floor(k / A.columns) : k % A.columns]! += x;
  });
  return sums.reduce((best, x) => Math.max(best, x), 0);
}

/** 1/(‖A‖·‖A⁻¹‖) from the factors. */
export function reciprocalCondition(LU: Matrix, norm: number, kind: string): number {
  const n = LU.rows;
  for (let i = 0; i < n; i++) if (LU.get(i, i) === 0) return 0;
  if (norm === 0) return 0;
  const inverse = Matrix.identity(n);
  // interchanges of rows change neither norm of the inverse's columns nor that of its rows
  solveLU(
    LU,
    Array.from({ length: n }, (_, k) => k),
    inverse,
  );
  return 1 / (norm * normOf(inverse, kind));
}
