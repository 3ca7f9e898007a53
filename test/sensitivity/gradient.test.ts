import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  expr,
  type InstantiatedModel,
  instantiate,
  Model,
  Model3D,
  Object3D,
  Revolute,
  Scene,
  Solid,
  Sphere,
  simulate,
  Var,
} from "../../src/index.ts";
import {
  type Gradient,
  type GradientObjective,
  type GradientOptions,
  gradient,
} from "../../src/sensitivity/gradient.ts";
import { sensitivities } from "../../src/sensitivity/sensitivities.ts";
import { type SensitivityTarget, start, targetName } from "../../src/sensitivity/targets.ts";
import { models } from "./sensitivityModels.ts";

const number = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true });

/** Three states, a linear and a non-linear system, a parameter of parameters, a start value of parameters, a discrete one. */
const equations = fc.record({
  parameters: fc.record({ a: number(0.2, 2), b: number(-1, 1), c: number(0.5, 2), d: number(-0.5, 0.5) }),
  forms: fc.array(fc.constantFrom("x", "y", "sin(w)", "p*q", "x*y", "z", "exp(-y^2)", "tanh(p)", "n"), {
    minLength: 5,
    maxLength: 5,
  }),
});

describe("gradients backwards", () => {
  it("are those of derivatives that go forward, whatever the equations are", () => {
    fc.assert(
      fc.property(equations, ({ parameters, forms: [f0, f1, f2, f3, f4] }) => {
        const model = instantiate(
          Model({
            ...parameters,
            e: expr`a*b + 0.3`,
            x: Var({ init: expr`b + 0.2*c` }),
            y: Var({ init: 0.4 }),
            w: Var({ init: -0.2 }),
            z: Var({ start: 1 }),
            p: Var(),
            q: Var(),
            n: Var({ start: 0 }),
            sum: Var({ init: 0 }),
            h: Var(),
            equations: `
              when initial() then n = a*d end
              der(x) = -a*x + e*${f0}
              der(y) = -y + d*${f1} + 0.2*z
              der(w) = -c*w + b*cos(time)*${f2}
              p + 0.5*q = x + d*w
              0.3*p - c*q = y + n
              z^3 + c*z = x + 2 + 0.1*${f3 === "z" ? "x" : f3}
              h = z*x - e*${f4}
              der(sum) = h`,
          }),
        );
        const by = ["a", "b", "c", "d", start("y"), start("w")];
        const options = { stopTime: 1.5, tolerance: 1e-10 };
        const forward = sensitivities(model, { by, outputs: ["h", "sum"], ...options });
        const check = ({ value, derivatives }: Gradient, variable: string): void => {
          expect(Math.abs(value - forward.result.final(variable))).toBeLessThan(1e-8);
          for (const [name, found] of Object.entries(derivatives)) {
            const wanted = forward.final(variable, name);
            expect(Math.abs(found - wanted), `d(${variable})/d(${name})`).toBeLessThan(1e-8 * (1 + Math.abs(wanted)));
          }
        };
        check(gradient(model, { of: { final: "h" }, by, ...options }), "h");
        check(gradient(model, { of: { integral: "h" }, by, ...options }), "sum");
      }),
      { numRuns: 5, seed: 26 },
    );
  });

  it("come with every method, and for stiff equations", () => {
    const model = instantiate(
      Model({
        k1: 0.04,
        k2: 3e7,
        k3: 1e4,
        A: Var({ init: 1, nominal: 1 }),
        B: Var({ init: 0, nominal: 1e-5 }),
        C: Var({ init: 0, nominal: 1 }),
        equations: "der(A) = -k1*A + k3*B*C; der(B) = k1*A - k3*B*C - k2*B^2; der(C) = k2*B^2",
      }),
    );
    const by = ["k1", "k2", "k3"];
    const wanted = sensitivities(model, { by, stopTime: 10, tolerance: 1e-10, method: "radau5" });
    for (const method of ["auto", "bdf", "ida"]) {
      const { derivatives } = gradient(model, { of: { final: "C" }, by, stopTime: 10, tolerance: 1e-8, method });
      for (const name of by)
        expect(derivatives[name]! / wanted.final("C", name), `${method} ${name}`).toBeCloseTo(1, 5);
    }
  });

  it("keep to the branch of the run, and integrate what has no states", () => {
    const branch = instantiate(
      Model({ a: 2, x: Var({ init: 1 }), z: Var({ start: -1 }), equations: "der(x) = a; z^2 = x" }),
    );
    const { value, derivatives } = gradient(branch, { of: { final: "z" }, by: ["a"], stopTime: 4, tolerance: 1e-9 });
    expect(value).toBeCloseTo(-3, 8);
    expect(derivatives["a"]).toBeCloseTo(-4 / 6, 8);
    const wave = instantiate(Model({ a: 2, y: Var(), equations: "y = a^2*sin(time)" }));
    const area = gradient(wave, { of: { integral: "y" }, by: ["a"], stopTime: Math.PI });
    expect(area.value).toBeCloseTo(8, 10);
    expect(area.derivatives["a"]).toBeCloseTo(8, 10);
  });

  it("cost as many evaluations for thirty parameters as for one", () => {
    const n = 30;
    const rod = instantiate(
      Model({
        k: Array.from({ length: n }, (_, i) => 1 + i / n),
        T: Var({ init: Array.from({ length: n }, (_, i) => (i === 0 ? 1 : 0)) }),
        heat: Var(),
        equations: `
          der(T[1]) = k[1]*(T[2] - T[1])
          for i in 2:${n - 1} loop
            der(T[i]) = k[i]*(T[i+1] - T[i]) - k[i-1]*(T[i] - T[i-1])
          end
          der(T[${n}]) = -k[${n - 1}]*(T[${n}] - T[${n - 1}])
          heat = sum(T)`,
      }),
    );
    const of: GradientObjective = { final: "T[5]" };
    const all = Array.from({ length: n }, (_, i) => `k[${i + 1}]`);
    const many = gradient(rod, { of, by: all, stopTime: 5, tolerance: 1e-8 });
    const one = gradient(rod, { of, by: ["k[3]"], stopTime: 5, tolerance: 1e-8 });
    expect(many.statistics).toEqual(one.statistics);
    const forward = sensitivities(rod, { by: all, outputs: ["T[5]"], stopTime: 5, tolerance: 1e-8 });
    for (const name of all) expect(Math.abs(many.derivatives[name]! - forward.final("T[5]", name))).toBeLessThan(1e-8);
    // heat is conserved, whatever conducts it
    const { value, derivatives } = gradient(rod, { of: { final: "heat" }, by: all, stopTime: 5 });
    expect(value).toBeCloseTo(1, 10);
    for (const derivative of Object.values(derivatives)) expect(Math.abs(derivative)).toBeLessThan(1e-12);
  });

  it("are refused with what is in the way", () => {
    const refusalOf = (action: () => unknown): Record<string, unknown> => {
      try {
        action();
      } catch (error) {
        return error as Record<string, unknown>;
      }
      throw new Error("nothing was refused");
    };
    const late = instantiate(Model({ a: 1, x: Var({ init: 1 }), equations: "der(x) = -a*delay(x, 0.1)" }));
    expect(refusalOf(() => gradient(late, { of: { final: "x" }, by: ["a"], stopTime: 1 }))).toMatchObject({
      code: "E-GRADIENT",
      because: "it has delayed values",
    });
    const pendulum = instantiate(
      Model3D({
        world: Object3D({ feature: Scene() }),
        body: Object3D({ feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: "Steel" }) }),
        rev: Revolute({ obj1: "world", obj2: "body", phi: 0.5 }),
      }),
    );
    expect(
      refusalOf(() => gradient(pendulum, { of: { final: "rev.phi" }, by: ["rev.phi"], stopTime: 1 })),
    ).toMatchObject({
      code: "E-GRADIENT",
      because: expect.stringContaining("bodies"),
    });
    const decay = instantiate(models["decay"]!);
    for (const of of [{}, { final: "x", integral: "x" }, undefined])
      expect(refusalOf(() => gradient(decay, { of: of as GradientObjective, by: ["k"], stopTime: 1 })).code).toBe(
        "E-SENSITIVITY",
      );
    expect(refusalOf(() => gradient(decay, { of: { final: "y" }, by: ["k"], stopTime: 1 }))).toMatchObject({
      code: "E-SENSITIVITY",
      path: "options.of.final",
    });
    const stop = AbortSignal.abort();
    expect(refusalOf(() => gradient(decay, { of: { final: "x" }, by: ["k"], stopTime: 1, signal: stop })).code).toBe(
      "E-GRADIENT",
    );
  });
});

/** Largest difference between both ways, relative to one and the derivative. */
function disagreement(found: Gradient, wanted: (target: string) => number): number {
  return Object.entries(found.derivatives).reduce(
    (worst, [name, value]) => Math.max(worst, Math.abs(value - wanted(name)) / (1 + Math.abs(wanted(name)))),
    0,
  );
}

/** By central differences of the value that gradient() itself computes. */
function differences(model: InstantiatedModel, options: GradientOptions): (target: string) => number {
  const { result } = gradient(model, options);
  return (name) => {
    const target = options.by.find((item) => targetName(item) === name)!;
    const [key, present] =
      typeof target === "string"
        ? [target, Number(result.parameters.get(target))]
        : [target.start, result.at(0, target.start)];
    const h = 1e-5 * (Math.abs(present) || 1);
    const value = (p: number): number =>
      gradient(model, { ...options, by: [target], tolerance: 1e-12, merge: { [key]: p } }).value;
    return (value(present + h) - value(present - h)) / (2 * h);
  };
}

describe("gradients through events", () => {
  const cases: [model: string, outputs: string[], by: SensitivityTarget[], stopTime: number, merge?: object][] = [
    ["bouncing-ball", ["y", "v"], ["e", "g", "h0", start("v")], 2],
    ["relay-hysteresis", ["x"], ["tau", "U", "xH", "xL", start("x")], 1.2],
    ["rl-diode-half-wave", ["i", "Q"], ["R", "L", "V", "w"], 0.03],
    ["friction-stop", ["x", "v"], ["mu", "g", "v0"], 3],
    ["repeated-dose", ["x"], ["k", "D", "T", "x0"], 4],
    ["step-time", ["x"], ["tau", "U", "ts", "x0"], 4],
    ["pendulum-index3", ["x", "lam"], ["g", "L", "th0"], 1.2, { th0: 2.5 }],
  ];
  it.each(cases)("of the model %s are those of derivatives that go forward", (name, outputs, by, stopTime, merge) => {
    const model = instantiate(models[name]!);
    const options = { by, stopTime, tolerance: 1e-10, ...(merge !== undefined && { merge: { ...merge } }) };
    const forward = sensitivities(model, { ...options, outputs });
    expect(forward.result.events.length).toBeGreaterThan(1);
    for (const output of outputs) {
      const back = gradient(model, { ...options, of: { final: output } });
      expect(
        disagreement(back, (target) => forward.final(output, target)),
        output,
      ).toBeLessThan(1e-9);
    }
  });

  it("agree with both others through fifty bounces", () => {
    const ball = instantiate(models["bouncing-ball"]!);
    // the geometric series of flights, up to the middle of that behind the fiftieth bounce
    const [e, first] = [0.9, Math.sqrt(2 / 9.81)];
    const stopTime = first * (1 + (2 * e * (1 - e ** 49)) / (1 - e) + e ** 50);
    const options = { by: ["e", "g", "h0"], stopTime, tolerance: 1e-11 };
    const back = gradient(ball, { of: { final: "y" }, ...options });
    expect(back.result.events.filter(({ cause }) => cause.includes("true")).length).toBe(50);
    const forward = sensitivities(ball, { ...options, outputs: ["y"] });
    expect(disagreement(back, (target) => forward.final("y", target))).toBeLessThan(1e-8);
    const height = (merge: Record<string, number>): number =>
      simulate(ball, { stopTime, tolerance: 1e-12, merge }).final("y");
    const h = 1e-6;
    const between = (d: number): number => height({ e: e + d }) - height({ e: e - d });
    const slope = (8 * between(h) - between(2 * h)) / (12 * h);
    expect(Math.abs(back.derivatives["e"]! / slope - 1)).toBeLessThan(1e-6);
  });

  it("are right where the integrand jumps, where the run ends by itself, and at its last evaluation", () => {
    const wave = instantiate(models["rl-diode-half-wave"]!);
    const options = { by: ["R", "L", "V", "w"], stopTime: 0.03, tolerance: 1e-10 };
    const charge = sensitivities(wave, { ...options, outputs: ["Q"] });
    const area = gradient(wave, { of: { integral: "i" }, ...options });
    expect(disagreement(area, (target) => charge.final("Q", target))).toBeLessThan(1e-9);

    const growth = instantiate(
      Model({
        a: 1,
        limit: 2,
        x: Var({ init: 1 }),
        y: Var(),
        equations: 'der(x) = a*x; y = x^2*time\nwhen x > limit then terminate("there") end',
      }),
    );
    // T = ln(limit/x0)/a, y(T) = limit²·T
    const by = ["a", "limit", start("x")];
    const end = gradient(growth, { of: { final: "y" }, by, stopTime: 5, tolerance: 1e-10 });
    const exact: Record<string, number> = {
      a: -4 * Math.LN2,
      limit: 4 * Math.LN2 + 2,
      "start(x)": -4,
    };
    expect(disagreement(end, (target) => exact[target]!)).toBeLessThan(1e-9);
    const forward = sensitivities(growth, { by, stopTime: 5, tolerance: 1e-10 });
    expect(disagreement(end, (target) => forward.final("y", target))).toBeLessThan(1e-9);
    const whole: GradientOptions = { of: { integral: "y" }, by, stopTime: 5, tolerance: 1e-10 };
    expect(disagreement(gradient(growth, whole), differences(growth, whole))).toBeLessThan(1e-8);

    const last = instantiate(
      Model({
        a: 2,
        x: Var({ init: 1 }),
        n: Var({ start: 0 }),
        equations: "der(x) = -a*x\nwhen terminal() then n = a*x end",
      }),
    );
    const { derivatives } = gradient(last, { of: { final: "n" }, by: ["a"], stopTime: 1, tolerance: 1e-10 });
    expect(derivatives["a"]).toBeCloseTo(-Math.exp(-2), 9);
  });

  it("go through jumps of functions of time, also where parameters move them", () => {
    const model = instantiate(
      Model({
        k: 1,
        t0: 1,
        x: Var({ init: 1 }),
        functions: { load: { call: (t: number) => (t < 0 ? 1 : 3), derivative: () => 0 } },
        equations: "der(x) = -k*x + load(time - t0)",
      }),
    );
    const options = { by: ["k", "t0"], stopTime: 2, tolerance: 1e-10 };
    // x(2) = e^(−2k) + (1 − e^(−2k))/k + 2·(1 − e^(−k·(2 − t0)))/k
    const exact: Record<string, number> = {
      k: -2 * Math.exp(-2) + 2 * Math.exp(-2) - (1 - Math.exp(-2)) + 2 * Math.exp(-1) - 2 * (1 - Math.exp(-1)),
      t0: -2 * Math.exp(-1),
    };
    expect(disagreement(gradient(model, { of: { final: "x" }, ...options }), (target) => exact[target]!)).toBeLessThan(
      1e-8,
    );
    const forward = sensitivities(model, options);
    for (const name of options.by) expect(Math.abs(forward.final("x", name) - exact[name]!)).toBeLessThan(1e-8);
  });

  it("see what drives the run, however smooth the way back is: pulses, vibrations, functions of time", () => {
    const by = { pulse: "k", rate: "k", vibration: "w", power: "p" };
    const sources = {
      pulse: { k: 2, x: Var({ init: 0 }), equations: "der(x) = k*exp(-((time - 1)/0.01)^2) - 0.1*x" },
      rate: { k: 2, x: Var({ init: 1 }), equations: "der(x) = -50*k*exp(-((time - 1)/0.01)^2)*x" },
      vibration: { w: 50, x: Var({ init: 0 }), equations: "der(x) = -0.5*x + sin(w*time)" },
      power: { p: 1.5, x: Var({ init: 0 }), equations: "der(x) = time^p" },
    };
    const area = 0.01 * Math.sqrt(Math.PI);
    const [T, w] = [5, 50];
    // x = (a·sin(w·t) − w·cos(w·t) + w·e^(−a·t))/(a² + w²) with a = 1/2
    const [sine, cosine, rest, square] = [Math.sin(w * T), Math.cos(w * T), Math.exp(-0.5 * T), 0.25 + w * w];
    const exact = {
      // a pulse around 1 decays to the end: ∫ e^(−0.1·(T − t)) e^(−((t − 1)/s)²) dt = area·e^(−0.1·(T − 1) + (0.1·s)²/4)
      pulse: area * Math.exp(-0.1 * (T - 1) + 0.001 ** 2 / 4),
      rate: -50 * area * Math.exp(-50 * 2 * area),
      vibration:
        (0.5 * T * cosine - cosine + w * T * sine + rest) / square -
        (2 * w * (0.5 * sine - w * cosine + w * rest)) / square ** 2,
      power: T ** 2.5 * (Math.log(T) / 2.5 - 1 / 2.5 ** 2),
    };
    for (const name of ["pulse", "rate", "vibration", "power"] as const) {
      const model = instantiate(Model(sources[name]));
      for (const method of ["auto", "radau5"]) {
        const options = { of: { final: "x" }, by: [by[name]], stopTime: T, tolerance: 1e-8, method };
        const found = gradient(model, options).derivatives[by[name]]!;
        expect(Math.abs(found / exact[name] - 1), `${name}, ${method}`).toBeLessThan(1e-6);
      }
    }
  });

  it("are those of derivatives that go forward, whatever switches, jumps and is sampled", () => {
    const wild = fc.record({
      parameters: fc.record({ a: number(0.5, 1.5), b: number(0.3, 0.8), c: number(0.2, 0.6), T: number(0.21, 0.43) }),
      jump: fc.constantFrom("-b*pre(y)", "pre(y) + c*x", "n - y"),
      sampled: fc.constantFrom("pre(n)/2 + x", "a*x*y", "x - c*time"),
      branch: fc.constantFrom("b*z", "n - y", "2 - x"),
    });
    fc.assert(
      fc.property(wild, ({ parameters, jump, sampled, branch }) => {
        const model = instantiate(
          Model({
            ...parameters,
            x: Var({ init: 1 }),
            y: Var({ init: 0.3 }),
            z: Var({ start: 1 }),
            n: Var({ start: 0 }),
            h: Var(),
            equations: `
              der(x) = y - c*x
              der(y) = -4*a*x - b*y + (if x > b then ${branch} else n)
              z + 0.2*z^3 = x + c*y
              h = z*y + n
              when x < -b then reinit(y, ${jump}) end
              when sample(T, T) then n = ${sampled} end`,
          }),
        );
        const by = ["a", "b", "c", "T", start("x")];
        const options = { by, stopTime: 2.5, tolerance: 1e-10 };
        const forward = sensitivities(model, { ...options, outputs: ["h"] });
        const back = gradient(model, { of: { final: "h" }, ...options });
        expect(back.result.events.length).toBeGreaterThan(5);
        expect(disagreement(back, (target) => forward.final("h", target))).toBeLessThan(1e-7);
      }),
      { numRuns: 4, seed: 26 },
    );
  });
});
