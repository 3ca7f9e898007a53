/**
 * Derivatives of runs by central differences of whole runs, for models whose states are hidden in components or whose equations
 * look back in time: there the differentiated equations are not known.
 *
 *     D(h) = (x(p + h) − x(p − h))/2h = ∂x/∂p + c·h² + …        R(h) = (4·D(h/2) − D(h))/3 = ∂x/∂p + O(h⁴)
 *
 * h begins at ε^(1/5)·|p|, ε the tolerance of these runs, and is halved until R is as accurate as the run ought to be, until rounding and the
 * errors of the runs grow, or until the runs have the same events. How accurate it is, is told.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import * as elementary from "../math/elementary.ts";
import { Result, recordingOf, type Signal } from "../results/result.ts";
import type { InstantiatedModel } from "../run/instantiate.ts";
import { simulate } from "../run/simulate.ts";
import type { SimulateOptions } from "../run/simulateOptions.ts";
import { DerivativeProbe } from "./derivativeProbe.ts";
import { eventGroups } from "./eventGroups.ts";
import { type Differenced, type SensitivityResult, unknownTargetOfRun } from "./sensitivityResult.ts";
import { sensitivityName } from "./sensitivityRun.ts";
import { ShiftedRuns } from "./shiftedRuns.ts";
import { mergedName, mergedUnit, type SensitivityTarget, targetName } from "./targets.ts";

/** Runs that are subtracted are this much more accurate than what was asked for … */
const finer = 1e-3;
/** … but not beyond this. */
const finestTolerance = 1e-11;
/** How often the step is halved at most. */
const maximumHalvings = 12;
/** Estimated errors beyond so many tolerances are warned of. */
const tolerated = 100;

/** `startOf`: the start value that a variable is given, which an event at the start may change. */
export function differencedRun(
  model: InstantiatedModel,
  by: readonly SensitivityTarget[],
  outputs: readonly string[] | undefined,
  options: SimulateOptions,
  startOf: (target: SensitivityTarget) => number | undefined,
): SensitivityResult {
  const wanted = options.tolerance ?? 1e-6;
  const tolerance = Math.max(finestTolerance, finer * wanted);
  const runOptions: SimulateOptions = { ...options, tolerance };
  const run = simulate(model, runOptions);
  for (const name of outputs ?? []) run.describe(name);
  const probe = new DerivativeProbe(run);
  const pairs = new Map(
    by.map((target) => {
      const value = presentValue(run, target, startOf);
      const { factor, offset } = mergedUnit(model.program.state, target);
      const moved = (p: number): Result =>
        simulate(model, { ...runOptions, merge: { ...options.merge, [mergedName(target)]: (p - offset) / factor } });
      return [targetName(target), bestPair(run, probe, targetName(target), value, moved, tolerance, options)] as const;
    }),
  );
  const warnings = [...pairs].flatMap(([name, pair]) => warningsOf(name, pair, Math.max(wanted, 100 * tolerance)));
  const result = warnings.length === 0 ? run : withWarnings(run, warnings);
  const targets = by.map(targetName);
  const pairOf = (target: SensitivityTarget): ExtrapolatedPair => {
    const pair = pairs.get(targetName(target));
    if (pair === undefined) throw unknownTargetOfRun(targetName(target), targets);
    return pair;
  };
  const events = eventGroups(run);
  const common = Math.min(...[...pairs.values()].map((pair) => pair.eventRates().length));
  const rates = targets.map((name) => pairs.get(name)!.eventRates());
  return {
    result,
    targets,
    source: "differences",
    differences: Object.fromEntries(
      [...pairs].map(([name, { step, error, hasSameEvents }]): [string, Differenced] => [
        name,
        { step, error, hasSameEvents },
      ]),
    ),
    eventTimes: events.slice(0, common).map(({ first, cause }, i) => ({
      time: first,
      cause,
      derivatives: Object.fromEntries(targets.map((name, k) => [name, rates[k]![i]!])),
    })),
    sensitivity: (variable, target): Signal => {
      const pair = pairOf(target);
      const { time, rowKinds } = result;
      const name = sensitivityName(variable, targetName(target));
      const values = time.map((t, i) => pair.derivative(t, variable, rowKinds[i] === 1 ? "before" : "after"));
      return { name, time, values, unit: "", description: `derivative of ${variable} by ${targetName(target)}` };
    },
    final: (variable, target) => pairOf(target).final(variable),
    at: (time, variable, target, side = "after") => pairOf(target).derivative(time, variable, side),
  };
}

function presentValue(
  result: Result,
  target: SensitivityTarget,
  startOf: (target: SensitivityTarget) => number | undefined,
): number {
  if (typeof target !== "string") return startOf(target) ?? result.at(result.startTime, target.start);
  const [, name, indices] = /^(.*?)(?:\[([\d, ]+)\])?$/.exec(target) as unknown as [string, string, string | undefined];
  let value: unknown = result.parameters.get(name);
  for (const i of indices?.split(",") ?? []) value = (value as unknown[])[Number(i) - 1];
  return Number(value);
}

/** Differences with h and h/2, and what follows from both. */
class ExtrapolatedPair {
  /** Estimate of the error, of derivatives by their size. */
  error = Number.POSITIVE_INFINITY;
  private readonly coarse: ShiftedRuns;
  private readonly fine: ShiftedRuns;

  constructor(coarse: ShiftedRuns, fine: ShiftedRuns) {
    this.coarse = coarse;
    this.fine = fine;
  }

  get step(): number {
    return this.fine.step;
  }

  get hasSameEvents(): boolean {
    return this.coarse.hasSameEvents && this.fine.hasSameEvents;
  }

  /** From where on the runs have other events. */
  get differsAt(): number {
    return Math.min(this.coarse.differsAt, this.fine.differsAt);
  }

  derivative(t: number, variable: string, side: "before" | "after"): number {
    const { coarse, fine } = this;
    const shift = Math.max(coarse.shiftAt(t, side), fine.shiftAt(t, side));
    return extrapolate(coarse.derivative(t, variable, side, shift), fine.derivative(t, variable, side, shift));
  }

  /** How much both differ, by which the error of the worse one is known. */
  difference(t: number, variable: string): number {
    const { coarse, fine } = this;
    const shift = Math.max(coarse.shiftAt(t, "after"), fine.shiftAt(t, "after"));
    return fine.derivative(t, variable, "after", shift) - coarse.derivative(t, variable, "after", shift);
  }

  final(variable: string): number {
    return extrapolate(this.coarse.final(variable), this.fine.final(variable));
  }

  eventRates(): number[] {
    const [coarse, fine] = [this.coarse.eventRates(), this.fine.eventRates()];
    return fine.slice(0, coarse.length).map((rate, i) => extrapolate(coarse[i]!, rate));
  }
}

function extrapolate(coarse: number, fine: number): number {
  return (4 * fine - coarse) / 3;
}

/** Halves the step until the result is as good as it can be. */
function bestPair(
  run: Result,
  probe: DerivativeProbe,
  name: string,
  value: number,
  moved: (p: number) => Result,
  tolerance: number,
  { signal, tolerance: wanted = 1e-6 }: SimulateOptions,
): ExtrapolatedPair {
  const size = Math.abs(value) || 1;
  const enough = Math.max(wanted, 100 * tolerance);
  let step = elementary.pow(tolerance, 1 / 5) * size;
  let failure: unknown;
  let previous: ShiftedRuns | undefined;
  let last: ExtrapolatedPair | undefined;
  let best: ExtrapolatedPair | undefined;
  for (let k = 0; k <= maximumHalvings; k++, step /= 2) {
    let runs: ShiftedRuns;
    try {
      const [lower, upper] = [value - step, value + step];
      runs = new ShiftedRuns(run, moved(lower), moved(upper), step, upper - lower);
    } catch (error) {
      if (signal?.aborted === true) throw error;
      failure = error;
      previous = last = undefined;
      continue;
    }
    if (previous !== undefined) {
      const pair = new ExtrapolatedPair(previous, runs);
      pair.error = estimatedError(pair, last, probe, size, enough);
      const isGettingWorse = best?.hasSameEvents === true && pair.hasSameEvents && pair.error > best.error;
      if (best === undefined || !best.hasSameEvents || (pair.hasSameEvents && pair.error < best.error)) best = pair;
      if (isGettingWorse || (pair.hasSameEvents && pair.error <= enough)) break;
      last = pair;
    }
    previous = runs;
  }
  if (best === undefined) throw noRunsBeside(name, value, step, failure);
  return best;
}

/** Two values of R tell; before there are two, that errors of R are of the order of the square of those of D, where that is enough. */
function estimatedError(
  pair: ExtrapolatedPair,
  last: ExtrapolatedPair | undefined,
  probe: DerivativeProbe,
  size: number,
  enough: number,
): number {
  if (last !== undefined && last.hasSameEvents === pair.hasSameEvents)
    return probe.compare(pair, (t, x) => pair.derivative(t, x, "after") - last.derivative(t, x, "after"), size);
  const ofFine = probe.compare(pair, (t, x) => pair.difference(t, x) / 3, size);
  return elementary.square(ofFine) <= enough ? elementary.square(ofFine) : ofFine;
}

function warningsOf(name: string, { error, hasSameEvents, differsAt }: ExtrapolatedPair, enough: number): string[] {
  if (!hasSameEvents)
    return [
      `W-SENSITIVITY-DIFFERENCES  With ${name} a little smaller and a little larger the run has other events from t = ${shortNumber(differsAt)} on: differences of such runs are no derivatives.`,
    ];
  if (error <= tolerated * enough) return [];
  return [
    `W-SENSITIVITY-DIFFERENCES  Derivatives by ${name} are differences of runs, with an error of about ${shortNumber(error)} of their size.`,
  ];
}

function shortNumber(x: number): string {
  return String(Number(x.toPrecision(2)));
}

function noRunsBeside(name: string, value: number, step: number, failure: unknown): RattlebackError {
  const because = failure instanceof RattlebackError ? failure.what : String(failure);
  return new RattlebackError("E-SENSITIVITY", `The model does not run with values of "${name}" close to ${value}.`, {
    path: "options.by",
    because: `derivatives of bodies and delays are differences of such runs; with ± ${shortNumber(step)}: ${because}`,
    hint: "a value that may be a little smaller and a little larger",
    data: { name, value, step },
  });
}

function withWarnings(run: Result, warnings: readonly string[]): Result {
  const recording = recordingOf(run);
  const { summary } = recording;
  return new Result({ ...recording, summary: { ...summary, warnings: [...summary.warnings, ...warnings] } });
}
