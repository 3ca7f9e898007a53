/**
 * The state of the studio and what can be done with it. Parts of the page listen to topics and read from here.
 *
 * Length   the one state of the page: what can be done with it is a list of short methods
 */

import type { LinkedLook } from "../../src/modelFile/modelLink.ts";
import { errorReport } from "../engine/errorReport.ts";
import type { StudyRequest } from "../engine/modelStudy.ts";
import type { Outline } from "../engine/outline.ts";
import type {
  EngineMessage,
  ErrorReport,
  LibraryContents,
  LiveCommand,
  LiveControl,
  LivePace,
  PrintedLine,
  SolvedBlock,
  TranslatedModel,
} from "../protocol.ts";
import type { Desk } from "./desk.ts";
import { Emitter } from "./emitter.ts";
import type { EngineFiles } from "./engineFiles.ts";
import { EngineHost } from "./engineHost.ts";
import type { HistoryStep } from "./historySteps.ts";
import type { KeptModel } from "./modelStore.ts";
import { balancePanels, defaultPanels, expandPanels, panelFor, panelNames, panelWith } from "./panelChoice.ts";
import type { prepareCode } from "./prepareCode.ts";
import { RunRecord } from "./runRecord.ts";

export interface OpenFile {
  name: string;
  source: string;
  /** As it was when it was opened. */
  readonly original: string;
  /** What the browser keeps of it; undefined until it is changed. */
  kept?: KeptModel;
  /** Texts of other files that it imports, by the name behind `from`. */
  parts?: Readonly<Record<string, string>>;
  /** Whether one of them was changed. */
  hasOwnParts?: boolean;
  /** Which class of a Modelica file. */
  className?: string;
  /** A file that came in a link is someone else's. */
  readonly isForeign: boolean;
  /** An example of the gallery, or what a new model begins with: its types were checked where it was made. */
  readonly isOurs?: boolean;
  /** A result that was opened without a model: there is nothing to run. */
  readonly isResult?: boolean;
}

export type Topic =
  | "file" // another file is open
  | "text" // what is open was changed
  | "restored" // the text was changed from outside of the editor
  | HistoryStep // the last change is to be taken back, or made again
  | "library" // another library of Modelica
  | "name"
  | "changes" // values of the form
  | "kept" // a model was written
  | "preview" // the scene before a run
  | "live" // a model that runs at the pace of the clock
  | "pace"
  | "equations" // how they were solved
  | "study" // the answer of many runs
  | "noted" // something was put on the desk
  | "desk" // what lay there earlier is there again
  | "classes" // models of a Modelica file
  | "outline" // components and connections of the model
  | "selection" // another component or object is chosen, in whichever view
  | "view" // the picture shows another scene
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
/** Milliseconds without a key after which a changed text is translated, and after which that is given up, also on slow computers. */
const typingTime = 700;
const longestPreview = 60_000;
/** The same after a change by the mouse, of which there are fewer. */
const drawingTime = 300;
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
  /** The model at its start, as its text is now: what can be seen of it before it runs. */
  preview: RunRecord | undefined;
  /** The chosen component, object or joint by its name in the model; scene, tree, text and diagram show it. */
  selection: string | undefined;
  /** Components and connections, as the compiler has seen them last. */
  outline: Outline | undefined;
  /** How the equations of the last model were solved; undefined until somebody asks. */
  equations: readonly SolvedBlock[] | undefined;
  /** The last answer of many runs, a StudyOutcome as JSON. */
  study: string | undefined;
  /** Why there is none: told where it was asked for. */
  studyError: ErrorReport | undefined;
  private isStudying = false;
  /** What is kept beside the model: questions and answers of studies, scales of plots. */
  desk: Desk = {};
  /** Of a model that runs at the pace of the clock. */
  live: { controls: readonly LiveControl[]; pace: LivePace | undefined; refusal: string } | undefined;
  /** Models of a Modelica file, and the one that runs. */
  classes: { readonly names: readonly string[]; readonly chosen: string } | undefined;
  /** The error was found while the user was writing: it is marked, and nothing else happens. */
  isErrorOfPreview = false;
  /** Whether the user has chosen what is plotted. */
  hasChosenPanels = false;
  /** Time to go to after the first run, s. */
  private wantedTime: number | undefined;
  private isPreviewing = false;
  private previewTimer = 0;
  /** The text that the engine has been given last. */
  private sentText = "";
  private readonly host: EngineHost;
  /** Runs of the engine by its own numbers. */
  private active = new Map<number, RunRecord>();
  private counter = 0;
  private hasOwnPanels = false;
  /** The run whose curves are about to be chosen. */
  private panelsOf: RunRecord | undefined;

  /** Hears what the engine says of runs, in its order. */
  onRunMessage: (run: RunRecord, message: EngineMessage) => void = () => {};

  private readonly prepare: typeof prepareCode;

  /** `prepare` makes a file ready for the engine. */
  constructor(files: EngineFiles, prepare: typeof prepareCode) {
    super();
    this.prepare = prepare;
    this.host = new EngineHost(files, (message) => this.receive(message));
  }

  /** Files of Modelica libraries that models may use. */
  library: LibraryContents = new Map();

  setLibrary(files: LibraryContents): void {
    this.library = files;
    this.host.setLibrary(files);
    this.emit("library");
  }

  /** Loads the engine while the user chooses. */
  preload(): void {
    void this.host.load();
  }

  open(file: OpenFile): void {
    this.stop();
    this.host.kill();
    this.host.prepare();
    this.cancelPreview();
    this.preview = undefined;
    this.outline = undefined;
    this.classes = undefined;
    this.select(undefined);
    this.file = file;
    this.runs = [];
    this.desk = {};
    this.panels = file.kept?.panels?.map((names) => [...names]) ?? [];
    this.hasChosenPanels = this.panels.length > 0;
    this.hasOwnPanels = this.hasChosenPanels;
    this.output = [];
    this.error = undefined;
    this.translated = [];
    this.changes = { ...file.kept?.changes };
    this.setTime(0);
    for (const topic of ["file", "classes", "runs", "panels", "output", "error", "parameters", "status"] as const)
      this.emit(topic);
  }

  /** What a link asks for beside the text. */
  applyLook({ changes, plots, time }: LinkedLook): void {
    if (changes !== undefined) this.changes = { ...changes };
    if (plots !== undefined) {
      this.panels = plots.map((names) => [...names]);
      this.hasChosenPanels = true;
      this.hasOwnPanels = true;
    }
    this.wantedTime = time;
    this.emit("parameters");
    this.emit("panels");
  }

  /** Nothing is looked at: what was begun for looking ends. */
  leave(): void {
    this.cancelPreview();
  }

  /** Runs the model at the pace of the clock, until it is stopped. */
  runLive(): void {
    if (this.file === undefined) return;
    this.run(true);
  }

  /** Asks how the equations of the last model were solved. */
  async askForEquations(): Promise<void> {
    const model = this.translated.at(-1);
    if (model === undefined || this.isRunning) return;
    await this.host.sendLibraries(["solvedEquations"]);
    this.host.post({ kind: "equations", model: model.model });
  }

  /** Makes many runs of the last model, for an answer. */
  async runStudy(request: StudyRequest): Promise<void> {
    const model = this.translated.at(-1);
    if (model === undefined || this.isRunning) return;
    this.begin();
    this.isStudying = true;
    try {
      await this.host.sendLibraries(["modelStudy"]);
      this.host.post({ kind: "study", model: model.model, merge: this.changes, request });
    } catch (error) {
      this.finish(errorReport(error, "", undefined));
    }
  }

  /** To the model that runs live. */
  command(command: LiveCommand): void {
    if (this.live !== undefined) this.host.post({ kind: "live", ...command });
  }

  /** Runs the file from the top. */
  run(isLive = false): void {
    if (this.file === undefined || this.file.isResult === true) return;
    this.begin();
    this.live = isLive ? { controls: [], pace: undefined, refusal: "" } : undefined;
    this.emit("live");
    this.output = [];
    this.translated = [];
    for (const run of this.runs) run.isVisible = false;
    this.emit("output");
    this.emit("parameters");
    const { name, source, parts, className } = this.file;
    const merge = this.changes;
    const startedAt = this.startedAt;
    // a stop, or another run, in between makes this one void
    const isCurrent = (): boolean => this.isRunning && this.startedAt === startedAt;
    this.prepare(name, source, parts)
      .then(async (message) => {
        const texts = [name, message.code, ...Object.values(message.parts)];
        await this.host.sendLibraries(isLive ? [...texts, "rattleback/live"] : texts);
        const more = { ...(className !== undefined && { className }), ...(isLive && { isLive }) };
        if (!isCurrent()) return;
        this.sentText = source;
        this.host.post({ ...message, merge, ...more });
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
    this.live = undefined;
    this.host.kill();
    this.host.prepare();
    for (const run of this.active.values()) run.stop();
    this.active.clear();
    this.translated = [];
    this.isRunning = false;
    for (const topic of ["live", "data", "runs", "parameters", "status"] as const) this.emit(topic);
  }

  setSource(source: string, delay = typingTime): void {
    if (this.file === undefined || this.file.source === source) return;
    this.file.source = source;
    this.emit("text");
    this.previewSoon(delay);
  }

  /** Another text for a file that is imported. */
  setPart(name: string, text: string): void {
    if (this.file?.parts?.[name] === undefined || this.file.parts[name] === text) return;
    this.file.parts = { ...this.file.parts, [name]: text };
    this.file.hasOwnParts = true;
    this.emit("text");
    this.previewSoon(typingTime);
  }

  /** Files beside the model that its text will import. */
  addParts(parts: Readonly<Record<string, string>>): void {
    if (this.file === undefined) return;
    this.file.parts = { ...this.file.parts, ...parts };
    this.file.hasOwnParts = true;
    this.emit("text");
  }

  /** Chooses a part of the model by its name, in all views. */
  select(name: string | undefined): void {
    // shapes of Modelica are parts of components, which are what the text has
    const top = name?.replace(/[.[].*$/, "");
    const isPart = this.classes !== undefined && this.outline?.components.some((known) => known.name === top) === true;
    const chosen = isPart ? top : name;
    if (chosen === this.selection) return;
    this.selection = chosen;
    this.emit("selection");
  }

  /** Goes back or forward in the one history of all views, which the editor of the text has. */
  step(step: HistoryStep): void {
    this.emit(step);
    this.emit("restored");
  }

  /** Takes another text, such as an earlier one, as if it had been typed. */
  restore(source: string): void {
    this.setSource(source, drawingTime);
    this.emit("restored");
  }

  rename(name: string): void {
    if (this.file === undefined || name === "" || name === this.file.name) return;
    this.file.name = name;
    this.emit("name");
  }

  /** Takes another class of a Modelica file. */
  chooseClass(name: string): void {
    // what was asked for last may not have been answered yet
    if (this.file === undefined || (this.file.className ?? this.classes?.chosen) === name) return;
    this.file.className = name;
    this.changes = {};
    this.panels = [];
    this.hasOwnPanels = false;
    this.hasChosenPanels = false;
    for (const topic of ["changes", "parameters", "panels"] as const) this.emit(topic);
    this.previewSoon();
  }

  /** Puts something on the desk. */
  note(name: string, value: unknown): void {
    this.desk = { ...this.desk, [name]: value };
    this.emit("noted");
  }

  setChange(name: string, value: unknown): void {
    if (value === undefined) delete this.changes[name];
    else this.changes[name] = value;
    this.emit("changes");
  }

  /** Forgets all changed values. */
  resetChanges(): void {
    this.changes = {};
    this.emit("changes");
    this.emit("parameters");
  }

  /**
   * Translates what is open and shows it at its start, after some milliseconds without another change. Texts of others are left alone
   * until the user has run them.
   */
  previewSoon(delay = 0): void {
    this.cancelPreview();
    if (this.isRunning || this.file === undefined || this.file.isResult === true) return;
    if (this.file.isForeign && this.runs.length === 0) return;
    this.previewTimer = window.setTimeout(() => void this.startPreview(), delay);
  }

  private async startPreview(): Promise<void> {
    const { file } = this;
    if (file === undefined || this.isRunning) return;
    const { name, source, parts, className } = file;
    this.isPreviewing = true;
    const isCurrent = (): boolean => this.isPreviewing && this.file === file && file.source === source;
    try {
      const message = await this.prepare(name, source, parts);
      await this.host.sendLibraries([name, message.code, ...Object.values(message.parts)]);
      if (!isCurrent()) return;
      this.sentText = source;
      this.host.post({
        ...message,
        merge: this.changes,
        isPreview: true,
        ...(className !== undefined && { className }),
      });
      // a text that computes for long before it has a model is left until it is run
      this.previewTimer = window.setTimeout(() => this.cancelPreview(), longestPreview);
    } catch (error) {
      if (!isCurrent()) return;
      this.finishPreview(errorReport(error, source, undefined));
    }
  }

  private cancelPreview(): void {
    clearTimeout(this.previewTimer);
    if (!this.isPreviewing) return;
    this.isPreviewing = false;
    this.active.clear();
    this.host.kill();
    this.host.prepare();
  }

  /** Whether the newest start or run is of the text as it is. */
  get isTranslated(): boolean {
    return (this.preview ?? this.mainRun)?.text === this.file?.source;
  }

  setTime(time: number): void {
    this.time = time;
    this.emit("time");
  }

  /** Lists runs of an earlier page; the newest of them is shown where there is nothing newer. */
  takeBack(runs: readonly RunRecord[]): void {
    if (runs.length === 0) return;
    const isFirst = this.runs.length === 0;
    for (const run of runs) run.isVisible = isFirst && run === runs.at(-1);
    this.counter = Math.max(this.counter, ...runs.map(({ number }) => number));
    this.runs = [...runs, ...this.runs].slice(-mostRuns);
    if (isFirst) this.choosePanels(runs.at(-1));
    for (const topic of ["runs", "data", "status"] as const) this.emit(topic);
    if (!isFirst || this.wantedTime === undefined) return;
    this.setTime(this.wantedTime);
    this.wantedTime = undefined;
  }

  /** Shows the result of a file, and nothing else until other runs are ticked; throws when it is none. */
  async addResult(text: string): Promise<void> {
    const { resultFromJson } = await import("../../src/results/resultFromJson.ts");
    const run = RunRecord.of(++this.counter, resultFromJson(text));
    for (const other of this.runs) other.isVisible = false;
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
      this.panels = this.panels.filter((panel) => panelNames(panel).names.length > 0);
    } else this.panels = panelFor(this.panels, name, this.mainRun?.result);
    this.hasOwnPanels = true;
    this.hasChosenPanels = true;
    this.emit("panels");
  }

  /** Another choice of signals for a panel; an empty one takes it away. `at` behind the last makes one. */
  setPanel(at: number, panel: readonly string[]): void {
    const panels = [...this.panels];
    panels[at] = [...panel];
    this.panels = panels.filter((names) => panelNames(names).names.length > 0);
    this.hasOwnPanels = true;
    this.hasChosenPanels = true;
    this.emit("panels");
  }

  /** Takes a signal out of the panel it is in, into another one. */
  moveSignal(name: string, to: number): void {
    const panels = this.panels.map((panel, k) => {
      const { across, names } = panelNames(panel);
      const rest = names.filter((other) => other !== name);
      return panelWith({ across, names: k === to ? [...rest, name] : rest });
    });
    if (to >= panels.length) panels.push([name]);
    this.panels = panels.filter((panel) => panelNames(panel).names.length > 0);
    this.hasOwnPanels = true;
    this.hasChosenPanels = true;
    this.emit("panels");
  }

  showBalances(): void {
    const balances = balancePanels(this.mainRun?.result);
    const isBalance = (panel: readonly string[]): boolean => balances.some((names) => names.join() === panel.join());
    this.panels = [...this.panels.filter((panel) => !isBalance(panel)), ...balances];
    this.emit("panels");
  }

  private begin(): void {
    if (this.isRunning) this.stop();
    this.isStudying = false;
    this.cancelPreview();
    this.error = undefined;
    this.isErrorOfPreview = false;
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
        this.equations = undefined;
        if (this.isPreviewing) this.translated = [];
        // told again when the file has run it with other values
        this.translated = [...this.translated.filter(({ model }) => model !== message.model.model), message.model];
        this.emit("parameters");
        break;
      case "classes":
        this.classes = { names: message.names, chosen: message.chosen };
        this.emit("classes");
        break;
      case "outline":
        this.outline = message.outline;
        this.emit("outline");
        break;
      case "plots":
        if (message.panels.length === 0 && this.hasOwnPanels && !this.hasChosenPanels) {
          // the text asked for them before and does so no more
          this.panels = [];
          this.hasOwnPanels = false;
          this.emit("panels");
        }
        if (message.panels.length > 0 && !this.hasChosenPanels) {
          this.panels = message.panels.map((names) => [...names]);
          this.hasOwnPanels = true;
          this.choosePanels(this.runs.at(-1));
          this.emit("panels");
        }
        break;
      case "begin": {
        if (this.isPreviewing) {
          const start = new RunRecord(0, message.start, this.sentText);
          this.active.set(message.start.run, start);
          break;
        }
        const run = new RunRecord(++this.counter, message.start, this.sentText);
        this.active.set(message.start.run, run);
        this.runs = [...this.runs, run].slice(-mostRuns);
        this.onRunMessage(run, message);
        // made before this run, perhaps of an older text or of other values
        this.preview = undefined;
        this.emit("runs");
        break;
      }
      case "equations":
        this.equations = message.blocks;
        this.emit("equations");
        break;
      case "study":
        this.study = message.text;
        this.emit("study");
        break;
      case "controls":
        this.live = { controls: message.controls, pace: undefined, refusal: "" };
        this.emit("live");
        break;
      case "refused":
        if (this.live !== undefined) this.live.refusal = message.error.what;
        this.emit("live");
        break;
      case "pace":
        if (this.live === undefined) break;
        this.live.pace = message.pace;
        this.setTime(message.pace.time);
        this.emit("pace");
        break;
      case "done":
        this.finish(message.error);
        break;
      default: {
        const run = this.active.get(message.run);
        run?.receive(message);
        if (this.isPreviewing) break;
        if (run !== undefined) this.onRunMessage(run, message);
        if (message.kind === "signals") break;
        if (run !== undefined && message.kind === "segment") this.choosePanelsSoon(run);
        this.emit(message.kind === "progress" ? "status" : "data");
        if (message.kind === "end" || message.kind === "failedRun") this.chooseWaitingPanels();
        if (message.kind === "end" && run !== undefined && !this.hasOwnPanels) {
          // now it is known what moves
          this.panels = [];
          this.choosePanels(run);
        }
        if (message.kind === "end" || message.kind === "failedRun") this.emit("runs");
      }
    }
  }

  private finishPreview(error: ErrorReport | undefined): void {
    clearTimeout(this.previewTimer);
    this.isPreviewing = false;
    const start = [...this.active.values()].at(-1);
    // while somebody draws, a model is often not whole: the last one that was stays in sight
    if (error === undefined || start?.result !== undefined) this.preview = start;
    this.active.clear();
    this.error = error;
    this.isErrorOfPreview = true;
    for (const topic of ["error", "preview", "data", "status"] as const) this.emit(topic);
  }

  private finish(error: ErrorReport | undefined): void {
    if (this.isPreviewing) {
      this.finishPreview(error);
      return;
    }
    this.isRunning = false;
    this.live = undefined;
    this.error = this.isStudying ? undefined : error;
    this.studyError = this.isStudying ? error : undefined;
    for (const run of this.active.values()) run.stop();
    this.active.clear();
    for (const topic of ["live", "error", "data", "runs", "status"] as const) this.emit(topic);
    if (this.wantedTime !== undefined && this.mainRun !== undefined) this.setTime(this.wantedTime);
    this.wantedTime = undefined;
  }

  /** Of a large model it takes as long as to begin its segment: the page does other things in between. */
  private choosePanelsSoon(run: RunRecord): void {
    if (this.panelsOf === undefined) window.setTimeout(() => this.chooseWaitingPanels());
    this.panelsOf = run;
  }

  private chooseWaitingPanels(): void {
    const run = this.panelsOf;
    this.panelsOf = undefined;
    if (run !== undefined && this.runs.includes(run)) this.choosePanels(run);
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
