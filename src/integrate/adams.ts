/** Adams–Moulton formulas, orders 1–12, functional iteration: for smooth non-stiff problems. */
import { adamsFamily } from "./multistep/adamsFamily.ts";
import { FixedPointCorrector } from "./multistep/fixedPointCorrector.ts";
import { MultistepIntegrator } from "./multistep/multistepIntegrator.ts";
import type { CreateIntegrator } from "./problem.ts";

export const createAdams: CreateIntegrator = (system, t0, y0, _tEnd, options) =>
  new MultistepIntegrator("adams", system, t0, y0, options, (rhs, statistics) => [
    { family: adamsFamily, corrector: new FixedPointCorrector(system.size, rhs, statistics) },
  ]);
