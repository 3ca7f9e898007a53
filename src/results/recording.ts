/** What a finished run left: segments of rows, the catalogue of signals, events and the summary; and how it is read. */
import { type Catalogue, missingSlot, type ScalarColumn, timeSlot } from "./catalogue.ts";
import type { DiscreteHistory } from "./discreteHistory.ts";
import type { EventRecord, RunSummary, SegmentLayout } from "./resultSink.ts";
import type { SegmentValues } from "./segmentValues.ts";
import type { StateCurve } from "./stateCurve.ts";

export interface Segment {
  readonly layout: SegmentLayout;
  /** Number of the first row, counted over all segments. */
  readonly firstRow: number;
  readonly rowCount: number;
  readonly times: Float64Array;
  /** RowKind per row. */
  readonly kinds: Uint8Array;
  readonly values: SegmentValues;
  /** The states inside the steps of the solver, where these are known. */
  readonly curve?: StateCurve | undefined;
  /** What changes at events only, when rows can be computed again at any time of the curve. */
  readonly discrete?: DiscreteHistory | undefined;
  /** Rows between the others that nobody asked for, where values cannot be had in another way: they make reading there as accurate as the run. */
  readonly support?: { readonly [part in SupportedPart]?: SupportingRows | undefined };
}

/** States have supporting rows of their own: inside a step their values are known without an evaluation of the model. */
export type SupportedPart = "states" | "others";

export interface SupportingRows {
  /** Ascending; each lies between two rows of the segment that are not the sides of an event. */
  readonly times: Float64Array;
  readonly values: SegmentValues;
  /** First times, ascending, behind corners and jumps that are no events: nothing is interpolated across. */
  readonly pieceBegins: Float64Array | undefined;
  /** Something moves too fast for any rows. */
  readonly isCoarse?: boolean;
}

export interface Recording {
  readonly segments: readonly Segment[];
  readonly catalogue: Catalogue;
  readonly events: readonly EventRecord[];
  readonly summary: RunSummary;
  readonly rowCount: number;
}

/** The columns at rows `from` to `to` − 1, missing values as NaN. */
export function readColumns(
  recording: Recording,
  columns: readonly ScalarColumn[],
  from = 0,
  to = recording.rowCount,
): Float64Array[] {
  const out = columns.map(() => new Float64Array(to - from));
  recording.segments.forEach((segment, s) => {
    const first = Math.max(from, segment.firstRow);
    const last = Math.min(to, segment.firstRow + segment.rowCount);
    if (first >= last) return;
    const stored = columns.flatMap((column, k) => (column.slots[s]! >= 0 ? [k] : []));
    const targets = stored.map((k) => out[k]!);
    const slots = Int32Array.from(stored, (k) => columns[k]!.slots[s]!);
    segment.values.read(slots, first - segment.firstRow, last - segment.firstRow, targets, first - from);

    columns.forEach((column, k) => {
      const slot = column.slots[s]!;
      const factor = column.factors[s]!;
      const values = out[k]!;
      if (slot === timeSlot) {
        values.set(segment.times.subarray(first - segment.firstRow, last - segment.firstRow), first - from);
      } else if (slot === missingSlot) values.fill(Number.NaN, first - from, last - from);
      else if (slot < 0) values.fill(factor, first - from, last - from);
      else if (factor < 0) {
        for (let i = first - from; i < last - from; i++) values[i] = signed(values[i]!, factor);
      }
    });
  });
  return out;
}

/** ±x; the negative of zero is plain zero, as a reader of tables expects. */
function signed(x: number, factor: number): number {
  return factor < 0 ? 0 - x : x;
}

/** Value of an element in a row; `slot` and `factor` as in ScalarColumn. */
export function valueInRow(slot: number, factor: number, time: number, row: Float64Array): number {
  if (slot >= 0) return signed(row[slot]!, factor);
  if (slot === timeSlot) return time;
  return slot === missingSlot ? Number.NaN : factor;
}

/** All times, rows at events twice. */
export function readTimes(recording: Recording): Float64Array {
  const times = new Float64Array(recording.rowCount);
  for (const segment of recording.segments) times.set(segment.times, segment.firstRow);
  return times;
}

export function readKinds(recording: Recording): Uint8Array {
  const kinds = new Uint8Array(recording.rowCount);
  for (const segment of recording.segments) kinds.set(segment.kinds, segment.firstRow);
  return kinds;
}
