/** Uncertainty by many runs: quantiles of variables over time, and how far the estimates can be trusted. */

import { guarded } from "../../errors/boundary.ts";
import { suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { aNumber, aText, fields, listOf } from "../../errors/shapes.ts";
import * as elementary from "../../math/elementary.ts";
import { checkInstantiated, type InstantiatedModel } from "../../run/instantiate.ts";
import { sampledRun } from "../../run/sampledRun.ts";
import { simulate } from "../../run/simulate.ts";
import type { SimulateOptions } from "../../run/simulateOptions.ts";
import { mergedName, resolveTarget, targetOf } from "../../sensitivity/targets.ts";
import { distributionFunctions, quantileOf } from "../distributions.ts";
import { ReadableVariables } from "../readableVariables.ts";
import { type Sampling, unitSample } from "../sampling/unitSample.ts";
import { type Correlation, cholesky, correlatePoint, correlationMatrix } from "./correlations.ts";
import { checkUncertain, type UncertainValue } from "./uncertain.ts";

export interface QuantileBandsOptions extends Omit<SimulateOptions, "storage"> {
  readonly uncertain: Readonly<Record<string, UncertainValue>>;
  readonly correlations?: readonly Correlation[];
  /** Variables to look at. */
  readonly outputs: readonly string[];
  /** Default 0.025, 0.5 and 0.975. */
  readonly levels?: readonly number[];
  /** Number of runs. Default 128. */
  readonly count?: number;
  readonly sampling?: Sampling;
  readonly seed?: number;
  /** Points of time at which bands are known. Default 101. */
  readonly points?: number;
}

export interface QuantileBand {
  readonly time: Float64Array;
  readonly mean: Float64Array;
  readonly deviation: Float64Array;
  /** One curve per level. */
  readonly quantiles: readonly Float64Array[];
  /** How many runs reached each time: one that `terminate` has ended earlier does not count there. */
  readonly reached: Int32Array;
  /** Values at the end, one per run; NaN of a run that ended earlier. */
  readonly finalValues: Float64Array;
  /** Mean and deviation at the end after a quarter, a half and all of the runs, of those that reached it. */
  readonly convergence: readonly { readonly runs: number; readonly mean: number; readonly deviation: number }[];
}

export interface QuantileBands {
  readonly levels: readonly number[];
  /** By variable. */
  readonly bands: Readonly<Record<string, QuantileBand>>;
  /** What was run: one value per uncertain parameter. */
  readonly points: readonly Readonly<Record<string, number>>[];
}

const optionsShape = fields({
  outputs: listOf(aText),
  levels: listOf(aNumber),
});

/** Runs over samples of uncertain parameters and reports bands of variables over time. */
export function quantileBands(model: InstantiatedModel, options: QuantileBandsOptions): QuantileBands {
  checkInstantiated(model, "quantileBands");
  return guarded("quantileBands", () => {
    optionsShape(options, "options");
    checkUncertain(options.uncertain);
    const {
      uncertain,
      correlations = [],
      outputs,
      levels = [0.025, 0.5, 0.975],
      count = 128,
      sampling = "sobol",
      seed = 1,
      points = 101,
      merge,
      ...rest
    } = options;
    const names = Object.keys(uncertain ?? {});
    if (names.length === 0 || !Array.isArray(outputs) || outputs.length === 0)
      throw new RattlebackError("E-STUDY", names.length === 0 ? "No parameter is uncertain." : "No output is named.", {
        path: names.length === 0 ? "options.uncertain" : "options.outputs",
        hint: 'uncertain: { R: uncertain(100, { deviation: 5 }) }, outputs: ["u"]',
      });
    if (!Number.isInteger(count) || count < 2 || !Number.isInteger(points) || points < 2)
      throw new RattlebackError("E-OPTION-VALUE", `${count} runs at ${points} points make no band.`, {
        path: "options.count",
        hint: "whole numbers, at least 2",
      });
    const badLevel = levels.find((level) => !(level >= 0 && level <= 1));
    if (badLevel !== undefined)
      throw new RattlebackError("E-OPTION-VALUE", `${badLevel} is not the level of a quantile.`, {
        path: "options.levels",
        hint: "probabilities between 0 and 1, such as [0.025, 0.5, 0.975]",
      });
    const targets = names.map(targetOf);
    targets.forEach((target, k) => resolveTarget(model.program.state, target, `options.uncertain.${names[k]}`));
    checkOutputs(new ReadableVariables(model, { ...rest, ...(merge !== undefined && { merge }) }), outputs);
    const n = names.length;
    const L = cholesky(correlationMatrix(names, correlations), n);
    const functions = names.map((name) => distributionFunctions(uncertain[name]!.distribution, name));
    const keys = targets.map(mergedName);
    const unit = unitSample(sampling, count, n, seed);
    const scratch = new Float64Array(n);
    const samples: Record<string, number>[] = [];
    const values = outputs.map(() => [] as Float64Array[]);
    let time = new Float64Array(points);
    for (let run = 0; run < count; run++) {
      const point = unit.slice(run * n, (run + 1) * n);
      if (correlations.length > 0) correlatePoint(point, L, scratch);
      const sample = Object.fromEntries(keys.map((key, k) => [key, functions[k]!.quantile(point[k]!)]));
      samples.push(sample);
      const result = sampledRun(sample, run, () => simulate(model, { ...rest, merge: { ...merge, ...sample } }));
      time = time.map((_, i) => result.startTime + ((result.stopTime - result.startTime) * i) / (points - 1));
      outputs.forEach((name, o) => {
        values[o]!.push(time.map((t) => (t <= result.endTime ? result.at(t, name) : Number.NaN)));
      });
    }
    const bands = outputs.map((name, o) => [name, bandOf(time, values[o]!, levels)] as const);
    return { levels, bands: Object.fromEntries(bands), points: samples };
  });
}

function checkOutputs(variables: ReadableVariables, outputs: readonly string[]): void {
  const unknown = outputs.find((name) => variables.unitOf(name) === undefined);
  if (unknown === undefined) return;
  throw new RattlebackError("E-STUDY", `The model has no variable "${unknown}" to make a band of.`, {
    path: "options.outputs",
    hint: suggestName(unknown, variables.names(), "names of variables, elements of arrays"),
    data: { name: unknown },
  });
}

function bandOf(time: Float64Array, runs: readonly Float64Array[], levels: readonly number[]): QuantileBand {
  const mean = new Float64Array(time.length);
  const deviation = new Float64Array(time.length);
  const quantiles = levels.map(() => new Float64Array(time.length));
  const reached = new Int32Array(time.length);
  time.forEach((_, i) => {
    const column = Float64Array.from(runs, (run) => run[i]!).filter(isReached);
    reached[i] = column.length;
    [mean[i], deviation[i]] = momentsOf(column);
    const sorted = column.sort();
    levels.forEach((level, l) => {
      quantiles[l]![i] = sorted.length === 0 ? Number.NaN : quantileOf(sorted, level);
    });
  });
  const finalValues = Float64Array.from(runs, (run) => run.at(-1)!);
  const convergence = [4, 2, 1].map((part) => {
    const count = Math.max(2, Math.floor(runs.length / part));
    const [m, d] = momentsOf(finalValues.subarray(0, count).filter(isReached));
    return { runs: count, mean: m, deviation: d };
  });
  return { time, mean, deviation, quantiles, reached, finalValues, convergence };
}

function isReached(value: number): boolean {
  return !Number.isNaN(value);
}

/** NaN where there are too few values to tell. */
function momentsOf(values: Float64Array): [mean: number, deviation: number] {
  const mean = values.reduce((sum, x) => sum + x, 0) / values.length;
  const squares = values.reduce((sum, x) => sum + elementary.square(x - mean), 0);
  return [mean, values.length < 2 ? Number.NaN : Math.sqrt(squares / (values.length - 1))];
}
