/**
 * Slopes at the points of a table, from which cubics follow.
 *
 * Source   [Akima1970]; [FritschButland1984]; [Steffen1990]; modified Akima weights: [Moler2019]
 *
 *     d_i = (y_{i+1} − y_i)/h_i,   two more at each end: d_{−1} = 2d_0 − d_1, d_{−2} = 3d_0 − 2d_1
 *
 *     Akima             s = (w_r·d_l + w_l·d_r)/(w_l + w_r),  w_r = |d_rr − d_r|,  w_l = |d_l − d_ll|;  mean where both are 0
 *     modified Akima    weights |d_rr − d_r| + ½|d_rr + d_r|, the same on the left;  0 where both are 0
 *     Fritsch–Butland   3(h_l + h_r)/((h_l + 2h_r)/d_l + (h_r + 2h_l)/d_r), 0 at extrema
 *     Steffen           the parabola's slope, at most twice the smaller difference, 0 at extrema
 *
 * Legend   h_i   x_{i+1} − x_i
 *          l, r  the interval to the left and to the right; ll, rr  the ones beyond them
 */
import { smoothness } from "./kinds.ts";

/** One slope per point. At least two points, x increases strictly. */
export function tableSlopes(x: ArrayLike<number>, y: ArrayLike<number>, kind: number): Float64Array {
  const n = x.length;
  const d = new Float64Array(n - 1);
  for (let i = 0; i + 1 < n; i++) d[i] = (y[i + 1]! - y[i]!) / (x[i + 1]! - x[i]!);
  if (n === 2) return Float64Array.of(d[0]!, d[0]!);
  if (kind === smoothness.akima || kind === smoothness.modifiedAkima) return akima(d, kind);
  const s = new Float64Array(n);
  s[0] = d[0]!;
  s[n - 1] = d[n - 2]!;
  const inner = kind === smoothness.fritschButland ? fritschButland : steffen;
  for (let i = 1; i + 1 < n; i++) s[i] = inner(x[i]! - x[i - 1]!, x[i + 1]! - x[i]!, d[i - 1]!, d[i]!);
  return s;
}

function akima(d: Float64Array, kind: number): Float64Array {
  const n = d.length;
  const wide = new Float64Array(n + 4);
  wide.set(d, 2);
  wide[1] = 2 * d[0]! - d[1]!;
  wide[0] = 3 * d[0]! - 2 * d[1]!;
  wide[n + 2] = 2 * d[n - 1]! - d[n - 2]!;
  wide[n + 3] = 3 * d[n - 1]! - 2 * d[n - 2]!;
  const s = new Float64Array(n + 1);
  for (let i = 0; i <= n; i++) s[i] = akimaSlope(wide[i]!, wide[i + 1]!, wide[i + 2]!, wide[i + 3]!, kind);
  return s;
}

/** Slope at a point between the differences l and r, with the ones beyond them. */
function akimaSlope(ll: number, l: number, r: number, rr: number, kind: number): number {
  const isModified = kind === smoothness.modifiedAkima;
  const right = Math.abs(rr - r) + (isModified ? Math.abs(rr + r) / 2 : 0);
  const left = Math.abs(l - ll) + (isModified ? Math.abs(l + ll) / 2 : 0);
  const sum = left + right;
  if (sum > 0) return l + (left / sum) * (r - l);
  return isModified ? 0 : (l + r) / 2;
}

function fritschButland(hl: number, hr: number, dl: number, dr: number): number {
  if (dl * dr <= 0) return 0;
  return (3 * (hl + hr)) / ((hl + 2 * hr) / dl + (hr + 2 * hl) / dr);
}

function steffen(hl: number, hr: number, dl: number, dr: number): number {
  if (dl * dr <= 0) return 0;
  const parabola = (dl * hr + dr * hl) / (hl + hr);
  const smaller = Math.min(Math.abs(dl), Math.abs(dr));
  return Math.abs(parabola) / 2 > smaller ? 2 * Math.sign(dl) * smaller : parabola;
}
