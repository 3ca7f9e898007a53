/** `radau5`: implicit Runge–Kutta method of order 5 for stiff problems and M·y' = f with singular M. */
import type { CreateIntegrator } from "./problem.ts";
import { Radau5Method } from "./radau/radau5Method.ts";

export const createRadau5: CreateIntegrator = (system, t0, y0, tEnd, options) =>
  new Radau5Method(system, t0, y0, tEnd, options);
