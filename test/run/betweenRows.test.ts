import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  Box,
  Cylinder,
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
import type { Result } from "../../src/results/result.ts";
import { resultFromJson } from "../../src/results/resultFromJson.ts";
import { resultToJson } from "../../src/results/writers/json.ts";

const methods = ["auto", "tsit5", "dop853", "radau5", "esdirk54", "bdf", "adams", "lsodar", "ida"];
const stiffMethods = ["auto", "radau5", "esdirk54", "bdf", "lsodar", "ida"];

/** Prothero and Robinson: x = cos t + a transient that dies in 1/λ, and what follows from it. */
const relaxation = instantiate(
  Model({
    lambda: 1e6,
    x: Var({ init: 0 }),
    y: Var(),
    equations: ["der(x) = -lambda*(x - cos(time))", "y = x^2 + time"],
  }),
);
function relaxed(t: number, λ: number): number {
  // particular solution λ(λ cos t + sin t)/(λ² + 1)
  const smooth = (s: number) => (λ * (λ * Math.cos(s) + Math.sin(s))) / (λ * λ + 1);
  return smooth(t) - smooth(0) * Math.exp(-λ * t);
}

const oscillator = instantiate(
  Model({
    x: Var({ init: 1 }),
    v: Var({ init: 0 }),
    e: Var(),
    equations: ["der(x) = v", "der(v) = -x", "e = sin(3*x) + v^2"],
  }),
);

/** Corners and jumps that are no events, in x = cos t and v = −sin t, with a place c that is drawn. */
const corners: Record<string, { readonly text: string; readonly of: (x: number, v: number, c: number) => number }> = {
  "noEvent(abs)": { text: "noEvent(abs(x - c))", of: (x, _, c) => Math.abs(x - c) },
  abs: { text: "abs(x - c)*abs(v + 0.1)", of: (x, v, c) => Math.abs(x - c) * Math.abs(v + 0.1) },
  max: { text: "noEvent(max(x, c))", of: (x, _, c) => Math.max(x, c) },
  "a short time above": { text: "max(0, x - 0.9985)", of: (x) => Math.max(0, x - 0.9985) },
  "noEvent(if)": { text: "noEvent(if x > c then x - c else c - x)", of: (x, _, c) => Math.abs(x - c) },
  "smooth(if)": { text: "smooth(0, if x > c then x - c else 0)", of: (x, _, c) => Math.max(0, x - c) },
  saturation: { text: "min(max(x, -c), c)", of: (x, _, c) => Math.min(Math.max(x, -c), c) },
  jump: { text: "noEvent(if x > c then 1 + v else -1)", of: (x, v, c) => (x > c ? 1 + v : -1) },
  floor: { text: "noEvent(floor(3*x + c))", of: (x, _, c) => Math.floor(3 * x + c) },
  function: { text: "bent(x, c)", of: (x, _, c) => Math.abs(x - c) },
};
const bends = Object.fromEntries(
  Object.entries(corners).map(([name, { text }]) => [
    name,
    instantiate(
      Model({
        c: 0.3,
        x: Var({ init: 1 }),
        v: Var({ init: 0 }),
        y: Var(),
        equations: ["der(x) = v", "der(v) = -x", `y = ${text}`],
        functions: { bent: (x: number, c: number) => Math.abs(x - c) },
      }),
    ),
  ]),
);

describe("values between rows beside corners and jumps that are no events", () => {
  it.each(Object.entries(corners))("follow from the states there: %s", (name, { of }) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...methods),
        fc.constantFrom(1e-4, 1e-6, 1e-8),
        fc.constantFrom(0.016, 0.2, 1.7, 8),
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 }),
        (method, tolerance, interval, c, places) => {
          const result = simulate(bends[name]!, { stopTime: 8, method, tolerance, interval, merge: { c } });
          const read = resultFromJson(resultToJson(result));
          expect(result.statistics.unexaminedSteps).toBe(0);
          for (const place of places) {
            const t = 8 * place;
            const [x, v] = [result.at(t, "x"), result.at(t, "v")];
            const exact = of(x, v, c);
            // a jump is where the states say, which are known up to the tolerance
            const isAtJump = [-10, 10].some((k) => Math.abs(of(x + k * tolerance, v, c) - exact) > 100 * tolerance);
            if (isAtJump) continue;
            expect(Math.abs(result.at(t, "y") - exact)).toBeLessThan(10 * tolerance);
            expect(Math.abs(read.at(t, "y") - exact)).toBeLessThan(10 * tolerance);
          }
        },
      ),
      { seed: 16, numRuns: 8 },
    );
  });

  it("of delayed values are those of the past, though their corner at the start comes back", () => {
    const delayed = (T: number) =>
      instantiate(Model({ x: Var({ init: 0 }), equations: `der(x) = cos(time); y = delay(x, ${T}); z = y + x` }));
    for (const method of methods)
      for (const T of [0.05, 0.3, 1.7])
        for (const tolerance of [1e-5, 1e-8]) {
          const result = simulate(delayed(T), { stopTime: 3, interval: 1, tolerance, method });
          for (let k = 0; k < 80; k++) {
            const t = 0.003 + 0.0374 * k;
            const y = Math.sin(Math.max(0, t - T));
            const place = `${method}, delay ${T}, tolerance ${tolerance}, t = ${t}`;
            expect(Math.abs(result.at<number>(t, "y") - y), place).toBeLessThan(10 * tolerance);
            expect(Math.abs(result.at<number>(t, "z") - y - Math.sin(t)), place).toBeLessThan(20 * tolerance);
          }
        }
  });

  it("cost few evaluations where nothing is bent", () => {
    // the corner is far above what x reaches
    const evaluations = (text: string): number => {
      const model = Model({ x: Var({ init: 1 }), y: Var(), equations: ["der(x) = -x", `y = ${text}`] });
      return simulate(instantiate(model), { stopTime: 3, interval: 0.1 }).statistics.modelEvaluations;
    };
    expect(evaluations("max(x, x - 7)")).toBeLessThan(1.1 * evaluations("x + 0"));
  });
});

describe("values between rows are as accurate as the solver", () => {
  it("of stiff problems, with every method for them, wherever one looks", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...stiffMethods),
        fc.constantFrom(1e-4, 1e-6, 1e-8),
        fc.integer({ min: 1, max: 7 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 }),
        (method, tolerance, decade, places) => {
          const λ = 10 ** decade;
          const result = simulate(relaxation, { stopTime: 2, method, tolerance, merge: { lambda: λ } });
          for (const place of places) {
            for (const t of [2 * place, Math.min(2, (20 * place) / λ)]) {
              const exact = relaxed(t, λ);
              const x = result.at(t, "x");
              expect(Math.abs(x - exact)).toBeLessThan(10 * tolerance);
              expect(x).toBeLessThan(1 + tolerance);
              // d(x²) = 2 x dx
              expect(Math.abs(result.at(t, "y") - exact ** 2 - t)).toBeLessThan(2 * 10 * tolerance);
            }
          }
        },
      ),
      { seed: 16, numRuns: 25 },
    );
  });

  it("of oscillations, with rows far apart or close, between events or without", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...methods),
        fc.constantFrom(1e-4, 1e-6, 1e-8),
        fc.double({ min: 0.01, max: 8, noNaN: true }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 }),
        (method, tolerance, interval, places) => {
          const result = simulate(oscillator, { stopTime: 8, method, tolerance, interval });
          // what the solver itself has missed, at its rows with another output grid
          const rows = simulate(oscillator, { stopTime: 8, method, tolerance, interval: 0.01 });
          const error = (r: Result, t: number) => Math.abs(r.at(t, "x") - Math.cos(t));
          const own = Math.max(...Array.from({ length: 801 }, (_, i) => error(rows, i / 100)));
          for (const place of places) {
            const t = 8 * place;
            const exact = Math.sin(3 * Math.cos(t)) + Math.sin(t) ** 2;
            expect(error(result, t)).toBeLessThan(own + 10 * tolerance);
            expect(Math.abs(result.at(t, "e") - exact)).toBeLessThan(5 * own + 10 * tolerance);
          }
        },
      ),
      { seed: 4, numRuns: 25 },
    );
  });

  it("of what moves fast, and not far, behind an event", () => {
    // an amplifier with limits leaves saturation: 5 − c is L/G there, and decays with T/G
    const amplifier = instantiate(
      Model({
        G: 15000,
        L: 15,
        T: 0.03,
        c: Var({ init: 4.5 }),
        o: Var(),
        equations: ["o = if G*(5 - c) > L then L else G*(5 - c)", "T*der(c) = o"],
      }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...stiffMethods),
        fc.constantFrom(1e-5, 1e-6, 1e-8),
        fc.double({ min: 3, max: 6, noNaN: true }),
        fc.double({ min: 1, max: 50, noNaN: true }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 40, maxLength: 40 }),
        (method, tolerance, decade, L, places) => {
          const [G, T] = [10 ** decade, 0.03];
          const leaves = ((0.5 - L / G) * T) / L;
          const stopTime = 2 * leaves;
          const result = simulate(amplifier, { stopTime, tolerance, method, merge: { G, L } });
          const exact = (t: number) =>
            t < leaves ? 4.5 + (L * t) / T : 5 - (L / G) * Math.exp((-(t - leaves) * G) / T);
          const behind = places.map((place) => leaves + (place * 30 * T) / G);
          for (const t of [...result.time, ...behind.filter((t) => t < stopTime)])
            expect(Math.abs(result.at(t, "c") - exact(t))).toBeLessThan(10 * tolerance * 5);
        },
      ),
      { seed: 21, numRuns: 25 },
    );
  });

  it("on both sides of events, with rows that are further apart than the events", () => {
    const sawtooth = instantiate(
      Model({
        x: Var({ init: 0 }),
        y: Var(),
        equations: ["der(x) = cos(time)", "y = x^3", "when sample(0.7, 0.7) then reinit(x, 0) end when"],
      }),
    );
    const result = simulate(sawtooth, { stopTime: 7, interval: 3.5, tolerance: 1e-7 });
    for (let i = 0; i < 500; i++) {
      const t = (7 * (i + 0.5)) / 500;
      const x = Math.sin(t) - Math.sin(0.7 * Math.floor(t / 0.7 + 1e-12));
      expect(Math.abs(result.at(t, "x") - x)).toBeLessThan(1e-6);
      expect(Math.abs(result.at(t, "y") - x ** 3)).toBeLessThan(1e-6);
    }
    expect(Math.abs(result.at(1.4, "x", "before") - (Math.sin(1.4) - Math.sin(0.7)))).toBeLessThan(1e-6);
    expect(result.at(1.4, "x")).toBe(0);
  });

  it("also when the result is resampled, read back from a file, or stored as states", () => {
    const options = { stopTime: 2, merge: { lambda: 1e5 } };
    const result = simulate(relaxation, options);
    const read = resultFromJson(resultToJson(result));
    const states = simulate(relaxation, { ...options, storage: "states" });
    const times = Array.from({ length: 60 }, (_, i) => (i < 30 ? i * 1e-6 : (i - 29.5) / 16));
    const resampled = result.resample(times);
    times.forEach((t, i) => {
      for (const name of ["x", "y"]) {
        expect(Math.abs(read.at(t, name) - result.at(t, name))).toBeLessThan(1e-6);
        expect(resampled.signal(name).values[i]).toBe(result.at(t, name));
        expect(Math.abs(states.at(t, name) - result.at(t, name))).toBeLessThan(1e-5);
      }
    });
    expect([...read.time]).toEqual([...result.time]);
  });

  it("of bodies: accelerations, energies and forces of joints too, wherever one looks", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("tsit5", "dop853", "radau5", "bdf"),
        fc.constantFrom(1e-5, 1e-7),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 0.05, max: 1, noNaN: true }),
        (method, tolerance, tilt, interval) => {
          const rod = Solid({ shape: Cylinder({ axis: 1, diameter: 0.05, length: 0.5 }), massProperties: 1 });
          const pendulum = instantiate(
            Model3D({
              world: Object3D({ feature: Scene() }),
              upper: Object3D({ feature: rod }),
              lower: Object3D({ feature: rod }),
              top: Object3D({ parent: "upper", translation: [-0.25, 0, 0] }),
              middle: Object3D({ parent: "upper", translation: [0.25, 0, 0] }),
              tip: Object3D({ parent: "lower", translation: [-0.25, 0, 0] }),
              first: Revolute({ obj1: "world", obj2: "top", axis: 3 }),
              second: Revolute({ obj1: "middle", obj2: "tip", axis: [0, tilt, 1], phi: 0.5 }),
            }),
          );
          const options = { stopTime: 2, method, tolerance };
          const sparse = simulate(pendulum, { ...options, interval });
          // the same steps, with rows where the other has none
          const dense = simulate(pendulum, { ...options, interval: 0.017 });
          expect(sparse.statistics.unexaminedSteps).toBe(0);
          for (const name of ["first.phi", "first.der(w)", "second.der(w)", "energy.kinetic"]) {
            const { values, time } = dense.signal(name);
            const size = values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0.1);
            time.forEach((t, i) => {
              expect(Math.abs(sparse.at(t, name) - values[i]!)).toBeLessThan(10 * tolerance * size);
            });
          }
        },
      ),
      { seed: 3, numRuns: 12 },
    );
  });

  it("in a file too of what moves much faster than states, however many rows there are in a step, or the file says that rows do not tell", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("der(x) = 1", "der(x) = -x", "der(x) = 1 + 0.5*cos(3*time)"),
        fc.double({ min: 1.3, max: 4, noNaN: true }),
        (equation, exponent) => {
          const rate = 10 ** exponent;
          const model = Model({ x: Var({ init: 1 }), y: Var(), equations: [equation, `y = cos(${rate}*x)`] });
          const read = resultFromJson(
            resultToJson(simulate(instantiate(model), { stopTime: 1, interval: 0.005, tolerance: 1e-6 })),
          );
          if (read.warnings.join().includes("W-RESULT-COARSE")) {
            expect(rate).toBeGreaterThan(500);
            return;
          }
          for (let k = 0; k < 300; k++) {
            const time = (k + 0.37) / 300;
            const error = (read.at(time, "y") as number) - Math.cos(rate * (read.at(time, "x") as number));
            expect(Math.abs(error)).toBeLessThan(0.02);
          }
        },
      ),
      { seed: 6, numRuns: 12 },
    );
  });

  it("or a resampled result says that nobody looked", () => {
    const ball = Object3D({
      parent: "world",
      fixedToParent: false,
      translation: [0, 0.3, 0],
      feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: "Steel", collision: true }),
    });
    const model = Model3D({
      world: Object3D({ feature: Scene({ enableContactDetection: true }) }),
      ground: Object3D({
        parent: "world",
        translation: [0, -0.05, 0],
        feature: Solid({
          shape: Box({ lengthX: 3, lengthY: 0.1, lengthZ: 3 }),
          solidMaterial: "Steel",
          collision: true,
        }),
      }),
      ...Object.fromEntries(
        [0, 1, 2].map((k) => [`ball${k}`, ball.with({ translation: [0.5 * k, 0.3 + 0.1 * k, 0] })]),
      ),
    });
    const result = simulate(instantiate(model), { stopTime: 1, tolerance: 1e-7 });
    expect(result.statistics.unexaminedSteps).toBeGreaterThan(0);
    expect(result.warnings.join()).not.toContain("W-RESULT-COARSE");
    // states are known everywhere; of forces and accelerations the result says that nobody looked, as a resampled one does
    result.at(0.7345, "ball0.translation");
    expect(result.warnings.join()).not.toContain("W-RESULT-COARSE");
    const between = result.resample([0.0011, 0.7345]);
    result.at(0.7345, "ball0.der(velocity)");
    result.at(0.7346, "ball0.der(velocity)");
    expect(result.warnings.filter((text) => text.startsWith("W-RESULT-COARSE"))).toHaveLength(1);
    expect(between.warnings.join()).toContain("W-RESULT-COARSE");
    expect(resultFromJson(resultToJson(result)).statistics.unexaminedSteps).toBe(result.statistics.unexaminedSteps);
    expect(result.resample(result.time).warnings.join()).not.toContain("W-RESULT-COARSE");
  });

  it("without further rows in time: those that support reading are not shown", () => {
    const result = simulate(relaxation, { stopTime: 2 });
    expect(result.time).toHaveLength(501);
    expect(result.at(0.0005, "x")).toBeCloseTo(relaxed(0.0005, 1e6), 5);
  });
});
