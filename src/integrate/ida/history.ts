/**
 * The past of the solution as modified divided differences, and what is computed from it vector by vector.
 *
 * Source   [Brenan1996] sec. 5.2.1 (predictor), 5.2.4 (update and interpolation)
 *          φ_i  modified divided differences after the last accepted step, φ_0 = y_n;   φ*_i = β_i·φ_i
 *          predictor       y⁰ = Σ φ*_i,   y'⁰ = Σ γ_i·φ*_i                           (i = 0 … k)
 *          accepted step   φ_k ← φ*_k + e,   φ_i ← φ*_i + φ_{i+1}  for i = k − 1 … 0,   φ_{k+1} ← e
 *          interpolant     φ_0 + Σ φ_i · Π_{j<i} (d + ψ_{j−1}) / ψ_j,   ψ_{−1} = 0,  d = t − t_n
 * Legend   e  correction y − y⁰ of the attempt,  k  order,  w  weights of the norm
 */

/** y ← y⁰, yp ← y'⁰. */
export function predict(
  y: Float64Array,
  yp: Float64Array,
  phi: readonly Float64Array[],
  beta: Float64Array,
  gamma: Float64Array,
  k: number,
): void {
  const n = y.length;
  y.set(phi[0]);
  yp.fill(0);
  for (let j = 1; j <= k; j++) {
    const p = phi[j];
    const b = beta[j];
    const g = gamma[j];
    for (let i = 0; i < n; i++) {
      const star = b * p[i];
      y[i] += star;
      yp[i] += g * star;
    }
  }
}

/** φ of the accepted step from e. */
export function advance(phi: readonly Float64Array[], beta: Float64Array, e: Float64Array, k: number): void {
  const n = e.length;
  if (k + 1 < phi.length) phi[k + 1].set(e);
  let above = e;
  for (let j = k; j >= 0; j--) {
    const p = phi[j];
    const b = beta[j];
    for (let i = 0; i < n; i++) p[i] = b * p[i] + above[i];
    above = p;
  }
}

/** ‖e + φ*_k‖: times σ_{k−1} the error of order k − 1. */
export function normOneLower(e: Float64Array, w: Float64Array, phiK: Float64Array, betaK: number): number {
  const n = e.length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const x = (e[i] + betaK * phiK[i]) * w[i];
    sum += x * x;
  }
  return Math.sqrt(sum / n);
}

/** ‖e + φ*_k + φ*_{k−1}‖: times σ_{k−2} the error of order k − 2. */
export function normTwoLower(
  e: Float64Array,
  w: Float64Array,
  phiK: Float64Array,
  betaK: number,
  phiLower: Float64Array,
  betaLower: number,
): number {
  const n = e.length;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const x = (e[i] + betaK * phiK[i] + betaLower * phiLower[i]) * w[i];
    sum += x * x;
  }
  return Math.sqrt(sum / n);
}

/** ‖e − φ*_{k+1}‖: times σ_{k+1} the error of order k + 1. */
export function normOneHigher(e: Float64Array, w: Float64Array, phiHigher: Float64Array, betaHigher: number): number {
  return normOneLower(e, w, phiHigher, -betaHigher);
}

/** out ← polynomial through the last k + 1 points, at t_n + d. */
export function interpolateHistory(
  out: Float64Array,
  phi: readonly Float64Array[],
  psi: Float64Array,
  k: number,
  d: number,
): void {
  const n = out.length;
  out.set(phi[0]);
  let factor = 1;
  for (let j = 0; j < k; j++) {
    factor *= (j === 0 ? d : d + psi[j - 1]) / psi[j];
    const p = phi[j + 1];
    for (let i = 0; i < n; i++) out[i] += factor * p[i];
  }
}

/** out ← derivative of the same polynomial. */
export function differentiateHistory(
  out: Float64Array,
  phi: readonly Float64Array[],
  psi: Float64Array,
  k: number,
  d: number,
): void {
  const n = out.length;
  out.fill(0);
  let factor = 1;
  let slope = 0;
  for (let j = 0; j < k; j++) {
    const ratio = (j === 0 ? d : d + psi[j - 1]) / psi[j];
    slope = slope * ratio + factor / psi[j];
    factor *= ratio;
    const p = phi[j + 1];
    for (let i = 0; i < n; i++) out[i] += slope * p[i];
  }
}
