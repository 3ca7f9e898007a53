/** Measurements as text, and the options of studies. */
import { Model } from "../../src/language/model.ts";
import { Par, Var } from "../../src/language/values.ts";
import { instantiate } from "../../src/run/instantiate.ts";
import { sweep } from "../../src/run/sweep.ts";
import { sensitivities } from "../../src/sensitivity/sensitivities.ts";
import { calibrate } from "../../src/studies/calibration/calibrate.ts";
import { seriesFromCsv } from "../../src/studies/calibration/measurements.ts";
import { optimise } from "../../src/studies/optimise/optimise.ts";
import { sampleParameters } from "../../src/studies/uncertainParameters.ts";
import { propagate } from "../../src/studies/uncertainty/propagate.ts";
import { mutateJson, mutateText } from "../mutate.ts";
import type { Target } from "../target.ts";

const decay = () => instantiate(Model({ k: Par(1), x: Var({ init: 1 }), equations: "der(x) = -k*x; y = 2*x" }));

const csv = "time,x [m]\n0,1\n0.1,0.82\n0.2,0.67\n0.3,0.55\n";

/** What users may give, whatever its type. */
type Given = never;

const studies: Readonly<Record<string, (given: Given) => unknown>> = {
  calibrate: (options: Given) => calibrate(decay(), options),
  optimise: (options: Given) => optimise(decay(), options),
  propagate: (options: Given) => propagate(decay(), options).final("y"),
  sensitivities: (options: Given) => sensitivities(decay(), options),
  sample: (given: Given) => sampleParameters(partOf(given, "parameters"), partOf(given, "options")),
  sweep: (given: Given) => sweep(decay(), partOf(given, "grid"), partOf(given, "options")),
};

const partOf = (given: unknown, name: string): Given => (given as Record<string, Given> | null)?.[name] as Given;

const seeds: readonly [keyof typeof studies, object][] = [
  [
    "calibrate",
    {
      parameters: { k: { start: 1.5, min: 0, max: 10 }, "start(x)": 0.9 },
      data: { time: [0, 0.1, 0.2, 0.3], x: [1, 0.82, 0.67, 0.55] },
      deviations: { x: 0.01 },
      loss: "huber",
      maximumRuns: 10,
      simulate: { tolerance: 1e-4 },
    },
  ],
  [
    "optimise",
    {
      variables: { k: { start: 1, min: 0.1, max: 5 } },
      objective: "y",
      constraints: [{ quantity: "x", min: 0.1 }],
      maximumRuns: 8,
      simulate: { stopTime: 0.5, tolerance: 1e-3 },
    },
  ],
  [
    "propagate",
    {
      uncertain: { k: { value: 1, deviation: 0.1 }, "start(x)": { value: 1, deviation: 0.01 } },
      correlations: [["k", "start(x)", 0.5]],
      stopTime: 0.3,
      tolerance: 1e-3,
    },
  ],
  ["sensitivities", { by: ["k"], stopTime: 0.2, tolerance: 1e-3, outputs: ["y"] }],
  [
    "sample",
    {
      parameters: { a: { kind: "normal", mean: 1, deviation: 0.1 }, b: { kind: "uniform", min: 0, max: 1 } },
      options: { count: 16, sampling: "latin", seed: 3 },
    },
  ],
  ["sweep", { grid: { k: [1, 2] }, options: { stopTime: 0.1, tolerance: 1e-3 } }],
];

export const studyTargets: readonly Target[] = [
  {
    name: "measurements",
    cost: 6,
    seeds: async () => [csv, '"time";"x"\r\n0;1,5\r\n1;2,5\r\n', "time\tx\ty\n0\t1\t\n1\t\t2\n"],
    mutate: mutateText,
    run: (text) => {
      const { data, units } = seriesFromCsv(text);
      return calibrate(decay(), { parameters: { k: 1 }, data, units, maximumRuns: 4, simulate: { tolerance: 1e-3 } });
    },
  },
  {
    name: "studies",
    cost: 3,
    seeds: async () => seeds.map(([study, options]) => JSON.stringify({ study, options })),
    mutate: (text, _, random) => mutateJson(text, random),
    run: (text) => {
      const { study, options } = JSON.parse(text) as { study: string; options: never };
      return Object.hasOwn(studies, study) ? studies[study]!(options) : undefined;
    },
  },
];
