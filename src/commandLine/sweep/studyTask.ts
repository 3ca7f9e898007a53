/** One run of a study in a worker: quantities of it, or readings at times, with derivatives if they are wanted. */
import type { InstantiatedModel } from "../../run/instantiate.ts";
import { simulate } from "../../run/simulate.ts";
import type { SimulateOptions } from "../../run/simulateOptions.ts";
import { targetOf } from "../../sensitivity/targets.ts";
import { readRun } from "../../studies/calibration/calibrate.ts";
import { mergedDerivatives } from "../../studies/mergedDerivatives.ts";
import { quantityOf } from "../../studies/optimise/quantity.ts";

export interface StudyTask {
  readonly options: SimulateOptions;
  /** Names of what is differentiated by; none wants no derivatives. */
  readonly by: readonly string[];
  readonly quantities?: readonly string[];
  readonly readings?: readonly { readonly variable: string; readonly time: number }[];
}

export function runStudyTask(
  model: InstantiatedModel,
  { options, by, quantities = [], readings }: StudyTask,
): { readonly values: readonly number[]; readonly derivatives: readonly number[] } {
  const targets = by.map(targetOf);
  if (readings !== undefined) return readRun(model, { options, readings, withDerivatives: by.length > 0 }, targets);
  const wanted = quantities.map((name) => quantityOf(name));
  if (by.length === 0) {
    const result = simulate(model, options);
    return { values: wanted.map((quantity) => quantity.value(result)), derivatives: [] };
  }
  const outputs = [...new Set(wanted.map(({ variable }) => variable))];
  const run = mergedDerivatives(model, { ...options, by: targets, outputs });
  const found = wanted.map((quantity) => quantity.differentiate(run, targets));
  return { values: found.map(({ value }) => value), derivatives: found.flatMap(({ derivatives }) => derivatives) };
}
