/** Backward differentiation formulas, orders 1–5, modified Newton: the default for stiff problems. */
import { bdfFamily } from "./multistep/bdfFamily.ts";
import { MultistepIntegrator } from "./multistep/multistepIntegrator.ts";
import { NewtonCorrector } from "./multistep/newtonCorrector.ts";
import type { CreateIntegrator } from "./problem.ts";

export const createBdf: CreateIntegrator = (system, t0, y0, _tEnd, options) =>
  new MultistepIntegrator("bdf", system, t0, y0, options, (rhs, statistics) => [
    { family: bdfFamily, corrector: new NewtonCorrector(system, options, rhs, statistics) },
  ]);
