/** Which runs a sweep consists of: a grid of values, or points drawn from distributions. */
import { createHash } from "node:crypto";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { type Distribution, drawnPoints, gridPoint, gridSize, type ParameterPoint } from "../../run/sweep.ts";

/** Per parameter its values, or how they are distributed. */
export type Variation = Readonly<Record<string, readonly number[] | Distribution>>;

/** Points of runs, made when they are asked for: a million take no memory as objects. */
export interface PlannedPoints {
  readonly length: number;
  readonly names: readonly string[];
  at(run: number): ParameterPoint;
}

export interface SweepPlan {
  readonly points: PlannedPoints;
  /** The same for the same runs of the same model. */
  readonly hash: string;
}

export interface PlanOptions {
  readonly vary: Variation;
  /** Number of runs over distributions. Default 100. */
  readonly runs?: number;
  /** The same seed gives the same runs. Default 1. */
  readonly seed?: number;
}

export function planSweep({ vary, runs = 100, seed = 1 }: PlanOptions, identity: string): SweepPlan {
  const entries = Object.entries(vary);
  const lists = entries.filter(([, values]) => Array.isArray(values)) as [string, readonly number[]][];
  if (lists.length > 0 && lists.length < entries.length) {
    throw variationError(
      "values and distributions are mixed",
      "either lists of values for all, or distributions for all",
    );
  }
  for (const [name, values] of lists) {
    if (values.length === 0 || !values.every(Number.isFinite))
      throw variationError(`the values of "${name}" are [${values.join(", ")}]`, "finite numbers, at least one");
  }
  const points =
    lists.length === entries.length
      ? plannedGrid(Object.fromEntries(lists))
      : plannedDraws(vary as Readonly<Record<string, Distribution>>, runs, seed);
  const hash = createHash("sha256").update(identity);
  for (let run = 0; run < points.length; run++)
    hash.update(`${run === 0 ? "[" : ","}${JSON.stringify(points.at(run))}`);
  return { points, hash: hash.update("]").digest("hex") };
}

function plannedGrid(grid: Readonly<Record<string, readonly number[]>>): PlannedPoints {
  return { length: gridSize(grid), names: Object.keys(grid), at: (run) => gridPoint(grid, run) };
}

function plannedDraws(vary: Readonly<Record<string, Distribution>>, runs: number, seed: number): PlannedPoints {
  const names = Object.keys(vary);
  const values: number[][] = names.map(() => []);
  for (const point of drawnPoints(vary, runs, seed)) names.forEach((name, k) => values[k]!.push(point[name]!));
  return {
    length: runs,
    names,
    at: (run) => Object.fromEntries(names.map((name, k) => [name, values[k]![run]!])),
  };
}

const listForm = /^([^=~]+)=(.+)$/s;
const distributionForm = /^([^=~]+)~\s*(normal|uniform)\(([^,]+),([^,]+)\)\s*$/;
const rangeForm = /^([^.].*?)\.\.(.+?):(\d+)$/;

/** More runs than anyone plans; each keeps a row of the table. */
const maximumValues = 1_000_000;

/**
 * What stands behind --vary:  `R=1,2,5`   `R=1..5:9` (nine values from 1 to 5)   `R~normal(1, 0.1)`   `R~uniform(1, 2)`
 */
export function parseVariation(text: string): [string, readonly number[] | Distribution] {
  const random = distributionForm.exec(text);
  if (random !== null) {
    const [first, second] = [toNumber(random[3]!, text), toNumber(random[4]!, text)];
    const name = random[1]!.trim();
    return random[2] === "normal"
      ? [name, { normal: { mean: first, deviation: second } }]
      : [name, { uniform: { from: first, to: second } }];
  }
  const list = listForm.exec(text);
  if (list === null) throw variationError(`"${text}" says nothing`, 'R=1,2,5 or "R=1..5:9" or "R~normal(1, 0.1)"');
  const [, name, values] = list as unknown as [string, string, string];
  const range = rangeForm.exec(values.trim());
  if (range === null) return [name.trim(), values.split(",").map((value) => toNumber(value, text))];
  const [from, to, count] = [toNumber(range[1]!, text), toNumber(range[2]!, text), Number(range[3])];
  if (count < 1 || count > maximumValues)
    throw variationError(`"${text}" asks for ${range[3]} values`, `1 to ${maximumValues} values, such as R=1..5:9`);
  const step = count > 1 ? (to - from) / (count - 1) : 0;
  return [name.trim(), Array.from({ length: count }, (_, k) => (k === count - 1 && k > 0 ? to : from + k * step))];
}

function toNumber(text: string, whole: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw variationError(`"${text.trim()}" in "${whole}" is not a number`, "SI numbers without unit");
}

function variationError(because: string, hint: string): RattlebackError {
  return new RattlebackError("E-SWEEP-VARIATION", "The sweep cannot be planned.", { path: "vary", because, hint });
}
