/**
 * Functional iteration for the corrector equation, for non-stiff problems: e ← (h·f(t, z_0 + e) − z_1)/l_1.
 *
 * Source   [Hindmarsh2005] sec. 2.1
 */
import { worstComponent } from "../errorWeights.ts";
import type { Statistics } from "../integrator.ts";
import { firstNonFinite, type RightHandSide } from "../rightHandSide.ts";
import type { FieldMap } from "../snapshot.ts";
import { failure } from "../stepDiagnosis.ts";
import { type Attempt, type Corrector, converged } from "./attempt.ts";
import { ConvergenceTest, verdict } from "./convergence.ts";

/** Differences below this many units of rounding say nothing about the contraction. */
const roundingUnits = 100;

export class FixedPointCorrector implements Corrector {
  private readonly rhs: RightHandSide;
  private readonly statistics: Statistics;
  private readonly test = new ConvergenceTest();
  private readonly y: Float64Array;
  private readonly f: Float64Array;
  private readonly δ: Float64Array;
  /** Estimate of |h·∂f/∂y|/l_1 from the last iteration, 0 when it gave none. */
  contraction = 0;
  /** Iterate at least twice, so that the contraction can be estimated. */
  mustEstimate = false;

  constructor(size: number, rhs: RightHandSide, statistics: Statistics) {
    this.rhs = rhs;
    this.statistics = statistics;
    this.y = new Float64Array(size);
    this.f = new Float64Array(size);
    this.δ = new Float64Array(size);
  }

  solve(attempt: Attempt): number {
    const { y, f, δ, test } = this;
    const { z0, z1, correction, weights, rl1, h } = attempt;
    const n = y.length;
    correction.fill(0);
    test.rate = 1;
    this.contraction = 0;
    let lastNorm = 0;
    for (let iteration = 0; ; iteration++) {
      for (let i = 0; i < n; i++) y[i] = z0[i] + correction[i];
      if (!this.rhs.evaluate(attempt.t, y, f)) {
        attempt.worst = firstNonFinite(f);
        return failure.notFinite;
      }
      this.statistics.iterations++;
      for (let i = 0; i < n; i++) {
        const e = (h * f[i] - z1[i]) * rl1;
        δ[i] = e - correction[i];
        correction[i] = e;
      }
      const δNorm = attempt.norm(δ);
      if (iteration > 0 && lastNorm > roundingUnits * Number.EPSILON * attempt.norm(z0)) {
        this.contraction = Math.max(this.contraction, δNorm / lastNorm);
      }
      lastNorm = δNorm;
      const answer = test.judge(iteration, δNorm, attempt.tolerance);
      if (answer === verdict.converged && iteration === 0 && this.mustEstimate) {
        test.noteFirst(δNorm);
        continue;
      }
      if (answer === verdict.converged) {
        attempt.correctionNorm = iteration === 0 ? δNorm : attempt.norm(correction);
        return converged;
      }
      if (answer === verdict.givenUp) {
        attempt.worst = worstComponent(δ, weights);
        return failure.convergence;
      }
    }
  }

  /** Every iteration begins anew. */
  restart(): void {}

  save(): FieldMap {
    return { contraction: this.contraction, mustEstimate: this.mustEstimate };
  }

  restore(saved: FieldMap): void {
    this.contraction = saved["contraction"] as number;
    this.mustEstimate = saved["mustEstimate"] as boolean;
  }
}
