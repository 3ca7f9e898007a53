import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  expr,
  instantiate,
  Model,
  Model3D,
  Object3D,
  Par,
  Revolute,
  Scene,
  Solid,
  Sphere,
  simulate,
  Var,
} from "../../src/index.ts";
import { sensitivities } from "../../src/sensitivity/sensitivities.ts";
import type { SensitivityResult } from "../../src/sensitivity/sensitivityResult.ts";
import { type SensitivityTarget, start } from "../../src/sensitivity/targets.ts";
import { models } from "./sensitivityModels.ts";

interface Derivatives {
  readonly value: string;
  readonly derivatives: Readonly<Record<string, string>>;
}
type Row = Readonly<Record<string, Derivatives>> & { readonly t: string };

const { cases } = JSON.parse(readFileSync("test/reference/studies/sensitivity.json", "utf8"));

/** As the published case, with these methods. */
function runOf(name: string, stopTime: number, method = "auto", tolerance = 1e-9): SensitivityResult {
  const { parameters } = cases[name] as { parameters: Record<string, string> };
  const merge = Object.fromEntries(Object.entries(parameters).map(([key, value]) => [key, Number(value)]));
  return sensitivities(instantiate(models[name]!), { by: Object.keys(merge), stopTime, merge, method, tolerance });
}

function expectClose(actual: number, expected: string | number, what: string, relative: number): void {
  const wanted = Number(expected);
  expect(Math.abs(actual - wanted), `${what}: ${actual} instead of ${wanted}`).toBeLessThan(
    relative * Math.max(1e-3, Math.abs(wanted)),
  );
}

function expectRows(run: SensitivityResult, rows: readonly Row[], relative: number): void {
  for (const row of rows)
    for (const [variable, wanted] of Object.entries(row)) {
      if (typeof wanted !== "object") continue;
      for (const [by, value] of Object.entries(wanted.derivatives))
        expectClose(run.at(Number(row.t), variable, by), value, `d(${variable})/d(${by}) at ${row.t}`, relative);
    }
}

/** Differences of fourth order of whole runs, for the end of each variable. */
function differencesOf(
  model: ReturnType<typeof instantiate>,
  target: SensitivityTarget,
  variables: readonly string[],
  options: Parameters<typeof simulate>[1],
): number[] {
  const name = typeof target === "string" ? target : target.start;
  const base = simulate(model, { ...options, stopTime: 0 });
  const p = typeof target === "string" ? (base.parameters.get(name) as number) : base.at(base.startTime, name);
  const h = 1e-3 * (Math.abs(p) || 1);
  const [a, b, c, d] = [-2, -1, 1, 2].map((k) => simulate(model, { ...options, merge: { [name]: p + k * h } }));
  return variables.map((x) => (8 * (c!.final(x) - b!.final(x)) - (d!.final(x) - a!.final(x))) / (12 * h));
}

describe("derivatives of runs", () => {
  it.each(["decay", "oscillator", "logistic", "linear3", "lotka-volterra"])(
    "agree with the closed form: %s",
    (name) => {
      const rows = cases[name].results as Row[];
      const end = Math.max(...rows.map(({ t }) => Number(t)));
      expectRows(runOf(name, end), rows, 2e-7);
    },
  );

  it.each(["tsit5", "dop853", "bdf", "adams", "lsodar", "radau5", "esdirk54", "ida"])("come with %s", (method) => {
    const rows = cases["linear3"].results as Row[];
    expectRows(runOf("linear3", 4, method, 1e-8), rows, 2e-5);
  });

  it.each(["tsit5", "dop853", "bdf", "adams", "lsodar", "radau5", "esdirk54", "ida"])(
    "are those of a step that is made again for a short load: %s",
    (method) => {
      const pulse = instantiate(
        Model({
          k: Par(0.5),
          a: Par(2),
          x: Var({ init: 1 }),
          y: Var({}),
          equations: "der(x) = -k*x + a*exp(-((time - 7)/0.05)^2); y^3 + y = x",
        }),
      );
      const [k, a, width, end, middle] = [0.5, 2, 0.05, 10, 7];
      const load = width * Math.sqrt(Math.PI) * Math.exp(-k * (end - middle) + (0.5 * k * width) ** 2);
      const byRate = -end * Math.exp(-k * end) + a * load * (middle - end + 0.5 * k * width ** 2);
      const run = sensitivities(pulse, { by: ["k", "a"], stopTime: end, tolerance: 1e-8, method });
      expectClose(run.final("x", "k"), byRate, "d(x)/d(k)", 1e-6);
      expectClose(run.final("x", "a"), load, "d(x)/d(a)", 1e-6);
      expectClose(run.final("y", "a"), load / (3 * run.result.final("y") ** 2 + 1), "d(y)/d(a)", 1e-6);
    },
  );

  it("follow times that are parameters: a step, and doses at regular times", () => {
    for (const name of ["step-time", "repeated-dose"]) {
      const rows = cases[name].results as Row[];
      const end = Math.max(...rows.map(({ t }) => Number(t)));
      for (const method of ["tsit5", "bdf"]) expectRows(runOf(name, end, method), rows, 1e-6);
    }
  });

  it("go through fifty bounces, and so do the times of the bounces", () => {
    const { trajectory, bounceTime } = cases["bouncing-ball"].results;
    const run = runOf("bouncing-ball", 8.54, "auto", 1e-10);
    expectRows(run, trajectory, 1e-7);
    const bounces = run.eventTimes.filter(({ cause }) => cause.includes("true"));
    for (const [number, wanted] of Object.entries(bounceTime as Record<string, Derivatives>)) {
      const bounce = bounces[Number(number) - 1]!;
      expectClose(bounce.time, wanted.value, `bounce ${number}`, 1e-9);
      for (const [by, value] of Object.entries(wanted.derivatives))
        expectClose(bounce.derivatives[by]!, value, `d(t${number})/d(${by})`, 1e-6);
    }
  });

  it("go through switches of a relay, the end of a current and the end of sliding", () => {
    const relay = runOf("relay-hysteresis", 4.1);
    expectRows(relay, cases["relay-hysteresis"].results.trajectory, 1e-6);
    const switches = relay.eventTimes.filter(({ time }) =>
      relay.result.events.some((event) => event.time === time && event.changed.includes("on")),
    );
    for (const [number, wanted] of Object.entries(
      cases["relay-hysteresis"].results.switchTime as Record<string, Derivatives>,
    ))
      for (const [by, value] of Object.entries(wanted.derivatives))
        expectClose(switches[Number(number) - 1]!.derivatives[by]!, value, `switch ${number} by ${by}`, 1e-6);

    const { current, currentNextPeriod, te } = cases["rl-diode-half-wave"].results;
    const diode = runOf("rl-diode-half-wave", 0.032);
    expectRows(diode, [...current, ...currentNextPeriod], 1e-6);
    const end = diode.eventTimes.find(({ time }) => Math.abs(time - Number(te.value)) < 1e-8)!;
    for (const [by, value] of Object.entries(te.derivatives as Record<string, string>))
      expectClose(end.derivatives[by]!, value, `te by ${by}`, 1e-6);

    const { ts, xs } = cases["friction-stop"].results;
    const slide = runOf("friction-stop", 2);
    for (const by of ["mu", "g", "v0"]) {
      expectClose(slide.eventTimes[0]!.derivatives[by]!, ts.derivatives[by], `stop by ${by}`, 1e-8);
      expectClose(slide.final("x", by), xs.derivatives[by], `place by ${by}`, 1e-8);
      expectClose(slide.final("v", by), 0, `speed by ${by}`, 1e-8);
    }
  });

  it("include start values and multipliers of constraints: a pendulum of index 3", () => {
    expectRows(runOf("pendulum-index3", 10, "auto", 1e-8), cases["pendulum-index3"].results.trajectory, 1e-5);
  });

  it("of twenty rates: a chain of decays", () => {
    const { finalValue, integral } = cases["decay-chain"].results;
    const run = runOf("decay-chain", 10, "bdf");
    for (const [by, value] of Object.entries(finalValue.derivatives as Record<string, string>))
      expectClose(run.final("x20", by), value, by, 1e-5);
    for (const [by, value] of Object.entries(integral.derivatives as Record<string, string>))
      expectClose(run.final("J", by), value, by, 1e-5);
  });

  it.each(["bdf", "radau5", "ida"])("agree with Robertson's chemistry to CVODES' digits: %s", (method) => {
    const { forward } = cases.robertson.cvodesPrinted;
    const model = instantiate(models["robertson"]!);
    const by = ["p1", "p2", "p3"];
    const options = { tolerance: 1e-7, absoluteTolerance: 1e-15, interval: 400, method };
    const run = sensitivities(model, { by, stopTime: 4000, ...options, outputs: ["y1", "y2", "y3"] });
    for (const t of ["0.4", "40", "4000"])
      for (const [p, name] of by.entries())
        for (let i = 0; i < 3; i++) {
          // rtol 1e-4 of the published run shows in its fourth digit
          const wanted = forward[t][`dydp${p + 1}`][i];
          const actual = run.at(Number(t), `y${i + 1}`, name);
          expect(Math.abs(actual / wanted - 1), `y${i + 1} by ${name} at ${t}: ${actual}`).toBeLessThan(3e-4);
        }
    for (const row of cases.robertson.results.filter(({ t }: { t: string }) => Number(t) <= 4000))
      for (const [p, name] of by.entries())
        for (let i = 0; i < 3; i++) {
          const ratio = run.at(Number(row.t), `y${i + 1}`, name) / Number(row[`dydp${p + 1}`][i]);
          expect(Math.abs(ratio - 1)).toBeLessThan(5e-6);
        }
  });

  const tests: readonly [string, ReturnType<typeof Model>, readonly SensitivityTarget[], string[], number][] = [
    [
      "a nonlinear equation in every step",
      Model({
        R: 2,
        a: 3,
        u: Var({ init: 1 }),
        i: Var({ start: 0.1 }),
        w: Var({}),
        equations: "0.5*der(u) = -i; u = R*i + a*i^3; w = sin(i)*u",
      }),
      ["R", "a", start("u")],
      ["u", "i", "w"],
      2,
    ],
    [
      "parameters that follow from others",
      Model({ a: 2, b: expr`a^2 + 1`, x: Var({ init: expr`a*b/10` }), equations: "der(x) = -b*x + sin(a*b*time)" }),
      ["a"],
      ["x"],
      2,
    ],
    [
      "start values found by a condition",
      Model({
        k: 2,
        y0: 1.3,
        x: Var({ start: 1 }),
        y: Var({ init: expr`y0` }),
        equations: "der(x) = -k*x; y = x + k*x^3",
      }),
      ["k", "y0", start("y")],
      ["x"],
      0.7,
    ],
    [
      "a sampled controller, its interval included",
      Model({
        K: 2,
        T: 0.1,
        r: 1,
        x: Var({ init: 0 }),
        u: Var({ init: 0 }),
        I: Var({ init: 0 }),
        equations: `0.5*der(x) = u - x
          when sample(0, T) then
            I = pre(I) + T*(r - x)
            u = K*(r - x) + I
          end`,
      }),
      ["K", "T", "r"],
      ["x", "u"],
      0.97,
    ],
    [
      "discrete values that remember where they were set",
      Model({
        a: 1.3,
        w: 2,
        x: Var({ init: 0 }),
        p: Var({ init: 0.2 }),
        equations: `der(x) = a*cos(w*time) - 0.1*x + p
          when x > 0.4 then
            p = -pre(p)*a
          elsewhen x < -0.1 then
            p = 0.3*a + pre(p)
          end`,
      }),
      ["a", "w"],
      ["x", "p"],
      6,
    ],
    [
      "a pendulum that changes its states on the way",
      Model({
        g: 9.81,
        L: 1,
        v0: 5,
        x: Var({ init: 0 }),
        y: Var({ start: expr`-L` }),
        vx: Var({ init: expr`v0` }),
        vy: Var({}),
        lam: Var({}),
        equations: "der(x) = vx; der(y) = vy; der(vx) = -lam*x; der(vy) = -lam*y - g; x^2 + y^2 = L^2",
      }),
      ["L"],
      ["x", "y", "lam"],
      0.8,
    ],
  ];
  it.each(tests)("agree with differences: %s", (_, definition, by, outputs, stopTime) => {
    const model = instantiate(definition);
    const run = sensitivities(model, { by, stopTime, tolerance: 1e-9 });
    expect(run.source).toBe("equations");
    for (const target of by) {
      const wanted = differencesOf(model, target, outputs, { stopTime, tolerance: 1e-10 });
      outputs.forEach((output, i) => {
        expectClose(run.final(output, target), wanted[i]!, `${output} by ${String(target)}`, 2e-6);
      });
    }
  });

  it("go with large systems of equations in the integrator's vector", () => {
    const n = 14;
    const indices = Array.from({ length: n }, (_, i) => i);
    const model = instantiate(
      Model({
        R: 1,
        a: 0.4,
        ...Object.fromEntries(indices.map((i) => [`i${i}`, Var({ start: 0.1 })])),
        u: Var({ init: 2 }),
        equations: [
          "0.2*der(u) = -i0 - 0.1*u",
          ...indices.map(
            (i) => `${i === 0 ? "u" : `i${i - 1}`} = R*i${i} + a*i${i}^3 + 0.3*${i === n - 1 ? "0" : `i${i + 1}`}`,
          ),
        ].join("\n"),
      }),
    );
    const options = { by: ["R", "a"], stopTime: 1, tolerance: 1e-9 };
    const [one, two] = ["ida", "tsit5"].map((method) => sensitivities(model, { ...options, method }));
    for (const by of options.by)
      for (const name of ["u", "i5"]) expectClose(one!.final(name, by), two!.final(name, by), `${name} by ${by}`, 1e-6);
  });

  it("begin where a steady state begins", () => {
    const model = instantiate(
      Model({
        k: 2,
        f: 3,
        x: Var({ start: 1 }),
        v: Var({ start: 0 }),
        equations: "der(x) = v; der(v) = -k*x - k*x^3 - v + f + (if time > 0.5 then f else 0)",
      }),
    );
    const options = { stopTime: 2, steadyStateStart: true };
    const run = sensitivities(model, { by: ["k", "f"], tolerance: 1e-9, ...options });
    for (const by of ["k", "f"])
      expectClose(run.final("x", by), differencesOf(model, by, ["x"], { tolerance: 1e-10, ...options })[0]!, by, 2e-6);
  });

  it("of bodies are differences, and say so: gravity acts on a pendulum as the scale of time does", () => {
    const model = instantiate(
      Model3D({
        world: Object3D({ feature: Scene() }),
        body: Object3D({ feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: "Steel" }) }),
        hinge: Object3D({ parent: "body", translation: [0, 0.5, 0] }),
        rev: Revolute({ obj1: "world", obj2: "hinge", axis: 3, phi: 0.5 }),
      }),
    );
    const g = "world.feature.gravityField.g";
    const run = sensitivities(model, { by: [g, "rev.phi"], stopTime: 0.8 });
    expect(run.source).toBe("differences");
    const value = run.result.parameters.get(g) as number;
    expectClose(value * run.final("rev.phi", g), 0.4 * run.result.final("rev.w"), "by gravity", 1e-5);
    expect(run.at(0, "rev.phi", "rev.phi")).toBeCloseTo(1, 9);
    expect(run.sensitivity("rev.phi", g).values.length).toBe(run.result.time.length);
  });

  it("of delayed signals are differences", () => {
    const model = instantiate(
      Model({ k: 0.5, x: Var({ init: 1 }), y: Var({}), equations: "der(x) = -k*x; y = delay(x, 0.5)" }),
    );
    const run = sensitivities(model, { by: ["k"], stopTime: 1 });
    expect(run.source).toBe("differences");
    expectClose(run.final("y", "k"), -0.5 * Math.exp(-0.25), "y", 1e-6);
  });

  it("are signals of the result, and outputs choose them", () => {
    const model = instantiate(models["oscillator"]!);
    const all = sensitivities(model, { by: ["c"], stopTime: 1 });
    expect(all.result.signal("d(x)/d(c)").values).toEqual(all.sensitivity("x", "c").values);
    const few = sensitivities(model, { by: ["c", start("v")], stopTime: 1, outputs: ["x", "der(v)"] });
    expect(few.result.names().filter((name) => name.startsWith("d("))).toEqual([
      "d(x)/d(c)",
      "d(x)/d(start(v))",
      "d(der(v))/d(c)",
      "d(der(v))/d(start(v))",
    ]);
    expect(few.final("der(v)", "c")).toBeCloseTo(
      -few.result.final("x") / 2 - 4 * few.final("x", "c") - 0.15 * all.final("v", "c"),
      4,
    );
  });

  it.each(["bdf", "radau5", "tsit5", "ida"])("of few states are read between rows as at them: %s", (method) => {
    const model = instantiate(
      Model({ a: 0.7, x: Var({ init: 2 }), y: Var({ init: 1 }), equations: "der(y) = -3*y; der(x) = -a*x + y" }),
    );
    const run = sensitivities(model, {
      by: ["a", start("x")],
      outputs: ["x"],
      stopTime: 2,
      interval: 1,
      tolerance: 1e-9,
      method,
    });
    // x = (2 − c)·e^(−at) + c·e^(−3t),  c = 1/(a − 3)
    for (const t of [0.13, 0.77, 1.41]) {
      const c = 1 / (0.7 - 3);
      const byA = -t * (2 - c) * Math.exp(-0.7 * t) + c * c * (Math.exp(-0.7 * t) - Math.exp(-3 * t));
      expect(run.at(t, "x", "a")).toBeCloseTo(byA, 7);
      expect(run.at(t, "x", start("x"))).toBeCloseTo(Math.exp(-0.7 * t), 7);
    }
  });

  it("leave the run as it was", () => {
    const model = instantiate(models["bouncing-ball"]!);
    const options = { stopTime: 3, tolerance: 1e-9 };
    const [plain, run] = [simulate(model, options), sensitivities(model, { by: ["e"], ...options })];
    expect(run.result.final("y")).toBeCloseTo(plain.final("y"), 8);
    expect(run.result.events.length).toBe(plain.events.length);
  });
});

describe("what has no derivative", () => {
  const model = instantiate(models["oscillator"]!);

  it("is a truth value: other runs, not nearby ones", () => {
    const switched = instantiate(
      Model({
        isFast: true,
        on: Var({ start: true }),
        x: Var({ init: 1 }),
        equations: "der(x) = if isFast and on then -2*x else -x; when time > 1 then on = false end",
      }),
    );
    for (const [target, name] of [["isFast", "isFast"] as const, [start("on"), "on"] as const])
      expect(() => sensitivities(switched, { by: [target], stopTime: 2 })).toThrow(
        `E-SENSITIVITY  "${name}" is a truth value, which has no derivative.`,
      );
  });

  it("is refused with names", () => {
    const by =
      (...targets: SensitivityTarget[]) =>
      () =>
        sensitivities(model, { by: targets, stopTime: 1 });
    expect(by()).toThrow(/E-SENSITIVITY.*differentiate by/);
    expect(by("cc")).toThrow(/E-SENSITIVITY.*no parameter "cc"[\s\S]*"c"/);
    expect(by("x")).toThrow(/start\("x"\)/);
    expect(by(start("c"))).toThrow(/parameters are given by their name/);
    expect(by(3 as never)).toThrow(/E-SENSITIVITY/);
    const run = sensitivities(model, { by: ["c"], stopTime: 1, outputs: ["x"] });
    expect(() => run.final("x", "m")).toThrow(/not differentiated by "m"/);
    expect(() => run.final("v", "c")).toThrow(/no derivative of "v"/);
    expect(() => sensitivities(model, { by: ["c"], stopTime: 1, outputs: ["z"] })).toThrow(/no variable "z"/);
  });

  it("sizes of arrays, and arrays as a whole", () => {
    const sized = instantiate(
      Model({ n: 3, k: [1, 2, 3], x: Var({ init: [1, 1, 1] }), equations: "der(x) = -k .* x" }),
    );
    expect(() => sensitivities(sized, { by: ["k"], stopTime: 1 })).toThrow(/array of 3 numbers[\s\S]*k\[1\]/);
    const run = sensitivities(sized, { by: ["k[2]", start("x[3]")], stopTime: 1, tolerance: 1e-9 });
    expectClose(run.final("x[2]", "k[2]"), -Math.exp(-2), "x[2] by k[2]", 1e-6);
    expectClose(run.final("x[3]", start("x[3]")), Math.exp(-3), "x[3] by its start", 1e-6);
    expect(run.final("x[1]", "k[2]")).toBe(0);
  });

  it("a run that only just touches a condition", () => {
    const touching = instantiate(
      Model({
        h: 0,
        v: Var({ init: 0 }),
        g: Var({}),
        equations: `g = (time - 1)^3 - h
          der(v) = -v
          when g > 0 then
            reinit(v, v + 1)
          end`,
      }),
    );
    expect(() => sensitivities(touching, { by: ["h"], stopTime: 2 })).toThrow(/E-SENSITIVITY-GRAZING/);
  });

  it("events that coincide, and start values that are not determined, are warned of", () => {
    const corner = instantiate(
      Model({
        a: 1,
        b: 1,
        x: Var({ init: 0 }),
        equations: "der(x) = (if time > a then 1 else 0) + (if time > b then 2 else 0)",
      }),
    );
    const run = sensitivities(corner, { by: ["a", "b"], stopTime: 2 });
    expect(run.result.warnings).toEqual([expect.stringContaining("W-SENSITIVITY-CORNER")]);
    const open = instantiate(
      Model({
        s: 3,
        x: Var({ start: 1 }),
        y: Var({ start: 1 }),
        z: Var({ init: expr`s` }),
        equations: "der(x) = -x; der(y) = -y; z = x + y",
      }),
    );
    const start = sensitivities(open, { by: ["s"], stopTime: 1, tolerance: 1e-9 });
    expect(start.result.warnings).toEqual([expect.stringContaining("W-SENSITIVITY-START")]);
    expectClose(start.final("x", "s"), 0.5 * Math.exp(-1), "x by s", 1e-6);
  });
});
