/**
 * What results answer, to nine digits: rows, values between them from both sides, other grids, files and hashes. answers.txt has the numbers,
 * which are the same on every machine; that they are right is said in the other tests, and here where a file is read back.
 */
import { expect, it } from "vitest";
import {
  instantiate,
  Model,
  type ModelSource,
  type Result,
  resultFromJson,
  type SimulateOptions,
  simulate,
  Var,
} from "../../src/index.ts";
import { resultFormats, resultParts } from "../../src/results/writers/formats.ts";
import { resultToJson } from "../../src/results/writers/json.ts";
import { oscillator, recordRun, refinedRod } from "./sampleRun.ts";

interface Run {
  readonly model: object;
  readonly options?: SimulateOptions;
  readonly methods?: readonly string[];
}

const runs: Readonly<Record<string, Run>> = {
  "an event and a corner": {
    model: {
      k: 2,
      x: Var({ init: 1, unit: "m", description: "place" }),
      v: Var({ init: 0 }),
      n: Var({ start: 0 }),
      hidden: Var({ hideResult: true }),
      equations:
        "der(x) = v; der(v) = -k*x; y = noEvent(abs(x - 0.3)); minus = -x; hidden = 2*x; c = k + 1; when time > 0.7 then n = pre(n) + 1 end when",
    },
    options: { stopTime: 1, interval: 0.5, tolerance: 1e-4 },
    methods: ["radau5", "bdf", "tsit5", "dop853"],
  },
  "waves between rows": {
    model: { x: Var({ init: 0 }), equations: "der(x) = 1; y = sin(40*x); z = exp(-x)*cos(25*x)" },
    options: { stopTime: 1, interval: 0.25, tolerance: 1e-5 },
    methods: ["tsit5", "bdf"],
  },
  "waves that no rows can tell": {
    model: { x: Var({ init: 0 }), equations: "der(x) = 1; y = sin(1e5*x)" },
    options: { stopTime: 1, interval: 0.25, tolerance: 1e-5 },
    methods: ["bdf"],
  },
  "many corners": {
    model: {
      x: Var({ init: 0 }),
      equations: "der(x) = 1; y = noEvent(max(mod(7*x, 1), 0.5)); z = noEvent(abs(sin(9*x)))",
    },
    options: { stopTime: 1, interval: 0.5, tolerance: 1e-5 },
    methods: ["tsit5", "radau5"],
  },
  "a stiff transient": {
    model: { x: Var({ init: 0 }), equations: "der(x) = -1e4*(x - cos(time)); y = x*x" },
    options: { stopTime: 1, interval: 0.2, tolerance: 1e-6 },
    methods: ["bdf", "radau5", "esdirk54"],
  },
  "a system with several solutions": {
    model: { x: Var({ init: 1 }), y: Var({ start: 1.9 }), equations: "der(x) = -0.3*x; y^3 - 3*y = x; z = y + 1" },
    options: { stopTime: 2, interval: 0.7, tolerance: 1e-6 },
    methods: ["tsit5", "bdf"],
  },
  "truth values, whole numbers and arrays": {
    model: {
      X: Var({ init: [1, 2] }),
      A: [
        [0, 1],
        [-4, 0],
      ],
      n: Var({ start: 0 }),
      equations:
        "der(X) = A*X; b = X[1] > 0.5; when sample(0.1, 0.2) then n = pre(n) + 1 end when; M = [X[1], 2; X[2], time]",
    },
    options: { stopTime: 1, interval: 0.15 },
    methods: ["tsit5"],
  },
};

const shown = (x: number): string => (Math.abs(x) < 1e-9 ? "0" : String(Number(x.toPrecision(9))));
const flat = (value: unknown): string =>
  typeof value === "number" ? shown(value) : Array.isArray(value) ? `[${value.map(flat).join(" ")}]` : String(value);

/** Numbers of a text or of bytes, one for all, in which the place of each counts. */
function digestOf(parts: Iterable<string | Uint8Array>): string {
  let [sum, length] = [7, 0];
  for (const part of parts)
    for (const code of typeof part === "string" ? new TextEncoder().encode(part) : part) {
      sum = (Math.imul(sum, 31) + code) | 0;
      length++;
    }
  return `${length} bytes, ${sum >>> 0}`;
}

function answersOf(result: Result): string[] {
  const lines = [`${result.time.length} rows, hash ${result.hash}`, ...result.warnings];
  const [start, end] = [result.time[0] ?? 0, result.time[result.time.length - 1] ?? 0];
  const times = [0, 0.013, 0.21, 0.5, 0.7, 0.777, 0.98, 1].map((s) => start + s * (end - start));
  for (const name of result.names()) {
    const { kind, type, unit, description, shape } = result.describe(name) as unknown as Record<string, unknown>;
    lines.push(
      `${name}: ${[kind, type, unit, description, flat(shape)].filter((one) => one !== "" && one !== undefined).join(", ")}`,
    );
    if (result.time.length === 0) continue;
    lines.push(
      `  ${times.map((t) => flat(result.at(t, name))).join(" ")}, before ${flat(result.at(times[3]!, name, "before"))}, at the end ${flat(result.final(name))}`,
    );
  }
  if (result.time.length === 0) return lines;
  const other = result.resample(times);
  lines.push(`on another grid: ${other.time.length} rows, hash ${other.hash}, ${other.warnings.length} warnings`);
  return lines;
}

it.each(Object.entries(runs))("of runs are as they were: %s", async (name, { model, options, methods = ["tsit5"] }) => {
  const text = methods.flatMap((method) =>
    (["all", "states"] as const).flatMap((storage) => {
      const result = simulate(instantiate(Model(model as ModelSource)), {
        ...options,
        method,
        storage,
      } as SimulateOptions);
      const again = resultFromJson(resultToJson(result));
      expect(again.hash.length).toBe(result.hash.length);
      expect(answersOf(again).filter((line) => /^\S+: /.test(line))).toEqual(
        answersOf(result).filter((line) => /^\S+: /.test(line)),
      );
      return [
        `## ${method}, ${storage} stored`,
        ...answersOf(result),
        `read back: ${again.time.length} rows, ${again.warnings.length} warnings`,
        "",
      ];
    }),
  );
  await expect(text.join("\n")).toMatchFileSnapshot(`answers/${name.replaceAll(/\W+/g, "-")}.txt`);
});

it("of recordings, and their files, are as they were", async () => {
  const times = [0, 0.25, 0.5, 1, 1.5, 2];
  const results: Readonly<Record<string, Result>> = {
    "a run with an event": recordRun([oscillator(times, 1)]),
    "states alone": recordRun([oscillator(times, 1)], { storage: "states" }),
    "a change of structure": recordRun(refinedRod()),
    "no rows": recordRun([oscillator([], 1)]),
  };
  const lines = Object.entries(results).flatMap(([name, result]) => [
    `## ${name}`,
    ...answersOf(result),
    ...resultFormats.map(
      (format) => `as ${format}: ${digestOf(resultParts(result, format) as Iterable<string | Uint8Array>)}`,
    ),
    "",
  ]);
  await expect(lines.join("\n")).toMatchFileSnapshot("answers/recordings.txt");
});
