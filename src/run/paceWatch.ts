/**
 * Notices when a run falls below a hundredth of real time for longer than five seconds, so that somebody who waits learns why. It is told once
 * for each such time. Only time in which the program works counts: what other programs take of the computer is no fault of the model.
 */
import { workClock } from "./workClock.ts";

/** Simulated seconds per second of the clock. */
const slowPace = 0.01;
/** So many seconds in a row. */
const patience = 5;
/** Seconds between two looks, and steps between two looks at the clock. */
const lookEvery = 1;
const stepsPerLook = 8;
/** Seconds of a run before its work is measured: to ask for it takes long beside a short run. */
const unmeasured = 0.02;

export interface SlowSpell {
  /** Simulated time that it began at, and now. */
  readonly from: number;
  readonly to: number;
  /** Seconds of work that this took. */
  readonly seconds: number;
}

export class PaceWatch {
  private readonly clock: () => number;
  private readonly work: () => number;
  private steps = 0;
  // the last look: time of the clock, work that was done (undefined while it is not measured), time of the run
  private lookedAt: number;
  private workedAt: number | undefined;
  private time: number;
  /** When the run became slow, and the work since then; undefined while it is not. */
  private since: { readonly time: number; seconds: number } | undefined;
  private isTold = false;

  /** Both in seconds; threads of one program may do more work than the clock has seconds. */
  constructor(start: number, clock: () => number = () => performance.now() / 1000, work = workClock) {
    this.clock = clock;
    this.work = work;
    this.lookedAt = clock();
    this.time = start;
  }

  /** The run goes on at t after it had to wait. */
  resume(t: number): void {
    this.lookedAt = this.clock();
    this.workedAt = undefined;
    this.time = t;
    this.since = undefined;
  }

  /** After a step to t: what is to be told, if anything. */
  look(t: number): SlowSpell | undefined {
    if (this.workedAt === undefined) {
      if (this.clock() - this.lookedAt < unmeasured) return undefined;
      this.workedAt = this.work();
    }
    if (++this.steps % stepsPerLook !== 0) return undefined;
    const now = this.clock();
    if (now - this.lookedAt < lookEvery) return undefined;
    const worked = this.work();
    const seconds = Math.min(now - this.lookedAt, worked - this.workedAt);
    if (Math.abs(t - this.time) < slowPace * seconds) {
      this.since ??= { time: this.time, seconds: 0 };
      this.since.seconds += seconds;
    } else {
      this.since = undefined;
      this.isTold = false;
    }
    this.lookedAt = now;
    this.workedAt = worked;
    this.time = t;
    const { since } = this;
    if (since === undefined || this.isTold || since.seconds <= patience) return undefined;
    this.isTold = true;
    return { from: since.time, to: t, seconds: since.seconds };
  }
}
