/** The state of the studio and what can be done with it. Parts of the page listen to topics and read from here. */
import { errorReport } from "../engine/errorReport.ts";
import type { EngineMessage, ErrorReport, PrintedLine, TranslatedModel } from "../protocol.ts";
import { Emitter } from "./emitter.ts";
import { EngineHost } from "./engineHost.ts";
import { defaultPanels, energyPanel, expandPanels, panelFor } from "./panelChoice.ts";
import { prepareCode } from "./prepareCode.ts";
import { RunRecord } from "./runRecord.ts";

export interface OpenFile {
  readonly name: string;
  source: string;
  /** Texts of other files that it imports, by the name behind `from`. */
  readonly parts?: Readonly<Record<string, string>>;
  /** A file that came in a link is someone else's. */
  readonly isForeign: boolean;
}

export type Topic =
  | "file" // another file is open
  | "status" // running or not, progress
  | "error"
  | "output"
  | "runs" // another run, or one was shown or hidden
  | "data" // rows have come
  | "panels"
  | "parameters"
  | "time"; // cursor

/** Older runs beyond this number are forgotten. */
const mostRuns = 12;
/** Lines of printed text that are kept. */
const mostLines = 2000;

export class Studio extends Emitter<Topic> {
  file: OpenFile | undefined;
  runs: RunRecord[] = [];
  panels: string[][] = [];
  output: PrintedLine[] = [];
  error: ErrorReport | undefined;
  translated: TranslatedModel[] = [];
  /** Values of the form that differ from the model. */
  changes: Record<string, unknown> = {};
  isRunning = false;
  /** Time of the cursor and of the picture, s. */
  time = 0;
  startedAt = 0;
  private readonly host: EngineHost;
  /** Runs of the engine by its own numbers. */
  private active = new Map<number, RunRecord>();
  private counter = 0;
  private hasOwnPanels = false;

  constructor(engineAddress: string) {
    super();
    this.host = new EngineHost(engineAddress, (message) => this.receive(message));
  }

  /** Loads the engine while the user chooses. */
  preload(): void {
    void this.host.load();
  }

  open(file: OpenFile): void {
    this.stop();
    this.host.kill();
    this.host.prepare();
    this.file = file;
    this.runs = [];
    this.panels = [];
    this.hasOwnPanels = false;
    this.output = [];
    this.error = undefined;
    this.translated = [];
    this.changes = {};
    this.setTime(0);
    for (const topic of ["file", "runs", "panels", "output", "error", "parameters", "status"] as const)
      this.emit(topic);
  }

  /** Runs the file from the top. */
  run(): void {
    if (this.file === undefined) return;
    this.begin();
    this.output = [];
    this.translated = [];
    this.changes = {};
    for (const run of this.runs) run.isVisible = false;
    this.emit("output");
    this.emit("parameters");
    const { name, source, parts } = this.file;
    const startedAt = this.startedAt;
    // a stop, or another run, in between makes this one void
    const isCurrent = (): boolean => this.isRunning && this.startedAt === startedAt;
    prepareCode(name, source, parts)
      .then(async (message) => {
        await this.host.sendLibraries([name, message.code, ...Object.values(message.parts)]);
        if (isCurrent()) this.host.post(message);
      })
      .catch((error: unknown) => isCurrent() && this.finish(errorReport(error, source, undefined)));
  }

  /** Runs the last model with the values of the form; it is not translated again. */
  runAgain(): void {
    const model = this.translated.at(-1);
    if (model === undefined) return;
    this.begin();
    const last = this.runs.at(-1);
    for (const run of this.runs) run.isVisible = run === last;
    this.host.post({ kind: "again", model: model.model, merge: this.changes });
  }

  /** Ends the run; what has been computed stays. The engine is gone with it, so the next run translates anew. */
  stop(): void {
    if (!this.isRunning) return;
    this.host.kill();
    this.host.prepare();
    for (const run of this.active.values()) run.stop();
    this.active.clear();
    this.translated = [];
    this.isRunning = false;
    for (const topic of ["data", "runs", "parameters", "status"] as const) this.emit(topic);
  }

  setSource(source: string): void {
    if (this.file !== undefined) this.file.source = source;
  }

  setTime(time: number): void {
    this.time = time;
    this.emit("time");
  }

  /** Adds the result of a file beside the runs; throws when it is none. */
  async addResult(text: string): Promise<void> {
    const { resultFromJson } = await import("../../src/results/resultFromJson.ts");
    const run = RunRecord.of(++this.counter, resultFromJson(text));
    this.runs.push(run);
    this.choosePanels(run);
    for (const topic of ["runs", "data", "panels"] as const) this.emit(topic);
  }

  get visibleRuns(): RunRecord[] {
    return this.runs.filter(({ isVisible }) => isVisible);
  }

  /** The newest run that is shown. */
  get mainRun(): RunRecord | undefined {
    return this.visibleRuns.at(-1) ?? this.runs.at(-1);
  }

  get fraction(): number {
    return [...this.active.values()].at(-1)?.fraction ?? 0;
  }

  toggleSignal(name: string): void {
    const at = this.panels.findIndex((names) => names.includes(name));
    if (at >= 0) {
      this.panels[at] = this.panels[at]!.filter((other) => other !== name);
      this.panels = this.panels.filter((names) => names.length > 0);
    } else this.panels = panelFor(this.panels, name, this.mainRun?.result);
    this.hasOwnPanels = true;
    this.emit("panels");
  }

  showEnergy(): void {
    const names = energyPanel(this.mainRun?.result);
    if (names.length === 0) return;
    this.panels = [...this.panels.filter((panel) => panel.join() !== names.join()), names];
    this.emit("panels");
  }

  private begin(): void {
    if (this.isRunning) this.stop();
    this.error = undefined;
    this.isRunning = true;
    this.startedAt = performance.now();
    this.emit("error");
    this.emit("status");
  }

  private receive(message: EngineMessage): void {
    switch (message.kind) {
      case "ready":
        break;
      case "print":
        this.output.push(...message.lines.slice(-mostLines));
        if (this.output.length > mostLines) this.output.splice(0, this.output.length - mostLines);
        this.emit("output");
        break;
      case "translated":
        this.translated.push(message.model);
        this.emit("parameters");
        break;
      case "plots":
        if (message.panels.length > 0) {
          this.panels = message.panels.map((names) => [...names]);
          this.hasOwnPanels = true;
          this.choosePanels(this.runs.at(-1));
          this.emit("panels");
        }
        break;
      case "begin": {
        const run = new RunRecord(++this.counter, message.start);
        this.active.set(message.start.run, run);
        this.runs = [...this.runs, run].slice(-mostRuns);
        this.emit("runs");
        break;
      }
      case "done":
        this.finish(message.error);
        break;
      default: {
        const run = this.active.get(message.run);
        run?.receive(message);
        if (message.kind === "signals") break;
        if (run !== undefined && message.kind === "segment") this.choosePanels(run);
        this.emit(message.kind === "progress" ? "status" : "data");
        if (message.kind === "end" || message.kind === "failedRun") this.emit("runs");
      }
    }
  }

  private finish(error: ErrorReport | undefined): void {
    this.isRunning = false;
    this.error = error;
    for (const run of this.active.values()) run.stop();
    this.active.clear();
    for (const topic of ["error", "data", "runs", "status"] as const) this.emit(topic);
  }

  /** Curves for a model that names none; vectors that it names become their elements. */
  private choosePanels(run: RunRecord | undefined): void {
    const { result } = run ?? {};
    if (result === undefined) return;
    const isOwn = this.hasOwnPanels || this.panels.length > 0;
    this.panels = isOwn ? expandPanels(this.panels, result) : defaultPanels(result);
    this.emit("panels");
  }
}
