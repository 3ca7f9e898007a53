/** An explicit system as a residual r = y' − f(t, y), so that what holds for all methods can be asked of DAE methods. */
import type { CreateDaeIntegrator } from "../../../src/integrate/daeIntegrator.ts";
import type { CreateIntegrator, OdeSystem } from "../../../src/integrate/problem.ts";

export function forOdes(create: CreateDaeIntegrator): CreateIntegrator {
  return (system, t0, y0, tEnd, options) => {
    const { size, sparsity, names } = system;
    const yp0 = new Float64Array(size);
    system.rhs(t0, y0, yp0);
    const residual = asResidual(system);
    const optional = { ...(sparsity === undefined ? {} : { sparsity }), ...(names === undefined ? {} : { names }) };
    return create({ size, residual, ...optional }, t0, y0, yp0, tEnd, options);
  };
}

export function asResidual(system: OdeSystem) {
  return (t: number, y: Float64Array, yp: Float64Array, r: Float64Array): void => {
    system.rhs(t, y, r);
    for (let i = 0; i < r.length; i++) r[i] = yp[i] - r[i];
  };
}
