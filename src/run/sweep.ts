/** Many runs of one compiled model: over lists of parameter values, or over random ones. Nothing is compiled twice. */
import { checkOptionNames, readOnce } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { isPlainObject } from "../language/values.ts";
import { createRandom } from "../math/random.ts";
import type { Result } from "../results/result.ts";
import type { InstantiatedModel } from "./instantiate.ts";
import { sampledRun } from "./sampledRun.ts";
import { simulate } from "./simulate.ts";
import type { SimulateOptions } from "./simulateOptions.ts";

/** One value per parameter, by dotted name. */
export type ParameterPoint = Readonly<Record<string, number>>;

export interface SweepRun {
  readonly values: ParameterPoint;
  readonly result: Result;
}

/** Runs for all combinations of the values given by name: `sweep(model, { "R.R": [1, 2], "C.C": [1, 5] }, { stopTime: 1 })`. */
export function sweep(
  model: InstantiatedModel,
  grid: Readonly<Record<string, readonly number[]>>,
  options: SimulateOptions = {},
): SweepRun[] {
  checkTable(options, "options", "{ stopTime: 1 }");
  return runsOf(model, gridPoints(grid), options);
}

/** Every run keeps its result or its row. */
const maximumRuns = 1_000_000;

/** All combinations of the values given by name; the last name changes fastest. */
export function gridPoints(grid: Readonly<Record<string, readonly number[]>>): ParameterPoint[] {
  return Array.from({ length: gridSize(grid) }, (_, k) => gridPoint(grid, k));
}

/** The k-th of gridPoints(). */
export function gridPoint(grid: Readonly<Record<string, readonly number[]>>, k: number): ParameterPoint {
  const entries = Object.entries(grid);
  const values = entries.map(([, list]) => list[0]!);
  let rest = k;
  for (let i = entries.length - 1; i >= 0; i--) {
    const [, list] = entries[i]!;
    values[i] = list[rest % list.length]!;
    rest = Math.floor(rest / list.length);
  }
  return Object.fromEntries(entries.map(([name], i) => [name, values[i]!]));
}

/** How many points a grid has; refuses what is none. */
export function gridSize(grid: Readonly<Record<string, readonly number[]>>): number {
  checkTable(grid, "grid", "{ R: [1, 2, 5] }");
  let count = 1;
  for (const [name, values] of Object.entries(grid)) {
    if (!Array.isArray(values) || values.length === 0)
      throw new RattlebackError("E-OPTION-VALUE", `The values of "${name}" are a list with at least one number.`, {
        path: `grid.${name}`,
        hint: `{ "${name}": [1, 2, 5] }`,
        data: { name },
      });
    if (count * values.length > maximumRuns)
      throw new RattlebackError("E-OPTION-VALUE", `The grid has more than ${maximumRuns} points.`, {
        path: `grid.${name}`,
        hint: "fewer values per parameter, or random points with monteCarlo",
        data: { count: count * values.length, limit: maximumRuns },
      });
    count *= values.length;
  }
  return count;
}

export type Distribution =
  | { readonly normal: { readonly mean: number; readonly deviation: number } }
  | { readonly uniform: { readonly from: number; readonly to: number } };

export interface MonteCarloOptions extends SimulateOptions {
  /** Number of runs. Default 100. */
  readonly runs?: number;
  /** The same seed gives the same runs. Default 1. */
  readonly seed?: number;
}

/** Runs with parameters drawn from distributions. */
export function monteCarlo(
  model: InstantiatedModel,
  parameters: Readonly<Record<string, Distribution>>,
  options: MonteCarloOptions = {},
): SweepRun[] {
  checkTable(options, "options", "{ runs: 100, seed: 1, stopTime: 1 }");
  const { runs = 100, seed = 1, ...rest } = options;
  return runsOf(model, randomPoints(parameters, runs, seed), rest);
}

function runsOf(model: InstantiatedModel, points: readonly ParameterPoint[], options: SimulateOptions): SweepRun[] {
  return points.map((values, run) => ({
    values,
    result: sampledRun(values, run, () => simulate(model, { ...options, merge: { ...options.merge, ...values } })),
  }));
}

/** Points drawn from distributions; the same seed gives the same points. */
export function randomPoints(
  parameters: Readonly<Record<string, Distribution>>,
  runs: number,
  seed: number,
): ParameterPoint[] {
  return [...drawnPoints(parameters, runs, seed)];
}

/** The points of randomPoints(), one after the other. */
export function* drawnPoints(
  parameters: Readonly<Record<string, Distribution>>,
  runs: number,
  seed: number,
): Generator<ParameterPoint> {
  if (!Number.isInteger(runs) || runs < 1 || runs > maximumRuns) {
    throw new RattlebackError(
      "E-OPTION-VALUE",
      `runs is ${runs}; it must be a whole number from 1 to ${maximumRuns}.`,
      {
        path: "options.runs",
        hint: "runs: 100",
        data: { runs },
      },
    );
  }
  checkTable(parameters, "parameters", "{ R: { uniform: { from: 1, to: 2 } } }");
  const random = createRandom(seed);
  const draws = Object.entries(parameters).map(([name, distribution]) => ({ name, draw: sampler(name, distribution) }));
  for (let run = 0; run < runs; run++) {
    const values: Record<string, number> = {};
    for (const { name, draw } of draws) values[name] = draw(random);
    yield values;
  }
}

function sampler(name: string, distribution: Distribution): (random: ReturnType<typeof createRandom>) => number {
  checkOptionNames(distribution, ["normal", "uniform"], `the distribution of "${name}"`);
  if ("normal" in distribution) {
    const [mean, deviation] = numbers(name, distribution.normal, ["mean", "deviation"]);
    if (deviation! < 0) throw badDistribution(name, "deviation", `has the deviation ${deviation}, which is negative`);
    return (random) => mean! + deviation! * random.normal();
  }
  const [from, to] = numbers(name, distribution.uniform, ["from", "to"]);
  if (to! < from!) throw badDistribution(name, "to", `ends at ${to}, before it begins at ${from}`);
  return (random) => from! + (to! - from!) * random.uniform();
}

function numbers(name: string, given: object | undefined, keys: readonly string[]): number[] {
  checkOptionNames(given ?? {}, keys, `the distribution of "${name}"`);
  return keys.map((key) => {
    const value = (given as Record<string, unknown> | undefined)?.[key];
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw badDistribution(name, key, `has no number "${key}"`);
  });
}

function checkTable(table: unknown, name: string, hint: string): void {
  if (isPlainObject(table)) {
    readOnce(table, `the ${name} of a sweep`);
    return;
  }
  throw new RattlebackError("E-OPTION-VALUE", `The ${name} of a sweep are an object.`, { path: name, hint });
}

function badDistribution(name: string, key: string, what: string): RattlebackError {
  return new RattlebackError("E-OPTION-VALUE", `The distribution of "${name}" ${what}.`, {
    path: `parameters.${name}.${key}`,
    hint: "{ normal: { mean: 1, deviation: 0.1 } } or { uniform: { from: 0, to: 1 } }",
    data: { name, key },
  });
}
