/**
 * Derivatives of runs by central differences of whole runs, for models whose states are hidden in components or whose equations
 * look back in time: there the differentiated equations are not known.
 *
 *     ∂x/∂p ≈ (x(p + h) − x(p − h))/(2h),     h = ∛ε·|p|     ε the tolerance of these runs
 */
import * as elementary from "../math/elementary.ts";
import type { Result, Signal } from "../results/result.ts";
import type { InstantiatedModel } from "../run/instantiate.ts";
import { simulate } from "../run/simulate.ts";
import type { SimulateOptions } from "../run/simulateOptions.ts";
import type { SensitivityResult } from "./sensitivityResult.ts";
import { sensitivityName } from "./sensitivityRun.ts";
import { elementOf, type SensitivityTarget, targetName } from "./targets.ts";

/** Runs that are subtracted are this much more accurate than what was asked for … */
const finer = 1e-3;
/** … but not beyond this. */
const finestTolerance = 1e-11;

export function differencedRun(
  model: InstantiatedModel,
  by: readonly SensitivityTarget[],
  outputs: readonly string[] | undefined,
  options: SimulateOptions,
): SensitivityResult {
  const tolerance = Math.max(finestTolerance, finer * (options.tolerance ?? 1e-6));
  const runOptions: SimulateOptions = { ...options, tolerance };
  const result = simulate(model, runOptions);
  const pairs = new Map<string, { plus: Result; minus: Result; distance: number }>();
  for (const target of by) {
    const value = presentValue(result, target);
    const h = elementary.cbrt(tolerance) * (Math.abs(value) || 1);
    const moved = (p: number): Result =>
      simulate(model, { ...runOptions, merge: { ...options.merge, ...changeOf(model, result, target, p) } });
    const [upper, lower] = [value + h, value - h];
    pairs.set(targetName(target), { plus: moved(upper), minus: moved(lower), distance: upper - lower });
  }
  for (const name of outputs ?? []) result.describe(name);
  const pairOf = (target: SensitivityTarget): { plus: Result; minus: Result; distance: number } => {
    const pair = pairs.get(targetName(target));
    if (pair === undefined) throw new Error(`no runs for ${targetName(target)}`);
    return pair;
  };
  const derivative = (t: number, variable: string, target: SensitivityTarget, side: "before" | "after"): number => {
    const { plus, minus, distance } = pairOf(target);
    return (plus.at(t, variable, side) - minus.at(t, variable, side)) / distance;
  };
  return {
    result,
    targets: by.map(targetName),
    source: "differences",
    eventTimes: [],
    sensitivity: (variable, target): Signal => {
      const { time, rowKinds } = result;
      const name = sensitivityName(variable, targetName(target));
      const values = time.map((t, i) => derivative(t, variable, target, rowKinds[i] === 1 ? "before" : "after"));
      return { name, time, values, unit: "", description: `derivative of ${variable} by ${targetName(target)}` };
    },
    final: (variable, target) => {
      const { plus, minus, distance } = pairOf(target);
      return (plus.final(variable) - minus.final(variable)) / distance;
    },
    at: (time, variable, target) => derivative(time, variable, target, "after"),
  };
}

function presentValue(result: Result, target: SensitivityTarget): number {
  if (typeof target !== "string") return result.at(result.startTime, target.start);
  const [name, indices] = splitElement(target);
  let value: unknown = result.parameters.get(name);
  for (const i of indices) value = (value as unknown[])[i - 1];
  return Number(value);
}

/** An entry of `merge` that gives the target another value; of an array all elements are given. */
function changeOf(
  model: InstantiatedModel,
  result: Result,
  target: SensitivityTarget,
  value: number,
): Record<string, unknown> {
  const full = typeof target === "string" ? target : target.start;
  const { group } = elementOf(model.program.state, full)!;
  if (group.shape.length === 0) return { [full]: value };
  const [name, indices] = splitElement(full);
  const present: unknown =
    typeof target === "string" ? result.parameters.get(name) : result.at<number[]>(result.startTime, name);
  const copy = structuredClone(present) as unknown[];
  let at = copy;
  for (const i of indices.slice(0, -1)) at = at[i - 1] as unknown[];
  at[indices.at(-1)! - 1] = value;
  return { [name]: copy };
}

function splitElement(name: string): [string, number[]] {
  const match = /^(.*)\[([\d, ]+)\]$/.exec(name);
  return match === null ? [name, []] : [match[1]!, match[2]!.split(",").map(Number)];
}
