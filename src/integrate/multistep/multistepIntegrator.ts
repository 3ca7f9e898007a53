/**
 * Variable-order, variable-step linear multistep methods in Nordsieck form: predict, correct, test the
 * error, choose step and order. The family (BDF or Adams) and the corrector (Newton or functional
 * iteration) are parts; a policy may exchange them between steps.
 *
 * Source   [Hindmarsh2005] sec. 2.1, [Byrne1975]
 *          error test   ‖e‖·tq[2] ≤ 1   with the correction e
 * Legend   η   ratio of the next step to the present one
 *          q   order;  wait   steps until a change of order is considered
 * Length   one step in its order: predict, correct, test, choose; family, corrector and history have files beside it
 */
import * as elementary from "../../math/elementary.ts";
import { computeErrorWeights, worstComponent } from "../errorWeights.ts";
import {
  createStatistics,
  type Integrator,
  type IntegratorSnapshot,
  type ResetOptions,
  type Statistics,
  type StepInside,
} from "../integrator.ts";
import type { MethodOptions, OdeSystem } from "../problem.ts";
import { RightHandSide } from "../rightHandSide.ts";
import { assignFields, checkSnapshot, copyFields } from "../snapshot.ts";
import { firstNonFiniteError } from "../startCheck.ts";
import { failure, StepDiagnosis } from "../stepDiagnosis.ts";
import { checkTolerance } from "../toleranceCheck.ts";
import { Attempt, type Corrector, converged, previous } from "./attempt.ts";
import { Coefficients, type MultistepFamily } from "./family.ts";
import { estimateInitialStep } from "./initialStep.ts";
import {
  correct,
  interpolatePolynomial,
  interpolatePolynomialDerivative,
  interpolatePolynomialDerivativeEntries,
  interpolatePolynomialEntries,
  predict,
  rescale,
  undoPrediction,
} from "./nordsieck.ts";
import { chooseOrder, OrderChoice, stepRatio } from "./orderSelection.ts";

/** A family with the corrector that suits it. */
export interface Mode {
  readonly family: MultistepFamily;
  readonly corrector: Corrector;
}

/** Decides, after each accepted step, whether to go on with another mode. */
export interface ModePolicy {
  /** Mode for the next step; `errorRatio` is the weighted error of the step just accepted. */
  choose(integrator: MultistepIntegrator, errorRatio: number): ModeChange;
  /** Largest useful step ratio in the present mode at some order. */
  limit(integrator: MultistepIntegrator, order: number): number;
  restart(): void;
  save(): Readonly<Record<string, unknown>>;
  restore(saved: Readonly<Record<string, unknown>>): void;
}

export interface ModeChange {
  mode: Mode;
  /** Order to continue with; not above the present one. */
  order: number;
  /** Step ratio to continue with when the mode changed. */
  η: number;
}

/** Steps after a start that get smaller tolerances, while the order is 1 or 2. */
const startupSteps = 12;
/** Largest growth of the very first step, of the first ten, and later. */
const growthAfterStart = 1e4;
const growthLater = 10;
const smallestReduction = 0.1;
const reductionAfterConvergenceFailure = 0.25;
const reductionAfterRepeatedErrors = 0.2;
const maximumConvergenceFailures = 10;
const maximumErrorFailures = 15;
/** Error failures after which the order is reduced (or the history is rebuilt at order 1). */
const errorFailuresBeforeOrderReduction = 3;
const waitAfterRebuild = 10;
/** Ratio of the largest stable step to the present one below which the step is reduced. */
const clearlyOutside = 0.9;

// biome-ignore format: a list reads better in lines
const savedFields = [
  "size", "t", "tPrevious", "y", "order", "stepSize", "nextStepSize", "z", "tau", "savedCorrection", "savedTq5", "q",
  "nextOrder", "wait", "h", "η", "ηMax", "stepsTaken", "isStarted", "requestedStep", "keepJacobian", "modeIndex",
] as const;

export class MultistepIntegrator implements Integrator {
  readonly method: string;
  readonly inside: StepInside;
  readonly size: number;
  t: number;
  tPrevious: number;
  readonly y: Float64Array;
  order = 1;
  stepSize = 0;
  nextStepSize = 0;
  readonly statistics: Statistics;

  /** Order of the history; below `order` right after a change of mode that had to reduce it. */
  q = 1;
  /** Step in which the history is scaled. */
  h = 0;
  readonly attempt: Attempt;
  readonly coefficients: Coefficients;

  private readonly options: MethodOptions;
  private readonly rhs: RightHandSide;
  private readonly modes: readonly Mode[];
  private readonly policy: ModePolicy | undefined;
  private readonly diagnosis: StepDiagnosis;
  /** Nordsieck columns z_0 … z_q. */
  readonly z: Float64Array[];
  private readonly tau: Float64Array;
  private readonly savedCorrection: Float64Array;
  private readonly scratch: Float64Array;
  private readonly choice = new OrderChoice();
  private readonly ratioLimit = (order: number): number =>
    this.policy === undefined ? Number.POSITIVE_INFINITY : this.policy.limit(this, order);
  private modeIndex = 0;
  private savedTq5 = 0;
  private nextOrder = 1;
  private wait = 2;
  private η = 1;
  private ηMax = growthAfterStart;
  private stepsTaken = 0;
  private isStarted = false;
  private requestedStep: number;
  private keepJacobian = false;

  constructor(
    method: string,
    system: OdeSystem,
    t0: number,
    y0: Float64Array,
    options: MethodOptions,
    createModes: (rhs: RightHandSide, statistics: Statistics) => readonly Mode[],
    policy?: ModePolicy,
  ) {
    this.method = method;
    this.size = system.size;
    this.options = options;
    this.statistics = createStatistics();
    this.rhs = new RightHandSide(system, this.statistics);
    this.modes = createModes(this.rhs, this.statistics);
    this.inside = this.modes.some(({ family }) => family.inside === "smoothed") ? "smoothed" : "resolved";
    this.policy = policy;
    this.diagnosis = new StepDiagnosis(system);
    const highest = Math.max(...this.modes.map((mode) => mode.family.maximumOrder));
    this.z = Array.from({ length: highest + 1 }, () => new Float64Array(system.size));
    this.tau = new Float64Array(highest + 2);
    this.coefficients = new Coefficients(highest);
    this.attempt = new Attempt(this.z[0], this.z[1], system.copies);
    this.savedCorrection = new Float64Array(system.size);
    this.scratch = new Float64Array(system.size);
    this.y = Float64Array.from(y0);
    this.t = t0;
    this.tPrevious = t0;
    this.requestedStep = options.initialStep;
  }

  get mode(): Mode {
    return this.modes[this.modeIndex];
  }

  get maximumOrder(): number {
    return Math.min(this.mode.family.maximumOrder, this.options.maximumOrder ?? Number.POSITIVE_INFINITY);
  }

  step(tLimit: number): void {
    const { relativeTolerance, absoluteTolerance } = this.options;
    const { toleranceSafety, startupSafety } = this.mode.family;
    const isStartup = this.q <= 2 && this.stepsTaken < startupSteps;
    const safety = toleranceSafety * (isStartup ? startupSafety : 1);
    computeErrorWeights(this.attempt.weights, this.y, relativeTolerance, absoluteTolerance, safety);
    checkTolerance(this.t, this.y, this.attempt.weights, relativeTolerance, safety);
    if (!this.isStarted) this.start(tLimit);
    const landing = this.limitStep(tLimit);
    if (this.η !== 1 || this.nextOrder !== this.q) this.adjust();
    const errorRatio = this.advance(landing, tLimit);
    this.prepareNext(errorRatio);
  }

  get interpolationDegree(): number {
    return this.q;
  }

  interpolate(out: Float64Array, t: number): void {
    if (!this.isStarted) out.set(this.y);
    else interpolatePolynomial(out, this.z, this.q, (t - this.t) / this.h);
  }

  interpolateDerivative(out: Float64Array, t: number): void {
    if (!this.isStarted) this.rhs.evaluate(this.t, this.y, out);
    else interpolatePolynomialDerivative(out, this.z, this.q, (t - this.t) / this.h, this.h);
  }

  interpolateEntries(out: Float64Array, t: number, entries: Int32Array): void {
    if (this.isStarted) interpolatePolynomialEntries(out, this.z, this.q, (t - this.t) / this.h, entries);
    else for (let k = 0; k < entries.length; k++) out[k] = this.y[entries[k]];
  }

  interpolateDerivativeEntries(out: Float64Array, t: number, entries: Int32Array): void {
    const { scratch } = this;
    if (this.isStarted) {
      interpolatePolynomialDerivativeEntries(out, this.z, this.q, (t - this.t) / this.h, this.h, entries);
      return;
    }
    this.rhs.evaluate(this.t, this.y, scratch);
    for (let k = 0; k < entries.length; k++) out[k] = scratch[entries[k]];
  }

  reset(t: number, y: Float64Array, options: ResetOptions = {}): void {
    this.t = t;
    this.tPrevious = t;
    this.y.set(y);
    this.isStarted = false;
    this.requestedStep = options.initialStep ?? 0;
    this.keepJacobian = options.keepJacobian ?? false;
    this.nextStepSize = 0;
    this.policy?.restart();
  }

  save(): IntegratorSnapshot {
    return {
      method: this.method,
      fields: {
        ...copyFields(this, savedFields),
        statistics: { ...this.statistics },
        weights: this.attempt.weights.slice(),
        correctors: this.modes.map((mode) => mode.corrector.save()),
        policy: this.policy?.save(),
      },
    };
  }

  restore(snapshot: IntegratorSnapshot): void {
    checkSnapshot(snapshot, this.method, this.size);
    const saved = snapshot.fields;
    assignFields(this, savedFields, saved);
    Object.assign(this.statistics, saved["statistics"]);
    this.attempt.weights.set(saved["weights"] as Float64Array);
    const correctors = saved["correctors"] as Readonly<Record<string, unknown>>[];
    this.modes.forEach((mode, k) => {
      mode.corrector.restore(correctors[k]);
    });
    this.policy?.restore(saved["policy"] as Readonly<Record<string, unknown>>);
  }

  /** Order 1, a first step, and z_0 = y, z_1 = h·f. */
  private start(tLimit: number): void {
    const { z, attempt, scratch } = this;
    z[0].set(this.y);
    if (!this.rhs.evaluate(this.t, this.y, z[1])) throw firstNonFiniteError(z[1], this.t, this.diagnosis);
    const direction = tLimit > this.t ? 1 : -1;
    this.h =
      this.requestedStep !== 0
        ? direction * Math.abs(this.requestedStep)
        : estimateInitialStep(this.rhs, this.t, tLimit, this.y, z[1], attempt, scratch);
    if (this.h === 0) throw this.diagnosis.failure("E-NOT-FINITE", this.t, 0);
    this.h = direction * Math.min(Math.abs(this.h), this.options.maximumStep);
    for (let i = 0; i < this.size; i++) z[1][i] *= this.h;
    this.q = 1;
    this.nextOrder = 1;
    this.wait = 2;
    this.η = 1;
    this.ηMax = growthAfterStart;
    this.stepsTaken = 0;
    this.tau.fill(0);
    this.nextStepSize = this.h;
    for (const mode of this.modes) mode.corrector.restart(this.keepJacobian);
    this.isStarted = true;
  }

  /** Cuts the next step so that it, or two equal ones, end at tLimit when it comes near. Returns whether this one does. */
  private limitStep(tLimit: number): boolean {
    const remaining = tLimit - this.t;
    const slack = 4 * Number.EPSILON * (Math.abs(this.t) + Math.abs(tLimit));
    const isLast = Math.abs(this.nextStepSize) >= Math.abs(remaining) - slack;
    if (!isLast && 2 * Math.abs(this.nextStepSize) <= Math.abs(remaining)) return false;
    this.nextStepSize = isLast ? remaining : 0.5 * remaining;
    this.η = this.nextStepSize / this.h;
    return isLast;
  }

  /** Carries out the change of order and step that was decided after the last step. */
  private adjust(): void {
    if (this.nextOrder !== this.q) this.changeOrder(this.nextOrder);
    this.scaleHistory(this.η);
    this.η = 1;
  }

  private changeOrder(order: number): void {
    const { coefficients, z, q, h, tau } = this;
    const { family } = this.mode;
    if (order > q) family.increaseOrder(coefficients, z, q, h, tau, this.savedCorrection);
    else if (q > 2) family.decreaseOrder(coefficients, z, q, h, tau);
    this.q = order;
    this.nextOrder = order;
    this.wait = order + 1;
  }

  private scaleHistory(η: number): void {
    if (η !== 1) rescale(this.z, this.q, η);
    this.h *= η;
  }

  /** Attempts until one passes the error test. Returns its error, ≤ 1. */
  private advance(landing: boolean, tLimit: number): number {
    const { attempt, coefficients, z } = this;
    const { l, tq } = coefficients;
    let convergenceFailures = 0;
    let errorFailures = 0;
    attempt.after = previous.nothing;
    attempt.stepsTaken = this.stepsTaken;
    for (;;) {
      attempt.t = landing ? tLimit : this.t + this.h;
      if (attempt.t === this.t) throw this.diagnosis.stepTooSmall(this.t, this.h);
      predict(z, this.q);
      this.mode.family.setCoefficients(coefficients, this.q, this.h, this.tau, this.wait === 1);
      attempt.h = this.h;
      attempt.rl1 = 1 / l[1];
      attempt.γ = this.h / l[1];
      attempt.tolerance = tq[4];
      const outcome = this.correctOrUndo();
      if (outcome !== converged) {
        this.undo();
        this.noteConvergenceFailure(outcome, ++convergenceFailures);
        landing = false;
        attempt.after = previous.convergenceFailure;
        continue;
      }
      const errorRatio = attempt.correctionNorm * tq[2];
      if (errorRatio <= 1) {
        this.complete();
        return errorRatio;
      }
      this.undo();
      this.noteErrorFailure(errorRatio, ++errorFailures);
      landing = false;
      attempt.after = previous.errorFailure;
    }
  }

  private correctOrUndo(): number {
    try {
      return this.mode.corrector.solve(this.attempt);
    } catch (error) {
      this.undo();
      throw error;
    }
  }

  private undo(): void {
    undoPrediction(this.z, this.q);
    // The subtraction leaves rounding errors; the solution itself is known exactly.
    this.z[0].set(this.y);
  }

  private noteConvergenceFailure(outcome: number, failures: number): void {
    this.statistics.convergenceFailures++;
    this.diagnosis.record(outcome, this.h, this.attempt.worst, Number.NaN);
    if (failures === maximumConvergenceFailures) {
      throw this.diagnosis.failure(outcome === failure.notFinite ? "E-NOT-FINITE" : "E-STEP-FAILED", this.t, this.h);
    }
    this.ηMax = 1;
    this.scaleHistory(reductionAfterConvergenceFailure);
  }

  private noteErrorFailure(errorRatio: number, failures: number): void {
    const { attempt, q } = this;
    this.statistics.rejectedSteps++;
    this.diagnosis.record(failure.errorTest, this.h, worstComponent(attempt.correction, attempt.weights), errorRatio);
    if (failures === maximumErrorFailures) throw this.diagnosis.failure("E-STEP-FAILED", this.t, this.h);
    this.ηMax = 1;
    if (failures <= errorFailuresBeforeOrderReduction) {
      let η = Math.max(smallestReduction, stepRatio(errorRatio, q + 1));
      if (failures >= 2) η = Math.min(η, reductionAfterRepeatedErrors);
      this.scaleHistory(η);
    } else if (q > 1) {
      this.changeOrder(q - 1);
      this.scaleHistory(smallestReduction);
    } else {
      this.rebuild();
    }
  }

  /** The history of order 1 is not worth keeping: a new derivative at the start of the step, and a long wait. */
  private rebuild(): void {
    const z1 = this.z[1];
    this.h *= smallestReduction;
    this.wait = waitAfterRebuild;
    if (!this.rhs.evaluate(this.t, this.z[0], z1)) throw firstNonFiniteError(z1, this.t, this.diagnosis);
    for (let i = 0; i < this.size; i++) z1[i] *= this.h;
  }

  private complete(): void {
    const { attempt, tau, q } = this;
    this.statistics.steps++;
    this.stepsTaken++;
    this.diagnosis.clear();
    for (let i = q; i >= 2; i--) tau[i] = tau[i - 1];
    if (q === 1) tau[2] = tau[1];
    tau[1] = this.h;
    correct(this.z, q, this.coefficients.l, attempt.correction);
    this.tPrevious = this.t;
    this.t = attempt.t;
    this.y.set(this.z[0]);
    this.order = q;
    this.stepSize = this.h;
    this.wait--;
    if (this.wait === 1) {
      this.savedCorrection.set(attempt.correction);
      this.savedTq5 = this.coefficients.tq[5];
    }
  }

  private prepareNext(errorRatio: number): void {
    const mayGrow = this.ηMax !== 1;
    this.ηMax = growthLater;
    this.nextOrder = this.q;
    this.η = 1;
    if (!mayGrow) {
      this.wait = Math.max(this.wait, 2);
    } else if (this.wait === 0) {
      this.wait = 2;
      this.considerOrders(errorRatio);
    } else {
      this.setRatio(stepRatio(errorRatio, this.q + 1));
    }
    this.limitRatio();
    this.considerModes(errorRatio);
    this.nextStepSize = this.h * this.η;
  }

  private considerOrders(errorRatio: number): void {
    const { attempt, coefficients, q, choice } = this;
    choice.lowerError = q > 1 ? attempt.norm(this.z[q]) * coefficients.tq[1] : Number.NaN;
    choice.higherError = Number.NaN;
    if (q < this.maximumOrder) {
      const quotient = (coefficients.tq[5] / this.savedTq5) * elementary.pow(this.h / this.tau[2], q + 1);
      for (let i = 0; i < this.size; i++) {
        this.scratch[i] = attempt.correction[i] - quotient * this.savedCorrection[i];
      }
      choice.higherError = attempt.norm(this.scratch) * coefficients.tq[3];
    }
    chooseOrder(choice, q, errorRatio, this.ratioLimit);
    if (choice.η < this.mode.family.worthwhileGrowth) return;
    this.nextOrder = choice.order;
    if (choice.order > q) this.savedCorrection.set(attempt.correction);
    this.setRatio(choice.η);
  }

  /** Growth is limited, and only taken when it is worthwhile; reductions happen in the error test alone. */
  private setRatio(η: number): void {
    if (η < this.mode.family.worthwhileGrowth) return;
    const grown = Math.min(η, this.stepsTaken === 1 ? growthAfterStart : growthLater);
    const largest = this.options.maximumStep / Math.abs(this.h);
    this.η = Math.min(grown, largest);
  }

  /** Where stability limits the step, it is kept inside, or brought back when it is clearly outside. */
  private limitRatio(): void {
    const limit = this.ratioLimit(this.nextOrder);
    if (limit < clearlyOutside) this.η = limit;
    else this.η = Math.min(this.η, Math.max(1, limit));
  }

  private considerModes(errorRatio: number): void {
    if (this.policy === undefined) return;
    const change = this.policy.choose(this, errorRatio);
    if (change.mode === this.mode) return;
    // Lower derivatives stay valid without the higher columns, so that an order above the new family's is just cut off.
    this.modeIndex = this.modes.indexOf(change.mode);
    this.q = change.order;
    this.nextOrder = change.order;
    this.wait = change.order + 1;
    this.η = Math.min(change.η, growthLater, this.options.maximumStep / Math.abs(this.h));
    change.mode.corrector.restart(false);
  }
}
