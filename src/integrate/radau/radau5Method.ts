/**
 * Radau IIA of order 5 with error estimate and dense output.
 *
 * Source   [Hairer1996] sec. IV.8
 * Law      err = E₁⁻¹·(f(t₀, y₀) + M·(e₁·z₁ + e₂·z₂ + e₃·z₃)/h);  where it fails at the start or after a rejection, once
 *          more with f(t₀, y₀ + err), which filters stiff components again
 * Deviation: f at the start of a step is not evaluated but taken from the polynomial of the step before, where
 *          M·u'(1) = f(t₁, y₁) up to the error of the iteration; E₁⁻¹ brings that error back to its own size, a few
 *          hundredths of the tolerance. This saves one evaluation in seven.
 * Tolerance  The estimate is that of a formula of order 3, the solution has order 5: where the estimate is ε the error of
 *          the step is of size ε^(6/4). The estimate is therefore not compared with rtol but with 0.1·rtol^0.7 (and atol
 *          in proportion), so that the error of the solution, not its estimate, follows rtol. The exponent would be 2/3
 *          without order reduction in stiff components. Measured: with 2/3 the reference problems of
 *          test/integrate/radau keep the digits of CVODE and IDA too, but the pollution problem at 1e-10 is 0.7 digits
 *          short of CVODE; with 0.7 it is 0.1 short, for 10 to 20 % more steps. Digits there scatter by half a digit
 *          when the factor 0.1 changes by a tenth, so the last tenths mean nothing.
 */
import * as elementary from "../../math/elementary.ts";
import { weightedNorm } from "../errorWeights.ts";
import { ImplicitOneStep } from "../implicitOneStep.ts";
import type { MethodOptions, OdeSystem } from "../problem.ts";
import type { FieldMap } from "../snapshot.ts";
import { assignFields, copyFields } from "../snapshot.ts";
import { e1, e2, e3, γ } from "./coefficients.ts";
import { Collocation } from "./collocation.ts";
import { ending, maximumIterations, RadauIteration } from "./radauIteration.ts";
import { RadauMatrices } from "./radauMatrices.ts";

const settings = {
  name: "radau5",
  order: 5,
  estimateOrder: 4,
  // Measured on the Brusselator in one dimension at 1e-8: 0.03 instead of 0.001 takes 8 instead of 85 Jacobians,
  // 41 instead of 103 factorisations and 299 instead of 278 iterations.
  goodRate: { small: 0.001, large: 0.03 },
};

/**
 * Most of the tolerance that is left to the iteration; where f may have corners less, since what rests within one would lie on its other
 * side: sixty networks of vessels and valves took 79 steps at most at 1e-3, and 347 with 0.03.
 */
const iterationShare = 0.03;
const shareAtCorners = 0.003;

/**
 * Stiff and algebraic components are exact at the ends of a step and wrong in between by some part of what the filter
 * takes out of the error estimate: a fifth, measured on y' = λ·(φ − y) + φ' with λ = 1e6. That may be ten times the
 * tolerance.
 */
const insideShare = 0.2 / 10;
/**
 * The first step after a start or an event may begin away from where stiff components pull it. What they move by is what the first
 * filter leaves of the estimate; the second one takes it out, since the end of the step does not feel it, but the polynomial passes
 * by it: (1 − θ/c₁)(1 − θ/c₂)(1 − θ) = −0.36 between c₁ and c₂. That may be ten times the tolerance.
 */
const firstShare = 0.36 / 10;

const polynomialFields = ["C1", "C2", "C3", "correction"];

export class Radau5Method extends ImplicitOneStep {
  private readonly matrices: RadauMatrices;
  private readonly iteration: RadauIteration;
  private readonly polynomial: Collocation;
  private readonly defect: Float64Array;
  /** insideShare and firstShare for norms with the transformed tolerances. */
  private readonly insideShare: number;
  private readonly firstShare: number;

  /** `iterationTolerance` replaces the share of the tolerance that is left to the iteration. */
  constructor(
    system: OdeSystem,
    t0: number,
    y0: Float64Array,
    tEnd: number,
    options: MethodOptions,
    iterationTolerance?: number,
  ) {
    const rtol = 0.1 * elementary.pow(options.relativeTolerance, 0.7);
    const factor = rtol / options.relativeTolerance;
    const absoluteTolerance = options.absoluteTolerance.map((atol) => atol * factor);
    super(settings, system, t0, y0, tEnd, { ...options, relativeTolerance: rtol, absoluteTolerance });
    const n = system.size;
    const { jacobian, mass, solver, matrix } = this;
    this.insideShare = insideShare * factor;
    this.firstShare = firstShare * factor;
    this.matrices = new RadauMatrices(jacobian.structure, mass, solver, matrix, options.linearSolver, system.copies);
    const κ =
      iterationTolerance ??
      Math.max(
        (10 * Number.EPSILON) / rtol,
        Math.min(system.isSmooth ? iterationShare : shareAtCorners, Math.sqrt(rtol)),
      );
    this.iteration = new RadauIteration(n, this.rhs, mass, this.matrices, jacobian, this.promised, this.statistics, κ);
    this.polynomial = new Collocation(n);
    this.defect = new Float64Array(n);
  }

  protected override factorMatrices(h: number): number {
    return this.matrices.factor(this.jacobian.values, h);
  }

  protected override convergenceRate(): number {
    return this.iteration.θ;
  }

  protected override attempt(h: number, tNew: number): boolean {
    const { iteration, y, yNew } = this;
    if (!this.prepareMatrices(h)) return false;
    if (this.hasPrevious && !this.mustGuessAnew) iteration.startFrom(this.polynomial, h / this.previousStep);
    else {
      // what was learnt before an event does not hold behind it: one iteration may not see the new forces
      iteration.η = 1;
      iteration.startAtZero();
    }
    const result = iteration.solve(this.t, y, h, tNew, this.weights);
    if (result === ending.notFinite) return this.failNotFinite(h, iteration.worst);
    if (result === ending.tooSlow) return this.failConvergence(h, iteration.worst, iteration.shrink);
    if (result === ending.brokenPromise) return this.failPromise(h, iteration.worst);
    for (let i = 0; i < this.size; i++) yNew[i] = y[i] + iteration.z3[i];

    // many iterations: rather a shorter step next time
    const caution = (1 + 2 * maximumIterations) / (iteration.count + 2 * maximumIterations);
    return this.testError(h, this.estimateError(h), caution);
  }

  protected override accept(h: number): void {
    const { iteration, polynomial } = this;
    polynomial.set(iteration.z1, iteration.z2, iteration.z3, this.errorVector);
    polynomial.evaluateDerivative(this.slope, 1, h);
    this.finishStep(h);
  }

  override get interpolationDegree(): number {
    return 4;
  }

  protected override evaluateDense(out: Float64Array, θ: number): void {
    this.polynomial.evaluate(out, this.y, θ);
  }

  interpolateEntries(out: Float64Array, t: number, entries: Int32Array): void {
    if (t === this.t) for (let k = 0; k < entries.length; k++) out[k] = this.y[entries[k]];
    else this.polynomial.evaluateEntries(out, this.y, (t - this.tPrevious) / (this.t - this.tPrevious), entries);
  }

  protected override evaluateDenseDerivative(out: Float64Array, θ: number, h: number): void {
    this.polynomial.evaluateDerivative(out, θ, h);
  }

  protected override saveMore(): FieldMap {
    return {
      ...super.saveMore(),
      η: this.iteration.η,
      ηStep: this.iteration.ηStep,
      polynomial: copyFields(this.polynomial, polynomialFields),
      matrices: this.factoredStep === 0 ? undefined : this.matrices.save(),
    };
  }

  protected override restoreMore(fields: FieldMap): void {
    super.restoreMore(fields);
    this.iteration.η = fields["η"] as number;
    this.iteration.ηStep = fields["ηStep"] as number;
    assignFields(this.polynomial, polynomialFields, fields["polynomial"] as FieldMap);
    if (this.factoredStep !== 0) this.matrices.restore(fields["matrices"] as FieldMap);
  }

  /** errorVector ← err; returns its norm, or the error of the dense output in stiff components where that is larger. */
  private estimateError(h: number): number {
    const { iteration, mass, solver, slope, errorVector, defect, work, fTrial, weights, y } = this;
    const { z1, z2, z3 } = iteration;
    const n = this.size;
    for (let i = 0; i < n; i++) work[i] = slope[i] + (e1 * z1[i] + e2 * z2[i] + e3 * z3[i]) / h;
    mass.multiply(errorVector, work);
    solver.solve(errorVector);
    const error = weightedNorm(errorVector, weights);
    // values that other unknowns determine jump to where they belong, whatever the step is
    const first = mass.isIdentity ? this.firstShare * error : 0;
    const inside = this.hasPrevious ? this.insideError(h) : first;
    if (error < 1 || (this.hasPrevious && !this.isRetry)) return Math.max(error, inside, 1e-10);

    for (let i = 0; i < n; i++) fTrial[i] = work[i] - slope[i];
    mass.multiply(defect, fTrial);
    for (let i = 0; i < n; i++) work[i] = y[i] + errorVector[i];
    if (!this.rhs.evaluate(this.t, work, fTrial)) return error;
    for (let i = 0; i < n; i++) errorVector[i] = fTrial[i] + defect[i];
    solver.solve(errorVector);
    return Math.max(weightedNorm(errorVector, weights), inside, 1e-10);
  }

  /** Error of the dense output in stiff components: the estimate before the filter minus after it. */
  private insideError(h: number): number {
    const { errorVector, work, weights } = this;
    const n = this.size;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const x = ((h / γ) * work[i] - errorVector[i]) * weights[i];
      sum += x * x;
    }
    return this.insideShare * Math.sqrt(sum / n);
  }
}
