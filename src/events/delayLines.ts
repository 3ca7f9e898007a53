/**
 * delay(x, T): values of x in the past, interpolated between the accepted steps. At an event both values are kept; before the
 * start of the run x has its first value.
 *
 * A jump of x comes back after T. Where T is constant that instant is a time event: up to it the history is read as far as the
 * left side of the jump, from the event on beginning with its right side, so that no step runs over the jump.
 */
import type { DelayLine } from "../compile/eventTables.ts";

interface History {
  readonly variable: number;
  readonly sign: number;
  times: Float64Array;
  values: Float64Array;
  count: number;
  /** The delay where it is constant and positive, otherwise NaN. */
  readonly delay: number;
  /** Entries that are right sides of jumps, in order. */
  readonly jumps: number[];
  /** How many of them have come back. */
  passed: number;
  /** Largest magnitude so far. */
  scale: number;
}

/** Changes at an event below this part of the largest value are rounding, not jumps. */
const smallestJump = 1e-10;

export class DelayLines {
  private readonly lines: readonly History[];

  /** `delays`: constant delays, NaN where the delay changes during the run. */
  constructor(definitions: readonly DelayLine[], delays: readonly number[]) {
    this.lines = definitions.map(({ variable, sign }, k) => ({
      variable,
      sign,
      times: new Float64Array(64),
      values: new Float64Array(64),
      count: 0,
      delay: delays[k]! > 0 ? delays[k]! : Number.NaN,
      jumps: [],
      passed: 0,
      scale: 0,
    }));
  }

  get count(): number {
    return this.lines.length;
  }

  /** Notes the present values, after an accepted step or an event. */
  record(t: number, V: Float64Array): void {
    for (const line of this.lines) {
      const k = line.count;
      if (k === line.times.length) grow(line);
      const value = line.sign * V[line.variable]!;
      line.times[k] = t;
      line.values[k] = value;
      line.count++;
      line.scale = Math.max(line.scale, Math.abs(value));
      if (k > 0 && line.times[k - 1] === t && Math.abs(value - line.values[k - 1]!) > smallestJump * line.scale)
        line.jumps.push(k);
    }
  }

  /** When the next jump comes back. */
  get nextJump(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { delay, jumps, passed, times } of this.lines)
      if (passed < jumps.length && times[jumps[passed]!]! + delay < next) next = times[jumps[passed]!]! + delay;
    return next;
  }

  /** From now on jumps that come back up to t lie in the past. */
  passJumps(t: number): void {
    for (const line of this.lines) {
      const { delay, jumps, times } = line;
      while (line.passed < jumps.length && times[jumps[line.passed]!]! + delay <= t) line.passed++;
    }
  }

  value(index: number, t: number, delay: number, V: Float64Array): number {
    const line = this.lines[index]!;
    const at = t - delay;
    if (line.count === 0) return line.sign * V[line.variable]!;
    const isConstant = !Number.isNaN(line.delay);
    const first = isConstant && line.passed > 0 ? line.jumps[line.passed - 1]! : 0;
    const last = isConstant && line.passed < line.jumps.length ? line.jumps[line.passed]! - 1 : line.count - 1;
    if (at <= line.times[first]!) return line.values[first]!;
    if (at >= line.times[last]!) return line.values[last]!;
    let low = first;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (line.times[middle]! <= at) low = middle;
      else high = middle;
    }
    return interpolate(line, low, at);
  }
}

/** Cubic through four neighbours where the points are smooth, linear at the ends and beside events. */
function interpolate(line: History, low: number, at: number): number {
  const { times, values, count } = line;
  const [t1, t2] = [times[low]!, times[low + 1]!];
  const [y1, y2] = [values[low]!, values[low + 1]!];
  const s = (at - t1) / (t2 - t1);
  const hasNeighbours = low > 0 && low + 2 < count && times[low - 1]! < t1 && times[low + 2]! > t2;
  if (!hasNeighbours) return y1 + s * (y2 - y1);
  const [t0, t3] = [times[low - 1]!, times[low + 2]!];
  const h = t2 - t1;
  const m1 = ((y2 - y1) / h) * ((t1 - t0) / (t2 - t0)) + ((y1 - values[low - 1]!) / (t1 - t0)) * (h / (t2 - t0));
  const m2 = ((y2 - y1) / h) * ((t3 - t2) / (t3 - t1)) + ((values[low + 2]! - y2) / (t3 - t2)) * (h / (t3 - t1));
  return (
    (1 + 2 * s) * (1 - s) ** 2 * y1 + s * (1 - s) ** 2 * h * m1 + s * s * (3 - 2 * s) * y2 + s * s * (s - 1) * h * m2
  );
}

function grow(line: History): void {
  const times = new Float64Array(2 * line.times.length);
  const values = new Float64Array(2 * line.values.length);
  times.set(line.times);
  values.set(line.values);
  line.times = times;
  line.values = values;
}
