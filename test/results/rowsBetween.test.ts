/**
 * How many rows a file needs so that values between its rows are as accurate as the run. The numbers are the same on every machine:
 * fewer may be too few, which the errors beside them would show, more are memory for nothing.
 */
import { describe, expect, it } from "vitest";
import { instantiate, Model, resultFromJson, simulate, Var } from "../../src/index.ts";
import { pieceBeginsOf } from "../../src/results/betweenRows.ts";
import { resultToJson } from "../../src/results/writers/json.ts";

interface Case {
  readonly y: string;
  readonly exact: (x: number, v: number) => number;
  /** Rows between the others, for each of the runs below, and corners in all of them. */
  readonly rows: readonly number[];
  readonly corners: number;
}

const runs = [
  { method: "tsit5", interval: 2.1 },
  { method: "tsit5", interval: 0.05 },
  { method: "bdf", interval: 0.4 },
];

/** What follows from x = cos t and v = −sin t: smooth, with corners, with jumps, and from a function that nobody can look into. */
const cases: Readonly<Record<string, Case>> = {
  "a smooth function": {
    y: "sin(3*x) + v^2",
    exact: (x, v) => Math.sin(3 * x) + v * v,
    rows: [166, 16, 157],
    corners: 0,
  },
  "waves in a step": { y: "cos(100*x)", exact: (x) => Math.cos(100 * x), rows: [3311, 3032, 3289], corners: 0 },
  "a corner": { y: "noEvent(abs(x - 0.3))", exact: (x) => Math.abs(x - 0.3), rows: [91, 37, 86], corners: 3 },
  "two corners": {
    y: "noEvent(abs(x - 0.3))*noEvent(abs(v + 0.1))",
    exact: (x, v) => Math.abs(x - 0.3) * Math.abs(v + 0.1),
    rows: [168, 74, 169],
    corners: 6,
  },
  "two corners in a gap": {
    y: "noEvent(max(0, x - 0.9985))",
    exact: (x) => Math.max(0, x - 0.9985),
    rows: [77, 42, 93],
    corners: 3,
  },
  saturation: {
    y: "noEvent(min(max(x, -0.4), 0.4))",
    exact: (x) => Math.min(Math.max(x, -0.4), 0.4),
    rows: [96, 53, 100],
    corners: 5,
  },
  "a jump": {
    y: "noEvent(if x > 0.3 then 1 + v else -1)",
    exact: (x, v) => (x > 0.3 ? 1 + v : -1),
    rows: [81, 36, 77],
    corners: 3,
  },
  "a corner of a function": { y: "bent(x)", exact: (x) => Math.abs(x - 0.3), rows: [104, 45, 94], corners: 3 },
  "many corners of a function": {
    y: "teeth(x)",
    exact: (x) => Math.abs(((x + 2) % 0.5) - 0.25),
    rows: [319, 244, 337],
    corners: 18,
  },
};
const functions = { bent: cases["a corner of a function"]!.exact, teeth: cases["many corners of a function"]!.exact };
const modelOf = (y: string) =>
  Model({
    x: Var({ init: 1 }),
    v: Var({ init: 0 }),
    y: Var(),
    equations: ["der(x) = v", "der(v) = -x", `y = ${y}`],
    functions,
  });
const tolerance = 1e-6;

describe("so many rows between the others determine what is between them", () => {
  it.each(Object.entries(cases))("of %s", (_, { y, exact, rows, corners }) => {
    const found = runs.map(({ method, interval }) => {
      const result = simulate(instantiate(modelOf(y)), { stopTime: 8, method, tolerance, interval });
      const text = resultToJson(result);
      const read = resultFromJson(text);
      for (let k = 0; k < 400; k++) {
        const t = 8 * ((0.5 + k) / 400);
        const [x, v] = [result.at(t, "x"), result.at(t, "v")];
        expect(Math.abs(x - Math.cos(t))).toBeLessThan(100 * tolerance);
        for (const one of [result, read])
          expect(Math.abs(one.at(t, "y") - exact(x, v)), `${method}, ${interval}`).toBeLessThan(10 * tolerance);
      }
      return (JSON.parse(text) as { between: { time: number[]; corners?: number[] } }).between;
    });
    expect(found.map(({ time }) => time.length)).toEqual(rows);
    expect(found.map((between) => between.corners?.length ?? 0)).toEqual(runs.map(() => corners));
  });

  it("unless something moves too fast for any rows, which the file says", () => {
    const text = resultToJson(simulate(instantiate(modelOf("cos(5000*x)")), { stopTime: 1, interval: 1 }));
    expect(resultFromJson(text).warnings.join()).toContain("something moves too fast");
  });
});

it("pieces begin where rows between the others say so, in all segments that have such rows", () => {
  const recording = {
    segments: [
      {},
      { support: {} },
      { support: { others: {} } },
      { support: { others: { pieceBegins: Float64Array.of(1, 2) } } },
      { support: { others: { pieceBegins: Float64Array.of(5) } } },
    ],
  };
  expect(pieceBeginsOf(recording as never)).toEqual([1, 2, 5]);
});
