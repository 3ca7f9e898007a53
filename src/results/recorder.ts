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
import { DiscreteHistory } from "./discreteHistory.ts";
import type { Segment, SupportingRows } from "./recording.ts";
import { Result } from "./result.ts";
import type { EventRecord, ExaminedStep, ResultSink, RowKind, RunSummary, SegmentLayout } from "./resultSink.ts";
import { createEntryValues, createSegmentValues, type SegmentValues, type Storage } from "./segmentValues.ts";
import { type CurveData, type StateCurve, StateSteps } from "./stateCurve.ts";
import { Support, SupportMaker } from "./support.ts";
import type { SupportRows } from "./supportRows.ts";
import { TimeLine } from "./timeLine.ts";

export interface RecorderOptions {
  /**
   * `"all"` (default) keeps every variable. `"states"` keeps states and discrete variables and computes the others
   * again when they are asked for: less memory, slower answers, the same values. Where a model remembers more than its
   * states say, everything is kept and a warning says so.
   */
  readonly storage?: Storage;
  /** Of the run: how accurate values between the rows are to be. Without it nothing is kept for them. */
  readonly tolerance?: number;
  /** Megabytes that all this may take. Default 512. */
  readonly megabytesBetween?: number;
  /** Megabytes that the values may take. Default 4096. */
  readonly maximumMemory?: number;
}

const allKept =
  'W-RESULT-STORED  All variables were stored, although storage is "states": components with a memory of their own, as 3-D mechanics, and delays cannot be computed again from the states alone.';
/** Rows between two looks at the memory. */
const rowsPerLook = 256;
const numbersPerMegabyte = 2 ** 17;
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
  pieceBegins: Float64Array;
}

interface ReadRows {
  readonly timeLine: TimeLine;
  readonly values: SegmentValues;
}

/** What is kept of the steps between the rows. */
interface Between {
  readonly steps: StateSteps;
  /** Where everything else is computed when it is read. */
  readonly discrete: DiscreteHistory | undefined;
  readonly maker: SupportMaker;
  readonly others: SupportRows | undefined;
  /** With rows for states where a step is not one polynomial. */
  support: Support;
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
  private readonly tolerance: number | undefined;
  private readonly megabytesBetween: number;
  private readonly maximumMemory: number;
  /** Numbers in earlier segments, and rows of all. */
  private numbersBefore = 0;
  private rows = 0;
  /** Numbers of supporting rows in earlier segments. */
  private supportBefore = 0;
  /** From then on no more rows were kept to support reading between the others. */
  private coarseFrom: number | undefined;
  private coarseBecause = "";

  constructor(options: RecorderOptions = {}) {
    this.storage = options.storage ?? "all";
    this.tolerance = options.tolerance;
    this.megabytesBetween = options.megabytesBetween ?? 512;
    this.maximumMemory = options.maximumMemory ?? 4096;
  }

  beginSegment(layout: SegmentLayout): void {
    this.keepsAll ||= this.storage === "states" && layout.recompute === undefined;
    this.supportBefore += capacityOf(this.current?.between);
    this.numbersBefore += this.current?.values.capacity ?? 0;
    this.current = {
      layout,
      timeLine: new TimeLine(),
      values: createSegmentValues(layout, this.storage),
      between: this.tolerance === undefined ? undefined : createBetween(layout, this.storage, this.tolerance),
      readBack: undefined,
      readCurve: undefined,
    };
    this.segments.push(this.current);
    this.catalogue = undefined;
  }

  record(time: number, row: Float64Array, kind: RowKind): void {
    const segment = this.current!;
    segment.timeLine.append(time, kind);
    segment.values.append(time, row);
    if (++this.rows % rowsPerLook === 0) this.checkMemory(time);
    segment.between?.discrete?.append(row);
    if (this.coarseFrom === undefined) segment.between?.support.arrive(time, row, kind === 2);
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
      pieceBegins: new Float64Array(0),
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
  recordCurve(curve: CurveData): void {
    const segment = this.current!;
    segment.readCurve = StateSteps.from(curve, segment.layout.stateSlots.length).curve;
  }

  examine(step: ExaminedStep): void {
    const { between, layout } = this.current!;
    if (between === undefined || this.coarseFrom !== undefined) return;
    const { from, to, degree, statesAt } = step;
    const isCurve = degree !== undefined;
    if (isCurve) between.steps.append(from, to, degree, statesAt);
    const { states } = between.support;
    if (isCurve ? states !== undefined && states.values === undefined : states === undefined)
      between.support = new Support(isCurve ? undefined : between.maker.forStates, between.others, layout);
    between.support.examine(step);
    if (this.supportBefore + capacityOf(between) > this.megabytesBetween * numbersPerMegabyte)
      this.coarsen(to, `what is kept for them takes ${this.megabytesBetween} MB`);
  }

  leaveUnexamined(time: number): void {
    if (this.current?.between !== undefined)
      this.coarsen(
        time,
        "many bodies make steps of their own, and looking at all of them would take longer than the run",
      );
  }

  private coarsen(time: number, because: string): void {
    if (this.coarseFrom !== undefined) return;
    this.coarseFrom = time;
    this.coarseBecause = because;
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
    const rows = (part: SupportRows | undefined): SupportingRows | undefined =>
      part?.values === undefined
        ? undefined
        : { times: rowsOf(part.times)[0], values: part.values, pieceBegins: part.pieceBegins };
    for (const { layout, timeLine, values, between, readBack, readCurve } of this.segments) {
      const [times, kinds] = rowsOf(timeLine);
      const read = (part: "states" | "others"): SupportingRows | undefined =>
        readBack && {
          times: readBack[part].timeLine.presentTimes,
          values: readBack[part].values,
          pieceBegins: part === "others" ? readBack.pieceBegins : new Float64Array(0),
        };
      const supporting = {
        states: read("states") ?? rows(between?.support.states),
        others: read("others") ?? rows(between?.others),
      };
      segments.push({
        layout,
        firstRow,
        rowCount: times.length,
        times,
        kinds,
        values,
        curve: readCurve ?? between?.steps.curve,
        discrete: between?.discrete,
        support: supporting,
      });
      firstRow += times.length;
    }
    this.catalogue ??= new Catalogue(segments.map(({ layout }) => layout));
    const events = this.events.slice();
    const warnings = [...summary.warnings];
    if (this.keepsAll) warnings.push(allKept);
    if (this.coarseFrom !== undefined) warnings.push(coarse(this.coarseFrom, this.coarseBecause));
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

function coarse(time: number, because: string): string {
  return `W-RESULT-COARSE  From t = ${time} on values between the rows of the result are less accurate than the tolerance: ${because}. Rows themselves are as accurate as ever; give a shorter interval to have more of them.`;
}

function createBetween(layout: SegmentLayout, storage: Storage, tolerance: number): Between {
  const maker = new SupportMaker(layout, tolerance);
  const isComputed = layout.between !== undefined;
  const others = isComputed ? undefined : maker.forOthers(storage);
  return {
    steps: new StateSteps(layout.stateSlots.length),
    discrete: isComputed ? new DiscreteHistory(layout.discreteSlots) : undefined,
    maker,
    others,
    support: new Support(maker.forStates, others, layout),
  };
}

function capacityOf(between: Between | undefined): number {
  return between === undefined
    ? 0
    : between.steps.capacity + between.support.capacity + (between.discrete?.capacity ?? 0);
}
