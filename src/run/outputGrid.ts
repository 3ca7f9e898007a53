/** The times at which a run stores its values: multiples of the interval, counted, not added up, and the end. */

/** A point closer to the end than this part of the interval is the end. */
const relativeSlack = 1e-9;

export class OutputGrid {
  private readonly startTime: number;
  private readonly stopTime: number;
  private readonly interval: number;
  private count = 0;
  /** The next point; infinite after the last. */
  time = 0;

  constructor({ startTime, stopTime, interval }: { startTime: number; stopTime: number; interval: number }) {
    this.startTime = startTime;
    this.stopTime = stopTime;
    this.interval = interval;
    this.advance();
  }

  advance(): void {
    const { startTime, stopTime, interval } = this;
    this.count++;
    const next = startTime + this.count * interval;
    if (this.time === stopTime && this.count > 1) this.time = Number.POSITIVE_INFINITY;
    else this.time = next >= stopTime - relativeSlack * interval ? stopTime : next;
  }
}
