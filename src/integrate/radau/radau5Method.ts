/**
 * Radau IIA of order 5 with step control: Jacobian reuse, error estimate, predictive control, dense output.
 *
 * Source   [Hairer1996] sec. IV.8; predictive control [Gustafsson1994]
 * Law      err = E₁⁻¹·(f(t₀, y₀) + M·(e₁·z₁ + e₂·z₂ + e₃·z₃)/h);  where it fails at the start or after a rejection, once
 *          more with f(t₀, y₀ + err), which filters stiff components again
 *          h_new = safety · min( h·err^(−1/4) , (h/h_old)·h·(err_old/err²)^(1/4) )
 * Deviation: f at the start of a step is not evaluated but taken from the polynomial of the step before, where
 *          M·u'(1) = f(t₁, y₁) up to the error of the iteration; E₁⁻¹ brings that error back to its own size, a few
 *          hundredths of the tolerance. This saves one evaluation in seven.
 * Tolerance  The estimate is that of a formula of order 3, the solution has order 5: where the estimate is ε the error of
 *          the step is of size ε^(6/4). The estimate is therefore not compared with rtol but with 0.1·rtol^0.7 (and atol
 *          in proportion), so that the error of the solution, not its estimate, follows rtol. The exponent would be 2/3
 *          without order reduction in stiff components; 0.7 was measured to give no fewer digits than CVODE and IDA at
 *          the same tolerance on the reference problems in test/integrate/radau. In the limit of infinite stiffness
 *          estimate and error are of the same size, and the error is that of the looser tolerance.
 */
import { computeErrorWeights, weightedNorm, worstComponent } from "../errorWeights.ts";
import { initialStepSize, trialStepSize } from "../initialStepOneStep.ts";
import { JacobianEvaluator } from "../jacobian.ts";
import { MassMatrix } from "../massMatrix.ts";
import { OneStepMethod } from "../oneStepMethod.ts";
import type { MethodOptions, OdeSystem } from "../problem.ts";
import { assignFields, copyFields, type FieldMap } from "../snapshot.ts";
import { firstNonFiniteError } from "../startCheck.ts";
import { startingDerivative } from "../startingDerivative.ts";
import { failure } from "../stepDiagnosis.ts";
import { e1, e2, e3, γ } from "./coefficients.ts";
import { Collocation } from "./collocation.ts";
import { ending, maximumIterations, RadauIteration } from "./radauIteration.ts";
import { RadauMatrices } from "./radauMatrices.ts";

const safety = 0.9;
const largestShrink = 5;
const largestGrowth = 8;
/**
 * Below this rate of convergence the Jacobian is good enough for another step. Small systems renew it readily; for larger
 * ones Jacobian and factors cost more than iterations. Measured on the Brusselator in one dimension at 1e-8: 0.03 instead
 * of 0.001 takes 10 instead of 86 Jacobians, 35 instead of 98 factorisations and 266 instead of 238 iterations.
 */
const goodRate = { small: 0.001, large: 0.03 };
const largeSize = 20;
/**
 * Steps after which the Jacobian is renewed however well the iteration converges: it also filters the error estimate,
 * and an outdated one can hold steps so small that convergence never asks for another.
 */
const maximumAge = 20;
/** A larger step is only taken when it gains more than this, for it costs two factorisations. */
const worthwhileGrowth = 1.2;
/**
 * Stiff and algebraic components are exact at the ends of a step and wrong in between by some part of what the filter
 * takes out of the error estimate: a fifth, measured on y' = λ·(φ − y) + φ' with λ = 1e6. That may be ten times the
 * tolerance.
 */
const insideShare = 0.2 / 10;
const notFiniteShrink = 0.25;
/** Steps are the same size when they differ by rounding of t only. */
const sameStep = 1e-9;

const savedFields = [
  "f0",
  "slope",
  "isDerivativeExact",
  "needsJacobian",
  "isJacobianFresh",
  "jacobianAge",
  "factoredStep",
  "hasPolynomial",
  "previousError",
  "previousStep",
];

const polynomialFields = ["C1", "C2", "C3", "correction"];

export class Radau5Method extends OneStepMethod {
  private readonly mass: MassMatrix;
  private readonly jacobian: JacobianEvaluator;
  private readonly matrices: RadauMatrices;
  private readonly iteration: RadauIteration;
  private readonly polynomial: Collocation;
  private readonly relativeTolerance: number;
  /** insideShare for norms with the transformed tolerances. */
  private readonly insideShare: number;
  private readonly absoluteTolerance: Float64Array;
  /** Error weights at y for the transformed tolerances. */
  private readonly scale: Float64Array;
  /** f(t, y), after a step as M·u'(1). */
  private readonly f0: Float64Array;
  private readonly fTrial: Float64Array;
  /** y' at t: of the polynomial of the step before, or at a start from f. */
  private readonly slope: Float64Array;
  private readonly errorVector: Float64Array;
  private readonly defect: Float64Array;
  private readonly work: Float64Array;
  private readonly usesDifferences: boolean;
  private readonly goodRate: number;
  private isDerivativeExact = false;
  private needsJacobian = true;
  /** The Jacobian was evaluated at (t, y). */
  private isJacobianFresh = false;
  /** Steps since the Jacobian was evaluated. */
  private jacobianAge = 0;
  /** Step for which the matrices are factored, 0 when they are not. */
  private factoredStep = 0;
  /** The polynomial belongs to the step that ended at t: this is not the first one after a start. */
  private hasPolynomial = false;
  private previousError = 1e-2;
  private previousStep = 0;
  /** Error of the attempt that passed. */
  private error = 0;

  /** `iterationTolerance` replaces the share of the tolerance that is left to the iteration. */
  constructor(
    system: OdeSystem,
    t0: number,
    y0: Float64Array,
    tEnd: number,
    options: MethodOptions,
    iterationTolerance?: number,
  ) {
    super("radau5", 5, system, t0, y0, tEnd, options);
    const n = system.size;
    const rtol = 0.1 * options.relativeTolerance ** 0.7;
    this.relativeTolerance = rtol;
    this.insideShare = insideShare * (rtol / options.relativeTolerance);
    this.absoluteTolerance = options.absoluteTolerance.map((atol) => atol * (rtol / options.relativeTolerance));
    this.jacobian = new JacobianEvaluator(system, this.rhs, this.statistics);
    this.goodRate = n < largeSize ? goodRate.small : goodRate.large;
    this.usesDifferences = system.jacobian === undefined;
    this.mass = new MassMatrix(this.jacobian.structure, system.massMatrix);
    this.matrices = new RadauMatrices(this.jacobian.structure, this.mass, options.linearSolver);
    const κ = iterationTolerance ?? Math.max((10 * Number.EPSILON) / rtol, Math.min(0.03, Math.sqrt(rtol)));
    this.iteration = new RadauIteration(n, this.rhs, this.mass, this.matrices, this.statistics, κ);
    this.polynomial = new Collocation(n);
    this.scale = new Float64Array(n);
    this.f0 = new Float64Array(n);
    this.fTrial = new Float64Array(n);
    this.slope = new Float64Array(n);
    this.errorVector = new Float64Array(n);
    this.defect = new Float64Array(n);
    this.work = new Float64Array(n);
  }

  protected override evaluateStart(): void {
    const { f0, slope, mass, jacobian, matrices, work } = this;
    this.computeScale(this.y);
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
    const singular = startingDerivative(slope, f0, mass, jacobian, matrices.real, matrices.values, work);
    if (singular < 0) return;
    this.fail(failure.singular, h, singular, Number.NaN);
    throw this.diagnosis.failure("E-STEP-FAILED", this.t, h);
  }

  protected override estimateFirstStep(reach: number): number {
    const { rhs, t, y, slope, weights, direction, order, work, fTrial } = this;
    if (!this.mass.isIdentity) return trialStepSize(y, weights, weightedNorm(slope, weights), reach);
    return initialStepSize(rhs, t, y, slope, weights, direction, reach, order, work, fTrial);
  }

  protected override attempt(h: number, tNew: number): boolean {
    const { iteration, y, yNew, errorVector, scale } = this;
    const size = Math.abs(h);
    if (!this.prepareMatrices(h)) return false;
    if (this.hasPolynomial) iteration.startFrom(this.polynomial, h / this.previousStep);
    else iteration.startAtZero();
    if (!this.iterate(h, tNew)) return false;
    for (let i = 0; i < this.size; i++) yNew[i] = y[i] + iteration.z3[i];

    const error = this.estimateError(h);
    // fewer iterations than allowed leave more room for a larger step
    const room = (safety * (1 + 2 * maximumIterations)) / (iteration.count + 2 * maximumIterations);
    const change = error ** 0.25 / Math.min(safety, room);
    if (!(error < 1)) {
      this.proposedStep = !this.hasPolynomial
        ? 0.1 * size
        : size / Math.min(largestShrink, Number.isNaN(change) ? Infinity : change);
      this.fail(failure.errorTest, h, worstComponent(errorVector, scale), error);
      this.needsJacobian = !this.isJacobianFresh && iteration.θ > this.goodRate;
      return false;
    }
    this.proposedStep = this.controlledStep(size, error, change);
    this.error = Math.max(error, 1e-2);
    return true;
  }

  protected override accept(h: number): void {
    const { iteration, errorVector } = this;
    this.polynomial.set(iteration.z1, iteration.z2, iteration.z3, errorVector);
    this.hasPolynomial = true;
    this.previousStep = h;
    this.previousError = this.error;
    this.polynomial.evaluateDerivative(this.slope, 1, h);
    this.mass.multiply(this.f0, this.slope);
    this.isDerivativeExact = false;
    this.computeScale(this.yNew);
    this.isJacobianFresh = false;
    this.jacobianAge++;
    this.needsJacobian = iteration.θ > this.goodRate || this.jacobianAge >= maximumAge;
  }

  protected override evaluateDense(out: Float64Array, θ: number): void {
    this.polynomial.evaluate(out, this.y, θ);
  }

  protected override evaluateDenseDerivative(out: Float64Array, θ: number, h: number): void {
    this.polynomial.evaluateDerivative(out, θ, h);
  }

  protected override copyStartDerivative(out: Float64Array): void {
    out.set(this.slope);
  }

  protected override limitingComponent(): number {
    return worstComponent(this.errorVector, this.scale);
  }

  protected override forget(keepJacobian: boolean): void {
    this.hasPolynomial = false;
    this.isJacobianFresh = false;
    if (!keepJacobian) this.needsJacobian = true;
  }

  protected override saveMore(): FieldMap {
    return {
      ...copyFields(this, savedFields),
      η: this.iteration.η,
      polynomial: copyFields(this.polynomial, polynomialFields),
      jacobian: this.jacobian.values.slice(),
      matrices: this.factoredStep === 0 ? undefined : this.matrices.save(),
    };
  }

  protected override restoreMore(fields: FieldMap): void {
    assignFields(this, savedFields, fields);
    this.iteration.η = fields["η"] as number;
    assignFields(this.polynomial, polynomialFields, fields["polynomial"] as FieldMap);
    this.jacobian.values.set(fields["jacobian"] as Float64Array);
    if (this.factoredStep !== 0) this.matrices.restore(fields["matrices"] as FieldMap);
    this.computeScale(this.y);
  }

  private computeScale(y: Float64Array): void {
    computeErrorWeights(this.scale, y, this.relativeTolerance, this.absoluteTolerance);
  }

  /** The Jacobian and the factors for a step of size h, where they are not there already. */
  private prepareMatrices(h: number): boolean {
    if (this.needsJacobian && !this.evaluateJacobian(h)) return false;
    if (this.factoredStep !== 0 && Math.abs(h - this.factoredStep) <= sameStep * Math.abs(h)) return true;
    this.factoredStep = 0;
    this.statistics.factorisations++;
    const singular = this.matrices.factor(this.jacobian.values, h);
    if (singular < 0) {
      this.factoredStep = h;
      return true;
    }
    this.proposedStep = 0.5 * Math.abs(h);
    this.needsJacobian = !this.isJacobianFresh;
    this.fail(failure.singular, h, singular, Number.NaN);
    return false;
  }

  private evaluateJacobian(h: number): boolean {
    this.factoredStep = 0;
    this.jacobianAge = 0;
    if (this.usesDifferences && !this.isDerivativeExact) {
      this.isDerivativeExact = this.rhs.evaluateForJacobian(this.t, this.y, this.f0);
    }
    const isUsable = this.isDerivativeExact || !this.usesDifferences;
    this.isJacobianFresh = isUsable && this.jacobian.evaluate(this.t, this.y, this.f0, this.scale, h);
    this.needsJacobian = !this.isJacobianFresh;
    if (this.isJacobianFresh) return true;
    this.proposedStep = notFiniteShrink * Math.abs(h);
    this.fail(failure.jacobianNotFinite, h, -1, Number.NaN);
    return false;
  }

  private iterate(h: number, tNew: number): boolean {
    const { iteration } = this;
    const result = iteration.solve(this.t, this.y, h, tNew, this.scale);
    if (result === ending.converged) return true;
    if (result === ending.notFinite) {
      this.failNotFinite(h, iteration.worst);
    } else {
      // an old Jacobian may be the cause: then the same step once more with a new one
      this.proposedStep = this.isJacobianFresh ? iteration.shrink * Math.abs(h) : Math.abs(h);
      this.fail(failure.convergence, h, iteration.worst, Number.NaN);
    }
    this.needsJacobian = !this.isJacobianFresh;
    return false;
  }

  private failNotFinite(h: number, component: number): void {
    this.proposedStep = notFiniteShrink * Math.abs(h);
    this.fail(failure.notFinite, h, component, Number.NaN);
  }

  /** errorVector ← err; returns its norm. */
  private estimateError(h: number): number {
    const { iteration, mass, matrices, f0, errorVector, defect, work, scale, y } = this;
    const { z1, z2, z3 } = iteration;
    const n = this.size;
    const { real } = matrices;
    for (let i = 0; i < n; i++) work[i] = (e1 * z1[i] + e2 * z2[i] + e3 * z3[i]) / h;
    mass.multiply(defect, work);
    for (let i = 0; i < n; i++) errorVector[i] = f0[i] + defect[i];
    real.solve(errorVector);
    const error = weightedNorm(errorVector, scale);
    const inside = this.hasPolynomial ? this.insideError(h) : 0;
    if (error < 1 || (this.hasPolynomial && !this.isRetry)) return Math.max(error, inside, 1e-10);

    for (let i = 0; i < n; i++) work[i] = y[i] + errorVector[i];
    if (!this.rhs.evaluate(this.t, work, this.fTrial)) return error;
    for (let i = 0; i < n; i++) errorVector[i] = this.fTrial[i] + defect[i];
    real.solve(errorVector);
    return Math.max(weightedNorm(errorVector, scale), inside, 1e-10);
  }

  /** Error of the dense output in stiff components: (h/γ)·(u'_last(1) − u'(0)) before the filter minus after it. */
  private insideError(h: number): number {
    const { errorVector, work, slope, scale } = this;
    let sum = 0;
    for (let i = 0; i < scale.length; i++) {
      const x = ((h / γ) * (slope[i] + work[i]) - errorVector[i]) * scale[i];
      sum += x * x;
    }
    return this.insideShare * Math.sqrt(sum / scale.length);
  }

  /** The next step; `change` is the divisor that the error of this step alone suggests. */
  private controlledStep(size: number, error: number, change: number): number {
    let divisor = Math.min(largestShrink, Math.max(1 / largestGrowth, change));
    if (this.hasPolynomial) {
      const ratio = Math.abs(this.previousStep) / size;
      const predicted = (ratio * (error ** 2 / this.previousError) ** 0.25) / safety;
      divisor = Math.max(divisor, Math.min(largestShrink, predicted));
    }
    const next = this.isRetry ? Math.min(size, size / divisor) : size / divisor;
    const keeps = this.iteration.θ <= this.goodRate && next >= size && next <= worthwhileGrowth * size;
    return keeps ? size : next;
  }
}
