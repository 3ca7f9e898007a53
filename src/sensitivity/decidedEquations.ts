/** Equations that were chosen by the value of a parameter, such as those of a delay of 0, which is none. */
import { evaluateParameters } from "../compile/parameterValues.ts";
import type { CompileState } from "../compile/state.ts";
import { type Changes, changedDecisions } from "../run/changes.ts";
import type { ParameterIndex } from "../symbolic/indices.ts";
import { resolveTarget, type SensitivityTarget, targetName } from "./targets.ts";

/** How close other equations must not be. */
const closeBy = 1e-9;

/** The first target with which the model would have other equations, however little it changed; then these have not its derivative. */
export function decidingTarget(
  state: CompileState,
  changes: Changes,
  by: readonly SensitivityTarget[],
): string | undefined {
  if (state.decisions.length === 0) return undefined;
  const { numbers } = evaluateParameters(state, changes.parameters, changes.objects, false);
  const found = by.find((target) => {
    const { kind, index } = resolveTarget(state, target);
    if (kind !== "parameter") return false;
    const distance = closeBy * (Math.abs(numbers[index]!) || 1);
    return [-distance, distance].some((change) => {
      const parameters = new Map<ParameterIndex, number>([...changes.parameters, [index, numbers[index]! + change]]);
      return changedDecisions(state, { ...changes, parameters }).numbers.length > 0;
    });
  });
  return found === undefined ? undefined : targetName(found);
}
