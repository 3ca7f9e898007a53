/**
 * Quantiles of Student's t distribution, for confidence intervals of few data.
 *
 * Source   [Abramowitz1964] 26.7.1 (by the incomplete beta function), 26.5.8 (its continued fraction)
 */
import * as elementary from "../../math/elementary.ts";
import { logGamma } from "../logGamma.ts";

/** t with P(T ≤ t) = p. */
export function studentQuantile(p: number, degreesOfFreedom: number): number {
  if (p === 0.5) return 0;
  if (p < 0.5) return -studentQuantile(1 - p, degreesOfFreedom);
  let [low, high] = [0, 1];
  while (studentProbability(high, degreesOfFreedom) < p && high < 1e300) high *= 2;
  for (let k = 0; k < 200 && high - low > 1e-14 * high; k++) {
    const middle = (low + high) / 2;
    if (studentProbability(middle, degreesOfFreedom) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** P(T ≤ t) for t ≥ 0. */
function studentProbability(t: number, n: number): number {
  return 1 - 0.5 * incompleteBeta(n / (n + t * t), n / 2, 0.5);
}

/** I_x(a, b). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const factor = elementary.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * elementary.log(x) + b * elementary.log1p(-x),
  );
  if (x > (a + 1) / (a + b + 2)) return 1 - (factor / b) * fraction(1 - x, b, a);
  return (factor / a) * fraction(x, a, b);
}

/** By the rule of Lentz, as modified by Thompson and Barnett. */
function fraction(x: number, a: number, b: number): number {
  const tiny = 1e-300;
  let [c, d] = [1, 1 / nonZero(1 - ((a + b) * x) / (a + 1))];
  let value = d;
  for (let m = 1; m < 500; m++) {
    for (const term of [
      (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m)),
      (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1)),
    ]) {
      d = 1 / nonZero(1 + term * d);
      c = nonZero(1 + term / c);
      value *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return value;

  function nonZero(y: number): number {
    return Math.abs(y) < tiny ? tiny : y;
  }
}
