/**
 * The stepping routine of diagonally implicit methods with explicit first stage: stages by Newton iterations with one
 * real matrix, error estimate, dense output. A method is a tableau (esdirkTableau.ts).
 *
 * Source   [Kennedy2019]
 * Law      err = (M − h·γ·J)⁻¹·M·h·Σ e_j·k_j
 *          The matrix takes out of the estimate what is not an error of the solution: the order reduction of stiff
 *          components, which stiff accuracy does not carry over, and the algebraic components, whose errors follow from
 *          those of the others. What it takes out is bounded apart, for the dense output.
 * Note     The derivative at the end of a step is z_s/(h·γ), not f(t, y): iteration errors are not multiplied by the
 *          stiffness, and M may be singular. Only at a start y' is computed from f.
 */
import type { FactorizationSnapshot } from "../../math/factorization.ts";
import { weightedNorm } from "../errorWeights.ts";
import { type StageWeights, stageWeights, sumStages } from "../explicit/stageSum.ts";
import { ImplicitOneStep } from "../implicitOneStep.ts";
import type { MethodOptions, OdeSystem } from "../problem.ts";
import type { FieldMap } from "../snapshot.ts";
import type { EsdirkTableau } from "./esdirkTableau.ts";
import { ending, StageIteration } from "./stageIteration.ts";
import { predictorWeights } from "./stagePredictor.ts";

/** Measured on the reference problems: 0.01 instead of 0.05 takes 2–3 times the Jacobians and saves up to 15 % iterations. */
const goodRate = { small: 0.01, large: 0.05 };
/** Share of the tolerance left to the iterations. Less than 0.1 takes more of them without more correct digits. */
const iterationShare = 0.1;
/**
 * Where f may have corners, what rests within one would lie on its other side: forty networks of vessels and valves took 45 500 instead
 * of 1 720 000 evaluations at 1e-3, and 31 300 instead of 29 100 at 1e-6.
 */
const shareAtCorners = 0.01;
const tooSlowShrink = 0.5;
/** The first guesses of this many stages come from the step before, those of the others from the stages before. */
const extrapolatedStages = 2;
/** Extrapolation further than this many steps is worse than the derivative at the start. */
const furthestExtrapolation = 3;
/**
 * Stiff and algebraic components are exact at the ends of a step and wrong in between by some part of what the matrix
 * takes out of the estimate: half of it, measured on y' = λ·(φ − y) + φ' with λ = 1e6. That may be ten times the
 * tolerance.
 */
const insideShare = 0.5 / 10;
/**
 * The first step after a start or an event may begin away from where stiff components pull it, and its polynomial passes by that place.
 * How far is seen here; between these places it may be twice as far, and ten times the tolerance may remain.
 */
const lookedAt = [0.12, 0.35, 0.7];
const firstShare = 1 / 4;

export class EsdirkMethod extends ImplicitOneStep {
  private readonly tableau: EsdirkTableau;
  private readonly rows: readonly StageWeights[];
  private readonly predictors: readonly StageWeights[];
  private readonly errorRow: StageWeights;
  /** Weights of all stages, refilled for every use. */
  private readonly denseRow: StageWeights;
  private readonly iteration: StageIteration;
  /** Stage derivatives of the current attempt. */
  private k: Float64Array[];
  /** Those of the last accepted step. */
  private kLast: Float64Array[];
  private readonly base: Float64Array;

  /** `iterationTolerance` is the share of the tolerance that is left to the iterations. */
  constructor(
    tableau: EsdirkTableau,
    system: OdeSystem,
    t0: number,
    y0: Float64Array,
    tEnd: number,
    options: MethodOptions,
    iterationTolerance = system.isSmooth ? iterationShare : shareAtCorners,
  ) {
    const { name, order } = tableau;
    super({ name, order, estimateOrder: order, goodRate }, system, t0, y0, tEnd, options);
    const n = system.size;
    this.tableau = tableau;
    this.rows = tableau.a.map(stageWeights);
    this.predictors = tableau.c.map((_, i) => stageWeights(i < 2 ? [1] : predictorWeights(tableau.c, i)));
    this.errorRow = stageWeights(tableau.error);
    this.denseRow = stageWeights(tableau.c.map(() => 1));
    this.iteration = new StageIteration(
      n,
      this.rhs,
      this.mass,
      this.solver,
      this.jacobian,
      this.promised,
      this.statistics,
      iterationTolerance,
    );
    this.k = tableau.c.map(() => new Float64Array(n));
    this.kLast = tableau.c.map(() => new Float64Array(n));
    this.base = new Float64Array(n);
  }

  protected override factorMatrices(h: number): number {
    this.mass.subtract(this.matrix, this.jacobian.values, 1 / (h * this.tableau.γ));
    return this.solver.factor(this.matrix);
  }

  protected override convergenceRate(): number {
    return this.iteration.θ;
  }

  protected override attempt(h: number, tNew: number): boolean {
    const { iteration, tableau } = this;
    if (!this.prepareMatrices(h)) return false;
    this.k[0].set(this.slope);
    iteration.begin();
    for (let i = 1; i < tableau.stages; i++) if (!this.solveStage(i, h, tNew)) return false;
    this.yNew.set(iteration.argument);
    return this.testError(h, this.estimateError(h), 1);
  }

  protected override accept(h: number): void {
    const k = this.k;
    this.k = this.kLast;
    this.kLast = k;
    this.slope.set(k[this.tableau.stages - 1]);
    this.finishStep(h);
  }

  override get interpolationDegree(): number {
    return this.tableau.dense[0]!.length;
  }

  protected override evaluateDense(out: Float64Array, θ: number, h: number): void {
    this.weighDense(polynomial, θ);
    sumStages(out, this.denseRow, this.kLast);
    for (let i = 0; i < out.length; i++) out[i] = this.yPrevious[i] + h * out[i];
  }

  protected override evaluateDenseDerivative(out: Float64Array, θ: number): void {
    this.weighDense(polynomialDerivative, θ);
    sumStages(out, this.denseRow, this.kLast);
  }

  /** denseRow ← b_i(θ), or their derivatives. */
  private weighDense(value: typeof polynomial, θ: number): void {
    const { weights } = this.denseRow;
    const { dense } = this.tableau;
    for (let i = 0; i < dense.length; i++) weights[i] = value(dense[i], θ);
  }

  protected override saveMore(): FieldMap {
    return {
      ...super.saveMore(),
      kLast: this.kLast.map((stage) => stage.slice()),
      θ: this.iteration.θ,
      θRemembered: this.iteration.θRemembered,
      factors: this.factoredStep === 0 ? undefined : this.solver.save(),
    };
  }

  protected override restoreMore(fields: FieldMap): void {
    super.restoreMore(fields);
    const kLast = fields["kLast"] as Float64Array[];
    this.kLast.forEach((stage, i) => {
      stage.set(kLast[i]);
    });
    this.iteration.θ = fields["θ"] as number;
    this.iteration.θRemembered = fields["θRemembered"] as number;
    if (this.factoredStep !== 0) this.solver.restore(fields["factors"] as FactorizationSnapshot);
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
    if (this.mustGuessAnew) {
      for (let m = 0; m < n; m++) z[m] = y[m] - base[m];
    } else {
      this.predict(i, h);
      for (let m = 0; m < n; m++) z[m] *= hγ;
    }

    const t = c[i] === 1 ? tNew : this.t + c[i] * h;
    const result = iteration.solve(t, base, z, hγ, this.weights);
    if (result === ending.notFinite) return this.failNotFinite(h, iteration.worst);
    if (result === ending.tooSlow) return this.failConvergence(h, iteration.worst, tooSlowShrink);
    if (result === ending.brokenPromise) return this.failPromise(h, iteration.worst);
    for (let m = 0; m < n; m++) z[m] /= hγ;
    return true;
  }

  /** k[i] ← first guess. */
  private predict(i: number, h: number): void {
    const ratio = h / this.previousStep;
    if (this.hasPrevious && i <= extrapolatedStages && ratio < furthestExtrapolation) {
      this.evaluateDenseDerivative(this.k[i], 1 + this.tableau.c[i] * ratio);
    } else {
      sumStages(this.k[i], this.predictors[i], this.k);
    }
  }

  /** errorVector ← err; returns its norm, or the error of the dense output in stiff components where that is larger. */
  private estimateError(h: number): number {
    const { errorVector, work, mass, tableau, weights } = this;
    sumStages(work, this.errorRow, this.k);
    mass.multiply(errorVector, work);
    for (let i = 0; i < this.size; i++) errorVector[i] /= tableau.γ;
    this.solver.solve(errorVector);
    const error = weightedNorm(errorVector, weights);
    return Math.max(error, this.hasPrevious ? this.insideError(h) : firstShare * this.firstError(h), 1e-10);
  }

  /** Error of the polynomial of a first step: what it lacks to satisfy the equations, brought to the size of the states by the matrix. */
  private firstError(h: number): number {
    const { work, fTrial, base, mass, weights, k, y } = this;
    // values that other unknowns determine jump to where they belong, whatever the step is
    if (!mass.isIdentity) return 0;
    let largest = 0;
    for (let place = 0; place < lookedAt.length; place++) {
      const θ = lookedAt[place]!;
      this.weighDense(polynomial, θ);
      sumStages(work, this.denseRow, k);
      for (let i = 0; i < this.size; i++) work[i] = y[i] + h * work[i];
      if (!this.rhs.evaluate(this.t + θ * h, work, fTrial)) continue;
      this.weighDense(polynomialDerivative, θ);
      sumStages(base, this.denseRow, k);
      for (let i = 0; i < this.size; i++) fTrial[i] -= base[i];
      this.solver.solve(fTrial);
      largest = Math.max(largest, weightedNorm(fTrial, weights));
    }
    return largest;
  }

  /** Error of the dense output in stiff components: the estimate before the matrix minus after it. */
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
