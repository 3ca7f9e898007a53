/** The next instant at which something happens by the clock: comparisons with time, samplers, wishes of components. */
import type { EventModel } from "./eventModel.ts";
import { timeSlackAt } from "./timeSlack.ts";

/** Ends a step, and changes nothing. */
export const returnedCorner = "corner of a delayed signal";

export interface NextTimeEvent {
  readonly time: number;
  readonly cause: string;
  readonly kind: "time" | "clock";
}

export function nextTimeEvent(model: EventModel, t: number): NextTimeEvent {
  const slack = timeSlackAt(t, model.timeScale);
  let time = Number.POSITIVE_INFINITY;
  let cause = "";
  let kind: NextTimeEvent["kind"] = "time";
  for (const { timeEvent, text } of model.program.state.relations) {
    if (timeEvent === undefined) continue;
    const at = model.value(timeEvent.at);
    if (at > t + slack && at < time) {
      time = at;
      cause = `${text} became ${timeEvent.becomesTrue}`;
    }
  }
  const tick = model.samplers.nextAfter(t, slack);
  if (tick < time) {
    time = tick;
    cause = "clock tick";
    kind = "clock";
  }
  const nextJump = model.delays?.nextJump ?? Number.POSITIVE_INFINITY;
  const nextCorner = model.delays?.nextCorner ?? Number.POSITIVE_INFINITY;
  if (nextJump > t + slack && nextJump < time) {
    time = nextJump;
    cause = "jump of a delayed signal";
    kind = "time";
  }
  if (nextCorner > t + slack && nextCorner < time) {
    time = nextCorner;
    cause = returnedCorner;
    kind = "time";
  }
  const wish = model.hidden.answers.nextEvent;
  if (wish > t + slack && wish < time) {
    time = wish;
    cause = model.hidden.answers.nextCause;
    kind = "time";
  }
  return { time, cause, kind };
}
