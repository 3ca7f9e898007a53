/**
 * Uncertain numbers that are wrong together: their correlation matrix, and samples that have it.
 *
 * Source   [Golub2013] sec. 4.2 (Cholesky); [Iman1982] normal scores: x_k = F_k⁻¹(Φ((L·z)_k)), z independent and normal
 */

import { RattlebackError } from "../../errors/rattlebackError.ts";
import * as elementary from "../../math/elementary.ts";
import { normalProbability, normalQuantile } from "../normalDistribution.ts";

/** Two names and their correlation. */
export type Correlation = readonly [first: string, second: string, correlation: number];

/** Row by row; `cholesky` refuses correlations that contradict each other. */
export function correlationMatrix(names: readonly string[], correlations: readonly Correlation[]): Float64Array {
  const n = names.length;
  const R = new Float64Array(n * n);
  for (let k = 0; k < n; k++) R[k * n + k] = 1;
  if (!Array.isArray(correlations) || !correlations.every((own) => Array.isArray(own)))
    throw correlationError("The correlations are not a list of lists.", '[["R1", "R2", 0.9]]');
  for (const [first, second, value] of correlations) {
    const [i, j] = [names.indexOf(first), names.indexOf(second)];
    if (i < 0 || j < 0)
      throw correlationError(
        `"${i < 0 ? first : second}" is correlated, but not uncertain.`,
        "one of the uncertain parameters",
      );
    if (!(Math.abs(value) <= 1) || i === j)
      throw correlationError(
        `The correlation of ${first} and ${second} is ${value}.`,
        "a number from −1 to 1, of two parameters",
      );
    R[i * n + j] = value;
    R[j * n + i] = value;
  }
  return R;
}

/** Lower triangle L with L·Lᵀ = R, or an error where there is none; perfectly correlated numbers share a column. */
export function cholesky(R: Float64Array, n: number): Float64Array {
  const L = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    let diagonal = R[j * n + j]!;
    for (let k = 0; k < j; k++) diagonal -= elementary.square(L[j * n + k]!);
    if (diagonal < -1e-12)
      throw correlationError(
        "The correlations contradict each other.",
        "what follows the same number closely follows each other: 1 + 2abc ≥ a² + b² + c² for any three correlations a, b, c",
      );
    const root = Math.sqrt(Math.max(0, diagonal));
    L[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let sum = R[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= L[i * n + k]! * L[j * n + k]!;
      if (root > 1e-9) L[i * n + j] = sum / root;
      else if (Math.abs(sum) > 1e-9)
        throw correlationError(
          "The correlations contradict each other.",
          "what is perfectly correlated is correlated with others alike",
        );
    }
  }
  return L;
}

/** A point of the unit cube, independent before, correlated after. */
export function correlatePoint(point: Float64Array, L: Float64Array, scratch: Float64Array): void {
  const n = point.length;
  for (let k = 0; k < n; k++) scratch[k] = normalQuantile(Math.min(1 - 1e-16, Math.max(1e-300, point[k]!)));
  for (let i = n - 1; i >= 0; i--) {
    let sum = 0;
    for (let k = 0; k <= i; k++) sum += L[i * n + k]! * scratch[k]!;
    point[i] = normalProbability(sum);
  }
}

function correlationError(what: string, hint: string): RattlebackError {
  return new RattlebackError("E-DISTRIBUTION", what, { path: "options.correlations", hint });
}
