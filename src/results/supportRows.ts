/**
 * Rows that a recording keeps besides those that were asked for, so that reading between rows is as accurate as the run: where the
 * solver has to make short steps, or where something that follows from the states moves faster than they do, the rows of the output
 * grid do not determine the curve. States and other entries have supporting rows of their own: values of states inside a step cost
 * nothing but memory, all others cost an evaluation of the model.
 *
 * After every step of the solver the rule with which values will be read (interpolation.ts) is tried on values that the run gives:
 * in the middle of a gap between known rows, and, where a gap contains many steps, at the ends of these. A gap that fails is
 * halved until it passes. What does not get better by halving, a jump without event or rounding, is left as it is. A derivative is
 * known no better than the solver's own curve satisfies its equation: by the slope of the curve it may be another one, and what
 * lies between the two passes.
 *
 * Legend   knot   a row that is known when values are read: one that was asked for, or a supporting one
 *          excess largest error of an entry relative to what is allowed: 1 passes
 */
import {
  chooseKnots,
  type InterpolationRules,
  RowWindow,
  statesOfSlopes,
  usesValues,
  windowLength,
} from "./interpolation.ts";
import type { SegmentValues } from "./segmentValues.ts";
import { TimeLine } from "./timeLine.ts";

/** The run's row at a time of its last step. It is overwritten by the next. */
export type RowAt = (time: number) => Float64Array;

/** The slopes of the states by the solver's curve at a time of its last step, in a row. It is overwritten by the next. */
export type SlopesAt = (time: number) => Float64Array;

/** So many rows in a step determine what the solver takes for a polynomial over the whole step. */
const denseRows = 16;
/** Halvings of a gap. */
const deepest = 6;
/** An error must shrink to this part of what it was two halvings ago. */
const worthwhile = 0.5;
/** Errors of so many tolerances that do not shrink to this part in two halvings are corners between the steps of the solver. */
const noisy = 3;
const smoothly = 1 / 8;
/** Of an entry that is small now, the error may be the tolerance times this part of the largest value it has had. */
const partOfLargest = 0.1;
/** What is smaller than this part of the tolerance is rounding in every model. */
const smallest = 1e-3;
/** Where a gap that passes in its middle is tried once more. */
const secondTrial = 0.23;
/** What halving does not cure is allowed to an entry from then on; the allowance fades with every step. */
const fading = 0.7;
/** Knots that the next gaps may depend on. */
const mostKnots = 12;
/** Values in a gap at which its rows are tried; more are thinned out. */
const mostTrials = 8;

interface Knot {
  time: number;
  readonly row: Float64Array;
}

export class SupportRows {
  private readonly tolerance: number;
  private readonly timeLine = new TimeLine();
  private readonly create: () => SegmentValues;
  private kept: SegmentValues | undefined;
  private readonly rules: InterpolationRules;
  /** Entries whose values between rows are tried. */
  private readonly entries: Int32Array;
  /** Of a row. */
  private readonly width: number;
  private readonly largest: Float64Array;
  /** Errors that halving did not cure, and what derivatives are not known any better than. */
  private readonly allowed: Float64Array;
  /** Of each entry: the state whose slope it is, or −1. */
  private readonly stateOf: Int32Array;
  private slopesAt: SlopesAt | undefined;
  /** Where the last step began. */
  private from = 0;
  private readonly estimates: Float64Array;
  private readonly knotTimes = new Float64Array(64);
  private readonly chosen = new Int32Array(windowLength + 1);
  /** The last knots of the smooth piece, in order. */
  private readonly knots: Knot[] = [];
  /** Rows that were asked for in the present step. */
  private readonly arrivals: Knot[] = [];
  private readonly trials: Knot[] = [];
  private readonly spare: Knot[] = [];
  private readonly window = new RowWindow();

  /** `create`: makes the store for the rows, once there is one. */
  constructor(
    entries: Int32Array,
    width: number,
    rules: InterpolationRules,
    tolerance: number,
    create: () => SegmentValues,
  ) {
    this.entries = entries;
    this.width = width;
    this.rules = rules;
    this.tolerance = tolerance;
    this.create = create;
    this.largest = new Float64Array(entries.length);
    this.allowed = new Float64Array(entries.length);
    this.stateOf = statesOfSlopes(rules, entries);
    this.estimates = new Float64Array(entries.length);
  }

  get times(): TimeLine {
    return this.timeLine;
  }

  get values(): SegmentValues | undefined {
    return this.kept;
  }

  /** Numbers that are allocated. */
  get capacity(): number {
    return this.kept?.capacity ?? 0;
  }

  /** A row that was asked for; `isNewPiece` when it begins behind an event. */
  arrive(time: number, row: Float64Array, isNewPiece: boolean): void {
    if (isNewPiece) {
      this.release(this.knots);
      this.release(this.arrivals);
      this.release(this.trials);
    } else if (this.knots.length === 0 && this.arrivals.length === 0) isNewPiece = true;
    const knot = this.copy(time, row);
    if (isNewPiece) this.knots.push(knot);
    else this.arrivals.push(knot);
  }

  /** A row as it was kept when the result was written. */
  keep(time: number, row: Float64Array): void {
    this.kept ??= this.create();
    this.timeLine.append(time, 0);
    this.kept.append(time, row);
  }

  /** The solver has stepped: everything that was asked for up to `to` has arrived. Without values to try nothing is tried. */
  examine(from: number, to: number, rowAt: RowAt | undefined, slopesAt?: SlopesAt): void {
    const { arrivals, knots } = this;
    this.slopesAt = slopesAt;
    this.from = from;
    const inStep = arrivals.length;
    if (knots.length === 0 || this.entries.length === 0 || rowAt === undefined) {
      this.release(this.trials);
      this.adopt(inStep);
      return;
    }
    for (let k = 0; k < this.allowed.length; k++) this.allowed[k]! *= fading;
    if (inStep >= denseRows) {
      this.release(this.trials);
      this.adopt(inStep);
      return;
    }
    if (inStep >= 3 && this.passesAtMiddle(from, rowAt)) {
      this.adopt(inStep);
      return;
    }
    while (arrivals.length > 0) {
      this.closeGap(arrivals.shift()!, from, rowAt, false);
    }
    const last = knots.at(-1)!;
    if (inStep < 3 && last.time < to) this.closeGap(this.copy(to, rowAt(to)), from, rowAt, true);
  }

  /** Many rows in a step: one gap between two of them tells about all. */
  private passesAtMiddle(from: number, rowAt: RowAt): boolean {
    const { arrivals } = this;
    const k = arrivals.length >> 1;
    const [a, b] = [arrivals[k - 1]!, arrivals[k]!];
    if (a.time < from) return false;
    const before = [...this.knots.slice(-6), ...arrivals.slice(0, k)];
    const middle = a.time + 0.5 * (b.time - a.time);
    const row = rowAt(middle);
    this.noteSize(row);
    return this.excessAt(before, b, middle, row) <= 1;
  }

  /** The next knot, or, when it is tentative, the end of a step in a gap that goes on. */
  private closeGap(end: Knot, from: number, rowAt: RowAt, isTentative: boolean): void {
    const { knots, trials } = this;
    this.noteSize(end.row);
    let passes = true;
    for (const { time, row } of trials) if (passes) passes = this.excessAt(knots, end, time, row) <= 1;
    const begin = knots.at(-1)!.time;
    // the present step may be long compared with those before it
    if (passes && begin < from && trials.length > 0 && end.time - from > 0.25 * (end.time - begin)) {
      const middle = from + 0.5 * (end.time - from);
      passes = this.excessAt(knots, end, middle, rowAt(middle)) <= 1;
    }
    if (!passes) {
      // the last trial is the end of the step before; up to there everything passed
      const last = trials.pop()!;
      this.keep(last.time, last.row);
      this.release(trials);
      this.push(last);
    }
    if (trials.length === 0) this.refine(Math.max(knots.at(-1)!.time, from), end, rowAt, 0, Infinity, Infinity);
    if (!isTentative) {
      this.release(trials);
      this.push(end);
      return;
    }
    if (trials.length >= mostTrials) {
      for (let k = trials.length - 2; k >= 0; k -= 2) this.spare.push(...trials.splice(k, 1));
    }
    trials.push(end);
  }

  /** Halves the gap between the last knot and `end` until its rows determine the curve; all new knots lie before `end`. */
  private refine(from: number, end: Knot, rowAt: RowAt, depth: number, before: number, twoBefore: number): void {
    const { knots } = this;
    const middle = from + 0.5 * (end.time - from);
    if (!(middle > from && middle < end.time)) return;
    const knot = this.copy(middle, rowAt(middle));
    this.noteSize(knot.row);
    let excess = this.excessAt(knots, end, middle, knot.row);
    // at one point an error may vanish by chance
    if (excess <= 1 && depth === 0) {
      const second = from + secondTrial * (end.time - from);
      excess = this.excessAt(knots, end, second, rowAt(second));
    }
    const isNoise = excess <= noisy && excess > smoothly * twoBefore;
    const isHopeless = depth >= deepest || excess > worthwhile * twoBefore || isNoise;
    if (isHopeless && excess > 1) this.allow(knot.row);
    if (excess <= 1 || isHopeless) {
      this.spare.push(knot);
      return;
    }
    this.refine(from, knot, rowAt, depth + 1, excess, before);
    this.keep(middle, knot.row);
    this.push(knot);
    this.refine(middle, end, rowAt, depth + 1, excess, before);
  }

  /** How far the rule misses the row at a time between the last of the knots before and the end. */
  private excessAt(before: readonly Knot[], end: Knot, time: number, row: Float64Array): number {
    const { window, entries, allowed, tolerance, estimates } = this;
    const n = before.length;
    for (let i = 0; i < n; i++) this.knotTimes[i] = before[i]!.time;
    this.knotTimes[n] = end.time;
    const count = chooseKnots(this.knotTimes, 0, n, n, this.chosen);
    for (let i = 0; i < count; i++) {
      const k = this.chosen[i]!;
      window.times[i] = this.knotTimes[k]!;
      window.rows[i] = k === n ? end.row : before[k]!.row;
    }
    window.count = count;
    window.gap = count - 2;
    window.hasNext = false;
    window.moveTo(time);
    window.polynomials(entries, estimates);
    let worst = 0;
    let slopes: Float64Array | undefined;
    for (let k = 0; k < entries.length; k++) {
      const slot = entries[k]!;
      let bound = Math.max(tolerance * this.sizeOf(k, row), allowed[k]!);
      // most entries are plain polynomials that pass
      if (usesValues(this.rules, slot) && Math.abs(estimates[k]! - row[slot]!) <= bound) continue;
      const error = Math.abs(window.value(this.rules, slot) - row[slot]!);
      const state = this.stateOf[k]!;
      if (error > bound && state >= 0 && time >= this.from && this.slopesAt !== undefined) {
        slopes ??= this.slopesAt(time);
        const doubt = Math.abs(slopes[state]! / this.rules.slopeFactor[state]! - row[slot]!);
        if (doubt > bound) bound = allowed[k] = doubt;
      }
      const excess = error / bound;
      if (excess > worst) worst = excess;
    }
    return worst;
  }

  /** What the rule misses by at a time, which excessAt has just seen, is allowed from now on. */
  private allow(row: Float64Array): void {
    const { window, allowed, tolerance, entries } = this;
    for (let k = 0; k < entries.length; k++) {
      const slot = entries[k]!;
      const error = Math.abs(window.value(this.rules, slot) - row[slot]!);
      if (error > Math.max(allowed[k]!, tolerance * this.sizeOf(k, row))) allowed[k] = error;
    }
  }

  private sizeOf(k: number, row: Float64Array): number {
    return Math.max(Math.abs(row[this.entries[k]!]!), partOfLargest * this.largest[k]!, smallest);
  }

  private noteSize(row: Float64Array): void {
    const { entries, largest } = this;
    for (let k = 0; k < entries.length; k++) {
      const size = Math.abs(row[entries[k]!]!);
      if (size > largest[k]!) largest[k] = size;
    }
  }

  private adopt(count: number): void {
    for (let k = 0; k < count; k++) this.push(this.arrivals.shift()!);
    if (count > 0) this.release(this.trials);
  }

  private push(knot: Knot): void {
    this.knots.push(knot);
    if (this.knots.length > mostKnots) this.spare.push(this.knots.shift()!);
  }

  private copy(time: number, row: Float64Array): Knot {
    const knot = this.spare.pop() ?? { time, row: new Float64Array(this.width) };
    knot.time = time;
    knot.row.set(row);
    return knot;
  }

  private release(list: Knot[]): void {
    for (const knot of list) this.spare.push(knot);
    list.length = 0;
  }
}
