/**
 * The stepping routine of all explicit Runge–Kutta pairs: stages, error estimate, step control, dense output.
 * A method is a tableau (explicitTableau.ts).
 *
 * Source   [Hairer1993] sec. II.4 (error and step control), II.6 and II.10 (dense output), [Hairer1996] sec. IV.2
 *          (proportional–integral control, detection of stiffness)
 * Law      err = ‖h·Σ e_j·k_j‖  with weights  1/(atol + rtol·max(|y₀|, |y₁|));  a step passes when err ≤ 1
 *          with a second estimate err₃:   err₅ ← max(err₅, 0.015·err₃·√(err₃/A)),   err = err₅² / √(err₅² + 0.01·err₃²),
 *          A = h·max(‖k_1‖, ‖k_{s−1}‖)
 *          h·|λ| ≈ h·‖k_s − k_{s−1}‖ / ‖y₁ − g‖,   g the argument of stage s − 1: both stages lie at t + h
 * Memory   The stages of the last accepted step and of the current attempt are kept apart, so that the interpolant
 *          survives rejected attempts and exceptions. Stages for dense output alone are evaluated when asked for. Where
 *          integrators share what they need during a step, nothing is left of the stages behind it: the interpolant
 *          is made at once.
 */
import * as elementary from "../../math/elementary.ts";
import { worstComponent } from "../errorWeights.ts";
import { initialStepSize } from "../initialStepOneStep.ts";
import { OneStepMethod } from "../oneStepMethod.ts";
import type { MethodOptions, OdeSystem } from "../problem.ts";
import { firstNonFinite } from "../rightHandSide.ts";
import { assignFields, copyFields, type FieldMap } from "../snapshot.ts";
import { firstNonFiniteError } from "../startCheck.ts";
import { failure } from "../stepDiagnosis.ts";
import {
  evaluateAlternating,
  evaluateAlternatingDerivative,
  evaluateAlternatingEntries,
} from "./alternatingPolynomial.ts";
import type { ExplicitTableau } from "./explicitTableau.ts";
import { addStages, type StageWeights, stageWeights, sumStages } from "./stageSum.ts";
import { SwingWatch } from "./swingWatch.ts";

const notFiniteShrink = 0.25;
/** Share of the stability limit from which a step counts as limited by stability. */
const nearLimit = 0.95;
/**
 * Least share of err₅ in what a geometric decay from A over err₃ lets expect. Where err₅ changes its sign as a function of h
 * it is nearly zero, and its square hides errors of many tolerances, most of all in systems of few equations. The share was
 * measured on twelve problems at four tolerances: 0.05 in the middle, below 0.015 in one step of fifty.
 */
const leastShare = 0.015;
const stiffSteps = 15;
const notStiffSteps = 6;
const highestWatchedOrder = 5;

const savedFields = ["k", "kLast", "F", "isDenseReady", "previousError", "stiffCount", "notStiffCount"];

/** Weights of the rows of all tableaux: integrators are made at every change of structure. */
const knownWeights = new WeakMap<readonly number[], StageWeights>();

function weightsOf(row: readonly number[]): StageWeights {
  let weights = knownWeights.get(row);
  if (weights === undefined) {
    weights = stageWeights(row);
    knownWeights.set(row, weights);
  }
  return weights;
}

export class ExplicitRungeKutta extends OneStepMethod {
  readonly inside = "resolved";
  private readonly tableau: ExplicitTableau;
  private readonly rows: readonly StageWeights[];
  private readonly errorRow: StageWeights;
  private readonly lowErrorRow: StageWeights | undefined;
  private readonly denseRows: readonly StageWeights[];
  /** Whether the error estimate uses the derivative at the new point. */
  private readonly errorNeedsLast: boolean;
  /** Stages of the current attempt; k[0] is always f(t, y). */
  private k: Float64Array[];
  /** Stages of the last accepted step, as long as they are not shared. */
  private kLast: Float64Array[];
  private readonly isShared: boolean;
  private readonly F: Float64Array;
  private isDenseReady = false;
  private readonly work: Float64Array;
  private readonly errorVector: Float64Array;
  private readonly scale: Float64Array;
  /** Argument of the last stage but one. */
  private readonly beforeLast: Float64Array;
  private previousError = 1e-4;
  private stiffCount = 0;
  private notStiffCount = 0;
  /** Undefined where f has no corners, and for pairs of high order, whose steps are nearly as long as what they resolve. */
  private readonly swings: SwingWatch | undefined;

  constructor(
    tableau: ExplicitTableau,
    system: OdeSystem,
    t0: number,
    y0: Float64Array,
    tEnd: number,
    options: MethodOptions,
  ) {
    const interpolation = 3 + tableau.dense.length;
    const n = system.size;
    const shared = options.stepMemory?.vectors(tableau.c.length + 1, n);
    const vectorsOfSteps = shared === undefined ? 2 * tableau.c.length + 2 : 1;
    super(tableau.name, tableau.order, system, t0, y0, tEnd, options, vectorsOfSteps + interpolation + 2);
    const { arrays } = this;
    this.tableau = tableau;
    this.rows = tableau.a.map(weightsOf);
    this.errorRow = weightsOf(tableau.error);
    this.lowErrorRow = tableau.lowOrderError && weightsOf(tableau.lowOrderError);
    this.denseRows = tableau.dense.map(weightsOf);
    this.errorNeedsLast = (tableau.error[tableau.stages - 1] ?? 0) !== 0;
    this.isShared = shared !== undefined;
    this.k = tableau.c.map((_, i) => (i === 0 ? undefined : shared?.[i - 1]) ?? arrays.doubles(n));
    this.kLast = shared === undefined ? tableau.c.map(() => arrays.doubles(n)) : this.k;
    this.F = arrays.doubles(interpolation * n);
    this.work = shared?.[tableau.c.length - 1] ?? arrays.doubles(n);
    this.beforeLast = shared?.[tableau.c.length] ?? arrays.doubles(n);
    this.errorVector = arrays.doubles(n);
    this.scale = arrays.doubles(n);
    this.swings = system.isSmooth || tableau.order > highestWatchedOrder ? undefined : new SwingWatch();
  }

  /** Many steps in a row were limited by stability, not by accuracy: an implicit method would be cheaper. */
  get stiffnessSuspected(): boolean {
    return this.stiffCount >= stiffSteps;
  }

  /** The component that swings to and fro within each step, or −1. */
  get swinging(): number {
    return this.swings?.swinging ?? -1;
  }

  /** Steps that were limited by stability, up to now. */
  get stiffSteps(): number {
    return this.stiffCount;
  }

  protected override evaluateStart(): void {
    if (!this.rhs.evaluate(this.t, this.y, this.k[0])) throw firstNonFiniteError(this.k[0], this.t, this.diagnosis);
  }

  protected override estimateFirstStep(reach: number): number {
    const { rhs, t, y, k, weights, direction, order, work, yNew } = this;
    return initialStepSize(rhs, t, y, k[0], weights, direction, reach, order, work, yNew);
  }

  protected override attempt(h: number, tNew: number): boolean {
    const { k, yNew, beforeLast } = this;
    const { stages, control } = this.tableau;
    const size = Math.abs(h);
    for (let i = 1; i < stages - 1; i++) {
      const argument = i === stages - 2 ? beforeLast : yNew;
      if (!this.evaluateStage(i, argument, h, tNew)) return false;
    }
    if (this.errorNeedsLast) {
      if (!this.evaluateStage(stages - 1, yNew, h, tNew)) return false;
    } else {
      this.stageArgument(yNew, stages - 1, this.y, k, h);
    }

    const error = this.errorNorm(size);
    const change = elementary.pow(error, control.exponent) / control.safety;
    if (!(error <= 1)) {
      this.proposedStep = size / Math.min(1 / control.shrink, Number.isNaN(change) ? Infinity : change);
      this.fail(failure.errorTest, h, worstComponent(this.errorVector, this.scale), error);
      return false;
    }
    if (!this.errorNeedsLast && !this.rhs.evaluate(tNew, yNew, k[stages - 1])) return this.failNotFinite(stages - 1, h);
    const factor = change / elementary.pow(this.previousError, control.memory);
    const limited = Math.min(1 / control.shrink, Math.max(1 / control.grow, factor));
    this.proposedStep = size / (this.isRetry ? Math.max(1, limited) : limited);
    this.previousError = Math.max(error, 1e-4);
    return true;
  }

  protected override accept(h: number): void {
    const { stages } = this.tableau;
    const { k, t, y, yNew } = this;
    this.watchStiffness(Math.abs(h));
    this.swings?.look(h, y, yNew, k[0], k[stages >> 1], k[stages - 1], this.scale);
    this.k = this.kLast;
    this.kLast = k;
    if (this.isShared) this.interpolateStages(t, h, y, yNew);
    this.isDenseReady = this.isShared;
    this.k[0].set(k[stages - 1]);
  }

  override get interpolationDegree(): number {
    return 3 + this.denseRows.length;
  }

  protected override evaluateDense(out: Float64Array, θ: number, h: number): void {
    this.prepareDense(h);
    evaluateAlternating(out, this.yPrevious, this.F, 3 + this.denseRows.length, θ);
  }

  protected override evaluateDenseDerivative(out: Float64Array, θ: number, h: number): void {
    this.prepareDense(h);
    evaluateAlternatingDerivative(out, this.F, 3 + this.denseRows.length, θ, h);
  }

  interpolateEntries(out: Float64Array, t: number, entries: Int32Array): void {
    const h = this.t - this.tPrevious;
    if (t === this.t) {
      for (let k = 0; k < entries.length; k++) out[k] = this.y[entries[k]];
      return;
    }
    this.prepareDense(h);
    const terms = 3 + this.denseRows.length;
    evaluateAlternatingEntries(out, this.yPrevious, this.F, terms, (t - this.tPrevious) / h, entries);
  }

  protected override copyStartDerivative(out: Float64Array): void {
    out.set(this.k[0]);
  }

  protected override limitingComponent(): number {
    return worstComponent(this.errorVector, this.scale);
  }

  protected override forget(): void {
    this.previousError = 1e-4;
    this.stiffCount = 0;
    this.notStiffCount = 0;
    this.swings?.forget();
  }

  protected override saveMore(): FieldMap {
    return { ...copyFields(this, savedFields), swings: this.swings?.save() };
  }

  protected override restoreMore(fields: FieldMap): void {
    assignFields(this, savedFields, fields);
    this.swings?.restore(fields["swings"] as number[]);
  }

  /** out ← y + h·Σ_j a_ij·k_j */
  private stageArgument(out: Float64Array, i: number, y: Float64Array, k: Float64Array[], h: number): void {
    addStages(out, y, h, this.rows[i], k);
  }

  private evaluateStage(i: number, argument: Float64Array, h: number, tNew: number): boolean {
    const { k } = this;
    const c = this.tableau.c[i];
    this.stageArgument(argument, i, this.y, k, h);
    const t = c === 1 ? tNew : this.t + c * h;
    return this.rhs.evaluate(t, argument, k[i]) || this.failNotFinite(i, h);
  }

  private failNotFinite(stage: number, h: number): boolean {
    this.proposedStep = notFiniteShrink * Math.abs(h);
    this.fail(failure.notFinite, h, firstNonFinite(this.k[stage]), Number.NaN);
    return false;
  }

  private errorNorm(size: number): number {
    const { k, y, yNew, errorVector, scale, work } = this;
    const { relativeTolerance, absoluteTolerance } = this.options;
    const n = this.size;
    sumStages(errorVector, this.errorRow, k);
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const w = 1 / (absoluteTolerance[i] + relativeTolerance * Math.max(Math.abs(y[i]), Math.abs(yNew[i])));
      const x = errorVector[i] * w;
      scale[i] = w;
      sum += x * x;
    }
    if (this.lowErrorRow === undefined) return size * Math.sqrt(sum / n);
    sumStages(work, this.lowErrorRow, k);
    const first = k[0];
    const last = k[this.tableau.stages - 2];
    let lowSum = 0;
    let firstSum = 0;
    let lastSum = 0;
    for (let i = 0; i < n; i++) {
      const x = work[i] * scale[i];
      const f = first[i] * scale[i];
      const l = last[i] * scale[i];
      lowSum += x * x;
      firstSum += f * f;
      lastSum += l * l;
    }
    const whole = Math.max(firstSum, lastSum);
    if (whole > 0) sum = Math.max(sum, leastShare * leastShare * lowSum * Math.sqrt(lowSum / whole));
    return sum === 0 ? 0 : (size * sum) / Math.sqrt((sum + 0.01 * lowSum) * n);
  }

  /** Counts steps near the stability limit; six steps in a row away from it forget them. */
  private watchStiffness(size: number): void {
    const { k, yNew, beforeLast } = this;
    const { stages, stabilityLimit } = this.tableau;
    const last = k[stages - 1];
    const before = k[stages - 2];
    let derivative = 0;
    let distance = 0;
    for (let i = 0; i < this.size; i++) {
      derivative += elementary.square(last[i] - before[i]);
      distance += elementary.square(yNew[i] - beforeLast[i]);
    }
    if (size * Math.sqrt(derivative) > nearLimit * stabilityLimit * Math.sqrt(distance)) {
      this.stiffCount++;
      this.notStiffCount = 0;
    } else if (++this.notStiffCount >= notStiffSteps) {
      this.stiffCount = 0;
    }
  }

  private prepareDense(h: number): void {
    if (this.isDenseReady) return;
    this.interpolateStages(this.tPrevious, h, this.yPrevious, this.y);
    this.isDenseReady = true;
  }

  /** F ← from the stages of the last accepted step, from y0 at t to y1; evaluates the stages that only the dense output needs. */
  private interpolateStages(t: number, h: number, y0: Float64Array, y1: Float64Array): void {
    const { kLast: k, F, work } = this;
    const { stages, c } = this.tableau;
    const n = this.size;
    for (let i = stages; i < c.length; i++) {
      this.stageArgument(work, i, y0, k, h);
      if (!this.rhs.evaluate(t + c[i] * h, work, k[i])) {
        this.diagnosis.clear();
        this.diagnosis.record(failure.notFinite, h, firstNonFinite(k[i]), Number.NaN);
        throw this.diagnosis.failure("E-NOT-FINITE", t + c[i] * h, h);
      }
    }
    const first = k[0];
    const last = k[stages - 1];
    for (let i = 0; i < n; i++) {
      const difference = y1[i] - y0[i];
      F[i] = difference;
      F[n + i] = h * first[i] - difference;
      F[2 * n + i] = 2 * difference - h * (first[i] + last[i]);
    }
    for (let r = 0; r < this.denseRows.length; r++) {
      sumStages(work, this.denseRows[r], k);
      for (let i = 0; i < n; i++) F[(3 + r) * n + i] = h * work[i];
    }
  }
}
