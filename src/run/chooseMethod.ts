/** Which method "auto" means for a model. */
import { prefersDaeMode } from "./daeMode.ts";
import type { RunningModel } from "./runningModel.ts";
import { factorisationCost, patternCost } from "./solverJacobian.ts";

/** The method for which large systems of equations are left to the integrator. */
export const daeMethod = "ida";

/** Radau factors a matrix of three times the size; where one of the size itself costs more than this, that of 200 full columns, bdf is cheaper. */
const maximumRadauCost = 200 ** 3;

/**
 * "auto" begins with an explicit pair, which loses least at events, and changes over when the model shows itself stiff. Large
 * systems of equations are cheaper in the vector of the integrator than solved in every evaluation.
 */
export function chooseMethod(model: RunningModel, method: string, isStiff: boolean): string {
  if (method !== "auto") return method;
  if (prefersDaeMode(model)) return daeMethod;
  if (!isStiff) return "tsit5";
  return factorisationCost(model) > maximumRadauCost ? "bdf" : "radau5";
}

/** The implicit method for a matrix with these rows in its columns. */
export function cheapestImplicit(pattern: readonly (readonly number[])[]): string {
  return patternCost(pattern) > maximumRadauCost ? "bdf" : "radau5";
}
