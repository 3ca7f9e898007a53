/**
 * Which order promises the largest next step.
 *
 * Source   [Hindmarsh2005] sec. 2.1
 *          η = 1 / ( (b·error)^{1/(p+1)} + 10⁻⁶ )   for the error estimate of order p, with bias b
 */

import * as elementary from "../../math/elementary.ts";

const biasLower = 6;
const biasSame = 6;
const biasHigher = 10;
const addition = 1e-6;

/** Largest useful step ratio at an order, where stability limits it. */
export type RatioLimit = (order: number) => number;

export class OrderChoice {
  /** Weighted error estimate of order q − 1; NaN when that order is not available. */
  lowerError = Number.NaN;
  /** Weighted error estimate of order q + 1; NaN when that order is not available. */
  higherError = Number.NaN;
  order = 1;
  η = 1;
}

/** Step ratio that the present order allows; `exponent` = q + 1. */
export function stepRatio(errorRatio: number, exponent: number): number {
  return 1 / (elementary.pow(biasSame * errorRatio, 1 / exponent) + addition);
}

/** Sets order and η of the best of q − 1, q, q + 1; the present order wins ties. */
export function chooseOrder(choice: OrderChoice, q: number, errorRatio: number, limit: RatioLimit): void {
  choice.order = q;
  choice.η = Math.min(stepRatio(errorRatio, q + 1), limit(q));
  const ηLower = Math.min(1 / (elementary.pow(biasLower * choice.lowerError, 1 / q) + addition), limit(q - 1));
  const ηHigher = Math.min(1 / (elementary.pow(biasHigher * choice.higherError, 1 / (q + 2)) + addition), limit(q + 1));
  if (ηLower > choice.η) {
    choice.order = q - 1;
    choice.η = ηLower;
  }
  if (ηHigher > choice.η) {
    choice.order = q + 1;
    choice.η = ηHigher;
  }
}
