/** What a run stores: rows on a grid, two at every event, and what the recorder wants to know of the steps between them. */
import { explicitMethod } from "../integrate/automaticMethod.ts";
import type { EventRecord, ExaminedValues, ResultSink } from "../results/resultSink.ts";
import { AssertionWatch } from "./assertionWatch.ts";
import type { RunCompanion } from "./companion.ts";
import { CornerSearch } from "./cornerSearch.ts";
import { evaluateAt } from "./followSolutions.ts";
import { describeSegment } from "./layout.ts";
import { findNotFinite } from "./notFinite.ts";
import { OutputGrid } from "./outputGrid.ts";
import { RangeWatch } from "./rangeWatch.ts";
import { RowWriter } from "./rowWriter.ts";
import type { RunIntegrator } from "./runIntegrator.ts";
import type { RunningModel } from "./runningModel.ts";
import type { RunTotals } from "./runTotals.ts";
import type { CheckedOptions } from "./simulateOptions.ts";
import { SmallStates } from "./smallStates.ts";
import { SwingNotes } from "./swingNotes.ts";

/** Evaluations for values between the rows of the result: so many at the start … */
const freeTrials = 1000;
/** … and so many for each evaluation that the solver needs; those with contacts and loops take long, and there are many short steps. */
const trialsPerEvaluation = { smooth: 4, events: 0.5, contacts: 0.25 };

/**
 * Looks at the whole model for values between rows, where parts have steps of their own: at the start, and by the work of the parts. One costs
 * as much as all parts together: of models with more states than these there are fewer at the start.
 */
const freeLooks = 500;
const looksPerEvaluation = 0.05;
/** Events of single parts that have rows of all, in the same way. */
const freeEvents = 100;
const eventsPerEvaluation = 0.05;
const statesOfFree = 100;

export class RunRows {
  readonly assertions = new AssertionWatch();
  private readonly ranges: RangeWatch;
  private readonly smallStates: SmallStates;
  /** Of a method that is not exchanged when it swings. */
  private readonly swings: SwingNotes | undefined;
  /** Of the present segment, −1 before the first. */
  segment = -1;
  private readonly sink: ResultSink;
  private readonly integration: RunIntegrator;
  private readonly totals: RunTotals;
  private readonly companion: RunCompanion | undefined;
  private readonly grid: OutputGrid;
  private readonly span: number;
  /** Of the present segment; undefined before somebody asks for values between rows. */
  private corners: CornerSearch | undefined;
  private model!: RunningModel;
  private writer!: RowWriter;
  /** Evaluations for values between rows. */
  private trials = 0;
  /** States that were looked at between rows. */
  private looked = 0;
  /** Events of single parts. */
  private localEvents = 0;
  private lastTime = Number.NEGATIVE_INFINITY;
  /** The end of the step that is examined, and the row there. */
  private end = Number.NaN;
  private endRow: Float64Array | undefined;

  constructor(
    sink: ResultSink,
    options: CheckedOptions,
    integration: RunIntegrator,
    totals: RunTotals,
    companion: RunCompanion | undefined,
  ) {
    this.sink = sink;
    this.integration = integration;
    this.totals = totals;
    this.companion = companion;
    this.grid = new OutputGrid(options);
    this.span = options.stopTime - options.startTime;
    this.ranges = new RangeWatch(options.tolerance);
    this.smallStates = new SmallStates(options);
    this.swings = options.method === explicitMethod ? new SwingNotes() : undefined;
  }

  /** A segment begins at t, with this model. */
  begin(model: RunningModel, t: number): void {
    this.model = model;
    this.segment++;
    const layout = describeSegment(model, this.segment, t);
    this.writer = new RowWriter(model, layout, this.writer as RowWriter | undefined);
    this.sink.beginSegment(layout);
    this.ranges.begin(model);
    this.smallStates.begin(model);
    this.corners = undefined;
    this.totals.statistics.segments = this.segment + 1;
  }

  /** The values of the model: at a point of the run, before or after an event at t. */
  store(t: number, side: "point" | "before" | "after"): void {
    this.model.hidden.stored(t);
    this.sink.record(t, this.writer.current(), side === "point" ? 0 : side === "before" ? 1 : 2);
    if (side === "after") this.corners?.restart();
    else this.lastTime = t;
  }

  /** The last row before other states, so that nothing of the segment lies behind its rows. */
  close(t: number): void {
    if (t > this.lastTime) this.store(t, "before");
  }

  event(record: EventRecord): void {
    this.sink.event(record);
  }

  /** Grid points up to t, from the dense output; `isEnd` says whether a point at t itself is written. */
  storeUpTo(t: number, isEnd: boolean): void {
    const { grid } = this;
    for (; grid.time < t || (grid.time === t && isEnd); grid.advance()) this.storePoint(grid.time);
  }

  /** The row at a time of the last step, unless there is one. */
  storePoint(time: number): void {
    const { model, integration } = this;
    if (time <= this.lastTime) return;
    this.evaluateAt(time);
    if (model.hidden.stateCount > 0) for (let k = 0; k < model.X.length; k++) model.X[k] = integration.y[k]!;
    this.assertions.check(model, time);
    this.checkFinite(time);
    this.companion?.read(integration.y);
    this.store(time, "point");
    this.look(time);
  }

  /** Notices what the warnings of the run are about, in the present values of the model. */
  look(time: number): void {
    this.ranges.look(time, this.model.V);
    this.smallStates.look(this.model.V);
  }

  warnings(): string[] {
    const swings = this.swings?.warnings(this.totals.statistics.steps) ?? [];
    return [...this.ranges.warnings(), ...this.smallStates.warnings(), ...swings, ...this.assertions.warnings()];
  }

  /** All variables at a time of the last step. */
  evaluateAt(time: number): void {
    evaluateAt(this.model, time, (t) => this.integration.stateAt(t));
    this.corners?.note(time);
  }

  /** What no state depends on may become undefined without the solver noticing: the run ends where it shows. */
  private checkFinite(time: number): void {
    if (!this.model.mayBeNotFinite || this.model.fullBehind(time, this.integration.y)) return;
    const error = findNotFinite(this.model, time, true);
    if (error !== undefined) throw error;
  }

  /** Behind the rows of the grid: what else is wanted of a step. */
  endStep(from: number, to: number): void {
    if (this.integration.workOfParts === undefined) this.sink.step?.(to, to - from);
    this.swings?.note(this.model, this.integration.current?.swinging, to);
    this.examine(from, to);
  }

  /** The recorder decides what it needs of a step beside the rows of the grid. */
  private examine(from: number, to: number): void {
    const { sink, integration } = this;
    if (sink.examine === undefined || this.isUnexamined(to)) return;
    const degree = integration.degreeOfStep;
    const asked: (ExaminedValues | undefined)[] = [];
    const values = (): ExaminedValues | undefined => {
      if (asked.length === 0) asked.push(this.examinedValues(from, to));
      return asked[0];
    };
    const statesAt = (time: number): Float64Array => integration.insideStep(time);
    const entriesAt = (time: number, entries: Int32Array): Float64Array => integration.entriesInside(time, entries);
    sink.examine({ from, to, statesAt, entriesAt, values, ...(degree !== undefined && { degree }) });
    if (asked[0] !== undefined) this.corners?.endStep();
    else this.corners?.restart();
  }

  private examinedValues(from: number, to: number): ExaminedValues | undefined {
    const { integration, totals, model } = this;
    const { program, hidden } = model;
    const isCostly = hidden.eventFunctionCount > 0;
    const { smooth, events, contacts } = trialsPerEvaluation;
    const rate = hidden.isCostly ? contacts : isCostly ? events : smooth;
    if (this.trials >= freeTrials + rate * totals.evaluationsWith(integration.current!)) {
      totals.statistics.unexaminedSteps++;
      return undefined;
    }
    this.end = to;
    this.endRow = undefined;
    this.corners ??= new CornerSearch(model, this.span, (time) => this.rowAt(time));
    const corners = this.corners.find(from, to);
    const hasUnknownCorners = program.callsFunctions && !isCostly;
    return { rowAt: this.rowAt, corners, hasUnknownCorners, isCostly };
  }

  /** With many bodies that make steps of their own, each of them would be a reason to look at all. */
  private isUnexamined(time: number): boolean {
    if (this.integration.isKicked) return true;
    const work = this.integration.workOfParts;
    if (work === undefined) return false;
    if (++this.looked + this.trials <= freeLooks * this.shareOfFree + looksPerEvaluation * work) return false;
    this.sink.leaveUnexamined?.(time);
    this.looked = Number.POSITIVE_INFINITY;
    return true;
  }

  /** Whether an event of a single part has rows: of many bodies each has its own, and rows are of all. */
  takesLocalEvent(time: number): boolean {
    const work = this.integration.workOfParts ?? 0;
    if (++this.localEvents <= freeEvents * this.shareOfFree + eventsPerEvaluation * work) return true;
    this.sink.leaveUnexamined?.(time);
    return false;
  }

  private get shareOfFree(): number {
    return Math.min(1, statesOfFree / this.integration.current!.size);
  }

  private readonly rowAt = (time: number): Float64Array => {
    const { model, integration } = this;
    if (time === this.end && this.endRow !== undefined) return this.endRow;
    this.trials++;
    evaluateAt(model, time, (t) => integration.insideStep(t));
    const { y } = integration;
    if (model.hidden.stateCount > 0) for (let k = 0; k < model.X.length; k++) model.X[k] = y[k]!;
    this.companion?.read(y);
    const row = this.writer.current();
    if (this.corners?.isWanted === true) {
      this.corners.note(time);
      if (time === this.end) this.endRow = row.slice();
    }
    return row;
  };
}
