/**
 * Variables that are preferred as states but do not occur differentiated: `level(start = 0.5, stateSelect = StateSelect.prefer)` of a tank whose mass and
 * energy are differentiated. Their start values hold where the states have none of their own and nothing else is said, as if they were states.
 */
import type { CompileState } from "../../compile/state.ts";
import { typeStart } from "./finishVariable.ts";

export function preferStarts(state: CompileState): void {
  for (const variable of state.variables) {
    const { stateSelect, derivative, derivativeOf, isDiscrete, type, init, start, startRank = typeStart } = variable;
    if (stateSelect < 1 || derivative >= 0 || derivativeOf >= 0 || isDiscrete || type !== "real") continue;
    if (init !== undefined || start === undefined || startRank <= typeStart) continue;
    variable.init = start;
    variable.isPreferred = true;
  }
}
