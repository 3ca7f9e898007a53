/**
 * Rows that a recording keeps besides those that were asked for, so that reading between rows is as accurate as the run: where the
 * solver has to make short steps, or where something that follows from the states moves faster than they do, the rows of the output
 * grid do not determine the curve. States and other entries have supporting rows of their own: values of states inside a step cost
 * nothing but memory, all others cost an evaluation of the model.
 *
 * After every step of the solver the rule with which values will be read (interpolation.ts) is tried on values that the run gives:
 * in the middle of a gap between known rows, and, where a gap contains many steps, at the ends of these. A gap that fails is
 * halved until it passes. Corners and jumps that are no events end a smooth piece, with a row on each side: the run tells where those
 * of the equations are; those of functions are located where halving helps too little. What does not get better by either is
 * rounding, and left as it is, unless it is far too large for that: then no rows would tell, and the rows say so. A derivative is known no better than the solver's own curve satisfies its equation: by the slope of the curve it may be another one, and what
 * lies between the two passes.
 *
 * Legend   knot   a row that is known when values are read: one that was asked for, or a supporting one
 *          excess largest error of an entry relative to what is allowed: 1 passes
 * Length   one rule, tried after every step on the same few rows
 */
import { locateCorner } from "../math/corner.ts";
import { farthest, type InterpolationRules, windowLength } from "./interpolation.ts";
import { type Knot, KnotPool } from "./knot.ts";
import type { SupportingRows } from "./recording.ts";
import type { ExaminedValues } from "./resultSink.ts";
import { RowError, type SlopesAt } from "./rowError.ts";
import type { SegmentValues } from "./segmentValues.ts";
import { TimeLine } from "./timeLine.ts";

type RowAt = ExaminedValues["rowAt"];

/** Halvings of a gap. */
const deepest = 10;
const fewestTelling = 4;
/** An error must shrink to this part of what it was two halvings ago, or three (at first one), since an error may vanish by chance. */
const worthwhile = 0.5;
/** So many gaps with gross errors that halving does not cure are jumps; with more of them in a step, rows cannot tell what is between. */
const mostGross = 6;
/** Errors of so many tolerances that do not shrink to this part in two halvings are corners between the steps of the solver. */
const noisy = 3;
const smoothly = 1 / 8;
/** Errors of many entries do not vanish at one point by chance: then that needs no second look. */
const manyEntries = 6;
/** Where a gap that passes in its middle is tried once more. */
const secondTrial = 0.23;
/** Corners of functions that are located in one step. */
const mostCorners = 6;
/** So many searches in vain are made before the first is found, and for each that is. */
const mostVain = 4;
/** Of the allowed error, what is missed at a corner. */
const partOfAllowed = 0.05;
/** Rows beside a corner are so many units in the last place of the time, or this part of the step, away from it: rounding decides nearer. */
const unitsApart = 16;
const partApart = 1e-11;
/** The first rows behind a corner are this part of the gap apart, shortened so often by this factor, not below rounding. */
const firstParts = 24;
const mostShortenings = 5;
const shortening = 6;
const leastApart = 1e-13;
/** A corner in this part of a gap is beside the row. */
const beside = 0.2;
/** Values in a gap at which its rows are tried; more are thinned out. */
const mostTrials = 8;

/** Gaps of a step that are tried, by the number of the row that ends them; and the rest of the step behind its rows. */
interface Look {
  readonly gaps: "all" | ReadonlySet<number>;
  readonly isAlsoBehind: boolean;
}
const noGaps: ReadonlySet<number> = new Set();
const lookEverywhere: Look = { gaps: "all", isAlsoBehind: true };
const noCorners: readonly number[] = [];

export class SupportRows {
  private readonly timeLine = new TimeLine();
  private readonly create: () => SegmentValues;
  private kept: SegmentValues | undefined;
  /** Of entries whose values between rows are tried. */
  private readonly error: RowError;
  private readonly entryCount: number;
  private readonly pool: KnotPool;
  /** The last knots of the smooth piece, in order. */
  private readonly knots: Knot[] = [];
  /** Rows that were asked for in the present step. */
  private readonly arrivals: Knot[] = [];
  private readonly trials: Knot[] = [];
  /** First times of pieces that begin behind corners. */
  private readonly begins: number[] = [];
  /** Corners that may still be located in this step. */
  private cornersLeft = 0;
  /** For corners that were none. */
  private vainSearches = 0;
  /** Gaps of this step whose error is gross, and cannot be cured. */
  private grossGaps = 0;
  /** In some step something moved too fast for any rows. */
  isCoarse = false;

  /** `create`: makes the store for the rows, once there is one. */
  constructor(
    entries: Int32Array,
    width: number,
    rules: InterpolationRules,
    tolerance: number,
    create: () => SegmentValues,
  ) {
    this.error = new RowError(entries, rules, tolerance);
    this.entryCount = entries.length;
    this.pool = new KnotPool(width);
    this.create = create;
  }

  get times(): TimeLine {
    return this.timeLine;
  }

  get values(): SegmentValues | undefined {
    return this.kept;
  }

  /** All of them up to now; undefined when there are none. */
  get rows(): SupportingRows | undefined {
    const { kept, timeLine, begins, isCoarse } = this;
    return kept && { times: timeLine.presentTimes, values: kept, pieceBegins: Float64Array.from(begins), isCoarse };
  }

  /** Numbers that are allocated. */
  get capacity(): number {
    return this.kept?.capacity ?? 0;
  }

  /** A row that was asked for; `isNewPiece` when it begins behind an event. */
  arrive(time: number, row: Float64Array, isNewPiece: boolean): void {
    if (isNewPiece) {
      this.pool.takeAll(this.knots);
      this.pool.takeAll(this.arrivals);
      this.pool.takeAll(this.trials);
    } else if (this.knots.length === 0) isNewPiece = true;
    const knot = this.pool.copy(time, row);
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
  examine(from: number, to: number, values: ExaminedValues | undefined, slopesAt?: SlopesAt): void {
    const { arrivals, knots } = this;
    const inStep = arrivals.length;
    if (knots.length === 0 || this.entryCount === 0 || values === undefined) {
      this.adoptAll();
      return;
    }
    this.error.beginStep(from, slopesAt);
    const { rowAt, hasUnknownCorners, isCostly } = values;
    this.cornersLeft = hasUnknownCorners ? mostCorners : 0;
    this.grossGaps = 0;
    const corners = values.corners.length === 0 ? noCorners : this.cornersThatMatter(values, to);
    const look = corners.length === 0 && inStep >= 3 ? this.whereToLook(values) : lookEverywhere;
    corners.forEach((corner, k) => this.closeAtCorner(corner, from, corners[k + 1] ?? to, rowAt));
    for (let k = 0; arrivals.length > 0; k++) {
      const next = arrivals.shift()!;
      if (look.gaps === "all" || look.gaps.has(k)) this.closeGap(next, from, rowAt, false);
      else {
        this.pool.takeAll(this.trials);
        this.push(next);
      }
    }
    if (look.isAlsoBehind && knots.at(-1)!.time < to && !(isCostly && inStep >= 3))
      this.closeGap(this.pool.copy(to, rowAt(to)), from, rowAt, true);
  }

  /** Times of corners across which rows cannot be interpolated. */
  private cornersThatMatter({ corners, rowAt }: ExaminedValues, to: number): number[] {
    const known = [...this.knots.slice(-windowLength), ...this.arrivals];
    const gaps = corners.map(({ near }) => {
      const behind = known.findIndex(({ time }) => time > near);
      return behind < 0 ? known.length : behind;
    });
    const last = gaps.includes(known.length) ? this.pool.copy(to, rowAt(to)) : undefined;
    const times = corners.flatMap(({ near, locate }, k) => {
      const gap = gaps[k]!;
      // two in one gap may come and go between the rows; beside a row an error is small, and further on it is not
      const end = known[gap] ?? last!;
      const begin = known[gap - 1]!.time;
      const isBesideRow = Math.min(near - begin, end.time - near) < beside * (end.time - begin);
      if (isBesideRow || gaps.indexOf(gap) !== gaps.lastIndexOf(gap)) return locate();
      const row = rowAt(near);
      this.error.noteSize(row);
      return this.error.between(upTo(known, gap), end, near, row) > 1 ? locate() : [];
    });
    return times;
  }

  /** The smooth piece ends before the corner, and another begins. */
  private closeAtCorner(corner: number, from: number, until: number, rowAt: RowAt): void {
    const { arrivals, knots } = this;
    const apart = apartFrom(corner, until - from);
    const [before, after] = [Math.max(from, corner - apart), Math.min(until, corner + apart)];
    while (arrivals.length > 0 && arrivals[0]!.time <= before) this.closeGap(arrivals.shift()!, from, rowAt, false);
    if (knots.at(-1)!.time < before) {
      const knot = this.pool.copy(before, rowAt(before));
      this.closeGap(knot, from, rowAt, false);
      this.keep(before, knot.row);
    }
    this.pool.takeAll(this.trials);
    while (arrivals.length > 0 && arrivals[0]!.time < after) this.pool.take(arrivals.shift()!);
    const first = arrivals[0]?.time === after ? arrivals.shift()! : this.keptAt(after, rowAt);
    this.beginPiece(first, Math.min(until, arrivals[0]?.time ?? until), rowAt);
  }

  private keptAt(time: number, rowAt: RowAt): Knot {
    const knot = this.pool.copy(time, rowAt(time));
    this.keep(time, knot.row);
    return knot;
  }

  /** Its first rows are so near to each other that they determine the curve between them, and what follows begins with all of them. */
  private beginPiece(first: Knot, until: number, rowAt: RowAt): void {
    const { error, knots } = this;
    this.begins.push(first.time);
    this.pool.takeAll(knots);
    knots.push(first);
    let apart = (until - first.time) / firstParts;
    for (let k = 1; apart > leastApart * Math.abs(first.time); k++, apart /= shortening) {
      for (let i = 1; i < windowLength; i++) {
        const time = first.time + i * apart;
        knots.push(this.pool.copy(time, rowAt(time)));
      }
      // a steep rise in the first gap is not seen in the middle of all
      const isDetermined = [windowLength / 2 - 1, 0].every((gap) => {
        const time = first.time + (gap + 0.5) * apart;
        return error.inGap(knots, gap, time, rowAt(time)) <= 1;
      });
      if (isDetermined || k > mostShortenings) {
        if (!isDetermined && error.isWorstGross) this.isCoarse = true;
        for (const { time, row } of knots.slice(1)) this.keep(time, row);
        return;
      }
      this.pool.takeAll(knots.splice(1));
    }
  }

  /**
   * Many rows in a step determine the curve between them when each is where its neighbours tell, which are twice as far apart as in any
   * gap. Where they do not, the gap beside the row that is furthest off tells about all, unless rows may lie at corners.
   */
  private whereToLook({ rowAt, hasUnknownCorners, isCostly }: ExaminedValues): Look {
    const { arrivals } = this;
    const known = [...this.knots.slice(-windowLength), ...arrivals];
    const first = known.length - arrivals.length;
    const excesses = arrivals.slice(0, -1).map(({ time, row }, k) => {
      this.error.noteSize(row);
      return this.error.between(upTo(known, first + k), known[first + k + 1]!, time, row);
    });
    const worst = excesses.indexOf(Math.max(...excesses));
    const [a, b] = [arrivals[worst]!, arrivals[worst + 1]!];
    const passesAt = (part: number): boolean => {
      const time = a.time + part * (b.time - a.time);
      return this.error.between(upTo(known, first + worst + 1), b, time, rowAt(time)) <= 1;
    };
    if (excesses[worst]! <= 1) {
      // rows that are whole waves apart tell of each other, and nothing of the waves
      const isTold = isCostly || passesAt(secondTrial);
      return isTold ? { gaps: noGaps, isAlsoBehind: hasUnknownCorners } : lookEverywhere;
    }
    for (const { time, row } of this.trials)
      if (this.error.between(this.knots, arrivals[0]!, time, row) > 1) return lookEverywhere;
    if (hasUnknownCorners) {
      // rows behind a corner are off as well, since what tells of them reaches across
      const places = excesses.flatMap((excess, k) => (excess > 1 ? [k, k + 1] : []));
      return { gaps: new Set(places), isAlsoBehind: true };
    }
    return passesAt(0.5) ? { gaps: noGaps, isAlsoBehind: true } : lookEverywhere;
  }

  /** The next knot, or, when it is tentative, the end of a step in a gap that goes on. */
  private closeGap(end: Knot, from: number, rowAt: RowAt, isTentative: boolean): void {
    const { knots, trials } = this;
    this.error.noteSize(end.row);
    let passes = true;
    // while a gap grows, its middle and its end tell enough
    for (let k = isTentative ? trials.length >> 1 : 0; k < trials.length && passes; ) {
      const { time, row } = trials[k]!;
      passes = this.error.between(knots, end, time, row) <= 1;
      k = isTentative && k < trials.length - 1 ? trials.length - 1 : k + 1;
    }
    const begin = knots.at(-1)!.time;
    // the present step may be long compared with those before it
    if (passes && trials.length > 0 && end.time - from > 0.25 * (end.time - begin)) {
      const middle = from + 0.5 * (end.time - from);
      passes = this.error.between(knots, end, middle, rowAt(middle)) <= 1;
    }
    if (!passes) {
      // the last trial is the end of the step before; up to there everything passed
      const last = trials.pop()!;
      this.keep(last.time, last.row);
      this.pool.takeAll(trials);
      this.push(last);
    }
    if (trials.length === 0) this.refine(Math.max(knots.at(-1)!.time, from), end, rowAt);
    if (!isTentative) {
      this.pool.takeAll(trials);
      this.push(end);
      return;
    }
    if (trials.length >= mostTrials) {
      for (let k = trials.length - 2; k >= 0; k -= 2) this.pool.takeAll(trials.splice(k, 1));
    }
    trials.push(end);
  }

  /** Halves the gap between the last knot and `end` until its rows determine the curve; all new knots lie before `end`. `past`: excesses of the gaps around it. `middleMayPassByChance`: waves between the rows need not be seen there. */
  private refine(
    from: number,
    end: Knot,
    rowAt: RowAt,
    past: readonly number[] = [],
    middleMayPassByChance = true,
  ): void {
    const depth = past.length;
    const [twoBefore, threeBefore] = [past[depth - 2] ?? Infinity, past[depth - 3] ?? past[depth - 1] ?? 0];
    const { knots } = this;
    const middle = from + 0.5 * (end.time - from);
    if (!(middle > from && middle < end.time)) return;
    const knot = this.pool.copy(middle, rowAt(middle));
    this.error.noteSize(knot.row);
    let excess = this.error.between(knots, end, middle, knot.row);
    const passesInMiddle = excess <= 1;
    // at one point an error may vanish by chance
    if (passesInMiddle && middleMayPassByChance && this.entryCount < manyEntries) {
      const second = from + secondTrial * (end.time - from);
      excess = this.error.between(knots, end, second, rowAt(second));
    }
    const isNoise = excess <= noisy && excess > smoothly * twoBefore;
    const shrinksSlowly = excess > smoothly * twoBefore;
    if (excess > 1 && shrinksSlowly && this.refineAtCorner(from, knot, end, rowAt)) return;
    // few rows behind a corner say little about how errors shrink
    const isTold = this.error.rowsUsed >= fewestTelling || knots[0]!.time !== this.begins.at(-1);
    const isGross = excess > 1 && this.error.isWorstGross;
    const isVain = isTold && excess > worthwhile * Math.max(twoBefore, threeBefore) && !isGross;
    const isHopeless = depth >= deepest || isVain || isNoise;
    if (isHopeless && isGross) this.grossGaps++;
    if (this.grossGaps > mostGross) this.isCoarse = true;
    if (isHopeless && excess > 1 && !(isGross && this.grossGaps <= mostGross)) this.error.allow(knot.row);
    if (excess <= 1 || isHopeless) {
      this.pool.take(knot);
      return;
    }
    const known = [...past, excess];
    const mayPassByChance = passesInMiddle || isGross;
    this.refine(from, knot, rowAt, known, mayPassByChance);
    this.keep(middle, knot.row);
    this.push(knot);
    this.refine(middle, end, rowAt, known, mayPassByChance);
  }

  /** The same where a function that the equations call has a corner in the gap; false when there is none. */
  private refineAtCorner(from: number, middle: Knot, end: Knot, rowAt: RowAt): boolean {
    if (this.cornersLeft === 0 || this.vainSearches > mostVain * (1 + this.begins.length)) return false;
    this.cornersLeft--;
    const { worstSlot: slot, worstBound } = this.error;
    const valueAt = (t: number): number => rowAt(t)[slot]!;
    const found = locateCorner(
      valueAt,
      from,
      middle.time,
      end.time,
      valueAt(from),
      middle.row[slot]!,
      end.row[slot]!,
      partOfAllowed * worstBound,
    );
    if (found === undefined) {
      this.vainSearches++;
      return false;
    }
    const apart = apartFrom(found.after, end.time - from);
    const [before, after] = [found.before - apart, found.after + apart];
    if (!(before > from && after < end.time)) return false;
    this.pool.take(middle);
    const last = this.pool.copy(before, rowAt(before));
    this.refine(from, last, rowAt);
    this.keep(before, last.row);
    this.pool.take(last);
    this.beginPiece(this.keptAt(after, rowAt), end.time, rowAt);
    this.refine(this.knots.at(-1)!.time, end, rowAt);
    return true;
  }

  /** Rows of a step that determine the curve, or of which nobody knows. */
  private adoptAll(): void {
    const { arrivals } = this;
    this.pool.takeAll(this.trials);
    for (const knot of arrivals) this.push(knot);
    arrivals.length = 0;
  }

  private push(knot: Knot): void {
    this.knots.push(knot);
    if (this.knots.length > farthest) this.pool.take(this.knots.shift()!);
  }
}

/** As many of the knots before the one with this number as a value depends on. */
function upTo(known: readonly Knot[], end: number): Knot[] {
  return known.slice(Math.max(0, end - windowLength), end);
}

function apartFrom(corner: number, step: number): number {
  return Math.max(unitsApart * Number.EPSILON * Math.abs(corner), partApart * step);
}
