/**
 * The contract that every method fulfils, so that the driver, the root finder and the event
 * handling know only this page.
 *
 *  1. An integrator is created at (t, y) and owns all memory it will ever need; step() does not allocate.
 *  2. step(tLimit) makes exactly one accepted step from t towards tLimit, never past it, and never evaluates
 *     the right-hand side past it. When the remaining distance is within reach the step ends exactly at tLimit.
 *  3. Rejected attempts are invisible but for the statistics: t, y and the interpolant belong to the last accepted step.
 *  4. interpolate() is valid on [tPrevious, t] and continuous there with interpolate(out, t) = y to rounding.
 *  5. When step() throws, t, y and the interpolant still are those of the last accepted step.
 *  6. reset() continues from another point after an event; what the event did not change may be kept.
 *  7. save() and restore() carry the whole state: restore then run equals run, bit for bit.
 *  8. The same input gives the same bits. No clocks, no randomness.
 *  9. `inside` says what the inside of a step shows of event functions: whoever looks for events believes it accordingly, and knows
 *     no names of methods.
 */

/**
 * What interpolate() shows between the ends of a step.
 *
 *     resolved    as much as the ends: whatever is fast keeps the steps short (explicit methods)
 *     smoothed    less than the ends: where a fast part has died out, these are on the slow motion, and the inside is off by some part
 *                 of the tolerance (implicit methods)
 *     asItIs      it cannot be made better by the same step again: more than y must be consistent where it begins, or parts have
 *                 steps of their own
 */
export type StepInside = "resolved" | "smoothed" | "asItIs";

/** What a run is said to be computed with where nothing is integrated. */
export const closedForm = "closed form";

export interface Integrator {
  readonly method: string;
  readonly inside: StepInside;
  readonly size: number;
  /** End of the last accepted step (the start before the first one). */
  readonly t: number;
  /** Start of the last accepted step. */
  readonly tPrevious: number;
  /** Solution at t. Read only; use reset() to change it. */
  readonly y: Float64Array;
  /** Order used in the last step. */
  readonly order: number;
  /** Degree of the polynomial of time that interpolate() evaluates over the last step. */
  readonly interpolationDegree: number;
  /** Of a method whose states jump at fixed times alone: whether what lies between two jumps is a formula. */
  readonly isExact?: boolean;
  /** The component that an explicit method has been swinging about within its steps, −1 for none; left out where nobody looks. */
  readonly swinging?: number;
  /** Size of the last accepted step. */
  readonly stepSize: number;
  /** Size proposed for the next step, 0 when the method chooses it at the next call. */
  readonly nextStepSize: number;
  readonly statistics: Statistics;

  step(tLimit: number): void;
  /**
   * The same in one attempt, or in steps of `least` at least: false when none passes, and nothing but the statistics has changed. Left out by
   * methods that cannot tell.
   */
  stepAtOnce?(tLimit: number, least?: number): boolean;
  /** out ← y(t) for t in [tPrevious, t]. */
  interpolate(out: Float64Array, t: number): void;
  /** out ← y'(t) for t in [tPrevious, t]. */
  interpolateDerivative(out: Float64Array, t: number): void;
  /** out[k] ← y_i(t) or y'_i(t), i = entries[k]: for whoever wants few of many. Left out where it would be no faster. */
  interpolateEntries?(out: Float64Array, t: number, entries: Int32Array): void;
  interpolateDerivativeEntries?(out: Float64Array, t: number, entries: Int32Array): void;
  reset(t: number, y: Float64Array, options?: ResetOptions): void;
  save(): IntegratorSnapshot;
  restore(snapshot: IntegratorSnapshot): void;
}

export interface ResetOptions {
  /** The event did not change the Jacobian much: keep it until convergence asks for a new one. Default false. */
  readonly keepJacobian?: boolean;
  /** The step to try first; chosen by the method when absent. */
  readonly initialStep?: number;
}

/** Plain data, structured-clonable. */
export interface IntegratorSnapshot {
  readonly method: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Statistics {
  /** Accepted steps. */
  steps: number;
  /** Attempts rejected by the error test. */
  rejectedSteps: number;
  /** Attempts given up because the nonlinear iteration did not converge. */
  convergenceFailures: number;
  /** Calls of the right-hand side (residual), those for finite-difference Jacobians not included. */
  evaluations: number;
  /** Calls of the right-hand side (residual) for finite-difference Jacobians. */
  jacobianEvaluations: number;
  jacobians: number;
  factorisations: number;
  /** Newton or fixed-point iterations. */
  iterations: number;
}

export function createStatistics(): Statistics {
  return {
    steps: 0,
    rejectedSteps: 0,
    convergenceFailures: 0,
    evaluations: 0,
    jacobianEvaluations: 0,
    jacobians: 0,
    factorisations: 0,
    iterations: 0,
  };
}
