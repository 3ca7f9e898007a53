/**
 * Values between the rows of a segment: states by the solver's own curve, everything else computed by the model where it can be; and
 * where it cannot, interpolated between all rows that are known: those that were asked for and those that support reading between
 * them.
 */
import {
  chooseKnots,
  curveSlots,
  farthest,
  holds,
  type InterpolationRules,
  interpolationRules,
  RowWindow,
  windowLength,
} from "./interpolation.ts";
import { RecomputedRows } from "./recomputedRows.ts";
import type { Recording, Segment, SupportedPart, SupportingRows } from "./recording.ts";
import { createSegmentValues } from "./segmentValues.ts";
import { countUpTo } from "./timeSearch.ts";

/** Reads whole rows between those of a segment. */
export class BetweenRows {
  private readonly segment: Segment;
  private readonly rules: InterpolationRules;
  private foundStates: Knots | undefined;
  private foundOthers: Knots | undefined;
  private readonly computed: RecomputedRows | undefined;
  /** Entries that are known inside the steps of the solver, and their values. */
  private readonly slots: Int32Array;
  private readonly stateValues: Float64Array;
  private readonly isState: Uint8Array;
  /** Entries that follow from states alone whenever somebody asks. */
  private readonly follows = new Set<number>();

  /** `tolerance`: of the run. */
  constructor(segment: Segment, tolerance: number) {
    const { curve, discrete } = segment;
    this.segment = segment;
    this.rules = interpolationRules(segment.layout);
    this.computed =
      curve === undefined || discrete === undefined ? undefined : new RecomputedRows(segment, curve, tolerance);
    this.isState = new Uint8Array(segment.layout.width);
    this.slots = curveSlots(segment.layout);
    this.stateValues = new Float64Array(this.slots.length);
    for (const slot of this.slots) this.isState[slot] = 1;
    const { derived } = segment.layout;
    if (derived?.inputs.every((slot) => this.isState[slot] === 1))
      for (const list of derived.entries) for (const slot of list) this.follows.add(slot);
  }

  private get states(): Knots {
    this.foundStates ??= new Knots(this.segment, "states");
    return this.foundStates;
  }

  private get others(): Knots {
    this.foundOthers ??= new Knots(this.segment, "others");
    return this.foundOthers;
  }

  /** Rows that were recorded could not be computed again, so that values between them were interpolated. */
  get isLost(): boolean {
    return this.computed?.isLost === true;
  }

  /** Whether values of the entry between rows are interpolated from rows alone: neither states, nor held, nor following from states. */
  isInterpolated(slot: number): boolean {
    if (this.computed?.isLost === false) return false;
    return this.isState[slot] === 0 && !holds(this.rules, slot) && !this.follows.has(slot);
  }

  /** out ← the states at t, in their order in the layout, and further entries behind them. */
  interpolateStates(out: Float64Array, t: number): void {
    const { curve } = this.segment;
    const step = curve?.stepAt(t) ?? -1;
    if (step >= 0) {
      curve!.read(step, t, out);
      return;
    }
    const window = this.states.around(t);
    for (let k = 0; k < out.length; k++) out[k] = window.value(this.rules, this.slots[k]!);
  }

  /** out ← the whole row at t, which lies between two rows of the segment. */
  interpolate(out: Float64Array, t: number): void {
    const { rules, isState, stateValues, slots } = this;
    const { derived } = this.segment.layout;
    const computed = this.computed?.at(t);
    if (computed !== undefined) out.set(computed);
    else {
      const others = this.others.around(t);
      for (let slot = 0; slot < out.length; slot++) if (isState[slot] === 0) out[slot] = others.value(rules, slot);
      this.interpolateStates(stateValues, t);
      for (let k = 0; k < slots.length; k++) out[slots[k]!] = stateValues[k]!;
    }
    derived?.compute(out);
  }
}

/** Of each row of supportOf: 0 when it supports all entries, 1 states alone, 2 the others alone. */
export function supportedParts({ segments }: Recording): number[] {
  return segments.flatMap((segment) => {
    const { support } = segment;
    const [states, others] = [new Set(support?.states?.times), new Set(support?.others?.times)];
    return Array.from(supportTimes(segment), (t) => (!others.has(t) ? 1 : states.has(t) ? 0 : 2));
  });
}

/** A run that failed may have left some behind its last row, which support nothing. */
function supportTimes({ support, times }: Segment): Float64Array {
  const all = new Set([...(support?.states?.times ?? []), ...(support?.others?.times ?? [])]);
  const [first = Number.NaN, last = Number.NaN] = [times[0], times.at(-1)];
  return Float64Array.from(all)
    .sort()
    .filter((time) => time > first && time < last);
}

/** Where smooth pieces begin behind corners without events, over all segments. */
export function pieceBeginsOf({ segments }: Recording): number[] {
  return segments.flatMap(({ support }) => Array.from(support?.others?.pieceBegins ?? []));
}

/** The rows that support reading between the others, complete, as a recording of their own; undefined when there are none. */
export function supportOf(recording: Recording): Recording | undefined {
  let firstRow = 0;
  const segments = recording.segments.map((segment): Segment => {
    const times = supportTimes(segment);
    const values = createSegmentValues(segment.layout, "all");
    const row = new Float64Array(segment.layout.width);
    let between: BetweenRows | undefined;
    for (const time of times) {
      between ??= new BetweenRows(segment, recording.summary.tolerance);
      between.interpolate(row, time);
      values.append(time, row);
    }
    firstRow += times.length;
    const kinds = new Uint8Array(times.length);
    return { layout: segment.layout, firstRow: firstRow - times.length, rowCount: times.length, times, kinds, values };
  });
  return firstRow === 0 ? undefined : { ...recording, segments, rowCount: firstRow };
}

/** All known rows in order of time; fills the window around a time from which values are interpolated. */
class Knots {
  private readonly segment: Segment;
  private readonly support: SupportingRows | undefined;
  private readonly times: Float64Array;
  /** Per knot: number of the row, or −1 − number of the supporting row. */
  private readonly places: Int32Array;
  /** Per knot: first knot of its smooth piece. */
  private readonly pieceFirst: Int32Array;
  private readonly window = new RowWindow();
  /** Knot of each row of the window, to read none twice. */
  private readonly held: number[] = [];
  private readonly chosen = new Int32Array(windowLength + 1);

  constructor(segment: Segment, part: SupportedPart) {
    const { times: rowTimes } = segment;
    const support = segment.support?.[part];
    this.support = support;
    const count = rowTimes.length + (support?.times.length ?? 0);
    this.segment = segment;
    const times = new Float64Array(count);
    const pieceFirst = new Int32Array(count);
    this.places = new Int32Array(count);
    const begins = support?.pieceBegins;
    let s = 0;
    let k = 0;
    let piece = 0;
    const add = (time: number, place: number, isNew: boolean): void => {
      let isFirst = isNew;
      for (; begins !== undefined && begins[piece]! <= time; piece++) isFirst = true;
      times[k] = time;
      this.places[k] = place;
      pieceFirst[k] = isFirst ? k : (pieceFirst[k - 1] ?? 0);
      k++;
    };
    for (let row = 0; row < rowTimes.length; row++) {
      const time = rowTimes[row]!;
      for (; support !== undefined && support.times[s]! < time; s++) add(support.times[s]!, -1 - s, false);
      add(time, row, time === rowTimes[row - 1]);
    }
    // a run that failed may have left supporting rows behind its last one
    this.times = times.subarray(0, k);
    this.pieceFirst = pieceFirst.subarray(0, k);
  }

  /** The window around t; its rows have no derived entries. */
  around(t: number): RowWindow {
    const { times, pieceFirst, window, held, chosen } = this;
    const right = countUpTo(times, t);
    const first = pieceFirst[right]!;
    // between the two sides of a corner nothing else tells
    const last = first === right ? right : this.pieceEnd(right, first);
    const count = chooseKnots(times, first, last, right, chosen);
    window.count = count;
    window.gap = chosen.indexOf(right - 1);
    window.hasNext = pieceFirst[right + 1] === first;
    chosen[count] = right + 1;
    const total = count + (window.hasNext ? 1 : 0);
    for (let i = 0; i < total; i++) {
      const knot = chosen[i]!;
      window.times[i] = times[knot]!;
      if (held[i] === knot) continue;
      window.rows[i] ??= new Float64Array(this.segment.layout.width);
      this.read(knot, window.rows[i]!);
      held[i] = knot;
    }
    window.moveTo(t);
    return window;
  }

  /** The last knot of the piece, as far as it matters for a gap that ends at `right`. */
  private pieceEnd(right: number, first: number): number {
    let last = right;
    while (last < right + farthest && this.pieceFirst[last + 1] === first) last++;
    return last;
  }

  private read(knot: number, out: Float64Array): void {
    const place = this.places[knot]!;
    if (place >= 0) this.segment.values.readKept(place, out);
    else this.support!.values.readKept(-1 - place, out);
  }
}
