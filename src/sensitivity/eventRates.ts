/**
 * How the time τ of an event moves with the parameters. A difference g that crosses zero stays zero at the event,
 *
 *     g_k + ġ·τ_k = 0,
 *
 * and the times of clocks and of comparisons with time are expressions of parameters.
 */
import type { EventCause } from "../run/companion.ts";
import type { RunningModel } from "../run/runningModel.ts";
import type { Directions } from "./directions.ts";
import { type EventCondition, eventConditions } from "./eventConditions.ts";
import { alongDirections } from "./leafPartials.ts";
import type { TangentModel } from "./tangentModel.ts";

/** Rates of events at one instant that differ by more than this make a corner of the solution. */
export const sameRate = 1e-6;

/** Doubt about the time of a crossing, as part of the time passed, beyond which it is no crossing at all. */
const sameInstant = 1e-7;

/** Whether a crossing with this speed of its difference happens at one instant: it is seen once zero is passed by the hysteresis. */
export function isCrossing(speed: number, hysteresis: number, timePassed: number): boolean {
  return hysteresis / Math.abs(speed) <= sameInstant * Math.max(timePassed, Number.MIN_VALUE);
}

/** Whether what crosses with this speed was zero when the run began: the event is there for other parameters, too, unless they move the start. */
export function beginsAtStart(speed: number, hysteresis: number, timePassed: number): boolean {
  return timePassed <= 4 * (hysteresis / Math.abs(speed));
}

/** What a parameter moves by less, as a whole, is not moved by it: of the hysteresis. */
const still = 100;

/** Whether no direction moves a condition, at the present values of the model. */
export function isStill({ terms, hysteresis }: EventCondition, model: RunningModel, T: Directions): boolean {
  const sum = new Float64Array(T.count);
  for (const { e, weight } of terms)
    alongDirections(model, e, T).forEach((value, k) => {
      sum[k]! += weight * value;
    });
  return sum.every((value) => Math.abs(value) <= still * hysteresis);
}

export interface EventRates {
  readonly rates: Float64Array;
  /** The condition whose crossing has no speed, "" when all have. */
  readonly unknown: string;
  /** It was met when the run began. */
  readonly unknownAtStart: boolean;
  /** The condition that is met at the same instant, but moves differently, "" when there is none. */
  readonly corner: string;
}

/** The directions are `count` parameters of the sizes `scales`, then the motion before the event. */
export function eventRates(
  tangent: TangentModel,
  T: Directions,
  count: number,
  t: number,
  cause: EventCause,
  startTime: number,
  scales: Float64Array,
): EventRates {
  const found: { rates: Float64Array; text: string }[] = [];
  let unknown = "";
  let unknownAtStart = false;
  for (const { terms, isGivenTime, text, hysteresis } of eventConditions(tangent.model, t, cause, startTime)) {
    const sum = new Float64Array(count + 1);
    for (const { e, weight } of terms)
      tangent.expression(e, T).forEach((value, k) => {
        sum[k]! += weight * value;
      });
    const speed = isGivenTime ? -1 : sum[count]!;
    const rates = sum.subarray(0, count).map((value) => -value / speed);
    const isAtStart = beginsAtStart(speed, hysteresis, t - startTime);
    if (isAtStart && scales.every((scale, k) => Math.abs(sum[k]!) * scale <= still * hysteresis))
      found.push({ rates: new Float64Array(count), text });
    else if (isCrossing(speed, hysteresis, t - startTime) && rates.every(Number.isFinite)) found.push({ rates, text });
    else [unknown, unknownAtStart] = [text, isAtStart];
  }
  const first = found[0]?.rates ?? new Float64Array(count);
  const other = found.find(({ rates }) =>
    first.some((rate, k) => Math.abs(rate - rates[k]!) > sameRate * (Math.abs(rate) + Math.abs(rates[k]!))),
  );
  return { rates: first, unknown, unknownAtStart, corner: other?.text ?? "" };
}
