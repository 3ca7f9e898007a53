/**
 * The simplified Newton iteration for the three stages of Radau IIA.
 *
 * Source   [Hairer1996] sec. IV.8
 * Law      W = (T⁻¹ ⊗ I)·Z,   (Λ/h ⊗ M − I ⊗ J)·ΔW = (T⁻¹ ⊗ I)·F(Z) − (Λ/h ⊗ M)·W
 *          θ_k = ‖ΔW_k‖/‖ΔW_{k−1}‖,   η = θ/(1 − θ);  stops when η·‖ΔW‖ ≤ κ
 * Legend   Z    stage values minus y₀;   θ   rate of convergence;   κ   share of the tolerance left to the iteration
 * Deviation: the first η of a step is that of the last one, to the power of 0.8, times the square of the growth of the step. What an
 *          old Jacobian does not know grows with both h and the way: without that the pendulum of index 1 took a correction of two
 *          tolerances as the last one after the step had grown 64 times, and was left with λ eight tolerances beside its equation.
 */

import * as elementary from "../../math/elementary.ts";
import type { Statistics } from "../integrator.ts";
import type { JacobianEvaluator } from "../jacobian.ts";
import type { MassMatrix } from "../massMatrix.ts";
import { type PromisedChange, promise } from "../promisedChange.ts";
import { firstNonFinite, type RightHandSide } from "../rightHandSide.ts";
import {
  b1,
  b2,
  b3,
  c1,
  c2,
  i11,
  i12,
  i13,
  i21,
  i22,
  i23,
  i31,
  i32,
  i33,
  t11,
  t12,
  t13,
  t21,
  t22,
  t23,
  t31,
  α,
  β,
  γ,
} from "./coefficients.ts";
import type { Collocation } from "./collocation.ts";
import type { RadauMatrices } from "./radauMatrices.ts";

export const maximumIterations = 7;

/** How an iteration ended. */
export const ending = { converged: 0, tooSlow: 1, notFinite: 2, brokenPromise: 3 } as const;

export class RadauIteration {
  readonly z1: Float64Array;
  readonly z2: Float64Array;
  readonly z3: Float64Array;
  /** Iterations of the last solve(). */
  count = 0;
  /** Rate of convergence of the last solve(); 0 when one iteration was enough. */
  θ = 0;
  /** η = θ/(1 − θ), carried over from step to step, and the size of the step that it is from. */
  η = 1;
  ηStep = 0;
  /** After tooSlow: the factor by which the step should shrink. */
  shrink = 1;
  /** After a failure: the component to blame. */
  worst = -1;
  private readonly w1: Float64Array;
  private readonly w2: Float64Array;
  private readonly w3: Float64Array;
  private readonly r1: Float64Array;
  private readonly r2: Float64Array;
  private readonly r3: Float64Array;
  private readonly m1: Float64Array;
  private readonly m2: Float64Array;
  private readonly m3: Float64Array;
  private readonly argument: Float64Array;
  /** Of the last stage: f before and after the last correction, which is `step`. */
  private readonly fBefore: Float64Array;
  private readonly fAfter: Float64Array;
  private readonly step: Float64Array;
  private readonly jacobian: JacobianEvaluator;
  private readonly promised: PromisedChange | undefined;
  private readonly rhs: RightHandSide;
  private readonly mass: MassMatrix;
  private readonly matrices: RadauMatrices;
  private readonly statistics: Statistics;
  private readonly κ: number;

  constructor(
    size: number,
    rhs: RightHandSide,
    mass: MassMatrix,
    matrices: RadauMatrices,
    jacobian: JacobianEvaluator,
    promised: PromisedChange | undefined,
    statistics: Statistics,
    κ: number,
  ) {
    const vector = () => new Float64Array(size);
    this.fBefore = vector();
    this.fAfter = vector();
    this.step = vector();
    this.jacobian = jacobian;
    this.promised = promised;
    this.z1 = vector();
    this.z2 = vector();
    this.z3 = vector();
    this.w1 = vector();
    this.w2 = vector();
    this.w3 = vector();
    this.r1 = vector();
    this.r2 = vector();
    this.r3 = vector();
    // M·W is W itself when M is the identity
    this.m1 = mass.isIdentity ? this.w1 : vector();
    this.m2 = mass.isIdentity ? this.w2 : vector();
    this.m3 = mass.isIdentity ? this.w3 : vector();
    this.argument = vector();
    this.rhs = rhs;
    this.mass = mass;
    this.matrices = matrices;
    this.statistics = statistics;
    this.κ = κ;
  }

  startAtZero(): void {
    this.z1.fill(0);
    this.z2.fill(0);
    this.z3.fill(0);
    this.w1.fill(0);
    this.w2.fill(0);
    this.w3.fill(0);
  }

  /** First guess from the polynomial of the last step; ratio = new step / last step. */
  startFrom(polynomial: Collocation, ratio: number): void {
    const { z1, z2, z3, w1, w2, w3 } = this;
    polynomial.extrapolate(z1, c1 * ratio);
    polynomial.extrapolate(z2, c2 * ratio);
    polynomial.extrapolate(z3, ratio);
    for (let i = 0; i < z1.length; i++) {
      w1[i] = i11 * z1[i] + i12 * z2[i] + i13 * z3[i];
      w2[i] = i21 * z1[i] + i22 * z2[i] + i23 * z3[i];
      w3[i] = i31 * z1[i] + i32 * z2[i] + i33 * z3[i];
    }
  }

  /** Iterates from the first guess. Returns a value of `ending`. */
  solve(t: number, y: Float64Array, h: number, tNew: number, weights: Float64Array): number {
    const { r1, r2, r3, statistics, promised } = this;
    let isKnown = false;
    let isDoubtful = false;
    let isBroken = false;
    promised?.begin(h, this.κ, 0, tNew);
    const growth = this.ηStep > 0 ? Math.max(1, Math.abs(h) / this.ηStep) : 1;
    this.η = Math.min(1, elementary.square(growth) * elementary.pow(Math.max(this.η, Number.EPSILON), 0.8));
    this.ηStep = Math.abs(h);
    this.θ = 0;
    this.shrink = 0.5;
    let previous = 0;
    let previousRate = 0;
    for (this.count = 1; this.count <= maximumIterations; this.count++) {
      const k = this.count;
      statistics.iterations++;
      if (!this.evaluate(t + c1 * h, y, this.z1, r1)) return ending.notFinite;
      if (!this.evaluate(t + c2 * h, y, this.z2, r2)) return ending.notFinite;
      if (isKnown) r3.set(this.fAfter);
      else if (!this.evaluate(tNew, y, this.z3, r3)) return ending.notFinite;
      const mustLook = promised !== undefined && this.mayMiss(promised, h, weights);
      if (mustLook) this.rememberLast();
      this.computeResidual(1 / h);
      this.matrices.solve(r1, r2, r3);

      const size = this.norm(weights);
      if (!Number.isFinite(size)) return ending.notFinite;
      if (k > 1) {
        const rate = size / previous;
        this.θ = k === 2 ? rate : Math.sqrt(rate * previousRate);
        previousRate = rate;
        if (!(this.θ < 0.99)) return ending.tooSlow;
        this.η = this.θ / (1 - this.θ);
        const expected = (this.η * size * elementary.pow(this.θ, maximumIterations - 1 - k)) / this.κ;
        if (expected >= 1) {
          this.shrink = 0.8 * elementary.pow(Math.min(20, expected), -1 / (3 + maximumIterations - k));
          return ending.tooSlow;
        }
      }
      previous = size;
      this.update();
      const hasConverged = this.η * size <= this.κ;
      isKnown = mustLook;
      if (!mustLook) {
        if (hasConverged) return ending.converged;
        continue;
      }
      if (!this.evaluate(tNew, y, this.z3, this.fAfter)) return ending.notFinite;
      const judgement = this.judge(promised, weights);
      // from there on nothing but a residual that does no harm is believed
      isBroken ||= judgement === promise.broken;
      if (hasConverged && !isBroken && (judgement === promise.kept || isDoubtful)) return ending.converged;
      isDoubtful = judgement === promise.doubtful;
    }
    if (!isBroken) return ending.tooSlow;
    this.worst = promised!.worst;
    return ending.brokenPromise;
  }

  /** Whether the residual of the last stage, h·Σ b_i·f_i − z₃, is large enough for a correction to be missed. */
  private mayMiss(promised: PromisedChange, h: number, weights: Float64Array): boolean {
    const { r1, r2, r3, z3, step } = this;
    if (!this.mass.isIdentity) return true;
    for (let i = 0; i < step.length; i++) step[i] = h * (b1 * r1[i] + b2 * r2[i] + b3 * r3[i]) - z3[i];
    return !promised.isHarmless(step, weights, true);
  }

  private rememberLast(): void {
    this.fBefore.set(this.r3);
    this.step.set(this.z3);
  }

  /** What the last correction did to f of the last stage, whose argument was evaluated last. */
  private judge(promised: PromisedChange, weights: Float64Array): number {
    const { fBefore, fAfter, step, z3, argument, jacobian } = this;
    for (let i = 0; i < step.length; i++) step[i] = z3[i] - step[i];
    const judgement = promised.judge(fBefore, fAfter, step, argument, jacobian.values, weights);
    if (judgement === promise.broken) this.worst = promised.worst;
    return judgement;
  }

  private evaluate(t: number, y: Float64Array, z: Float64Array, f: Float64Array): boolean {
    const { argument } = this;
    for (let i = 0; i < z.length; i++) argument[i] = y[i] + z[i];
    if (this.rhs.evaluate(t, argument, f)) return true;
    this.worst = firstNonFinite(f);
    return false;
  }

  /** (r1, r2, r3): from F(Z) to the right-hand side of the linear systems. */
  private computeResidual(hInverse: number): void {
    const { r1, r2, r3, m1, m2, m3, mass } = this;
    const γh = γ * hInverse;
    const αh = α * hInverse;
    const βh = β * hInverse;
    if (!mass.isIdentity) {
      mass.multiply(m1, this.w1);
      mass.multiply(m2, this.w2);
      mass.multiply(m3, this.w3);
    }
    for (let i = 0; i < r1.length; i++) {
      const f1 = r1[i];
      const f2 = r2[i];
      const f3 = r3[i];
      r1[i] = i11 * f1 + i12 * f2 + i13 * f3 - γh * m1[i];
      r2[i] = i21 * f1 + i22 * f2 + i23 * f3 - αh * m2[i] + βh * m3[i];
      r3[i] = i31 * f1 + i32 * f2 + i33 * f3 - βh * m2[i] - αh * m3[i];
    }
  }

  private update(): void {
    const { z1, z2, z3, w1, w2, w3, r1, r2, r3 } = this;
    for (let i = 0; i < z1.length; i++) {
      const a = w1[i] + r1[i];
      const b = w2[i] + r2[i];
      const c = w3[i] + r3[i];
      w1[i] = a;
      w2[i] = b;
      w3[i] = c;
      z1[i] = t11 * a + t12 * b + t13 * c;
      z2[i] = t21 * a + t22 * b + t23 * c;
      z3[i] = t31 * a + b;
    }
  }

  /** Weighted RMS norm of ΔW; the component that moves most becomes `worst`. */
  private norm(weights: Float64Array): number {
    const { r1, r2, r3 } = this;
    const n = weights.length;
    let sum = 0;
    let largest = -1;
    for (let i = 0; i < n; i++) {
      const square = (r1[i] * r1[i] + r2[i] * r2[i] + r3[i] * r3[i]) * weights[i] * weights[i];
      sum += square;
      if (!(square <= largest)) {
        largest = square;
        this.worst = i;
      }
    }
    return Math.sqrt(sum / (3 * n));
  }
}
