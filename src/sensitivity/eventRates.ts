/**
 * How the time τ of an event moves with the parameters. A difference g that crosses zero stays zero at the event,
 *
 *     g_k + ġ·τ_k = 0,
 *
 * and the times of clocks and of comparisons with time are expressions of parameters.
 */
import { timeSlackAt } from "../events/timeSlack.ts";
import type { CrossedRelations } from "../run/companion.ts";
import type { Directions } from "./directions.ts";
import type { TangentModel } from "./tangentModel.ts";

/** Rates of events at one instant that differ by more than this make a corner of the solution. */
const sameRate = 1e-6;

/** Doubt about the time of a crossing, as part of the time passed, beyond which it is no crossing at all. */
const sameInstant = 1e-7;

export interface EventRates {
  readonly rates: Float64Array;
  /** The condition whose crossing has no speed, "" when all have. */
  readonly unknown: string;
  /** The condition that is met at the same instant, but moves differently, "" when there is none. */
  readonly corner: string;
}

/** The directions are `count` parameters, then the motion before the event. */
export function eventRates(
  tangent: TangentModel,
  T: Directions,
  count: number,
  t: number,
  crossed: CrossedRelations,
  startTime: number,
): EventRates {
  const { relations } = tangent.model.program.state;
  const found: { rates: Float64Array; text: string }[] = [];
  let unknown = "";
  for (const relation of crossed) {
    const { expression, text } = relations[relation]!;
    const [da, db] = [tangent.expression(expression.args[0]!, T), tangent.expression(expression.args[1]!, T)];
    const speed = da[count]! - db[count]!;
    const rates = da.map((value, k) => -(value - db[k]!) / speed).subarray(0, count);
    // a crossing is seen when the difference has passed zero by the hysteresis: that must be the same instant
    const doubt = tangent.model.hysteresis[relation]! / Math.abs(speed);
    if (doubt <= sameInstant * Math.max(t - startTime, Number.MIN_VALUE) && rates.every(Number.isFinite))
      found.push({ rates, text });
    else unknown = text;
  }
  if (crossed.length === 0) found.push(...timeEventRates(tangent, T, t, startTime));
  const first = found[0]?.rates.subarray(0, count) ?? new Float64Array(count);
  const other = found.find(({ rates }) =>
    first.some((rate, k) => Math.abs(rate - rates[k]!) > sameRate * (Math.abs(rate) + Math.abs(rates[k]!))),
  );
  return { rates: first, unknown, corner: other?.text ?? "" };
}

function timeEventRates(
  tangent: TangentModel,
  T: Directions,
  t: number,
  startTime: number,
): { rates: Float64Array; text: string }[] {
  const { model } = tangent;
  const { relations, samplers } = model.program.state;
  const slack = 2 * timeSlackAt(t, model.timeScale);
  const found: { rates: Float64Array; text: string }[] = [];
  for (const { timeEvent, text } of relations)
    if (timeEvent !== undefined && Math.abs(model.value(timeEvent.at) - t) <= slack)
      found.push({ rates: tangent.expression(timeEvent.at, T), text });
  for (const { start, interval, text } of samplers) {
    // without a start it begins with the run, whose start does not move
    const first = start === undefined ? startTime : model.value(start);
    const step = model.value(interval);
    const ticks = Math.round((t - first) / step);
    if (!(ticks >= 0 && Math.abs(first + ticks * step - t) <= slack)) continue;
    const from = start === undefined ? undefined : tangent.expression(start, T);
    const rates = tangent.expression(interval, T).map((rate, k) => (from?.[k] ?? 0) + ticks * rate);
    found.push({ rates, text });
  }
  return found;
}
