/**
 * Dense LU factorisation with row interchanges, P·A = L·U, in place.
 *
 * Source   [Golub2013] sec. 3.2.11 (blocked, right-looking), 3.4 (partial pivoting)
 * Method   Panels of four columns are factored one column at a time; then every column to the right receives the
 *          four updates of the panel in one sweep, which reads and writes it once instead of four times.
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
    this.lu.set(values);
    return factorDenseLU(this.lu, this.pivots, this.size);
  }

  solve(b: Float64Array): void {
    solveDenseLU(b, this.lu, this.pivots, this.size);
  }

  save(): FactorizationSnapshot {
    return { lu: this.lu.slice(), pivots: this.pivots.slice() };
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.lu.set(snapshot["lu"]!);
    this.pivots.set(snapshot["pivots"]!);
  }
}

/** a ← factors of a. Returns −1, or the first column without a usable pivot; the factors are useless then. */
export function factorDenseLU(a: Float64Array, pivots: Int32Array, n: number): number {
  for (let k0 = 0; k0 < n; k0 += panelWidth) {
    const k1 = Math.min(k0 + panelWidth, n);
    const singular = factorPanel(a, pivots, n, k0, k1);
    if (singular >= 0) return singular;
    for (let j = 0; j < k0; j++) interchange(a, j * n, pivots, k0, k1);
    for (let j = k1; j < n; j++) {
      interchange(a, j * n, pivots, k0, k1);
      updateColumn(a, n, k0, j);
    }
  }
  return -1;
}

/** A pivot is usable when its size and its reciprocal are finite; so 0, NaN, ±∞ and the smallest subnormals are not. */
export function isUsablePivot(size: number): boolean {
  const inverse = 1 / size;
  return inverse > 0 && inverse < Infinity;
}

/** b ← A⁻¹·b with the factors of A. */
export function solveDenseLU(b: Float64Array, lu: Float64Array, pivots: Int32Array, n: number): void {
  interchange(b, 0, pivots, 0, n);
  solveLower(b, lu, n);
  solveUpper(b, lu, n);
}

/** Factors the columns k0 … k1 − 1, rows k0 … n − 1, one column at a time. */
function factorPanel(a: Float64Array, pivots: Int32Array, n: number, k0: number, k1: number): number {
  for (let k = k0; k < k1; k++) {
    const column = k * n;
    let p = k;
    let largest = 0;
    for (let i = k; i < n; i++) {
      const size = Math.abs(a[column + i]);
      if (size > largest) {
        largest = size;
        p = i;
      }
    }
    pivots[k] = p;
    if (!isUsablePivot(largest)) return k;

    if (p !== k) {
      for (let j = k0; j < k1; j++) {
        const held = a[j * n + k];
        a[j * n + k] = a[j * n + p];
        a[j * n + p] = held;
      }
    }
    const inverse = 1 / a[column + k];
    for (let i = k + 1; i < n; i++) a[column + i] *= inverse;

    for (let j = k + 1; j < k1; j++) {
      const target = j * n;
      const u = a[target + k];
      if (u === 0) continue;
      for (let i = k + 1; i < n; i++) a[target + i] -= a[column + i] * u;
    }
  }
  return -1;
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
  if (u0 === 0 && u1 === 0 && u2 === 0 && u3 === 0) return;

  for (let i = k + 4; i < n; i++) {
    a[t + i] = a[t + i] - a[c0 + i] * u0 - a[c1 + i] * u1 - a[c2 + i] * u2 - a[c3 + i] * u3;
  }
}

/** Interchanges k0 … k1 − 1, in order, on the vector that starts at `offset`. */
function interchange(v: Float64Array, offset: number, pivots: Int32Array, k0: number, k1: number): void {
  for (let k = k0; k < k1; k++) {
    const p = pivots[k];
    if (p === k) continue;
    const held = v[offset + k];
    v[offset + k] = v[offset + p];
    v[offset + p] = held;
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
