/**
 * Dense LU factorisation with row interchanges, P·A = L·U, in place.
 *
 * Source   [Golub2013] sec. 3.2 (block LU), 3.4 (partial pivoting)
 * Method   Panels of four columns are factored one column at a time, each in one sweep that also finds the pivot. Then
 *          the columns to the right receive the four updates of the panel in one sweep, two columns at once:
 *          8 multiplications for 6 reads and 2 writes, where one update of one column has 1 for 2 and 1.
 * Legend   a        n × n, column-major, a(i, j) = a[i + n·j]: A on entry; on return U in the upper triangle and
 *                   the multipliers of L (unit diagonal not stored) below it
 *          pivots   pivots[k] ≥ k is the row that changed places with row k, in the order k = 0, 1, …
 */
import type { Factorization, FactorizationSnapshot } from "./factorization.ts";

const panelWidth = 4;

export class DenseLU implements Factorization {
  readonly size: number;
  private readonly lu: Float64Array;
  private readonly pivots: Int32Array;

  constructor(size: number) {
    this.size = size;
    this.lu = new Float64Array(size * size);
    this.pivots = new Int32Array(size);
  }

  factor(values: Float64Array): number {
    const { lu, pivots, size } = this;
    if (size === 1) {
      pivots[0] = 0;
      lu[0] = values[0];
      return isUsableInverse(1 / lu[0]) ? -1 : 0;
    }
    lu.set(values);
    return factorDenseLU(lu, pivots, size);
  }

  solve(b: Float64Array): void {
    if (this.size === 1) b[0] /= this.lu[0];
    else solveDenseLU(b, this.lu, this.pivots, this.size);
  }

  /** b ← A⁻ᵀ·b */
  solveTransposed(b: Float64Array): void {
    solveTransposedDenseLU(b, this.lu, this.pivots, this.size);
  }

  /** 1 or −1, after success. */
  determinantSign(): number {
    const { lu, pivots, size: n } = this;
    let sign = 1;
    for (let k = 0; k < n; k++) if (lu[k + n * k] < 0 !== (pivots[k] !== k)) sign = -sign;
    return sign;
  }

  save(): FactorizationSnapshot {
    return { lu: this.lu.slice(), pivots: this.pivots.slice() };
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.lu.set(snapshot["lu"]!);
    this.pivots.set(snapshot["pivots"]!);
  }
}

/**
 * a ← factors of a. Returns −1, or the first column without a usable pivot; the factors are useless then. `leading`: so many unknowns are
 * eliminated, with pivots among their rows; the others are left with what that makes of their rows and columns.
 */
export function factorDenseLU(a: Float64Array, pivots: Int32Array, n: number, leading = n): number {
  let k = 0;
  for (; k + panelWidth <= leading; k += panelWidth) {
    const singular = factorPanel(a, pivots, n, k, k + panelWidth, leading);
    if (singular >= 0) return singular;
    let j = k + panelWidth;
    for (; j + 1 < n; j += 2) updateTwoColumns(a, n, k, j);
    if (j < n) updateColumn(a, n, k, j);
  }
  const singular = factorPanel(a, pivots, n, k, leading, leading);
  if (singular >= 0) return singular;
  for (; k < leading; k += 2) for (let j = leading; j < n; j++) updateByTwo(a, n, k, Math.min(k + 2, leading), j);
  return -1;
}

/** A pivot is usable when it and its reciprocal are finite; so 0, NaN, ±∞ and the smallest subnormals are not. */
export function isUsableInverse(inverse: number): boolean {
  const size = Math.abs(inverse);
  return size > 0 && size < Infinity;
}

/** b ← A⁻¹·b with the factors of A. */
export function solveDenseLU(b: Float64Array, lu: Float64Array, pivots: Int32Array, n: number): void {
  for (let k = 0; k < n; k++) {
    const p = pivots[k];
    if (p === k) continue;
    const held = b[k];
    b[k] = b[p];
    b[p] = held;
  }
  solveLower(b, lu, n);
  solveUpper(b, lu, n);
}

/** b ← A⁻ᵀ·b with the factors of A. */
export function solveTransposedDenseLU(b: Float64Array, lu: Float64Array, pivots: Int32Array, n: number): void {
  for (let k = 0; k < n; k++) {
    let sum = b[k];
    for (let i = 0; i < k; i++) sum -= lu[i + n * k] * b[i];
    b[k] = sum / lu[k + n * k];
  }
  for (let k = n - 1; k >= 0; k--) {
    let sum = b[k];
    for (let i = k + 1; i < n; i++) sum -= lu[i + n * k] * b[i];
    b[k] = sum;
  }
  for (let k = n - 1; k >= 0; k--) {
    const held = b[k];
    b[k] = b[pivots[k]];
    b[pivots[k]] = held;
  }
}

/** Factors the columns k0 … k1 − 1, at most four, one at a time, and interchanges whole rows. */
function factorPanel(a: Float64Array, pivots: Int32Array, n: number, k0: number, k1: number, leading: number): number {
  for (let k = k0; k < k1; k++) {
    const column = k * n;
    const p = reduceAndSearch(a, n, k0, k, leading);
    pivots[k] = p;
    const inverse = 1 / a[column + p];
    if (!isUsableInverse(inverse)) return k;
    if (p !== k) {
      for (let s = k, t = p; s < n * n; s += n, t += n) {
        const held = a[s];
        a[s] = a[t];
        a[t] = held;
      }
    }
    for (let i = k + 1; i < n; i++) a[column + i] *= inverse;
  }
  return -1;
}

/** Column k receives the updates of the columns k0 … k − 1 of its panel. Returns the row of its largest entry among the leading ones. */
function reduceAndSearch(a: Float64Array, n: number, k0: number, k: number, leading: number): number {
  const t = k * n;
  const c0 = k0 * n;
  const c1 = c0 + n;
  const c2 = c1 + n;
  let p = k;
  let largest = 0;
  if (k === k0) {
    for (let i = k; i < n; i++) {
      const size = Math.abs(a[t + i]);
      if (size > largest && i < leading) {
        largest = size;
        p = i;
      }
    }
  } else if (k === k0 + 1) {
    const u0 = a[t + k0];
    for (let i = k; i < n; i++) {
      const y = a[t + i] - a[c0 + i] * u0;
      a[t + i] = y;
      const size = Math.abs(y);
      if (size > largest && i < leading) {
        largest = size;
        p = i;
      }
    }
  } else if (k === k0 + 2) {
    const u0 = a[t + k0];
    const u1 = a[t + k0 + 1] - a[c0 + k0 + 1] * u0;
    a[t + k0 + 1] = u1;
    for (let i = k; i < n; i++) {
      const y = a[t + i] - a[c0 + i] * u0 - a[c1 + i] * u1;
      a[t + i] = y;
      const size = Math.abs(y);
      if (size > largest && i < leading) {
        largest = size;
        p = i;
      }
    }
  } else {
    const u0 = a[t + k0];
    const u1 = a[t + k0 + 1] - a[c0 + k0 + 1] * u0;
    const u2 = a[t + k0 + 2] - a[c0 + k0 + 2] * u0 - a[c1 + k0 + 2] * u1;
    a[t + k0 + 1] = u1;
    a[t + k0 + 2] = u2;
    for (let i = k; i < n; i++) {
      const y = a[t + i] - a[c0 + i] * u0 - a[c1 + i] * u1 - a[c2 + i] * u2;
      a[t + i] = y;
      const size = Math.abs(y);
      if (size > largest && i < leading) {
        largest = size;
        p = i;
      }
    }
  }
  return p;
}

/** Column j receives the updates of the four panel columns that start at k. */
function updateColumn(a: Float64Array, n: number, k: number, j: number): void {
  const c0 = k * n;
  const c1 = c0 + n;
  const c2 = c1 + n;
  const c3 = c2 + n;
  const t = j * n;

  const u0 = a[t + k];
  const u1 = a[t + k + 1] - a[c0 + k + 1] * u0;
  const u2 = a[t + k + 2] - a[c0 + k + 2] * u0 - a[c1 + k + 2] * u1;
  const u3 = a[t + k + 3] - a[c0 + k + 3] * u0 - a[c1 + k + 3] * u1 - a[c2 + k + 3] * u2;
  a[t + k + 1] = u1;
  a[t + k + 2] = u2;
  a[t + k + 3] = u3;

  for (let i = k + 4; i < n; i++) {
    a[t + i] = a[t + i] - a[c0 + i] * u0 - a[c1 + i] * u1 - a[c2 + i] * u2 - a[c3 + i] * u3;
  }
}

/** Column j receives the updates of the columns k … end − 1, two or one. */
function updateByTwo(a: Float64Array, n: number, k: number, end: number, j: number): void {
  const c0 = k * n;
  const c1 = c0 + n;
  const t = j * n;
  const u0 = a[t + k];
  if (end === k + 1) {
    for (let i = k + 1; i < n; i++) a[t + i] -= a[c0 + i] * u0;
    return;
  }
  const u1 = a[t + k + 1] - a[c0 + k + 1] * u0;
  a[t + k + 1] = u1;
  for (let i = k + 2; i < n; i++) a[t + i] = a[t + i] - a[c0 + i] * u0 - a[c1 + i] * u1;
}

/** The same as four do for the columns j and j + 1. */
function updateTwoColumns(a: Float64Array, n: number, k: number, j: number): void {
  const c0 = k * n;
  const c1 = c0 + n;
  const c2 = c1 + n;
  const c3 = c2 + n;
  const s = j * n;
  const t = s + n;
  const l10 = a[c0 + k + 1];
  const l20 = a[c0 + k + 2];
  const l30 = a[c0 + k + 3];
  const l21 = a[c1 + k + 2];
  const l31 = a[c1 + k + 3];
  const l32 = a[c2 + k + 3];

  const u0 = a[s + k];
  const u1 = a[s + k + 1] - l10 * u0;
  const u2 = a[s + k + 2] - l20 * u0 - l21 * u1;
  const u3 = a[s + k + 3] - l30 * u0 - l31 * u1 - l32 * u2;
  const v0 = a[t + k];
  const v1 = a[t + k + 1] - l10 * v0;
  const v2 = a[t + k + 2] - l20 * v0 - l21 * v1;
  const v3 = a[t + k + 3] - l30 * v0 - l31 * v1 - l32 * v2;
  a[s + k + 1] = u1;
  a[s + k + 2] = u2;
  a[s + k + 3] = u3;
  a[t + k + 1] = v1;
  a[t + k + 2] = v2;
  a[t + k + 3] = v3;

  for (let i = k + 4; i < n; i++) {
    const x0 = a[c0 + i];
    const x1 = a[c1 + i];
    const x2 = a[c2 + i];
    const x3 = a[c3 + i];
    a[s + i] = a[s + i] - x0 * u0 - x1 * u1 - x2 * u2 - x3 * u3;
    a[t + i] = a[t + i] - x0 * v0 - x1 * v1 - x2 * v2 - x3 * v3;
  }
}

/** b ← L⁻¹·b, four columns per sweep. */
function solveLower(b: Float64Array, lu: Float64Array, n: number): void {
  let k = 0;
  for (; k + 4 <= n; k += 4) {
    const c0 = k * n;
    const c1 = c0 + n;
    const c2 = c1 + n;
    const c3 = c2 + n;
    const x0 = b[k];
    const x1 = b[k + 1] - lu[c0 + k + 1] * x0;
    const x2 = b[k + 2] - lu[c0 + k + 2] * x0 - lu[c1 + k + 2] * x1;
    const x3 = b[k + 3] - lu[c0 + k + 3] * x0 - lu[c1 + k + 3] * x1 - lu[c2 + k + 3] * x2;
    b[k + 1] = x1;
    b[k + 2] = x2;
    b[k + 3] = x3;
    for (let i = k + 4; i < n; i++) {
      b[i] = b[i] - lu[c0 + i] * x0 - lu[c1 + i] * x1 - lu[c2 + i] * x2 - lu[c3 + i] * x3;
    }
  }
  for (; k < n; k++) {
    const column = k * n;
    const x = b[k];
    for (let i = k + 1; i < n; i++) b[i] -= lu[column + i] * x;
  }
}

/** b ← U⁻¹·b, four columns per sweep. */
function solveUpper(b: Float64Array, lu: Float64Array, n: number): void {
  let k = n - 1;
  for (; k >= 3; k -= 4) {
    const c0 = k * n;
    const c1 = c0 - n;
    const c2 = c1 - n;
    const c3 = c2 - n;
    const x0 = b[k] / lu[c0 + k];
    const x1 = (b[k - 1] - lu[c0 + k - 1] * x0) / lu[c1 + k - 1];
    const x2 = (b[k - 2] - lu[c0 + k - 2] * x0 - lu[c1 + k - 2] * x1) / lu[c2 + k - 2];
    const x3 = (b[k - 3] - lu[c0 + k - 3] * x0 - lu[c1 + k - 3] * x1 - lu[c2 + k - 3] * x2) / lu[c3 + k - 3];
    b[k] = x0;
    b[k - 1] = x1;
    b[k - 2] = x2;
    b[k - 3] = x3;
    for (let i = 0; i < k - 3; i++) {
      b[i] = b[i] - lu[c0 + i] * x0 - lu[c1 + i] * x1 - lu[c2 + i] * x2 - lu[c3 + i] * x3;
    }
  }
  for (; k >= 0; k--) {
    const column = k * n;
    const x = b[k] / lu[column + k];
    b[k] = x;
    for (let i = 0; i < k; i++) b[i] -= lu[column + i] * x;
  }
}
