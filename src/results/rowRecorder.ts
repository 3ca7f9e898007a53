/**
 * Records rows. Values go into growing columns; alias signals, constants and hidden signals take no memory. What is kept of the steps
 * between the rows is the business of recorder.ts.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { Catalogue } from "./catalogue.ts";
import type { DiscreteHistory } from "./discreteHistory.ts";
import type { Segment, SupportingRows } from "./recording.ts";
import { Result } from "./result.ts";
import type { EventRecord, ResultSink, RowKind, RunSummary, SegmentLayout } from "./resultSink.ts";
import { createEntryValues, createSegmentValues, type SegmentValues, type Storage } from "./segmentValues.ts";
import type { StateCurve } from "./stateCurve.ts";
import { TimeLine } from "./timeLine.ts";

export interface RowOptions {
  /**
   * `"all"` (default) keeps every variable. `"states"` keeps states and discrete variables and computes the others
   * again when they are asked for: less memory, slower answers, the same values. Where a model remembers more than its
   * states say, everything is kept and a warning says so.
   */
  readonly storage?: Storage;
  /** Megabytes that the values may take. Default 4096. */
  readonly maximumMemory?: number;
}

/** What is kept of the steps between the rows of a segment. */
export interface Between {
  arrive(time: number, row: Float64Array, kind: RowKind): void;
  readonly curve: StateCurve;
  readonly discrete: DiscreteHistory | undefined;
  readonly support: NonNullable<Segment["support"]>;
}

const allKept =
  'W-RESULT-STORED  All variables were stored, although storage is "states": components with a memory of their own, such as 3-D mechanics, and delays cannot be computed again from the states alone.';
/** Rows between two looks at the memory. */
const rowsPerLook = 256;
export const numbersPerMegabyte = 2 ** 17;

interface OpenSegment {
  readonly layout: SegmentLayout;
  readonly timeLine: TimeLine;
  readonly values: SegmentValues;
  /** undefined when nobody wants to read between rows. */
  readonly between: Between | undefined;
  /** Of a result that is read back: rows for all entries. */
  readBack: ReadBack | undefined;
  readCurve: StateCurve | undefined;
}

interface ReadBack {
  readonly states: ReadRows;
  readonly others: ReadRows;
  pieceBegins: Float64Array | undefined;
}

interface ReadRows {
  readonly timeLine: TimeLine;
  readonly values: SegmentValues;
}

export class RowRecorder implements ResultSink {
  protected readonly storage: Storage;
  private readonly segments: OpenSegment[] = [];
  private readonly events: EventRecord[] = [];
  private current: OpenSegment | undefined;
  /** Of all segments so far. */
  private catalogue: Catalogue | undefined;
  private finished: Result | undefined;
  /** "states" was asked for, and cannot be had. */
  private keepsAll = false;
  private readonly maximumMemory: number;
  /** Numbers in earlier segments, and rows of all. */
  private numbersBefore = 0;
  private rows = 0;

  constructor(options: RowOptions = {}) {
    this.storage = options.storage ?? "all";
    this.maximumMemory = options.maximumMemory ?? 4096;
  }

  beginSegment(layout: SegmentLayout): void {
    this.keepsAll ||= this.storage === "states" && layout.recompute === undefined;
    this.numbersBefore += this.current?.values.capacity ?? 0;
    this.current = {
      layout,
      timeLine: new TimeLine(),
      values: createSegmentValues(layout, this.storage),
      between: this.betweenRowsOf(layout),
      readBack: undefined,
      readCurve: undefined,
    };
    this.segments.push(this.current);
    this.catalogue = undefined;
  }

  /** Of a segment that begins. */
  protected betweenRowsOf(_layout: SegmentLayout): Between | undefined {
    return undefined;
  }

  /** About what was recorded. */
  protected get ownWarnings(): readonly string[] {
    return this.keepsAll ? [allKept] : [];
  }

  record(time: number, row: Float64Array, kind: RowKind): void {
    const segment = this.current!;
    segment.timeLine.append(time, kind);
    segment.values.append(time, row);
    if (++this.rows % rowsPerLook === 0) this.checkMemory(time);
    segment.between?.arrive(time, row, kind);
  }

  private checkMemory(time: number): void {
    const megabytes = (this.numbersBefore + this.current!.values.capacity) / numbersPerMegabyte;
    if (megabytes <= this.maximumMemory) return;
    throw new RattlebackError(
      "E-RESULT-MEMORY",
      `The values of the result take more than ${this.maximumMemory} MB at t = ${time}.`,
      {
        path: "options.maximumMemory",
        because: `${this.rows} rows are recorded`,
        hint: 'a longer interval, storage: "states", or a larger maximumMemory',
        data: { time, megabytes, rows: this.rows },
      },
    );
  }

  /** A row between the others, of a result that is read back: for states alone (1), for all others (2), or for both (0). */
  recordSupport(time: number, row: Float64Array, part = 0): void {
    const segment = this.current!;
    const { layout } = segment;
    segment.readBack ??= {
      states: { timeLine: new TimeLine(), values: createEntryValues(layout, layout.stateSlots) },
      others: { timeLine: new TimeLine(), values: createSegmentValues(layout, "all") },
      pieceBegins: undefined,
    };
    for (const [own, { timeLine, values }] of [
      [1, segment.readBack.states],
      [2, segment.readBack.others],
    ] as const) {
      if (part !== 0 && part !== own) continue;
      timeLine.append(time, 0);
      values.append(time, row);
    }
  }

  /** First times behind corners, of a result that is read back; after its rows. */
  recordPieceBegins(times: Float64Array): void {
    const { readBack } = this.current!;
    if (readBack !== undefined) readBack.pieceBegins = times;
  }

  /** The states inside the steps of the solver, of a result that is read back. */
  recordCurve(curve: StateCurve): void {
    this.current!.readCurve = curve;
  }

  event(record: EventRecord): void {
    this.events.push(record);
  }

  end(summary: RunSummary): void {
    const last = this.segments.findLast(({ timeLine }) => timeLine.rowCount > 0)?.timeLine;
    const endTime = last === undefined || summary.status === "finished" ? summary.endTime : last.presentTimes.at(-1)!;
    this.finished = this.resultWith({ ...summary, endTime }, (timeLine) => [
      timeLine.copyTimes(),
      timeLine.copyKinds(),
    ]);
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
    for (const { layout, timeLine, values, between, readBack, readCurve } of this.segments) {
      const [times, kinds] = rowsOf(timeLine);
      const read = (part: "states" | "others"): SupportingRows | undefined =>
        readBack && {
          times: readBack[part].timeLine.presentTimes,
          values: readBack[part].values,
          pieceBegins: part === "others" ? readBack.pieceBegins : undefined,
        };
      segments.push({
        layout,
        firstRow,
        rowCount: times.length,
        times,
        kinds,
        values,
        curve: readCurve ?? between?.curve,
        discrete: between?.discrete,
        support: between?.support ?? { states: read("states"), others: read("others") },
      });
      firstRow += times.length;
    }
    this.catalogue ??= new Catalogue(segments.map(({ layout }) => layout));
    const warnings = [...summary.warnings, ...this.ownWarnings];
    return new Result({
      segments,
      catalogue: this.catalogue,
      events: this.events.slice(),
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
