/**
 * Locates sign changes of event functions on the dense output of the last step.
 *
 * Contract of an event function g: it is evaluated at accepted states and on interpolants between them, never at trial
 * states of a rejected step; it must not change anything; only its sign matters, so it may be discontinuous.
 *
 *  - A function that is exactly zero where the search begins has no sign yet: it gets one as soon as it leaves zero,
 *    without an event. It is not lost: its next change of sign is found.
 *  - A crossing is reported at the first representable time, to a few units in the last place, at which the sign has
 *    changed (or zero is reached), so that g has crossed when the event is handled.
 *  - All functions that cross there are reported together; the search goes on behind it for the rest of the step.
 *  - Two crossings within one step are found when the slopes of g at both ends point to an extremum beyond zero, or when
 *    whoever knows g names a time between them.
 *
 * Source   [Hiebert1980] for the bookkeeping; bracketing by secants with the Illinois weights and bisection
 *          as a safeguard [Dowell1971].
 */

import { RattlebackError } from "../errors/rattlebackError.ts";

/** Offset at which slopes are taken, relative to the interval. */
const slopeOffset = 1e-3;
/** A function that is zero at the start of the search gets its sign this far into the interval, relative to it. */
const zeroProbe = 1e-6;
/** Evaluations spent on an extremum that may lie beyond zero. */
const maximumExtremumSearch = 12;
/** Width, in units of the last place of t, at which a bracket is narrow enough. */
const bracketUnits = 4;

export class RootFinder {
  readonly count: number;
  /** Time of the root found by the last call of next(). */
  time = 0;
  /** How many functions cross there; their indices and directions are at the front of the two arrays. */
  hitCount = 0;
  readonly hits: Int32Array;
  readonly hitDirections: Int32Array;
  evaluations = 0;
  /** A bracket of this width is narrow enough, too. */
  resolution = 0;

  private readonly evaluateAt: (t: number, g: Float64Array) => void;
  private readonly directions: Int32Array;
  private readonly findsDoubleCrossings: boolean;
  /** Sign of each function at `from`, 0 while it has none. */
  private readonly signs: Int32Array;
  private from = 0;
  private gFrom: Float64Array;
  private gTo: Float64Array;
  private gTrial: Float64Array;
  private gNear: Float64Array;
  private slopeFrom: Float64Array;
  private slopeTo: Float64Array;
  /** slopeFrom belongs to `from`. */
  private hasSlopes = false;

  /**
   * `evaluateAt(t, g)` computes all functions on the present interpolant. `directions`: −1 falling, 1 rising, 0 both.
   * The search for two crossings within one step costs one evaluation per step more.
   */
  constructor(
    count: number,
    evaluateAt: (t: number, g: Float64Array) => void,
    directions?: ArrayLike<number>,
    findsDoubleCrossings = true,
  ) {
    this.count = count;
    this.findsDoubleCrossings = findsDoubleCrossings;
    this.evaluateAt = evaluateAt;
    this.directions = directions === undefined ? new Int32Array(count) : Int32Array.from(directions);
    this.hits = new Int32Array(count);
    this.hitDirections = new Int32Array(count);
    this.signs = new Int32Array(count);
    this.gFrom = new Float64Array(count);
    this.gTo = new Float64Array(count);
    this.gTrial = new Float64Array(count);
    this.gNear = new Float64Array(count);
    this.slopeFrom = new Float64Array(count);
    this.slopeTo = new Float64Array(count);
  }

  /** Begins a new search at t, at the start and after every event that changed something. */
  start(t: number): void {
    this.from = t;
    this.hasSlopes = false;
    if (this.count === 0) return;
    this.evaluate(t, this.gFrom);
    this.takeSigns();
  }

  /**
   * Looks for the next root between the last point of the search and `stepEnd`, the end of the last step.
   * Returns true when there is one; call again for more in the same step. The functions are also examined at the times
   * `inside` the step, in the order of the step: where something may have crossed and come back. `isClearToEnd`: nothing can
   * have done so behind the last of them.
   */
  next(stepEnd: number, inside: readonly number[] = nothingInside, isClearToEnd = false): boolean {
    if (this.count === 0 || this.from === stepEnd) return false;
    let to = this.signs.includes(0)
      ? this.from + zeroProbe * (stepEnd - this.from)
      : nextStop(this.from, stepEnd, inside);
    this.evaluate(to, this.gTo);
    for (;;) {
      const isWholeStep = to === stepEnd;
      const between =
        this.findsDoubleCrossings && isWholeStep && !isClearToEnd ? this.findHiddenCrossing(to) : Number.NaN;
      if (!Number.isNaN(between)) {
        to = between;
        this.gTo.set(this.gTrial);
      } else if (this.crossesBetween(this.gTo, to)) {
        this.locate(to);
        return true;
      } else {
        this.moveTo(to);
        if (isWholeStep) {
          if (!isClearToEnd) this.keepSlopes();
          return false;
        }
        to = nextStop(to, stepEnd, inside);
        this.evaluate(to, this.gTo);
      }
    }
  }

  /** Whether some function has crossed at t, which is so near to the last point of the search that it need not be known better when. */
  crossesAt(t: number): boolean {
    if (this.count === 0 || this.from === t) return false;
    this.evaluate(t, this.gTo);
    const crosses = this.crossesBetween(this.gTo, t);
    if (crosses) this.report(t);
    else this.moveTo(t);
    return crosses;
  }

  private evaluate(t: number, g: Float64Array): void {
    this.evaluations++;
    this.evaluateAt(t, g);
  }

  /** Whether function i has changed its sign, in a direction that counts, when its value became g. */
  private crosses(i: number, g: number): boolean {
    const sign = this.signs[i];
    if (sign === 0 || Math.sign(g) === sign) return false;
    return this.directions[i] === 0 || this.directions[i] === -sign;
  }

  /** Whether any function has crossed when the values became g; NaN in one of them is an error. */
  private crossesBetween(g: Float64Array, t: number): boolean {
    const { signs, count } = this;
    for (let i = 0; i < count; i++) {
      if (g[i] * signs[i] > 0) continue;
      if (Number.isNaN(g[i])) throw rootIsNaN(i, t);
      if (this.crosses(i, g[i])) return true;
    }
    return false;
  }

  /** The solution is smooth from step to step: the slopes at the end of this one serve as those at the start of the next. */
  private keepSlopes(): void {
    if (!this.findsDoubleCrossings) return;
    [this.slopeFrom, this.slopeTo] = [this.slopeTo, this.slopeFrom];
    this.hasSlopes = true;
  }

  private takeSigns(): void {
    for (let i = 0; i < this.count; i++) {
      if (Number.isNaN(this.gFrom[i])) throw rootIsNaN(i, this.from);
      this.signs[i] = Math.sign(this.gFrom[i]);
    }
  }

  /** Narrows [from, to] around the earliest crossing and makes its right end the new start of the search. */
  private locate(to: number): void {
    let a = this.from;
    let b = to;
    let weightA = 1;
    let weightB = 1;
    let lastSide = 0;
    let previousWidth = Math.abs(b - a);
    let stalled = 0;
    for (;;) {
      const width = Math.abs(b - a);
      const unit = Number.EPSILON * Math.max(Math.abs(a), Math.abs(b), Number.MIN_VALUE / Number.EPSILON);
      const narrow = Math.max(bracketUnits * unit, this.resolution);
      if (width <= narrow) break;
      let trial = stalled >= 2 ? a + 0.5 * (b - a) : this.secant(a, b, weightA, weightB);
      const margin = Math.min(0.5 * width, 0.5 * narrow);
      if (Math.abs(trial - a) < margin) trial = a + Math.sign(b - a) * margin;
      if (Math.abs(trial - b) < margin) trial = b - Math.sign(b - a) * margin;
      if (trial === a || trial === b) break;
      this.evaluate(trial, this.gTrial);
      if (this.crossesBetween(this.gTrial, trial)) {
        b = trial;
        [this.gTo, this.gTrial] = [this.gTrial, this.gTo];
        weightA = lastSide === 1 ? weightA * 0.5 : 1;
        weightB = 1;
        lastSide = 1;
      } else {
        a = trial;
        this.adoptLeft();
        weightB = lastSide === -1 ? weightB * 0.5 : 1;
        weightA = 1;
        lastSide = -1;
      }
      stalled = Math.abs(b - a) > 0.5 * previousWidth ? stalled + 1 : 0;
      previousWidth = Math.abs(b - a);
    }
    this.report(b);
  }

  /** Earliest weighted secant estimate over all functions that cross. */
  private secant(a: number, b: number, weightA: number, weightB: number): number {
    let earliest = 1;
    for (let i = 0; i < this.count; i++) {
      if (!this.crosses(i, this.gTo[i])) continue;
      const left = weightA * Math.abs(this.gFrom[i]);
      const right = weightB * Math.abs(this.gTo[i]);
      const fraction = left + right > 0 && Number.isFinite(left + right) ? left / (left + right) : 0.5;
      if (fraction < earliest) earliest = fraction;
    }
    return a + earliest * (b - a);
  }

  /** The trial point is the new left end: functions that left zero, or crossed in a direction that does not count, take their sign. */
  private adoptLeft(): void {
    [this.gFrom, this.gTrial] = [this.gTrial, this.gFrom];
    for (let i = 0; i < this.count; i++) {
      if (this.gFrom[i] !== 0) this.signs[i] = Math.sign(this.gFrom[i]);
    }
  }

  private report(t: number): void {
    this.hitCount = 0;
    for (let i = 0; i < this.count; i++) {
      if (!this.crosses(i, this.gTo[i])) continue;
      this.hits[this.hitCount] = i;
      this.hitDirections[this.hitCount] = -this.signs[i];
      this.hitCount++;
    }
    this.time = t;
    this.moveTo(t);
  }

  private moveTo(t: number): void {
    this.from = t;
    this.hasSlopes = false;
    [this.gFrom, this.gTo] = [this.gTo, this.gFrom];
    this.takeSigns();
  }

  /**
   * A time at which some function that has equal signs at both ends of [from, to] is beyond zero, NaN when there is
   * none. Leaves the values there in gTrial. Slopes are per unit of progress, whichever way time runs.
   */
  private findHiddenCrossing(to: number): number {
    const { signs, slopeFrom, slopeTo, gTo, gNear, count } = this;
    const offset = slopeOffset * (to - this.from);
    const scale = 1 / Math.abs(offset);
    if (!this.hasSlopes) {
      this.evaluate(this.from + offset, gNear);
      for (let i = 0; i < count; i++) slopeFrom[i] = (gNear[i] - this.gFrom[i]) * scale;
    }
    this.evaluate(to - offset, gNear);
    let found = Number.NaN;
    for (let i = 0; i < count; i++) {
      slopeTo[i] = (gTo[i] - gNear[i]) * scale;
      const sign = signs[i];
      if (slopeTo[i] * sign <= 0 || slopeFrom[i] * sign >= 0 || gTo[i] * sign <= 0) continue;
      found = this.searchExtremum(i, sign, to);
      if (!Number.isNaN(found)) break;
    }
    return found;
  }

  /** Follows the extremum of function i by its slopes until it is beyond zero, or surely is not. */
  private searchExtremum(i: number, sign: number, to: number): number {
    const direction = Math.sign(to - this.from);
    let a = this.from;
    let b = to;
    let ga = sign * this.gFrom[i];
    let gb = sign * this.gTo[i];
    let da = sign * this.slopeFrom[i];
    let db = sign * this.slopeTo[i];
    let chordA = slopeOffset * Math.abs(b - a);
    let chordB = chordA;
    for (let trial = 0; trial < maximumExtremumSearch; trial++) {
      // A convex function lies above its chords where they are prolonged: positive where they meet means positive, but for what
      // may be between the ends of a chord that is not short.
      const width = Math.abs(b - a);
      const meet = (gb - ga - db * width) / (da - db);
      const areShort = Math.max(chordA, chordB) <= 2 * slopeOffset * width;
      if (areShort && ga + da * meet > 0) return Number.NaN;
      const advance = Math.min(Math.max(cubicMinimum(width, ga, gb, da, db), 0.05 * width), 0.95 * width);
      const t = a + direction * advance;
      this.evaluate(t, this.gTrial);
      const g = sign * this.gTrial[i];
      if (g < 0) return t;
      const offset = slopeOffset * width;
      const near = t + direction * offset;
      this.evaluate(near, this.gNear);
      const gn = sign * this.gNear[i];
      if (gn < 0) {
        [this.gTrial, this.gNear] = [this.gNear, this.gTrial];
        return near;
      }
      // the extremum may lie between the two points of the difference: it stays inside [a, b]
      const d = (gn - g) / offset;
      if (d < 0) {
        a = t;
        ga = g;
        da = d;
        chordA = offset;
      } else {
        b = near;
        gb = gn;
        db = d;
        chordB = offset;
      }
    }
    return Number.NaN;
  }
}

const nothingInside: readonly number[] = [];

/** The first of the times that lies behind `from` and before the end of the step, else that end. */
function nextStop(from: number, stepEnd: number, inside: readonly number[]): number {
  const direction = Math.sign(stepEnd - from);
  for (let k = 0; k < inside.length; k++) {
    const t = inside[k];
    if ((t - from) * direction > 0 && (stepEnd - t) * direction > 0) return t;
  }
  return stepEnd;
}

function rootIsNaN(index: number, t: number): RattlebackError {
  return new RattlebackError("E-ROOT-NAN", `Event function ${index} is NaN at t = ${t}.`, {
    path: `roots[${index}]`,
    hint: "an event function must have a sign everywhere on the solution; guard divisions, roots and logarithms",
    data: { index, t },
  });
}

/** Offset from the left end of the minimum of the cubic with the given values and slopes at both ends. */
function cubicMinimum(width: number, ga: number, gb: number, da: number, db: number): number {
  const z = (3 * (ga - gb)) / width + da + db;
  const root = Math.sqrt(Math.max(0, z * z - da * db));
  return width * (1 - (db + root - z) / (db - da + 2 * root));
}
