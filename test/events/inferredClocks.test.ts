/** Clocked equations of models in TypeScript: one place names the clock, the others inherit it. */
import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

type Entries = Parameters<typeof Model>[0];
const run = (entries: Entries, stopTime: number) =>
  simulate(instantiate(Model(entries)), { stopTime, tolerance: 1e-9 });
const refused = (entries: Entries): Error => {
  try {
    run(entries, 1);
  } catch (error) {
    return error as Error;
  }
  throw new Error("not refused");
};

describe("inferred clocks", () => {
  it("a sampled controller of a first-order plant follows its recurrence", () => {
    // x(k+1) = a x + (1 - a) u with a = e^-h; PI controller u = kp e + I, I = previous(I) + ki h e
    const h = 0.1;
    const result = run(
      {
        x: Var({ init: 0 }),
        I: Var({ start: 0 }),
        equations: `
          der(x) = hold(u) - x
          e = 1 - sample(x, Clock(0.1))
          I = previous(I) + 2*interval(e)*e
          u = 3*e + I
        `,
      },
      2.05,
    );
    let [x, I, u] = [0, 0, 0];
    const a = Math.exp(-h);
    for (let k = 0; k <= 20; k++) {
      const e = 1 - x;
      I += 2 * h * e;
      u = 3 * e + I;
      expect(result.at(k * h + h / 2, "u")).toBeCloseTo(u, 7);
      x = a * x + (1 - a) * u;
    }
  });

  it("equations between sample and hold are evaluated at ticks alone, with the time of the tick", () => {
    const result = run({ equations: "s = sample(sin(time), Clock(0.25)); y = s + time; z = hold(y)" }, 1.1);
    expect(result.at(0.6, "z")).toBeCloseTo(Math.sin(0.5) + 0.5, 9);
    expect(result.final("y")).toBeCloseTo(Math.sin(1) + 1, 9);
  });

  it("components have one controller each, and clocks pass connections", () => {
    const Controller = Model({
      u: Var({ input: true }),
      n: Var({ start: 0 }),
      y: Var({ output: true }),
      equations: "n = previous(n) + 1; y = u + n",
    });
    const result = run(
      {
        a: Controller,
        b: Controller,
        equations: `
          a.u = sample(time, Clock(0.1))
          b.u = sample(time, Clock(0.5))
          ya = hold(a.y)
          yb = hold(b.y)
        `,
      },
      1.05,
    );
    expect([result.final("a.n"), result.final("b.n")]).toEqual([11, 3]);
    expect(result.final("ya")).toBeCloseTo(12, 9);
    expect(result.final("yb")).toBeCloseTo(4, 9);
  });

  it("a clock with a name drives what it is given to, through other names", () => {
    const Part = Model({
      c: Var({ input: true }),
      n: Var({ start: 0 }),
      equations: "s = sample(time, c); n = previous(n) + if s >= 0 then 1 else 0",
    });
    expect(run({ part: Part, equations: "d = Clock(0.2); part.c = d" }, 1.1).final("part.n")).toBe(6);
  });

  it("slower, faster and shifted clocks meet exactly", () => {
    const result = run(
      {
        k: Var({ start: 0 }),
        j: Var({ start: 0 }),
        equations: `
          k = previous(k) + if sample(time, Clock(0.1)) >= 0 then 1 else 0
          slow = subSample(k, 3)
          twice = superSample(slow, 6)
          j = previous(j) + if twice > 0 then 1 else 0
          later = shiftSample(k, 1, 2)
          first = firstTick(k)
        `,
      },
      0.64,
    );
    expect([result.final("k"), result.final("slow"), result.final("j")]).toEqual([7, 7, 13]);
    expect([result.at(0.04, "later"), result.at(0.06, "later")]).toEqual([0, 1]);
    expect([result.at(0.05, "first"), result.at(0.15, "first")]).toEqual([1, 0]);
  });

  it("factors are inferred where both clocks are known", () => {
    const result = run(
      {
        k: Var({ start: 0 }),
        equations: `
          k = previous(k) + if sample(time, Clock(0.1)) >= 0 then 1 else 0
          both = subSample(k) + sample(time, Clock(0.5))
        `,
      },
      1.2,
    );
    expect(result.final("both")).toBeCloseTo(11 + 1, 9);
  });

  it("a clock of a condition ticks when it becomes true", () => {
    const result = run(
      {
        x: Var({ init: 0 }),
        v: Var({ init: 1 }),
        n: Var({ start: 0 }),
        equations: `
          der(x) = v
          der(v) = -x
          t = sample(time, Clock(x > 0.5))
          n = previous(n) + if t >= 0 then 1 else 0
        `,
      },
      13.5,
    );
    expect(result.final("n")).toBe(3);
    expect(result.final("t")).toBeCloseTo(Math.PI / 6 + 4 * Math.PI, 6);
  });

  it.each([
    ["ExplicitEuler", (z: number) => 1 + z],
    ["ExplicitMidPoint2", (z: number) => 1 + z + z ** 2 / 2],
    ["ExplicitRungeKutta4", (z: number) => 1 + z + z ** 2 / 2 + z ** 3 / 6 + z ** 4 / 24],
    ["ImplicitEuler", (z: number) => 1 / (1 - z)],
    ["ImplicitTrapezoid", (z: number) => (1 + z / 2) / (1 - z / 2)],
  ])("%s integrates equations of a clock: its stability function", (method, R) => {
    const entries = {
      x: Var({ start: 1 }),
      equations: `u = sample(0*time, Clock(0.1, "${method}")); der(x) = -2*x + u`,
    };
    expect(run(entries, 0.55).final("x")).toBeCloseTo(R(-0.2) ** 5, 12);
  });

  it("Runge–Kutta takes inputs and time between the ticks: order four for a polynomial of degree three", () => {
    const result = run(
      {
        x: Var({ start: 0 }),
        equations: 'u = sample(time, Clock(0.5, "ExplicitRungeKutta4")); der(x) = 4*time^3 + u; y = hold(x)',
      },
      1.2,
    );
    expect(result.final("y")).toBeCloseTo(1 + 1 / 2, 12);
  });

  it("the start of a clock is that of its equations", () => {
    const result = run(
      { k: Var({ start: 0 }), equations: "k = previous(k) + if sample(time, Clock(0.35, 0.1)) > 0 then 1 else 0" },
      0.6,
    );
    expect([result.at(0.3, "k"), result.at(0.4, "k"), result.final("k")]).toEqual([0, 1, 3]);
  });

  it.each([
    [
      "two clocks",
      { equations: "a = sample(time, Clock(0.1)); b = sample(time, Clock(0.3)); y = hold(a + b)" },
      /Two different clocks/,
    ],
    ["no clock", { n: Var({ start: 0 }), equations: "n = previous(n) + 1" }, /Nothing says when/],
    [
      "a continuous state",
      { x: Var({ init: 1 }), equations: "der(x) = -x; y = hold(x*sample(time, Clock(0.1)))" },
      /"x" has a derivative/,
    ],
    [
      "a factor of 1.5",
      { equations: "a = sample(time, Clock(0.1)); b = subSample(a, 1.5)" },
      /factor of subSample is 1.5/,
    ],
    ["a factor that changes", { equations: "a = sample(time, Clock(0.1)); b = subSample(a, time)" }, /changes/],
    [
      "an unknown method",
      { x: Var({ start: 1 }), equations: 'der(x) = -x + sample(time, Clock(0.1, "Guess"))' + "; y = hold(x)" },
      /Guess/,
    ],
    [
      "ticks between events",
      { equations: "a = sample(time, Clock(sin(time) > 0)); b = superSample(a, 2)" },
      /cannot tick between/,
    ],
    ["three numbers", { equations: "y = sample(time, Clock(0.1, 0.2, 0.3))" }, /an interval, a start/],
    ["an interval beside a condition", { equations: "y = sample(time, Clock(time > 1, 0.3))" }, /has no interval/],
    ["a truth value that is no clock", { equations: "c = time > 1; a = sample(time, c); y = hold(a)" }, /not a clock/],
    ["an unnamed expression", { equations: "a = sample(time, Clock(0.1)); b = previous(a + 1)" }, /takes a variable/],
  ] as [string, Entries, RegExp][])("%s: refused with its place", (_, entries, text) => {
    const error = refused(entries) as Error & { code: string };
    expect(error.code).toBe("E-CLOCK");
    expect(error.message).toMatch(text);
  });

  it("previous needs a start value", () => {
    expect(
      (refused({ equations: "n = previous(n) + sample(time, Clock(0.1))" }) as Error & { code: string }).code,
    ).toBe("E-START-MISSING");
  });
});
