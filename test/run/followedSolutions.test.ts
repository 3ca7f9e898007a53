/** Of several solutions of nonlinear equations, the run follows the one that it is on. */
import fc from "fast-check";
import { instantiate, Model, simulate, Var } from "rattleback";
import { importModelica } from "rattleback/modelica";
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

it.each(["bdf", "adams", "tsit5", "dop853", "radau5", "esdirk54", "ida"] as const)(
  "solutions that meet are passed with the speed before where derivatives need them, too: %s",
  (method) => {
    // the four bars from above
    const bars = Model({
      bend: Var({ init: 0.9973 }),
      integral: Var({ init: 0 }),
      a: Var({ start: 2 }),
      b: Var({ start: 3 }),
      c: Var({ start: 5 }),
      equations: `
        der(bend) = -1
        der(integral) = a
        b - a = bend
        1 + cos(a) + cos(b) + cos(c) = 0
        sin(a) + sin(b) + sin(c) = 0`,
    });
    for (const tolerance of [1e-4, 1e-8]) {
      const result = simulate(instantiate(bars), { stopTime: 2.5, tolerance, method });
      const start = Math.PI - 0.9973;
      for (const t of [0.5, 1.1, 2.5]) {
        expect(result.at(t, "a")).toBeCloseTo(start + t, 7);
        expect(Math.abs(result.at(t, "integral") - start * t - t ** 2 / 2)).toBeLessThan(10 * tolerance);
      }
    }
  },
);

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

/** y on one of its branches, where `of` is monotone between two folds, and what makes the equation solvable there. */
interface Branch {
  readonly equations: string;
  readonly start: Record<string, number>;
  readonly of: (y: number) => number;
  readonly between: readonly [number, number];
  /** x swings about this by up to that, and comes to the fold there. */
  readonly middle: number;
  readonly reach: number;
}

const branches: Record<string, Branch> = {
  sine: {
    equations: "sin(y) = x",
    start: { y: Math.PI },
    of: Math.sin,
    between: [1.5 * Math.PI, 0.5 * Math.PI],
    middle: 0,
    reach: 1,
  },
  cubicInside: {
    equations: "y^3 - 3*y = x",
    start: { y: 0 },
    of: (y) => y ** 3 - 3 * y,
    between: [1, -1],
    middle: 0,
    reach: 2,
  },
  cubicOutside: {
    equations: "y^3 - 3*y = x",
    start: { y: 1.7 },
    of: (y) => y ** 3 - 3 * y,
    between: [1, 9],
    middle: 0,
    reach: 2,
  },
  exponential: {
    equations: "y*exp(1 - y) = x",
    start: { y: 2.7 },
    of: (y) => y * Math.exp(1 - y),
    between: [20, 1],
    middle: 0.5,
    reach: 0.5,
  },
  hyperbola: { equations: "cosh(y) = x", start: { y: -1.3 }, of: Math.cosh, between: [0, -5], middle: 2, reach: 1 },
  kepler: {
    equations: "y - 2*sin(y) = x",
    start: { y: 0 },
    of: (y) => y - 2 * Math.sin(y),
    between: [Math.PI / 3, -Math.PI / 3],
    middle: 0,
    reach: 0.6848532563722,
  },
  arm: {
    equations: "cos(p) + cos(p + y) = x; sin(p) + sin(p + y) = 0",
    start: { p: -1, y: 2 },
    of: (y) => 2 * Math.cos(y / 2),
    between: [Math.PI, 0],
    middle: 1,
    reach: 1,
  },
  pair: {
    equations: "y^2 + z^2 = 4; y*z = x",
    start: { y: 1.93, z: 0.5 },
    of: (y) => y * Math.sqrt(4 - y * y),
    between: [2, Math.SQRT2],
    middle: 1,
    reach: 1,
  },
  tangent: {
    equations: "tan(y) = x",
    start: { y: 0 },
    of: Math.tan,
    between: [-Math.PI / 2, Math.PI / 2],
    middle: 0,
    reach: 30,
  },
};

/** The solution on the branch, by bisection. */
function onBranch({ of, between: [low, high] }: Branch, x: number): number {
  let [below, above] = [low, high];
  for (let k = 0; k < 60; k++) {
    const middle = (below + above) / 2;
    if (of(middle) < x) below = middle;
    else above = middle;
  }
  return below;
}

describe("what derivatives need", () => {
  const methods = ["auto", "bdf", "adams", "tsit5", "dop853", "radau5", "esdirk54", "ida"] as const;

  /** Every row is on the branch of the start. */
  function expectOnBranch(
    branch: Branch,
    part: number,
    rate: number,
    method: (typeof methods)[number],
    tolerance: number,
  ): void {
    const { equations, start, middle, reach } = branch;
    const unknowns = Object.fromEntries(Object.entries(start).map(([name, value]) => [name, Var({ start: value })]));
    const model = Model({
      x: Var({ init: middle }),
      v: Var({ init: part * reach * rate }),
      w: Var({ init: 0 }),
      ...unknowns,
      equations: `der(x) = v; der(v) = ${-rate * rate}*(x - ${middle}); der(w) = y - w; ${equations}`,
    });
    const result = simulate(instantiate(model), { stopTime: 15 / rate, interval: 0.3 / rate, method, tolerance });
    const [x, y] = [result.signal("x").values, result.signal("y").values];
    for (let k = 0; k < x.length; k++) expect(Math.abs(y[k]! - onBranch(branch, x[k]!))).toBeLessThan(1e-5);
  }

  it("stays on its solution close to where that turns back, with every method", () => {
    for (const method of methods)
      for (const part of [0.93, 0.95]) expectOnBranch(branches.sine!, part, 3, method, 1e-3);
  });

  it("stays on its solution, whatever the equations, the method and the tolerance", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.values(branches)),
        fc.double({ min: 0.8, max: 0.95, noNaN: true }),
        fc.double({ min: 0.5, max: 5, noNaN: true }),
        fc.constantFrom(...methods),
        fc.constantFrom(1e-3, 1e-4, 1e-6, 1e-9),
        expectOnBranch,
      ),
      { numRuns: 60 },
    );
  });
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

it("a solution is followed to where another one crosses it, and behind that", () => {
  // what flows is warmed by 0.2, from 1 on one side and from 0.5 on the other; without flow any temperature would do
  const text = `
    model M
      Real m(start = 1); Real h(start = 1.2); Real dp = time - 0.5;
    equation
      0 = noEvent(if m > 0 then m*(1 - h) else m*(0.5 - h)) + 0.2*m;
      50*m*noEvent(sqrt(m^2 + 1e-4)) = 1.5 - dp - 0.01*(h - 1);
    end M;`;
  const model = importModelica({ texts: { "M.mo": text } }).instantiate("M");
  const result = simulate(model, { stopTime: 4, interval: 0.002 });
  // it flows out up to 1.998, and in from 2.003 on
  const wrong = Array.from({ length: 2001 }, (_, k) => 0.002 * k).filter((t) => {
    const wanted = t < 1.997 ? 1.2 : t > 2.0035 ? 0.7 : Number.NaN;
    return Math.abs(result.at(t, "h") - wanted) > 1e-9;
  });
  expect(wrong).toEqual([]);
});

describe("the path of solutions", () => {
  it("leads between its points along lines, behind them along the last, and back from the one before", () => {
    const path = new SolutionPath(2);
    const z = new Float64Array(2);
    const step = new Float64Array(2);
    expect(path.predict(1, 0, z, step)).toBe(false);
    path.end(0, Float64Array.of(1, 10), 1);
    expect(path.predict(1, 0, z, step)).toBe(false);
    path.end(2, Float64Array.of(3, 14), -1);
    path.insert(1, Float64Array.of(5, 12), 1);
    expect([path.timeBefore(2), path.timeBefore(0), path.signBefore(2), path.signBefore(2.5)]).toEqual([
      1,
      Number.NEGATIVE_INFINITY,
      1,
      -1,
    ]);
    expect(path.predict(0.5, 2, z, step)).toBe(true);
    expect([...z]).toEqual([3, 11]);
    expect(path.predict(1.5, 2, z, step)).toBe(true);
    expect([...z]).toEqual([4, 13]);
    z.set([3, 14]);
    expect(path.predict(3, 2, z, step)).toBe(true);
    expect([...z]).toEqual([1, 16]);
    // far behind the end, and at a solution, there is nothing to go by
    z.set([3, 14]);
    expect([path.predict(20, 2, z, step), path.predict(2, 2, z, step)]).toEqual([false, false]);
    expect([...z]).toEqual([3, 14]);
    // between points with both signs either may be met
    expect([0.5, 1.5, 2, 3].map((t) => path.signAround(t))).toEqual([1, 0, 0, -1]);
    path.beginStep();
    expect([path.timeBefore(2.5), path.predict(1, 2, z, step), path.endsWith(2, Float64Array.of(3, 14))]).toEqual([
      2,
      false,
      true,
    ]);
    // the next step goes on with the speed at the end of the last one
    z.set([3, 14]);
    expect([path.predict(2.5, 2, z, step), ...z]).toEqual([true, 2, 15]);
    // a step that was cut off: what was found behind its end does not count
    path.end(4, Float64Array.of(5, 16), 1);
    path.beginStep(3);
    path.end(3, Float64Array.of(4, 15), 1);
    expect([path.timeBefore(9), path.timeBefore(3)]).toEqual([3, 2]);
  });

  it("keeps the order of its points and the number of them, whatever is put in", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 99 }), { maxLength: 20 }), (times) => {
        const path = new SolutionPath(1);
        path.end(0, Float64Array.of(0), 1);
        path.end(100, Float64Array.of(100), 1);
        for (const t of times) path.insert(t, Float64Array.of(t), 1);
        const z = new Float64Array(1);
        const step = new Float64Array(1);
        for (let t = 0.5; t < 100; t++) {
          expect(path.predict(t, 100, z, step)).toBe(true);
          expect(z[0]).toBeCloseTo(t, 12);
          expect(path.timeBefore(t)).toBe(Math.max(0, ...times.filter((known) => known < t)));
        }
        path.cut(20, 80);
        const left = times.filter((known) => known <= 20 || known >= 80);
        for (let t = 0.5; t < 100; t++)
          expect(path.timeBefore(t)).toBe(Math.max(0, ...left.filter((known) => known < t)));
        expect([path.predict(50.5, 100, z, step), z[0]]).toEqual([true, expect.closeTo(50.5, 12)]);
      }),
    );
  });
});
