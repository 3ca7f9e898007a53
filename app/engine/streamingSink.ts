/**
 * Sends a run to the page while it is computed, in batches. Only entries that some visible signal uses are sent, numbered anew;
 * derived entries are computed here, since functions cannot be sent.
 */
import type { EventRecord, ResultSink, RowKind, RunSummary, SegmentLayout } from "../../src/results/resultSink.ts";
import type { Attachments, EngineMessage, PlainLayout } from "../protocol.ts";

/** Milliseconds between two batches: the page draws about so often. */
const batchTime = 40;
/** Numbers in a batch at most. */
const batchSize = 2 ** 17;

/** Descriptions of signals in one message: some milliseconds of the page. */
const signalsAtATime = 1000;

export type Send = (message: EngineMessage, transfer?: ArrayBuffer[]) => void;
/** Milliseconds since any moment. */
export type Clock = () => number;

export class StreamingSink implements ResultSink {
  private readonly run: number;
  private readonly send: Send;
  private readonly describe: () => Attachments;
  /** Entry of the run's row per number sent. */
  private kept: Int32Array = new Int32Array(0);
  private derived: SegmentLayout["derived"];
  private work = new Float64Array(0);
  private times: number[] = [];
  private kinds: number[] = [];
  private values = new Float64Array(0);
  private events: { after: number; record: EventRecord }[] = [];
  /** Ends and sizes of the steps since the last batch. */
  private steps: number[] = [];
  private readonly now: Clock;
  private sentAt: number;

  constructor(run: number, send: Send, now: Clock, describe: () => Attachments) {
    this.run = run;
    this.now = now;
    this.sentAt = now();
    this.send = send;
    this.describe = describe;
  }

  beginSegment(layout: SegmentLayout): void {
    this.flush();
    this.derived = layout.derived;
    this.work = new Float64Array(layout.width);
    const { plain, kept } = plainLayout(layout);
    this.kept = kept;
    this.values = new Float64Array(kept.length * rowsPerBatch(kept.length));
    const { signals } = plain;
    let sent = 0;
    for (; sent + signalsAtATime < signals.length; sent += signalsAtATime)
      this.send({ kind: "signals", run: this.run, signals: signals.slice(sent, sent + signalsAtATime) });
    const rest = { ...plain, signals: signals.slice(sent) };
    this.send({ kind: "segment", run: this.run, layout: rest, attachments: drawable(this.describe()) });
  }

  record(time: number, row: Float64Array, kind: RowKind): void {
    let source = row;
    if (this.derived !== undefined) {
      this.work.set(row);
      this.derived.compute(this.work);
      source = this.work;
    }
    const { kept, values } = this;
    const offset = this.times.length * kept.length;
    for (let k = 0; k < kept.length; k++) values[offset + k] = source[kept[k]!]!;
    this.times.push(time);
    this.kinds.push(kind);
    const isFull = this.times.length >= rowsPerBatch(kept.length);
    if (isFull || this.now() - this.sentAt > batchTime) this.flush();
  }

  step(end: number, size: number): void {
    this.steps.push(end, size);
  }

  event(record: EventRecord): void {
    this.events.push({ after: this.times.length, record });
  }

  end(summary: RunSummary): void {
    this.flush();
    const { attachments = new Map<string, unknown>(), parameters } = summary;
    this.send({
      kind: "end",
      run: this.run,
      summary: { ...summary, attachments: drawable(attachments), parameters: plainValues(parameters) },
    });
  }

  /** Sends what has come together. */
  flush(): void {
    this.sentAt = this.now();
    if (this.times.length === 0 && this.events.length === 0) return;
    const values = this.values.slice(0, this.times.length * this.kept.length);
    const batch = {
      times: Float64Array.from(this.times),
      kinds: Uint8Array.from(this.kinds),
      values,
      events: this.events,
      steps: Float64Array.from(this.steps),
    };
    const { times, kinds, steps } = batch;
    this.send({ kind: "rows", run: this.run, batch }, [times.buffer, kinds.buffer, values.buffer, steps.buffer]);
    this.times = [];
    this.kinds = [];
    this.events = [];
    this.steps = [];
  }
}

/** Attachments that are plain data: scenes, and which signals of a model in Modelica are shapes. */
function drawable(attachments: Attachments): Attachments {
  return new Map(
    [...attachments].filter(
      ([, value]) =>
        typeof value === "object" &&
        value !== null &&
        "kind" in value &&
        (value.kind === "scene3D" || value.kind === "modelicaShapes"),
    ),
  );
}

/** Parameters that are numbers, texts or arrays of them; functions and objects of classes cannot be sent. */
function plainValues(parameters: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const isPlain = (value: unknown): boolean =>
    Array.isArray(value) ? value.every(isPlain) : ["number", "boolean", "string"].includes(typeof value);
  return new Map([...parameters].filter(([, value]) => isPlain(value)));
}

function rowsPerBatch(width: number): number {
  return Math.max(1, Math.floor(batchSize / Math.max(1, width)));
}

/** The layout with the used entries numbered 0, 1, …; negative slots are no entries and stay. */
export function plainLayout(layout: SegmentLayout): { plain: PlainLayout; kept: Int32Array } {
  const position = new Int32Array(layout.width).fill(-1);
  const kept: number[] = [];
  const renumber = (slots: Int32Array): Int32Array =>
    slots.map((slot) => {
      if (slot < 0) return slot;
      if (position[slot]! < 0) position[slot] = kept.push(slot) - 1;
      return position[slot]!;
    });
  const stateSlots = renumber(layout.stateSlots);
  const signals = layout.signals
    .filter(({ isHidden }) => !isHidden)
    .map((signal) => ({ ...signal, slots: renumber(signal.slots) }));
  const { index, startTime, stateNames } = layout;
  const discreteSlots = layout.discreteSlots.filter((slot) => position[slot]! >= 0).map((slot) => position[slot]!);
  return {
    plain: { index, startTime, width: kept.length, signals, stateNames, stateSlots, discreteSlots },
    kept: Int32Array.from(kept),
  };
}
