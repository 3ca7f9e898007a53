import { instantiate, Model, RattlebackError, simulate } from "rattleback";
import { TimeTable } from "rattleback/blocks";
import { Ground, Resistor, TableVoltage } from "rattleback/electric";
import { PrescribedPosition, TranslationalMass } from "rattleback/translational";
import { describe, expect, it } from "vitest";
import { accuracy, run } from "../run.ts";

const circuit = (changes: Record<string, unknown>) =>
  Model({
    source: TableVoltage.with(changes),
    R: Resistor,
    ground: Ground,
    area: { init: 0 },
    connect: [
      ["source.p", "R.p"],
      ["source.n", "R.n", "ground.p"],
    ],
    equations: "der(area) = R.v",
  });

const errorOf = (changes: Record<string, unknown>): RattlebackError => {
  try {
    run(circuit(changes), 4);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
  }
  throw new Error("no error was raised");
};

describe("a table as source", () => {
  it.each([
    [[[0, 7]], 0, 7],
    [[[0, 7]], 3, 7],
    [
      [
        [0, 7],
        [1, 9],
      ],
      3,
      9,
    ],
  ])("that has ended before the run begins keeps its last value: %j from %f s", (table, startTime, value) => {
    const result = simulate(instantiate(circuit({ table })), { startTime, stopTime: startTime + 2 });
    expect(Math.abs(result.final("area") - 2 * value)).toBeLessThan(accuracy);
  });

  it("every point is an event, so that the integral of the broken line is exact", () => {
    const table = [
      [0, 0],
      [1, 2],
      [1, -1],
      [3, 1],
    ];
    const result = run(circuit({ table }), 5);
    expect(result.events.map(({ time }) => time)).toEqual([0, 1, 3]);
    expect(Math.abs(result.final("area") - (1 + 0 + 2))).toBeLessThan(accuracy);
  });

  it("a cubic table reproduces a parabola", () => {
    const table = [0, 0.5, 1.25, 2, 4].map((t) => [t, 3 * t * t - 2 * t]);
    const result = run(circuit({ table, interpolation: "cubic" }), 4);
    expect(Math.abs(result.final("area") - (64 - 16))).toBeLessThan(48 * accuracy);
  });

  it("a periodic table repeats before its start time and behind its end", () => {
    const table = [
      [0, 1],
      [0.5, 1],
      [0.5, 0],
      [2, 0],
    ];
    const result = run(circuit({ table, extrapolation: "periodic", startTime: 1 }), 6);
    expect(Math.abs(result.final("area") - 3 * 0.5)).toBeLessThan(accuracy);
    expect(result.events.map(({ time }) => time)).toEqual([0, 1, 1.5, 3, 3.5, 5, 5.5]);
  });

  it("behind its end a table holds its value or goes on with its last slope", () => {
    const table = [
      [1, 1],
      [2, 3],
    ];
    expect(Math.abs(run(circuit({ table }), 4).final("R.v") - 3)).toBeLessThan(1e-12);
    const line = run(circuit({ table, extrapolation: "linear" }), 4);
    expect(Math.abs(line.final("R.v") - 7)).toBeLessThan(1e-12);
    expect(Math.abs(line.at(0, "R.v") + 1)).toBeLessThan(1e-12);
  });

  it("a mass that is guided along a table feels m times its second derivative", () => {
    const model = Model({
      curve: TimeTable.with({ table: [0, 1, 2, 3].map((t) => [t, 4 * t * t]), interpolation: "cubic" }),
      guide: PrescribedPosition,
      mass: TranslationalMass.with({ m: 3, s: { init: null }, v: { init: null } }),
      connect: [
        ["curve.y", "guide.s"],
        ["guide.flange", "mass.flange_a"],
      ],
    });
    const result = run(model, 2.5);
    expect(Math.abs(result.final("mass.v") - 20)).toBeLessThan(1e-11);
    expect(Math.abs(result.final("guide.flange.f") + 24)).toBeLessThan(1e-11);
  });

  it("refuses bad tables and says which row", () => {
    const decreasing = errorOf({
      table: [
        [0, 1],
        [2, 1],
        [1, 0],
      ],
    });
    expect(decreasing.code).toBe("E-TABLE");
    expect(decreasing.data).toEqual({ row: 3 });
    expect(decreasing.hint).toMatch(/sort/);
    expect(errorOf({ table: [[0, 1, 2]] }).hint).toMatch(/\[\[0, 1\], \[2, 5\]\]/);
    const spelling = errorOf({ interpolation: "liner" });
    expect(spelling.code).toBe("E-TABLE");
    expect(spelling.hint).toMatch(/linear/);
    expect(errorOf({ extrapolation: "periodic" }).what).toMatch(/period/);
  });

  it("refuses to be read outside its range when asked to", () => {
    const error = errorOf({
      table: [
        [0, 1],
        [2, 1],
      ],
      extrapolation: "error",
    });
    expect(error.code).toBe("E-TABLE-RANGE");
    expect(error.hint).toMatch(/hold/);
    expect(error.data).toMatchObject({ first: 0, last: 2 });
  });
});
