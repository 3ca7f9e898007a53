/** Runs a method with equal steps (the error test never fails, the largest step is the only limit) and measures errors. */
import type { Integrator } from "../../src/integrate/integrator.ts";
import type { CreateIntegrator, MethodOptions } from "../../src/integrate/problem.ts";
import type { ClosedForm } from "./closedForms.ts";

export interface MeasuredErrors {
  /** Largest error at the ends of the steps. */
  readonly atSteps: number;
  /** Largest error of the interpolant inside the steps. */
  readonly inside: number;
  /** Largest error of the derivative of the interpolant. */
  readonly derivative: number;
}

export function fixedStepOptions(size: number, h: number): MethodOptions {
  return {
    relativeTolerance: 1e3,
    absoluteTolerance: new Float64Array(size).fill(1e3),
    maximumStep: h,
    initialStep: h,
  };
}

export function fixedStepErrors(create: CreateIntegrator, problem: ClosedForm, steps: number): MeasuredErrors {
  const { system, t0, tEnd, exact } = problem;
  const options = fixedStepOptions(system.size, Math.abs(tEnd - t0) / steps);
  const integrator = create(system, t0, Float64Array.from(exact(t0)), tEnd, options);
  const out = new Float64Array(system.size);
  const slope = new Float64Array(system.size);
  const exactSlope = new Float64Array(system.size);
  let atSteps = 0;
  let inside = 0;
  let derivative = 0;
  while (integrator.t !== tEnd) {
    integrator.step(tEnd);
    atSteps = Math.max(atSteps, distance(integrator.y, exact(integrator.t)));
    for (const θ of [0.15, 0.4, 0.65, 0.9]) {
      const t = integrator.tPrevious + θ * (integrator.t - integrator.tPrevious);
      integrator.interpolate(out, t);
      inside = Math.max(inside, distance(out, exact(t)));
      integrator.interpolateDerivative(slope, t);
      system.rhs(t, Float64Array.from(exact(t)), exactSlope);
      derivative = Math.max(derivative, distance(slope, exactSlope));
    }
  }
  return { atSteps, inside, derivative };
}

/** log₂ of the error ratios of halved steps. */
export function measuredOrders(create: CreateIntegrator, problem: ClosedForm, steps: number): MeasuredErrors {
  const coarse = fixedStepErrors(create, problem, steps);
  const fine = fixedStepErrors(create, problem, 2 * steps);
  return {
    atSteps: Math.log2(coarse.atSteps / fine.atSteps),
    inside: Math.log2(coarse.inside / fine.inside),
    derivative: Math.log2(coarse.derivative / fine.derivative),
  };
}

export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}

/** Runs to tEnd, calling `afterStep` after each accepted step. */
export function runTo(integrator: Integrator, tEnd: number, afterStep?: () => void): void {
  while (integrator.t !== tEnd) {
    integrator.step(tEnd);
    afterStep?.();
  }
}
