/**
 * Banded LU factorisation with row interchanges, in place.
 *
 * Source   [Golub2013] sec. 4.3 (band Gaussian elimination with partial pivoting)
 * Method   Column by column. An interchange can move the end of a row `ml` places to the right, so the storage has
 *          `ml` further super-diagonals. Interchanges are not applied to finished columns of L; the solution
 *          applies each one just before the column of L that belongs to it.
 * Legend   ml, mu   sub- and super-diagonals of A
 *          ld       2·ml + mu + 1, rows of the storage
 *          ab       ld × n: a(i, j) = ab[ml + mu + i − j + ld·j]; multipliers of L below the diagonal, U above,
 *                   and on the diagonal the reciprocals of that of U
 *          pivots   pivots[k] ≥ k is the row that changed places with row k
 *          reach    super-diagonals of U in use: mu without interchanges, at most ml + mu
 */
import { isUsableInverse } from "./denseLU.ts";
import type { Factorization, FactorizationSnapshot } from "./factorization.ts";

export class BandedLU implements Factorization {
  readonly size: number;
  private readonly ml: number;
  private readonly mu: number;
  private readonly ab: Float64Array;
  private readonly pivots: Int32Array;
  private reach: number;

  constructor(size: number, lower: number, upper: number) {
    this.size = size;
    this.ml = lower;
    this.mu = upper;
    this.ab = new Float64Array((2 * lower + upper + 1) * size);
    this.pivots = new Int32Array(size);
    this.reach = upper;
  }

  factor(values: Float64Array): number {
    loadBand(this.ab, values, this.size, this.ml, this.mu);
    const singular = factorBandedLU(this.ab, this.pivots, this.size, this.ml, this.mu);
    this.reach = bandReach(this.pivots, this.size, this.ml, this.mu);
    return singular;
  }

  solve(b: Float64Array): void {
    solveBandedLU(b, this.ab, this.pivots, this.size, this.ml, this.mu, this.reach);
  }

  save(): FactorizationSnapshot {
    return { ab: this.ab.slice(), pivots: this.pivots.slice(), reach: Int32Array.of(this.reach) };
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.ab.set(snapshot["ab"]!);
    this.pivots.set(snapshot["pivots"]!);
    this.reach = snapshot["reach"]![0];
  }
}

/** ab ← the band of A given in the layout of BandedStructure, with zeros where interchanges may fill in. */
export function loadBand(ab: Float64Array, values: Float64Array, n: number, ml: number, mu: number): void {
  const height = ml + mu + 1;
  let to = 0;
  let from = 0;
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < ml; i++) ab[to++] = 0;
    for (let i = 0; i < height; i++) ab[to++] = values[from++];
  }
}

/** Number of super-diagonals of U that the interchanges filled. */
export function bandReach(pivots: Int32Array, n: number, ml: number, mu: number): number {
  let farthest = 0;
  for (let k = 0; k < n && farthest < ml; k++) if (pivots[k] - k > farthest) farthest = pivots[k] - k;
  return mu + farthest;
}

/** ab ← factors. Returns −1, or the first column without a usable pivot; the factors are useless then. */
export function factorBandedLU(ab: Float64Array, pivots: Int32Array, n: number, ml: number, mu: number): number {
  const ld = 2 * ml + mu + 1;
  const stride = ld - 1; // from a(i, j) to a(i, j + 1)
  let lastColumn = 0; // last column that a row of the pivots so far reaches
  for (let k = 0; k < n; k++) {
    const d = ml + mu + ld * k;
    const rows = Math.min(ml, n - 1 - k);

    let p = 0;
    let largest = Math.abs(ab[d]);
    for (let i = 1; i <= rows; i++) {
      const size = Math.abs(ab[d + i]);
      if (size > largest) {
        largest = size;
        p = i;
      }
    }
    pivots[k] = k + p;
    const inverse = 1 / ab[d + p];
    if (!isUsableInverse(inverse)) return k;

    const end = Math.min(k + mu + p, n - 1);
    if (end > lastColumn) lastColumn = end;
    const width = lastColumn - k;
    if (p !== 0) {
      for (let j = 0, at = d; j <= width; j++, at += stride) {
        const held = ab[at];
        ab[at] = ab[at + p];
        ab[at + p] = held;
      }
    }

    ab[d] = inverse;
    if (rows === 2) {
      // reaction–diffusion problems with two species; the multipliers stay in registers
      const l1 = ab[d + 1] * inverse;
      const l2 = ab[d + 2] * inverse;
      ab[d + 1] = l1;
      ab[d + 2] = l2;
      for (let j = 1, at = d + stride; j <= width; j++, at += stride) {
        const u = ab[at];
        ab[at + 1] -= l1 * u;
        ab[at + 2] -= l2 * u;
      }
      continue;
    }
    for (let i = 1; i <= rows; i++) ab[d + i] *= inverse;
    let at = d + stride;
    for (let j = 2; j <= width; j += 2, at += 2 * stride) subtractFromTwo(ab, d, at, at + stride, rows);
    if (width % 2 === 1) subtractFromOne(ab, d, at, rows);
  }
  return -1;
}

/** The column whose pivot row is at position t receives the update of the pivot column at d. */
function subtractFromOne(ab: Float64Array, d: number, t: number, rows: number): void {
  const u = ab[t];
  if (u === 0) return;
  for (let i = 1; i <= rows; i++) ab[t + i] -= ab[d + i] * u;
}

/** Two columns at once, which reads the multipliers once. */
function subtractFromTwo(ab: Float64Array, d: number, s: number, t: number, rows: number): void {
  const u = ab[s];
  const v = ab[t];
  if (u === 0 && v === 0) return;
  for (let i = 1; i <= rows; i++) {
    const l = ab[d + i];
    ab[s + i] -= l * u;
    ab[t + i] -= l * v;
  }
}

/** b ← A⁻¹·b with the factors of A; its entries from `from` to n alone where nothing couples them with those before. */
export function solveBandedLU(
  b: Float64Array,
  ab: Float64Array,
  pivots: Int32Array,
  n: number,
  ml: number,
  mu: number,
  reach: number,
  from = 0,
): void {
  const ld = 2 * ml + mu + 1;
  for (let k = from, d = ml + mu + ld * from; k < n - 1; k++, d += ld) {
    const rows = Math.min(ml, n - 1 - k);
    const p = pivots[k];
    const x = b[p];
    // in every case: an engine that has not seen an interchange yet would have to compile the loop again
    b[p] = b[k];
    b[k] = x;
    for (let i = 1; i <= rows; i++) b[k + i] -= ab[d + i] * x;
  }
  for (let k = n - 1, d = ml + mu + ld * (n - 1); k >= from; k--, d -= ld) {
    const x = b[k] * ab[d];
    b[k] = x;
    const rows = Math.min(reach, k - from);
    for (let i = 1; i <= rows; i++) b[k - i] -= ab[d - i] * x;
  }
}

/** b ← A⁻ᵀ·b with the factors of A: each interchange is undone behind the column of L that belongs to it. */
export function solveTransposedBandedLU(
  b: Float64Array,
  ab: Float64Array,
  pivots: Int32Array,
  n: number,
  ml: number,
  mu: number,
  reach: number,
): void {
  const ld = 2 * ml + mu + 1;
  for (let k = 0, d = ml + mu; k < n; k++, d += ld) {
    let sum = b[k];
    const rows = Math.min(reach, k);
    for (let i = 1; i <= rows; i++) sum -= ab[d - i] * b[k - i];
    b[k] = sum * ab[d];
  }
  for (let k = n - 2, d = ml + mu + ld * (n - 2); k >= 0; k--, d -= ld) {
    let sum = b[k];
    const rows = Math.min(ml, n - 1 - k);
    for (let i = 1; i <= rows; i++) sum -= ab[d + i] * b[k + i];
    const p = pivots[k];
    b[k] = b[p];
    b[p] = sum;
  }
}
