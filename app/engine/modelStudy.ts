/** Many runs of a model for the page: bands, indices, a fit to measurements. Loaded when somebody asks. */
import type { InstantiatedModel } from "../../src/run/instantiate.ts";
import { simulate } from "../../src/run/simulate.ts";
import type { SimulateOptions } from "../../src/run/simulateOptions.ts";
import { calibrate } from "../../src/studies/calibration/calibrate.ts";
import { seriesFromCsv } from "../../src/studies/calibration/measurements.ts";
import { globalSensitivity } from "../../src/studies/uncertainParameters.ts";
import { quantileBands } from "../../src/studies/uncertainty/quantileBands.ts";
import { uncertain } from "../../src/studies/uncertainty/uncertain.ts";

/** A parameter or start value that is not known exactly, as `merge` takes it. */
export interface UnsureValue {
  readonly name: string;
  readonly isStart: boolean;
  readonly value: number;
  readonly deviation: number;
}

export type StudyRequest = { readonly unsure: readonly UnsureValue[] } & (
  | { readonly study: "bands"; readonly output: string; readonly count: number }
  | { readonly study: "indices"; readonly output: string; readonly count: number }
  /** A table with a head of names and units. */
  | { readonly study: "fit"; readonly table: string }
);

/** Plain numbers: what is not finite is null on the way. */
export type StudyOutcome =
  | {
      readonly study: "bands";
      readonly output: string;
      readonly runs: number;
      readonly time: readonly number[];
      /** 2.5 %, 50 %, 97.5 %. */
      readonly curves: readonly (readonly (number | null)[])[];
      readonly convergence: readonly { readonly runs: number; readonly mean: number; readonly deviation: number }[];
    }
  | {
      readonly study: "indices";
      readonly output: string;
      readonly runs: number;
      readonly mean: number;
      readonly deviation: number;
      readonly rows: readonly {
        readonly name: string;
        readonly first: number;
        readonly firstInterval: readonly [number, number];
        readonly total: number;
        readonly totalInterval: readonly [number, number];
      }[];
    }
  | {
      readonly study: "fit";
      readonly runs: number;
      readonly hasConverged: boolean;
      readonly residualDeviation: number;
      readonly parameters: readonly {
        readonly name: string;
        readonly value: number;
        readonly deviation: number | null;
        readonly interval: readonly (number | null)[];
      }[];
      readonly indistinguishable: readonly (readonly string[])[];
      /** For the form. */
      readonly merge: Readonly<Record<string, number>>;
      readonly series: readonly {
        readonly name: string;
        readonly time: readonly number[];
        readonly values: readonly number[];
        readonly measuredAt: readonly number[];
        readonly measured: readonly number[];
      }[];
    };

/** Points of a curve that the page draws. */
const curvePoints = 201;

export function modelStudy(model: InstantiatedModel, options: SimulateOptions, request: StudyRequest): StudyOutcome {
  const { signal: _signal, onProgress: _progress, log: _log, requiredFinalStates: _final, ...kept } = options;
  const targets = request.unsure.map(({ name, isStart, value, deviation }) => ({
    target: isStart ? `start(${name})` : name,
    name,
    value,
    deviation,
  }));
  if (request.study === "fit") return fitOf(model, kept, targets, request.table);
  const { output, count } = request;
  const unsure = targets.map(({ target, value, deviation }) => [target, uncertain(value, { deviation })] as const);
  if (request.study === "bands") {
    const { bands } = quantileBands(model, {
      ...kept,
      uncertain: Object.fromEntries(unsure),
      outputs: [output],
      count,
    });
    const { time, quantiles, convergence } = bands[output]!;
    const curves = quantiles.map((curve) => [...curve]);
    return { study: "bands", output, runs: count, time: [...time], curves, convergence };
  }
  const distributions = targets.map(({ name }, k) => [name, unsure[k]![1].distribution] as const);
  const { indices, mean, deviation, evaluations } = globalSensitivity(
    Object.fromEntries(distributions),
    (point) => simulate(model, { ...kept, merge: { ...kept.merge, ...point } }).final(output),
    { rows: count },
  );
  const rows = Object.entries(indices).map(([name, index]) => ({ name, ...index }));
  return { study: "indices", output, runs: evaluations, mean, deviation, rows };
}

function fitOf(
  model: InstantiatedModel,
  { startTime, method, absoluteTolerance, maximumStep, merge }: SimulateOptions,
  targets: readonly { readonly target: string; readonly value: number }[],
  table: string,
): StudyOutcome {
  const { data, units } = seriesFromCsv(table);
  const fit = calibrate(model, {
    parameters: Object.fromEntries(targets.map(({ target, value }) => [target, value])),
    data,
    units,
    simulate: {
      ...(startTime !== undefined && { startTime }),
      ...(method !== undefined && { method }),
      ...(absoluteTolerance !== undefined && { absoluteTolerance }),
      ...(maximumStep !== undefined && { maximumStep }),
      ...(merge !== undefined && { merge }),
    },
  });
  const result = fit.results[0]!;
  const time = Array.from(
    { length: curvePoints },
    (_, k) => result.startTime + ((result.endTime - result.startTime) * k) / (curvePoints - 1),
  );
  const names = [...new Set(fit.residuals.map(({ variable }) => variable))];
  return {
    study: "fit",
    runs: fit.runs,
    hasConverged: fit.hasConverged,
    residualDeviation: fit.residualDeviation,
    parameters: Object.entries(fit.parameters).map(([name, { value, deviation, interval }]) => ({
      ...{ name, value, deviation, interval },
    })),
    indistinguishable: fit.indistinguishable,
    merge: fit.merge,
    series: names.map((name) => {
      const readings = fit.residuals.filter(({ variable }) => variable === name);
      const values = time.map((t) => result.at(t, name));
      return {
        ...{ name, time, values },
        measuredAt: readings.map((reading) => reading.time),
        measured: readings.map((reading) => reading.value),
      };
    }),
  };
}
