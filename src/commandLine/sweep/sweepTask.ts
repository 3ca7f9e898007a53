/** One run of a sweep, in a worker: the model is loaded and translated once per worker. */

import { RattlebackError } from "../../errors/rattlebackError.ts";
import { simulateOptionsOf } from "../../modelFile/experiment.ts";
import { type InstantiatedModel, instantiate } from "../../run/instantiate.ts";
import { simulate } from "../../run/simulate.ts";
import type { SimulateOptions } from "../../run/simulateOptions.ts";
import type { ParameterPoint } from "../../run/sweep.ts";
import { loadModelFile } from "../loadModelFile.ts";
import type { FinishedRun } from "./finishedRuns.ts";
import { quantityOf, unitOf } from "./quantity.ts";
import { runStudyTask, type StudyTask } from "./studyTask.ts";

export interface SweepTask {
  readonly modelFile: string;
  readonly folder: string;
  readonly allowFiles: readonly string[];
  readonly run: number;
  readonly point: ParameterPoint;
  readonly options: SimulateOptions;
  readonly quantities: readonly string[];
  /** A run of a study instead: its options are complete. */
  readonly study?: StudyTask;
}

interface Prepared {
  readonly model: InstantiatedModel;
  readonly options: SimulateOptions;
}

const prepared = new Map<string, Promise<Prepared>>();

async function prepare({ modelFile, folder, allowFiles }: SweepTask): Promise<Prepared> {
  const file = await loadModelFile(modelFile, folder, allowFiles);
  const model = instantiate(file.model, { name: file.name, readFile: file.readFile });
  return { model, options: simulateOptionsOf(file.experiment) };
}

export default async function runTask(task: SweepTask): Promise<FinishedRun> {
  const { modelFile, run, point, options, quantities } = task;
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  try {
    if (!prepared.has(modelFile)) prepared.set(modelFile, prepare(task));
    const { model, options: own } = await prepared.get(modelFile)!;
    if (task.study !== undefined) return { run, seconds: seconds(), ...runStudyTask(model, task.study) };
    const merge = { ...own.merge, ...options.merge, ...point };
    const result = simulate(model, { ...own, ...options, merge });
    const values = quantities.map((name) => quantityOf(result, name));
    return {
      run,
      seconds: seconds(),
      values: values.map((value) => (Number.isFinite(value) ? value : null)),
      units: quantities.map((name) => unitOf(result, name)),
    };
  } catch (error) {
    const code = error instanceof RattlebackError ? error.code : "exception";
    return {
      run,
      seconds: seconds(),
      error: { code, message: error instanceof Error ? error.message : String(error) },
    };
  }
}
