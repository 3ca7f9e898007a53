/**
 * Keeps runs as they go on, and brings them back: after the page was closed or reloaded, in the middle of a run or behind it, they are
 * listed and shown as before, with what lay on the desk beside them. A run that was going on has then stopped where the page was closed.
 */
import type { EngineMessage } from "../protocol.ts";
import { deskOf, keepDesk } from "./desk.ts";
import { keepLook, lookAt } from "./lastLook.ts";
import { RunRecord } from "./runRecord.ts";
import { type KeptRun, largestRun, RunStore } from "./runStore.ts";
import type { OpenFile, Studio } from "./studio.ts";

/** Milliseconds after which what has come is written. */
const quietTime = 250;
/** Bytes that are written at a time, about: the browser copies them while the page waits. */
const bytesAtATime = 2e6;
/** A message about a thousand signals takes as long as this many bytes of rows. */
const weightOfSignals = 2e6;

interface OpenRun {
  kept: KeptRun;
  waiting: EngineMessage[];
}

export class RunKeeper {
  /** Where the tab was looking. */
  readonly keepLook = keepLook;
  readonly lookAt = lookAt;
  private readonly studio: Studio;
  private readonly store = new RunStore();
  private readonly known = new WeakMap<RunRecord, OpenRun>();
  /** Those with something to write. */
  private readonly unwritten = new Set<OpenRun>();
  private timer = 0;
  /** One after the other. */
  private queue: Promise<unknown> = Promise.resolve();
  private isRefused = false;

  constructor(studio: Studio) {
    this.studio = studio;
    studio.onRunMessage = (run, message) => this.note(run, message);
    studio.on("noted", () => studio.file && keepDesk(fileMark(studio.file), studio.desk));
    // a page that goes has no time left
    addEventListener("pagehide", () => this.flush(Number.POSITIVE_INFINITY));
    document.addEventListener("visibilitychange", () => document.hidden && this.flush(Number.POSITIVE_INFINITY));
  }

  /** Runs of what is open, from earlier: listed, and the newest is shown where nothing newer is. */
  async restore(): Promise<void> {
    const { file } = this.studio;
    if (file === undefined) return;
    this.studio.desk = deskOf(fileMark(file));
    this.studio.emit("desk");
    try {
      await this.queue;
      const found = await this.store.read(fileMark(file));
      if (this.studio.file !== file) return;
      const runs = found.map(({ run, messages }) => {
        const record = new RunRecord(run.number, run.start, run.text);
        for (const message of messages) record.receive(message);
        record.stop();
        return record;
      });
      this.studio.takeBack(runs);
    } catch {
      // a browser that keeps nothing has nothing to bring back
    }
  }

  /** What was run before it became the user's own model. */
  becameOwn(file: OpenFile, id: string): void {
    const before = textMark(file);
    for (const run of this.studio.runs) {
      const open = this.known.get(run);
      if (open !== undefined) open.kept = { ...open.kept, file: id };
    }
    keepDesk(id, this.studio.desk);
    this.flush();
    this.later(() => this.store.move(before, id));
  }

  /** Runs of models that were deleted go. */
  keepModels(ids: ReadonlySet<string>): void {
    this.later(() => this.store.keepModels(ids));
  }

  private note(run: RunRecord, message: EngineMessage): void {
    const { file } = this.studio;
    if (file === undefined || this.isRefused) return;
    let open = this.known.get(run);
    if (open === undefined) {
      const { number, start, text } = run;
      const kept = {
        id: crypto.randomUUID(),
        file: fileMark(file),
        number,
        start,
        text,
        startedAt: Date.now(),
        bytes: 0,
      };
      open = { kept, waiting: [] };
      this.known.set(run, open);
    }
    const bytes = open.kept.bytes + sizeOf(message);
    // of what is too large the beginning is kept, and how it ended
    if (bytes > largestRun && message.kind === "rows") return;
    open.kept = { ...open.kept, bytes };
    open.waiting.push(message);
    this.unwritten.add(open);
    if (this.timer === 0) this.timer = window.setTimeout(() => this.flush(), quietTime);
    if (message.kind === "end" || message.kind === "failedRun") {
      this.flush();
      this.later(() => this.store.trim());
    }
  }

  private flush(most = bytesAtATime): void {
    clearTimeout(this.timer);
    this.timer = 0;
    for (const open of this.unwritten) {
      const { kept } = open;
      for (const part of partsOf(open.waiting.splice(0), most)) this.later(() => this.store.append(kept, part));
    }
    this.unwritten.clear();
  }

  private later(action: () => Promise<unknown>): void {
    this.queue = this.queue.then(action).catch(() => {
      // runs can be made again; whoever writes models is told by their keeper
      this.isRefused = true;
    });
  }
}

/** What runs of a file are kept by: its own name, or for what nobody has changed, its text. */
function fileMark(file: OpenFile): string {
  return file.kept?.id ?? textMark(file);
}

/** Of what is no model of the user's own: the name and the text as they were opened. */
function textMark({ original }: Pick<OpenFile, "original">): string {
  return `text ${original}`;
}

/** The same messages in parts, each of a message or of at most so many bytes. */
function partsOf(messages: readonly EngineMessage[], most: number): EngineMessage[][] {
  const parts: EngineMessage[][] = [];
  let left = 0;
  for (const message of messages) {
    const weight = message.kind === "signals" ? weightOfSignals : sizeOf(message);
    if (parts.length === 0 || weight > left) {
      parts.push([]);
      left = most;
    }
    parts.at(-1)!.push(message);
    left -= weight;
  }
  return parts;
}

function sizeOf(message: EngineMessage): number {
  if (message.kind === "rows") {
    const { times, kinds, values, steps } = message.batch;
    return times.byteLength + kinds.byteLength + values.byteLength + steps.byteLength;
  }
  return 1000;
}
