/** Runs of small models, and what may be expected of their accuracy. */
import { instantiate, type ModelDefinition, type SimulateOptions, simulate } from "rattleback";

/** Relative tolerance of one step in these tests. */
const tolerance = 1e-9;

/**
 * Allowed deviation of a run from a closed form, relative to the size of the signal. The runs take some hundred steps, and the
 * error of a stable model is at most the sum of the errors of its steps: 1000 · 1e-9.
 */
export const accuracy = 1e-6;

/** Allowed deviation where no integration is involved: some hundred roundings of the solution of equations. */
export const rounding = 1e-12;

export function run(model: ModelDefinition, stopTime: number, options: SimulateOptions = {}) {
  return simulate(instantiate(model), { stopTime, tolerance, ...options });
}
