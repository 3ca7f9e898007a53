/**
 * delay(x, T): values of x in the past. Of every accepted step five points are kept, from the dense output of the integrator, and
 * the polynomial of degree 4 through them gives the values between. At an event both values are kept; before the start of the run
 * x has its first value.
 *
 * A step is never longer than the present delay. Where the delay shrinks during a step, the values that are wanted may be newer than
 * the last point; the polynomial of the last step gives them too.
 *
 * A jump of x comes back after T. Where T is constant that instant is a time event: up to it the history is read as far as the
 * left side of the jump, from the event on beginning with its right side, so that no step runs over the jump.
 *
 * A corner comes back after T as well, and so does that of the start, before which x was constant: no event, but nothing that
 * depends on x can be interpolated across.
 */
import type { DelayLine } from "../compile/eventTables.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";

interface History {
  readonly variable: number;
  readonly sign: number;
  times: Float64Array;
  values: Float64Array;
  /** Per point: the point with which its step begins; the point itself for the first of a smooth piece. */
  begins: Int32Array;
  /** Of Neville's interpolation. */
  readonly scheme: Float64Array;
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
/** Points of a step behind its first one. */
export const pointsPerStep = 4;
/** Corners that wait to come back. */
const mostCorners = 1000;

export class DelayLines {
  private readonly lines: readonly History[];
  /** When corners come back, in no order. */
  private readonly corners = new Set<number>();

  /** `delays`: constant delays, NaN where the delay changes during the run. */
  constructor(definitions: readonly DelayLine[], delays: readonly number[]) {
    this.lines = definitions.map(({ variable, sign }, k) => ({
      variable,
      sign,
      times: new Float64Array(64),
      values: new Float64Array(64),
      begins: new Int32Array(64),
      scheme: new Float64Array(pointsPerStep + 1),
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

  /** Notes the present values: `position` is 0 at the start and after an event, 1 … pointsPerStep for the points of a step. */
  record(t: number, V: Float64Array, position: number): void {
    if (position === 0) this.returnLater(t);
    for (const line of this.lines) {
      const k = line.count;
      if (k === line.times.length) grow(line);
      line.begins[k] = k - position;
      const value = line.sign * V[line.variable]!;
      line.times[k] = t;
      line.values[k] = value;
      line.count++;
      line.scale = Math.max(line.scale, Math.abs(value));
      if (k > 0 && line.times[k - 1] === t && Math.abs(value - line.values[k - 1]!) > smallestJump * line.scale)
        line.jumps.push(k);
    }
  }

  /** Where corners come back in a step, in order; they come back once more, since what is delayed may depend on itself. */
  cornersIn(from: number, to: number): number[] {
    const found: number[] = [];
    for (let t = this.nextCorner; t <= to; t = this.nextCorner) {
      this.corners.delete(t);
      this.returnLater(t);
      if (t > from) found.push(t);
    }
    return found;
  }

  private get nextCorner(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const t of this.corners) if (t < next) next = t;
    return next;
  }

  private returnLater(t: number): void {
    for (const { delay } of this.lines)
      if (t + delay > t && this.corners.size < mostCorners) this.corners.add(t + delay);
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
    if (delay < 0) throw negativeDelay(delay, t);
    if (line.count === 0) return line.sign * V[line.variable]!;
    const isConstant = !Number.isNaN(line.delay);
    const first = isConstant && line.passed > 0 ? line.jumps[line.passed - 1]! : 0;
    const last = isConstant && line.passed < line.jumps.length ? line.jumps[line.passed]! - 1 : line.count - 1;
    if (at <= line.times[first]!) return line.values[first]!;
    if (at >= line.times[last]!) return at === line.times[last] ? line.values[last]! : interpolate(line, last, at);
    let low = first;
    let high = last;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (line.times[middle]! <= at) low = middle;
      else high = middle;
    }
    return interpolate(line, high, at);
  }
}

function negativeDelay(delay: number, t: number): RattlebackError {
  return new RattlebackError("E-ARGUMENTS", `delay takes a time that is not negative; ${delay} is given.`, {
    where: `t = ${t} s`,
    because: "values of the future are not known",
    hint: "check the sign of the delay",
    data: { delay, time: t },
  });
}

/** The polynomial through the points of the step that `index` belongs to; nothing is known of the slope at a point on its own. */
function interpolate({ times, values, begins, scheme }: History, index: number, at: number): number {
  const first = begins[index]!;
  if (first === index) return values[index]!;
  // Neville's scheme in place of coefficients: five points, ten combinations
  const last = first + pointsPerStep;
  for (let i = first; i <= last; i++) scheme[i - first] = values[i]!;
  for (let m = 1; m <= pointsPerStep; m++) {
    for (let i = 0; i <= pointsPerStep - m; i++) {
      const [left, right] = [times[first + i]!, times[first + i + m]!];
      scheme[i] = ((at - right) * scheme[i]! + (left - at) * scheme[i + 1]!) / (left - right);
    }
  }
  return scheme[0]! + 0; // no −0
}

function grow(line: History): void {
  const times = new Float64Array(2 * line.times.length);
  const values = new Float64Array(2 * line.values.length);
  times.set(line.times);
  values.set(line.values);
  const begins = new Int32Array(2 * line.begins.length);
  begins.set(line.begins);
  line.begins = begins;
  line.times = times;
  line.values = values;
}
