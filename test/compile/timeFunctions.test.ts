/** What a run watches between its steps: functions of time and parameters alone that may have corners. */
import { instantiate, Model, simulate, Var } from "rattleback";
import { Table1D } from "rattleback/blocks";
import { describe, expect, it } from "vitest";
import { leafNames } from "../../src/compile/state.ts";
import { print } from "../../src/symbolic/print.ts";

const watched = (equations: string) => {
  const { program } = instantiate(
    Model({ k: 2, x: Var({ init: 1 }), functions: { f: (u: number) => Math.abs(u) }, equations }),
  );
  const shown = (list: typeof program.timeFunctions) => list.map((e) => print(e, leafNames(program.state)));
  return { rough: shown(program.timeFunctions), smooth: shown(program.smoothTimeFunctions) };
};

describe("functions of time with corners", () => {
  it.each([
    ["der(x) = abs(time - k)", ["abs(time - k)"]],
    ["der(x) = x*max(time, k)", ["max(time, k)"]],
    ["der(x) = x*min(time, 1) + abs(time - 3)", ["min(time, 1)", "abs(time - 3)"]],
    ["a = 2*time; c = a + k; der(x) = abs(c)", ["abs(2*time + k)"]],
    ["a = 2*time; der(x) = a", []],
    ["der(x) = abs(x - time)", []],
    ["der(x) = abs(k)", []],
    // what follows from definitions alone
    ["a = 2*time; c = a - 2*time + k; der(x) = abs(c)", []],
    ["a = abs(time); c = a - abs(time); der(x) = c", ["abs(time)"]],
  ])("%s", (equations, expected) => {
    expect(watched(equations).rough).toEqual(expected);
  });

  it("a function of the user may have them anywhere", () => {
    expect(watched("der(x) = f(time)").rough).toHaveLength(1);
    expect(watched("der(x) = f(x)").rough).toEqual([]);
  });
});

describe("smooth functions of time", () => {
  it.each([
    ["der(x) = sin(time)", ["sin(time)"]],
    ["der(x) = x + time^2", ["time^2"]],
    ["der(x) = 1/(1 + time)", ["1/(time + 1)"]],
    ["der(x) = 3*time + k", []],
    ["der(x) = sin(k)", []],
  ])("%s", (equations, expected) => {
    expect(watched(equations).smooth).toEqual(expected);
  });
});

it("a table of time tells its corners to the run", () => {
  const table = Table1D.with({
    table: [
      [0, 0],
      [0.3, 1],
      [0.7, -1],
      [2, 0],
    ],
  });
  const model = instantiate(Model({ table, x: Var({ init: 0 }), equations: "table.u = time; der(x) = table.y" }));
  expect(model.program.knottedCalls).toHaveLength(1);
  // areas of triangles: no step goes across a corner, so that nothing is lost there however coarse the steps are
  const result = simulate(model, { stopTime: 2, tolerance: 1e-2 });
  expect(result.final("x")).toBeCloseTo(0.15 - 0.65, 13);
});
