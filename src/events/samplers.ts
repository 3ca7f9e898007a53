/** Clocks and samplers: ticks at start + k·interval, counted, not added up, so that they do not drift. */
import type { Sampler } from "../compile/eventTables.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { SamplerIndex, Table } from "../symbolic/indices.ts";

export class Samplers {
  /** 1 for the samplers that tick in the present evaluation. */
  readonly ticks: Float64Array;
  private readonly starts: Float64Array;
  private readonly intervals: Float64Array;
  /** Number and time of the last tick: an event at that time, or within the slack behind it, is not the tick once more. */
  private readonly lastCounts: Float64Array;
  private readonly lastTimes: Float64Array;
  private readonly definitions: Table<SamplerIndex, Sampler>;
  private readonly evaluate: (e: Expr) => number;

  constructor(definitions: Table<SamplerIndex, Sampler>, evaluate: (e: Expr) => number) {
    this.definitions = definitions;
    this.evaluate = evaluate;
    this.ticks = new Float64Array(definitions.length);
    this.starts = new Float64Array(definitions.length);
    this.intervals = new Float64Array(definitions.length);
    this.lastCounts = new Float64Array(definitions.length).fill(-1);
    this.lastTimes = new Float64Array(definitions.length);
  }

  /** Reads starts and intervals; a sampler without start begins with the run. */
  begin(startTime: number, slack: number): void {
    this.lastCounts.fill(-1);
    const shortest = 2 * slack;
    this.definitions.forEach(({ start, interval, text }, k) => {
      this.starts[k] = start === undefined ? startTime : this.evaluate(start);
      this.intervals[k] = this.evaluate(interval);
      if (this.intervals[k]! > shortest && Number.isFinite(this.starts[k]!)) return;
      throw new RattlebackError("E-CLOCK", `The interval of ${text} is ${this.intervals[k]}.`, {
        because:
          this.intervals[k]! > 0
            ? `instants closer than ${shortest} s are one instant`
            : "a clock needs a positive interval",
        hint: "sample(start, interval) and Clock(start, interval): the interval comes last",
        data: { interval: this.intervals[k]! },
      });
    });
  }

  /** Sets the ticks at t; true when at least one ticks. */
  setTicks(t: number, slack: number): boolean {
    let isAny = false;
    for (let k = 0; k < this.ticks.length; k++) {
      const count = Math.round((t - this.starts[k]!) / this.intervals[k]!);
      const isNear = count >= 0 && Math.abs(this.starts[k]! + count * this.intervals[k]! - t) <= slack;
      const isTick = isNear && !(count === this.lastCounts[k] && t >= this.lastTimes[k]!);
      if (isTick) {
        this.lastCounts[k] = count;
        this.lastTimes[k] = t;
      }
      this.ticks[k] = isTick ? 1 : 0;
      isAny ||= isTick;
    }
    return isAny;
  }

  clearTicks(): void {
    this.ticks.fill(0);
  }

  /** First tick after t. */
  nextAfter(t: number, slack: number): number {
    let next = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.ticks.length; k++) {
      const [start, interval] = [this.starts[k]!, this.intervals[k]!];
      let count = Math.max(0, Math.floor((t - start) / interval));
      while (start + count * interval <= t + slack) count++;
      next = Math.min(next, start + count * interval);
    }
    return next;
  }
}
