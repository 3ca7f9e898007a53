/** A run as the page knows it: grows while the engine computes, and can be read at any time. */

import { createStatistics } from "../../src/integrate/integrator.ts";
import type { Curve } from "../../src/plot/decimate.ts";
import { Extremes } from "../../src/plot/extremes.ts";
import { columnOf } from "../../src/results/catalogue.ts";
import { readColumns } from "../../src/results/recording.ts";
import { type Result, recordingOf } from "../../src/results/result.ts";
import type { RunStatistics, RunSummary, SignalDescription } from "../../src/results/resultSink.ts";
import { RowRecorder } from "../../src/results/rowRecorder.ts";
import type { Attachments, EngineMessage, ErrorReport, EventRecord, RowBatch, RunStart } from "../protocol.ts";

export type RunStatus = "running" | "finished" | "stopped" | "terminated" | "failed";

/** Values of a signal that were read so far, with room for more. */
interface GrowingCurve {
  count: number;
  values: Float64Array;
  readonly extremes: Extremes;
}

/** Rows that are read at a time: half a millisecond. */
const rowsAtATime = 2 ** 14;
/** Numbers about steps. */
const mostSteps = 2_000_000;

export class RunRecord {
  /** Counted over the session. */
  readonly number: number;
  readonly start: RunStart;
  /** What was translated for it. */
  readonly text: string | undefined;
  status: RunStatus = "running";
  error: ErrorReport | undefined;
  isVisible = true;
  /** Grows with every change of the content. */
  version = 0;
  time: number;
  fraction = 0;
  private readonly recorder = new RowRecorder();
  private readonly startedAt = performance.now();
  private attachments: Attachments = new Map();
  private summary: RunSummary | undefined;
  /** Of the segment that comes next. */
  private readonly signals: SignalDescription[] = [];
  private width = 0;
  private isOpen = false;
  private snapshot: { version: number; result: Result } | undefined;
  private readonly curves = new Map<string, GrowingCurve>();
  /** Times of all rows, with room for more. */
  private allTimes: Float64Array = new Float64Array(64);
  private rowCount = 0;
  /** Ends and sizes of steps, one behind the other, with room for more. */
  private allSteps: Float64Array = new Float64Array(64);
  private stepCount = 0;
  /** What made the steps as short as they were. */
  limits = "";
  /** Times of events, each once. */
  private readonly happened: number[] = [];

  constructor(number: number, start: RunStart, text?: string) {
    this.number = number;
    this.start = start;
    this.text = text;
    this.time = start.startTime;
  }

  /** A run that was read from a file. */
  static of(number: number, result: Result): RunRecord {
    const { model, startTime, stopTime, tolerance } = result;
    const record = new RunRecord(number, {
      run: -1,
      model: -1,
      name: model,
      startTime,
      stopTime,
      tolerance,
      changes: "",
    });
    record.status = result.status;
    record.time = result.endTime;
    record.snapshot = { version: 0, result };
    record.isOpen = true;
    record.allTimes = result.time;
    record.rowCount = result.time.length;
    for (const event of result.events) record.note(event);
    return record;
  }

  get label(): string {
    const { name, changes } = this.start;
    return changes === "" ? name : `${name}, ${changes}`;
  }

  receive(message: EngineMessage): void {
    if (message.kind === "signals") this.signals.push(...message.signals);
    else if (message.kind === "segment") {
      const signals = [...this.signals.splice(0), ...message.layout.signals];
      this.recorder.beginSegment({ ...message.layout, signals });
      this.width = message.layout.width;
      this.attachments = message.attachments;
      this.isOpen = true;
      this.version++;
    } else if (message.kind === "rows") this.append(message.batch);
    else if (message.kind === "limited") this.limits = message.text;
    else if (message.kind === "progress") this.fraction = message.fraction;
    else if (message.kind === "end") {
      this.summary = message.summary;
      if (this.status === "running") this.status = message.summary.status;
      this.time = message.summary.endTime;
      this.version++;
    } else if (message.kind === "failedRun") {
      this.status = "failed";
      this.error = message.error;
    }
  }

  /** What has come so far is kept. */
  stop(): void {
    if (this.status !== "running") return;
    this.status = "stopped";
    this.version++;
  }

  private append({ times, kinds, values, events, steps }: RowBatch): void {
    this.keepSteps(steps);
    let next = 0;
    const row = new Float64Array(this.width);
    for (let i = 0; i < times.length; i++) {
      while (next < events.length && events[next]!.after <= i) this.take(events[next++]!.record);
      for (let k = 0; k < row.length; k++) row[k] = values[i * row.length + k]!;
      // the engine sends nothing but 0, 1 and 2
      this.recorder.record(times[i]!, row, kinds[i]! as 0 | 1 | 2);
    }
    while (next < events.length) this.take(events[next++]!.record);
    this.keepTimes(times);
    if (times.length > 0) this.time = times.at(-1)!;
    const { startTime, stopTime } = this.start;
    if (stopTime > startTime) this.fraction = Math.max(this.fraction, (this.time - startTime) / (stopTime - startTime));
    this.version++;
  }

  private take(event: EventRecord): void {
    this.recorder.event(event);
    this.note(event);
  }

  private note({ time, kind }: EventRecord): void {
    if (kind !== "initial" && this.happened.at(-1) !== time) this.happened.push(time);
  }

  private keepSteps(steps: Float64Array): void {
    if (this.stepCount + steps.length > mostSteps) return;
    this.allSteps = withRoom(this.allSteps, this.stepCount, this.stepCount + steps.length);
    this.allSteps.set(steps, this.stepCount);
    this.stepCount += steps.length;
  }

  /** Sizes of the solver's steps over their ends; those behind the first million are not kept. */
  get steps(): Curve {
    const count = this.stepCount / 2;
    const [time, values] = [new Float64Array(count), new Float64Array(count)];
    for (let k = 0; k < count; k++) [time[k], values[k]] = [this.allSteps[2 * k]!, this.allSteps[2 * k + 1]!];
    return { time, values };
  }

  private keepTimes(times: Float64Array): void {
    this.allTimes = withRoom(this.allTimes, this.rowCount, this.rowCount + times.length);
    this.allTimes.set(times, this.rowCount);
    this.rowCount += times.length;
  }

  /** Times of all rows up to now. */
  get times(): Float64Array {
    return this.allTimes.subarray(0, this.rowCount);
  }

  /** Times at which something happened, each once. */
  get eventTimes(): readonly number[] {
    return this.happened;
  }

  /** Everything up to now; undefined before the first row. */
  get result(): Result | undefined {
    if (!this.isOpen) return undefined;
    if (this.snapshot?.version !== this.version)
      this.snapshot = { version: this.version, result: this.recorder.snapshot(this.summary ?? this.partialSummary()) };
    return this.snapshot.result;
  }

  /**
   * A scalar signal or element over time; undefined when the run has none of that name. Of a long run a part is read per call:
   * `isWhole` tells whether the curve has all rows.
   */
  curve(name: string, isUnwrapped = false): (Curve & { readonly isWhole: boolean }) | undefined {
    const { result } = this;
    if (result?.has(name) !== true) return undefined;
    const recording = recordingOf(result);
    const { entry, shape, indices } = recording.catalogue.select(name);
    if (shape.length > 0) return undefined;
    const key = isUnwrapped ? `${name} without jumps` : name;
    const known = this.curves.get(key) ?? { count: 0, values: new Float64Array(0), extremes: new Extremes() };
    this.curves.set(key, known);
    // rows are never changed, so what was read stays
    const end = Math.min(recording.rowCount, known.count + rowsAtATime);
    if (known.count < end) {
      const [more] = readColumns(recording, [columnOf(entry, indices[0]!)], known.count, end);
      known.values = withRoom(known.values, known.count, end);
      known.values.set(more!, known.count);
      if (isUnwrapped) unwrap(known.values, known.count, end);
      known.count = end;
      known.extremes.extend(known.values, end);
    }
    return {
      time: this.allTimes.subarray(0, end),
      values: known.values.subarray(0, end),
      extremes: known.extremes,
      isWhole: end === recording.rowCount,
    };
  }

  private partialSummary(): RunSummary {
    const { name, startTime, stopTime, tolerance } = this.start;
    const statistics: RunStatistics = {
      ...createStatistics(),
      method: "",
      events: 0,
      timeEvents: 0,
      stateEvents: 0,
      eventFunctionEvaluations: 0,
      segments: 1,
      modelEvaluations: 0,
      unexaminedSteps: 0,
      wallTime: (performance.now() - this.startedAt) / 1000,
    };
    return {
      model: name,
      startTime,
      stopTime,
      endTime: this.time,
      status: "stopped",
      tolerance,
      statistics,
      warnings: [],
      parameters: new Map(),
      attachments: this.attachments,
    };
  }
}

/** Angles of the rows from … to − 1 become those that follow the row before by less than half a turn. */
export function unwrap(values: Float64Array, from: number, to: number): void {
  for (let row = Math.max(1, from); row < to; row++) {
    const turns = Math.round((values[row]! - values[row - 1]!) / (2 * Math.PI));
    if (Number.isFinite(turns)) values[row] = values[row]! - turns * 2 * Math.PI;
  }
}

/** The array, or a larger one with the same first `count` numbers, with room for `needed`. */
function withRoom(array: Float64Array, count: number, needed: number): Float64Array {
  if (needed <= array.length) return array;
  const larger = new Float64Array(Math.max(needed, 2 * array.length));
  larger.set(array.subarray(0, count));
  return larger;
}
