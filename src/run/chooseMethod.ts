/** Which method "auto" means for a model. */
import { daeMethod, explicitMethod, implicitMethodFor } from "../integrate/automaticMethod.ts";
import { prefersDaeMode } from "./daeMode.ts";
import type { RunningModel } from "./runningModel.ts";
import { factorisationCost } from "./solverJacobian.ts";

/** Large systems of equations are cheaper in the vector of the integrator than solved in every evaluation. */
export function chooseMethod(model: RunningModel, method: string, isStiff: boolean): string {
  if (method !== "auto") return method;
  if (prefersDaeMode(model)) return daeMethod;
  return isStiff ? implicitMethodFor(factorisationCost(model)) : explicitMethod;
}
