/**
 * calibrate(): parameters and start values of a model from measurements.
 *
 *     minimise Σ ρ(r_i²),   r_i = (y(t_i; p) − y_i)/σ_i        over all experiments, lower ≤ p ≤ upper
 *
 * with the derivatives of the runs, from one or several starts.
 *
 * Length   options, residuals and report of one function
 */

import { guarded } from "../../errors/boundary.ts";
import { checkOptionNames } from "../../errors/optionNames.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { aNumber, aText, byName, eitherOf, fields, isAList, isNumber, listOf } from "../../errors/shapes.ts";
import * as elementary from "../../math/elementary.ts";
import type { Result } from "../../results/result.ts";
import { checkInstantiated, type InstantiatedModel } from "../../run/instantiate.ts";
import { simulate } from "../../run/simulate.ts";
import type { SimulateOptions } from "../../run/simulateOptions.ts";
import { mergedName, resolveTarget, type SensitivityTarget, targetName, targetOf } from "../../sensitivity/targets.ts";
import { parameterCovariance } from "../fit/covariance.ts";
import { type LeastSquaresSolution, leastSquaresSteps } from "../fit/leastSquares.ts";
import { mergedDerivatives } from "../mergedDerivatives.ts";
import { type Asks, together } from "../optimise/asks.ts";
import { ReadableVariables } from "../readableVariables.ts";
import { unitSample } from "../sampling/unitSample.ts";
import { changedResidual, type Loss, losses } from "./losses.ts";
import { type Experiment, type MeasuredSeries, type Reading, readingsOf } from "./measurements.ts";
import { studentQuantile } from "./studentDistribution.ts";

export interface CalibratedParameter {
  /** Where the search begins. */
  readonly start: number;
  readonly min?: number;
  readonly max?: number;
}

export interface CalibrateOptions {
  /** Parameters by name, start values as `"start(x)"`: where to begin, and bounds. */
  readonly parameters: Readonly<Record<string, number | CalibratedParameter>>;
  /** One experiment: its columns … */
  readonly data?: MeasuredSeries;
  /** … or several. */
  readonly experiments?: readonly Experiment[];
  /** Of one experiment, or of all that do not say otherwise. */
  readonly outputs?: Experiment["outputs"];
  readonly deviations?: Experiment["deviations"];
  readonly units?: Experiment["units"];
  /** What outliers count. Default "squares". */
  readonly loss?: Loss;
  /** Residual, in deviations, beyond which a loss other than squares counts less. Default 1. */
  readonly lossScale?: number;
  /** Number of starts: the given one and others spread over the bounds. Default 1. */
  readonly starts?: number;
  readonly seed?: number;
  /** Of the confidence intervals. Default 0.95. */
  readonly confidence?: number;
  /** How runs are made. Default tolerance 1e-8. */
  readonly simulate?: Pick<
    SimulateOptions,
    "startTime" | "method" | "tolerance" | "absoluteTolerance" | "maximumStep" | "merge"
  >;
  /** Runs of the model at most, per start. Default 2000. */
  readonly maximumRuns?: number;
}

export interface CalibratedValue {
  readonly value: number;
  /** Standard deviation; infinite where the data do not determine it, 0 at a bound. */
  readonly deviation: number;
  readonly interval: readonly [number, number];
  readonly isAtBound: boolean;
}

export interface Calibration {
  /** By name. */
  readonly parameters: Readonly<Record<string, CalibratedValue>>;
  /** Values that fit `merge`; start values are under the names of their variables. */
  readonly merge: Readonly<Record<string, number>>;
  /** Correlation of two parameters. */
  correlation(first: string, second: string): number;
  /** Groups of parameters of which the data show a combination only. */
  readonly indistinguishable: readonly (readonly string[])[];
  /** Σ of the squared weighted residuals, and twice the cost with the loss. */
  readonly sumOfSquares: number;
  readonly cost: number;
  readonly residualDeviation: number;
  readonly degreesOfFreedom: number;
  readonly hasConverged: boolean;
  readonly runs: number;
  /** Every start with its end, best first. */
  readonly starts: readonly {
    readonly from: readonly number[];
    readonly to: readonly number[];
    readonly cost: number;
  }[];
  /** Runs with the fitted values, one per experiment. */
  readonly results: readonly Result[];
  /** Weighted residuals with what they belong to. */
  readonly residuals: readonly (Reading & { readonly experiment: number; readonly residual: number })[];
}

const optionNames = [
  "parameters",
  "data",
  "experiments",
  "outputs",
  "deviations",
  "units",
  "loss",
  "lossScale",
  "starts",
  "seed",
  "confidence",
  "simulate",
  "maximumRuns",
] as const;

const experiment = {
  data: byName(listOf(aNumber)),
  outputs: byName(aText),
  units: byName(aText),
  deviations: byName(eitherOf(isAList, listOf(aNumber), aNumber)),
};
const optionsShape = fields({
  ...experiment,
  parameters: byName(eitherOf(isNumber, aNumber, fields({ start: aNumber, min: aNumber, max: aNumber }, ["start"]))),
  experiments: listOf(fields(experiment)),
});

/** Fits parameters to measurements: `calibrate(motor, { parameters: { R: 1, K: 0.05 }, data: { time, i, w } })`. */
export function calibrate(model: InstantiatedModel, options: CalibrateOptions): Calibration {
  checkInstantiated(model, "calibrate");
  checkOptionNames(options, optionNames, "calibrate");
  optionsShape(options, "options");
  return guarded("calibrate", () => {
    const search = new CalibrationSearch(model, options);
    const steps = search.steps();
    let step = steps.next();
    while (step.done !== true) step = steps.next(step.value.map((request) => search.evaluate(request)));
    return step.value;
  });
}

/** A run of an experiment that a search wants: what is read of it, and whether derivatives are wanted, too. */
export interface ReadingRequest {
  readonly options: SimulateOptions;
  readonly readings: readonly Pick<Reading, "variable" | "time">[];
  readonly withDerivatives: boolean;
}

/** What was read, in the order of the readings; empty when the run failed. */
export interface ReadValues {
  readonly values: readonly number[];
  /** Row by row, one number per parameter; empty without. */
  readonly derivatives: readonly number[];
  /** Why it failed. */
  readonly error?: unknown;
}

interface PreparedExperiment {
  readonly readings: readonly Reading[];
  readonly options: SimulateOptions;
}

export class CalibrationSearch {
  private readonly model: InstantiatedModel;
  private readonly options: CalibrateOptions;
  private readonly names: readonly string[];
  private readonly targets: readonly SensitivityTarget[];
  private readonly start: Float64Array;
  private readonly lower: Float64Array;
  private readonly upper: Float64Array;
  private readonly experiments: readonly PreparedExperiment[];
  private readonly size: number;
  private readonly loss: Loss;
  private readonly lossScale: number;
  private runs = 0;
  private failure: unknown;

  constructor(model: InstantiatedModel, options: CalibrateOptions) {
    this.model = model;
    this.options = options;
    const given = Object.entries(options.parameters ?? {});
    if (given.length === 0)
      throw calibrationError("No parameter is to be found.", "parameters", "parameters: { R: 1 }");
    this.names = given.map(([name]) => name);
    this.targets = this.names.map(targetOf);
    const { state } = model.program;
    for (const target of this.targets) resolveTarget(state, target, `options.parameters.${targetName(target)}`);
    const list = given.map(([, value]) => (typeof value === "number" ? { start: value } : value));
    this.start = Float64Array.from(list, ({ start }) => start);
    this.lower = Float64Array.from(list, ({ min }) => min ?? Number.NEGATIVE_INFINITY);
    this.upper = Float64Array.from(list, ({ max }) => max ?? Number.POSITIVE_INFINITY);
    this.checkBounds();
    this.loss = options.loss ?? "squares";
    if (!losses.includes(this.loss))
      throw calibrationError(`The loss "${String(this.loss)}" is not known.`, "loss", `one of ${losses.join(", ")}`);
    this.lossScale = options.lossScale ?? 1;
    this.experiments = this.prepare();
    this.size = this.experiments.reduce((sum, { readings }) => sum + readings.length, 0);
  }

  private checkBounds(): void {
    const { names, start, lower, upper } = this;
    names.forEach((name, k) => {
      if (lower[k]! > upper[k]!)
        throw calibrationError(
          `The bounds of "${name}" are ${lower[k]} … ${upper[k]}.`,
          `parameters.${name}`,
          "min must not be above max",
        );
      if (!(lower[k]! <= start[k]! && start[k]! <= upper[k]!))
        throw calibrationError(
          `"${name}" begins at ${start[k]}, outside of ${lower[k]} … ${upper[k]}.`,
          `parameters.${name}`,
          "a start within min and max",
        );
    });
  }

  private prepare(): PreparedExperiment[] {
    const { model, options } = this;
    const { data, experiments, outputs, deviations, units } = options;
    const common = {
      ...(outputs !== undefined && { outputs }),
      ...(deviations !== undefined && { deviations }),
      ...(units !== undefined && { units }),
    };
    const list: Experiment[] = [
      ...(data === undefined ? [] : [{ ...common, data }]),
      ...(experiments ?? []).map((experiment) => ({ ...common, ...experiment })),
    ];
    if (list.length === 0) throw calibrationError("There are no data.", "data", "data: { time: […], w: […] }");
    const { simulate: ofRuns } = options;
    if (ofRuns !== undefined && (typeof ofRuns !== "object" || ofRuns === null || Array.isArray(ofRuns)))
      throw calibrationError("The options of runs are not an object.", "simulate", "simulate: { tolerance: 1e-9 }");
    if (ofRuns !== undefined && "stopTime" in ofRuns)
      throw calibrationError(
        "A run that is compared with readings ends at the last of them.",
        "simulate.stopTime",
        "leave stopTime out, and readings that shall not count",
      );
    return list.map((experiment, k) => {
      const startTime = experiment.startTime ?? (options.simulate?.startTime as number | undefined) ?? 0;
      const place = {
        path: data !== undefined && k === 0 ? "options" : `options.experiments[${data === undefined ? k : k - 1}]`,
        title: list.length === 1 ? "the experiment" : `experiment ${k + 1}`,
      };
      const merge = { ...options.simulate?.merge, ...experiment.merge };
      const variables = new ReadableVariables(model, { startTime, merge: { ...merge, ...this.mergeOf(this.start) } });
      const readings = readingsOf(variables, experiment, place, startTime);
      const last = Math.max(...readings.map(({ time }) => time));
      return {
        readings,
        options: {
          tolerance: 1e-8,
          // between rows states are as accurate as the run, so that few rows are enough
          ...(model.program.states.length > 0 && last > startTime && { interval: (last - startTime) / 50 }),
          ...options.simulate,
          startTime,
          stopTime: last,
          merge,
        },
      };
    });
  }

  /** The search, which asks for runs and is given what was read of them. */
  *steps(): Asks<ReadValues, Calibration, ReadingRequest> {
    const { starts = 1, seed = 1 } = this.options;
    const points = this.startPoints(starts, seed);
    const ends = yield* together(points.map((from) => this.fit(from)));
    const found = ends.flatMap((solution, k) => (solution === undefined ? [] : [{ from: points[k]!, solution }]));
    found.sort((a, b) => a.solution.sumOfSquares - b.solution.sumOfSquares);
    const best = found[0];
    if (best === undefined) throw this.failure;
    return this.report(
      best.solution,
      found.map(({ from, solution }) => ({
        from: [...from],
        to: [...solution.parameters],
        cost: solution.sumOfSquares,
      })),
    );
  }

  /** From one start; undefined where the model cannot run, which is only an error when there is no other. */
  private *fit(from: Float64Array): Asks<ReadValues, LeastSquaresSolution | undefined, ReadingRequest> {
    const { lower, upper, size } = this;
    const { maximumRuns = 2000 } = this.options;
    const search = leastSquaresSteps(
      { start: from, size, lower, upper },
      { maximumEvaluations: maximumRuns, tolerance: 1e-9 },
    );
    try {
      let step = search.next();
      while (step.done !== true) {
        const { kind, p, out } = step.value;
        const answers = yield this.requests(p, kind === "jacobian");
        this.runs += answers.length;
        if (kind === "jacobian") this.writeJacobian(answers, out);
        else this.writeResiduals(p, answers, out);
        step = search.next();
      }
      return step.value;
    } catch (error) {
      if (from === this.start) this.failure = error;
      return undefined;
    }
  }

  /** The given start, then points spread over the bounds, or around the start where there are none. */
  private startPoints(count: number, seed: number): Float64Array[] {
    const { start, lower, upper } = this;
    const n = start.length;
    if (count <= 1) return [start];
    const open = start.findIndex((x, k) => x === 0 && !(Number.isFinite(lower[k]!) && Number.isFinite(upper[k]!)));
    if (open >= 0) {
      const name = targetName(this.targets[open]!);
      throw calibrationError(
        `Several starts need min and max of "${name}", which begins with 0.`,
        name,
        `parameters: { "${name}": { start: 0, min: -1, max: 1 } }`,
      );
    }
    const unit = unitSample("sobol", count - 1, n, seed);
    const others = Array.from({ length: count - 1 }, (_, i) =>
      start.map((x, k) => {
        const low = Number.isFinite(lower[k]!) ? lower[k]! : Math.min(x / 10, x - 9 * Math.abs(x));
        const high = Number.isFinite(upper[k]!) ? upper[k]! : Math.max(10 * x, x + 9 * Math.abs(x));
        const u = unit[i * n + k]!;
        // over several powers of ten evenly in the logarithm
        const drawn = low > 0 && high / low > 100 ? low * elementary.pow(high / low, u) : low + u * (high - low);
        return Math.min(high, Math.max(low, drawn));
      }),
    );
    return [start, ...others];
  }

  private mergeOf(p: ArrayLike<number>): Record<string, number> {
    return Object.fromEntries(this.targets.map((target, k) => [mergedName(target), p[k]!]));
  }

  private requests(p: Float64Array, withDerivatives: boolean): ReadingRequest[] {
    const merge = this.mergeOf(p);
    return this.experiments.map(({ readings, options }) => ({
      options: { ...options, merge: { ...options.merge, ...merge } },
      readings,
      withDerivatives,
    }));
  }

  /** One run here and now. */
  evaluate(request: ReadingRequest): ReadValues {
    try {
      return readRun(this.model, request, this.targets);
    } catch (error) {
      return { values: [], derivatives: [], error };
    }
  }

  private writeResiduals(p: Float64Array, answers: readonly ReadValues[], r: Float64Array): void {
    let at = 0;
    this.experiments.forEach(({ readings }, k) => {
      const { values, error } = answers[k]!;
      // not finite: the search turns back; at the start it is the error of the whole
      if (error !== undefined) {
        this.failure = error;
        if (isSame(p, this.start)) throw error;
      }
      readings.forEach(({ value, deviation }, i) => {
        const residual = ((values[i] ?? Number.NaN) - value) / deviation;
        r[at++] = changedResidual(this.loss, this.lossScale, residual)[0];
      });
    });
  }

  private writeJacobian(answers: readonly ReadValues[], j: Float64Array): void {
    const n = this.targets.length;
    let at = 0;
    this.experiments.forEach(({ readings }, experiment) => {
      const { values, derivatives, error } = answers[experiment]!;
      if (error !== undefined) throw error;
      readings.forEach(({ value, deviation }, i) => {
        const [, slope] = changedResidual(this.loss, this.lossScale, (values[i]! - value) / deviation);
        for (let k = 0; k < n; k++) j[k * this.size + at] = (slope * derivatives[i * n + k]!) / deviation;
        at++;
      });
    });
  }

  private report(solution: LeastSquaresSolution, starts: Calibration["starts"]): Calibration {
    const { names, size, experiments } = this;
    const { confidence = 0.95 } = this.options;
    const n = names.length;
    const noise = Math.max(1e-7, 10 * (this.experiments[0]!.options.tolerance ?? 0));
    const covariance = parameterCovariance(solution, size, noise);
    const { degreesOfFreedom } = covariance;
    const t = degreesOfFreedom > 0 ? studentQuantile(0.5 + confidence / 2, degreesOfFreedom) : Number.POSITIVE_INFINITY;
    const merge = this.mergeOf(solution.parameters);
    const results = experiments.map(({ options }) =>
      simulate(this.model, { ...options, merge: { ...options.merge, ...merge } }),
    );
    const residuals = experiments.flatMap(({ readings }, experiment) =>
      readings.map((reading) => ({
        ...reading,
        experiment,
        residual: (results[experiment]!.at(reading.time, reading.variable) - reading.value) / reading.deviation,
      })),
    );
    const place = (name: string): number => {
      const k = names.indexOf(name);
      if (k >= 0) return k;
      throw calibrationError(`"${name}" was not fitted.`, name, `one of ${names.join(", ")}`);
    };
    return {
      parameters: Object.fromEntries(
        names.map((name, k) => {
          const value = solution.parameters[k]!;
          const deviation = covariance.deviations[k]!;
          const half = deviation === 0 ? 0 : t * deviation;
          return [
            name,
            { value, deviation, interval: [value - half, value + half] as const, isAtBound: solution.isAtBound[k]! },
          ];
        }),
      ),
      merge,
      correlation: (first, second) => covariance.correlation[place(first) * n + place(second)]!,
      indistinguishable: covariance.indistinguishable.map((group) => group.map((k) => names[k]!)),
      sumOfSquares: residuals.reduce((sum, { residual }) => sum + elementary.square(residual), 0),
      cost: solution.sumOfSquares,
      residualDeviation: covariance.residualDeviation,
      degreesOfFreedom,
      hasConverged: solution.hasConverged,
      runs: this.runs,
      starts,
      results,
      residuals,
    };
  }
}

/** Runs the model and reads it, with derivatives by the targets if they are wanted. */
export function readRun(
  model: InstantiatedModel,
  { options, readings, withDerivatives }: ReadingRequest,
  targets: readonly SensitivityTarget[],
): ReadValues {
  if (!withDerivatives) {
    const result = simulate(model, options);
    return { values: readings.map(({ time, variable }) => result.at(time, variable)), derivatives: [] };
  }
  const outputs = [...new Set(readings.map(({ variable }) => variable))];
  const run = mergedDerivatives(model, { ...options, by: targets, outputs });
  return {
    values: readings.map(({ time, variable }) => run.result.at(time, variable)),
    derivatives: readings.flatMap(({ time, variable }) => targets.map((target) => run.at(time, variable, target))),
  };
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  return a.every((x, k) => x === b[k]);
}

function calibrationError(what: string, name: string, hint: string): RattlebackError {
  return new RattlebackError("E-CALIBRATION", what, { path: `options.${name}`, hint });
}
