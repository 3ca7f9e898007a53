/**
 * The user's residual F(t, y, y') behind a guard: counts calls, reports non-finite values so that the
 * method can try a smaller step, and turns an exception into an error that says when it happened.
 */
import type { Statistics } from "./integrator.ts";
import type { DaeSystem, ResidualFunction } from "./problem.ts";
import { functionThrew, isFiniteArray } from "./rightHandSide.ts";

export class Residual {
  private readonly f: ResidualFunction;
  private readonly statistics: Statistics;

  constructor(system: DaeSystem, statistics: Statistics) {
    this.f = system.residual;
    this.statistics = statistics;
  }

  /** r ← F(t, y, yp). Returns false when a value is NaN or infinite. */
  evaluate(t: number, y: Float64Array, yp: Float64Array, r: Float64Array): boolean {
    this.statistics.evaluations++;
    this.call(t, y, yp, r);
    return isFiniteArray(r);
  }

  /** The same, counted as part of a finite-difference Jacobian. */
  evaluateForJacobian(t: number, y: Float64Array, yp: Float64Array, r: Float64Array): boolean {
    this.statistics.jacobianEvaluations++;
    this.call(t, y, yp, r);
    return isFiniteArray(r);
  }

  private call(t: number, y: Float64Array, yp: Float64Array, r: Float64Array): void {
    try {
      this.f(t, y, yp, r);
    } catch (cause) {
      throw functionThrew("residual", t, cause);
    }
  }
}
