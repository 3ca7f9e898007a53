/**
 * What decides about the time of an event, as sums of expressions:
 *
 *     crossing     g(x, p, t) = Σ w·e = 0      differences that change their sign, arguments at which a function jumps
 *     given time   τ = Σ w·e                   comparisons with time, ticks of clocks
 */
import { timeSlackAt } from "../events/timeSlack.ts";
import type { EventCause } from "../run/companion.ts";
import type { RunningModel } from "../run/runningModel.ts";
import type { Expr } from "../symbolic/expression.ts";
import { contains, visitNodes } from "../symbolic/traverse.ts";

export interface EventCondition {
  readonly terms: readonly { readonly e: Expr; readonly weight: number }[];
  readonly isGivenTime: boolean;
  readonly text: string;
  /** By how much g must pass zero to be seen. */
  readonly hysteresis: number;
}

export function eventConditions(
  model: RunningModel,
  t: number,
  { crossed, course }: EventCause,
  startTime: number,
): EventCondition[] {
  const { relations } = model.program.state;
  if (course !== undefined) return courseConditions(course, model);
  if (crossed.length === 0) return timeConditions(model, t, startTime);
  return crossed.map((relation) => {
    const { expression, text } = relations[relation]!;
    const [left, right] = expression.args;
    const terms = [
      { e: left!, weight: 1 },
      { e: right!, weight: -1 },
    ];
    return { terms, isGivenTime: false, text, hysteresis: model.hysteresis[relation]! };
  });
}

function timeConditions(model: RunningModel, t: number, startTime: number): EventCondition[] {
  const { relations, samplers } = model.program.state;
  const slack = 2 * timeSlackAt(t, model.timeScale);
  const given = { isGivenTime: true, hysteresis: 0 };
  const found: EventCondition[] = [];
  for (const { timeEvent, text } of relations)
    if (timeEvent !== undefined && Math.abs(model.value(timeEvent.at) - t) <= slack)
      found.push({ ...given, terms: [{ e: timeEvent.at, weight: 1 }], text });
  for (const { start, interval, text } of samplers) {
    // without a start it begins with the run, whose start does not move
    const first = start === undefined ? startTime : model.value(start);
    const step = model.value(interval);
    const ticks = Math.round((t - first) / step);
    if (!(ticks >= 0 && Math.abs(first + ticks * step - t) <= slack)) continue;
    const terms = [{ e: interval, weight: ticks }];
    if (start !== undefined) terms.push({ e: start, weight: 1 });
    found.push({ ...given, terms, text });
  }
  return found;
}

/** Functions of time jump where one of their arguments passes a value that nobody else knows. */
function courseConditions(course: Expr, { program }: RunningModel): EventCondition[] {
  const found = new Map<number, EventCondition>();
  visitNodes(course, (node) => {
    if (node.op !== "ucall") return;
    for (const e of node.args)
      if (contains(e, ({ op }) => op === "time"))
        found.set(e.id, {
          terms: [{ e, weight: 1 }],
          isGivenTime: false,
          text: program.state.functions[node.value]!.name,
          hysteresis: 0,
        });
  });
  return [...found.values()];
}
