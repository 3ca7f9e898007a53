/** A run as the page knows it: grows while the engine computes, and can be read at any time. */

import { createStatistics } from "../../src/integrate/integrator.ts";
import type { Curve } from "../../src/plot/decimate.ts";
import { columnOf } from "../../src/results/catalogue.ts";
import { Recorder } from "../../src/results/recorder.ts";
import { readColumns } from "../../src/results/recording.ts";
import { type Result, recordingOf } from "../../src/results/result.ts";
import type { RunStatistics, RunSummary } from "../../src/results/resultSink.ts";
import type { Attachments, EngineMessage, ErrorReport, RowBatch, RunStart } from "../protocol.ts";

export type RunStatus = "running" | "finished" | "stopped" | "terminated" | "failed";

/** Values of a signal that were read so far, with room for more. */
interface GrowingCurve {
  count: number;
  values: Float64Array;
}

export class RunRecord {
  /** Counted over the session. */
  readonly number: number;
  readonly start: RunStart;
  status: RunStatus = "running";
  error: ErrorReport | undefined;
  isVisible = true;
  /** Grows with every change of the content. */
  version = 0;
  time: number;
  fraction = 0;
  private readonly recorder = new Recorder();
  private readonly startedAt = performance.now();
  private attachments: Attachments = new Map();
  private summary: RunSummary | undefined;
  private width = 0;
  private isOpen = false;
  private snapshot: { version: number; result: Result } | undefined;
  private readonly curves = new Map<string, GrowingCurve>();

  constructor(number: number, start: RunStart) {
    this.number = number;
    this.start = start;
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
    return record;
  }

  get label(): string {
    const { name, changes } = this.start;
    return changes === "" ? name : `${name}, ${changes}`;
  }

  receive(message: EngineMessage): void {
    if (message.kind === "segment") {
      this.recorder.beginSegment(message.layout);
      this.width = message.layout.width;
      this.attachments = message.attachments;
      this.isOpen = true;
      this.version++;
    } else if (message.kind === "rows") this.append(message.batch);
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

  private append({ times, kinds, values, events }: RowBatch): void {
    let next = 0;
    const row = new Float64Array(this.width);
    for (let i = 0; i < times.length; i++) {
      while (next < events.length && events[next]!.after <= i) this.recorder.event(events[next++]!.record);
      for (let k = 0; k < row.length; k++) row[k] = values[i * row.length + k]!;
      // the engine sends nothing but 0, 1 and 2
      this.recorder.record(times[i]!, row, kinds[i]! as 0 | 1 | 2);
    }
    while (next < events.length) this.recorder.event(events[next++]!.record);
    if (times.length > 0) this.time = times.at(-1)!;
    const { startTime, stopTime } = this.start;
    if (stopTime > startTime) this.fraction = Math.max(this.fraction, (this.time - startTime) / (stopTime - startTime));
    this.version++;
  }

  /** Everything up to now; undefined before the first row. */
  get result(): Result | undefined {
    if (!this.isOpen) return undefined;
    if (this.snapshot?.version !== this.version) {
      this.recorder.end(this.summary ?? this.partialSummary());
      this.snapshot = { version: this.version, result: this.recorder.result };
    }
    return this.snapshot.result;
  }

  /** A scalar signal or element over time; undefined when the run has none of that name. */
  curve(name: string): Curve | undefined {
    const { result } = this;
    if (result?.has(name) !== true) return undefined;
    const known = this.curves.get(name) ?? { count: 0, values: new Float64Array(0) };
    const recording = recordingOf(result);
    const { entry, shape, indices } = recording.catalogue.select(name);
    if (shape.length > 0) return undefined;
    // rows are never changed, so what was read stays
    if (known.count < recording.rowCount) {
      const [more] = readColumns(recording, [columnOf(entry, indices[0]!)], known.count);
      if (recording.rowCount > known.values.length) {
        const larger = new Float64Array(Math.max(recording.rowCount, 2 * known.values.length));
        larger.set(known.values);
        known.values = larger;
      }
      known.values.set(more!, known.count);
      known.count = recording.rowCount;
      this.curves.set(name, known);
    }
    return { time: result.time, values: known.values.subarray(0, known.count) };
  }

  private partialSummary(): RunSummary {
    const { name, startTime, stopTime, tolerance } = this.start;
    const statistics: RunStatistics = {
      ...createStatistics(),
      method: "",
      events: 0,
      timeEvents: 0,
      stateEvents: 0,
      zeroCrossingEvaluations: 0,
      segments: 1,
      modelEvaluations: 0,
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
