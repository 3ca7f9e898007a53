/**
 * delay(x, T): values of x in the past. Of every accepted step five points are kept, from the dense output of the integrator, and
 * the polynomial of degree 4 through them gives the values between. Where two more points are off that polynomial the step is cut
 * into halves. At an event both values are kept; before the start of the run x has its first value.
 *
 * A step is never longer than the present delay. Where the delay shrinks during a step, the values that are wanted may be newer than
 * the last point; the polynomial of the last step gives them too.
 *
 * A jump of x comes back after T. Where T is constant that instant is a time event: up to it the history is read as far as the
 * left side of the jump, from the event on beginning with its right side, so that no step runs over the jump.
 *
 * A corner of x comes back after T as well, as a time event: that of the start, before which x was constant, and those at other
 * events, unless the slopes on both sides show, after the first step, that there is none. In a loop without an integration it comes
 * back again and again, until it is too small to matter.
 *
 * What changes at events only keeps its value between them: nothing is computed for it inside steps, which may be longer than its delay.
 */
import type { DelayLine, TransportedContent } from "../compile/eventTables.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { DelayIndex, Table, VariableIndex } from "../symbolic/indices.ts";
import { grow, type History, interpolate, note, pointsPerStep } from "./delayHistory.ts";

/** Changes at an event below this part of the largest value are rounding, not jumps. */
const smallestJump = 1e-10;
/** Corners of one line that wait to come back. */
const mostCorners = 1000;
/** Of the tolerance: by how much a polynomial may miss the points that it is checked with, and a corner may bend a step. */
const allowedPart = 0.2;
/** Where in a step it is checked, and how often it is cut into halves. */
const checkedAt: readonly number[] = [0.115, 0.86];
const mostHalvings = 7;
/** Products of the differences of times in a shorter step are below the smallest numbers: a polynomial cannot be held against anything. */
const shortestExamined = 1e-60;

/**
 * `delays`: constant delays, NaN where the delay changes during the run; `isHeld`: whether a variable changes at events only;
 * `numbers`: what is known before the run.
 */
export function createDelayLines(
  definitions: Table<DelayIndex, DelayLine>,
  delays: readonly number[],
  isHeld: (variable: VariableIndex) => boolean,
  numbers: (expressions: readonly Expr[]) => readonly number[],
): DelayLines {
  // behind a delay that changes jumps are no events
  const areEvents = definitions.every(({ transport }, k) => transport !== undefined || delays[k]! > 0);
  const lines = definitions.map(
    ({ variable, sign, transport }, k): History => ({
      variable,
      sign,
      times: new Float64Array(64),
      values: new Float64Array(64),
      begins: new Int32Array(64),
      scheme: new Float64Array(pointsPerStep + 1),
      count: 0,
      delay: delays[k]! > 0 ? delays[k]! : Number.NaN,
      isHeld: transport === undefined && areEvents && isHeld(variable),
      jumps: [],
      corners: [],
      event: -1,
      scale: 0,
    }),
  );
  const profiles: (readonly [TransportedContent, number] | undefined)[] = [];
  definitions.forEach(({ transport }, k) => {
    if (transport === undefined) return;
    const { first, points, values } = transport;
    const made =
      profiles[first]?.[0] ??
      transport.create(
        [lines[first]!, lines[first + 1]!, lines[first + 2]!],
        numbers(points),
        numbers(values),
        interpolate,
      );
    profiles[k] = [made, k - first];
  });
  return new DelayLines(lines, profiles);
}

export class DelayLines {
  private readonly lines: readonly History[];
  /** Those whose values change inside steps. */
  private readonly changing: readonly History[];
  /** Per line: how many of its jumps have come back. */
  private readonly passed: Int32Array;
  /** Of the lines of transports: the profile, and whether it is in0, in1 or x. */
  private readonly profiles: readonly (readonly [TransportedContent, number] | undefined)[];
  private readonly transports: readonly TransportedContent[];

  constructor(lines: readonly History[], profiles: DelayLines["profiles"]) {
    this.lines = lines;
    this.profiles = profiles;
    this.transports = [...new Set(profiles.flatMap((entry) => entry?.[0] ?? []))];
    this.changing = lines.filter(({ isHeld }) => !isHeld);
    this.passed = new Int32Array(lines.length);
  }

  /** The same histories for somebody who reads at other times. */
  forReading(): DelayLines {
    return new DelayLines(this.lines, this.profiles);
  }

  /** Whether a step may be longer than the delay of a line. */
  isHeld(index: number): boolean {
    return this.lines[index]!.isHeld;
  }

  /** The values at the start and after an event. */
  recordEvent(t: number, V: Float64Array): void {
    for (const line of this.lines) {
      const k = note(line, t, V, 0);
      line.event = line.isHeld ? -1 : k;
      if (!line.isHeld && t + line.delay > t && line.corners.length < mostCorners) line.corners.push(t + line.delay);
      if (line.times[k - 1] === t && Math.abs(line.values[k]! - line.values[k - 1]!) > smallestJump * line.scale)
        line.jumps.push(k);
    }
    for (const profile of this.transports) profile.noteEvent();
  }

  /** The points of a step; `moveTo` computes V at a time of it. */
  recordStep(from: number, to: number, moveTo: (t: number) => void, V: Float64Array, tolerance: number): void {
    for (const line of this.lines) if (line.isHeld) keep(line, to);
    const halvings = to - from > shortestExamined ? mostHalvings : 0;
    const last = this.changing.length > 0 ? this.changing[0]!.count - 1 : 0;
    if (this.changing.length > 0) this.recordPart(from, to, moveTo, V, allowedPart * tolerance, halvings);
    for (const profile of this.transports) profile.noteStep(last);
    for (const line of this.lines) {
      if (line.event < 0) continue;
      // a step this short says nothing about slopes
      const { event, delay, corners, jumps, scale } = line;
      const isBend = bendAt(line, event) * delay > allowedPart * tolerance * scale;
      if (!isBend && jumps.at(-1) !== event && corners.at(-1) === line.times[event]! + delay) corners.pop();
      line.event = -1;
    }
  }

  private recordPart(
    from: number,
    to: number,
    moveTo: (t: number) => void,
    V: Float64Array,
    allowed: number,
    halvings: number,
  ): void {
    const part = (to - from) / pointsPerStep;
    const isShort = !(from + part > from && to - part < to);
    for (let k = isShort ? pointsPerStep : 1; k <= pointsPerStep; k++) {
      const time = k === pointsPerStep ? to : from + k * part;
      moveTo(time);
      for (const line of this.changing) note(line, time, V, isShort ? 0 : k);
    }
    if (isShort || halvings === 0) return;
    for (const where of checkedAt) {
      const time = from + where * (to - from);
      moveTo(time);
      if (!this.changing.some((line) => isOff(line, time, V, allowed))) continue;
      for (const line of this.changing) line.count -= pointsPerStep;
      const middle = from + 0.5 * (to - from);
      this.recordPart(from, middle, moveTo, V, allowed, halvings - 1);
      this.recordPart(middle, to, moveTo, V, allowed, halvings - 1);
      return;
    }
  }

  /** When the next jump comes back. */
  get nextJump(): number {
    let next = Number.POSITIVE_INFINITY;
    this.lines.forEach(({ delay, jumps, times }, k) => {
      const at = this.passed[k]!;
      if (at < jumps.length) next = Math.min(next, times[jumps[at]!]! + delay);
    });
    return next;
  }

  /** When the next corner comes back. */
  get nextCorner(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const { corners } of this.lines) if (corners.length > 0) next = Math.min(next, corners[0]!);
    return next;
  }

  /** From now on jumps and corners that come back up to t lie in the past. */
  pass(t: number): void {
    for (const { corners } of this.lines) while (corners.length > 0 && corners[0]! <= t) corners.shift();
    this.readFrom(t, false);
  }

  /** The borders of transports that have arrived by the values of an event lie outside. */
  passBorders(V: Float64Array): void {
    for (const profile of this.transports) profile.pass(V);
  }

  /** No step may be longer, by what is transported. */
  get longestStep(): number {
    let longest = Number.POSITIVE_INFINITY;
    for (const profile of this.transports) longest = Math.min(longest, profile.longestStep);
    return longest;
  }

  /** Reads as a step that begins at t does. */
  readFrom(t: number, isAnywhere = true): void {
    this.lines.forEach(({ delay, jumps, times }, k) => {
      let at = isAnywhere ? 0 : this.passed[k]!;
      while (at < jumps.length && times[jumps[at]!]! + delay <= t) at++;
      this.passed[k] = at;
    });
  }

  /** The value of a line at t − delay; of a transport the value at a place, and of its x the border that arrives next. */
  value(index: number, t: number, delay: number, V: Float64Array): number {
    const entry = this.profiles[index];
    if (entry !== undefined) return entry[1] === 2 ? entry[0].border(delay) : entry[0].value(entry[1] as 0 | 1, delay);
    const line = this.lines[index]!;
    const passed = this.passed[index]!;
    const at = t - delay;
    if (delay < 0) throw negativeDelay(delay, t);
    if (line.count === 0) return line.sign * V[line.variable]!;
    const isConstant = !Number.isNaN(line.delay);
    const first = isConstant && passed > 0 ? line.jumps[passed - 1]! : 0;
    const last = isConstant && passed < line.jumps.length ? line.jumps[passed]! - 1 : line.count - 1;
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

/** The last value holds up to t: one point behind that of the event says so, however many steps there are. */
function keep(line: History, t: number): void {
  const last = line.count - 1;
  const isEvent = last === 0 || line.jumps.at(-1) === last || line.values[last] !== line.values[last - 1];
  if (!isEvent) line.times[last] = t;
  else {
    if (line.count === line.times.length) grow(line);
    line.begins[line.count] = line.count;
    line.times[line.count] = t;
    line.values[line.count++] = line.values[last]!;
  }
}

function isOff(line: History, t: number, V: Float64Array, allowed: number): boolean {
  const value = line.sign * V[line.variable]!;
  return Math.abs(value - interpolate(line, line.count - 1, t)) > allowed * Math.max(Math.abs(value), line.scale);
}

/** By how much the slope changes at an entry behind which a step has been recorded. */
function bendAt(line: History, event: number): number {
  const end = event + pointsPerStep;
  if (end >= line.count || line.begins[end] !== event) return Number.POSITIVE_INFINITY;
  const right = slopeAt(line, event, event);
  if (event === 0) return Math.abs(right);
  const first = line.begins[event - 1]!;
  return first === event - 1 ? Number.POSITIVE_INFINITY : Math.abs(right - slopeAt(line, first, event - 1));
}

/** Slope of the polynomial of the step that begins with `first`, at one of its ends: equidistant points, five of them. */
function slopeAt({ times, values }: History, first: number, end: number): number {
  const [a, b, c, d, e] = values.subarray(first, first + pointsPerStep + 1) as unknown as [
    number,
    number,
    number,
    number,
    number,
  ];
  const part = (times[first + pointsPerStep]! - times[first]!) / pointsPerStep;
  return (
    (end === first ? -25 * a + 48 * b - 36 * c + 16 * d - 3 * e : 3 * a - 16 * b + 36 * c - 48 * d + 25 * e) /
    (12 * part)
  );
}

function negativeDelay(delay: number, t: number): RattlebackError {
  return new RattlebackError("E-ARGUMENTS", `delay takes a time that is not negative; ${delay} is given.`, {
    where: `t = ${t} s`,
    because: "values of the future are not known",
    hint: "check the sign of the delay",
    data: { delay, time: t },
  });
}
