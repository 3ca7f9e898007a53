/** The supporting rows of a segment, for states and for everything else, as the steps of the solver are looked at one by one. */
import { continuousEntries, curveSlots, type InterpolationRules, interpolationRules } from "./interpolation.ts";
import type { ExaminedStep, SegmentLayout } from "./resultSink.ts";
import { createEntryValues, createSegmentValues, type Storage } from "./segmentValues.ts";
import { SupportRows } from "./supportRows.ts";

/** Slopes are differences over this part of a step to both sides. */
const slopeApart = 1e-4;

export class Support {
  /** undefined when they are not looked at. */
  readonly states: SupportRows | undefined;
  readonly others: SupportRows | undefined;
  private readonly stateSlots: Int32Array;
  /** Of states, and of their slopes, at a time of a step. */
  private readonly row: Float64Array;
  private readonly slopes: Float64Array;

  constructor(states: SupportRows | undefined, others: SupportRows | undefined, layout: SegmentLayout) {
    this.states = states;
    this.others = others;
    this.stateSlots = curveSlots(layout);
    this.row = new Float64Array(layout.width).fill(Number.NaN);
    this.slopes = new Float64Array(layout.width);
  }

  /** Numbers that are allocated. */
  get capacity(): number {
    return (this.states?.capacity ?? 0) + (this.others?.capacity ?? 0);
  }

  /** A row that was asked for; `isNewPiece` when it begins behind an event. */
  arrive(time: number, row: Float64Array, isNewPiece: boolean): void {
    this.states?.arrive(time, row, isNewPiece);
    this.others?.arrive(time, row, isNewPiece);
  }

  /** The solver has stepped, and all rows of the step have arrived. */
  examine({ from, to, statesAt, values }: ExaminedStep): void {
    const { row, slopes, stateSlots } = this;
    const rowAt = (time: number): Float64Array => {
      const y = statesAt(time);
      for (let k = 0; k < stateSlots.length; k++) row[stateSlots[k]!] = y[k]!;
      return row;
    };
    const apart = slopeApart * (to - from);
    const slopesAt = (time: number): Float64Array => {
      const early = Math.max(from, time - apart);
      const late = Math.min(to, time + apart);
      slopes.set(rowAt(late));
      rowAt(early);
      for (const slot of stateSlots) slopes[slot] = (slopes[slot]! - row[slot]!) / (late - early);
      return slopes;
    };
    this.states?.examine(from, to, { rowAt, corners: [], hasUnknownCorners: false, isCostly: false });
    this.others?.examine(from, to, values?.(), slopesAt);
  }
}

/** Makes supporting rows for the entries of a segment. */
export class SupportMaker {
  private readonly layout: SegmentLayout;
  private readonly tolerance: number;
  private readonly rules: InterpolationRules;
  private readonly entries: ReturnType<typeof continuousEntries>;

  constructor(layout: SegmentLayout, tolerance: number) {
    this.layout = layout;
    this.tolerance = tolerance;
    this.rules = interpolationRules(layout);
    this.entries = continuousEntries(layout, this.rules);
  }

  get forStates(): SupportRows {
    const { layout, rules, tolerance } = this;
    const create = () => createEntryValues(layout, curveSlots(layout));
    return new SupportRows(this.entries.states, layout.width, rules, tolerance, create);
  }

  forOthers(storage: Storage): SupportRows {
    return this.of(this.entries.others, storage);
  }

  get forAll(): SupportRows {
    return this.of(Int32Array.of(...this.entries.states, ...this.entries.others), "all");
  }

  private of(entries: Int32Array, storage: Storage): SupportRows {
    const { layout, rules, tolerance } = this;
    return new SupportRows(entries, layout.width, rules, tolerance, () => createSegmentValues(layout, storage));
  }
}
