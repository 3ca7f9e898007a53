import { tableFromIPC } from "apache-arrow";
import { describe, expect, it } from "vitest";
import { quantityOf } from "../../../src/commandLine/sweep/quantity.ts";
import { parseVariation, planSweep } from "../../../src/commandLine/sweep/sweepPlan.ts";
import {
  summarise,
  sweepTable,
  sweepTableToArrow,
  sweepTableToCsv,
} from "../../../src/commandLine/sweep/sweepTable.ts";
import { instantiate, Model, simulate, Var } from "../../../src/index.ts";

describe("what is kept of a run", () => {
  const model = instantiate(
    Model({ v: Var({ init: [1, 2] }), w: Var({ init: 3 }), equations: "der(v) = v; der(w) = 1" }),
  );
  const result = simulate(model, { stopTime: 1 });

  it("is a number: of an array an element is asked for", () => {
    expect(quantityOf(result, "max(w)")).toBe(4);
    expect(quantityOf(result, "v[2]")).toBeCloseTo(2 * Math.E, 4);
    for (const text of ["v", "min(v)"])
      expect(() => quantityOf(result, text)).toThrow(/E-SWEEP-QUANTITIES {2}"v" has 2 elements[\s\S]*such as v\[1\]/);
  });
});

describe("plan of a sweep", () => {
  it("reads values, ranges and distributions", () => {
    expect(parseVariation("motor.R=1, 2,5")).toEqual(["motor.R", [1, 2, 5]]);
    expect(parseVariation("R=1..2:5")).toEqual(["R", [1, 1.25, 1.5, 1.75, 2]]);
    expect(parseVariation("R=-1..-3:2")).toEqual(["R", [-1, -3]]);
    expect(parseVariation("R = 4..9:1")).toEqual(["R", [4]]);
    expect(parseVariation("R~normal(1, 0.1)")).toEqual(["R", { normal: { mean: 1, deviation: 0.1 } }]);
    expect(parseVariation("R ~ uniform(1,2)")).toEqual(["R", { uniform: { from: 1, to: 2 } }]);
    for (const text of ["R", "R=", "R=a", "R~normal(1)", "R=1..x:3", "R=1,,2"])
      expect(() => parseVariation(text), text).toThrow("E-SWEEP-VARIATION");
  });

  it("runs all combinations of values", () => {
    const { points } = planSweep({ vary: { a: [1, 2], b: [3, 4, 5] } }, "");
    expect(points).toHaveLength(6);
    expect(Array.from({ length: 6 }, (_, run) => points.at(run))).toEqual(
      [1, 2].flatMap((a) => [3, 4, 5].map((b) => ({ a, b }))),
    );
  });

  it("draws the same points from the same seed, and knows them by their hash", () => {
    const vary = { a: { normal: { mean: 0, deviation: 1 } } };
    const [one, same, other] = [1, 1, 2].map((seed) => planSweep({ vary, runs: 50, seed }, "model"));
    expect(one!.points).toHaveLength(50);
    expect(same!.hash).toBe(one!.hash);
    expect(same!.points.at(49)).toEqual(one!.points.at(49));
    expect(other!.hash).not.toBe(one!.hash);
    expect(planSweep({ vary, runs: 50, seed: 1 }, "another model").hash).not.toBe(one!.hash);
  });

  it("refuses what it cannot run", () => {
    const mixed = { a: [1], b: { uniform: { from: 0, to: 1 } } };
    expect(() => planSweep({ vary: mixed }, "")).toThrow("E-SWEEP-VARIATION");
    expect(() => planSweep({ vary: { a: [] } }, "")).toThrow("E-SWEEP-VARIATION");
    expect(() => planSweep({ vary: { a: [Number.NaN] } }, "")).toThrow("E-SWEEP-VARIATION");
  });
});

describe("table of a sweep", () => {
  const finished = new Map([
    [1, { run: 1, seconds: 0.5, values: [4, null], units: ["m", "s"] }],
    [0, { run: 0, seconds: 0.25, values: [2, 7], units: ["m", "s"] }],
    [2, { run: 2, seconds: 0.1, error: { code: "E-X", message: "failed" } }],
  ]);
  const table = sweepTable(planSweep({ vary: { a: [10, 20, 30] } }, "").points, ["x", "t"], finished);

  it("has one row per run, in order; failed runs have no values", () => {
    expect(table.columns.map(({ name }) => name)).toEqual(["run", "a", "x", "t", "failed", "seconds"]);
    expect([...table.columns[2]!.values]).toEqual([2, 4, Number.NaN]);
    expect(table.columns[2]!.unit).toBe("m");
    expect(table.failures).toEqual([{ run: 2, code: "E-X", message: "failed" }]);
  });

  it("sums up what is there", () => {
    expect(summarise(table)[0]).toEqual({ name: "x", count: 2, mean: 3, deviation: Math.SQRT2, min: 2, max: 4 });
  });

  it("is the same in a CSV and in an Arrow file", () => {
    const lines = [...sweepTableToCsv(table)].join("").split("\r\n");
    expect(lines).toEqual(["run,a,x,t,failed,seconds", "0,10,2,7,0,0.25", "1,20,4,,0,0.5", "2,30,,,1,0.1", ""]);
    const arrow = tableFromIPC([...sweepTableToArrow(table)]);
    expect(arrow.numRows).toBe(3);
    expect(arrow.getChild("x")!.toJSON()).toEqual([2, 4, null]);
    expect(arrow.getChild("failed")!.toJSON()).toEqual([false, false, true]);
    expect(JSON.parse(arrow.schema.metadata.get("rattleback.failures")!)).toHaveLength(1);
  });
});
