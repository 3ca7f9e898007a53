/**
 * Values between the rows of a segment. Neighbouring rows with the same time are the two sides of an event, so no interval of
 * positive length contains one; a smooth piece has the rows from one event to the next.
 *
 * Rules    hold      discrete, integer and boolean entries keep the value of the row before
 *          slopes    states whose derivative is recorded: the polynomial with values and slopes of the two rows and of one
 *                    neighbour in the piece, degree 5 (two rows on their own: degree 3)
 *          values    everything else: the polynomial through up to six rows of the piece that end with the row behind
 *
 * Slopes of stiff states are errors of the solution times a large number: they are believed only as far as the values move with
 * them. A value leaves the range of the two rows no further than the curvature that both sides agree on can carry it.
 * The same rules decide during the run which rows must be kept besides those that were asked for (supportRows.ts).
 *
 * Source   [Hairer1993] sec. II.6
 */
import type { SegmentLayout, SignalDescription } from "./resultSink.ts";
import { derivativeName } from "./signalName.ts";

const hold = 0;
const byValues = 1;
const bySlopes = 2;

/** Rows of a smooth piece that a value between two of them may depend on. */
export const windowLength = 6;

/** Slopes are believed when they move a state between two rows by no more than so many times the range of the values around. */
const believedSlope = 3;
/** Curvatures of both sides agree up to this factor. */
const curvatureSlack = 2;

export interface InterpolationRules {
  /** Per entry of the row: hold, values or slopes. */
  readonly rule: Uint8Array;
  /** Entry that holds the slope; −1 when the slope is constant. */
  readonly slopeSlot: Int32Array;
  /** Factor of that entry; the slope itself when constant. */
  readonly slopeFactor: Float64Array;
}

/** Rules of the entries; elements that are constant have none. */
export function interpolationRules(layout: SegmentLayout): InterpolationRules {
  const rule = new Uint8Array(layout.width).fill(byValues);
  const slopeSlot = new Int32Array(layout.width).fill(-1);
  const slopeFactor = new Float64Array(layout.width);
  const visible = layout.signals.filter((signal) => !signal.isHidden);
  const derivatives = visible.filter(({ kind }) => kind === "derivative");
  const byName = new Map(derivatives.map((signal) => [signal.name, signal]));

  for (const slot of layout.discreteSlots) rule[slot] = hold;
  for (const signal of visible) {
    if (isHeld(signal)) for (const slot of signal.slots) if (slot >= 0) rule[slot] = hold;
  }
  for (const state of visible) {
    const derivative = state.kind === "state" ? byName.get(derivativeName(state.name)) : undefined;
    if (derivative === undefined) continue;
    state.slots.forEach((slot, k) => {
      if (slot < 0) return;
      rule[slot] = bySlopes;
      slopeSlot[slot] = derivative.slots[k]!;
      slopeFactor[slot] = derivative.factors[k]! * state.factors[k]!;
    });
  }
  return { rule, slopeSlot, slopeFactor };
}

/** true when the signal changes at events only. */
export function isHeld(signal: Pick<SignalDescription, "kind" | "type">): boolean {
  return signal.kind === "discrete" || signal.kind === "parameter" || signal.type !== "real";
}

export function usesValues({ rule }: InterpolationRules, slot: number): boolean {
  return rule[slot] === byValues;
}

/** Whether values between rows are those of the row before. */
export function holds({ rule }: InterpolationRules, slot: number): boolean {
  return rule[slot] === hold;
}

/** Of each entry: the state whose slope it is, or −1. Slopes that are constant have no entry. */
export function statesOfSlopes({ rule, slopeSlot }: InterpolationRules, entries: Int32Array): Int32Array {
  const stateOf = new Int32Array(rule.length).fill(-1);
  slopeSlot.forEach((from, slot) => {
    if (from >= 0) stateOf[from] = slot;
  });
  return entries.map((slot) => stateOf[slot]!);
}

/** Entries whose values are known inside the steps of the solver: the states, and further ones. */
export function curveSlots({ stateSlots, furtherSlots }: SegmentLayout): Int32Array {
  return furtherSlots === undefined ? stateSlots : Int32Array.of(...stateSlots, ...furtherSlots);
}

/** Entries between whose rows something is interpolated: those that a run knows at any time, as states, and all others. */
export function continuousEntries(
  layout: SegmentLayout,
  { rule }: InterpolationRules,
): { readonly states: Int32Array; readonly others: Int32Array } {
  const { width, signals, stateSlots, derived } = layout;
  const isState = new Uint8Array(width);
  for (const slot of curveSlots(layout)) isState[slot] = 1;
  const isDerived = new Uint8Array(width);
  for (const slots of derived?.entries ?? []) for (const slot of slots) isDerived[slot] = 1;
  const isListed = new Uint8Array(width);
  const entries: number[] = [];
  const list = (slot: number): void => {
    if (isListed[slot] === 1 || rule[slot] === hold) return;
    isListed[slot] = 1;
    entries.push(slot);
  };
  for (const slot of stateSlots) list(slot);
  for (const { isHidden, slots } of signals)
    if (!isHidden) for (const slot of slots) if (slot >= 0 && isDerived[slot] === 0) list(slot);
  for (const slot of derived?.inputs ?? []) list(slot);
  const all = Int32Array.from(entries);
  return { states: all.filter((slot) => isState[slot] === 1), others: all.filter((slot) => isState[slot] === 0) };
}

/** Knots nearer to each other than this part of the gap would let a polynomial magnify what they are wrong by. */
const closest = 0.4;
/** So many knots are looked through on each side. */
export const farthest = 24;

/**
 * chosen ← the knots, ascending, that determine the curve in the gap that ends at knot `right`: its two ends, others before it,
 * and at the start of a piece also behind it. The piece has the knots `first` to `last`. Returns their number.
 */
export function chooseKnots(
  times: ArrayLike<number>,
  first: number,
  last: number,
  right: number,
  chosen: Int32Array,
): number {
  const apart = closest * (times[right]! - times[right - 1]!);
  let count = 2;
  let from = windowLength - 2;
  picked[from] = right - 1;
  picked[from + 1] = right;
  for (let k = right - 2; k >= first && k > right - farthest && count < windowLength; k--) {
    if (times[picked[from]!]! - times[k]! < apart) continue;
    picked[--from] = k;
    count++;
  }
  for (let i = 0; i < count; i++) chosen[i] = picked[from + i]!;
  for (let k = right + 1; k <= last && k < right + farthest && count < windowLength; k++) {
    if (times[k]! - times[chosen[count - 1]!]! < apart) continue;
    chosen[count++] = k;
  }
  return count;
}
const picked = new Int32Array(windowLength);

/** Rows of one smooth piece around a gap between two of them, and the weights for a time in the gap. */
export class RowWindow {
  readonly times = new Float64Array(windowLength + 1);
  readonly rows: Float64Array[] = [];
  /** Rows that polynomials go through; one more may follow, which tells about curvature alone. */
  count = 0;
  hasNext = false;
  /** The gap is between rows[gap] and rows[gap + 1]. */
  gap = 0;
  private readonly weights = new Float64Array(windowLength);
  /** Of Hermite's polynomial. */
  private readonly ofValues = new Float64Array(3);
  private readonly ofSlopes = new Float64Array(3);
  private hermiteNodes = 0;
  private t = 0;

  /** Prepares values at t in the gap. */
  moveTo(t: number): void {
    const { times, weights, count } = this;
    this.t = t;
    for (let i = 0; i < count; i++) {
      let weight = 1;
      for (let j = 0; j < count; j++) if (j !== i) weight *= (t - times[j]!) / (times[i]! - times[j]!);
      weights[i] = weight;
    }
    this.weighHermite();
  }

  value({ rule, slopeSlot, slopeFactor }: InterpolationRules, slot: number): number {
    const { rows, gap, count } = this;
    const x0 = rows[gap]![slot]!;
    const x1 = rows[gap + 1]![slot]!;
    if (rule[slot] === hold) return x0;
    // whatever is constant stays so to the bit, infinite and missing values included
    if (x0 === x1 && count === 2 && rule[slot] === byValues) return x0;
    if (!(Number.isFinite(x0) && Number.isFinite(x1))) return x0 === x1 ? x0 : Number.NaN;
    if (rule[slot] === bySlopes && this.believes(slot, slopeSlot[slot]!, slopeFactor[slot]!))
      return this.limited(slot, this.withSlopes(slot, slopeSlot[slot]!, slopeFactor[slot]!));
    const sum = this.polynomial(slot);
    return Number.isFinite(sum) ? this.limited(slot, sum) : this.chord(x0, x1);
  }

  private polynomial(slot: number): number {
    const { rows, weights, count } = this;
    let sum = 0;
    for (let i = 0; i < count; i++) sum += weights[i]! * rows[i]![slot]!;
    return sum;
  }

  /** into ← the polynomials through the values of the entries, without limits. */
  polynomials(entries: Int32Array, into: Float64Array): void {
    const { rows, weights, count } = this;
    into.fill(0);
    for (let i = 0; i < count; i++) {
      const row = rows[i]!;
      const weight = weights[i]!;
      for (let k = 0; k < entries.length; k++) into[k]! += weight * row[entries[k]!]!;
    }
  }

  /** into ← Hermite's polynomials through values and slopes of the entries that have slopes, without limits; 0 for the others. */
  hermites({ rule, slopeSlot, slopeFactor }: InterpolationRules, entries: Int32Array, into: Float64Array): void {
    const { rows, ofValues, ofSlopes, hermiteNodes: nodes } = this;
    const first = this.firstNode();
    into.fill(0);
    for (let i = 0; i < nodes; i++) {
      const row = rows[first + i]!;
      const ofValue = ofValues[i]!;
      const ofSlope = ofSlopes[i]!;
      for (let k = 0; k < entries.length; k++) {
        const slot = entries[k]!;
        if (rule[slot] !== bySlopes) continue;
        const from = slopeSlot[slot]!;
        const slope = from < 0 ? slopeFactor[slot]! : slopeFactor[slot]! * row[from]!;
        into[k]! += ofValue * row[slot]! + ofSlope * slope;
      }
    }
  }

  /** Whether a value lies between those of the two rows of the gap: limits do not move an estimate away from it. */
  encloses(slot: number, value: number): boolean {
    const x0 = this.rows[this.gap]![slot]!;
    const x1 = this.rows[this.gap + 1]![slot]!;
    return x0 < x1 ? value >= x0 && value <= x1 : value >= x1 && value <= x0;
  }

  private chord(x0: number, x1: number): number {
    const { times, gap, t } = this;
    const θ = (t - times[gap]!) / (times[gap + 1]! - times[gap]!);
    return (1 - θ) * x0 + θ * x1;
  }

  private slope(row: number, slopeSlot: number, factor: number): number {
    return slopeSlot < 0 ? factor : factor * this.rows[row]![slopeSlot]!;
  }

  private believes(slot: number, slopeSlot: number, factor: number): boolean {
    const { times, rows, gap, count } = this;
    const h = times[gap + 1]! - times[gap]!;
    const v0 = h * this.slope(gap, slopeSlot, factor);
    const v1 = h * this.slope(gap + 1, slopeSlot, factor);
    const largest = Math.max(Math.abs(v0), Math.abs(v1));
    const x0 = rows[gap]![slot]!;
    const x1 = rows[gap + 1]![slot]!;
    // two rows on their own: the slopes must explain the difference
    if (count === 2) return Math.abs(0.5 * (v0 + v1) - (x1 - x0)) <= 0.5 * largest;
    let [low, high] = [x0, x0];
    for (let i = Math.max(0, gap - 1); i <= gap + 2 && i < count; i++) {
      low = Math.min(low, rows[i]![slot]!);
      high = Math.max(high, rows[i]![slot]!);
    }
    const other = gap > 0 ? gap - 1 : gap + 2;
    return largest <= believedSlope * (high - low) && Number.isFinite(this.slope(other, slopeSlot, factor));
  }

  /** Hermite's polynomial through the gap's rows and one neighbour. */
  private withSlopes(slot: number, slopeSlot: number, factor: number): number {
    const { rows, ofValues, ofSlopes, hermiteNodes: nodes } = this;
    const first = this.firstNode();
    let value = 0;
    for (let i = 0; i < nodes; i++)
      value += ofValues[i]! * rows[first + i]![slot]! + ofSlopes[i]! * this.slope(first + i, slopeSlot, factor);
    return value;
  }

  private firstNode(): number {
    return Math.max(0, this.gap - 1);
  }

  /** Weights of values, (1 − 2 L′(tᵢ)(t − tᵢ)) L², and of slopes, (t − tᵢ) L², with Lagrange's polynomials L of the nodes. */
  private weighHermite(): void {
    const { times, ofValues, ofSlopes, t } = this;
    const first = this.firstNode();
    const nodes = Math.min(3, this.count);
    this.hermiteNodes = nodes;
    for (let i = 0; i < nodes; i++) {
      const ti = times[first + i]!;
      let basis = 1;
      let slope = 0;
      for (let j = 0; j < nodes; j++) {
        if (j === i) continue;
        const apart = ti - times[first + j]!;
        basis *= (t - times[first + j]!) / apart;
        slope += 1 / apart;
      }
      ofSlopes[i] = (t - ti) * basis * basis;
      ofValues[i] = basis * basis - 2 * slope * ofSlopes[i]!;
    }
  }

  /** The value within the range of the gap's rows, widened by what the curvature of both sides allows. */
  private limited(slot: number, value: number): number {
    const { times, rows, gap, count } = this;
    const x0 = rows[gap]![slot]!;
    const x1 = rows[gap + 1]![slot]!;
    const low = Math.min(x0, x1);
    const high = Math.max(x0, x1);
    if (value >= low && value <= high) return value;
    const total = count + (this.hasNext ? 1 : 0);
    let curvature = Number.POSITIVE_INFINITY;
    for (let i = gap - 1; i <= gap; i++) {
      if (i < 0 || i + 2 >= total) continue;
      const left = (rows[i + 1]![slot]! - rows[i]![slot]!) / (times[i + 1]! - times[i]!);
      const right = (rows[i + 2]![slot]! - rows[i + 1]![slot]!) / (times[i + 2]! - times[i + 1]!);
      curvature = Math.min(curvature, Math.abs((2 * (right - left)) / (times[i + 2]! - times[i]!)));
    }
    const h = times[gap + 1]! - times[gap]!;
    const excess = (curvatureSlack * curvature * h * h) / 8;
    return Math.min(Math.max(value, low - excess), high + excess);
  }
}
