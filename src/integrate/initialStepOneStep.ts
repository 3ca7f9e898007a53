/**
 * First step of a one-step method: small enough that neither the derivative nor its change over the step upsets the
 * error test.
 *
 * Source   [Hairer1993] sec. II.4, algorithm for the starting step size
 * Law      h₀ = 0.01·‖y‖/‖f‖,   y₁ = y + h₀·f,   D = ‖f(t + h₀, y₁) − f‖ / h₀
 *          h = min( 100·h₀ , (0.01 / max(‖f‖, D))^(1/(p+1)) )
 * Legend   ‖·‖  weighted RMS norm, 1 means the tolerance;   p  order of the method
 * Deviation: where ‖y‖ < 1 (a start at zero) the trial step moves by 0.01 tolerances instead of lasting a fixed 1e-6
 *          units of time; and it is at most a thousandth of the way to the limit, so that a system at rest wakes up.
 */
import * as elementary from "../math/elementary.ts";
import { weightedNorm } from "./errorWeights.ts";
import type { RightHandSide } from "./rightHandSide.ts";

const trialShrinks = 20;

/**
 * Step size > 0, at most reach/10. f is evaluated once or, where it is not finite, nearer and nearer to t.
 * `work` and `fWork` are scratch.
 */
export function initialStepSize(
  rhs: RightHandSide,
  t: number,
  y: Float64Array,
  f: Float64Array,
  weights: Float64Array,
  direction: number,
  reach: number,
  order: number,
  work: Float64Array,
  fWork: Float64Array,
): number {
  const n = y.length;
  const rate = weightedNorm(f, weights);
  let h = trialStepSize(y, weights, rate, reach);
  let change = 0;
  for (let attempt = 0; attempt < trialShrinks; attempt++) {
    for (let i = 0; i < n; i++) work[i] = y[i] + direction * h * f[i];
    rhs.evaluate(t + direction * h, work, fWork);
    for (let i = 0; i < n; i++) fWork[i] -= f[i];
    change = weightedNorm(fWork, weights) / h;
    if (Number.isFinite(change)) break;
    change = 0;
    h *= 0.1;
  }
  const fastest = Math.max(rate, change);
  return Math.min(100 * h, elementary.pow(0.01 / fastest, 1 / (order + 1)));
}

/** h₀ for a derivative of weighted norm `rate`. */
export function trialStepSize(y: Float64Array, weights: Float64Array, rate: number, reach: number): number {
  return Math.min((0.01 * Math.max(1, weightedNorm(y, weights))) / rate, 0.001 * reach);
}
