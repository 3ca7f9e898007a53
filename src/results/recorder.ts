/**
 * Records a run. Values go into growing columns; alias signals, constants and hidden signals take
 * no memory.
 *
 * Example   const recorder = new Recorder({ storage: "states" });
 *           … the run calls beginSegment, record, event, end …
 *           recorder.result.final("C.v")
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { Catalogue } from "./catalogue.ts";
import type { Segment } from "./recording.ts";
import { Result } from "./result.ts";
import type { EventRecord, ResultSink, RowKind, RunSummary, SegmentLayout } from "./resultSink.ts";
import { createSegmentValues, type SegmentValues, type Storage } from "./segmentValues.ts";
import { TimeLine } from "./timeLine.ts";

export interface RecorderOptions {
  /**
   * `"all"` (default) keeps every variable. `"states"` keeps states and discrete variables and computes the others
   * again when they are asked for: less memory, slower answers, the same values. Where a model remembers more than its
   * states say, everything is kept and a warning says so.
   */
  readonly storage?: Storage;
}

const allKept =
  'W-RESULT-STORED  All variables were stored, although storage is "states": components with a memory of their own, as 3-D mechanics, and delays cannot be computed again from the states alone.';

interface OpenSegment {
  readonly layout: SegmentLayout;
  readonly timeLine: TimeLine;
  readonly values: SegmentValues;
}

export class Recorder implements ResultSink {
  private readonly storage: Storage;
  private readonly segments: OpenSegment[] = [];
  private readonly events: EventRecord[] = [];
  private current: OpenSegment | undefined;
  /** Of all segments so far. */
  private catalogue: Catalogue | undefined;
  private finished: Result | undefined;
  /** "states" was asked for, and cannot be had. */
  private keepsAll = false;

  constructor(options: RecorderOptions = {}) {
    this.storage = options.storage ?? "all";
  }

  beginSegment(layout: SegmentLayout): void {
    this.keepsAll ||= this.storage === "states" && layout.recompute === undefined;
    this.current = { layout, timeLine: new TimeLine(), values: createSegmentValues(layout, this.storage) };
    this.segments.push(this.current);
    this.catalogue = undefined;
  }

  record(time: number, row: Float64Array, kind: RowKind): void {
    const segment = this.current!;
    segment.timeLine.append(time, kind);
    segment.values.append(time, row);
  }

  event(record: EventRecord): void {
    this.events.push(record);
  }

  end(summary: RunSummary): void {
    this.finished = this.resultWith(summary, (timeLine) => [timeLine.copyTimes(), timeLine.copyKinds()]);
  }

  /** The result up to now of a run that goes on. It does not change, and costs little whatever the number of rows. */
  snapshot(summary: RunSummary): Result {
    return this.resultWith(summary, (timeLine) => [timeLine.presentTimes, timeLine.presentKinds]);
  }

  private resultWith(
    summary: RunSummary,
    rowsOf: (timeLine: TimeLine) => readonly [times: Float64Array, kinds: Uint8Array],
  ): Result {
    const segments: Segment[] = [];
    let firstRow = 0;
    for (const { layout, timeLine, values } of this.segments) {
      const [times, kinds] = rowsOf(timeLine);
      segments.push({ layout, firstRow, rowCount: times.length, times, kinds, values });
      firstRow += times.length;
    }
    this.catalogue ??= new Catalogue(segments.map(({ layout }) => layout));
    const events = this.events.slice();
    const warnings = this.keepsAll ? [...summary.warnings, allKept] : summary.warnings;
    return new Result({
      segments,
      catalogue: this.catalogue,
      events,
      summary: { ...summary, warnings },
      rowCount: firstRow,
    });
  }

  /** The result, once the run has ended. */
  get result(): Result {
    if (this.finished === undefined) {
      throw new RattlebackError("E-RESULT-OPEN", "The run has not ended, so there is no result yet.", {
        because: `${this.current?.timeLine.rowCount ?? 0} rows of the present segment are recorded`,
        hint: "ask after simulate has returned",
      });
    }
    return this.finished;
  }
}
