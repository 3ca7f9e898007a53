/**
 * delay(x, T): values of x in the past, interpolated between the accepted steps. At an event both values are kept; before the
 * start of the run x has its first value.
 */
import type { DelayLine } from "../compile/eventTables.ts";

interface History {
  readonly variable: number;
  readonly sign: number;
  times: Float64Array;
  values: Float64Array;
  count: number;
}

export class DelayLines {
  private readonly lines: readonly History[];

  constructor(definitions: readonly DelayLine[]) {
    this.lines = definitions.map(({ variable, sign }) => ({
      variable,
      sign,
      times: new Float64Array(64),
      values: new Float64Array(64),
      count: 0,
    }));
  }

  get count(): number {
    return this.lines.length;
  }

  /** Notes the present values, after an accepted step or an event. */
  record(t: number, V: Float64Array): void {
    for (const line of this.lines) {
      if (line.count === line.times.length) grow(line);
      line.times[line.count] = t;
      line.values[line.count] = line.sign * V[line.variable]!;
      line.count++;
    }
  }

  value(index: number, t: number, delay: number, V: Float64Array): number {
    const line = this.lines[index]!;
    const at = t - delay;
    if (line.count === 0) return line.sign * V[line.variable]!;
    if (at <= line.times[0]!) return line.values[0]!;
    const last = line.count - 1;
    if (at >= line.times[last]!) return line.values[last]!;
    let low = 0;
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
