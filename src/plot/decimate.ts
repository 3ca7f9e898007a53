/**
 * A curve of any number of points as a polyline that looks the same: per column of pixels the first, the lowest, the highest and
 * the last point, in their order. Missing values break the line.
 *
 * A curve that knows the extremes of its blocks costs as much as the columns, whatever the number of its points.
 *
 * Source   [Jugel2014] M4 aggregation
 * Legend   out   packed x, y in pixels; NaN, NaN between two pieces
 */
import { Extremes, type Range } from "./extremes.ts";

export interface Curve {
  /** Never decreasing. */
  readonly time: Float64Array;
  readonly values: Float64Array;
  /** Of the values, as far as they are known. */
  readonly extremes?: Extremes;
}

/** Of a curve that brings none: every row is looked at. */
const unknown = new Extremes();

export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Ends of the axes. */
  readonly x0: number;
  readonly x1: number;
  readonly y0: number;
  readonly y1: number;
  /** y0 and y1 are powers of ten. */
  readonly isLogarithmic?: boolean;
}

export function decimate({ time, values, extremes = unknown }: Curve, frame: Frame): number[] {
  const { left, top, width, height, x0, x1, y0, y1 } = frame;
  const scaleX = width / (x1 - x0);
  const scaleY = height / (y1 - y0);
  const x = (t: number): number => left + (t - x0) * scaleX;
  const y = (v: number): number => top + (y1 - (frame.isLogarithmic === true ? Math.log10(v) : v)) * scaleY;
  // one point beyond either end, so that lines leave the picture
  const from = Math.max(0, firstAtLeast(time, x0) - 1);
  const to = Math.min(time.length, firstAbove(time, x1) + 1);
  const out: number[] = [];
  const add = (row: number): void => {
    const value = values[row]!;
    // what is not positive has no place on a logarithmic axis
    if (Number.isFinite(value) && !(frame.isLogarithmic === true && value <= 0)) out.push(x(time[row]!), y(value));
    else if (out.length > 0 && !Number.isNaN(out[out.length - 1]!)) out.push(Number.NaN, Number.NaN);
  };
  if (to - from <= 4 * width) {
    for (let row = from; row < to; row++) add(row);
    return out;
  }
  const found: Range = { low: -1, high: -1, gap: -1 };
  for (let first = from; first < to; ) {
    const column = Math.floor(x(time[first]!));
    const next = firstWhere(first + 1, to, (row) => Math.floor(x(time[row]!)) > column);
    extremes.find(values, first, next, found);
    const chosen = [first, found.low, found.high, found.gap, next - 1].filter((row) => row >= 0).sort((a, b) => a - b);
    for (let k = 0; k < chosen.length; k++) if (k === 0 || chosen[k] !== chosen[k - 1]) add(chosen[k]!);
    first = next;
  }
  return out;
}

/** Lowest and highest finite value in [x0, x1]; undefined when there is none. */
export function valueRange(
  { time, values, extremes = unknown }: Curve,
  x0: number,
  x1: number,
): [number, number] | undefined {
  const found: Range = { low: -1, high: -1, gap: -1 };
  extremes.find(values, firstAtLeast(time, x0), firstAbove(time, x1), found);
  return found.low < 0 ? undefined : [values[found.low]!, values[found.high]!];
}

/** Linear between the points, the value after an event, NaN outside and in gaps. */
export function valueAt({ time, values }: Curve, t: number): number {
  const after = firstAbove(time, t);
  if (after === 0 || time.length === 0) return Number.NaN;
  const [t0, v0] = [time[after - 1]!, values[after - 1]!];
  if (after === time.length) return t === t0 ? v0 : Number.NaN;
  const [t1, v1] = [time[after]!, values[after]!];
  return t === t0 ? v0 : v0 + ((v1 - v0) * (t - t0)) / (t1 - t0);
}

/** First row at the time or later. */
export function firstAtLeast(time: Float64Array, t: number): number {
  return firstWhere(0, time.length, (row) => time[row]! >= t);
}

/** First row after the time. */
export function firstAbove(time: Float64Array, t: number): number {
  return firstWhere(0, time.length, (row) => time[row]! > t);
}

/** First of the rows from … to − 1 in a run of false … true; `to` when none is true. */
function firstWhere(from: number, to: number, test: (row: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
