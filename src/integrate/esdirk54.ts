/** `esdirk54`: diagonally implicit method of order 5 for stiff problems and M·y' = f with singular M. */

import { esdirk54Tableau } from "./esdirk/esdirk54Tableau.ts";
import { EsdirkMethod } from "./esdirk/esdirkMethod.ts";
import type { CreateIntegrator } from "./problem.ts";

export const createEsdirk54: CreateIntegrator = (system, t0, y0, tEnd, options) =>
  new EsdirkMethod(esdirk54Tableau, system, t0, y0, tEnd, options);
