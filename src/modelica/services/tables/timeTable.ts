/**
 * A table over time that tells when its next event is.
 *
 * Between two events the interval is fixed: a time that rounding puts beside a point belongs to the interval that the events name.
 * Near the next event that is the interval on the left, near every other point the one on the right. Times nearer than 10⁻¹⁰
 * (relative) are equal.
 */
import { extrapolation, timeEvents } from "./kinds.ts";
import {
  bendIn,
  checkRange,
  findInterval,
  outsideSlope,
  slopeIn,
  type TableCurve,
  tableCurve,
  valueIn,
} from "./tableCurve.ts";
import type { TableName } from "./tableError.ts";
import { checkTable, column, type TableMatrix } from "./tableMatrix.ts";

const sameTime = 1e-10;
/** What the table answers when no further event will come. */
export const never = Number.MAX_VALUE;

export interface TimeTableOptions {
  readonly startTime: number;
  readonly shiftTime: number;
  readonly columns: ArrayLike<number>;
  readonly smoothness: number;
  readonly extrapolation: number;
  readonly timeEvents: number;
}

export class TimeTable {
  readonly minimumTime: number;
  readonly maximumTime: number;
  private readonly name: TableName;
  private readonly x: Float64Array;
  private readonly curves: readonly TableCurve[];
  private readonly options: TimeTableOptions;
  /** Points with an event, relative to the table, in increasing order; the last point is one of them. */
  private readonly eventPoints: number[];
  private interval = 0;
  private at = 0;

  constructor(name: TableName, matrix: TableMatrix, options: TimeTableOptions) {
    checkTable(name, matrix, options.columns, options.smoothness, true);
    this.name = name;
    this.options = options;
    this.x = column(matrix, 0);
    this.curves = Array.from(options.columns, (k) =>
      tableCurve(name, this.x, column(matrix, k - 1), options.smoothness, options.extrapolation),
    );
    this.minimumTime = this.x[0]!;
    this.maximumTime = this.x[this.x.length - 1]!;
    this.eventPoints = this.findEventPoints();
  }

  value(icol: number, time: number, nextEvent: number): number {
    if (this.isBeforeStart(time, nextEvent)) return 0;
    const curve = this.curves[icol - 1]!;
    if (this.x.length === 1) return curve.y[0]!;
    const end = this.locate(time, nextEvent);
    if (end >= 0) return curve.y[end]! + outsideSlope(curve, end) * (this.at - this.x[end]!);
    return valueIn(curve, this.interval, this.at);
  }

  derivative(icol: number, time: number, nextEvent: number, dTime: number): number {
    if (this.isBeforeStart(time, nextEvent)) return 0;
    const curve = this.curves[icol - 1]!;
    if (this.x.length === 1) return 0;
    const end = this.locate(time, nextEvent);
    return (end >= 0 ? outsideSlope(curve, end) : slopeIn(curve, this.interval, this.at)) * dTime;
  }

  secondDerivative(icol: number, time: number, nextEvent: number, dTime: number, ddTime: number): number {
    const first = this.derivative(icol, time, nextEvent, ddTime);
    if (this.isBeforeStart(time, nextEvent) || this.x.length === 1 || this.locate(time, nextEvent) >= 0) return first;
    return bendIn(this.curves[icol - 1]!, this.interval, this.at) * dTime * dTime + first;
  }

  /** The first event behind `time`. */
  nextTimeEvent(time: number): number {
    const { startTime, shiftTime, extrapolation: outside } = this.options;
    if (time < startTime - closeness(startTime)) return startTime;
    const local = time - shiftTime;
    const behind = (point: number) => point > local + closeness(Math.max(Math.abs(local), Math.abs(time)));
    const points = this.eventPoints;
    if (outside !== extrapolation.periodic || this.x.length === 1) {
      const next = points.find(behind);
      return next === undefined ? never : next + shiftTime;
    }
    const period = this.maximumTime - this.minimumTime;
    const turns = Math.floor((local - this.minimumTime) / period);
    for (let k = turns; ; k++) {
      const next = points.find((point) => behind(point + k * period));
      if (next !== undefined) return next + k * period + shiftTime;
    }
  }

  private findEventPoints(): number[] {
    const { x } = this;
    const kind = this.options.timeEvents;
    const points: number[] = [];
    for (let i = 0; i < x.length; i++) {
      const isJump = i > 0 && x[i] === x[i - 1];
      if (isJump ? kind === timeEvents.atDiscontinuities : kind === timeEvents.always) points.push(x[i]!);
    }
    if (points[points.length - 1] !== this.maximumTime) points.push(this.maximumTime);
    return points;
  }

  private isBeforeStart(time: number, nextEvent: number): boolean {
    const { startTime } = this.options;
    if (time < startTime - closeness(startTime)) return true;
    return isSame(time, startTime) && isSame(nextEvent, startTime);
  }

  /** Sets `interval` and `at`, the time in the table. The number of the end point where time is outside, −1 inside. */
  private locate(time: number, nextEvent: number): number {
    const { x } = this;
    const n = x.length;
    const { shiftTime, extrapolation: outside } = this.options;
    const fromLeft = isSame(time, nextEvent);
    let at = time - shiftTime;
    const margin = closeness(Math.max(Math.abs(at), Math.abs(time)));
    const first = x[0]!;
    const last = x[n - 1]!;
    if (outside === extrapolation.periodic) {
      const period = last - first;
      at -= Math.floor((at - first) / period) * period;
      if (at - first <= margin && fromLeft) at += period;
      else if (last - at <= margin && !fromLeft) at -= period;
    } else if (at < first - margin || (at <= first + margin && fromLeft)) {
      if (outside === extrapolation.none && at < first - margin) checkRange(this.name, x, at);
      this.at = at;
      return 0;
    } else if (at > last + margin || (at >= last - margin && !fromLeft)) {
      if (outside === extrapolation.none && at > last + margin) checkRange(this.name, x, at);
      this.at = at;
      return n - 1;
    }
    this.at = at;
    // the interval that holds the point a little to the side from which it is seen
    this.interval = Math.max(0, findInterval(x, fromLeft ? at - margin : at + margin, this.interval));
    while (this.interval > 0 && x[this.interval + 1] === x[this.interval]) this.interval--;
    return -1;
  }
}

function closeness(time: number): number {
  return sameTime * Math.max(Math.abs(time), 1e-3);
}

function isSame(a: number, b: number): boolean {
  return Math.abs(a - b) <= sameTime * Math.max(Math.abs(a), Math.abs(b), 1e-3);
}
