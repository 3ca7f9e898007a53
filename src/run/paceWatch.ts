/**
 * Notices when a run falls below a hundredth of real time for longer than five seconds, so that somebody who waits learns why. It is told once
 * for each such time.
 */

/** Simulated seconds per second of the clock. */
const slowPace = 0.01;
/** So many seconds in a row. */
const patience = 5;
/** Seconds between two looks, and steps between two looks at the clock. */
const lookEvery = 1;
const stepsPerLook = 8;

export interface SlowSpell {
  /** Simulated time that it began at, and now. */
  readonly from: number;
  readonly to: number;
  /** Seconds of the clock that this took. */
  readonly seconds: number;
}

export class PaceWatch {
  private readonly clock: () => number;
  private steps = 0;
  // the last look: time of the clock and of the run
  private lookedAt: number;
  private time: number;
  /** When the run became slow; undefined while it is not. */
  private since: { readonly clock: number; readonly time: number } | undefined;
  private isTold = false;

  /** `clock` in seconds. */
  constructor(start: number, clock: () => number = () => performance.now() / 1000) {
    this.clock = clock;
    this.lookedAt = clock();
    this.time = start;
  }

  /** The run goes on at t after it had to wait. */
  resume(t: number): void {
    this.lookedAt = this.clock();
    this.time = t;
    this.since = undefined;
  }

  /** After a step to t: what is to be told, if anything. */
  look(t: number): SlowSpell | undefined {
    if (++this.steps % stepsPerLook !== 0) return undefined;
    const now = this.clock();
    const elapsed = now - this.lookedAt;
    if (elapsed < lookEvery) return undefined;
    if (Math.abs(t - this.time) < slowPace * elapsed) this.since ??= { clock: this.lookedAt, time: this.time };
    else {
      this.since = undefined;
      this.isTold = false;
    }
    this.lookedAt = now;
    this.time = t;
    const { since } = this;
    if (since === undefined || this.isTold || now - since.clock <= patience) return undefined;
    this.isTold = true;
    return { from: since.time, to: t, seconds: now - since.clock };
  }
}
