/**
 * Dense LU factorisation of a complex matrix with row interchanges, real and imaginary parts apart, in place.
 *
 * Source   as denseLU.ts, with panels of two columns
 * Legend   re, im   n × n, column-major, A = re + i·im; factors as in denseLU.ts, but the diagonal of U holds 1/u(k, k)
 *          size of a pivot: |re| + |im|, which is within √2 of the modulus and cheaper
 */
import { isUsableInverse } from "./denseLU.ts";
import type { ComplexFactorization, FactorizationSnapshot } from "./factorization.ts";

export class DenseComplexLU implements ComplexFactorization {
  readonly size: number;
  private readonly re: Float64Array;
  private readonly im: Float64Array;
  private readonly pivots: Int32Array;

  constructor(size: number) {
    this.size = size;
    this.re = new Float64Array(size * size);
    this.im = new Float64Array(size * size);
    this.pivots = new Int32Array(size);
  }

  factor(re: Float64Array, im: Float64Array): number {
    this.re.set(re);
    this.im.set(im);
    return factorDenseComplexLU(this.re, this.im, this.pivots, this.size);
  }

  solve(re: Float64Array, im: Float64Array): void {
    solveDenseComplexLU(re, im, this.re, this.im, this.pivots, this.size);
  }

  save(): FactorizationSnapshot {
    return { re: this.re.slice(), im: this.im.slice(), pivots: this.pivots.slice() };
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.re.set(snapshot["re"]!);
    this.im.set(snapshot["im"]!);
    this.pivots.set(snapshot["pivots"]!);
  }
}

/**
 * re + i·im ← factors. Returns −1, or the first column without a usable pivot; the factors are useless then. `leading`: so many unknowns are
 * eliminated, as in factorDenseLU().
 */
export function factorDenseComplexLU(
  re: Float64Array,
  im: Float64Array,
  pivots: Int32Array,
  n: number,
  leading = n,
): number {
  for (let k = 0; k < leading; k += 2) {
    const k1 = Math.min(k + 2, leading);
    const singular = factorPanel(re, im, pivots, n, k, k1, leading);
    if (singular >= 0) return singular;
    for (let j = 0; j < k; j++) interchange(re, im, j * n, pivots, k, k1);
    for (let j = k1; j < n; j++) {
      interchange(re, im, j * n, pivots, k, k1);
      if (k1 === k + 2) updateColumn(re, im, n, k, j);
      else subtractColumn(re, im, j * n, re, im, k * n, re[j * n + k], im[j * n + k], k1, n);
    }
  }
  return -1;
}

/** b ← A⁻¹·b with the factors of A. */
export function solveDenseComplexLU(
  bre: Float64Array,
  bim: Float64Array,
  re: Float64Array,
  im: Float64Array,
  pivots: Int32Array,
  n: number,
): void {
  interchange(bre, bim, 0, pivots, 0, n);
  for (let k = 0; k < n - 1; k++) {
    subtractColumn(bre, bim, 0, re, im, k * n, bre[k], bim[k], k + 1, n);
  }
  for (let k = n - 1; k >= 0; k--) {
    const d = k * n + k;
    const xr = bre[k] * re[d] - bim[k] * im[d];
    const xi = bre[k] * im[d] + bim[k] * re[d];
    bre[k] = xr;
    bim[k] = xi;
    subtractColumn(bre, bim, 0, re, im, k * n, xr, xi, 0, k);
  }
}

/** Factors the columns k0 … k1 − 1, rows k0 … n − 1, with pivots among the leading ones. */
function factorPanel(
  re: Float64Array,
  im: Float64Array,
  pivots: Int32Array,
  n: number,
  k0: number,
  k1: number,
  leading: number,
): number {
  for (let k = k0; k < k1; k++) {
    const column = k * n;
    let p = k;
    let largest = 0;
    for (let i = k; i < leading; i++) {
      const size = Math.abs(re[column + i]) + Math.abs(im[column + i]);
      if (size > largest) {
        largest = size;
        p = i;
      }
    }
    pivots[k] = p;
    const reciprocal = 1 / largest;
    if (!isUsableInverse(reciprocal)) return k;
    if (p !== k) {
      for (let j = k0; j < k1; j++) interchange(re, im, j * n, pivots, k, k + 1);
    }

    // 1/(x + i·y) with x and y scaled by the size of the pivot: their squares cannot overflow
    const x = re[column + k] * reciprocal;
    const y = im[column + k] * reciprocal;
    const scale = reciprocal / (x * x + y * y);
    const ir = x * scale;
    const ii = -y * scale;
    re[column + k] = ir;
    im[column + k] = ii;
    for (let i = k + 1; i < n; i++) {
      const lr = re[column + i];
      const li = im[column + i];
      re[column + i] = lr * ir - li * ii;
      im[column + i] = lr * ii + li * ir;
    }
    for (let j = k + 1; j < k1; j++) {
      subtractColumn(re, im, j * n, re, im, column, re[j * n + k], im[j * n + k], k + 1, n);
    }
  }
  return -1;
}

/** Column j receives the updates of the two panel columns that start at k. */
function updateColumn(re: Float64Array, im: Float64Array, n: number, k: number, j: number): void {
  const c = k * n;
  const d = c + n;
  const t = j * n;
  const ur = re[t + k];
  const ui = im[t + k];
  const lr = re[c + k + 1];
  const li = im[c + k + 1];
  const vr = re[t + k + 1] - (lr * ur - li * ui);
  const vi = im[t + k + 1] - (lr * ui + li * ur);
  re[t + k + 1] = vr;
  im[t + k + 1] = vi;
  if (ur === 0 && ui === 0 && vr === 0 && vi === 0) return;

  for (let i = k + 2; i < n; i++) {
    const cr = re[c + i];
    const ci = im[c + i];
    const dr = re[d + i];
    const di = im[d + i];
    re[t + i] = re[t + i] - cr * ur + ci * ui - dr * vr + di * vi;
    im[t + i] = im[t + i] - cr * ui - ci * ur - dr * vi - di * vr;
  }
}

/** v(i) ← v(i) − a(i)·x for i0 ≤ i < i1, v and a starting at the offsets t and c. */
function subtractColumn(
  vre: Float64Array,
  vim: Float64Array,
  t: number,
  re: Float64Array,
  im: Float64Array,
  c: number,
  xr: number,
  xi: number,
  i0: number,
  i1: number,
): void {
  if (xr === 0 && xi === 0) return;
  for (let i = i0; i < i1; i++) {
    const ar = re[c + i];
    const ai = im[c + i];
    vre[t + i] -= ar * xr - ai * xi;
    vim[t + i] -= ar * xi + ai * xr;
  }
}

/** Interchanges k0 … k1 − 1, in order, on the vector that starts at `offset`. */
function interchange(
  re: Float64Array,
  im: Float64Array,
  offset: number,
  pivots: Int32Array,
  k0: number,
  k1: number,
): void {
  for (let k = k0; k < k1; k++) {
    const p = pivots[k];
    if (p === k) continue;
    const hr = re[offset + k];
    const hi = im[offset + k];
    re[offset + k] = re[offset + p];
    im[offset + k] = im[offset + p];
    re[offset + p] = hr;
    im[offset + p] = hi;
  }
}
