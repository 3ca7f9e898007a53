/** Answers the page: runs model files and runs models again. Knows nothing of workers, so that it is tested in Node. */
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { ModelDefinition } from "../../src/language/model.ts";
import { checkExperiment, plotPanels, simulateOptionsOf } from "../../src/modelFile/experiment.ts";
import { modelFileFromJson, modelName } from "../../src/modelFile/modelFile.ts";
import type { SimulateOptions } from "../../src/run/simulateOptions.ts";
import type { LibraryContents, LiveCommand, PageMessage } from "../protocol.ts";
import { classOutline } from "./classOutline.ts";
import { errorReport } from "./errorReport.ts";
import { evaluateModule, lineOnStack } from "./evaluateModule.ts";
import { type LiveModel, startLive } from "./liveModel.ts";
import { modelStudy } from "./modelStudy.ts";
import { loadFunctions, loadModule, modulesFor } from "./modules.ts";
import { outlineOf } from "./outline.ts";
import { Printer } from "./printer.ts";
import { HandOver, ReportingRuns } from "./reportingRuns.ts";
import { solvedEquations } from "./solvedEquations.ts";
import type { Clock, Send } from "./streamingSink.ts";

export class Engine {
  private readonly send: Send;
  private readonly printer: Printer;
  private readonly now: Clock;
  /** Of a Modelica library that the page has. */
  library: LibraryContents = new Map();
  private source = "";
  private fileName = "";
  private runs: ReportingRuns | undefined;
  private live: LiveModel | undefined;

  constructor(send: Send, now: Clock = () => performance.now()) {
    this.printer = new Printer(send, now);
    this.send = this.printer.send;
    this.now = now;
  }

  /** Not one after the other like all else: a live model listens while it runs. */
  obey(command: LiveCommand): void {
    this.live?.obey(command);
  }

  async handle(message: Exclude<PageMessage, { kind: "scripts" | "library" | "live" }>): Promise<void> {
    try {
      if (message.kind === "equations") {
        const model = this.runs?.modelOf(message.model);
        await loadFunctions(["solvedEquations"]);
        if (model !== undefined) this.send({ kind: "equations", blocks: solvedEquations(model) });
        return;
      }
      if (message.kind === "study") {
        const { model, options = {} } = this.runs?.setting(message.model) ?? {};
        await loadFunctions(["modelStudy"]);
        const merge = { ...options.merge, ...message.merge };
        if (model !== undefined)
          this.send({ kind: "study", text: JSON.stringify(modelStudy(model, { ...options, merge }, message.request)) });
      } else if (message.kind === "run") {
        await this.run(message);
        this.runs?.tellValues();
      } else this.runs?.again(message.model, message.merge);
      this.send({ kind: "done", error: undefined });
    } catch (error) {
      this.send({ kind: "done", error: this.report(error) });
    }
  }

  private async run(message: Extract<PageMessage, { kind: "run" }>): Promise<void> {
    const { fileName, source, code, parts, merge = {}, isPreview = false } = message;
    this.source = source;
    this.fileName = fileName;
    this.printer.hasPrinted = false;
    const runs = new ReportingRuns(modelName(fileName), this.send, this.now, (error) => this.report(error));
    this.runs = runs;
    const isJson = fileName.endsWith(".json");
    if (isJson) await loadFunctions([source, fileName]);
    const { model, experiment: given } = isJson
      ? modelFileFromJson(source, fileName)
      : /\.mo$/i.test(fileName)
        ? await this.readModelica(message)
        : await this.evaluate(code, parts, runs, isPreview || message.isLive === true);
    const experiment = checkExperiment(given);
    this.send({ kind: "plots", panels: plotPanels(experiment) });
    if (model instanceof ModelDefinition && model.foreign === undefined)
      this.send({ kind: "outline", outline: outlineOf(model) });
    if (!(model instanceof ModelDefinition)) {
      // a file that runs or prints something by itself need not have one
      const isSilent = runs.count === 0 && !isPreview && !this.printer.hasPrinted;
      if (message.isLive === true || isSilent)
        throw new RattlebackError("E-MODEL-FILE", "The file exports no model.", {
          path: fileName,
          hint: "export default Model({ … })",
        });
      return;
    }
    // a file that ran its model itself has been watched doing so
    if (runs.count > 0) return;
    const instance = runs.instantiate(model);
    if (message.isLive === true) {
      await loadFunctions(["rattleback/live"]);
      this.live = runs.live(instance, simulateOptionsOf(experiment), merge, startLive);
      await this.live.ended;
      this.live = undefined;
    } else if (isPreview) runs.preview(instance, simulateOptionsOf(experiment), merge);
    else runs.simulateWith(instance, this.timed(simulateOptionsOf(experiment)), merge);
  }

  /** A model that does not say how long it runs is run for a second, as tools for Modelica do, and the user is told. */
  private timed(options: SimulateOptions): SimulateOptions {
    if (options.stopTime !== undefined || typeof options.startTime === "object") return options;
    const said = this.fileName.endsWith(".mo")
      ? "annotation(experiment(StopTime = 10));"
      : this.fileName.endsWith(".json")
        ? '"experiment": { "stopTime": 10 }'
        : "export const experiment = { stopTime: 10 };";
    this.printer.print(`The model does not say how long it runs: one second. This says it: ${said}`, false);
    return { ...options, stopTime: (options.startTime ?? 0) + 1 };
  }

  /** The class that is meant; of several the first that says how it is to be run, until the user chooses. */
  private async readModelica(message: Extract<PageMessage, { kind: "run" }>) {
    const { fileName, source, parts, className } = message;
    await loadFunctions(["rattleback/modelica"]);
    const { libraryFolders, memoryFiles, modelicaModelFile, modelsOfFile } = await loadModule("rattleback/modelica");
    const { models, experiments, within } = modelsOfFile(fileName, source);
    const names = experiments.length > 0 ? experiments : models;
    const chosen = className !== undefined && models.includes(className) ? className : names[0];
    if (chosen !== undefined) this.send({ kind: "classes", names: models, chosen });
    // a file of the library is read as it is being written, also when it was opened beside the library
    const inLibrary = `${within.replaceAll(".", "/")}/${fileName.replace(/^.*\//, "")}`;
    const path = [...this.library.keys()].find(
      (known) => known === fileName || (within !== "" && `/${known}`.endsWith(`/${inLibrary}`)),
    );
    const contents = path === undefined ? this.library : new Map(this.library).set(path, source);
    const [folders, files] = [libraryFolders(contents.keys()), memoryFiles(contents)];
    const file = modelicaModelFile(fileName, source, { texts: parts, folders, files, className: chosen });
    // a class that cannot be translated yet has a diagram
    const outline = classOutline(file);
    if (outline !== undefined) this.send({ kind: "outline", outline });
    return file;
  }

  /** What the file exports. A file that exports a model and an experiment is left at its first run: what follows checks the file itself. */
  private async evaluate(
    code: string,
    parts: Readonly<Record<string, string>>,
    runs: ReportingRuns,
    isPreview: boolean,
  ): Promise<{ model: unknown; experiment: unknown }> {
    const print =
      (isError: boolean) =>
      (...values: unknown[]) =>
        this.printer.print(values.map(inWords).join(" "), isError);
    const console = { log: print(false), info: print(false), warn: print(true), error: print(true) };
    const exported: Record<string, unknown> = {};
    runs.canTakeOver = () =>
      isPreview ||
      (exported["default"] instanceof ModelDefinition && exported["experiment"] !== undefined && runs.count === 0);
    try {
      const modules = await modulesFor([code, ...Object.values(parts)], runs);
      await evaluateModule(code, exported, parts, modules, console);
    } catch (error) {
      if (!(error instanceof HandOver)) throw error;
    } finally {
      runs.canTakeOver = () => false;
    }
    return { model: exported["default"], experiment: exported["experiment"] };
  }

  private report(error: unknown) {
    const report = errorReport(error, this.source, lineOnStack(error));
    const file = error instanceof RattlebackError ? error.data["file"] : undefined;
    // another file of a library is not on the page
    return typeof file === "string" && file !== this.fileName ? { ...report, place: undefined } : report;
  }
}

function inWords(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof Error) return value.message;
  if (ArrayBuffer.isView(value)) return `[${Array.from(value as Float64Array).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return String(value);
  }
}
