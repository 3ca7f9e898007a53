/**
 * A rate of change that is preferred as a state need not occur differentiated: `v = der(s)` with `v(stateSelect = StateSelect.prefer)`. It becomes a
 * candidate by an equation that names its derivative. Which states there are decides what `reinit` leaves alone.
 */
import { type CompileState, derivativeOf, internalVariable, newEquation } from "../../compile/state.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";

export function differentiatePreferredRates(state: CompileState): void {
  const { b } = state;
  for (const { left, right, source } of [...state.equations]) {
    for (const [rate, other] of [
      [left, right],
      [right, left],
    ] as const) {
      if (rate.op !== "var" || other.op !== "var" || state.variables[other.value]!.derivativeOf < 0) continue;
      const { name, stateSelect, derivative, isDiscrete } = state.variables[rate.value]!;
      if (stateSelect < 1 || derivative >= 0 || isDiscrete) continue;
      const added = (state.variables.push(internalVariable(`$rate(${name})`, "real", false)) - 1) as VariableIndex;
      state.equations.push(
        newEquation(b.variable(added), b.variable(derivativeOf(state, rate.value)), {
          ...source,
          text: `der(${name}), as ${name} is preferred as a state`,
        }),
      );
    }
  }
}
