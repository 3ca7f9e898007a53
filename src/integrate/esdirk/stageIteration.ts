/**
 * The simplified Newton iteration for one stage of a diagonally implicit method.
 *
 * Source   [Hairer1996] sec. IV.8 (stopping rule η·‖Δz‖ ≤ κ)
 * Law      M·z/(h·γ) = f(t, base + z),   E = M/(h·γ) − J,   E·Δz = f(t, base + z) − M·z/(h·γ)
 * Legend   z = h·γ·k, the implicit part of the stage value;   θ   rate of convergence;   η = θ/(1 − θ)
 */
import * as elementary from "../../math/elementary.ts";
import type { Factorization } from "../../math/factorization.ts";
import { weightedNorm, worstComponent } from "../errorWeights.ts";
import type { Statistics } from "../integrator.ts";
import type { JacobianEvaluator } from "../jacobian.ts";
import type { MassMatrix } from "../massMatrix.ts";
import { type PromisedChange, promise } from "../promisedChange.ts";
import { firstNonFinite, type RightHandSide } from "../rightHandSide.ts";

const maximumIterations = 7;

/**
 * The first iteration of a stage tells no rate. However fast the last ones converged, η is then taken to be at least
 * this: with less, stages of which the Jacobian knows nothing pass with many times the error allowed.
 */
const leastFactor = 0.1;
/** Only where rates have long been below leastFactor/this, as in linear problems, one iteration may do. */
const distrust = 1000;
const forgetting = 0.3;

/** How an iteration ended. */
export const ending = { converged: 0, tooSlow: 1, notFinite: 2, brokenPromise: 3 } as const;

export class StageIteration {
  /** Largest rate of convergence since begin(). */
  θ = 0;
  /** Largest rate in the steps before, slowly forgotten. */
  θRemembered = 0.5;
  /** After a failure: the component to blame. */
  worst = -1;
  readonly argument: Float64Array;
  private readonly residual: Float64Array;
  private readonly product: Float64Array;
  /** The last correction, and f before it. */
  private readonly step: Float64Array;
  private readonly fBefore: Float64Array;
  private readonly promised: PromisedChange | undefined;
  private readonly jacobian: JacobianEvaluator;
  private readonly rhs: RightHandSide;
  private readonly mass: MassMatrix;
  private readonly solver: Factorization;
  private readonly statistics: Statistics;
  private readonly κ: number;

  constructor(
    size: number,
    rhs: RightHandSide,
    mass: MassMatrix,
    solver: Factorization,
    jacobian: JacobianEvaluator,
    promised: PromisedChange | undefined,
    statistics: Statistics,
    κ: number,
  ) {
    this.step = new Float64Array(size);
    this.fBefore = new Float64Array(size);
    this.jacobian = jacobian;
    this.promised = promised;
    this.argument = new Float64Array(size);
    this.residual = new Float64Array(size);
    this.product = new Float64Array(size);
    this.rhs = rhs;
    this.mass = mass;
    this.solver = solver;
    this.statistics = statistics;
    this.κ = κ;
  }

  /** To be called before the first stage of an attempt. */
  begin(): void {
    if (this.θ > 0) this.θRemembered = Math.max(this.θ, forgetting * this.θRemembered);
    this.θ = 0;
  }

  /** Iterates on z from its first guess; argument ← base + z. hγ = h·γ. Returns a value of `ending`. */
  solve(t: number, base: Float64Array, z: Float64Array, hγ: number, weights: Float64Array): number {
    const { argument, residual, statistics, promised, fBefore, step } = this;
    const n = z.length;
    promised?.begin(hγ, this.κ, 0, t);
    const rate = Math.max(this.θ, this.θRemembered);
    let η = Math.max(convergenceFactor(rate), Math.min(leastFactor, distrust * rate));
    let previous = 0;
    let isKnown = false;
    let isDoubtful = false;
    let isBroken = false;
    for (let i = 0; i < n; i++) argument[i] = base[i] + z[i];
    for (let m = 1; m <= maximumIterations; m++) {
      statistics.iterations++;
      if (!isKnown && !this.evaluate(t)) return ending.notFinite;
      fBefore.set(residual);
      this.subtractDerivative(z, 1 / hγ);
      const mustLook = promised !== undefined && !promised.isHarmless(residual, weights);
      this.solver.solve(residual);

      const size = weightedNorm(residual, weights);
      if (!Number.isFinite(size)) {
        this.worst = firstNonFinite(residual);
        return ending.notFinite;
      }
      if (m > 1) {
        const θ = size / previous;
        this.θ = Math.max(this.θ, θ);
        η = convergenceFactor(θ);
        const hopeless = θ >= 0.99 || η * size * elementary.pow(θ, maximumIterations - m) > this.κ;
        if (hopeless) {
          this.worst = worstComponent(residual, weights);
          return ending.tooSlow;
        }
      }
      previous = size;
      for (let i = 0; i < n; i++) {
        z[i] += residual[i];
        argument[i] = base[i] + z[i];
      }
      const hasConverged = η * size <= this.κ;
      if (!mustLook) {
        if (hasConverged) return ending.converged;
        isKnown = false;
        continue;
      }
      step.set(residual);
      if (!this.evaluate(t)) return ending.notFinite;
      isKnown = true;
      const judgement = promised.judge(fBefore, residual, step, argument, this.jacobian.values, weights);
      // from there on nothing but a residual that does no harm is believed
      isBroken ||= judgement === promise.broken;
      if (hasConverged && !isBroken && (judgement === promise.kept || isDoubtful)) return ending.converged;
      isDoubtful = judgement === promise.doubtful;
    }
    if (isBroken) {
      this.worst = promised!.worst;
      return ending.brokenPromise;
    }
    this.worst = worstComponent(residual, weights);
    return ending.tooSlow;
  }

  /** residual ← f(t, argument) */
  private evaluate(t: number): boolean {
    if (this.rhs.evaluate(t, this.argument, this.residual)) return true;
    this.worst = firstNonFinite(this.residual);
    return false;
  }

  /** residual ← residual − M·z·scale */
  private subtractDerivative(z: Float64Array, scale: number): void {
    const { residual, product, mass } = this;
    if (mass.isIdentity) {
      for (let i = 0; i < z.length; i++) residual[i] -= scale * z[i];
      return;
    }
    mass.multiply(product, z);
    for (let i = 0; i < z.length; i++) residual[i] -= scale * product[i];
  }
}

/** η = θ/(1 − θ) */
function convergenceFactor(θ: number): number {
  return θ < 0.99 ? θ / (1 - θ) : 99;
}
