/**
 * What the implicit one-step methods share: the Jacobian and when to renew it, the matrix M/(h·γ) − J, y' at a start,
 * and the control of the step size.
 *
 * Source   [Hairer1996] sec. IV.8; predictive control [Gustafsson1994]
 * Law      h_new = safety · min( h·err^(−1/p) , (h/h_old)·h·(err_old/err²)^(1/p) )
 * Legend   err   error of the step in the weighted norm, 1 is the tolerance
 *          p     power of h with which the estimate shrinks
 */

import { createFactorization } from "../math/createFactorization.ts";
import * as elementary from "../math/elementary.ts";
import type { Factorization } from "../math/factorization.ts";
import { valueCount } from "../math/matrixStructure.ts";
import { repeated } from "../math/repeatedFactorization.ts";
import { weightedNorm, worstComponent } from "./errorWeights.ts";
import { initialStepSize, trialStepSize } from "./initialStepOneStep.ts";
import { JacobianEvaluator } from "./jacobian.ts";
import { MassMatrix } from "./massMatrix.ts";
import { OneStepMethod } from "./oneStepMethod.ts";
import type { MethodOptions, OdeSystem } from "./problem.ts";
import { PromisedChange } from "./promisedChange.ts";
import { firstNonFinite } from "./rightHandSide.ts";
import { assignFields, copyFields, type FieldMap } from "./snapshot.ts";
import { firstNonFiniteError } from "./startCheck.ts";
import { startingDerivative } from "./startingDerivative.ts";
import { failure } from "./stepDiagnosis.ts";

const safety = 0.9;
const largestShrink = 5;
const largestGrowth = 8;
/** A larger step is only taken when it gains more than this, for it costs a factorisation. */
const worthwhileGrowth = 1.2;
const notFiniteShrink = 0.25;
const promiseShrink = 0.25;
/** From this many unknowns on, Jacobian and factors cost more than iterations. */
const largeSize = 20;
/**
 * Steps after which the Jacobian is renewed however well the iteration converges: it also filters the error estimate,
 * and an outdated one can hold steps so small that convergence never asks for another.
 */
const maximumAge = 20;
/** An error that leaves more than this of itself in a smaller step does not come from the step: an old Jacobian filters it wrongly. */
const stuckPart = 0.9;
/** Steps are the same size when they differ by rounding of t only. */
const sameStep = 1e-9;

const savedFields = [
  "slope",
  "f0",
  "isDerivativeExact",
  "needsJacobian",
  "isJacobianFresh",
  "jacobianAge",
  "factoredStep",
  "hasPrevious",
  "previousError",
  "previousStep",
];

/** What differs from method to method. */
export interface ImplicitSettings {
  readonly name: string;
  readonly order: number;
  /** p above. */
  readonly estimateOrder: number;
  /** Rate of convergence below which the Jacobian is good enough for another step. */
  readonly goodRate: { readonly small: number; readonly large: number };
}

export abstract class ImplicitOneStep extends OneStepMethod {
  readonly inside = "smoothed";
  protected readonly mass: MassMatrix;
  protected readonly jacobian: JacobianEvaluator;
  protected readonly solver: Factorization;
  /** Undefined where f has no corners. */
  protected readonly promised: PromisedChange | undefined;
  /** Values of the matrix before it is factored. */
  protected readonly matrix: Float64Array;
  /** y' at t: as the step before ended, or at a start from f. */
  protected readonly slope: Float64Array;
  protected readonly errorVector: Float64Array;
  protected readonly work: Float64Array;
  protected readonly fTrial: Float64Array;
  /** A step has been made since the start. */
  protected hasPrevious = false;
  protected previousStep = 0;
  /**
   * The next iteration begins where the step begins, not where the last step leads: every other one of those that follow one that failed. The
   * polynomial of the last step may come out far on the other side of a corner, as where a flow comes to rest, and the iteration does not
   * find the way back; at other corners it knows better. Not with a mass matrix: algebraic values have nowhere to begin.
   */
  protected mustGuessAnew = false;
  /** Step for which the matrices are factored, 0 when they are not. */
  protected factoredStep = 0;
  private readonly estimateOrder: number;
  private readonly goodRate: number;
  private readonly usesDifferences: boolean;
  /** f(t, y), when isDerivativeExact. */
  private readonly f0: Float64Array;
  private isDerivativeExact = false;
  private needsJacobian = true;
  /** The Jacobian was evaluated at (t, y). */
  private isJacobianFresh = false;
  /** Steps since the Jacobian was evaluated. */
  private jacobianAge = 0;
  /** The Jacobian was made of differences to both sides in this step. */
  private hasTurned = false;
  private error = 0;
  /** Of the last attempt of this step that failed by it. */
  private failedError = Number.POSITIVE_INFINITY;
  private previousError = 0;

  constructor(
    settings: ImplicitSettings,
    system: OdeSystem,
    t0: number,
    y0: Float64Array,
    tEnd: number,
    options: MethodOptions,
  ) {
    super(settings.name, settings.order, system, t0, y0, tEnd, options);
    const n = system.size;
    this.estimateOrder = settings.estimateOrder;
    this.goodRate = n < largeSize ? settings.goodRate.small : settings.goodRate.large;
    this.usesDifferences = system.jacobian === undefined;
    this.jacobian = new JacobianEvaluator(system, this.rhs, this.statistics);
    this.mass = new MassMatrix(this.jacobian.structure, system.massMatrix);
    this.solver = repeated((options.linearSolver ?? createFactorization)(this.jacobian.structure), system.copies);
    this.matrix = new Float64Array(valueCount(this.jacobian.structure));
    this.promised = system.isSmooth
      ? undefined
      : new PromisedChange(this.jacobian.structure, this.mass.diagonal(this.jacobian.structure.size), this.rhs);
    this.slope = new Float64Array(n);
    this.errorVector = new Float64Array(n);
    this.work = new Float64Array(n);
    this.fTrial = new Float64Array(n);
    this.f0 = new Float64Array(n);
  }

  /** Factors the matrices of the method for a step of size h. Returns −1, or the column that makes one singular. */
  protected abstract factorMatrices(h: number): number;
  /** Rate of convergence in the last attempt. */
  protected abstract convergenceRate(): number;

  protected override evaluateStart(): void {
    const { f0, slope, mass, jacobian, solver, matrix, work } = this;
    if (!this.rhs.evaluate(this.t, this.y, f0)) throw firstNonFiniteError(f0, this.t, this.diagnosis);
    this.isDerivativeExact = true;
    slope.set(f0);
    if (mass.isIdentity) return;

    // the size of the step matters little here: it only bounds the increments of a difference quotient from below
    const rate = weightedNorm(f0, this.weights);
    const h = rate > 0 ? trialStepSize(this.y, this.weights, rate, Infinity) : 1;
    if (this.needsJacobian && !this.evaluateJacobian(h)) throw this.diagnosis.failure("E-STEP-FAILED", this.t, h);
    this.factoredStep = 0;
    this.statistics.factorisations++;
    const singular = startingDerivative(slope, f0, mass, jacobian, solver, matrix, work);
    if (singular < 0) return;
    this.fail(failure.singular, h, singular, Number.NaN);
    throw this.diagnosis.failure("E-STEP-FAILED", this.t, h);
  }

  protected override estimateFirstStep(reach: number): number {
    const { rhs, t, y, slope, weights, direction, order, work, fTrial } = this;
    if (!this.mass.isIdentity) return trialStepSize(y, weights, weightedNorm(slope, weights), reach);
    return initialStepSize(rhs, t, y, slope, weights, direction, reach, order, work, fTrial);
  }

  protected override copyStartDerivative(out: Float64Array): void {
    out.set(this.slope);
  }

  protected override limitingComponent(): number {
    return worstComponent(this.errorVector, this.weights);
  }

  protected override forget(keepJacobian: boolean): void {
    this.hasPrevious = false;
    this.isJacobianFresh = false;
    if (!keepJacobian) this.needsJacobian = true;
  }

  protected override saveMore(): FieldMap {
    const { values, side } = this.jacobian;
    return { ...copyFields(this, savedFields), jacobian: values.slice(), side };
  }

  protected override restoreMore(fields: FieldMap): void {
    assignFields(this, savedFields, fields);
    this.jacobian.values.set(fields["jacobian"] as Float64Array);
    this.jacobian.side = fields["side"] as number;
  }

  /** An attempt begins: the Jacobian and the factors for a step of size h, where they are not there already. */
  protected prepareMatrices(h: number): boolean {
    if (!this.isRetry) this.mustGuessAnew = false;
    if (this.needsJacobian && !this.evaluateJacobian(h)) return false;
    if (Math.abs(h - this.factoredStep) <= sameStep * Math.abs(h)) return true;
    this.factoredStep = 0;
    this.statistics.factorisations++;
    const singular = this.factorMatrices(h);
    if (singular < 0) {
      this.factoredStep = h;
      return true;
    }
    this.proposedStep = 0.5 * Math.abs(h);
    this.needsJacobian = !this.isJacobianFresh;
    this.fail(failure.singular, h, singular, Number.NaN);
    return false;
  }

  protected failNotFinite(h: number, component: number): boolean {
    this.proposedStep = notFiniteShrink * Math.abs(h);
    this.needsJacobian = !this.isJacobianFresh;
    this.fail(failure.notFinite, h, component, Number.NaN);
    return false;
  }

  /** An old Jacobian may be the cause: then the same step once more with a new one. */
  protected failConvergence(h: number, component: number, shrink: number): boolean {
    this.changeGuess();
    this.proposedStep = this.isJacobianFresh ? shrink * Math.abs(h) : Math.abs(h);
    this.needsJacobian = !this.isJacobianFresh;
    this.fail(failure.convergence, h, component, Number.NaN);
    return false;
  }

  /** Corrections did not what the matrix promised: a new one, then one of differences to the other side, then a shorter step. */
  protected failPromise(h: number, component: number): boolean {
    this.changeGuess();
    const canTurn = this.isJacobianFresh && this.usesDifferences && !this.hasTurned;
    if (canTurn) this.jacobian.side = -this.jacobian.side;
    const mustShrink = this.isJacobianFresh && !canTurn;
    this.hasTurned = canTurn;
    this.proposedStep = (mustShrink ? promiseShrink : 1) * Math.abs(h);
    this.needsJacobian = !mustShrink;
    this.fail(failure.convergence, h, component, Number.NaN);
    return false;
  }

  private changeGuess(): void {
    this.mustGuessAnew = this.mass.isIdentity && !this.mustGuessAnew;
  }

  /** The error test. Sets proposedStep; `caution` ≤ 1 shortens the next step. */
  protected testError(h: number, error: number, caution: number): boolean {
    const size = Math.abs(h);
    const power = 1 / this.estimateOrder;
    const change = elementary.pow(error, power) / (safety * caution);
    if (!(error < 1)) {
      this.proposedStep = size / Math.min(largestShrink, Number.isNaN(change) ? Infinity : change);
      const isStuck = this.isRetry && error > stuckPart * this.failedError;
      this.failedError = error;
      this.needsJacobian = !this.isJacobianFresh && (isStuck || this.convergenceRate() > this.goodRate);
      this.fail(failure.errorTest, h, this.limitingComponent(), error);
      return false;
    }
    this.error = error;
    this.failedError = Number.POSITIVE_INFINITY;
    let divisor = Math.max(1 / largestGrowth, change);
    if (this.hasPrevious) {
      const ratio = Math.abs(this.previousStep) / size;
      divisor = Math.max(
        divisor,
        (ratio * elementary.pow(elementary.square(error) / this.previousError, power)) / safety,
      );
    }
    const next = size / Math.min(largestShrink, this.isRetry ? Math.max(1, divisor) : divisor);
    const keeps = this.convergenceRate() <= this.goodRate && next >= size && next <= worthwhileGrowth * size;
    this.proposedStep = keeps ? size : next;
    return true;
  }

  /** To be called by accept(). */
  protected finishStep(h: number): void {
    this.previousStep = h;
    this.previousError = Math.max(this.error, 1e-2);
    this.hasPrevious = true;
    this.isDerivativeExact = false;
    this.isJacobianFresh = false;
    this.jacobianAge++;
    this.hasTurned = false;
    this.needsJacobian = this.convergenceRate() > this.goodRate || this.jacobianAge >= maximumAge;
    this.computeWeights(this.yNew);
  }

  private evaluateJacobian(h: number): boolean {
    const { rhs, t, y, f0, weights } = this;
    this.factoredStep = 0;
    this.jacobianAge = 0;
    if (this.usesDifferences && !this.isDerivativeExact) this.isDerivativeExact = rhs.evaluateForJacobian(t, y, f0);
    const isUsable = this.isDerivativeExact || !this.usesDifferences;
    this.isJacobianFresh = isUsable && this.jacobian.evaluate(t, y, f0, weights, h);
    this.needsJacobian = !this.isJacobianFresh;
    if (this.isJacobianFresh) return true;
    this.proposedStep = notFiniteShrink * Math.abs(h);
    this.fail(failure.jacobianNotFinite, h, isUsable ? this.jacobian.worst : firstNonFinite(f0), Number.NaN);
    return false;
  }
}
