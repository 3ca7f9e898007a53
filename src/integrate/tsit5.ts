/** `tsit5`: explicit Runge–Kutta pair of orders 5 and 4 for non-stiff problems at moderate tolerances. */
import { ExplicitRungeKutta } from "./explicit/explicitRungeKutta.ts";
import { tsit5Tableau } from "./explicit/tsit5Tableau.ts";
import type { CreateIntegrator } from "./problem.ts";

export const createTsit5: CreateIntegrator = (system, t0, y0, tEnd, options) =>
  new ExplicitRungeKutta(tsit5Tableau, system, t0, y0, tEnd, options);
