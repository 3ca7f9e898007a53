/**
 * ida: fully implicit F(t, y, y') = 0 of index 1, by BDF of order 1 … 5 with variable step and fixed leading
 * coefficient. Predict, correct, test the error, choose order and step.
 *
 * Source   [Brenan1996] ch. 5, [Hindmarsh2005] sec. 2.3
 *          error test   C·‖e‖ ≤ 1   with the correction e = y − y⁰ and the constant C of coefficients.ts
 *          first step   h = min( 0.001·|tEnd − t|, 0.5/‖y'‖ )
 * Legend   φ  history (history.ts),  k  order,  w  error weights; zero for components left out of the error test
 *
 * Deviation: a start takes its slope from the corrector when an attempt fails. Derivatives of algebraic components at a
 * start are usually unknown and given as 0, which limited the published first step to tolerance/|y'|.
 * Deviation: after five failed error tests the step starts over at order 1 from the last point and its y', after
 * a correction of its algebraic components: a history that has failed so often is not worth its order.
 * Length   one step in its order: predict, correct, test, choose; the parts with mathematics of their own have files beside it
 */
import type { RattlebackError } from "../../errors/rattlebackError.ts";
import { daeMethod } from "../automaticMethod.ts";
import type { CreateDaeIntegrator, DaeIntegrator } from "../daeIntegrator.ts";
import { computeErrorWeights, weightedNorm, worstComponent } from "../errorWeights.ts";
import { createStatistics, type IntegratorSnapshot, type ResetOptions, type Statistics } from "../integrator.ts";
import type { DaeSystem, MethodOptions } from "../problem.ts";
import { assignFields, checkSnapshot, copyFields, type FieldMap } from "../snapshot.ts";
import { failure, StepDiagnosis } from "../stepDiagnosis.ts";
import { checkTolerance } from "../toleranceCheck.ts";
import { Coefficients } from "./coefficients.ts";
import { residualNotFiniteError, singularMatrixError, withAlgebraicHint } from "./daeErrors.ts";
import {
  advance,
  differentiateHistory,
  interpolateHistory,
  normOneHigher,
  normOneLower,
  normTwoLower,
  predict,
} from "./history.ts";
import { converged, DaeNewton } from "./newton.ts";
import { OrderControl } from "./orderControl.ts";
import { checkStart } from "./startConsistency.ts";

const highestOrder = 5;
const reductionAfterFailure = 0.25;
/** Failed error tests of one step after which it starts over at order 1. */
const errorFailuresBeforeNewStart = 5;
const maximumFailures = 30;
const maximumSingularMatrices = 10;
/** A step is stretched this much to avoid a tiny one before a limit. */
const largestStretch = 1.1;

const savedFields = ["size", "t", "tPrevious", "yp", "phi", "isStarted", "requestedStep", "keepJacobian"] as const;
// biome-ignore format: a list reads better in lines
const savedControl = [
  "order", "step", "orderUsed", "stepUsed", "isStartPhase", "stepsSinceStart", "stepsAtOrder", "stepsUntilGrowth",
] as const;

/** Least first step, in roundoff units of t. */
const roundingOfFirstStep = 1000;

export const createIda: CreateDaeIntegrator = (system, t0, y0, yp0, tEnd, options) =>
  new Ida(system, t0, y0, yp0, tEnd, options);

class Ida implements DaeIntegrator {
  readonly method = daeMethod;
  readonly inside = "asItIs";
  readonly size: number;
  t: number;
  tPrevious: number;
  readonly y: Float64Array;
  readonly yp: Float64Array;
  readonly statistics: Statistics = createStatistics();

  private readonly system: DaeSystem;
  private readonly options: MethodOptions;
  private readonly tEnd: number;
  private readonly newton: DaeNewton;
  private readonly coefficients = new Coefficients();
  private readonly control: OrderControl;
  private readonly diagnosis: StepDiagnosis;
  /** φ_0 … φ_5; φ_0 is y. */
  private readonly phi: Float64Array[];
  private readonly w: Float64Array;
  /** Weights of the error test. */
  private readonly wTest: Float64Array;
  private readonly yPredicted: Float64Array;
  private readonly ypPredicted: Float64Array;
  /** Point and slope of a start at order 1. */
  private readonly yStart: Float64Array;
  private readonly ypStart: Float64Array;
  private isStarted = false;
  private requestedStep: number;
  private keepJacobian = false;

  // The attempt under way: order, size, whether it is a start at order 1, and what failed before it in this step.
  private k = 1;
  private h = 0;
  private isStart = true;
  private errorFailures = 0;
  private convergenceFailures = 0;
  private singularMatrices = 0;

  constructor(
    system: DaeSystem,
    t0: number,
    y0: Float64Array,
    yp0: Float64Array,
    tEnd: number,
    options: MethodOptions,
  ) {
    const n = system.size;
    const vector = () => new Float64Array(n);
    const maximumOrder = Math.min(highestOrder, options.maximumOrder ?? highestOrder);
    this.system = system;
    this.options = options;
    this.size = n;
    this.t = t0;
    this.tPrevious = t0;
    this.tEnd = tEnd;
    this.phi = Array.from({ length: maximumOrder + 1 }, vector);
    this.y = this.phi[0];
    this.y.set(y0);
    this.yp = Float64Array.from(yp0);
    this.newton = new DaeNewton(system, options, this.statistics);
    this.control = new OrderControl(maximumOrder);
    this.diagnosis = new StepDiagnosis(system);
    this.w = vector();
    this.wTest = vector();
    this.yPredicted = vector();
    this.ypPredicted = vector();
    this.yStart = vector();
    this.ypStart = vector();
    this.requestedStep = options.initialStep;
  }

  get order(): number {
    return this.control.orderUsed;
  }

  get stepSize(): number {
    return this.control.stepUsed;
  }

  get nextStepSize(): number {
    return this.isStarted ? this.control.step : 0;
  }

  step(tLimit: number): void {
    this.computeWeights();
    if (!this.isStarted) this.start(tLimit);
    const remaining = tLimit - this.t;
    this.isStart = !this.isStarted;
    this.k = this.control.order;
    this.h = this.fitStep(this.control.step, remaining);
    this.errorFailures = 0;
    this.convergenceFailures = 0;
    this.singularMatrices = 0;
    let isChecked = this.isStarted;
    let outcome = converged;
    for (;;) {
      const tNew = this.h === remaining ? tLimit : this.t + this.h;
      if (tNew === this.t) throw this.failedStep("E-STEP-SMALL", outcome);
      outcome = this.attempt(tNew);
      const isAccepted = outcome === converged;
      // A start that fails, or that passes only because components are left out of the test, may be inconsistent.
      const isSuspicious = !isChecked && (!isAccepted || this.errorNorm(this.w) > 1);
      if (isAccepted && !isSuspicious) {
        this.complete(tNew);
        return;
      }
      if (!isAccepted) this.prepareRetry(outcome);
      if (isSuspicious) checkStart(this.newton, this.system, this.t, this.y, this.yp, this.h, this.w);
      isChecked = true;
    }
  }

  get interpolationDegree(): number {
    return this.control.orderUsed;
  }

  interpolate(out: Float64Array, t: number): void {
    interpolateHistory(out, this.phi, this.coefficients.psi, this.control.orderUsed, t - this.t);
  }

  interpolateDerivative(out: Float64Array, t: number): void {
    if (this.control.orderUsed === 0) out.set(this.yp);
    else differentiateHistory(out, this.phi, this.coefficients.psi, this.control.orderUsed, t - this.t);
  }

  reset(t: number, y: Float64Array, options: ResetOptions = {}): void {
    this.resetDae(t, y, this.yp, options);
  }

  resetDae(t: number, y: Float64Array, yp: Float64Array, options: ResetOptions = {}): void {
    this.t = t;
    this.tPrevious = t;
    this.y.set(y);
    this.yp.set(yp);
    this.isStarted = false;
    this.requestedStep = options.initialStep ?? 0;
    this.keepJacobian = options.keepJacobian ?? false;
    this.control.start();
  }

  save(): IntegratorSnapshot {
    return {
      method: this.method,
      fields: {
        ...copyFields(this, savedFields),
        psi: this.coefficients.psi.slice(),
        control: copyFields(this.control, savedControl),
        newton: this.newton.save(),
        statistics: { ...this.statistics },
      },
    };
  }

  restore(snapshot: IntegratorSnapshot): void {
    checkSnapshot(snapshot, this.method, this.size);
    const { fields } = snapshot;
    assignFields(this, savedFields, fields);
    this.coefficients.psi.set(fields["psi"] as Float64Array);
    assignFields(this.control, savedControl, fields["control"] as FieldMap);
    this.newton.restore(fields["newton"] as FieldMap);
    Object.assign(this.statistics, fields["statistics"]);
  }

  private computeWeights(): void {
    const { w, wTest, options } = this;
    computeErrorWeights(w, this.y, options.relativeTolerance, options.absoluteTolerance);
    wTest.set(w);
    const { differential } = this.system;
    if (options.suppressAlgebraic === true && differential !== undefined) {
      for (let i = 0; i < this.size; i++) if (!differential[i]) wTest[i] = 0;
    }
    checkTolerance(this.t, this.y, wTest, options.relativeTolerance);
  }

  /** Order 1 and a first step from (t, y, yp). */
  private start(tLimit: number): void {
    const { control, options } = this;
    let h = Math.abs(this.requestedStep);
    if (h === 0) {
      h = 0.001 * (Math.abs(this.tEnd - this.t) || Math.abs(tLimit - this.t));
      h = Math.min(h, 0.5 / weightedNorm(this.yp, this.wTest));
      h = Math.max(h, Math.min(roundingOfFirstStep * Number.EPSILON * Math.abs(this.t), Math.abs(tLimit - this.t)));
    }
    control.start();
    control.step = Math.sign(tLimit - this.t) * Math.min(h, options.maximumStep);
    this.yStart.set(this.y);
    this.ypStart.set(this.yp);
    if (!this.keepJacobian) this.newton.discardMatrix();
  }

  /** The size to try: all that remains when it is in reach; two equal steps rather than a whole one and a tiny one. */
  private fitStep(h: number, remaining: number): number {
    const ratio = remaining / h;
    if (ratio <= largestStretch && Math.abs(remaining) <= this.options.maximumStep) return remaining;
    return ratio < 2 ? remaining / 2 : h;
  }

  /** Returns `converged` when the attempt also passed the error test, else the reason of the failure. */
  private attempt(tNew: number): number {
    const { coefficients, newton, yPredicted, ypPredicted, phi, wTest, h, k } = this;
    const { beta, gamma, sigma } = coefficients;
    if (this.isStart) {
      coefficients.prepareStart(h);
      this.predictStart();
    } else {
      coefficients.prepare(h, k);
      predict(yPredicted, ypPredicted, phi, beta, gamma, k);
    }
    const outcome = newton.solve(tNew, yPredicted, ypPredicted, coefficients.c, this.w, h);
    if (outcome !== converged) return outcome;

    const { e } = newton;
    const norm = weightedNorm(e, wTest);
    const lower = k > 1 ? sigma[k - 1] * normOneLower(e, wTest, phi[k], beta[k]) : 0;
    const twoLower = k > 2 ? sigma[k - 2] * normTwoLower(e, wTest, phi[k], beta[k], phi[k - 1], beta[k - 1]) : 0;
    this.control.estimate(k, sigma[k] * norm, lower, twoLower);
    return coefficients.errorConstant * norm <= 1 ? converged : failure.errorTest;
  }

  private predictStart(): void {
    const { yPredicted, ypPredicted, yStart, ypStart, h } = this;
    for (let i = 0; i < this.size; i++) {
      yPredicted[i] = yStart[i] + h * ypStart[i];
      ypPredicted[i] = ypStart[i];
    }
  }

  /** Error of the attempt in the weights given; the error test allows 1. */
  private errorNorm(w: Float64Array): number {
    return this.coefficients.errorConstant * weightedNorm(this.newton.e, w);
  }

  /** Smaller step, perhaps lower order or a new start, after an attempt that failed. Throws when enough were tried. */
  private prepareRetry(outcome: number): void {
    const { control, newton, diagnosis, statistics } = this;
    control.fail(this.k);
    if (outcome === failure.errorTest) {
      statistics.rejectedSteps++;
      this.errorFailures++;
      diagnosis.record(outcome, this.h, worstComponent(newton.e, this.wTest), this.errorNorm(this.wTest));
      if (this.isStart) this.ypStart.set(newton.yp);
      this.h *= this.errorFailures === 1 ? control.ratioAfterFailure(this.k) : reductionAfterFailure;
      this.k = control.suggested;
    } else {
      statistics.convergenceFailures++;
      this.convergenceFailures++;
      if (outcome === failure.singular) this.singularMatrices++;
      diagnosis.record(outcome, this.h, newton.worst, Number.NaN);
      this.h *= reductionAfterFailure;
    }
    if (this.singularMatrices === maximumSingularMatrices) {
      throw singularMatrixError(this.system, this.t, this.h, newton.worst);
    }
    if (this.errorFailures + this.convergenceFailures === maximumFailures) {
      throw this.failedStep("E-STEP-FAILED", outcome);
    }
    if (this.errorFailures === errorFailuresBeforeNewStart && !this.isStart) this.startAnew();
  }

  /** The error for a step whose last attempt ended with `outcome`. */
  private failedStep(code: "E-STEP-SMALL" | "E-STEP-FAILED", outcome: number): RattlebackError {
    const { newton, diagnosis, system, t, h } = this;
    if (outcome === failure.notFinite) return residualNotFiniteError(system, t, h, newton.worst);
    // Steps that became too small without a failure were reduced by the errors of accepted ones.
    const worst = worstComponent(newton.e, this.wTest);
    if (outcome === converged) diagnosis.record(failure.errorTest, h, worst, Number.NaN);
    const error = diagnosis.failure(code, t, h);
    return system.differential?.[worst] === false ? withAlgebraicHint(error) : error;
  }

  /** A start in the middle: the last point with its algebraic components corrected, and its derivative. */
  private startAnew(): void {
    const { newton, h } = this;
    newton.discardMatrix();
    const outcome = newton.solve(this.t, this.y, this.yp, 1 / h, this.w, h);
    this.yStart.set(outcome === converged ? newton.y : this.y);
    this.ypStart.set(this.yp);
    this.isStart = true;
    this.k = 1;
  }

  /** The attempt becomes the present; order and size of the next one. */
  private complete(tNew: number): void {
    const { control, coefficients, newton, phi, h, k } = this;
    const { beta, sigma } = coefficients;
    const { maximumStep } = this.options;
    let higher = Number.NaN;
    if (this.isStart) {
      control.start();
      phi[0].set(this.yStart);
      for (let i = 0; i < this.size; i++) phi[1][i] = h * this.ypStart[i];
    } else if (control.needsHigherError(k)) {
      higher = sigma[k + 1] * normOneHigher(newton.e, this.wTest, phi[k + 1], beta[k + 1]);
    }
    control.accept(h, k, higher);
    control.step = Math.sign(h) * Math.min(Math.abs(control.step), maximumStep);
    advance(phi, beta, newton.e, k);
    coefficients.accept(k);
    this.yp.set(newton.yp);
    this.tPrevious = this.t;
    this.t = tNew;
    this.isStarted = true;
    this.statistics.steps++;
    this.diagnosis.clear();
  }
}
