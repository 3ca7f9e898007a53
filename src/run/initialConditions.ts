/** What must hold at the start beside fixed states, what shall hold if there is room for it, and what does not hold yet. */
import { iterateEvent } from "../events/eventIteration.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import type { RunningModel } from "./runningModel.ts";

export interface Condition {
  readonly name: string;
  readonly text: string;
  /** An initial equation. */
  readonly isEquation?: boolean;
  /** Present value and wanted value; for an initial equation its two sides. */
  readonly values: () => [present: number, wanted: number];
  /** The same as expressions; a value that the run was given is a number. */
  readonly sides: readonly [present: Expr, wanted: Expr];
  /** The variable whose start value is wanted, −1 when it is none. */
  readonly start: number;
  /** How far rounding of the states alone moves its two sides apart, where a search has ended that could not make it hold better. */
  rounding?: number;
}

/** All equations with frozen unknown states: event iteration with initial() true. `isStart`: this is where the run starts, not a trial. */
export function evaluateInitial(model: RunningModel, t: number, isStart = false): void {
  model.services.initial = 1;
  try {
    const { terminate } = iterateEvent(model, t, false, isStart);
    if (terminate !== "") model.hidden.answers.terminate(terminate);
  } finally {
    model.services.initial = 0;
  }
}

export function conditionsOf(
  model: RunningModel,
  steadyState: boolean,
): { conditions: Condition[]; preferences: Condition[] } {
  const { state, states, aliasInits } = model.program;
  const { b } = state;
  const isState = new Set(states);
  const wantedSide = (i: VariableIndex, value: Expr): Expr =>
    model.isGivenStart(i) ? b.num(model.startValue(i)!) : value;
  const list: Condition[] = [];
  const preferences: Condition[] = [];
  state.variables.forEach((variable, i) => {
    if (variable.init === undefined || isState.has(i) || state.aliases.has(i) || variable.isDiscrete) return;
    const wanted = model.startValue(i)!;
    (model.isPreferred(i) ? preferences : list).push({
      name: variable.name,
      text: `${variable.name} = ${wanted}`,
      values: () => [model.V[i]!, wanted],
      sides: [b.variable(i), wantedSide(i, variable.init)],
      start: i,
    });
  });
  for (const { variable, value, isPreferred } of aliasInits) {
    const { target, sign } = state.aliases.get(variable) ?? { target: variable, sign: 1 };
    const isGone = state.aliases.has(variable);
    const wanted = (isGone ? model.startValue(variable) : undefined) ?? model.parameterValue(value);
    if (state.variables[sign === 0 ? variable : target]!.isDiscrete) continue;
    const { name } = state.variables[variable]!;
    (isPreferred && (!isGone || model.isPreferred(variable)) ? preferences : list).push({
      name,
      text: `${name} = ${wanted}`,
      values: () => [sign === 0 ? 0 : sign * model.V[target]!, wanted],
      sides: [b.mul([b.num(sign), b.variable(target)]), isGone ? wantedSide(variable, value) : value],
      start: variable,
    });
  }
  for (const { left, right, source } of state.initialEquations) {
    const { text } = source;
    list.push({
      name: text,
      text,
      isEquation: true,
      values: () => [model.value(left), model.value(right)],
      sides: [left, right],
      start: -1,
    });
  }
  if (steadyState) {
    for (let k = 0; k < model.X.length; k++) {
      const derivative = k < states.length ? state.variables[states[k]!]!.derivative : (-1 as VariableIndex);
      const name =
        derivative >= 0 ? state.variables[derivative]!.name : `derivative of hidden state ${k - states.length + 1}`;
      list.push({
        name,
        text: `${name} = 0`,
        values: () => [model.D[k]!, 0],
        sides: [derivative >= 0 ? b.variable(derivative) : b.zero, b.zero],
        start: -1,
      });
    }
  }
  return { conditions: list, preferences: steadyState ? [] : preferences };
}

/** Conditions that do not hold. */
export function violatedOf(conditions: readonly Condition[], tolerance: number): Condition[] {
  return conditions.filter(({ values, rounding = 0 }) => {
    const [present, wanted] = values();
    return !(Math.abs(present - wanted) <= tolerance * Math.max(1, Math.abs(present), Math.abs(wanted)) + rounding);
  });
}

/** The conditions are that the rates of the free states vanish, each of them. */
export function saysRest(
  { program }: RunningModel,
  conditions: readonly Condition[],
  free: readonly number[],
): boolean {
  const { state, states } = program;
  if (conditions.length !== free.length || free.some((k) => k >= states.length)) return false;
  const isRate = new Set(
    free.map((k) => {
      const { derivative } = state.variables[states[k]!]!;
      return state.aliases.get(derivative)?.target ?? derivative;
    }),
  );
  const named = conditions.map(({ sides: [present, wanted] }) => {
    const rate = present.op === "var" ? present : wanted;
    const other = rate === present ? wanted : present;
    return rate.op === "var" && other.op === "num" && other.value === 0 ? rate.value : -1;
  });
  return new Set(named).size === free.length && named.every((v) => isRate.has(v as never));
}
