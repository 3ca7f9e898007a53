import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { instantiate, MassProperties, Model, Model3D, Object3D, Revolute, Scene, Solid, Var } from "../../src/index.ts";
import type { Asks } from "../../src/studies/optimise/asks.ts";
import { type BlackBox, type BlackBoxValue, evolve } from "../../src/studies/optimise/evolutionStrategy.ts";
import { minimise, type SmoothProblem, type SmoothValues } from "../../src/studies/optimise/minimise.ts";
import { type OptimiseOptions, optimise } from "../../src/studies/optimise/optimise.ts";
import { type ManyObjectives, type ParetoProblem, paretoFront } from "../../src/studies/optimise/paretoFront.ts";
import { compileDual } from "./dual.ts";

const reference = JSON.parse(readFileSync("test/reference/studies/optimisation.json", "utf8"));

/** A search with its questions answered one after the other. */
function answered<Value, Found>(search: Asks<Value, Found>, evaluate: (x: Float64Array) => Value): Found {
  let step = search.next();
  while (step.done !== true) step = search.next(step.value.map(evaluate));
  return step.value;
}

type With<Problem, Value> = Problem & { readonly evaluate: (x: Float64Array) => Value };
const minimised = (problem: With<SmoothProblem, SmoothValues | undefined>, tolerance: number) =>
  answered(minimise(problem, tolerance), problem.evaluate);
const evolved = (problem: With<BlackBox, BlackBoxValue>, seed: number, tolerance: number) =>
  answered(evolve(problem, seed, tolerance), problem.evaluate);
const frontOf = (problem: With<ParetoProblem, ManyObjectives>, population: number, generations: number, seed: number) =>
  answered(paretoFront(problem, population, generations, seed), problem.evaluate);

interface Published {
  readonly name: string;
  readonly objective: string;
  readonly start: readonly number[];
  readonly equalities: readonly string[];
  readonly inequalitiesGE0: readonly string[];
  readonly lower: readonly (number | null)[] | null;
  readonly upper: readonly (number | null)[] | null;
  readonly optimum: { readonly f: number; readonly x: readonly number[] };
}

describe("smooth minima with constraints", () => {
  it.each((reference.constrained as Published[]).map((item) => [item.name, item] as const))("of %s", (_, published) => {
    const { start, equalities, inequalitiesGE0, lower, upper, optimum } = published;
    const n = start.length;
    const formulas = [published.objective, ...equalities, ...inequalitiesGE0].map(compileDual);
    let evaluations = 0;
    const found = minimised(
      {
        start: Float64Array.from(start),
        lower: Float64Array.from(start, (_, j) => lower?.[j] ?? Number.NEGATIVE_INFINITY),
        upper: Float64Array.from(start, (_, j) => upper?.[j] ?? Number.POSITIVE_INFINITY),
        isEquality: [...equalities.map(() => true), ...inequalitiesGE0.map(() => false)],
        isOver: () => evaluations > 20_000,
        evaluate: (x) => {
          evaluations++;
          const bindings = new Map(
            Array.from(x, (value, k) => [`x${k + 1}`, [value, ...start.map((_, j) => (j === k ? 1 : 0))]] as const),
          );
          const [f, ...rest] = formulas.map((formula) => formula(bindings, n));
          return {
            f: f![0]!,
            gradient: Float64Array.from(f!.slice(1)),
            constraints: Float64Array.from(rest, (dual) => dual[0]!),
            jacobian: Float64Array.from(rest.flatMap((dual) => dual.slice(1))),
          };
        },
      },
      1e-8,
    )!;
    expect(found.violation).toBeLessThan(1e-6);
    expect(Math.abs(found.values.f - optimum.f)).toBeLessThan(2e-6 * Math.max(1, Math.abs(optimum.f)));
  });
});

describe("minima without derivatives", () => {
  const box = (low: number, high: number, n: number, f: (x: Float64Array) => number, limit: number) => {
    let evaluations = 0;
    return {
      start: new Float64Array(n).fill(0.3 * high),
      lower: new Float64Array(n).fill(low),
      upper: new Float64Array(n).fill(high),
      evaluate: (x: Float64Array) => {
        evaluations++;
        return { f: f(x), violation: 0 };
      },
      isOver: () => evaluations >= limit,
    };
  };
  const sum = (x: Float64Array, f: (value: number) => number): number =>
    x.reduce((total, value) => total + f(value), 0);

  it("a narrow bent valley", () => {
    const rosenbrock = (x: Float64Array): number => {
      let total = 0;
      for (let i = 0; i + 1 < x.length; i++) total += 100 * (x[i + 1]! - x[i]! ** 2) ** 2 + (1 - x[i]!) ** 2;
      return total;
    };
    const { x, value } = evolved(box(-5, 5, 5, rosenbrock, 12_000), 1, 1e-9);
    expect(value.f).toBeLessThan(1e-10);
    for (const entry of x) expect(entry).toBeCloseTo(1, 4);
  });

  it("the deepest of many valleys: Rastrigin's and Ackley's functions", () => {
    const rastrigin = (x: Float64Array): number =>
      10 * x.length + sum(x, (v) => v * v - 10 * Math.cos(2 * Math.PI * v));
    expect(evolved(box(-5.12, 5.12, 2, rastrigin, 15_000), 1, 1e-7).value.f).toBeLessThan(1e-6);
    const ackley = (x: Float64Array): number =>
      20 +
      Math.E -
      20 * Math.exp(-0.2 * Math.sqrt(sum(x, (v) => v * v) / x.length)) -
      Math.exp(sum(x, (v) => Math.cos(2 * Math.PI * v)) / x.length);
    expect(evolved(box(-32.768, 32.768, 3, ackley, 15_000), 2, 1e-9).value.f).toBeLessThan(1e-6);
  });
});

describe("the Pareto front", () => {
  it("of Schaffer's problem is the published curve", () => {
    const front = frontOf(
      {
        start: Float64Array.of(5),
        lower: Float64Array.of(-10),
        upper: Float64Array.of(10),
        isOver: () => false,
        evaluate: ([x]) => ({ objectives: [x! ** 2, (x! - 2) ** 2], violation: 0 }),
      },
      40,
      40,
      1,
    );
    expect(front.length).toBeGreaterThan(30);
    for (const { objectives } of front) expect(objectives[1]).toBeCloseTo((Math.sqrt(objectives[0]!) - 2) ** 2, 2);
    expect(front[0]!.objectives[0]).toBeLessThan(0.01);
    expect(front.at(-1)!.objectives[1]).toBeLessThan(0.01);
  });

  it("of many variables fills the area below it: ZDT1", () => {
    const n = 12;
    const front = frontOf(
      {
        start: new Float64Array(n).fill(0.5),
        lower: new Float64Array(n),
        upper: new Float64Array(n).fill(1),
        isOver: () => false,
        evaluate: (x) => {
          const g = 1 + (9 * x.subarray(1).reduce((total, v) => total + v, 0)) / (n - 1);
          return { objectives: [x[0]!, g * (1 - Math.sqrt(x[0]! / g))], violation: 0 };
        },
      },
      60,
      150,
      1,
    );
    let area = 0;
    let last = 1.1;
    for (const { objectives } of front) {
      area += (1.1 - objectives[0]!) * Math.max(0, last - objectives[1]!);
      last = Math.min(last, objectives[1]!);
    }
    expect(area / reference.pareto.zdt1.hypervolumeRef11).toBeGreaterThan(0.97);
    expect(area / reference.pareto.zdt1.hypervolumeRef11).toBeLessThan(1);
  });
});

describe("optimise", () => {
  const oscillator = instantiate(
    Model({
      d: 0.5,
      x: Var({ init: 1 }),
      v: Var({ init: 0 }),
      J: Var({ init: 0 }),
      E: Var({ init: 0 }),
      equations: "der(x) = v; der(v) = -d*v - x; der(J) = x^2; der(E) = x^2 + v^2",
    }),
  );
  const run = { stopTime: 40, tolerance: 1e-8 };

  it("finds the damping that lets an oscillator come to rest best", () => {
    const { minIntegralX2, minIntegralEnergy } = reference.simulation.optimalDamping;
    for (const [objective, wanted] of [
      ["J", minIntegralX2],
      ["E", minIntegralEnergy],
    ] as const) {
      const found = optimise(oscillator, { variables: { d: { start: 0.5, min: 0.1 } }, objective, simulate: run });
      expect(found.method).toBe("gradient");
      expect(found.hasConverged).toBe(true);
      expect(found.variables["d"]).toBeCloseTo(wanted.d, 4);
      expect(found.objective).toBeCloseTo(wanted.J, 6);
      expect(found.result.final(objective)).toBeCloseTo(wanted.J, 5);
    }
  });

  it("finds the angle of the longest throw, through the event that ends it", () => {
    const { v, h, g, angle, range } = reference.simulation.projectile;
    const throwing = instantiate(
      Model({
        a: 0.5,
        x: Var({ init: 0 }),
        y: Var({ init: h }),
        w: Var({}),
        flies: Var({ init: true }),
        equations: `der(x) = if flies then ${v}*cos(a) else 0
          w = ${v}*sin(a) - ${g}*time
          der(y) = w
          flies = pre(flies) and not (y < 0)`,
      }),
    );
    const options: OptimiseOptions = {
      variables: { a: { start: 0.5, min: 0, max: 1.5 } },
      objective: "x",
      goal: "maximise",
      simulate: { stopTime: 3, tolerance: 1e-9 },
    };
    const found = optimise(throwing, options);
    expect(found.method).toBe("gradient");
    expect(found.variables["a"]).toBeCloseTo(angle, 5);
    expect(found.objective).toBeCloseTo(range, 7);
  });

  it("keeps constraints: least effort for a way from rest to rest", () => {
    const { d, T, J } = reference.simulation.minimumEnergy;
    const cart = instantiate(
      Model({
        a: 1,
        b: 0,
        x: Var({ init: 0 }),
        v: Var({ init: 0 }),
        cost: Var({ init: 0 }),
        u: Var({}),
        equations: "u = a + b*time; der(x) = v; der(v) = u; der(cost) = u^2",
      }),
    );
    const found = optimise(cart, {
      variables: { a: { start: 0 }, b: { start: 0 } },
      objective: "cost",
      constraints: [
        { quantity: "x", equals: d },
        { quantity: "v", equals: 0 },
      ],
      simulate: { stopTime: T, tolerance: 1e-9 },
    });
    expect(found.violation).toBeLessThan(1e-6);
    expect(found.objective).toBeCloseTo(J, 5);
    expect(found.variables["a"]).toBeCloseTo((6 * d) / T ** 2, 4);
    expect(found.variables["b"]).toBeCloseTo((-12 * d) / T ** 3, 4);
    const limited = optimise(cart, {
      variables: { a: { start: 0.5, min: 0, max: 5 }, b: { start: 0, min: -5, max: 0 } },
      objective: "x",
      goal: "maximise",
      constraints: [
        { quantity: "max(u)", max: 1 },
        { quantity: "cost", max: 1 },
      ],
      simulate: { stopTime: T, tolerance: 1e-8 },
    });
    expect(limited.variables["a"]).toBeLessThan(1 + 1e-5);
    expect(limited.result.final("cost")).toBeLessThan(1 + 1e-5);
    // by Lagrange: u = a + b·t with b = −a/2 would be free, the bound on u holds a at 1
    expect(limited.variables["a"]).toBeCloseTo(1, 4);
  });

  it("needs no derivatives of a function of the result, and goes on where it stopped", () => {
    const settle = (result: { signal(name: string): { time: Float64Array; values: Float64Array } }): number => {
      const { time, values } = result.signal("x");
      return time[values.findLastIndex((x) => Math.abs(x) > 0.05)]!;
    };
    const options: OptimiseOptions = {
      variables: { d: { start: 0.5, min: 0.2, max: 3 } },
      objective: settle,
      simulate: { stopTime: 15, interval: 0.005, tolerance: 1e-6 },
      tolerance: 1e-3,
      maximumRuns: 60,
    };
    const whole = optimise(oscillator, options);
    expect(whole.method).toBe("evolution");
    // ζ = 0.69: the first swing to the other side just stays within 5 %
    expect(whole.variables["d"]! / 2).toBeCloseTo(0.69, 1);
    const half = optimise(oscillator, { ...options, maximumRuns: 25 });
    expect(half.runs).toBe(25);
    const rest = optimise(oscillator, { ...options, known: half.evaluations, maximumRuns: 35 });
    expect(rest.runs).toBeLessThanOrEqual(35);
    expect(rest.objective).toBe(whole.objective);
  });

  it("weighs two objectives against each other", () => {
    const found = optimise(oscillator, {
      variables: { d: { start: 1, min: 0.2, max: 3 } },
      objective: ["J", (result) => -result.at(3, "x")],
      simulate: { stopTime: 20 },
      population: 12,
      maximumRuns: 60,
    });
    expect(found.method).toBe("pareto");
    expect(found.front.length).toBeGreaterThan(3);
    for (let k = 1; k < found.front.length; k++) {
      expect(found.front[k]!.objectives[0]).toBeGreaterThanOrEqual(found.front[k - 1]!.objectives[0]!);
      expect(found.front[k]!.objectives[1]).toBeLessThanOrEqual(found.front[k - 1]!.objectives[1]!);
    }
  });

  it("turns a mechanism to where it comes to rest: the start of a pendulum that is highest", () => {
    const pendulum = instantiate(
      Model3D({
        world: Object3D({ feature: Scene() }),
        bob: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1 }) }) }),
        hinge: Object3D({ parent: "bob", translation: [0, 0.5, 0] }),
        rev: Revolute({ obj1: "world", obj2: "hinge", axis: 3, phi: 0.5 }),
      }),
    );
    const best = optimise(pendulum, {
      variables: { "rev.phi": { start: 0.5, min: -1, max: 1 } },
      objective: "energy.potential",
      simulate: { stopTime: 0.1, tolerance: 1e-8 },
    });
    expect(best.variables["rev.phi"]).toBeCloseTo(0, 4);
    expect(() => optimise(pendulum, { variables: { "rev.phi": { start: 0.5 } }, objective: "rev.fhi" })).toThrow(
      /E-OPTIMISE[\s\S]*did you mean "rev\.phi"/,
    );
  });

  it("refuses what it cannot do", () => {
    const attempt = (options: object) => () =>
      optimise(oscillator, { variables: { d: { start: 1, min: 0, max: 2 } }, objective: "J", ...options } as never);
    expect(attempt({ variables: {} })).toThrow(/E-OPTIMISE.*Nothing may be changed/);
    expect(attempt({ variables: { q: { start: 1 } } })).toThrow(/no parameter "q"/);
    expect(attempt({ objective: "K" })).toThrow(/no variable "K"/);
    expect(attempt({ objective: [] })).toThrow(/Nothing is to be made small/);
    expect(attempt({ variables: { d: { start: 3, max: 2 } } })).toThrow(/outside/);
    expect(attempt({ method: "simplex" })).toThrow(/not known/);
    expect(attempt({ method: "gradient", objective: () => 1 })).toThrow(/not all quantities have them/);
    expect(attempt({ objective: () => 1, variables: { d: { start: 1 } } })).toThrow(/needs min and max/);
    expect(attempt({ constraints: [{ quantity: "x" }] })).toThrow(/no bound/);
    const nowhere = { objective: () => Number.NaN, maximumRuns: 5, simulate: { stopTime: 0 } };
    expect(attempt(nowhere)).toThrow(/objective is no number at any point/);
    expect(attempt({ budget: 3 })).toThrow(/budget/);
    expect(attempt({ simulate: { method: "rk" } })).toThrow(/E-/);
  });
});

it("several starts find the deeper of two valleys, side by side, and the budget holds for all of them", () => {
  // (x² − 1)² + 0.3·x has a valley at −1.035 and a shallower one at 0.96
  const valley = instantiate(
    Model({ x: 1, J: Var({ init: 0 }), y: Var(), equations: "der(J) = 0; y = (x^2 - 1)^2 + 0.3*x" }),
  );
  const options: OptimiseOptions = {
    variables: { x: { start: 0.9, min: -2, max: 2 } },
    objective: "y",
    simulate: { stopTime: 1 },
  };
  expect(optimise(valley, options).variables["x"]).toBeGreaterThan(0.9);
  const best = optimise(valley, { ...options, starts: 4 });
  expect(best.variables["x"]).toBeCloseTo(-1.0354, 3);
  expect(optimise(valley, { ...options, starts: 4, maximumRuns: 12 }).runs).toBeLessThanOrEqual(12);
  expect(optimise(valley, { ...options, variables: { x: 0.9 } }).variables["x"]).toBeGreaterThan(0.9);
  const open = { ...options, starts: 4, variables: { x: 0.9 } };
  expect(() => optimise(valley, open)).toThrow(/Several starts need min and max/);
});
