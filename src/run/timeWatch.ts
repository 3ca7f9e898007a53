/**
 * Corners and jumps of functions of time that users give: loads, tables, inputs, prescribed motions. No step may go across one: methods
 * take what they integrate for smooth, and their error estimates see a corner or not, depending on where in the step it lies. Times of
 * change that are declared are known before the step. For all others the functions, and only they, are looked at inside every step
 * that has been made; a corner that is found is located, and the step is made again up to it.
 *
 *     second differences of spacing w        smooth: ∝ w²        corner: ∝ w        jump: constant
 *
 * so that halving w a few times around the largest of them tells which it is, and where.
 */
import { type CornerBracket, locateCorner } from "../math/corner.ts";
import { nextDown, nextUp } from "../math/elementary/floatBits.ts";
import type { CheckedOptions } from "./simulateOptions.ts";

/** Functions of time, which are evaluated together. */
export interface TimeCourse {
  /** Of each function, in the words of the model. */
  readonly names: readonly string[];
  /** Their values at a time; not a number where a function fails: the run will meet the failure itself, if it comes that far. */
  valuesAt(t: number, values: Float64Array): void;
  /** Those of functions without corners, in a list of their own; looked at in DAE mode only. */
  smoothAt(t: number): readonly number[];
}

/** Where the course changes. */
export interface CourseChange extends CornerBracket {
  readonly cause: string;
  /** Number of the function that changes; of times that were declared none is known. */
  readonly function?: number;
}

/** Parts of a short step. */
const fewestParts = 5;
/** Longer steps are looked at so often per time span of the run. */
const lookingsPerRun = 1000;
/** About so many of its bends are compared with what the method has found. */
const mostBends = 6;
/** Third differences of a smooth function are smaller than this part of its second differences, if the step resolves it. */
const smoothPart = 0.3;
/** A peak of the second differences is not far below its neighbours, … */
const peakPart = 1 - 1e-6;
/** … nor below the largest of the step. */
const smallPeak = 0.05;
/** Places of a step that are examined more closely. */
const mostPlaces = 3;
/** A smooth function that is further off a straight line inside a step, of its largest value, needs shorter ones. */
const bentPart = 0.1;
/** Differences below this part of the values are rounding … */
const rounding = 1e-14;
/** … and so are those below what so many units in the last place of the time change: near a zero values are smaller than their rounding. */
const unitsOfTime = 8;
/** A function with so many changes in the last part of the run is no function of time that can be followed. */
const mostChanges = 200;
const shortestPart = 1e-4;

export class TimeWatch {
  private readonly course: TimeCourse;
  private readonly declared: readonly number[];
  private readonly span: number;
  private readonly recent: readonly number[][];
  /** Largest values of the smooth functions. */
  private readonly sizes: number[] = [];
  /** The functions at one time, … */
  private readonly present: Float64Array;
  /** … and at the times of a step, one row each. */
  private rows: Float64Array[] = [];

  /** `declared`: times of change that are known. */
  constructor(course: TimeCourse, declared: readonly number[], { startTime, stopTime }: CheckedOptions) {
    this.course = course;
    this.recent = course.names.map(() => []);
    this.present = new Float64Array(course.names.length);
    this.declared = [...new Set(declared)].sort((a, b) => a - b);
    this.span = stopTime - startTime;
  }

  /** The next declared change behind t. */
  nextDeclared(t: number): CourseChange | undefined {
    const { declared } = this;
    const least = 2 ** -60 * this.span;
    const behind = (time: number): number => Math.max(nextUp(time), time + least);
    let low = 0;
    for (let high = declared.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (behind(declared[middle]!) > t) high = middle;
      else low = middle + 1;
    }
    const time = declared[low];
    if (time === undefined) return undefined;
    return { before: Math.min(nextDown(time), time - least), after: behind(time), cause: `time reached ${time}` };
  }

  /** The first change in a step, if at or around it something `matters`; `bend`: second differences in the step relative to the values. */
  firstChange(from: number, to: number, matters: (t: number, bend: number) => boolean): CourseChange | undefined {
    const { names } = this.course;
    if (names.length === 0) return undefined;
    let first: CourseChange | undefined;
    let parts = this.look(from, to);
    for (let k = 0; k < names.length; k++) {
      const recent = this.recent[k]!;
      if (recent.length >= mostChanges) continue;
      const end = first?.before ?? to;
      const found = this.changeOf(k, from, end, parts);
      if (found === undefined) continue;
      const { before, after, bend } = found;
      const places = [before, after, 0.5 * (before + to), 0.5 * (from + before)];
      if (!places.some((t, i) => t <= to && places.indexOf(t) === i && matters(t, bend))) continue;
      first = { before, after, cause: `${names[k]} changes its course`, function: k };
      while (recent.length > 0 && before - recent[0]! > shortestPart * this.span) recent.shift();
      recent.push(before);
      parts = this.look(from, before);
    }
    return first;
  }

  /** Whether there is nothing to watch but declared changes. */
  get isIdle(): boolean {
    return this.present.length === 0;
  }

  /**
   * Where in a long step functions bend, each with the last time before at which none of them did: a method may have looked beside them.
   */
  bends(from: number, to: number): { readonly at: number; readonly quiet: number }[] {
    const { rows, present } = this;
    if (present.length === 0 || to - from < this.distance) return [];
    const parts = this.look(from, to);
    const found: { at: number; quiet: number }[] = [];
    for (let k = 0; k < present.length; k++) {
      const second = (i: number): number => rows[i - 1]![k]! - 2 * rows[i]![k]! + rows[i + 1]![k]!;
      let [largest, third, size] = [0, 0, 0];
      for (let i = 1; i < parts; i++) {
        size = Math.max(size, Math.abs(rows[i]![k]!));
        largest = Math.max(largest, Math.abs(second(i)));
        if (i > 1) third = Math.max(third, Math.abs(second(i) - second(i - 1)));
      }
      // what these times resolve, the method is expected to see
      if (!(largest > this.noise(k, parts, from, to, size) && third > smoothPart * largest)) continue;
      let first = 1;
      while (Math.abs(second(first)) < smallPeak * largest) first++;
      const quiet = timeOf(Math.max(1, first - 1), parts, from, to);
      const active: number[] = [];
      for (let i = first; i < parts; i++) if (Math.abs(second(i)) >= smallPeak * largest) active.push(i);
      // a method that met one of them by chance is wrong at others
      const stride = Math.max(1, Math.floor(active.length / mostBends));
      for (let i = 0; i < active.length; i += stride) found.push({ at: timeOf(active[i]!, parts, from, to), quiet });
    }
    return found;
  }

  /** Distance of the times that are looked at in long steps. */
  get distance(): number {
    return this.span / lookingsPerRun;
  }

  /** Steps up to this length see what is active for a hundredth of the run. */
  get longestActiveStep(): number {
    return this.span / 250;
  }

  /** The last time of a step up to which smooth functions are nearly straight between its ends: others may hide a pulse. */
  straightUntil(from: number, to: number): number {
    const { sizes } = this;
    const parts = partsOf(to - from, this.span);
    const [first, last] = [this.course.smoothAt(from), this.course.smoothAt(to)];
    if (first.length === 0) return to;
    let straight = to;
    for (let i = 1; i < parts; i++) {
      const values = this.course.smoothAt(timeOf(i, parts, from, to));
      values.forEach((value, k) => {
        const size = Math.max(sizes[k] ?? 0, Math.abs(value));
        sizes[k] = size;
        const bend = value - first[k]! - ((last[k]! - first[k]!) * i) / parts;
        if (Math.abs(bend) > bentPart * size) straight = Math.min(straight, timeOf(i - 1, parts, from, to));
      });
    }
    return straight;
  }

  /** Whether a function changes at all inside the step; the last time of it up to which none does. */
  quietUntil(from: number, to: number): number {
    const { course, present } = this;
    const parts = Math.min(lookingsPerRun, Math.ceil(((to - from) / this.span) * lookingsPerRun));
    const starts = this.row(0);
    course.valuesAt(from, starts);
    for (let i = 1; i <= parts; i++) {
      course.valuesAt(from + ((to - from) * i) / parts, present);
      for (let k = 0; k < present.length; k++)
        if (present[k] !== starts[k]) return from + ((to - from) * (i - 1)) / parts;
    }
    return to;
  }

  private row(i: number): Float64Array {
    while (this.rows.length <= i) this.rows.push(new Float64Array(this.present.length));
    return this.rows[i]!;
  }

  /** Evaluates the functions at the times of a step; the number of its parts. */
  private look(from: number, to: number): number {
    if (this.present.length === 0) return 0;
    const parts = partsOf(to - from, this.span);
    for (let i = 0; i <= parts; i++) this.course.valuesAt(timeOf(i, parts, from, to), this.row(i));
    return parts;
  }

  /** What rounding makes of the second differences of function k, whose values are up to `size`. */
  private noise(k: number, parts: number, from: number, to: number, size: number): number {
    const { rows } = this;
    let steepest = 0;
    for (let i = 1; i <= parts; i++) steepest = Math.max(steepest, Math.abs(rows[i]![k]! - rows[i - 1]![k]!));
    const units = unitsOfTime * Number.EPSILON * Math.max(Math.abs(from), Math.abs(to));
    return rounding * size + (units * steepest * parts) / (to - from);
  }

  /** The change of function k in the step that was looked at. */
  private changeOf(
    k: number,
    from: number,
    to: number,
    parts: number,
  ): (CornerBracket & { readonly bend: number }) | undefined {
    const { rows } = this;
    const first = rows[0]![k]!;
    let size = 0;
    let isConstant = true;
    for (let i = 0; i <= parts; i++) {
      const value = rows[i]![k]!;
      size = Math.max(size, Math.abs(value));
      if (value !== first) isConstant = false;
    }
    if (isConstant) return undefined;
    const second = (i: number): number => rows[i - 1]![k]! - 2 * rows[i]![k]! + rows[i + 1]![k]!;
    let largest = 0;
    let third = 0;
    for (let i = 1; i < parts; i++) {
      largest = Math.max(largest, Math.abs(second(i)));
      if (i > 1) third = Math.max(third, Math.abs(second(i) - second(i - 1)));
    }
    if (!(largest > this.noise(k, parts, from, to, size) && third > smoothPart * largest)) return undefined;
    const value = (t: number): number => {
      this.course.valuesAt(t, this.present);
      return this.present[k]!;
    };
    const at = (i: number): number => timeOf(i, parts, from, to);
    let places = 0;
    for (let i = 1; i < parts && places < mostPlaces; i++) {
      const own = Math.abs(second(i));
      const isPeak =
        (i === 1 || own >= Math.abs(second(i - 1))) && (i === parts - 1 || own >= peakPart * Math.abs(second(i + 1)));
      if (!isPeak || own < smallPeak * largest) continue;
      places++;
      const [left, middle, right] = [rows[i - 1]![k]!, rows[i]![k]!, rows[i + 1]![k]!];
      const found = locateCorner(value, at(i - 1), at(i), at(i + 1), left, middle, right);
      if (found !== undefined) return { ...found, bend: largest / size };
    }
    return undefined;
  }
}

/** Parts in which a step is looked at. */
function partsOf(length: number, span: number): number {
  return Math.min(lookingsPerRun, Math.max(fewestParts, Math.ceil((length / span) * lookingsPerRun)));
}

function timeOf(i: number, parts: number, from: number, to: number): number {
  return i === parts ? to : from + ((to - from) * i) / parts;
}
