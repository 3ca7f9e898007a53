/**
 * Sparse LU factorisation P·A·Q = L·U with a fill-reducing order of the columns and threshold partial pivoting.
 *
 * Source   [Gilbert1988] (left-looking factorisation in time proportional to arithmetic); [Davis2006] sec. 6.2
 * Method   First factorisation: order the columns, then search pivots column by column. A pivot stays on the preferred
 *          diagonal while it is at least `diagonalPreference` times the largest candidate; otherwise the largest is taken.
 *          Every further factorisation keeps orders and patterns and computes values only. A pivot that has become
 *          smaller than `refactorPreference` times the largest entry below it would let rounding errors grow;
 *          then the pivots are searched again (the order of the columns remains).
 * Legend   see sparsePattern.ts;   lx, ux  values of L and U;   inverse[k]  1 / u(k, k);   x  a column in work, zero between
 */

import { isUsableInverse } from "../denseLU.ts";
import type { Factorization, FactorizationSnapshot } from "../factorization.ts";
import type { SparseStructure } from "../matrixStructure.ts";
import {
  columnProduct,
  solveFour,
  solveLower,
  solveUpper,
  subtractFour,
  subtractOne,
  subtractTwo,
} from "./factorColumns.ts";
import { enlarged, SparsePattern } from "./sparsePattern.ts";

/** [Duff2017] ch. 5: 0.1 bounds the growth per column by 11 and leaves most of the freedom to keep sparsity. */
export const diagonalPreference = 0.1;

/** One order of magnitude below the preference of the search, so that slowly changing matrices keep their pivots. */
export const refactorPreference = 0.01;

export class SparseLU implements Factorization {
  readonly size: number;
  /** Orders and patterns of the factors. */
  readonly pattern: SparsePattern;
  /** Full factorisations so far, with a search for pivots. */
  searches = 0;
  private lx: Float64Array = new Float64Array(0);
  private ux: Float64Array = new Float64Array(0);
  private readonly inverse: Float64Array;
  private readonly x: Float64Array;
  /** Four columns in work, interleaved; empty before they are needed. */
  private four = new Float64Array(0);
  /** Sign of the orders of rows and columns, and the search that found them. */
  private orderSign = 1;
  private orderSearch = -1;

  constructor(structure: SparseStructure) {
    this.size = structure.size;
    this.pattern = new SparsePattern(structure);
    this.inverse = new Float64Array(this.size);
    this.x = new Float64Array(this.size);
  }

  factor(values: Float64Array): number {
    const { pattern } = this;
    if (pattern.isComplete && this.computeValues(values) < 0) return -1;

    this.searches++;
    if (!pattern.isOrdered) pattern.order(values.map(Math.abs));
    const singular = this.searchPivots(values);
    if (singular >= 0) {
      pattern.isOrdered = false; // the next matrix deserves an order that suits its own diagonal
      return pattern.columnAt[singular];
    }
    pattern.complete();
    const failed = this.computeValues(values);
    return failed < 0 ? -1 : pattern.columnAt[failed];
  }

  solve(b: Float64Array): void {
    this.solveAt(b, 0);
  }

  /** Four vectors go through the factors together: places are read once for all of them. */
  solveAll(b: Float64Array): void {
    const { size: n, pattern, lx, ux, inverse } = this;
    const { placeOf, columnAt } = pattern;
    let from = 0;
    if (b.length >= 4 * n && this.four.length === 0) this.four = new Float64Array(4 * n);
    const { four } = this;
    for (; from + 4 * n <= b.length; from += 4 * n) {
      for (let i = 0, at = from; i < n; i++, at++) {
        const place = 4 * placeOf[i];
        four[place] = b[at];
        four[place + 1] = b[at + n];
        four[place + 2] = b[at + 2 * n];
        four[place + 3] = b[at + 3 * n];
      }
      solveFour(four, lx, ux, inverse, pattern, n);
      for (let k = 0, place = 0; k < n; k++, place += 4) {
        const at = from + columnAt[k];
        b[at] = four[place];
        b[at + n] = four[place + 1];
        b[at + 2 * n] = four[place + 2];
        b[at + 3 * n] = four[place + 3];
      }
    }
    for (; from < b.length; from += n) this.solveAt(b, from);
  }

  private solveAt(b: Float64Array, from: number): void {
    const { x, size: n, pattern, lx, ux, inverse } = this;
    const { placeOf, columnAt } = pattern;
    for (let i = 0; i < n; i++) x[placeOf[i]] = b[from + i];
    solveLower(x, lx, pattern, n);
    solveUpper(x, ux, inverse, pattern, n);
    for (let k = 0; k < n; k++) {
      b[from + columnAt[k]] = x[k];
      x[k] = 0;
    }
  }

  /** b ← A⁻ᵀ·b */
  solveTransposed(b: Float64Array): void {
    const { x, size: n, pattern, lx, ux, inverse } = this;
    const { placeOf, columnAt, lp, li, up, ui } = pattern;
    for (let k = 0; k < n; k++) x[k] = (b[columnAt[k]] - columnProduct(x, ux, ui, up[k], up[k + 1])) * inverse[k];
    for (let k = n - 1; k >= 0; k--) x[k] -= columnProduct(x, lx, li, lp[k], lp[k + 1]);
    for (let i = 0; i < n; i++) b[i] = x[placeOf[i]];
    x.fill(0);
  }

  /** 1 or −1, after success. */
  determinantSign(): number {
    const { inverse, pattern, size: n } = this;
    if (this.orderSearch !== this.searches) {
      this.orderSign = permutationSign(pattern.placeOf) * permutationSign(pattern.columnAt);
      this.orderSearch = this.searches;
    }
    let sign = this.orderSign;
    for (let k = 0; k < n; k++) if (inverse[k] < 0) sign = -sign;
    return sign;
  }

  save(): FactorizationSnapshot {
    const { pattern, size: n } = this;
    return {
      ...pattern.save(),
      lx: this.lx.slice(0, pattern.lp[n]),
      ux: this.ux.slice(0, pattern.up[n]),
      inverse: this.inverse.slice(),
    };
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.pattern.restore(snapshot);
    this.lx = Float64Array.from(snapshot["lx"]!);
    this.ux = Float64Array.from(snapshot["ux"]!);
    this.inverse.set(snapshot["inverse"]!);
    this.orderSearch = -1;
  }

  /** Chooses pivots and finds the patterns of L and U. Returns −1, or the place at which no pivot is usable. */
  private searchPivots(values: Float64Array): number {
    const { pattern, size: n, x } = this;
    const { structure, columnAt, placeOf, preferredRow, lp, up, reached } = pattern;
    const { columnPointers, rowIndices } = structure;
    pattern.begin();
    for (let k = 0; k < n; k++) {
      pattern.reserve(k);
      if (this.lx.length < pattern.li.length) this.lx = enlarged(this.lx, pattern.li.length);
      const { li, ui } = pattern;
      const { lx } = this;

      const top = pattern.reach(k);
      const column = columnAt[k];
      for (let p = columnPointers[column]; p < columnPointers[column + 1]; p++) x[rowIndices[p]] = values[p];

      let uEnd = up[k];
      let lEnd = lp[k];
      let largest = 0;
      let pivotRow = -1;
      for (let t = top; t < n; t++) {
        const i = reached[t];
        const j = placeOf[i];
        if (j < 0) {
          li[lEnd++] = i;
          const size = Math.abs(x[i]);
          if (size > largest) {
            largest = size;
            pivotRow = i;
          }
          continue;
        }
        ui[uEnd++] = j;
        const u = x[i];
        for (let p = lp[j]; p < lp[j + 1]; p++) x[li[p]] -= lx[p] * u;
      }
      if (!isUsableInverse(1 / largest)) {
        x.fill(0);
        return k;
      }
      const preferred = preferredRow[k];
      if (placeOf[preferred] < 0 && Math.abs(x[preferred]) >= diagonalPreference * largest) pivotRow = preferred;

      const inverse = 1 / x[pivotRow];
      placeOf[pivotRow] = k;
      let to = lp[k];
      for (let p = lp[k]; p < lEnd; p++) {
        const i = li[p];
        if (i === pivotRow) continue;
        li[to] = i;
        lx[to++] = x[i] * inverse;
      }
      lp[k + 1] = to;
      up[k + 1] = uEnd;
      pattern.close(k, pivotRow, lx, undefined);
      for (let t = top; t < n; t++) x[reached[t]] = 0;
    }
    if (this.ux.length < up[n]) this.ux = new Float64Array(up[n]);
    return -1;
  }

  /** New values in known patterns. Returns −1, or the place of a pivot that is too small. */
  private computeValues(values: Float64Array): number {
    const { pattern, size: n, x, lx, ux, inverse } = this;
    const { columnAt, target, lp, li, up, ui, chain } = pattern;
    const { columnPointers } = pattern.structure;
    for (let k = 0; k < n; k++) {
      const column = columnAt[k];
      const entriesEnd = columnPointers[column + 1];
      for (let p = columnPointers[column]; p < entriesEnd; p++) x[target[p]] = values[p];

      const uEnd = up[k + 1];
      for (let p = up[k]; p < uEnd; ) {
        const j = ui[p];
        const together = chain[j];
        if (together >= 3 && p + 3 < uEnd && ui[p + 3] === j + 3) {
          const p0 = lp[j];
          const p1 = lp[j + 1];
          const p2 = lp[j + 2];
          const p3 = lp[j + 3];
          const u0 = x[j];
          const u1 = x[j + 1] - lx[p0] * u0;
          const u2 = x[j + 2] - lx[p0 + 1] * u0 - lx[p1] * u1;
          const u3 = x[j + 3] - lx[p0 + 2] * u0 - lx[p1 + 1] * u1 - lx[p2] * u2;
          x[j] = x[j + 1] = x[j + 2] = x[j + 3] = 0;
          ux[p] = u0;
          ux[p + 1] = u1;
          ux[p + 2] = u2;
          ux[p + 3] = u3;
          p += 4;
          subtractFour(x, lx, li, p0 + 3, p1 + 2, p2 + 1, p3, lp[j + 4], u0, u1, u2, u3);
        } else if (together >= 1 && p + 1 < uEnd && ui[p + 1] === j + 1) {
          const p0 = lp[j];
          const p1 = lp[j + 1];
          const u0 = x[j];
          const u1 = x[j + 1] - lx[p0] * u0;
          x[j] = x[j + 1] = 0;
          ux[p] = u0;
          ux[p + 1] = u1;
          p += 2;
          subtractTwo(x, lx, li, p0 + 1, p1, lp[j + 2], u0, u1);
        } else {
          const u = x[j];
          x[j] = 0;
          ux[p] = u;
          p++;
          subtractOne(x, lx, li, lp[j], lp[j + 1], u);
        }
      }

      const inv = 1 / x[k];
      x[k] = 0;
      inverse[k] = inv;
      let largest = 0;
      const lEnd = lp[k + 1];
      for (let p = lp[k]; p < lEnd; p++) {
        const i = li[p];
        const l = x[i] * inv;
        const size = Math.abs(l);
        if (size > largest) largest = size;
        lx[p] = l;
        x[i] = 0;
      }
      if (!(largest * refactorPreference <= 1) || !isUsableInverse(inv)) {
        x.fill(0);
        return k;
      }
    }
    return -1;
  }
}

/** 1 for an even permutation, −1 for an odd one. */
function permutationSign(order: Int32Array): number {
  const isSeen = new Uint8Array(order.length);
  let sign = 1;
  for (let start = 0; start < order.length; start++)
    for (let k = start; isSeen[k] === 0; k = order[k]) {
      isSeen[k] = 1;
      if (order[k] !== start) sign = -sign;
    }
  return sign;
}
