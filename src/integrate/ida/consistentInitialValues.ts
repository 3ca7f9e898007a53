/**
 * Start values that satisfy F(t, y, y') = 0, from guesses.
 *
 * Source   [Brown1998] sec. 3 (unknowns, matrix), [Deuflhard2011] sec. 3.3 (damping by the natural level function)
 *          "differential"   y of the differential components is kept; sought are y of the algebraic components and y' of
 *                           the differential ones:  J·δ = −F,  J = ∂F/∂y + c·∂F/∂y',  y_a += λ·δ_a,  y'_d += λ·c·δ_d
 *          "derivatives"    all y' are kept; sought are all y:  ∂F/∂y·δ = −F,  y += λ·δ
 *          λ is halved until ‖J⁻¹·F‖ falls by the factor 1 − λ/4
 *          ‖·‖ weighs changes of y by the tolerance, changes of y' by what they do to y in a first step
 * Legend   c  1/h with a small h: ∂F/∂y·δ_d, which J contains and the sought unknowns do not have, is then negligible;
 *             h is reduced when the iteration does not converge
 */
import type { RattlebackError } from "../../errors/rattlebackError.ts";
import { createFactorization } from "../../math/createFactorization.ts";
import type { Factorization } from "../../math/factorization.ts";
import { DaeJacobian } from "../daeJacobian.ts";
import { computeErrorWeights, weightedNorm, worstComponent } from "../errorWeights.ts";
import { createStatistics, type Statistics } from "../integrator.ts";
import type { DaeSystem, MethodOptions } from "../problem.ts";
import { Residual } from "../residual.ts";
import {
  derivativeNotFiniteError,
  inconsistentStartError,
  residualNotFiniteError,
  singularMatrixError,
} from "./daeErrors.ts";

/** Which part of the guesses is kept: y of the differential components, or all y'. */
export type ConsistencyMode = "differential" | "derivatives";

export interface ConsistentValues {
  readonly y: Float64Array;
  readonly yp: Float64Array;
  readonly statistics: Statistics;
}

/** ‖δ‖ in units of the tolerance at which one last correction ends the iteration. */
const convergenceConstant = 1e-9;
/** ‖δ‖ at which a standstill counts as rounding of F, and the same when no smaller h is left to try. */
const stagnationConstant = 0.001;
const lastStagnationConstant = 0.33;
const maximumIterations = 20;
const smallestDamping = 1 / 1024;
/** h relative to the interval, and how often and how much it is reduced. */
const firstStep = 0.001;
const stepReduction = 0.001;
const maximumSteps = 7;

export function consistentInitialValues(
  system: DaeSystem,
  t0: number,
  y0: Float64Array,
  yp0: Float64Array,
  tEnd: number,
  options: MethodOptions,
  mode: ConsistencyMode = "differential",
): ConsistentValues {
  const interval = Math.abs(tEnd - t0) || 1;
  const search = new ConsistencySearch(system, t0, y0, yp0, interval, options, mode);
  let h = firstStep * interval;
  const tries = mode === "derivatives" ? 1 : maximumSteps;
  for (let k = 0; k < tries; k++) {
    const limit = k === tries - 1 ? lastStagnationConstant : stagnationConstant;
    if (search.run(mode === "derivatives" ? 0 : 1 / h, limit)) {
      return { y: search.y, yp: search.yp, statistics: search.statistics };
    }
    h *= stepReduction;
  }
  throw search.failure();
}

class ConsistencySearch {
  readonly y: Float64Array;
  readonly yp: Float64Array;
  readonly statistics = createStatistics();
  private readonly system: DaeSystem;
  private readonly t: number;
  private readonly y0: Float64Array;
  private readonly yp0: Float64Array;
  private readonly mode: ConsistencyMode;
  private readonly interval: number;
  private readonly residual: Residual;
  private readonly jacobian: DaeJacobian;
  private readonly matrix: Factorization;
  private readonly w: Float64Array;
  /** F at (y, yp), the Newton correction there, and both at the trial point. */
  private readonly r: Float64Array;
  private readonly delta: Float64Array;
  private readonly yTrial: Float64Array;
  private readonly ypTrial: Float64Array;
  private readonly deltaTrial: Float64Array;
  private singularColumn = -1;
  /** Component without a finite derivative. */
  private brokenColumn = -1;
  private c = 0;
  /** Size of a first step with the present y'. */
  private h0 = 0;

  constructor(
    system: DaeSystem,
    t: number,
    y0: Float64Array,
    yp0: Float64Array,
    interval: number,
    options: MethodOptions,
    mode: ConsistencyMode,
  ) {
    const vector = () => new Float64Array(system.size);
    this.system = system;
    this.t = t;
    this.y0 = y0;
    this.yp0 = yp0;
    this.mode = mode;
    this.interval = interval;
    this.y = vector();
    this.yp = vector();
    this.r = vector();
    this.delta = vector();
    this.yTrial = vector();
    this.ypTrial = vector();
    this.deltaTrial = vector();
    this.w = vector();
    computeErrorWeights(this.w, y0, options.relativeTolerance, options.absoluteTolerance);
    this.residual = new Residual(system, this.statistics);
    this.jacobian = new DaeJacobian(system, this.residual, this.statistics);
    this.matrix = (options.linearSolver ?? createFactorization)(this.jacobian.structure);
  }

  /** Damped Newton iteration from the guesses with the given c. Returns whether it converged, or stands still below `limit`. */
  run(c: number, limit: number): boolean {
    const { y, yp, r, delta } = this;
    this.c = c;
    y.set(this.y0);
    yp.set(this.yp0);
    if (!this.residual.evaluate(this.t, y, yp, r)) {
      const equation = r.findIndex((value) => !Number.isFinite(value));
      throw residualNotFiniteError(this.system, this.t, 0, equation);
    }
    for (let m = 0; m < maximumIterations; m++) {
      if (!this.renewMatrix()) return false;
      for (let i = 0; i < delta.length; i++) delta[i] = -r[i];
      this.matrix.solve(delta);
      this.h0 = Math.min(firstStep * this.interval, 0.5 / weightedNorm(yp, this.w));
      const norm = this.norm(delta);
      this.statistics.iterations++;
      if (norm === 0) return true;
      if (norm <= convergenceConstant) {
        // One more full step: the last digits cost nothing, and the next Jacobian would not change them.
        this.moveBy(1);
        return this.acceptTrial();
      }
      if (!this.searchLine(norm)) return norm <= limit;
    }
    return false;
  }

  /** The error for the best point that was found. */
  failure(): RattlebackError {
    if (this.singularColumn >= 0) return singularMatrixError(this.system, this.t, this.step, this.singularColumn);
    if (this.brokenColumn >= 0) return derivativeNotFiniteError(this.system, this.t, this.brokenColumn);
    const worst = worstComponent(this.delta, this.w);
    const excess = Math.abs(this.delta[worst] * this.w[worst]);
    return inconsistentStartError(this.system, this.t, this.r, worst, excess, "computed");
  }

  /** h of c = 1/h; 0 where c is. */
  private get step(): number {
    return this.c === 0 ? 0 : 1 / this.c;
  }

  private renewMatrix(): boolean {
    const { y, yp, r, c, w } = this;
    this.singularColumn = -1;
    this.brokenColumn = -1;
    if (!this.jacobian.evaluate(this.t, y, yp, r, c, w, this.step)) {
      this.brokenColumn = Math.max(0, this.jacobian.worst);
      return false;
    }
    this.statistics.factorisations++;
    this.singularColumn = this.matrix.factor(this.jacobian.values);
    return this.singularColumn < 0;
  }

  /** Moves to the first trial point at which the correction has become smaller. Returns false when there is none. */
  private searchLine(norm: number): boolean {
    const { deltaTrial } = this;
    for (let damping = 1; damping >= smallestDamping; damping /= 2) {
      this.moveBy(damping);
      if (!this.residual.evaluate(this.t, this.yTrial, this.ypTrial, deltaTrial)) continue;
      this.matrix.solve(deltaTrial);
      if (this.norm(deltaTrial) <= (1 - damping / 4) * norm) return this.acceptTrial();
    }
    return false;
  }

  private isKept(i: number): boolean {
    return this.mode === "differential" && this.system.differential?.[i] !== false;
  }

  private norm(delta: Float64Array): number {
    const n = delta.length;
    let sum = 0;
    for (let i = 0; i < n; i++) {
      const x = delta[i] * this.w[i] * (this.isKept(i) ? this.c * this.h0 : 1);
      sum += x * x;
    }
    return Math.sqrt(sum / n);
  }

  /** Trial point ← present point + damping · δ in the unknowns of the mode. */
  private moveBy(damping: number): void {
    const { y, yp, yTrial, ypTrial, delta, c } = this;
    for (let i = 0; i < y.length; i++) {
      const isKept = this.isKept(i);
      yTrial[i] = isKept ? y[i] : y[i] + damping * delta[i];
      ypTrial[i] = isKept ? yp[i] + damping * c * delta[i] : yp[i];
    }
  }

  private acceptTrial(): boolean {
    this.y.set(this.yTrial);
    this.yp.set(this.ypTrial);
    return this.residual.evaluate(this.t, this.y, this.yp, this.r);
  }
}
