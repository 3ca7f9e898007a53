/** Small dense matrices, row by row, and what all factorisations of them use: reflections and triangular systems. */
import * as elementary from "../../../math/elementary.ts";

export class Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly a: Float64Array;

  constructor(rows: number, columns: number, values?: ArrayLike<number>) {
    this.rows = rows;
    this.columns = columns;
    this.a = values === undefined ? new Float64Array(rows * columns) : Float64Array.from(values);
  }

  static identity(n: number): Matrix {
    const I = new Matrix(n, n);
    for (let i = 0; i < n; i++) I.set(i, i, 1);
    return I;
  }

  get(i: number, j: number): number {
    return this.a[i * this.columns + j]!;
  }

  set(i: number, j: number, value: number): void {
    this.a[i * this.columns + j] = value;
  }

  copy(): Matrix {
    return new Matrix(this.rows, this.columns, this.a);
  }

  transposed(): Matrix {
    const { rows, columns } = this;
    const T = new Matrix(columns, rows);
    for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) T.set(j, i, this.get(i, j));
    return T;
  }

  times(other: Matrix): Matrix {
    const product = new Matrix(this.rows, other.columns);
    for (let i = 0; i < this.rows; i++)
      for (let k = 0; k < this.columns; k++) {
        const factor = this.get(i, k);
        if (factor === 0) continue;
        for (let j = 0; j < other.columns; j++) product.a[i * other.columns + j]! += factor * other.get(k, j);
      }
    return product;
  }

  /** Rows from `top` and columns from `left`. */
  part(top: number, rows: number, left: number, columns: number): Matrix {
    const part = new Matrix(rows, columns);
    for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) part.set(i, j, this.get(top + i, left + j));
    return part;
  }
}

/**
 * A reflection 1 − τ·v·vᵀ, v₀ = 1, that maps a vector onto its first axis.
 *
 * Source   [Golub2013] sec. 5.1; the sign is that which avoids cancellation, as in LAPACK
 */
export interface Reflection {
  readonly v: Float64Array;
  readonly tau: number;
  /** What becomes of the first element; the others become zero. */
  readonly beta: number;
}

export function reflectionOf(x: Float64Array): Reflection {
  const alpha = x[0] ?? 0;
  const rest = elementary.norm(x.subarray(1));
  const v = Float64Array.from(x);
  v[0] = 1;
  if (rest === 0) return { v, tau: 0, beta: alpha };
  const length = elementary.hypot(alpha, rest);
  const beta = alpha >= 0 ? -length : length;
  for (let i = 1; i < v.length; i++) v[i] = x[i]! / (alpha - beta);
  return { v, tau: (beta - alpha) / beta, beta };
}

/** Rows from `top` on ← H·rows, in the columns from `from` to `to`. */
export function reflectRows(A: Matrix, { v, tau }: Reflection, top: number, from: number, to: number): void {
  if (tau === 0) return;
  for (let j = from; j < to; j++) {
    let sum = 0;
    for (let i = 0; i < v.length; i++) sum += v[i]! * A.get(top + i, j);
    for (let i = 0; i < v.length; i++) A.a[(top + i) * A.columns + j]! -= tau * sum * v[i]!;
  }
}

/** Columns from `left` on ← columns·H, in the rows from `from` to `to`. */
export function reflectColumns(A: Matrix, { v, tau }: Reflection, left: number, from: number, to: number): void {
  if (tau === 0) return;
  for (let i = from; i < to; i++) {
    let sum = 0;
    for (let j = 0; j < v.length; j++) sum += v[j]! * A.get(i, left + j);
    for (let j = 0; j < v.length; j++) A.a[i * A.columns + left + j]! -= tau * sum * v[j]!;
  }
}

/** Column j of A from row `top` to `bottom`. */
export function columnOf(A: Matrix, j: number, top: number, bottom = A.rows): Float64Array {
  return Float64Array.from({ length: Math.max(0, bottom - top) }, (_, i) => A.get(top + i, j));
}
