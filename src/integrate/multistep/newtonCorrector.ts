/**
 * Modified Newton iteration for the corrector equation: the Jacobian and the factors of
 * I − γ·J are kept over many steps and renewed only when convergence or a changed γ asks for it.
 *
 * Source   [Hindmarsh2005] sec. 2.1
 *          δ = −(I − γ̄·J)⁻¹ G(e) · 2/(1 + γ/γ̄),   γ̄ the value at the last factorisation
 */
import { createFactorization } from "../../math/createFactorization.ts";
import type { Factorization } from "../../math/factorization.ts";
import { diagonalPositions } from "../../math/matrixStructure.ts";
import { repeated } from "../../math/repeatedFactorization.ts";
import { worstComponent } from "../errorWeights.ts";
import type { Statistics } from "../integrator.ts";
import { JacobianEvaluator } from "../jacobian.ts";
import type { MethodOptions, OdeSystem } from "../problem.ts";
import { PromisedChange, promise, shareAtCorners } from "../promisedChange.ts";
import { firstNonFinite, type RightHandSide } from "../rightHandSide.ts";
import { assignFields, copyFields, type FieldMap } from "../snapshot.ts";
import { failure } from "../stepDiagnosis.ts";
import { type Attempt, type Corrector, converged, previous } from "./attempt.ts";
import { ConvergenceTest, verdict } from "./convergence.ts";

/** Steps after which the factors are renewed in any case. */
const factorsLifetime = 20;
/** Steps after which the Jacobian is renewed with them. */
const jacobianLifetime = 51;
/** Relative change of γ beyond which the factors are renewed. */
const γChangeForFactors = 0.3;
/** A failed iteration blames the Jacobian when γ changed by less than this since the factorisation. */
const γChangeForJacobian = 0.2;

/** How often one attempt may find itself behind a corner. */
const mostCrossings = 3;
/** Outcome of an iteration that found itself there. */
const brokenPromise = -2;

const savedFields = ["γFactored", "factoredAt", "jacobianAt", "hasJacobian", "hasFactors"] as const;

export class NewtonCorrector implements Corrector {
  private readonly rhs: RightHandSide;
  private readonly statistics: Statistics;
  readonly jacobian: JacobianEvaluator;
  private readonly factorization: Factorization;
  private readonly matrix: Float64Array;
  private readonly diagonal: Int32Array;
  private readonly test = new ConvergenceTest();
  private readonly y: Float64Array;
  private readonly f: Float64Array;
  private readonly δ: Float64Array;
  /** The last correction, and f before it. */
  private readonly step: Float64Array;
  private readonly fBefore: Float64Array;
  /** Undefined where f has no corners. */
  private readonly promised: PromisedChange | undefined;
  /** Of the tolerance of an attempt. */
  private readonly share: number;
  private γFactored = 0;
  private factoredAt = 0;
  private jacobianAt = 0;
  private hasJacobian = false;
  private hasFactors = false;

  constructor(system: OdeSystem, options: MethodOptions, rhs: RightHandSide, statistics: Statistics) {
    this.rhs = rhs;
    this.statistics = statistics;
    this.jacobian = new JacobianEvaluator(system, rhs, statistics);
    this.factorization = repeated(
      (options.linearSolver ?? createFactorization)(this.jacobian.structure),
      system.copies,
    );
    this.matrix = new Float64Array(this.jacobian.values.length);
    this.diagonal = diagonalPositions(this.jacobian.structure);
    this.y = new Float64Array(system.size);
    this.f = new Float64Array(system.size);
    this.δ = new Float64Array(system.size);
    this.step = new Float64Array(system.size);
    this.fBefore = new Float64Array(system.size);
    this.share = system.isSmooth ? 1 : shareAtCorners(options.relativeTolerance);
    this.promised = system.isSmooth ? undefined : new PromisedChange(this.jacobian.structure, undefined, rhs);
  }

  solve(attempt: Attempt): number {
    const age = attempt.stepsTaken - this.factoredAt;
    const γRatio = this.hasFactors ? attempt.γ / this.γFactored : 1;
    let mustFactor =
      !this.hasFactors ||
      attempt.after !== previous.nothing ||
      attempt.stepsTaken === 0 ||
      age >= factorsLifetime ||
      Math.abs(γRatio - 1) > γChangeForFactors;
    let jacobianIsBad = attempt.after === previous.convergenceFailure;

    for (let crossings = 0; ; ) {
      let jacobianIsNew = false;
      if (!this.evaluatePrediction(attempt)) return failure.notFinite;
      if (mustFactor) {
        jacobianIsNew = this.needsJacobian(attempt, jacobianIsBad);
        const problem = this.setUp(attempt, jacobianIsNew);
        if (problem !== converged) return problem;
      }
      let outcome = this.iterate(attempt, true);
      // Behind a corner: on with the matrix of the place where the correction has led.
      for (; outcome === brokenPromise && crossings < mostCrossings; crossings++) {
        const problem = this.setUp(attempt, true);
        if (problem !== converged) return problem;
        outcome = this.iterate(attempt, false);
      }
      if (outcome === brokenPromise) return failure.convergence;
      if (outcome === converged || jacobianIsNew) return outcome;
      // Blame the matrix: the same attempt again, with a new Jacobian unless the changed γ may explain the failure.
      mustFactor = true;
      jacobianIsBad = Math.abs(attempt.γ / this.γFactored - 1) < γChangeForJacobian;
    }
  }

  restart(keepJacobian: boolean): void {
    this.hasFactors = false;
    if (!keepJacobian) this.hasJacobian = false;
    this.factoredAt = 0;
    this.jacobianAt = 0;
  }

  save(): FieldMap {
    return {
      ...copyFields(this, savedFields),
      rate: this.test.rate,
      jacobian: this.jacobian.values.slice(),
      factors: this.hasFactors ? this.factorization.save() : undefined,
    };
  }

  restore(saved: FieldMap): void {
    assignFields(this, savedFields, saved);
    this.test.rate = saved["rate"] as number;
    this.jacobian.values.set(saved["jacobian"] as Float64Array);
    if (saved["factors"] !== undefined) this.factorization.restore(saved["factors"] as never);
  }

  private needsJacobian(attempt: Attempt, isBad: boolean): boolean {
    return !this.hasJacobian || isBad || attempt.stepsTaken >= this.jacobianAt + jacobianLifetime;
  }

  /** Factors I − γ·J, with a new J on request, at the place y where f was evaluated last. */
  private setUp(attempt: Attempt, renewJacobian: boolean): number {
    if (renewJacobian) {
      this.hasFactors = false;
      this.hasJacobian = this.jacobian.evaluate(attempt.t, this.y, this.f, attempt.weights, attempt.h);
      if (!this.hasJacobian) {
        attempt.worst = this.jacobian.worst;
        return failure.jacobianNotFinite;
      }
      this.jacobianAt = attempt.stepsTaken;
    }
    const { matrix, diagonal } = this;
    const J = this.jacobian.values;
    const γ = attempt.γ;
    for (let p = 0; p < J.length; p++) matrix[p] = -γ * J[p];
    for (let j = 0; j < diagonal.length; j++) matrix[diagonal[j]] += 1;
    this.statistics.factorisations++;
    const singularColumn = this.factorization.factor(matrix);
    this.hasFactors = singularColumn < 0;
    attempt.worst = singularColumn;
    if (!this.hasFactors) return failure.singular;
    this.γFactored = γ;
    this.factoredAt = attempt.stepsTaken;
    this.test.rate = 1;
    return converged;
  }

  /** Newton iterations; δ holds −G(e) on entry, where e is 0 at the prediction. */
  private iterate(attempt: Attempt, isPrediction: boolean): number {
    const { δ, test, promised } = this;
    const { correction, weights } = attempt;
    const n = δ.length;
    const γRatio = attempt.γ / this.γFactored;
    const scale = 2 / (1 + γRatio);
    let isDoubtful = false;
    const tolerance = this.share * attempt.tolerance;
    promised?.begin(attempt.γ, tolerance, 0, attempt.t);
    for (let iteration = 0; ; iteration++) {
      const mustLook = promised !== undefined && !promised.isHarmless(δ, weights, true);
      this.statistics.iterations++;
      this.factorization.solve(δ);
      for (let i = 0; i < n; i++) {
        δ[i] *= scale;
        correction[i] += δ[i];
      }
      const δNorm = attempt.norm(δ);
      const answer = test.judge(iteration, δNorm, tolerance);
      if (answer === verdict.givenUp) {
        attempt.worst = worstComponent(δ, weights);
        return failure.convergence;
      }
      if (answer === verdict.goOn || mustLook) {
        this.step.set(δ);
        this.fBefore.set(this.f);
        if (!this.evaluateResidual(attempt)) return failure.notFinite;
      }
      const judgement = mustLook ? this.judge(promised, attempt) : promise.kept;
      if (judgement === promise.broken) return brokenPromise;
      if (answer === verdict.converged && (judgement === promise.kept || isDoubtful)) {
        attempt.correctionNorm = isPrediction && iteration === 0 ? δNorm : attempt.norm(correction);
        return converged;
      }
      isDoubtful = judgement === promise.doubtful;
    }
  }

  private judge(promised: PromisedChange, attempt: Attempt): number {
    const { fBefore, f, step, y, jacobian } = this;
    const judgement = promised.judge(fBefore, f, step, y, jacobian.values, attempt.weights);
    if (judgement === promise.broken) attempt.worst = promised.worst;
    return judgement;
  }

  /** e ← 0, δ ← −G(0) = γ·f(t, z_0) − z_1/l_1. Returns false when f is not finite. */
  private evaluatePrediction(attempt: Attempt): boolean {
    const { y, f, δ } = this;
    const { z0, z1, correction, rl1, γ } = attempt;
    correction.fill(0);
    y.set(z0);
    if (!this.evaluate(attempt)) return false;
    for (let i = 0; i < y.length; i++) δ[i] = γ * f[i] - rl1 * z1[i];
    return true;
  }

  /** δ ← −G(e) = γ·f(t, z_0 + e) − z_1/l_1 − e. Returns false when f is not finite. */
  private evaluateResidual(attempt: Attempt): boolean {
    const { y, f, δ } = this;
    const { z0, z1, correction, rl1, γ } = attempt;
    const n = y.length;
    for (let i = 0; i < n; i++) y[i] = z0[i] + correction[i];
    if (!this.evaluate(attempt)) return false;
    for (let i = 0; i < n; i++) δ[i] = γ * f[i] - (rl1 * z1[i] + correction[i]);
    return true;
  }

  /** f ← f(t, y) */
  private evaluate(attempt: Attempt): boolean {
    const { y, f } = this;
    if (this.rhs.evaluate(attempt.t, y, f)) return true;
    attempt.worst = firstNonFinite(f);
    return false;
  }
}
