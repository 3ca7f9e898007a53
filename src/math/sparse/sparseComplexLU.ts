/**
 * Sparse LU factorisation of a complex matrix, real and imaginary parts apart. Order, search for pivots and
 * re-factorisation are those of sparseLU.ts; only the arithmetic differs.
 *
 * Legend   see sparsePattern.ts;   lr + i·li  values of L;   ur + i·ui  values of U;   dr + i·di  1 / u(k, k);
 *          xr + i·xi  a column in work, zero between calls;   size of a number: |re| + |im|
 */
import { isUsableInverse } from "../denseLU.ts";
import type { ComplexFactorization, FactorizationSnapshot } from "../factorization.ts";
import type { SparseStructure } from "../matrixStructure.ts";
import { diagonalPreference, refactorPreference } from "./sparseLU.ts";
import { enlarged, SparsePattern } from "./sparsePattern.ts";

export class SparseComplexLU implements ComplexFactorization {
  readonly size: number;
  /** Orders and patterns of the factors. */
  readonly pattern: SparsePattern;
  /** Full factorisations so far, with a search for pivots. */
  searches = 0;
  private lr: Float64Array = new Float64Array(0);
  private li: Float64Array = new Float64Array(0);
  private ur: Float64Array = new Float64Array(0);
  private ui: Float64Array = new Float64Array(0);
  private readonly dr: Float64Array;
  private readonly di: Float64Array;
  private readonly xr: Float64Array;
  private readonly xi: Float64Array;

  constructor(structure: SparseStructure) {
    this.size = structure.size;
    this.pattern = new SparsePattern(structure);
    this.dr = new Float64Array(this.size);
    this.di = new Float64Array(this.size);
    this.xr = new Float64Array(this.size);
    this.xi = new Float64Array(this.size);
  }

  factor(re: Float64Array, im: Float64Array): number {
    const { pattern } = this;
    if (pattern.isComplete && this.computeValues(re, im) < 0) return -1;

    this.searches++;
    if (!pattern.isOrdered) pattern.order(re.map((value, p) => Math.abs(value) + Math.abs(im[p])));
    const singular = this.searchPivots(re, im);
    if (singular >= 0) {
      pattern.isOrdered = false; // the next matrix deserves an order that suits its own diagonal
      return pattern.columnAt[singular];
    }
    pattern.complete();
    const failed = this.computeValues(re, im);
    return failed < 0 ? -1 : pattern.columnAt[failed];
  }

  solve(re: Float64Array, im: Float64Array): void {
    const { xr, xi, dr, di, size: n, pattern } = this;
    const { placeOf, columnAt, lp, up } = pattern;
    for (let i = 0; i < n; i++) {
      xr[placeOf[i]] = re[i];
      xi[placeOf[i]] = im[i];
    }
    for (let k = 0; k < n; k++) subtract(xr, xi, this.lr, this.li, pattern.li, lp[k], lp[k + 1], xr[k], xi[k]);
    for (let k = n - 1; k >= 0; k--) {
      const sr = xr[k] * dr[k] - xi[k] * di[k];
      const si = xr[k] * di[k] + xi[k] * dr[k];
      xr[k] = sr;
      xi[k] = si;
      subtract(xr, xi, this.ur, this.ui, pattern.ui, up[k], up[k + 1], sr, si);
    }
    for (let k = 0; k < n; k++) {
      re[columnAt[k]] = xr[k];
      im[columnAt[k]] = xi[k];
      xr[k] = xi[k] = 0;
    }
  }

  save(): FactorizationSnapshot {
    const { pattern, size: n } = this;
    return {
      ...pattern.save(),
      lReal: this.lr.slice(0, pattern.lp[n]),
      lImaginary: this.li.slice(0, pattern.lp[n]),
      uReal: this.ur.slice(0, pattern.up[n]),
      uImaginary: this.ui.slice(0, pattern.up[n]),
      dReal: this.dr.slice(),
      dImaginary: this.di.slice(),
    };
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.pattern.restore(snapshot);
    this.lr = Float64Array.from(snapshot["lReal"]!);
    this.li = Float64Array.from(snapshot["lImaginary"]!);
    this.ur = Float64Array.from(snapshot["uReal"]!);
    this.ui = Float64Array.from(snapshot["uImaginary"]!);
    this.dr.set(snapshot["dReal"]!);
    this.di.set(snapshot["dImaginary"]!);
  }

  /** Chooses pivots and finds the patterns of L and U. Returns −1, or the place at which no pivot is usable. */
  private searchPivots(re: Float64Array, im: Float64Array): number {
    const { pattern, size: n, xr, xi } = this;
    const { structure, columnAt, placeOf, preferredRow, lp, up, reached } = pattern;
    const { columnPointers, rowIndices } = structure;
    pattern.begin();
    for (let k = 0; k < n; k++) {
      pattern.reserve(k);
      const rows = pattern.li;
      if (this.lr.length < rows.length) {
        this.lr = enlarged(this.lr, rows.length);
        this.li = enlarged(this.li, rows.length);
      }
      const { lr, li } = this;

      const top = pattern.reach(k);
      const column = columnAt[k];
      for (let p = columnPointers[column]; p < columnPointers[column + 1]; p++) {
        xr[rowIndices[p]] = re[p];
        xi[rowIndices[p]] = im[p];
      }

      let uEnd = up[k];
      let lEnd = lp[k];
      let largest = 0;
      let pivotRow = -1;
      for (let t = top; t < n; t++) {
        const i = reached[t];
        const j = placeOf[i];
        if (j < 0) {
          rows[lEnd++] = i;
          const size = Math.abs(xr[i]) + Math.abs(xi[i]);
          if (size > largest) {
            largest = size;
            pivotRow = i;
          }
          continue;
        }
        pattern.ui[uEnd++] = j;
        subtract(xr, xi, lr, li, rows, lp[j], lp[j + 1], xr[i], xi[i]);
      }
      if (!isUsableInverse(1 / largest)) {
        xr.fill(0);
        xi.fill(0);
        return k;
      }
      const preferred = preferredRow[k];
      const size = Math.abs(xr[preferred]) + Math.abs(xi[preferred]);
      if (placeOf[preferred] < 0 && size >= diagonalPreference * largest) pivotRow = preferred;

      this.invert(k, xr[pivotRow], xi[pivotRow]);
      const dr = this.dr[k];
      const di = this.di[k];
      placeOf[pivotRow] = k;
      let to = lp[k];
      for (let p = lp[k]; p < lEnd; p++) {
        const i = rows[p];
        if (i === pivotRow) continue;
        rows[to] = i;
        lr[to] = xr[i] * dr - xi[i] * di;
        li[to++] = xr[i] * di + xi[i] * dr;
      }
      lp[k + 1] = to;
      up[k + 1] = uEnd;
      pattern.close(k, pivotRow, lr, li);
      for (let t = top; t < n; t++) xr[reached[t]] = xi[reached[t]] = 0;
    }
    if (this.ur.length < up[n]) {
      this.ur = new Float64Array(up[n]);
      this.ui = new Float64Array(up[n]);
    }
    return -1;
  }

  /** New values in known patterns. Returns −1, or the place of a pivot that is too small. */
  private computeValues(re: Float64Array, im: Float64Array): number {
    const { pattern, size: n, xr, xi, lr, li, ur, ui } = this;
    const { columnAt, target, lp, up, chain } = pattern;
    const rows = pattern.li;
    const rowsOfU = pattern.ui;
    const { columnPointers } = pattern.structure;
    for (let k = 0; k < n; k++) {
      const column = columnAt[k];
      for (let p = columnPointers[column]; p < columnPointers[column + 1]; p++) {
        xr[target[p]] = re[p];
        xi[target[p]] = im[p];
      }

      const uEnd = up[k + 1];
      for (let p = up[k]; p < uEnd; p++) {
        const j = rowsOfU[p];
        const ar = xr[j];
        const ai = xi[j];
        xr[j] = xi[j] = 0;
        ur[p] = ar;
        ui[p] = ai;
        const p0 = lp[j];
        if (chain[j] === 0 || p + 1 >= uEnd || rowsOfU[p + 1] !== j + 1) {
          subtract(xr, xi, lr, li, rows, p0, lp[j + 1], ar, ai);
          continue;
        }
        p++;
        const br = xr[j + 1] - (lr[p0] * ar - li[p0] * ai);
        const bi = xi[j + 1] - (lr[p0] * ai + li[p0] * ar);
        xr[j + 1] = xi[j + 1] = 0;
        ur[p] = br;
        ui[p] = bi;
        subtractTwo(xr, xi, lr, li, rows, p0 + 1, lp[j + 1], lp[j + 2], ar, ai, br, bi);
      }

      const reciprocal = this.invert(k, xr[k], xi[k]);
      const dr = this.dr[k];
      const di = this.di[k];
      xr[k] = xi[k] = 0;
      let largest = 0;
      for (let p = lp[k]; p < lp[k + 1]; p++) {
        const i = rows[p];
        const vr = xr[i] * dr - xi[i] * di;
        const vi = xr[i] * di + xi[i] * dr;
        const multiplier = Math.abs(vr) + Math.abs(vi);
        if (multiplier > largest) largest = multiplier;
        lr[p] = vr;
        li[p] = vi;
        xr[i] = xi[i] = 0;
      }
      if (!(largest * refactorPreference <= 1) || !isUsableInverse(reciprocal)) {
        xr.fill(0);
        xi.fill(0);
        return k;
      }
    }
    return -1;
  }

  /** d(k) ← 1/(x + i·y), scaled by the size of the pivot so that squares cannot overflow. Returns 1/size. */
  private invert(k: number, x: number, y: number): number {
    const reciprocal = 1 / (Math.abs(x) + Math.abs(y));
    const a = x * reciprocal;
    const b = y * reciprocal;
    const scale = reciprocal / (a * a + b * b);
    this.dr[k] = a * scale;
    this.di[k] = -b * scale;
    return reciprocal;
  }
}

/** x ← x − (one column of a factor)·(ar + i·ai) */
function subtract(
  xr: Float64Array,
  xi: Float64Array,
  vr: Float64Array,
  vi: Float64Array,
  rows: Int32Array,
  p: number,
  end: number,
  ar: number,
  ai: number,
): void {
  for (; p < end; p++) {
    const i = rows[p];
    const re = vr[p];
    const im = vi[p];
    xr[i] -= re * ar - im * ai;
    xi[i] -= re * ai + im * ar;
  }
}

/** x ← x − (two columns of L with equal patterns)·(a, b); the rows are those of the second, from p1 on. */
function subtractTwo(
  xr: Float64Array,
  xi: Float64Array,
  vr: Float64Array,
  vi: Float64Array,
  rows: Int32Array,
  p0: number,
  p1: number,
  end: number,
  ar: number,
  ai: number,
  br: number,
  bi: number,
): void {
  for (; p1 < end; p0++, p1++) {
    const i = rows[p1];
    const r0 = vr[p0];
    const i0 = vi[p0];
    const r1 = vr[p1];
    const i1 = vi[p1];
    xr[i] = xr[i] - r0 * ar + i0 * ai - r1 * br + i1 * bi;
    xi[i] = xi[i] - r0 * ai - i0 * ar - r1 * bi - i1 * br;
  }
}
