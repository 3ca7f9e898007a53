/** Runs of one model on all cores: a pool of workers, a journal of what is done, a table at the end. */

import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { Piscina } from "piscina";
import { elementOf } from "../../compile/groupElement.ts";
import type { CompileState } from "../../compile/state.ts";
import { suggestName } from "../../errors/nearestName.ts";
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { anObject, aText, fields, listOf } from "../../errors/shapes.ts";
import { simulateOptionsOf } from "../../modelFile/experiment.ts";
import { type InstantiatedModel, instantiate } from "../../run/instantiate.ts";
import type { SimulateOptions } from "../../run/simulateOptions.ts";
import { forPrograms } from "../commandFailure.ts";
import { loadModelFile, modelFailure } from "../loadModelFile.ts";
import { type Parcel, packParcel } from "../queue/parcel.ts";
import type { QueuedRun } from "../queue/sweepJob.ts";
import type { FinishedRun } from "./finishedRuns.ts";
import type { LivePage } from "./livePage.ts";
import { signalOf } from "./quantity.ts";
import { allEnded } from "./runPool.ts";
import { digest, filesOfModel, sweepIdentity } from "./sweepIdentity.ts";
import { SweepJournal } from "./sweepJournal.ts";
import { type PlanOptions, planSweep, type SweepPlan } from "./sweepPlan.ts";
import type { SweepSimulateOptions } from "./sweepSimulateOptions.ts";
import { type SweepTable, sweepTable } from "./sweepTable.ts";
import type { SweepTask } from "./sweepTask.ts";

export interface SweepOptions extends PlanOptions {
  /** What to keep of each run: names of signals for their final values, `min(name)`, `max(name)`. */
  readonly quantities: readonly string[];
  /** Default: one per core. */
  readonly workers?: number;
  readonly simulate?: SweepSimulateOptions;
  /** File in which finished runs are noted, so that a killed sweep can go on. Default: none. */
  readonly journal?: string;
  /** Folder of relative names. Default: the working folder. */
  readonly folder?: string;
  /** Folders beside the model's own from which it may read files. Default: none. */
  readonly allowFiles?: readonly string[];
  readonly onRun?: (run: FinishedRun, done: number, total: number) => void;
  /** Told before the first run when lines of the journal are damaged; their runs are done again. */
  readonly onDamage?: (lines: readonly number[]) => void;
  /** Stops after the runs under way; the journal keeps what is done. */
  readonly signal?: AbortSignal;
  /** Address of a Redis: the runs go into a queue there, and workers on any machines take them. Default: the cores of this one. */
  readonly queue?: string;
  /** Runs per job of the queue. Default: 20, fewer when there are few. */
  readonly batch?: number;
  /** Told what stands in the way of a queue, such as no worker of this version. */
  readonly onNotice?: (text: string) => void;
  /** Port of a page on this computer that shows the sweep while it runs and lets it be called off; 0 takes any free one. Default: none. */
  readonly page?: number;
  /** Told the address of that page. */
  readonly onPage?: (address: string) => void;
}

const knownOptions = [
  "vary",
  "runs",
  "seed",
  "quantities",
  "workers",
  "simulate",
  "journal",
  "folder",
  "allowFiles",
  "onRun",
  "onDamage",
  "signal",
  "queue",
  "batch",
  "onNotice",
  "page",
  "onPage",
];

/** Runs a model file over values or distributions of its parameters: `await runSweep("servo.ts", { vary: { "motor.R": [1, 2] }, quantities: ["w"] })`. */
export async function runSweep(modelFile: string, options: SweepOptions): Promise<SweepTable> {
  return forPrograms("runSweep", () => sweepModelFile(modelFile, options));
}

/** The same for the command line, which shows failures at their place in the file. */
export async function sweepModelFile(modelFile: string, options: SweepOptions): Promise<SweepTable> {
  aText(modelFile, "modelFile");
  checkOptionNames(options, knownOptions, "runSweep");
  fields({ quantities: listOf(aText), folder: aText, vary: anObject, simulate: anObject }, ["quantities"])(
    options,
    "options",
  );
  const { quantities, folder = process.cwd(), workers = availableParallelism() } = options;
  check(quantities, workers);
  if (options.queue !== undefined && /\.mo(#|$)/i.test(modelFile)) throw queuedModelica();
  const { identity, files, path, model, experiment } = await translate(modelFile, folder, options);
  const plan = planSweep(options, identity);
  checkNames(model, { ...experiment.merge, ...options.simulate?.merge }, plan, quantities);
  const journal = new SweepJournal(options.journal === undefined ? undefined : resolve(folder, options.journal), {
    sweep: plan.hash,
    quantities,
  });
  let page: LivePage | undefined;
  try {
    if (journal.damagedLines.length > 0) options.onDamage?.(journal.damagedLines);
    const shown =
      options.page === undefined ? undefined : await withPage(options.page, modelFile, plan, journal, options);
    page = shown?.page;
    const { queue } = options;
    if (queue === undefined) await runMissing(modelFile, folder, plan, journal, workers, shown?.options ?? options);
    else await runQueued(modelFile, packParcel(path, files), plan, journal, queue, shown?.options ?? options);
  } finally {
    journal.close();
    page?.end();
    await page?.close();
  }
  return sweepTable(plan.points, quantities, journal.finished);
}

/** The options with a page that is told everything as well, and may stop the sweep. */
async function withPage(
  port: number,
  modelFile: string,
  { points }: SweepPlan,
  { finished }: SweepJournal,
  options: SweepOptions,
): Promise<{ page: LivePage; options: SweepOptions }> {
  // loaded only by those who want it
  const { openLivePage } = await import("./livePage.ts");
  const stop = new AbortController();
  options.signal?.addEventListener("abort", () => stop.abort());
  if (options.signal?.aborted === true) stop.abort();
  const page = await openLivePage(modelFile, options.quantities, port, () => stop.abort());
  page.plan(points.length, points.names);
  for (const run of finished.values()) page.add(run, points.at(run.run));
  options.onPage?.(page.address);
  const shown: SweepOptions = {
    ...options,
    signal: stop.signal,
    onRun: (run, done, total) => {
      page.add(run, points.at(run.run));
      options.onRun?.(run, done, total);
    },
    onNotice: (text) => {
      page.notice(text);
      options.onNotice?.(text);
    },
  };
  return { page, options: shown };
}

interface TranslatedSweep {
  /** What the results depend on beside the points. */
  readonly identity: string;
  readonly path: string;
  /** Contents of all files that the model needs, by their paths. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly model: InstantiatedModel;
  readonly experiment: SimulateOptions;
}

/** A model that cannot be loaded or translated, or has no such parameter, is one error now and not one per run. */
async function translate(
  modelFile: string,
  folder: string,
  { vary, simulate = {}, allowFiles }: SweepOptions,
): Promise<TranslatedSweep> {
  const file = await loadModelFile(modelFile, folder, allowFiles);
  try {
    const names = Object.keys(vary).map((name) => [name, 1] as const);
    const {
      model,
      files,
      digests: read,
    } = filesOfModel(file, (readFile) => instantiate(file.model, { name: file.name, readFile }));
    model.variantFor({ ...simulate.merge, ...Object.fromEntries(names) });
    const libraries =
      file.libraryTexts === undefined ? {} : { className: file.name, libraries: digests(file.libraryTexts) };
    const identity = sweepIdentity(file.path, read, { ...simulate, ...libraries });
    return { identity, path: file.path, files, model, experiment: simulateOptionsOf(file.experiment) };
  } catch (error) {
    throw modelFailure(variedName(error, vary), modelFile, file.path, file.source);
  }
}

/** A name that the model does not have was written in `vary`. */
function variedName(error: unknown, vary: PlanOptions["vary"]): unknown {
  if (!(error instanceof RattlebackError) || error.code !== "E-MERGE-UNKNOWN") return error;
  const { code, what, hint, data } = error;
  if (!Object.hasOwn(vary, String(data["name"]))) return error;
  return new RattlebackError(code, what, { path: `vary.${data["name"]}`, hint: hint ?? "", data });
}

async function runQueued(
  modelFile: string,
  parcel: Parcel,
  plan: SweepPlan,
  journal: SweepJournal,
  url: string,
  { quantities, simulate = {}, batch, onRun, onNotice, signal }: SweepOptions,
): Promise<void> {
  const missing = plan.points.length - journal.finished.size;
  if (missing === 0) return;
  // loaded only by those who have a queue
  const { QueuedRuns } = await import("../queue/queuedRuns.ts");
  const queue = await QueuedRuns.open({
    ...{ url, parcel, model: modelFile, identity: plan.hash, total: missing, onNotice, signal },
    task: { options: simulate, quantities },
    batch: batch ?? Math.max(1, Math.min(20, Math.floor(missing / 16))),
  });
  try {
    await queue.run(missingRuns(plan, journal), (answers) => {
      const fresh = answers.filter(({ run }) => !journal.finished.has(run));
      const before = journal.finished.size;
      journal.note(...fresh);
      fresh.forEach((run, k) => {
        onRun?.(run, before + k + 1, plan.points.length);
      });
    });
  } finally {
    await queue.close();
  }
}

/** One after the other, as somebody asks for them: a million need not be held twice. */
function* missingRuns({ points }: SweepPlan, { finished }: SweepJournal): Generator<QueuedRun> {
  for (let run = 0; run < points.length; run++) if (!finished.has(run)) yield { run, point: points.at(run) };
}

async function runMissing(
  modelFile: string,
  folder: string,
  plan: SweepPlan,
  journal: SweepJournal,
  workers: number,
  { quantities, simulate = {}, allowFiles = [], onRun, signal }: SweepOptions,
): Promise<void> {
  const missing = plan.points.length - journal.finished.size;
  if (missing === 0) return;
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const threads = Math.min(workers, missing);
  const pool = new Piscina({
    filename: new URL(`./sweepTask.${ending}`, import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
  });
  // one iterator for all: when the journal fails in one of them, the others find nothing to go on with
  const next = missingRuns(plan, journal);
  const work = async (): Promise<void> => {
    for (const { run, point } of next) {
      if (signal?.aborted === true) return;
      const task: SweepTask = { modelFile, folder, allowFiles, run, point, options: simulate, quantities };
      const finished = (await pool.run(task)) as FinishedRun;
      journal.note(finished);
      onRun?.(finished, journal.finished.size, plan.points.length);
    }
  };
  try {
    // two tasks per worker, so that none waits for the next
    await allEnded(Array.from({ length: 2 * threads }, work));
  } finally {
    await pool.destroy();
  }
}

function digests(texts: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...texts].map(([path, text]) => [path, digest(text)]));
}

function queuedModelica(): RattlebackError {
  return new RattlebackError("E-SWEEP-QUEUE-MODELICA", "Modelica files cannot be swept through a queue.", {
    path: "options.queue",
    because: "the libraries that they use stay on this machine",
    hint: "sweep on the own cores: leave queue out",
  });
}

/**
 * What no run can have is one error now, before anything waits for a worker. Names of bodies may come while a run goes on, and arrays may be
 * of other sizes in other runs: these are left to the runs.
 */
function checkNames(
  model: InstantiatedModel,
  merge: Readonly<Record<string, unknown>>,
  { points }: SweepPlan,
  quantities: readonly string[],
): void {
  if (points.length === 0) return;
  const variants = [points.at(0), points.at(points.length - 1)].map(
    (point) => model.variantFor({ ...merge, ...point }).model.program.state,
  );
  if (variants.some(({ components }) => components.length > 0)) return;
  const isResized = variants[0] !== variants[1];
  for (const quantity of quantities) {
    const name = signalOf(quantity).replace(/^der\((.*)\)$/, "$1");
    const base = isResized ? name.replace(/\[[\d, ]+\]$/, "") : name;
    const isKnown = variants.some((state) => base === "time" || state.groups.has(base) || hasElement(state, base));
    if (isKnown) continue;
    const names = variants.flatMap((state) => [...state.groups.keys()]);
    throw new RattlebackError("E-SWEEP-QUANTITIES", `The model has no signal "${signalOf(quantity)}".`, {
      path: "quantities",
      hint: suggestName(name, names, "the final value of a signal, min(name), max(name)"),
      data: { name },
    });
  }
}

function hasElement(state: CompileState, name: string): boolean {
  return elementOf(state, name)?.index !== undefined;
}

function check(quantities: readonly string[], workers: number): void {
  if (quantities.length === 0) {
    throw new RattlebackError("E-SWEEP-QUANTITIES", "The sweep keeps nothing of its runs.", {
      path: "quantities",
      hint: 'name signals: quantities: ["motor.w", "max(motor.i)"]',
    });
  }
  if (!Number.isInteger(workers) || workers < 1) {
    throw new RattlebackError("E-OPTION-VALUE", `workers is ${workers}; it must be a positive whole number.`, {
      path: "options.workers",
      hint: "workers: 2",
      data: { workers },
    });
  }
}
