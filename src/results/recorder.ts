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
   * again when they are asked for: less memory, slower answers, the same values.
   */
  readonly storage?: Storage;
}

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
  private finished: Result | undefined;

  constructor(options: RecorderOptions = {}) {
    this.storage = options.storage ?? "all";
  }

  beginSegment(layout: SegmentLayout): void {
    this.current = { layout, timeLine: new TimeLine(), values: createSegmentValues(layout, this.storage) };
    this.segments.push(this.current);
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
    const segments: Segment[] = [];
    let firstRow = 0;
    for (const { layout, timeLine, values } of this.segments) {
      const rowCount = timeLine.rowCount;
      segments.push({ layout, firstRow, rowCount, times: timeLine.copyTimes(), kinds: timeLine.copyKinds(), values });
      firstRow += rowCount;
    }
    const catalogue = new Catalogue(segments.map((segment) => segment.layout));
    this.finished = new Result({ segments, catalogue, events: this.events, summary, rowCount: firstRow });
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
