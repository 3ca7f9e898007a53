/**
 * What all one-step methods share: where a step ends, repeating it smaller until it passes, starting and restarting,
 * saving. A method adds how one attempt is made, how it is accepted and how the last step is interpolated.
 *
 * Promise  Rules 2, 3 and 5 of the contract (integrator.ts): attempt() must not touch y nor what the interpolant needs;
 *          accept() is called once an attempt has passed.
 * Step     A limit within 1.01 steps is reached at once, one within 2 steps in two equal ones: no tiny last step.
 *          A step cut short by the limit does not shorten the one that follows.
 */
import { PackedArrays } from "../math/packedArrays.ts";
import { computeErrorWeights } from "./errorWeights.ts";
import {
  createStatistics,
  type Integrator,
  type IntegratorSnapshot,
  type ResetOptions,
  type Statistics,
  type StepInside,
} from "./integrator.ts";
import type { MethodOptions, OdeSystem, VectorMemory } from "./problem.ts";
import { RightHandSide } from "./rightHandSide.ts";
import { assignFields, checkSnapshot, copyFields, type FieldMap } from "./snapshot.ts";
import { failure, StepDiagnosis } from "./stepDiagnosis.ts";

const stretch = 1.01;
/** Least first step, in roundoff units of t. */
const roundingOfFirstStep = 1000;
/** Halving 60 times leaves 1e-18 of the first try: nothing more to hope for. */
const maximumAttempts = 60;
/** The last step before an event is tried again after it, but for this factor more or less than a cautious first step. */
const trustedChange = 10;

const savedFields = [
  "size",
  "t",
  "tPrevious",
  "y",
  "yPrevious",
  "order",
  "stepSize",
  "plannedStep",
  "forcedStep",
  "isStarted",
  "hasDerivative",
];

export abstract class OneStepMethod implements Integrator {
  readonly method: string;
  readonly size: number;
  t: number;
  tPrevious: number;
  readonly y: Float64Array;
  order: number;
  abstract readonly inside: StepInside;
  abstract readonly interpolationDegree: number;
  /** Signed, as nextStepSize. */
  stepSize = 0;
  readonly statistics: Statistics = createStatistics();

  protected readonly direction: number;
  protected readonly options: MethodOptions;
  protected readonly arrays: VectorMemory;
  protected readonly rhs: RightHandSide;
  protected readonly diagnosis: StepDiagnosis;
  protected readonly yPrevious: Float64Array;
  /** Result of the current attempt. */
  protected readonly yNew: Float64Array;
  /** Error weights at y. */
  protected readonly weights: Float64Array;
  /** Set by attempt(): the size to try next, whether it passed or not. */
  protected proposedStep = 0;
  /** Whether an attempt of this step has failed already. */
  protected isRetry = false;
  /** Size of the next step, 0 when it is not known yet. */
  private plannedStep = 0;
  private lastFailure = -1;
  /** A step that would have to be smaller than this is not made. */
  private leastStep = 0;
  private forcedStep: number;
  private isStarted = false;
  private hasDerivative = false;

  /** `furtherVectors`: how many vectors of its own the method takes from `arrays`. */
  constructor(
    method: string,
    order: number,
    system: OdeSystem,
    t0: number,
    y0: Float64Array,
    tEnd: number,
    options: MethodOptions,
    furtherVectors = 0,
  ) {
    const n = system.size;
    this.arrays = options.memory ?? new PackedArrays((4 + furtherVectors) * n);
    this.method = method;
    this.order = order;
    this.size = n;
    this.t = t0;
    this.tPrevious = t0;
    this.y = this.arrays.doubles(n);
    this.y.set(y0);
    this.yPrevious = this.arrays.doubles(n);
    this.yPrevious.set(y0);
    this.yNew = this.arrays.doubles(n);
    this.weights = this.arrays.doubles(n);
    this.options = options;
    this.forcedStep = options.initialStep;
    this.direction = tEnd < t0 ? -1 : 1;
    this.rhs = new RightHandSide(system, this.statistics);
    this.diagnosis = new StepDiagnosis(system);
  }

  /** Computes what the first step from (t, y) needs, the derivative above all. Throws when it is not finite. */
  protected abstract evaluateStart(): void;
  /** A cautious size for the first step, at most `reach`. */
  protected abstract estimateFirstStep(reach: number): number;
  /** yNew ← solution at tNew = t + h. Returns whether it passed; sets proposedStep; calls fail() when it did not. */
  protected abstract attempt(h: number, tNew: number): boolean;
  /** Keeps what the interpolant and the next step need. Called before t and y move. */
  protected abstract accept(h: number, tNew: number): void;
  /** out ← y(tPrevious + θ·h) in the last step. */
  protected abstract evaluateDense(out: Float64Array, θ: number, h: number): void;
  protected abstract evaluateDenseDerivative(out: Float64Array, θ: number, h: number): void;
  /** out ← y'(t) at a start, after evaluateStart(). */
  protected abstract copyStartDerivative(out: Float64Array): void;
  /** Component with the largest error in the last attempt. */
  protected abstract limitingComponent(): number;
  protected abstract forget(keepJacobian: boolean): void;
  protected abstract saveMore(): FieldMap;
  protected abstract restoreMore(fields: FieldMap): void;

  get nextStepSize(): number {
    return this.isStarted ? this.direction * this.plannedStep : 0;
  }

  step(tLimit: number): void {
    const { direction, options } = this;
    this.diagnosis.clear();
    this.isRetry = false;
    if (!this.isStarted) this.start(tLimit);

    let wanted = this.plannedStep;
    for (let attempts = 0; attempts < maximumAttempts; attempts++) {
      const remaining = Math.abs(tLimit - this.t);
      let size = Math.min(wanted, options.maximumStep);
      const lands = remaining <= stretch * size && remaining <= options.maximumStep;
      if (lands) size = remaining;
      else if (remaining < 2 * size) size = 0.5 * remaining;

      const tNew = lands ? tLimit : this.t + direction * size;
      const tooSmall = !lands && !(size > 10 * Number.EPSILON * Math.abs(this.t));
      if (tooSmall || tNew === this.t) {
        // steps that passed have become ever smaller: their error is what demands it
        if (!this.isRetry)
          this.diagnosis.record(failure.errorTest, direction * size, this.limitingComponent(), Number.NaN);
        throw this.diagnosis.failure(
          this.isRetry && this.lastFailure === failure.notFinite ? "E-NOT-FINITE" : "E-STEP-SMALL",
          this.t,
          direction * size,
        );
      }
      if (this.attempt(tNew - this.t, tNew)) {
        this.accept(tNew - this.t, tNew);
        // by the size itself: that of the step is rounded with the time
        this.advance(tNew, this.isRetry || size >= wanted ? 0 : wanted);
        return;
      }
      this.isRetry = true;
      wanted = this.proposedStep;
      if (wanted < this.leastStep) return;
    }
    const code = this.lastFailure === failure.notFinite ? "E-NOT-FINITE" : "E-STEP-FAILED";
    throw this.diagnosis.failure(code, this.t, direction * wanted);
  }

  stepAtOnce(tLimit: number, least = Number.POSITIVE_INFINITY): boolean {
    const { t } = this;
    this.leastStep = least;
    try {
      this.step(tLimit);
    } finally {
      this.leastStep = 0;
    }
    return this.t !== t;
  }

  interpolate(out: Float64Array, t: number): void {
    if (t === this.t) out.set(this.y);
    else this.evaluateDense(out, (t - this.tPrevious) / (this.t - this.tPrevious), this.t - this.tPrevious);
  }

  interpolateDerivative(out: Float64Array, t: number): void {
    const h = this.t - this.tPrevious;
    if (h !== 0) {
      this.evaluateDenseDerivative(out, (t - this.tPrevious) / h, h);
      return;
    }
    this.ensureStart();
    this.copyStartDerivative(out);
  }

  reset(t: number, y: Float64Array, options: ResetOptions = {}): void {
    this.t = t;
    this.tPrevious = t;
    this.y.set(y);
    this.yPrevious.set(y);
    this.forcedStep = options.initialStep ?? 0;
    this.isStarted = false;
    this.hasDerivative = false;
    this.forget(options.keepJacobian ?? false);
  }

  save(): IntegratorSnapshot {
    const fields = { ...copyFields(this, savedFields), ...this.saveMore(), statistics: { ...this.statistics } };
    return { method: this.method, fields };
  }

  restore(snapshot: IntegratorSnapshot): void {
    checkSnapshot(snapshot, this.method, this.size);
    const fields = snapshot.fields as FieldMap;
    assignFields(this, savedFields, fields);
    this.computeWeights(this.y);
    this.restoreMore(fields);
    Object.assign(this.statistics, fields["statistics"]);
  }

  /** Notes why an attempt failed. */
  protected fail(reason: number, h: number, component: number, excess: number): void {
    this.lastFailure = reason;
    this.diagnosis.record(reason, h, component, excess);
    if (reason === failure.errorTest || reason === failure.notFinite) this.statistics.rejectedSteps++;
    else this.statistics.convergenceFailures++;
  }

  private start(tLimit: number): void {
    const { options } = this;
    this.ensureStart();
    if (this.forcedStep > 0) {
      this.plannedStep = this.forcedStep;
    } else {
      const reach = Math.min(Math.abs(tLimit - this.t), options.maximumStep);
      // far from t = 0 a cautious step, or the way to the limit, may be below the rounding of t; the limit cuts the step short then
      const representable = Math.min(options.maximumStep, roundingOfFirstStep * Number.EPSILON * Math.abs(this.t));
      const cautious = Math.max(this.estimateFirstStep(reach), representable);
      const known = this.plannedStep > 0 ? this.plannedStep : cautious;
      const least = Math.max(representable, cautious / trustedChange);
      this.plannedStep = Math.max(least, Math.min(known, trustedChange * cautious));
    }
    this.isStarted = true;
  }

  private ensureStart(): void {
    if (this.hasDerivative) return;
    this.computeWeights(this.y);
    this.evaluateStart();
    this.hasDerivative = true;
  }

  protected computeWeights(y: Float64Array): void {
    computeErrorWeights(this.weights, y, this.options.relativeTolerance, this.options.absoluteTolerance);
  }

  /** `wanted` is the size that a limit has cut short, 0 when none did or an attempt failed. */
  private advance(tNew: number, wanted: number): void {
    this.stepSize = tNew - this.t;
    this.plannedStep = Math.max(wanted, this.proposedStep);
    this.tPrevious = this.t;
    this.t = tNew;
    this.yPrevious.set(this.y);
    this.y.set(this.yNew);
    this.statistics.steps++;
  }
}
