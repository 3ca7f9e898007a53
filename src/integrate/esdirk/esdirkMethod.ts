/**
 * The stepping routine of diagonally implicit methods with explicit first stage: stages by Newton iterations with one
 * real matrix, error estimate, step control, dense output. A method is a tableau (esdirkTableau.ts).
 *
 * Source   [Kennedy2019]; step control [Gustafsson1994], [Hairer1996] sec. IV.8
 * Law      err = (M − h·γ·J)⁻¹·M·h·Σ e_j·k_j,   h_new = safety · min( h·‖err‖^(−1/p) , (h/h_old)·h·(‖err_old‖/‖err‖²)^(1/p) )
 *          with p the order. The matrix takes out of the estimate what is not an error of the solution: the order
 *          reduction of stiff components, which stiff accuracy does not carry over, and the algebraic components,
 *          whose errors follow from those of the others. What it takes out is bounded apart, for the dense output.
 * Note     The derivative at the end of a step is z_s/(h·γ), not f(t, y): iteration errors are not multiplied by the
 *          stiffness, and M may be singular. Only at a start y' is computed from f (startingDerivative.ts).
 */
import { createFactorization } from "../../math/createFactorization.ts";
import type { Factorization, FactorizationSnapshot } from "../../math/factorization.ts";
import { valueCount } from "../../math/matrixStructure.ts";
import { computeErrorWeights, weightedNorm, worstComponent } from "../errorWeights.ts";
import { type StageWeights, stageWeights, sumStages } from "../explicit/stageSum.ts";
import { initialStepSize, trialStepSize } from "../initialStepOneStep.ts";
import { JacobianEvaluator } from "../jacobian.ts";
import { MassMatrix } from "../massMatrix.ts";
import { OneStepMethod } from "../oneStepMethod.ts";
import type { MethodOptions, OdeSystem } from "../problem.ts";
import { assignFields, copyFields, type FieldMap } from "../snapshot.ts";
import { firstNonFiniteError } from "../startCheck.ts";
import { startingDerivative } from "../startingDerivative.ts";
import { failure } from "../stepDiagnosis.ts";
import type { EsdirkTableau } from "./esdirkTableau.ts";
import { ending, StageIteration } from "./stageIteration.ts";
import { predictorWeights } from "./stagePredictor.ts";

const safety = 0.9;
const largestShrink = 5;
const largestGrowth = 8;
/**
 * Below this rate of convergence the Jacobian is good enough for another step. Measured on the reference problems: 0.01
 * instead of 0.05 takes two to three times the Jacobians and saves up to 15 % of the iterations.
 */
const goodRate = { small: 0.01, large: 0.05 };
const largeSize = 20;
/**
 * Steps after which the Jacobian is renewed however well the iteration converges: it also filters the error estimate,
 * and an outdated one can hold steps so small that convergence never asks for another.
 */
const maximumAge = 20;
/** A larger step is only taken when it gains more than this, for it costs a factorisation. */
const worthwhileGrowth = 1.2;
/** Share of the tolerance left to the iterations. Less than 0.1 takes more of them without more correct digits. */
const iterationShare = 0.1;
/** The first guesses of this many stages come from the step before, those of the others from the stages before. */
const extrapolatedStages = 2;
/** Extrapolation further than this many steps is worse than the derivative at the start. */
const furthestExtrapolation = 3;
/**
 * Stiff and algebraic components are exact at the ends of a step and wrong in between by some part of the unfiltered
 * estimate: half of it, measured on y' = λ·(φ − y) + φ' with λ = 1e6. That may be ten times the tolerance.
 */
const insideShare = 0.5 / 10;
const notFiniteShrink = 0.25;
const tooSlowShrink = 0.5;
/** Steps are the same size when they differ by rounding of t only. */
const sameStep = 1e-9;

const savedFields = [
  "k",
  "kLast",
  "needsJacobian",
  "isJacobianFresh",
  "jacobianAge",
  "factoredStep",
  "hasLast",
  "previousError",
  "previousStep",
];

export class EsdirkMethod extends OneStepMethod {
  private readonly tableau: EsdirkTableau;
  private readonly rows: readonly StageWeights[];
  private readonly predictors: readonly StageWeights[];
  private readonly errorRow: StageWeights;
  private readonly denseRow: StageWeights;
  private readonly mass: MassMatrix;
  private readonly jacobian: JacobianEvaluator;
  private readonly solver: Factorization;
  private readonly matrix: Float64Array;
  private readonly iteration: StageIteration;
  private readonly usesDifferences: boolean;
  private readonly goodRate: number;
  /** Stage derivatives of the current attempt; k[0] is always y'(t). */
  private k: Float64Array[];
  /** Those of the last accepted step. */
  private kLast: Float64Array[];
  private readonly base: Float64Array;
  private readonly f: Float64Array;
  private readonly errorVector: Float64Array;
  private readonly work: Float64Array;
  private needsJacobian = true;
  /** The Jacobian was evaluated at (t, y). */
  private isJacobianFresh = false;
  /** Steps since the Jacobian was evaluated. */
  private jacobianAge = 0;
  /** Step for which the matrix is factored, 0 when it is not. */
  private factoredStep = 0;
  /** kLast belongs to the step that ended at t. */
  private hasLast = false;
  private previousError = 1e-2;
  private previousStep = 0;
  /** Error of the attempt that passed. */
  private error = 0;

  /** `iterationTolerance` is the share of the tolerance that is left to the iterations. */
  constructor(
    tableau: EsdirkTableau,
    system: OdeSystem,
    t0: number,
    y0: Float64Array,
    tEnd: number,
    options: MethodOptions,
    iterationTolerance = iterationShare,
  ) {
    super(tableau.name, tableau.order, system, t0, y0, tEnd, options);
    const n = system.size;
    this.tableau = tableau;
    this.rows = tableau.a.map(stageWeights);
    this.predictors = tableau.c.map((_, i) => stageWeights(i < 2 ? [1] : predictorWeights(tableau.c, i)));
    this.errorRow = stageWeights(tableau.error);
    this.denseRow = stageWeights(tableau.c.map(() => 1));
    this.jacobian = new JacobianEvaluator(system, this.rhs, this.statistics);
    this.goodRate = n < largeSize ? goodRate.small : goodRate.large;
    this.usesDifferences = system.jacobian === undefined;
    this.mass = new MassMatrix(this.jacobian.structure, system.massMatrix);
    this.solver = (options.linearSolver ?? createFactorization)(this.jacobian.structure);
    this.matrix = new Float64Array(valueCount(this.jacobian.structure));
    this.iteration = new StageIteration(n, this.rhs, this.mass, this.solver, this.statistics, iterationTolerance);
    this.k = tableau.c.map(() => new Float64Array(n));
    this.kLast = tableau.c.map(() => new Float64Array(n));
    this.base = new Float64Array(n);
    this.f = new Float64Array(n);
    this.errorVector = new Float64Array(n);
    this.work = new Float64Array(n);
  }

  protected override evaluateStart(): void {
    const { f, k, mass, jacobian, solver, matrix, work } = this;
    if (!this.rhs.evaluate(this.t, this.y, f)) throw firstNonFiniteError(f, this.t, this.diagnosis);
    k[0].set(f);
    if (mass.isIdentity) return;

    // the size of the step matters little here: it only bounds the increments of a difference quotient from below
    const rate = weightedNorm(f, this.weights);
    const h = rate > 0 ? trialStepSize(this.y, this.weights, rate, Infinity) : 1;
    if (this.needsJacobian && !this.evaluateJacobian(h)) throw this.diagnosis.failure("E-STEP-FAILED", this.t, h);
    this.factoredStep = 0;
    this.statistics.factorisations++;
    const singular = startingDerivative(k[0], f, mass, jacobian, solver, matrix, work);
    if (singular < 0) return;
    this.fail(failure.singular, h, singular, Number.NaN);
    throw this.diagnosis.failure("E-STEP-FAILED", this.t, h);
  }

  protected override estimateFirstStep(reach: number): number {
    const { rhs, t, y, k, weights, direction, order, work, f } = this;
    if (!this.mass.isIdentity) return trialStepSize(y, weights, weightedNorm(k[0], weights), reach);
    return initialStepSize(rhs, t, y, k[0], weights, direction, reach, order, work, f);
  }

  protected override attempt(h: number, tNew: number): boolean {
    const { tableau, iteration, errorVector, weights } = this;
    const size = Math.abs(h);
    if (!this.prepareMatrix(h)) return false;
    iteration.begin();
    for (let i = 1; i < tableau.stages; i++) if (!this.solveStage(i, h, tNew)) return false;
    this.yNew.set(iteration.argument);

    const error = this.estimateError(h);
    const change = error ** (1 / tableau.order) / safety;
    if (!(error < 1)) {
      this.proposedStep = size / Math.min(largestShrink, Number.isNaN(change) ? Infinity : change);
      this.fail(failure.errorTest, h, worstComponent(errorVector, weights), error);
      this.needsJacobian = !this.isJacobianFresh && iteration.θ > this.goodRate;
      return false;
    }
    this.proposedStep = this.controlledStep(size, error, change);
    this.error = Math.max(error, 1e-2);
    return true;
  }

  protected override accept(h: number): void {
    const { stages } = this.tableau;
    const k = this.k;
    this.k = this.kLast;
    this.kLast = k;
    this.k[0].set(k[stages - 1]);
    this.hasLast = true;
    this.previousStep = h;
    this.previousError = this.error;
    this.isJacobianFresh = false;
    this.jacobianAge++;
    this.needsJacobian = this.iteration.θ > this.goodRate || this.jacobianAge >= maximumAge;
    const { relativeTolerance, absoluteTolerance } = this.options;
    computeErrorWeights(this.weights, this.yNew, relativeTolerance, absoluteTolerance);
  }

  protected override evaluateDense(out: Float64Array, θ: number, h: number): void {
    const { weights } = this.denseRow;
    const { dense } = this.tableau;
    for (let i = 0; i < dense.length; i++) weights[i] = polynomial(dense[i], θ);
    sumStages(out, this.denseRow, this.kLast);
    for (let i = 0; i < out.length; i++) out[i] = this.yPrevious[i] + h * out[i];
  }

  protected override evaluateDenseDerivative(out: Float64Array, θ: number): void {
    this.sumDerivative(out, θ);
  }

  protected override copyStartDerivative(out: Float64Array): void {
    out.set(this.k[0]);
  }

  protected override limitingComponent(): number {
    return worstComponent(this.errorVector, this.weights);
  }

  protected override forget(keepJacobian: boolean): void {
    this.hasLast = false;
    this.isJacobianFresh = false;
    if (!keepJacobian) this.needsJacobian = true;
  }

  protected override saveMore(): FieldMap {
    return {
      ...copyFields(this, savedFields),
      η: this.iteration.η,
      θ: this.iteration.θ,
      jacobian: this.jacobian.values.slice(),
      factors: this.factoredStep === 0 ? undefined : this.solver.save(),
    };
  }

  protected override restoreMore(fields: FieldMap): void {
    assignFields(this, savedFields, fields);
    this.iteration.η = fields["η"] as number;
    this.iteration.θ = fields["θ"] as number;
    this.jacobian.values.set(fields["jacobian"] as Float64Array);
    if (this.factoredStep !== 0) this.solver.restore(fields["factors"] as FactorizationSnapshot);
    const { relativeTolerance, absoluteTolerance } = this.options;
    computeErrorWeights(this.weights, this.y, relativeTolerance, absoluteTolerance);
  }

  /** k[i] and iteration.argument ← stage i. */
  private solveStage(i: number, h: number, tNew: number): boolean {
    const { tableau, k, base, y, iteration } = this;
    const { c, γ } = tableau;
    const n = this.size;
    const hγ = h * γ;
    const z = k[i];
    sumStages(base, this.rows[i], k);
    for (let m = 0; m < n; m++) base[m] = y[m] + h * base[m];
    this.predict(i, h);
    for (let m = 0; m < n; m++) z[m] *= hγ;

    const t = c[i] === 1 ? tNew : this.t + c[i] * h;
    const result = iteration.solve(t, base, z, hγ, this.weights);
    if (result === ending.converged) {
      for (let m = 0; m < n; m++) z[m] /= hγ;
      return true;
    }
    const size = Math.abs(h);
    if (result === ending.notFinite) {
      this.proposedStep = notFiniteShrink * size;
      this.fail(failure.notFinite, h, iteration.worst, Number.NaN);
    } else {
      // an old Jacobian may be the cause: then the same step once more with a new one
      this.proposedStep = this.isJacobianFresh ? tooSlowShrink * size : size;
      this.fail(failure.convergence, h, iteration.worst, Number.NaN);
    }
    this.needsJacobian = !this.isJacobianFresh;
    return false;
  }

  /** k[i] ← first guess. */
  private predict(i: number, h: number): void {
    const ratio = h / this.previousStep;
    if (this.hasLast && i <= extrapolatedStages && ratio < furthestExtrapolation) {
      this.sumDerivative(this.k[i], 1 + this.tableau.c[i] * ratio);
    } else {
      sumStages(this.k[i], this.predictors[i], this.k);
    }
  }

  /** out ← Σ b_i'(θ)·k_i of the last step. */
  private sumDerivative(out: Float64Array, θ: number): void {
    const { weights } = this.denseRow;
    const { dense } = this.tableau;
    for (let i = 0; i < dense.length; i++) weights[i] = polynomialDerivative(dense[i], θ);
    sumStages(out, this.denseRow, this.kLast);
  }

  /** errorVector ← E⁻¹·M·Σ e_j·k_j / γ; returns its norm. */
  private estimateError(h: number): number {
    const { errorVector, work, mass, tableau, weights } = this;
    sumStages(work, this.errorRow, this.k);
    mass.multiply(errorVector, work);
    for (let i = 0; i < this.size; i++) errorVector[i] /= tableau.γ;
    this.solver.solve(errorVector);
    return Math.max(weightedNorm(errorVector, weights), this.hasLast ? this.insideError(h) : 0, 1e-10);
  }

  /** Error of the dense output in stiff components, from the part of the estimate that the matrix took out. */
  private insideError(h: number): number {
    const { errorVector, work, weights } = this;
    const n = this.size;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const x = (h * work[i] - errorVector[i]) * weights[i];
      sum += x * x;
    }
    return insideShare * Math.sqrt(sum / n);
  }

  /** The Jacobian and the factors for a step of size h, where they are not there already. */
  private prepareMatrix(h: number): boolean {
    if (this.needsJacobian && !this.evaluateJacobian(h)) return false;
    if (this.factoredStep !== 0 && Math.abs(h - this.factoredStep) <= sameStep * Math.abs(h)) return true;
    this.factoredStep = 0;
    this.statistics.factorisations++;
    this.mass.subtract(this.matrix, this.jacobian.values, 1 / (h * this.tableau.γ));
    const singular = this.solver.factor(this.matrix);
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
    const { t, y, f, weights } = this;
    const isUsable = !this.usesDifferences || this.rhs.evaluateForJacobian(t, y, f);
    this.isJacobianFresh = isUsable && this.jacobian.evaluate(t, y, f, weights, h);
    this.needsJacobian = !this.isJacobianFresh;
    if (this.isJacobianFresh) return true;
    this.proposedStep = notFiniteShrink * Math.abs(h);
    this.fail(failure.jacobianNotFinite, h, -1, Number.NaN);
    return false;
  }

  /** The next step; `change` is the divisor that the error of this step alone suggests. */
  private controlledStep(size: number, error: number, change: number): number {
    let divisor = Math.min(largestShrink, Math.max(1 / largestGrowth, change));
    if (this.hasLast) {
      const ratio = Math.abs(this.previousStep) / size;
      const predicted = (ratio * (error ** 2 / this.previousError) ** (1 / this.tableau.order)) / safety;
      divisor = Math.max(divisor, Math.min(largestShrink, predicted));
    }
    const next = this.isRetry ? Math.min(size, size / divisor) : size / divisor;
    const keeps = this.iteration.θ <= this.goodRate && next >= size && next <= worthwhileGrowth * size;
    return keeps ? size : next;
  }
}

/** Σ_p coefficients[p − 1]·θ^p */
function polynomial(coefficients: readonly number[], θ: number): number {
  let value = 0;
  for (let p = coefficients.length - 1; p >= 0; p--) value = (value + coefficients[p]) * θ;
  return value;
}

function polynomialDerivative(coefficients: readonly number[], θ: number): number {
  let value = 0;
  for (let p = coefficients.length - 1; p >= 0; p--) value = value * θ + (p + 1) * coefficients[p];
  return value;
}
