/** What is said about results and their files when something is wrong with them: refusals.txt shows it as users see it. */
import { expect, it } from "vitest";
import { compare, instantiate, Model, resultFromJson, simulate, Var } from "../../src/index.ts";
import { Recorder } from "../../src/results/recorder.ts";
import type { Result } from "../../src/results/result.ts";
import { resultParts } from "../../src/results/writers/formats.ts";
import { resultToJson } from "../../src/results/writers/json.ts";
import { refusalsOf } from "../refusals.ts";
import { grid, oscillator, playRun, recordRun, refinedRod } from "./sampleRun.ts";

const sample = recordRun([oscillator(grid(0, 2, 4), 1)]);
const rod = recordRun(refinedRod());
const nothing = recordRun([]);

/** A run with an event, with rows between the others and with curves of its states. */
const run = simulate(
  instantiate(
    Model({
      k: 2,
      x: Var({ init: 1 }),
      v: Var({ init: 0 }),
      y: Var(),
      n: Var({ start: 0 }),
      equations: [
        "der(x) = v",
        "der(v) = -k*x",
        "y = noEvent(abs(x - 0.3))",
        "when time > 0.7 then n = pre(n) + 1 end when",
      ],
    }),
  ),
  { stopTime: 1, interval: 0.5, method: "radau5", tolerance: 1e-4 },
);

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

function recordWith(attachments: ReadonlyMap<string, unknown>): Result {
  const recorder = new Recorder();
  playRun(recorder, [{ times: [0, 1], signals: [{ name: "a", values: (t) => [t] }] }], {
    attachments,
    parameters: new Map<string, unknown>([["record", { a: { b: [-0, 1] }, "c d": Infinity }]]),
  });
  return recorder.result;
}

/** With what a model leaves beside signals. */
const drawn = recordWith(
  new Map<string, unknown>([
    [
      "scene",
      {
        places: Float64Array.of(1, -0, Infinity, Number.NaN),
        faces: Uint16Array.of(0, 1, 2),
        short: Float32Array.of(0.5),
        ids: [Int32Array.of(-1), Uint32Array.of(4e9), Uint8Array.of(255)],
        size: -Infinity,
        name: "world",
        parts: [{ number: 3 }, { array: "Float64Array" }, []],
        nothing: null,
      },
    ],
    ["note", "text"],
  ]),
);

const examples: Readonly<Record<string, () => unknown>> = {
  "a name that is nearly there": () => sample.final("mass.sv"),
  "a name like no other": () => sample.final("voltage"),
  "a hidden signal": () => sample.final("secret"),
  "a name that is a number": () => sample.final(3 as never),
  "names that are one text": () => sample.signals("mass.s" as never),
  "names that are null": () => sample.signals(null as never),
  "a parameter that is a text": () => sample.final("file"),
  "an element of a scalar": () => sample.final("k[1]"),
  "an element behind the last": () => sample.final("r[4]"),
  "an element of a matrix with one index": () => sample.final("m[2]"),
  "a range that ends before it begins": () => sample.final("r[3:2]"),
  "a time before the start": () => sample.at(-1, "f"),
  "a time behind the end": () => sample.at(2.5, "f"),
  "times that decrease": () => sample.resample([0, 1, 0.5]),
  "a final value of nothing": () => nothing.final("f"),
  "a result that is null": () => compare(null as never, sample),
  "a result that is a text": () => resultToJson("result" as never),
  "results without a common name": () => compare(sample, rod),
  "results of different times": () =>
    compare(recordRun([oscillator(grid(0, 1, 2), 0.5)]), recordRun([oscillator(grid(3, 4, 2), 3.5)])),
  "a signal with another shape": () =>
    compare(
      recordRun([{ times: [0, 1], signals: [{ name: "a", values: () => [1] }] }]),
      recordRun([{ times: [0, 1], signals: [{ name: "a", shape: [2], values: () => [1, 2] }] }]),
    ),
  "a negative tolerance": () => compare(sample, sample, { relativeTolerance: -1 }),
  "a format that is nearly there": () => [...resultParts(sample, "jsno" as never)],
  "a whole number that is none": () => {
    const half = recordRun([{ times: [0, 1], signals: [{ name: "i", type: "integer", discrete: (t) => [t / 2] }] }]);
    return [...resultParts(half, "arrow")];
  },
  "a result before the run has ended": () => new Recorder().result,
  "more rows than the memory holds": () =>
    playRun(new Recorder({ maximumMemory: 0.5 }), [oscillator(grid(0, 2, 20_000), 1)]),
};

it("what is asked of a result, and is not there, is refused in these words", async () => {
  await expect(refusalsOf(examples)).toMatchFileSnapshot("refusals.txt");
});

type Place = readonly (string | number)[];

/** Places of a document: of lists the first and the last item. */
function placesIn(value: unknown, place: Place = []): Place[] {
  if (typeof value !== "object" || value === null) return [place];
  const keys = Array.isArray(value) ? [...new Set([0, value.length - 1])].filter((k) => k >= 0) : Object.keys(value);
  return [place, ...keys.flatMap((key) => placesIn((value as Record<string, unknown>)[key], [...place, key]))];
}

function replaced(text: string, place: Place, by: unknown): string {
  const document = JSON.parse(text) as unknown;
  let holder = document as Record<string | number, unknown>;
  for (const key of place.slice(0, -1)) holder = holder[key] as Record<string | number, unknown>;
  holder[place.at(-1)!] = by;
  return JSON.stringify(document);
}

function answerTo(text: string): string {
  try {
    resultFromJson(text);
    return "is read";
  } catch (error) {
    const { code, path, because } = error as { code?: string; path?: string; because?: string };
    return `${code}  ${path}: ${because}`;
  }
}

const others: readonly unknown[] = [undefined, null, -1, 0.5, 3, "other", [], {}];

const nameOf = (place: Place): string => place.map((key) => (typeof key === "number" ? "#" : key)).join(".");

/** One block per place; what stood there instead is said by a test of its own. */
function answers(text: string, places: readonly Place[]): string {
  const blocks = places.map((place) => {
    const said = new Map<string, string[]>();
    for (const other of others) {
      const answer = answerTo(replaced(text, place, other)).replace(/(is|are) expected, not .*$/s, "$1 expected");
      said.set(answer, [...(said.get(answer) ?? []), other === undefined ? "nothing" : JSON.stringify(other)]);
    }
    return `${nameOf(place)}\n${[...said].map(([answer, by]) => `  ${by.join(" ")} → ${answer}\n`).join("")}`;
  });
  return blocks.join("");
}

/** Files, and of each the places that those before it do not have, a dozen at once. */
const known = new Set<string>();
const files = Object.entries({ values: sample, segments: rod, run, attachments: drawn }).flatMap(([name, result]) => {
  const text = resultToJson(result);
  const places = placesIn(JSON.parse(text)).slice(1);
  const own = places.filter((place) => !known.has(nameOf(place)) && known.add(nameOf(place)));
  return Array.from({ length: Math.ceil(own.length / 12) }, (_, k) => ({
    name: `${name}-${k + 1}`,
    text,
    places: own.slice(12 * k, 12 * k + 12),
  }));
});

it.each(files)("a file in which something else stands is read, or refused at its place: $name", async (file) => {
  await expect(answers(file.text, file.places)).toMatchFileSnapshot(`files/${file.name}.txt`);
});

it("and what stands there is told, however large it is", () => {
  const text = resultToJson(sample);
  const told = (value: unknown): string => answerTo(replaced(text, ["model"], value)).split(", not ")[1]!;
  const values = [undefined, null, 7, true, [], [1, 2], {}].map(told);
  expect(values).toEqual(["nothing", "null", "7", "true", "a list of 0", "a list of 2", "an object"]);
  expect(answerTo(replaced(text, ["version"], "x".repeat(38)))).toContain(`not "${"x".repeat(38)}"`);
  expect(answerTo(replaced(text, ["version"], "x".repeat(39)))).toMatch(/not "x{39}…$/);
  expect(answerTo(replaced(text, ["time", 0], 1e300))).toBe("E-RESULT-FILE  time[1]: 0.5 follows 1e+300");
  for (const other of ["[]", "3", "null"])
    expect(() => resultFromJson(other)).toThrow(
      expect.objectContaining({
        path: "the text",
        what: "The text is not a complete result in JSON.",
        data: { path: "the text" },
      }),
    );
  const cut = (): unknown => resultFromJson(text.slice(0, 40));
  expect(cut).toThrow(expect.objectContaining({ cause: expect.any(SyntaxError) as unknown }));
  expect(() => resultFromJson(replaced(text, ["model"], 1))).toThrow(
    expect.not.objectContaining({ cause: expect.anything() as unknown }),
  );
});

it.each([
  ["values of every kind", sample],
  ["several segments", rod],
  ["curves and rows between the others", run],
  ["what can be drawn", drawn],
])("a file with %s that is read and written again says the same", (_what, result) => {
  const text = resultToJson(result);
  const again = resultFromJson(text);
  expect(JSON.parse(resultToJson(again))).toEqual(JSON.parse(text));
  expect(again.attachments).toEqual(result.attachments);
  expect(again.parameters).toEqual(result.parameters);
});

it("parameters that are objects are read as they were, also such as look like a number", () => {
  const parameters = new Map<string, unknown>([
    ["text of a number", { number: "NaN" }],
    ["number", { object: Number.NaN }],
    ["both", [{ a: { number: "-0" } }, { object: Infinity }, { object: { object: 1 } }, -0]],
  ]);
  const recorder = new Recorder();
  playRun(recorder, [{ times: [0, 1], signals: [{ name: "a", values: (t) => [t] }] }], { parameters });
  expect(resultFromJson(resultToJson(recorder.result)).parameters).toEqual(parameters);
});

it("what is attached and is no plain data is left out of the file", () => {
  const attachments = new Map<string, unknown>([
    ["plain", { list: [1, "a", null, true], none: undefined }],
    ["bare", Object.assign(Object.create(null) as object, { a: 1 })],
    ["function", { f: () => 1 }],
    ["date", [new Date(0)]],
    ["deep", nested(60)],
    ["deep enough", nested(40)],
  ]);
  const read = resultFromJson(resultToJson(recordWith(attachments))).attachments;
  expect([...read.keys()]).toEqual(["plain", "bare", "deep enough"]);
  expect(read.get("deep enough")).toEqual(nested(40));
  expect(read.get("bare")).toEqual({ a: 1 });
});

it("attachments of a file are refused where they nest too deeply, or have numbers of an unknown kind", () => {
  const text = resultToJson(drawn);
  const objects = (depth: number): unknown => (depth === 0 ? 1 : { part: objects(depth - 1) });
  expect(answerTo(replaced(text, ["attachments", 0, "value"], objects(60)))).toContain("more than 50 brackets");
  expect(answerTo(replaced(text, ["attachments", 0, "value"], objects(40)))).toBe("is read");
  expect(answerTo(replaced(text, ["attachments", 0, "value"], nested(60)))).toContain(
    "more than 50 brackets are nested",
  );
  const odd = { array: "BigInt64Array", values: [1] };
  expect(answerTo(replaced(text, ["attachments", 0, "value"], odd))).toBe(
    'E-RESULT-FILE  attachments[0].value.array: one of Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array is expected, not "BigInt64Array"',
  );
});
