/** Of several solutions of nonlinear equations, the run follows the one that it is on. */
import fc from "fast-check";
import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { SolutionPath } from "../../src/run/solutionPath.ts";

describe("solutions that meet", () => {
  /**
   * Four bars of length 1: the first lies on the x-axis, a, b and c are the angles of the others. It is a rhombus, b = π and c = a + π, or folded,
   * a = π and c = b + π; at t = 0.9973 all bars are in one line and the two solutions meet.
   */
  const bars = Model({
    bend: Var({ init: 0.9973 }),
    a: Var({ start: 2 }),
    b: Var({ start: 3 }),
    c: Var({ start: 5 }),
    equations: `
      der(bend) = -1
      b - a = bend
      1 + cos(a) + cos(b) + cos(c) = 0
      sin(a) + sin(b) + sin(c) = 0`,
  });

  it.each(["bdf", "adams", "tsit5", "dop853", "radau5", "esdirk54"] as const)(
    "are passed with the speed before: %s",
    (method) => {
      const result = simulate(instantiate(bars), { stopTime: 2.5, tolerance: 1e-8, method, maximumStep: 0.06 });
      for (const t of [0, 0.5, 0.9, 1.1, 2, 2.5]) {
        expect(result.at(t, "a")).toBeCloseTo(Math.PI - 0.9973 + t, 6);
        expect(result.at(t, "c")).toBeCloseTo(2 * Math.PI - 0.9973 + t, 6);
      }
    },
  );
});

/** x = amplitude·sin(rate·t) swings, y is asin x about a multiple of π, on the branch of its start; no derivative needs it. */
function swing(amplitude: number, rate: number, turns: number) {
  const middle = turns * Math.PI;
  return Model({
    x: Var({ init: 0 }),
    v: Var({ init: amplitude * rate }),
    y: Var({ start: middle }),
    z: Var({ start: middle }),
    equations: `
      der(x) = v
      der(v) = ${-rate * rate}*x
      sin(y) = x + 0.01*(z - ${middle})
      z + 0.01*(z - ${middle})^3 = y`,
  });
}

describe("what only results need", () => {
  it.each(["bdf", "adams", "tsit5", "dop853", "radau5", "esdirk54", "ida"] as const)(
    "stays on its solution through long steps and far rows: %s",
    (method) => {
      for (const [amplitude, rate, turns, interval] of [
        [0.9, 1, 0, 0.5],
        [0.9, 1, 1, 3],
        [0.97, 1, 1, 0.05],
        [0.95, 3, 0, 1.3],
        [0.95, 3, 1, 3],
      ] as const) {
        const model = instantiate(swing(amplitude, rate, turns));
        const result = simulate(model, { stopTime: 30, interval, method });
        const { values } = result.signal("y");
        expect(Math.max(...values.map((y) => Math.abs(y - turns * Math.PI)))).toBeLessThan(1.5);
        expect(result.statistics.modelEvaluations).toBeLessThan(20_000);
      }
    },
  );
});

it("a model without states stays on its solution, whatever the distance of its rows", () => {
  for (const interval of [0.05, 1.3, 3]) {
    const model = Model({
      y: Var({ start: Math.PI }),
      z: Var({ start: Math.PI }),
      equations: `
        sin(y) = 0.95*sin(3*time) + 0.01*(z - ${Math.PI})
        z + 0.01*(z - ${Math.PI})^3 = y`,
    });
    const { values } = simulate(instantiate(model), { stopTime: 30, interval }).signal("y");
    expect(Math.max(...values.map((y) => Math.abs(y - Math.PI)))).toBeLessThan(1.5);
  }
});

describe("the path of solutions", () => {
  it("leads between its points along lines, behind them along the last, and back from the one before", () => {
    const path = new SolutionPath(2);
    const z = new Float64Array(2);
    expect(path.predict(1, 0, z)).toBe(false);
    path.end(0, Float64Array.of(1, 10), 1);
    expect(path.predict(1, 0, z)).toBe(false);
    path.end(2, Float64Array.of(3, 14), -1);
    path.insert(1, Float64Array.of(5, 12), 1);
    expect([path.timeBefore(2), path.timeBefore(0), path.signBefore(2), path.signBefore(2.5)]).toEqual([
      1,
      Number.NEGATIVE_INFINITY,
      1,
      -1,
    ]);
    expect(path.predict(0.5, 2, z)).toBe(true);
    expect([...z]).toEqual([3, 11]);
    expect(path.predict(1.5, 2, z)).toBe(true);
    expect([...z]).toEqual([4, 13]);
    z.set([3, 14]);
    expect(path.predict(3, 2, z)).toBe(true);
    expect([...z]).toEqual([1, 16]);
    // far behind the end, and at a solution, there is nothing to go by
    z.set([3, 14]);
    expect([path.predict(20, 2, z), path.predict(2, 2, z)]).toEqual([false, false]);
    expect([...z]).toEqual([3, 14]);
    path.beginStep();
    expect([path.timeBefore(2.5), path.predict(1, 2, z), path.endsWith(2, Float64Array.of(3, 14))]).toEqual([
      2,
      false,
      true,
    ]);
  });

  it("keeps the order of its points and the number of them, whatever is put in", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 20 }), (times) => {
        const path = new SolutionPath(1);
        path.end(0, Float64Array.of(0), 1);
        path.end(100, Float64Array.of(100), 1);
        for (const t of times) path.insert(t, Float64Array.of(t), 1);
        const z = new Float64Array(1);
        for (let t = 0.5; t < 100; t++) {
          expect(path.predict(t, 100, z)).toBe(true);
          expect(z[0]).toBeCloseTo(t, 12);
          expect(path.timeBefore(t)).toBe(Math.max(0, ...times.filter((known) => known < t)));
        }
        path.cut(20, 80);
        const left = times.filter((known) => known <= 20 || known >= 80);
        for (let t = 0.5; t < 100; t++)
          expect(path.timeBefore(t)).toBe(Math.max(0, ...left.filter((known) => known < t)));
        expect([path.predict(50.5, 100, z), z[0]]).toEqual([true, expect.closeTo(50.5, 12)]);
      }),
    );
  });
});
