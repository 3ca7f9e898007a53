/**
 * What distinguishes one family of linear multistep methods from another, in Nordsieck form with
 * variable step: the corrector polynomial, the error constants, and how the history changes with the order.
 *
 * Source   [Hindmarsh2005] sec. 2.1, [Jackson1980], [Byrne1975]
 * Legend   q      order
 *          h      step being tried;  τ_k  the k-th last accepted step (tau[1] the newest)
 *          l_j    coefficients of the corrector polynomial Λ(x) = Σ l_j x^j, l_0 = 1
 *          tq     test quantities: tq[1], tq[2], tq[3] scale the error estimates of order q−1, q, q+1;
 *                 tq[4] is the tolerance of the nonlinear iteration, tq[5] scales the change of the correction
 */
import type { StepInside } from "../integrator.ts";

export class Coefficients {
  readonly l: Float64Array;
  readonly tq = new Float64Array(6);
  /** Scratch of the Adams coefficients. */
  readonly m: Float64Array;

  constructor(maximumOrder: number) {
    this.l = new Float64Array(maximumOrder + 2);
    this.m = new Float64Array(maximumOrder + 2);
  }
}

export interface MultistepFamily {
  readonly inside: StepInside;
  readonly maximumOrder: number;
  /** The steps are controlled with tolerances smaller by this factor, so that the end result keeps them. */
  readonly toleranceSafety: number;
  /**
   * A further factor for the first steps, which have low order and make the largest errors, once per event. It costs
   * two or three steps; over 50 bounces of a ball the error of the impact times falls by a factor of 100.
   */
  readonly startupSafety: number;
  /** Bound of the nonlinear iteration error relative to the local error: tq[4] = nonlinearFraction / tq[2]. */
  readonly nonlinearFraction: number;
  /** Growth of the step below this ratio is not worth a new factorisation. */
  readonly worthwhileGrowth: number;
  /** Sets l and tq for order q and step h. tq[1] and tq[3] only when `beforeOrderChange`. */
  setCoefficients(c: Coefficients, q: number, h: number, tau: Float64Array, beforeOrderChange: boolean): void;
  /** Appends column q+1 to the history z. `correction` is the correction of the last step. */
  increaseOrder(
    c: Coefficients,
    z: Float64Array[],
    q: number,
    h: number,
    tau: Float64Array,
    correction: Float64Array,
  ): void;
  /** Takes column q out of the history z. */
  decreaseOrder(c: Coefficients, z: Float64Array[], q: number, h: number, tau: Float64Array): void;
}
