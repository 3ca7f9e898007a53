/**
 * Interpolants in the basis of products of θ and 1 − θ in turns, which keeps both ends exact and cancellation small.
 *
 * Source   [Hairer1993] sec. II.6 and II.10
 * Law      y(θ) = y₀ + θ·(F₀ + (1−θ)·(F₁ + θ·(F₂ + (1−θ)·(F₃ + …))))
 * Legend   F   flat, F_r of component i at F[r·n + i];   terms   number of F_r
 */

/** out ← y(θ) */
export function evaluateAlternating(
  out: Float64Array,
  y0: Float64Array,
  F: Float64Array,
  terms: number,
  θ: number,
): void {
  const n = out.length;
  if (terms === 4) {
    // as below, written out for the method that interpolates most
    const rest = 1 - θ;
    for (let i = 0; i < n; i++)
      out[i] = y0[i] + θ * (F[i] + rest * (F[n + i] + θ * (F[2 * n + i] + rest * F[3 * n + i])));
    return;
  }
  for (let i = 0; i < n; i++) {
    let v = F[(terms - 1) * n + i];
    for (let r = terms - 2; r >= 0; r--) v = F[r * n + i] + (r % 2 === 0 ? 1 - θ : θ) * v;
    out[i] = y0[i] + θ * v;
  }
}

/** out[k] ← y_i(θ), i = entries[k] */
export function evaluateAlternatingEntries(
  out: Float64Array,
  y0: Float64Array,
  F: Float64Array,
  terms: number,
  θ: number,
  entries: Int32Array,
): void {
  const n = y0.length;
  if (terms === 4) {
    const rest = 1 - θ;
    for (let k = 0; k < entries.length; k++) {
      const i = entries[k];
      out[k] = y0[i] + θ * (F[i] + rest * (F[n + i] + θ * (F[2 * n + i] + rest * F[3 * n + i])));
    }
    return;
  }
  for (let k = 0; k < entries.length; k++) {
    const i = entries[k];
    let v = F[(terms - 1) * n + i];
    for (let r = terms - 2; r >= 0; r--) v = F[r * n + i] + (r % 2 === 0 ? 1 - θ : θ) * v;
    out[k] = y0[i] + θ * v;
  }
}

/** out ← dy/dt = (dy/dθ)/h */
export function evaluateAlternatingDerivative(
  out: Float64Array,
  F: Float64Array,
  terms: number,
  θ: number,
  h: number,
): void {
  const n = out.length;
  for (let i = 0; i < n; i++) {
    let v = F[(terms - 1) * n + i];
    let slope = 0;
    for (let r = terms - 2; r >= 0; r--) {
      if (r % 2 === 0) {
        slope = (1 - θ) * slope - v;
        v = F[r * n + i] + (1 - θ) * v;
      } else {
        slope = θ * slope + v;
        v = F[r * n + i] + θ * v;
      }
    }
    out[i] = (v + θ * slope) / h;
  }
}
