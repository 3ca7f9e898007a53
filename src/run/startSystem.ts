/** The initial problem as one system: what is fixed, what conditions say, then start values of states and preferences as far as there is room. */
import { evaluateSource } from "../compile/pipeline.ts";
import { type StartEquation, startProgram } from "../compile/startProgram.ts";
import type { Condition } from "./initialConditions.ts";
import type { RunningModel } from "./runningModel.ts";

/** A model without states whose variables are those at the start; undefined when components keep states of their own. */
export function startSystem(
  model: RunningModel,
  t: number,
  conditions: readonly Condition[],
  preferences: readonly Condition[],
  free: readonly number[],
  before: Float64Array,
): RunningModel | undefined {
  const { state, states } = model.program;
  if (model.hidden.stateCount > 0 || state.components.length > 0) return undefined;
  const { b } = state;
  const isFree = new Set(free);
  const atStart = (k: number): StartEquation => ({ left: b.variable(states[k]!), right: b.num(before[k]!) });
  const all = states.map((_, k) => k);
  const asEquation = ({ sides: [left, right] }: Condition): StartEquation => ({ left, right });
  const hasStart = (k: number): boolean => state.variables[states[k]!]!.start !== undefined;
  const program = startProgram(
    model.program,
    [
      ...all.filter((k) => !isFree.has(k)).map(atStart),
      ...conditions.map(asEquation),
      ...all.filter((k) => isFree.has(k) && hasStart(k)).map(atStart),
      ...preferences.map(asEquation),
      ...all.filter((k) => isFree.has(k) && !hasStart(k)).map(atStart),
    ],
    evaluateSource,
  );
  if (program === undefined) return undefined;
  const start = model.withProgram(program);
  start.time = t;
  start.timeScale = model.timeScale;
  start.services.timeSlack = model.services.timeSlack;
  start.samplers.begin(t, start.services.timeSlack);
  return start;
}
