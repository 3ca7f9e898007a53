/**
 * Index reduction of a clocked partition. A solver method takes the rates at a tick from the states at that tick, at the first one from
 * their start values; where equations constrain the states, as in an inverse model, they are differentiated, and fewer states are left.
 */
import type { ArrayTable, EquationIndex, VariableIndex } from "../../symbolic/indices.ts";
import { reduceIndex } from "../pantelides.ts";
import { type CompileState, type Equation, newEquation } from "../state.ts";
import { selectStates } from "../stateSelection.ts";
import { incidenceOf } from "../structure.ts";
import { tickSource } from "./clockedVariables.ts";
import type { ClockMethod } from "./clockRecord.ts";
import { variablesOf } from "./variablesAtTicks.ts";

const none = -1 as VariableIndex;

interface Constrained {
  /** Grows by the derivatives that occur in differentiated equations. */
  readonly members: Set<VariableIndex>;
  readonly inputs: ReadonlySet<VariableIndex>;
  readonly equations: readonly Equation[];
}

/** Gives the differentiated equations; variables that are no states any more lose their derivatives, which become unknowns of their own. */
export function reduceClocked(state: CompileState, partition: Constrained, { method, place }: ClockMethod): Equation[] {
  const { members, inputs, equations } = partition;
  const given = [...inputs].filter((u) => members.has(u));
  const part: CompileState = {
    ...state,
    equations: [
      ...equations.map((equation) => ({ ...equation })),
      ...given.map((u) => newEquation(state.b.variable(u), state.b.zero, tickSource)),
    ] as ArrayTable<EquationIndex, Equation>,
    aliases: new Map(),
    observed: [],
  };
  const original = part.equations.length;
  const written = new Set([...members].filter((x) => state.variables[x]!.derivative >= 0));
  const incidence = incidenceOf(part);
  reduceIndex(part, incidence);
  const added = [...part.equations].slice(original);
  if (added.length === 0) return [];
  const isInput = new Set(given);
  for (const { derivativeOf } of added) {
    const constraint = part.equations[derivativeOf]!;
    if (variablesOf(constraint).some((v) => isInput.has(v)))
      throw place.fault(`The solver method "${method}" would need the derivative of what enters its partition.`, {
        because: `${constraint.source.text} has to be differentiated, and what enters changes in steps`,
        hint: "let it pass a filter whose order is as high as what is inverted",
      });
  }
  for (const equation of added) for (const v of variablesOf(equation)) members.add(v);
  const isState = new Set(selectStates(part, incidence, new Set(), written).states);
  for (const x of members) {
    const variable = state.variables[x]!;
    if (variable.derivative < 0 || isState.has(x)) continue;
    state.variables[variable.derivative]!.derivativeOf = none;
    variable.derivative = none;
  }
  return added.map(({ left, right, source }) => newEquation(left, right, source));
}
