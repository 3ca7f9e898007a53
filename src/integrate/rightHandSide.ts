/**
 * The user's right-hand side behind a guard: counts calls, reports non-finite values so that the
 * method can try a smaller step, and turns an exception into an error that says when it happened.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Statistics } from "./integrator.ts";
import type { OdeSystem, RightHandSideFunction } from "./problem.ts";

export class RightHandSide {
  private readonly f: RightHandSideFunction;
  private readonly statistics: Statistics;

  constructor(system: OdeSystem, statistics: Statistics) {
    this.f = system.rhs;
    this.statistics = statistics;
  }

  /** ydot ← f(t, y). Returns false when a value is NaN or infinite. */
  evaluate(t: number, y: Float64Array, ydot: Float64Array): boolean {
    this.statistics.evaluations++;
    this.call(t, y, ydot);
    return isFiniteArray(ydot);
  }

  /** The same, counted as part of a finite-difference Jacobian. */
  evaluateForJacobian(t: number, y: Float64Array, ydot: Float64Array): boolean {
    this.statistics.jacobianEvaluations++;
    this.call(t, y, ydot);
    return isFiniteArray(ydot);
  }

  private call(t: number, y: Float64Array, ydot: Float64Array): void {
    try {
      this.f(t, y, ydot);
    } catch (cause) {
      throw functionThrew("right-hand side", t, cause);
    }
  }
}

/** E-RHS-THREW for an exception in a user's function. Errors of our own pass unchanged. */
export function functionThrew(what: string, t: number, cause: unknown): RattlebackError {
  if (cause instanceof RattlebackError) return cause;
  const text = cause instanceof Error ? cause.message : String(cause);
  return new RattlebackError("E-RHS-THREW", `The ${what} threw an exception at t = ${t}.`, {
    because: text,
    // what a callback returns is no part of the problem
    hint: `the solution up to the last accepted step is kept; mend the function${what.startsWith("callback") ? "" : ", or return NaN to ask for a smaller step"}`,
    data: { t },
    cause,
  });
}

/** x·0 is 0 for finite x and NaN otherwise, so a sum tells; of four numbers at a time, which need not wait for each other. */
export function isFiniteArray(v: Float64Array): boolean {
  const n = v.length;
  let sum = 0;
  let i = n % 4;
  for (let k = 0; k < i; k++) sum += v[k] * 0;
  for (; i < n; i += 4) sum += v[i] * 0 + v[i + 1] * 0 + (v[i + 2] * 0 + v[i + 3] * 0);
  return sum === 0;
}

/** Index of the first NaN or infinite value, −1 when there is none. */
export function firstNonFinite(v: Float64Array): number {
  return v.findIndex((x) => !Number.isFinite(x));
}
