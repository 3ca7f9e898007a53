/** `dop853`: explicit Runge–Kutta method of order 8 for non-stiff problems at tight tolerances. */
import { dop853Tableau } from "./explicit/dop853Tableau.ts";
import { ExplicitRungeKutta } from "./explicit/explicitRungeKutta.ts";
import type { CreateIntegrator } from "./problem.ts";

export const createDop853: CreateIntegrator = (system, t0, y0, tEnd, options) =>
  new ExplicitRungeKutta(dop853Tableau, system, t0, y0, tEnd, options);
