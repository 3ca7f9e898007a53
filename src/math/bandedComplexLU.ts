/**
 * Banded LU factorisation of a complex matrix with row interchanges, real and imaginary parts apart, in place.
 *
 * Source   as bandedLU.ts, same layout for each part
 * Legend   size of a pivot: |re| + |im|, which is within √2 of the modulus and cheaper
 */
import { bandReach, loadBand } from "./bandedLU.ts";
import { isUsableInverse } from "./denseLU.ts";
import type { ComplexFactorization, FactorizationSnapshot } from "./factorization.ts";

export class BandedComplexLU implements ComplexFactorization {
  readonly size: number;
  private readonly ml: number;
  private readonly mu: number;
  private readonly re: Float64Array;
  private readonly im: Float64Array;
  private readonly pivots: Int32Array;
  private reach: number;

  constructor(size: number, lower: number, upper: number) {
    this.size = size;
    this.ml = lower;
    this.mu = upper;
    this.re = new Float64Array((2 * lower + upper + 1) * size);
    this.im = new Float64Array((2 * lower + upper + 1) * size);
    this.pivots = new Int32Array(size);
    this.reach = upper;
  }

  factor(re: Float64Array, im: Float64Array): number {
    loadBand(this.re, re, this.size, this.ml, this.mu);
    loadBand(this.im, im, this.size, this.ml, this.mu);
    const singular = factorBandedComplexLU(this.re, this.im, this.pivots, this.size, this.ml, this.mu);
    this.reach = bandReach(this.pivots, this.size, this.ml, this.mu);
    return singular;
  }

  solve(re: Float64Array, im: Float64Array): void {
    solveBandedComplexLU(re, im, this.re, this.im, this.pivots, this.size, this.ml, this.mu, this.reach);
  }

  save(): FactorizationSnapshot {
    return {
      re: this.re.slice(),
      im: this.im.slice(),
      pivots: this.pivots.slice(),
      reach: Int32Array.of(this.reach),
    };
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.re.set(snapshot["re"]!);
    this.im.set(snapshot["im"]!);
    this.pivots.set(snapshot["pivots"]!);
    this.reach = snapshot["reach"]![0];
  }
}

/** re + i·im ← factors. Returns −1, or the first column without a usable pivot; the factors are useless then. */
function factorBandedComplexLU(
  re: Float64Array,
  im: Float64Array,
  pivots: Int32Array,
  n: number,
  ml: number,
  mu: number,
): number {
  const ld = 2 * ml + mu + 1;
  const stride = ld - 1; // from a(i, j) to a(i, j + 1)
  let lastColumn = 0; // last column that a row of the pivots so far reaches
  for (let k = 0; k < n; k++) {
    const d = ml + mu + ld * k;
    const rows = Math.min(ml, n - 1 - k);

    let p = 0;
    let largest = 0;
    for (let i = 0; i <= rows; i++) {
      const size = Math.abs(re[d + i]) + Math.abs(im[d + i]);
      if (size > largest) {
        largest = size;
        p = i;
      }
    }
    pivots[k] = k + p;
    const reciprocal = 1 / largest;
    if (!isUsableInverse(reciprocal)) return k;

    const end = Math.min(k + mu + p, n - 1);
    if (end > lastColumn) lastColumn = end;
    const width = lastColumn - k;
    if (p !== 0) {
      for (let j = 0, at = d; j <= width; j++, at += stride) {
        const hr = re[at];
        const hi = im[at];
        re[at] = re[at + p];
        im[at] = im[at + p];
        re[at + p] = hr;
        im[at + p] = hi;
      }
    }

    // 1/(x + i·y) with x and y scaled by the size of the pivot: their squares cannot overflow
    const x = re[d] * reciprocal;
    const y = im[d] * reciprocal;
    const scale = reciprocal / (x * x + y * y);
    const ir = x * scale;
    const ii = -y * scale;
    re[d] = ir;
    im[d] = ii;
    for (let i = 1; i <= rows; i++) {
      const lr = re[d + i];
      const li = im[d + i];
      re[d + i] = lr * ir - li * ii;
      im[d + i] = lr * ii + li * ir;
    }

    for (let j = 1, at = d + stride; j <= width; j++, at += stride) {
      const ur = re[at];
      const ui = im[at];
      if (ur === 0 && ui === 0) continue;
      for (let i = 1; i <= rows; i++) {
        const lr = re[d + i];
        const li = im[d + i];
        re[at + i] -= lr * ur - li * ui;
        im[at + i] -= lr * ui + li * ur;
      }
    }
  }
  return -1;
}

/** b ← A⁻¹·b with the factors of A. */
function solveBandedComplexLU(
  bre: Float64Array,
  bim: Float64Array,
  re: Float64Array,
  im: Float64Array,
  pivots: Int32Array,
  n: number,
  ml: number,
  mu: number,
  reach: number,
): void {
  const ld = 2 * ml + mu + 1;
  for (let k = 0, d = ml + mu; k < n - 1; k++, d += ld) {
    const rows = Math.min(ml, n - 1 - k);
    const p = pivots[k];
    const xr = bre[p];
    const xi = bim[p];
    if (p !== k) {
      bre[p] = bre[k];
      bim[p] = bim[k];
      bre[k] = xr;
      bim[k] = xi;
    }
    for (let i = 1; i <= rows; i++) {
      const lr = re[d + i];
      const li = im[d + i];
      bre[k + i] -= lr * xr - li * xi;
      bim[k + i] -= lr * xi + li * xr;
    }
  }
  for (let k = n - 1, d = ml + mu + ld * (n - 1); k >= 0; k--, d -= ld) {
    const xr = bre[k] * re[d] - bim[k] * im[d];
    const xi = bre[k] * im[d] + bim[k] * re[d];
    bre[k] = xr;
    bim[k] = xi;
    const rows = Math.min(reach, k);
    for (let i = 1; i <= rows; i++) {
      const ur = re[d - i];
      const ui = im[d - i];
      bre[k - i] -= ur * xr - ui * xi;
      bim[k - i] -= ur * xi + ui * xr;
    }
  }
}
