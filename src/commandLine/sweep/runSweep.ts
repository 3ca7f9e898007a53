/** Runs of one model on all cores: a pool of workers, a journal of what is done, a table at the end. */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { Piscina } from "piscina";
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { instantiate } from "../../run/instantiate.ts";
import type { SimulateOptions } from "../../run/simulateOptions.ts";
import { loadModelFile, modelFailure } from "../loadModelFile.ts";
import { RememberingReader, sweepIdentity } from "./sweepIdentity.ts";
import { type FinishedRun, SweepJournal } from "./sweepJournal.ts";
import { type PlanOptions, planSweep, type SweepPlan } from "./sweepPlan.ts";
import { type SweepTable, sweepTable } from "./sweepTable.ts";
import type { SweepTask } from "./sweepTask.ts";

/** Options of `simulate` that can be handed to a worker. */
export type SweepSimulateOptions = Pick<
  SimulateOptions,
  "startTime" | "stopTime" | "interval" | "tolerance" | "absoluteTolerance" | "maximumStep" | "method" | "merge"
>;

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
];

/** Runs a model file over values or distributions of its parameters: `await runSweep("servo.ts", { vary: { "motor.R": [1, 2] }, quantities: ["w"] })`. */
export async function runSweep(modelFile: string, options: SweepOptions): Promise<SweepTable> {
  checkOptionNames(options, knownOptions, "runSweep");
  const { quantities, folder = process.cwd(), workers = availableParallelism() } = options;
  check(quantities, workers);
  const plan = planSweep(options, await translate(modelFile, folder, options));
  const journal = new SweepJournal(options.journal === undefined ? undefined : resolve(folder, options.journal), {
    sweep: plan.hash,
    quantities,
  });
  try {
    if (journal.damagedLines.length > 0) options.onDamage?.(journal.damagedLines);
    await runMissing(modelFile, folder, plan, journal, workers, options);
  } finally {
    journal.close();
  }
  return sweepTable(plan.points, quantities, journal.finished);
}

/**
 * A model that cannot be loaded or translated, or has no such parameter, is one error now and not one per run. Returns what the
 * results depend on beside the points.
 */
async function translate(
  modelFile: string,
  folder: string,
  { vary, simulate = {}, allowFiles }: SweepOptions,
): Promise<string> {
  const file = await loadModelFile(modelFile, folder, allowFiles);
  try {
    const names = Object.keys(vary).map((name) => [name, 1] as const);
    const reader = new RememberingReader(file.readFile);
    const model = instantiate(file.model, { name: file.name, readFile: reader.read });
    model.variantFor({ ...simulate.merge, ...Object.fromEntries(names) });
    return sweepIdentity(file.path, reader.digests, { ...simulate });
  } catch (error) {
    throw modelFailure(error, modelFile, file.path, file.source);
  }
}

async function runMissing(
  modelFile: string,
  folder: string,
  plan: SweepPlan,
  journal: SweepJournal,
  workers: number,
  { quantities, simulate = {}, allowFiles = [], onRun, signal }: SweepOptions,
): Promise<void> {
  const missing = plan.points.map((_, run) => run).filter((run) => !journal.finished.has(run));
  if (missing.length === 0) return;
  const ending = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const threads = Math.min(workers, missing.length);
  const pool = new Piscina({
    filename: new URL(`./sweepTask.${ending}`, import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
  });
  const next = missing.values();
  const work = async (): Promise<void> => {
    for (const run of next) {
      if (signal?.aborted === true) return;
      const point = plan.points[run]!;
      const task: SweepTask = { modelFile, folder, allowFiles, run, point, options: simulate, quantities };
      const finished = (await pool.run(task)) as FinishedRun;
      journal.note(finished);
      onRun?.(finished, journal.finished.size, plan.points.length);
    }
  };
  try {
    // two tasks per worker, so that none waits for the next
    await Promise.all(Array.from({ length: 2 * threads }, work));
  } finally {
    await pool.destroy();
  }
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
