/**
 * Order and step size, from the norms of the error at neighbouring orders.
 *
 * Source   [Brenan1996] sec. 5.2.3–5.2.4, [Hindmarsh2005] sec. 2.3
 *          err_j   estimate of ‖h^{j+1}·y^{(j+1)}‖ / (j + 1):  σ_k·‖e‖ for the order k of the attempt
 *          T_j     (j + 1)·err_j, which falls with j as long as a higher order pays
 *          lower   k > 2: max(T_{k−1}, T_{k−2}) ≤ T_k or T_{k−1} ≤ min(T_k, T_{k+1});   k = 2: T_1 ≤ T_2/10
 *          raise   T_{k+1} < T_k;   k = 1: T_2 < 2·T_1
 *          ratio   η = (16·err + 0.0001)^(−1/(k+1))
 *          start   the order rises and the step doubles with each step until an error, a falling T_j or the highest order
 *
 * Deviation: five changes to the published rules. Their constants, and those of newton.ts, were chosen on 14 problems at
 * 29 tolerances from 1e-3 to 1e-10. Means beside IDA 6.4 at equal tolerances:
 *   problems of the choice     0.81 × the steps, 0.71 × the evaluations, 0.7 digits more (the amplifier alone: 0.16, 0.08)
 *   14 others, y' − f = 0      0.99 × the steps, 0.92 × the evaluations, 0.5 digits more; 24 of 210 runs outside
 *                              1.2 × steps, 1.2 × evaluations, −0.5 digits, seven of them the oscillating beam
 *  - T_{k+1} uses differences scaled for variable steps, so that a raise needs k + 2 steps of one order, not of one size.
 *  - The step grows by min(η, 2) when η ≥ 1.4 and shrinks when η ≤ 0.9 (published: doubles when η ≥ 2, shrinks when
 *    η ≤ 1), and aims at a sixteenth of the tolerance instead of half: steps of even size waste less than coarse doubling.
 *  - After a failure the step does not grow for k + 1 steps, and order 1 is entered only when it is ten times better, and
 *    left unless it is twice better than order 2 (published: twice better, and unless order 2 is twice better). Errors of
 *    algebraic components can cancel at order 1 as long as steps are equal: there the step doubled, failed and halved for
 *    ever. The transistor amplifier took 77 419 of 88 252 steps at order 1 at a tolerance of 1e-8; now 2 of 8 546.
 *  - Order 1 after repeated failures is a new start (ida.ts), not order 1 with the differences of the failed history.
 */
import * as elementary from "../../math/elementary.ts";

export class OrderControl {
  readonly maximumOrder: number;
  /** Order and size for the next attempt. */
  order = 1;
  step = 0;
  /** Order and size of the last accepted step; 0 before the first. */
  orderUsed = 0;
  stepUsed = 0;
  /** True while the order rises with each step. */
  isStartPhase = true;
  /** Accepted steps since the start, and since the last change of order. */
  stepsSinceStart = 0;
  private stepsAtOrder = 0;
  /** Accepted steps until the step may grow again. */
  private stepsUntilGrowth = 0;

  /** Order that the errors of the attempt suggest: its own, or one less. */
  suggested = 1;
  /** Errors of the attempt at its order and at the order below. */
  private error = 0;
  private errorLower = 0;

  constructor(maximumOrder: number) {
    this.maximumOrder = maximumOrder;
  }

  start(): void {
    this.order = 1;
    this.orderUsed = 0;
    this.stepUsed = 0;
    this.isStartPhase = true;
    this.stepsSinceStart = 0;
    this.stepsAtOrder = 0;
    this.stepsUntilGrowth = 0;
  }

  /** Takes the errors of orders k, k − 1, k − 2 (those that exist) of an attempt of order k. */
  estimate(k: number, error: number, errorLower: number, errorTwoLower: number): void {
    const t = (k + 1) * error;
    const tLower = k * errorLower;
    const isLowerBetter =
      k > 2 ? Math.max(tLower, (k - 1) * errorTwoLower) <= t : k === 2 && tLower <= advantageToEnterOrder1 * t;
    this.error = error;
    this.errorLower = errorLower;
    this.suggested = isLowerBetter ? k - 1 : k;
  }

  /** An attempt of order k failed for whatever reason. */
  fail(k: number): void {
    this.isStartPhase = false;
    this.stepsUntilGrowth = k + 1;
  }

  /** Step ratio to try after the first failed error test of a step of order k, for the order that is suggested. */
  ratioAfterFailure(k: number): number {
    const error = this.suggested < k ? this.errorLower : this.error;
    return Math.max(smallestRatioAfterFailure, Math.min(0.9, 0.9 * stepRatio(error, this.suggested)));
  }

  /** Whether the choice after this step will read the error of order k + 1. */
  needsHigherError(k: number): boolean {
    const isRising = this.isStartPhase && this.suggested === k;
    return !isRising && this.suggested === k && k < this.maximumOrder && k === this.orderUsed && this.stepsAtOrder >= k;
  }

  /** The attempt of size h and order k was accepted; `errorHigher` is NaN when it is not known. */
  accept(h: number, k: number, errorHigher: number): void {
    this.stepsAtOrder = k === this.orderUsed ? this.stepsAtOrder + 1 : 0;
    this.stepsSinceStart++;
    this.orderUsed = k;
    this.stepUsed = h;
    if (this.suggested < k || k === this.maximumOrder) this.isStartPhase = false;
    if (this.stepsUntilGrowth > 0) this.stepsUntilGrowth--;
    if (this.isStartPhase) {
      // The first step repeats its size: its history is made up, only the second one knows an error of order 1.
      this.order = this.stepsSinceStart > 1 ? k + 1 : k;
      this.step = this.stepsSinceStart > 1 ? 2 * h : h;
    } else {
      this.chooseOrder(k, errorHigher);
      this.step = h * this.growth(stepRatio(this.error, this.order));
    }
  }

  /** Sets `order`, and `error` to the error of that order. */
  private chooseOrder(k: number, errorHigher: number): void {
    const t = (k + 1) * this.error;
    const tLower = k * this.errorLower;
    const tHigher = (k + 2) * errorHigher;
    const isLower = this.suggested < k || (k > 2 && tLower <= Math.min(t, tHigher));
    const isHigher = !isLower && tHigher < (k === 1 ? t / advantageToStayAtOrder1 : t);
    this.order = isLower ? k - 1 : isHigher ? k + 1 : k;
    if (isLower) this.error = this.errorLower;
    else if (isHigher) this.error = errorHigher;
  }

  private growth(ratio: number): number {
    if (ratio >= worthwhileGrowth) return this.stepsUntilGrowth > 0 ? 1 : Math.min(ratio, largestGrowth);
    return ratio <= necessaryReduction ? Math.max(0.5, ratio) : 1;
  }
}

const advantageToEnterOrder1 = 0.1;
const advantageToStayAtOrder1 = 0.5;
const worthwhileGrowth = 1.4;
const largestGrowth = 2;
const necessaryReduction = 0.9;
const smallestRatioAfterFailure = 0.25;

function stepRatio(error: number, k: number): number {
  return elementary.pow(16 * error + 0.0001, -1 / (k + 1));
}
