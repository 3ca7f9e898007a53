/** Values of uncertain parameters: samples of their distributions, and how much each explains of a result. */

import { called, guarded } from "../errors/boundary.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { aFiniteNumber, listOf, shape } from "../errors/shapes.ts";
import { type Distribution, type DistributionFunctions, distributionFunctions, quantileOf } from "./distributions.ts";
import { type Sampling, samplings, unitSample } from "./sampling/unitSample.ts";
import { indexPlan, type SobolIndex, sobolIndices } from "./sobolIndices.ts";
import type { UncertainValue } from "./uncertainty/uncertain.ts";

/** By the dotted name of a parameter: how it is distributed, or `uncertain(…)`. */
export type UncertainParameters = Readonly<Record<string, Distribution | UncertainValue>>;
/** One value per parameter; fits `merge` of simulate. */
export type UncertainPoint = Readonly<Record<string, number>>;

export interface SampleOptions {
  /** Number of points. Default 100. */
  readonly count?: number;
  /** Default "sobol": scrambled, so that estimates are unbiased and converge faster than with "plain" or "latin". */
  readonly sampling?: Sampling;
  /** The same seed gives the same points. Default 1. */
  readonly seed?: number;
}

/** Points drawn from the distributions. */
export function sampleParameters(parameters: UncertainParameters, options: SampleOptions = {}): UncertainPoint[] {
  return guarded("sampleParameters", () => {
    checkOptionNames(options, ["count", "sampling", "seed"], "sampleParameters");
    const { count = 100, sampling = "sobol", seed = 1 } = options;
    const names = checkedNames(parameters);
    checkCount("count", count, names.length);
    checkSampling(sampling);
    const functions = names.map((name) => functionsOf(parameters[name], name));
    const unit = unitSample(sampling, count, names.length, seed);
    return Array.from({ length: count }, (_, i) => pointOf(names, functions, unit, i * names.length));
  });
}

export interface SensitivityOptions {
  /** Rows of the two samples: (2 + number of parameters) evaluations each. Default 512. */
  readonly rows?: number;
  readonly sampling?: Sampling;
  readonly seed?: number;
}

export interface GlobalSensitivity {
  readonly mean: number;
  readonly deviation: number;
  readonly evaluations: number;
  /** By the name of the parameter. */
  readonly indices: Readonly<Record<string, SobolIndex>>;
}

/** Variance-based indices of what `evaluate` gives for a point. */
export function globalSensitivity(
  parameters: UncertainParameters,
  evaluate: (point: UncertainPoint) => number,
  options: SensitivityOptions = {},
): GlobalSensitivity {
  return guarded("globalSensitivity", () => {
    checkOptionNames(options, ["rows", "sampling", "seed"], "globalSensitivity");
    if (typeof evaluate !== "function")
      throw new RattlebackError("E-STUDY", "globalSensitivity needs a function of the parameters.", {
        because: `its second argument is ${evaluate === null ? "null" : typeof evaluate}`,
        hint: 'globalSensitivity({ k: uncertain(1, { deviation: 0.1 }) }, (point) => simulate(model, { stopTime: 1, merge: point }).final("x"))',
      });
    const { rows = 512, sampling = "sobol", seed = 1 } = options;
    const names = checkedNames(parameters);
    checkCount("rows", rows, names.length * (names.length + 2));
    checkSampling(sampling);
    const functions = names.map((name) => functionsOf(parameters[name], name));
    const plan = indexPlan(rows, names.length, sampling, seed);
    const values = new Float64Array(rows * (names.length + 2));
    for (let k = 0; k < values.length; k++) {
      const point = pointOf(names, functions, plan.points, k * names.length);
      const value = called("evaluate", () => evaluate(point));
      if (!Number.isFinite(value)) throw notFinite(value, point);
      values[k] = value;
    }
    const { mean, variance, indices } = sobolIndices(plan, values, seed);
    return {
      mean,
      deviation: Math.sqrt(variance),
      evaluations: values.length,
      indices: Object.fromEntries(names.map((name, i) => [name, indices[i]!])),
    };
  });
}

const aPart = shape("a number from 0 to 1", (value) => typeof value === "number" && value >= 0 && value <= 1);

/** Quantiles of values, linear between them. */
export function quantiles(values: ArrayLike<number>, parts: readonly number[]): number[] {
  listOf(aFiniteNumber)(values, "values");
  listOf(aPart)(parts, "parts");
  if (values.length === 0) {
    throw new RattlebackError("E-STUDY", "There are no values to take quantiles of.", {
      hint: "give at least one value",
    });
  }
  const sorted = Float64Array.from(values).sort();
  return parts.map((part) => quantileOf(sorted, part));
}

function pointOf(
  names: readonly string[],
  functions: readonly DistributionFunctions[],
  unit: Float64Array,
  at: number,
): UncertainPoint {
  return Object.fromEntries(names.map((name, k) => [name, functions[k]!.quantile(unit[at + k]!)]));
}

function functionsOf(parameter: Distribution | UncertainValue | undefined, name: string): DistributionFunctions {
  const isUncertain = typeof parameter === "object" && parameter !== null && "distribution" in parameter;
  return distributionFunctions(isUncertain ? parameter.distribution : parameter!, name);
}

function checkedNames(parameters: UncertainParameters): string[] {
  const names = Object.keys(parameters ?? {});
  if (names.length > 0) return names;
  throw new RattlebackError("E-STUDY", "No parameter is uncertain.", {
    hint: '{ R: { kind: "normal", mean: 100, deviation: 5 } }',
  });
}

/** Numbers that a sample holds at most: 0.8 GB. */
const mostNumbers = 1e8;

/** `each` is how many numbers one point is. */
function checkCount(name: string, value: number, each: number): void {
  if (Number.isInteger(value) && value >= 1) {
    if (value * each <= mostNumbers) return;
    const most = Math.floor(mostNumbers / each);
    throw new RattlebackError("E-OPTION-VALUE", `The option ${name} = ${value} is more than memory holds.`, {
      path: `options.${name}`,
      because: `each of them is ${each} numbers, and a sample has ${mostNumbers} at most`,
      hint: `at most ${most}`,
    });
  }
  throw new RattlebackError("E-OPTION-VALUE", `The option ${name} = ${value} is not a positive whole number.`, {
    path: `options.${name}`,
    hint: "a whole number, such as 256",
  });
}

function checkSampling(sampling: Sampling): void {
  if (samplings.includes(sampling)) return;
  throw new RattlebackError("E-OPTION-VALUE", `The sampling "${String(sampling)}" is not known.`, {
    path: "options.sampling",
    hint: `one of ${samplings.join(", ")}`,
  });
}

function notFinite(value: number, point: UncertainPoint): RattlebackError {
  return new RattlebackError("E-STUDY", `The result is ${value} for one of the points.`, {
    because: Object.entries(point)
      .map(([name, x]) => `${name} = ${x}`)
      .join(", "),
    hint: "limit the distributions to where the model holds: min and max of a normal distribution",
    data: { point },
  });
}
