/** Optimisation and calibration of a model file on all cores, or on the workers of a queue. */

import { availableParallelism } from "node:os";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { aFunction, anObject, aPositiveNumber, aText, fields, listOf } from "../../errors/shapes.ts";
import { simulateOptionsOf } from "../../modelFile/experiment.ts";
import { instantiate } from "../../run/instantiate.ts";
import {
  type CalibrateOptions,
  type Calibration,
  CalibrationSearch,
  type ReadValues,
} from "../../studies/calibration/calibrate.ts";
import {
  type Evaluation,
  type Optimisation,
  OptimisationSearch,
  type OptimiseOptions,
} from "../../studies/optimise/optimise.ts";
import { forPrograms } from "../commandFailure.ts";
import { loadModelFile } from "../loadModelFile.ts";
import { packParcel } from "../queue/parcel.ts";
import type { FinishedRun } from "./finishedRuns.ts";
import { queuePool, type RunPool, threadPool } from "./runPool.ts";
import { SearchJournal } from "./searchJournal.ts";
import { filesOfModel } from "./sweepIdentity.ts";

/** Where the runs of a study are made. */
export interface StudyPlace {
  /** Folder of relative names. Default: the working folder. */
  readonly folder?: string;
  /** Folders beside the model's own from which it may read files. Default: none. */
  readonly allowFiles?: readonly string[];
  /** Threads. Default: one per core. */
  readonly workers?: number;
  /** Address of a Redis: the runs go to the workers of this queue. Default: the cores of this machine. */
  readonly queue?: string;
  readonly onNotice?: (text: string) => void;
  readonly signal?: AbortSignal;
}

export interface RunOptimisationOptions extends OptimiseOptions, StudyPlace {
  /** File in which runs are noted: the same search goes on where it was stopped. */
  readonly journal?: string;
}

export interface RunCalibrationOptions extends CalibrateOptions, StudyPlace {}

const placeShape = fields({
  folder: aText,
  allowFiles: listOf(aText),
  workers: aPositiveNumber,
  queue: aText,
  onNotice: aFunction,
  constraints: listOf(anObject),
});

function checkPlace(modelFile: string, options: StudyPlace): void {
  aText(modelFile, "modelFile");
  placeShape(options, "options");
}

/** optimise() for a model file, its runs side by side: `await runOptimisation("servo.ts", { variables, objective: "J" })`. */
export async function runOptimisation(modelFile: string, options: RunOptimisationOptions): Promise<Optimisation> {
  return forPrograms("runOptimisation", () => optimiseModelFile(modelFile, options));
}

async function optimiseModelFile(modelFile: string, options: RunOptimisationOptions): Promise<Optimisation> {
  checkPlace(modelFile, options);
  const { folder, allowFiles, workers, queue, onNotice, signal, journal, ...own } = options;
  const { objective, constraints = [] } = own;
  const quantities = [objective, ...constraints.map(({ quantity }) => quantity)].flat();
  const unnamed = quantities.find((quantity) => typeof quantity !== "string");
  if (unnamed !== undefined)
    throw new RattlebackError("E-OPTIMISE", "A function of the result cannot travel to other threads and machines.", {
      path: "options.objective",
      hint: 'names of quantities: "J", "max(x)"; what a function computes may be a variable of the model',
    });
  const place = await studyPlace(modelFile, options, own.simulate, own.maximumRuns ?? 0);
  const noted =
    journal === undefined ? undefined : new SearchJournal(journal, folder, { ...own, files: place.identity });
  try {
    const known = [...(own.known ?? []), ...(noted?.known ?? [])];
    const search = new OptimisationSearch(place.model, { ...own, simulate: place.simulate, known });
    const steps = search.steps();
    let step = steps.next();
    while (step.done !== true) {
      checkGoesOn(signal);
      const asked = step.value;
      const answers = await place.pool.run(
        asked.map(({ merge, withDerivatives }) => ({
          point: {},
          study: {
            options: { ...place.simulate, merge },
            by: withDerivatives ? Object.keys(own.variables) : [],
            quantities: search.quantityNames,
          },
        })),
      );
      checkGoesOn(signal);
      const evaluations = asked.map(({ point }, k): Evaluation => {
        const { values, derivatives } = numbersOf(answers[k]!);
        return { point, values, derivatives };
      });
      noted?.note(evaluations);
      step = steps.next(evaluations);
    }
    return step.value;
  } finally {
    noted?.close();
    await place.pool.close();
  }
}

/** calibrate() for a model file, runs of several experiments and starts side by side. */
export async function runCalibration(modelFile: string, options: RunCalibrationOptions): Promise<Calibration> {
  return forPrograms("runCalibration", () => calibrateModelFile(modelFile, options));
}

async function calibrateModelFile(modelFile: string, options: RunCalibrationOptions): Promise<Calibration> {
  checkPlace(modelFile, options);
  const { folder: _, allowFiles, workers, queue, onNotice, signal, ...own } = options;
  const place = await studyPlace(modelFile, options, own.simulate, 0);
  try {
    const search = new CalibrationSearch(place.model, { ...own, simulate: withoutEnd(place.simulate, own.simulate) });
    const steps = search.steps();
    let step = steps.next();
    while (step.done !== true) {
      const answers = await place.pool.run(
        step.value.map(({ options: simulate, readings, withDerivatives }) => ({
          point: {},
          study: {
            options: simulate,
            by: withDerivatives ? Object.keys(own.parameters) : [],
            readings: readings.map(({ variable, time }) => ({ variable, time })),
          },
        })),
      );
      checkGoesOn(signal);
      step = steps.next(answers.map(readOf));
    }
    return step.value;
  } finally {
    await place.pool.close();
  }
}

/** The readings tell when a run ends, not the experiment of the file; an end that is asked for is refused. */
function withoutEnd(simulate: object, asked: object = {}): object {
  const { stopTime: _, ...others } = simulate as { stopTime?: number };
  return "stopTime" in asked ? simulate : others;
}

async function studyPlace(
  modelFile: string,
  { folder = process.cwd(), allowFiles = [], workers = availableParallelism(), queue, onNotice, signal }: StudyPlace,
  simulate: OptimiseOptions["simulate"],
  total: number,
): Promise<{ model: ReturnType<typeof instantiate>; pool: RunPool; simulate: object; identity: string }> {
  const file = await loadModelFile(modelFile, folder, allowFiles);
  const { files, model, identity } = filesOfModel(file, (readFile) =>
    instantiate(file.model, { name: file.name, readFile }),
  );
  const pool =
    queue === undefined
      ? threadPool(modelFile, folder, allowFiles, workers)
      : await queuePool({
          url: queue,
          parcel: packParcel(file.path, files),
          model: modelFile,
          total,
          onNotice,
          signal,
        });
  return { model, pool, identity, simulate: { ...simulateOptionsOf(file.experiment), ...simulate } };
}

/** A value that is not finite is none on its way through JSON. */
function numbersOf({ values, derivatives, error }: FinishedRun): Pick<Evaluation, "values" | "derivatives"> {
  if (error !== undefined || values === undefined) return { values: [], derivatives: [] };
  const numbers = (list: readonly (number | null)[]): number[] => list.map((value) => value ?? Number.NaN);
  return { values: numbers(values), derivatives: numbers(derivatives ?? []) };
}

function readOf(run: FinishedRun): ReadValues {
  if (run.error === undefined) return numbersOf(run);
  const { code, message } = run.error;
  return { values: [], derivatives: [], error: new RattlebackError("E-STUDY-RUN", message, { data: { code } }) };
}

function checkGoesOn(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new RattlebackError("E-STUDY-CANCELLED", "The study was cancelled.", {
    hint: "with a journal the same call goes on where it was stopped",
  });
}
