/**
 * How far the rule with which values will be read (interpolation.ts) misses a row that is known, relative to what is allowed: 1 passes.
 * A derivative is known no better than the solver's own curve satisfies its equation: by the slope of the curve it may be another one,
 * and what lies between the two passes.
 */
import {
  chooseKnots,
  type InterpolationRules,
  RowWindow,
  statesOfSlopes,
  usesValues,
  windowLength,
} from "./interpolation.ts";
import type { Knot } from "./knot.ts";

/** The slopes of the states by the solver's curve at a time of its last step, in a row. It is overwritten by the next. */
export type SlopesAt = (time: number) => Float64Array;

/** Of an entry that is small now, the error may be the tolerance times this part of the largest value it has had. */
const partOfLargest = 0.1;
/** What is smaller than this part of the tolerance is rounding in every model. */
const smallest = 1e-3;
/** An error of this part of an entry's size is gross. */
const gross = 0.01;
/** What halving does not cure is allowed to an entry from then on, unless it is gross; the allowance fades with every step. */
const fading = 0.7;

export class RowError {
  /** The entry that was missed furthest, and what it is allowed. */
  worstSlot = 0;
  worstBound = 0;
  /** It was missed by so much that it cannot be rounding, whether that shrinks or not: too few rows in a wave do not see it. */
  isWorstGross = false;
  /** Rows from which the last estimate was made. */
  get rowsUsed(): number {
    return this.window.count;
  }
  private readonly entries: Int32Array;
  private readonly rules: InterpolationRules;
  private readonly tolerance: number;
  private readonly largest: Float64Array;
  /** Errors that halving did not cure, and what derivatives are not known any better than. */
  private readonly allowed: Float64Array;
  /** Of each entry: the state whose slope it is, or −1. */
  private readonly stateOf: Int32Array;
  private readonly hasSlopes: boolean;
  private slopesAt: SlopesAt | undefined;
  /** Where the last step began. */
  private from = 0;
  private readonly estimates: Float64Array;
  private readonly bySlopes: Float64Array;
  private readonly knotTimes = new Float64Array(64);
  private readonly chosen = new Int32Array(windowLength + 1);
  private readonly window = new RowWindow();

  constructor(entries: Int32Array, rules: InterpolationRules, tolerance: number) {
    this.entries = entries;
    this.rules = rules;
    this.tolerance = tolerance;
    this.largest = new Float64Array(entries.length);
    this.allowed = new Float64Array(entries.length);
    this.stateOf = statesOfSlopes(rules, entries);
    this.hasSlopes = entries.some((slot) => !usesValues(rules, slot));
    this.estimates = new Float64Array(entries.length);
    this.bySlopes = new Float64Array(entries.length);
  }

  beginStep(from: number, slopesAt: SlopesAt | undefined): void {
    this.from = from;
    this.slopesAt = slopesAt;
    for (let k = 0; k < this.allowed.length; k++) this.allowed[k]! *= fading;
  }

  noteSize(row: Float64Array): void {
    const { entries, largest } = this;
    for (let k = 0; k < entries.length; k++) {
      const size = Math.abs(row[entries[k]!]!);
      if (size > largest[k]!) largest[k] = size;
    }
  }

  /** Of the row at a time between the last of the knots before and the end. */
  between(before: readonly Knot[], end: Knot, time: number, row: Float64Array): number {
    const { window } = this;
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
    return this.ofWindow(time, row);
  }

  /** Of the row at a time in one of the gaps between as many knots as a value depends on. */
  inGap(knots: readonly Knot[], gap: number, time: number, row: Float64Array): number {
    const { window } = this;
    window.count = windowLength;
    window.gap = gap;
    knots.forEach((knot, i) => {
      window.times[i] = knot.time;
      window.rows[i] = knot.row;
      this.noteSize(knot.row);
    });
    return this.ofWindow(time, row);
  }

  private ofWindow(time: number, row: Float64Array): number {
    const { window, entries, allowed, tolerance, estimates, bySlopes, rules } = this;
    window.hasNext = false;
    window.moveTo(time);
    window.polynomials(entries, estimates);
    if (this.hasSlopes) window.hermites(rules, entries, bySlopes);
    let worst = 0;
    let slopes: Float64Array | undefined;
    for (let k = 0; k < entries.length; k++) {
      const slot = entries[k]!;
      const value = row[slot]!;
      const size = this.sizeOf(k, value);
      let bound = Math.max(tolerance * size, Math.min(allowed[k]!, gross * size));
      // most entries pass whichever of the polynomials is taken for them
      if (
        Math.abs(estimates[k]! - value) <= bound &&
        (usesValues(rules, slot) || (Math.abs(bySlopes[k]! - value) <= bound && window.encloses(slot, value)))
      )
        continue;
      const error = Math.abs(window.value(rules, slot) - value);
      const state = this.stateOf[k]!;
      if (error > bound && state >= 0 && time >= this.from && this.slopesAt !== undefined) {
        slopes ??= this.slopesAt(time);
        const doubt = Math.abs(slopes[state]! / rules.slopeFactor[state]! - value);
        if (doubt > bound) bound = allowed[k] = doubt;
      }
      const excess = error / bound;
      if (excess > worst) {
        worst = excess;
        this.worstSlot = slot;
        this.worstBound = bound;
        this.isWorstGross = error > gross * size;
      }
    }
    return worst;
  }

  /** What the rule misses the row by that was looked at last is allowed from now on. */
  allow(row: Float64Array): void {
    const { window, allowed, tolerance, entries } = this;
    for (let k = 0; k < entries.length; k++) {
      const value = row[entries[k]!]!;
      const error = Math.abs(window.value(this.rules, entries[k]!) - value);
      if (error > Math.max(allowed[k]!, tolerance * this.sizeOf(k, value))) allowed[k] = error;
    }
  }

  private sizeOf(k: number, value: number): number {
    return Math.max(Math.abs(value), partOfLargest * this.largest[k]!, smallest);
  }
}
