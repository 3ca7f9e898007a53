/**
 * First step of a multistep method, which starts at order 1: h such that the estimated local error
 * h²/2·y'' equals the tolerance, found by a short iteration because y'' itself is a difference over h.
 *
 * Source   [Hindmarsh2005] sec. 2.1 (h₀ = ½·√(2/‖y''‖), geometric mean of its bounds as first guess)
 */
import type { RightHandSide } from "../rightHandSide.ts";
import type { Attempt } from "./attempt.ts";

/** Lower bound: 100 roundoff units of the time scale. */
const lowerBoundFactor = 100;
/** Upper bound: a tenth of the interval, and a change of y of at most a tenth of itself. */
const upperBoundFactor = 0.1;
const safety = 0.5;
const maximumIterations = 4;

/**
 * Signed first step from t towards tLimit. `f` = f(t, y); `trial` and the correction of `attempt` are scratch.
 * Returns 0 when the right-hand side is not finite for any step tried.
 */
export function estimateInitialStep(
  rhs: RightHandSide,
  t: number,
  tLimit: number,
  y: Float64Array,
  f: Float64Array,
  attempt: Attempt,
  trial: Float64Array,
): number {
  const { weights: w, correction: fTrial } = attempt;
  const n = y.length;
  const distance = Math.abs(tLimit - t);
  const direction = tLimit > t ? 1 : -1;
  const lower = lowerBoundFactor * Number.EPSILON * Math.max(Math.abs(t), Math.abs(tLimit));
  let fastest = 0;
  for (let i = 0; i < n; i++) {
    fastest = Math.max(fastest, Math.abs(f[i]) / (upperBoundFactor * Math.abs(y[i]) + 1 / w[i]));
  }
  let upper = upperBoundFactor * distance;
  if (upper * fastest > 1) upper = 1 / fastest;
  let guess = Math.sqrt(lower * upper);
  if (upper < lower) return direction * Math.min(lower, distance);

  let usable = guess;
  let isSettled = false;
  for (let count = 1; ; count++) {
    // y'' ≈ (f(t + h, y + h·f) − f) / h, with h reduced while f is not finite there.
    let isUsable = false;
    for (let trials = 0; trials < maximumIterations && !isUsable; trials++) {
      const h = direction * guess;
      for (let i = 0; i < n; i++) trial[i] = y[i] + h * f[i];
      isUsable = rhs.evaluate(t + h, trial, fTrial);
      if (!isUsable) guess *= 0.2;
    }
    if (!isUsable) {
      if (count <= 2) return 0;
      break;
    }
    usable = guess;
    if (isSettled || count === maximumIterations) break;
    for (let i = 0; i < n; i++) fTrial[i] = (fTrial[i] - f[i]) / guess;
    const curvature = attempt.norm(fTrial);
    const next = curvature * upper * upper > 2 ? Math.sqrt(2 / curvature) : Math.sqrt(guess * upper);
    const ratio = next / guess;
    isSettled = (ratio > 0.5 && ratio < 2) || (count > 1 && ratio > 2);
    if (!(count > 1 && ratio > 2)) guess = next;
  }
  return direction * Math.min(Math.max(safety * usable, lower), upper);
}
