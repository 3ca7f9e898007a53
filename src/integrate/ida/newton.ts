/**
 * The modified Newton iteration of one attempt: F(t, y⁰ + e, y'⁰ + c·e) = 0 for the correction e.
 *
 * Source   [Brenan1996] sec. 5.2.2, [Hindmarsh2005] sec. 2.3
 *          J·δ = −F·2/(1 + c/c_J),   e ← e + δ            J was made with c_J; the factor allows for the present c
 *          converged when  s·‖δ‖ ≤ 0.1,   s = R/(1 − R),   R = (‖δ_m‖/‖δ_0‖)^(1/m)
 *          J is rebuilt at the start, when c/c_J leaves [0.7, 1/0.7], when R > 0.1 was seen with an old J, and when
 *          the iteration fails with an old J
 * Legend   s  is kept from attempt to attempt: 2 after a new J, 100 after a change of c
 *
 * Deviation: the published constants are 0.33, s ≥ 0, [0.6, 1/0.6], no limit on R, s = 20 after a new J. The remaining
 * error of the iteration is noise in the differences of the solution, amplified up to ten times at order 5: error
 * tests fail that no smaller step can pass. Worst is an s that was measured long ago, hence its floor and the limit on R.
 * Deviation: a correction must change F as J promises (promisedChange.ts; the y' of a differential component is taken to stand in its
 * own equation with the factor 1). Where it does not, J was made on the other side of a corner and is made again where the correction led.
 * Deviation: an iteration that stagnates below 0.33 with a new J has reached the rounding of F and counts as converged.
 */

import { createFactorization } from "../../math/createFactorization.ts";
import * as elementary from "../../math/elementary.ts";
import type { Factorization, FactorizationSnapshot } from "../../math/factorization.ts";
import { repeated } from "../../math/repeatedFactorization.ts";
import { DaeJacobian } from "../daeJacobian.ts";
import { weightedNorm, worstComponent } from "../errorWeights.ts";
import type { Statistics } from "../integrator.ts";
import type { DaeSystem, MethodOptions } from "../problem.ts";
import { PromisedChange, promise, shareAtCorners } from "../promisedChange.ts";
import { Residual } from "../residual.ts";
import { assignFields, copyFields, type FieldMap } from "../snapshot.ts";
import { failure } from "../stepDiagnosis.ts";

/** Result of an iteration that succeeded; the others are the reasons of `failure`. */
export const converged = -1;

const convergenceConstant = 0.1;
const stagnationConstant = 0.33;
const maximumIterations = 4;
const slowestRate = 0.9;
/** Rate above which a new J saves iterations. */
const rateOfOldMatrix = 0.1;
const smallestRateFactor = 0.1;
const rateFactorOfNewMatrix = 2;
const rateFactorOfNewCoefficient = 100;
const smallestCoefficientRatio = 0.7;

/** How often one attempt may find itself behind a corner. */
const mostCrossings = 3;
/** What a correction may leave undone: more than the rounding of F that counts as converged. */
const allowedRest = 2 * stagnationConstant;
/** Result of an iteration that found itself there. */
const brokenPromise = -2;

const savedFields = ["cMatrix", "cLast", "rateFactor", "isMatrixUsable", "isMatrixOld"] as const;

export class DaeNewton {
  /** Correction of the last iteration, and y⁰ + e, y'⁰ + c·e. */
  readonly e: Float64Array;
  readonly y: Float64Array;
  readonly yp: Float64Array;
  /** Component (or equation, when F is not finite) that stood in the way when the iteration failed; −1 when unknown. */
  worst = -1;
  readonly residual: Residual;
  private readonly jacobian: DaeJacobian;
  private readonly matrix: Factorization;
  private readonly statistics: Statistics;
  /** Residual, then correction. */
  private readonly delta: Float64Array;
  /** The last correction, and the residual before it. */
  private readonly step: Float64Array;
  private readonly before: Float64Array;
  /** Undefined where F has no corners. */
  private readonly promised: PromisedChange | undefined;
  /** Of the tolerance that is left to the iteration. */
  private readonly share: number;
  private cMatrix = 0;
  private cLast = 0;
  private rateFactor = rateFactorOfNewMatrix;
  private isMatrixUsable = false;
  /** Made in an earlier attempt. */
  private isMatrixOld = false;

  constructor(system: DaeSystem, options: MethodOptions, statistics: Statistics) {
    const n = system.size;
    this.statistics = statistics;
    this.residual = new Residual(system, statistics);
    this.jacobian = new DaeJacobian(system, this.residual, statistics);
    this.matrix = repeated((options.linearSolver ?? createFactorization)(this.jacobian.structure), system.copies);
    this.e = new Float64Array(n);
    this.y = new Float64Array(n);
    this.yp = new Float64Array(n);
    this.delta = new Float64Array(n);
    this.step = new Float64Array(n);
    this.before = new Float64Array(n);
    const masses = Float64Array.from({ length: this.jacobian.structure.size }, (_, i) =>
      system.differential?.[i] === false ? 0 : 1,
    );
    const f = {
      evaluate: (t: number, y: Float64Array, out: Float64Array) => this.residual.evaluate(t, y, this.yp, out),
    };
    this.share = system.isSmooth ? 1 : shareAtCorners(options.relativeTolerance);
    this.promised = system.isSmooth ? undefined : new PromisedChange(this.jacobian.structure, masses, f);
  }

  /** The next iteration starts with a new matrix. */
  discardMatrix(): void {
    this.isMatrixUsable = false;
  }

  /** Solves from the prediction (y0, yp0) at t. Returns `converged` or the reason of the failure. */
  solve(t: number, y0: Float64Array, yp0: Float64Array, c: number, w: Float64Array, h: number): number {
    const ratio = c / this.cMatrix;
    if (!(ratio >= smallestCoefficientRatio && ratio <= 1 / smallestCoefficientRatio)) this.isMatrixUsable = false;
    if (c !== this.cLast) this.rateFactor = rateFactorOfNewCoefficient;
    this.cLast = c;
    this.isMatrixOld = this.isMatrixUsable;

    for (;;) {
      this.e.fill(0);
      this.y.set(y0);
      this.yp.set(yp0);
      if (!this.residual.evaluate(t, this.y, this.yp, this.delta)) return this.notFinite();
      if (!this.isMatrixOld) {
        const result = this.renewMatrix(t, c, w, h);
        if (result !== converged) return result;
      }
      let result = this.iterate(t, y0, yp0, c, w);
      for (let crossings = 0; result === brokenPromise && crossings < mostCrossings; crossings++) {
        const problem = this.renewMatrix(t, c, w, h);
        if (problem !== converged) return problem;
        this.isMatrixOld = false;
        result = this.iterate(t, y0, yp0, c, w);
      }
      if (result === brokenPromise) return failure.convergence;
      if (result === converged || !this.isMatrixOld) return result;
      this.isMatrixOld = false;
    }
  }

  /** Evaluates and factors J at the present (y, yp), whose residual is in `delta`. */
  private renewMatrix(t: number, c: number, w: Float64Array, h: number): number {
    this.isMatrixUsable = false;
    if (!this.jacobian.evaluate(t, this.y, this.yp, this.delta, c, w, h)) {
      this.worst = this.jacobian.worst;
      return failure.jacobianNotFinite;
    }
    this.statistics.factorisations++;
    this.worst = this.matrix.factor(this.jacobian.values);
    if (this.worst >= 0) return failure.singular;
    this.cMatrix = c;
    this.rateFactor = rateFactorOfNewMatrix;
    this.isMatrixUsable = true;
    return converged;
  }

  /** Iterations from the present (y, yp), whose residual is in `delta`. */
  private iterate(t: number, y0: Float64Array, yp0: Float64Array, c: number, w: Float64Array): number {
    const { e, y, yp, delta, promised, before, step } = this;
    const n = e.length;
    const scale = -2 / (1 + c / this.cMatrix);
    const allowed = this.share * convergenceConstant;
    let firstNorm = 0;
    let isDoubtful = false;
    promised?.begin(1 / c, this.share * allowedRest, c - this.cMatrix, t);
    let isKnown = true;
    for (let m = 0; m < maximumIterations; m++) {
      if (!isKnown && !this.residual.evaluate(t, y, yp, delta)) return this.notFinite();
      this.statistics.iterations++;
      const mustLook = promised !== undefined && !promised.isHarmless(delta, w);
      if (mustLook) before.set(delta);
      this.matrix.solve(delta);
      for (let i = 0; i < n; i++) {
        delta[i] *= scale;
        e[i] += delta[i];
        y[i] = y0[i] + e[i];
        yp[i] = yp0[i] + c * e[i];
      }

      const norm = weightedNorm(delta, w);
      let hasConverged: boolean;
      if (m === 0) {
        firstNorm = norm;
        const factor = Math.max(smallestRateFactor, this.rateFactor);
        hasConverged = factor * norm <= allowed;
      } else {
        const rate = elementary.pow(norm / firstNorm, 1 / m);
        if (!(rate <= slowestRate)) {
          if (!this.isMatrixOld && norm <= this.share * stagnationConstant) return converged;
          break;
        }
        this.rateFactor = rate / (1 - rate);
        if (this.isMatrixOld && rate > rateOfOldMatrix) this.isMatrixUsable = false;
        hasConverged = this.rateFactor * norm <= allowed;
      }
      isKnown = mustLook;
      if (!mustLook) {
        if (hasConverged) return converged;
        continue;
      }
      step.set(delta);
      if (!this.residual.evaluate(t, y, yp, delta)) return this.notFinite();
      const judgement = this.judge(promised, w);
      if (judgement === promise.broken) return brokenPromise;
      if (hasConverged && (judgement === promise.kept || isDoubtful)) return converged;
      isDoubtful = judgement === promise.doubtful;
    }
    this.worst = worstComponent(delta, w);
    return failure.convergence;
  }

  /** What the last correction did to F. */
  private judge(promised: PromisedChange, w: Float64Array): number {
    const { before, delta, step, y, jacobian } = this;
    const judgement = promised.judge(before, delta, step, y, jacobian.values, w);
    if (judgement === promise.broken) this.worst = promised.worst;
    return judgement;
  }

  private notFinite(): number {
    this.worst = this.delta.findIndex((value) => !Number.isFinite(value));
    return failure.notFinite;
  }

  save(): FieldMap {
    const { jacobian, matrix } = this;
    return { ...copyFields(this, savedFields), jacobian: jacobian.values.slice(), matrix: matrix.save() };
  }

  restore(saved: FieldMap): void {
    assignFields(this, savedFields, saved);
    this.jacobian.values.set(saved["jacobian"] as Float64Array);
    this.matrix.restore(saved["matrix"] as FactorizationSnapshot);
  }
}
