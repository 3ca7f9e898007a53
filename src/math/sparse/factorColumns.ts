/**
 * What the columns of sparse triangular factors do to one vector, and to four at a time.
 *
 * Legend   see sparsePattern.ts;   lx, ux  values of L and U;   inverse[k]  1 / u(k, k);   p … end  places of a column's entries
 */
import type { SparsePattern } from "./sparsePattern.ts";

/** x ← L⁻¹·x, rows in pivot order. */
export function solveLower(x: Float64Array, lx: Float64Array, pattern: SparsePattern, n: number): void {
  const { lp, li, chain } = pattern;
  for (let k = 0; k < n; ) {
    if (chain[k] >= 3) {
      const p0 = lp[k];
      const p1 = lp[k + 1];
      const p2 = lp[k + 2];
      const p3 = lp[k + 3];
      const x0 = x[k];
      const x1 = x[k + 1] - lx[p0] * x0;
      const x2 = x[k + 2] - lx[p0 + 1] * x0 - lx[p1] * x1;
      const x3 = x[k + 3] - lx[p0 + 2] * x0 - lx[p1 + 1] * x1 - lx[p2] * x2;
      x[k + 1] = x1;
      x[k + 2] = x2;
      x[k + 3] = x3;
      subtractFour(x, lx, li, p0 + 3, p1 + 2, p2 + 1, p3, lp[k + 4], x0, x1, x2, x3);
      k += 4;
    } else {
      subtractOne(x, lx, li, lp[k], lp[k + 1], x[k]);
      k++;
    }
  }
}

/** x ← U⁻¹·x, rows in pivot order. */
export function solveUpper(
  x: Float64Array,
  ux: Float64Array,
  inverse: Float64Array,
  pattern: SparsePattern,
  n: number,
): void {
  const { up, ui } = pattern;
  for (let k = n - 1; k >= 0; k--) {
    const xk = x[k] * inverse[k];
    x[k] = xk;
    subtractOne(x, ux, ui, up[k], up[k + 1], xk);
  }
}

/** x ← U⁻¹·L⁻¹·x for four vectors, of which x has one number each in turn. */
export function solveFour(
  x: Float64Array,
  lx: Float64Array,
  ux: Float64Array,
  inverse: Float64Array,
  pattern: SparsePattern,
  n: number,
): void {
  const { lp, li, up, ui } = pattern;
  for (let k = 0, at = 0; k < n; k++, at += 4)
    subtractOneOfFour(x, lx, li, lp[k], lp[k + 1], x[at], x[at + 1], x[at + 2], x[at + 3]);
  for (let k = n - 1, at = 4 * k; k >= 0; k--, at -= 4) {
    const inv = inverse[k];
    const u0 = x[at] * inv;
    const u1 = x[at + 1] * inv;
    const u2 = x[at + 2] * inv;
    const u3 = x[at + 3] * inv;
    x[at] = u0;
    x[at + 1] = u1;
    x[at + 2] = u2;
    x[at + 3] = u3;
    subtractOneOfFour(x, ux, ui, up[k], up[k + 1], u0, u1, u2, u3);
  }
}

/** x ← x − (one column of a factor)·u for four vectors. */
function subtractOneOfFour(
  x: Float64Array,
  v: Float64Array,
  rows: Int32Array,
  p: number,
  end: number,
  u0: number,
  u1: number,
  u2: number,
  u3: number,
): void {
  for (; p < end; p++) {
    const at = 4 * rows[p];
    const value = v[p];
    x[at] -= value * u0;
    x[at + 1] -= value * u1;
    x[at + 2] -= value * u2;
    x[at + 3] -= value * u3;
  }
}

/** (One column of a factor)ᵀ·x */
export function columnProduct(x: Float64Array, v: Float64Array, rows: Int32Array, p: number, end: number): number {
  let sum = 0;
  for (; p < end; p++) sum += v[p] * x[rows[p]];
  return sum;
}

/** x ← x − (one column of a factor)·u */
export function subtractOne(
  x: Float64Array,
  v: Float64Array,
  rows: Int32Array,
  p: number,
  end: number,
  u: number,
): void {
  for (; p < end; p++) x[rows[p]] -= v[p] * u;
}

/** x ← x − (two columns of L with equal patterns)·(u0, u1); the rows are those of the second, from p1 on. */
export function subtractTwo(
  x: Float64Array,
  lx: Float64Array,
  li: Int32Array,
  p0: number,
  p1: number,
  end: number,
  u0: number,
  u1: number,
): void {
  for (; p1 < end; p0++, p1++) {
    const i = li[p1];
    x[i] = x[i] - lx[p0] * u0 - lx[p1] * u1;
  }
}

/** The same for four columns. */
export function subtractFour(
  x: Float64Array,
  lx: Float64Array,
  li: Int32Array,
  p0: number,
  p1: number,
  p2: number,
  p3: number,
  end: number,
  u0: number,
  u1: number,
  u2: number,
  u3: number,
): void {
  for (; p3 < end; p0++, p1++, p2++, p3++) {
    const i = li[p3];
    x[i] = x[i] - lx[p0] * u0 - lx[p1] * u1 - lx[p2] * u2 - lx[p3] * u3;
  }
}
