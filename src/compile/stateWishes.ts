/**
 * `stateSelect: "always"` and `"never"` are demands: the choice of states follows them, or the model is refused. Variables that an
 * equation makes equal, or opposite, are one: a demand on one of them holds when any of them is the state.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import type { CompileState } from "./state.ts";

export function checkStateWishes(state: CompileState, states: readonly VariableIndex[]): void {
  const isState = new Set(states);
  for (const [variable, wish] of state.stateWishes) {
    const target = state.aliases.get(variable)?.target ?? variable;
    if (wish === "always" && !isState.has(target)) throw notAState(state, variable, target, states);
    if (wish === "never" && isState.has(variable)) throw mustBeState(state, variable);
  }
}

function notAState(
  state: CompileState,
  variable: VariableIndex,
  target: VariableIndex,
  states: readonly VariableIndex[],
): RattlebackError {
  const { name } = state.variables[variable]!;
  const { derivative, isDiscrete } = state.variables[target]!;
  const because = isDiscrete
    ? "it changes at events only"
    : derivative < 0
      ? `no equation contains der(${name}), so that it follows from other variables`
      : "constraints between the states leave room for fewer of them, and others are demanded with equal right or are set by reinit";
  const names = states.map((s) => state.variables[s]!.name);
  return refused(name, "always", "it is not a state", because, 'use "prefer", or put the demand on a state', names);
}

function mustBeState(state: CompileState, variable: VariableIndex): RattlebackError {
  const { name } = state.variables[variable]!;
  const because = `its derivative is in the model, and no constraint gives "${name}" from states that are less unwanted`;
  return refused(name, "never", "it is a state", because, 'use "avoid", which lets it be a state where it has to be', [
    name,
  ]);
}

function refused(
  name: string,
  wish: "always" | "never",
  fact: string,
  because: string,
  hint: string,
  states: readonly string[],
): RattlebackError {
  return new RattlebackError("E-STATE-SELECT", `"${name}" has stateSelect: "${wish}", but ${fact}.`, {
    path: name,
    because,
    hint,
    data: { name, stateSelect: wish, states },
  });
}
