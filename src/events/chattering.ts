/** Chattering: the same conditions switch to and fro in ever shorter time. The run would go on for ever; it is stopped and explained. */
import { RattlebackError } from "../errors/rattlebackError.ts";

/** So many events of the same kind … */
const eventCount = 200;
/** … within this part of the time span count as chattering. */
const relativeSpan = 1e-7;

export class ChatteringWatch {
  private readonly times: number[] = [];
  private readonly causes: string[] = [];

  note(time: number, cause: string, span: number): void {
    this.times.push(time);
    this.causes.push(cause);
    if (this.times.length < eventCount) return;
    if (this.times.length > eventCount) {
      this.times.shift();
      this.causes.shift();
    }
    const duration = time - this.times[0]!;
    if (duration > relativeSpan * span) return;
    const counts = new Map<string, number>();
    for (const text of this.causes) counts.set(text, (counts.get(text) ?? 0) + 1);
    const worst = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3);
    throw new RattlebackError(
      "E-CHATTERING",
      `${eventCount} events happened within ${duration.toExponential(2)} s before t = ${time}.`,
      {
        because: worst.map(([text, times]) => `${text} (${times} times)`).join("; "),
        hint: "the model slides along a switching surface: add a hysteresis, a small delay or friction mode, or stop it with a when clause; noEvent(…) if the values are continuous there; a smaller tolerance if only errors of the solution switch",
        data: { time, duration, causes: worst.map(([text]) => text) },
      },
    );
  }
}
