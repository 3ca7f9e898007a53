/**
 * The tube around a reference curve in which a result must stay.
 *
 * Around every point of the reference polyline lies a rectangle of half width w and half height h; the tube is what these rectangles
 * cover while they move along the polyline:
 *
 *     upper(t) = max of the polyline over [t − w, t + w] + h,   lower(t) likewise
 *     w = width·max(t_end − t_start, |t_start|),   h = height·max(y_max − y_min, |y_min|, 0.001)
 */

export interface TubeSize {
  /** Half width as a part of the time span. */
  readonly width: number;
  /** Half height as a part of the range of the signal. */
  readonly height: number;
}

/** The rule of the official references of the Modelica library. */
export const officialTube: TubeSize = { width: 0.002, height: 0.002 };
export const strictTube: TubeSize = { width: 1e-4, height: 5e-4 };

export interface Curve {
  /** Increasing; a time that is there twice is a jump. */
  readonly time: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export interface TubeVerdict {
  readonly isInside: boolean;
  /** Largest distance beyond the tube, in units of its half height; 0 inside. */
  readonly excess: number;
  /** Where that is; the first time outside. */
  readonly worstTime: number;
  readonly firstTimeOutside: number | undefined;
}

/** The base to which heights and errors are relative. */
export function baseOf(values: ArrayLike<number>): number {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let k = 0; k < values.length; k++) {
    low = Math.min(low, values[k]!);
    high = Math.max(high, values[k]!);
  }
  return Math.max(high - low, Math.abs(low), 0.001);
}

/** Are all points of the result that lie within the time of the reference inside of its tube? */
export function insideTube(reference: Curve, result: Curve, size: TubeSize): TubeVerdict {
  const { time, values } = reference;
  const n = time.length;
  const [begin, end] = [time[0]!, time[n - 1]!];
  const w = size.width * Math.max(end - begin, Math.abs(begin));
  const h = size.height * baseOf(values);
  const window = new SlidingRange(reference, w);
  let excess = 0;
  let worstTime = begin;
  let firstTimeOutside: number | undefined;
  for (let k = 0; k < result.time.length; k++) {
    const t = result.time[k]!;
    if (t < begin || t > end) continue;
    const y = result.values[k]!;
    window.moveTo(t);
    const beyond = Number.isFinite(y)
      ? Math.max(y - (window.high + h), window.low - h - y) / h
      : Number.POSITIVE_INFINITY;
    if (beyond <= 0) continue;
    firstTimeOutside ??= t;
    if (beyond > excess) [excess, worstTime] = [beyond, t];
  }
  return { isInside: firstTimeOutside === undefined, excess, worstTime, firstTimeOutside };
}

/** Largest and smallest value of a polyline over [t − w, t + w], for t that do not decrease. */
class SlidingRange {
  high = 0;
  low = 0;
  private readonly curve: Curve;
  private readonly w: number;
  /** Points in the window that may still be the largest, or smallest. */
  private readonly rising: number[] = [];
  private readonly falling: number[] = [];
  private next = 0;

  constructor(curve: Curve, w: number) {
    this.curve = curve;
    this.w = w;
  }

  moveTo(t: number): void {
    const { time, values } = this.curve;
    const [from, to] = [t - this.w, t + this.w];
    for (; this.next < time.length && time[this.next]! <= to; this.next++) {
      push(this.rising, this.next, (a, b) => values[a]! <= values[b]!);
      push(this.falling, this.next, (a, b) => values[a]! >= values[b]!);
    }
    drop(this.rising, (k) => time[k]! < from);
    drop(this.falling, (k) => time[k]! < from);
    const ends = [
      interpolate(this.curve, Math.max(from, time[0]!)),
      interpolate(this.curve, Math.min(to, time[time.length - 1]!)),
    ];
    this.high = Math.max(...ends, this.rising.length > 0 ? values[this.rising[0]!]! : Number.NEGATIVE_INFINITY);
    this.low = Math.min(...ends, this.falling.length > 0 ? values[this.falling[0]!]! : Number.POSITIVE_INFINITY);
  }
}

function push(queue: number[], k: number, isBeaten: (a: number, b: number) => boolean): void {
  while (queue.length > 0 && isBeaten(queue[queue.length - 1]!, k)) queue.pop();
  queue.push(k);
}

function drop(queue: number[], isGone: (k: number) => boolean): void {
  let gone = 0;
  while (gone < queue.length && isGone(queue[gone]!)) gone++;
  if (gone > 0) queue.splice(0, gone);
}

/** The polyline at t; at a jump the value behind it. */
export function interpolate({ time, values }: Curve, t: number): number {
  let low = 0;
  let high = time.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (time[middle]! <= t) low = middle;
    else high = middle;
  }
  if (low + 1 >= time.length) return values[time.length - 1]!;
  const h = time[low + 1]! - time[low]!;
  return h > 0 ? values[low]! + ((values[low + 1]! - values[low]!) * (t - time[low]!)) / h : values[low]!;
}
