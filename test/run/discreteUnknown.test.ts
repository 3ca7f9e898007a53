// What a `when` sets may be an unknown of one system with continuous variables: a sampled output that acts on what is sampled.
import { describe, expect, it } from "vitest";
import { instantiate, Model, resultFromJson, simulate, Var } from "../../src/index.ts";
import { resultToJson } from "../../src/results/writers/json.ts";

const [first, period, stopTime] = [0.13, 0.31, 2.2];
// at a tick n = y/2 + pre(n)/10 with y = x + n, so that n = x + pre(n)/5; y + y³/5 = x + n has no such formula
const sampled = (equation: string) => ({
  x: Var({ init: 1 }),
  y: Var({ start: 0 }),
  n: Var({ start: 0 }),
  z: Var({ init: 0 }),
  equations: `
    der(x) = -0.5*x; ${equation}
    when sample(${first}, ${period}) then
      n = 0.5*y + 0.1*pre(n)
    end`,
});
function held(t: number): number {
  let n = 0;
  for (let tick = first; tick <= t; tick += period) n = Math.exp(-0.5 * tick) + 0.2 * n;
  return n;
}
/** ∫ n from 0 to t: each value up to the next tick. */
function area(t: number): number {
  let sum = 0;
  for (let tick = first; tick < t; tick += period) sum += held(tick + period / 2) * (Math.min(t, tick + period) - tick);
  return sum;
}
const options = { stopTime, tolerance: 1e-10, interval: 0.5 };
const times = [0.05, 0.2, 0.7, 1.1, 1.7, stopTime];

describe("a sampled value that is the derivative of a state", () => {
  const holding = instantiate(
    Model({
      x: Var({ init: 1 }),
      n: Var({ start: 0 }),
      z: Var({ init: 0 }),
      equations: `
        der(x) = -0.5*x; der(z) = n
        when sample(${first}, ${period}) then
          n = x + 0.2*pre(n)
        end`,
    }),
  );
  it.each(["all", "states"] as const)("is recorded, and known between rows: %s stored", (storage) => {
    const result = simulate(holding, { ...options, storage });
    for (const name of ["n", "der(z)"])
      expect(times.map((t) => result.at(t, name))).toEqual(times.map((t) => expect.closeTo(held(t), 8)));
    expect(result.at(1, "z")).toBeCloseTo(area(1), 8);
    expect(result.warnings).toEqual([]);
  });
});

describe("a discrete unknown beside continuous ones", () => {
  const linear = instantiate(Model(sampled("y = x + n; der(z) = n")));
  const nonlinear = instantiate(Model(sampled("y + 0.2*y^3 = x + n; der(z) = n")));

  it.each(["all", "states"] as const)("is recorded, and known between rows: %s stored", (storage) => {
    const result = simulate(linear, { ...options, storage });
    for (const read of [result, resultFromJson(resultToJson(result))]) {
      expect(times.map((t) => read.at(t, "n"))).toEqual(times.map((t) => expect.closeTo(held(t), 8)));
      expect(times.map((t) => read.at(t, "y"))).toEqual(
        times.map((t) => expect.closeTo(Math.exp(-0.5 * t) + held(t), 8)),
      );
      expect(read.warnings).toEqual([]);
    }
    expect(result.describe("n").kind).toBe("discrete");
    expect(result.final("z")).toBeCloseTo(area(stopTime), 8);
  });

  it("is so in nonlinear systems, where y + y³/5 = x + n holds at any time", () => {
    const [all, states] = (["all", "states"] as const).map((storage) => simulate(nonlinear, { ...options, storage }));
    for (const t of times) {
      expect(states!.at(t, "n")).toBe(all!.at(t, "n"));
      const y = states!.at(t, "y");
      expect(y + 0.2 * y ** 3).toBeCloseTo(Math.exp(-0.5 * t) + all!.at(t, "n"), 8);
    }
    expect(states!.final("n")).not.toBe(0);
    expect([...all!.warnings, ...states!.warnings]).toEqual([]);
  });

  it("has a value before the event for those who ask outside of when, and comes back late as steps", () => {
    const early = simulate(instantiate(Model(sampled("y = x + n; der(z) = pre(n)"))), options);
    expect(early.final("z")).toBeCloseTo(area(stopTime), 8);
    const late = simulate(instantiate(Model(sampled("y = x + n; der(z) = delay(n, 0.2)"))), options);
    expect(late.final("z")).toBeCloseTo(area(stopTime - 0.2), 8);
  });

  it("comes to rest where each pass of an event solves a nonlinear system anew, and ends in other last bits", () => {
    const model = Model({
      x: Var({ init: 0.06 }),
      s: Var({ init: 1.19 }),
      a: Var({ start: 0 }),
      b: Var({ start: 0 }),
      c: Var({ start: 0 }),
      n: Var({ start: 0 }),
      u: Var({ start: 0 }),
      equations: `
        a + 0.2*a^3 = 0.7/(1 + h^2) - 0.69 + 0.3*sin(b)
        2*b + c = -0.2997*n + 0.3*sin(c)
        c + 0.2*c^3 = tanh(-0.5796*2*h) + 0.3*a
        der(x) = -0.5*x + time + 0.08
        der(s) = -0.5*s + tanh(-0.19*c) - 0.7
        u = 0.405*previous(u) + sample(x, Clock(0.17)) + tanh(exp(-abs(sample(a))))
        h = hold(u)
        when sample(0.13, 0.31) then
          n = 0.5*pre(n) + tanh(cos(a))
        end`,
    });
    const result = simulate(instantiate(model), { stopTime: 2.3, tolerance: 1e-10 });
    for (let tick = 0.13, n = 0; tick < 2.2; tick += 0.31) {
      const t = tick + 0.01;
      n =
        0.5 * n +
        Math.tanh(Math.cos(result.at(result.events.find(({ time }) => Math.abs(time - tick) < 1e-9)!.time, "a")));
      expect(result.at(t, "n")).toBeCloseTo(n, 9);
      const [a, b, c, h] = ["a", "b", "c", "h"].map((name) => result.at(t, name)) as [number, number, number, number];
      expect(a + 0.2 * a ** 3).toBeCloseTo(0.7 / (1 + h ** 2) - 0.69 + 0.3 * Math.sin(b), 9);
      expect(2 * b + c).toBeCloseTo(-0.2997 * n + 0.3 * Math.sin(c), 9);
    }
  });
});
