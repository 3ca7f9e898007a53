/** What an integrator of F(t, y, y') = 0 offers beyond the contract of all methods. */
import type { Integrator, ResetOptions } from "./integrator.ts";
import type { DaeSystem, MethodOptions } from "./problem.ts";

export interface DaeIntegrator extends Integrator {
  /**
   * y' at t, with F(t, y, yp) = 0 to the tolerance of the nonlinear iteration. Derivatives of algebraic components are
   * those of the formula of the method. Differs from interpolateDerivative(out, t) by the local error.
   */
  readonly yp: Float64Array;
  /** Continues from (t, y) and the present yp: for events that leave the derivatives of differential components alone. */
  reset(t: number, y: Float64Array, options?: ResetOptions): void;
  /** Continues from (t, y, yp), which must be consistent: F(t, y, yp) = 0. */
  resetDae(t: number, y: Float64Array, yp: Float64Array, options?: ResetOptions): void;
}

export function isDaeIntegrator(integrator: Integrator): integrator is DaeIntegrator {
  return "resetDae" in integrator;
}

/** Creates an integrator at (t0, y0, yp0), heading for tEnd (its sign gives the direction). */
export type CreateDaeIntegrator = (
  system: DaeSystem,
  t0: number,
  y0: Float64Array,
  yp0: Float64Array,
  tEnd: number,
  options: MethodOptions,
) => DaeIntegrator;
