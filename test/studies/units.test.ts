/** Parameters in units that are not SI: studies take and give values as `merge` does, whatever the derivatives of a run are by. */
import { describe, expect, it } from "vitest";
import { instantiate, Model, Par, simulate, Var } from "../../src/index.ts";
import { resultToCsv } from "../../src/results/writers/csv.ts";
import { sensitivities } from "../../src/sensitivity/sensitivities.ts";
import { start } from "../../src/sensitivity/targets.ts";
import { calibrate } from "../../src/studies/calibration/calibrate.ts";
import { seriesFromCsv } from "../../src/studies/calibration/measurements.ts";
import { mergedDerivatives } from "../../src/studies/mergedDerivatives.ts";
import { optimise } from "../../src/studies/optimise/optimise.ts";
import { propagate } from "../../src/studies/uncertainty/propagate.ts";
import { uncertain } from "../../src/studies/uncertainty/uncertain.ts";

// a mass of m tonnes on a spring, x0 mm from rest: x = x0·cos(ω·t), ω² = k/m
const swing = instantiate(
  Model({
    m: Par(2, "t"),
    k: Par(3, "kN/m"),
    x: Var({ init: 5, unit: "mm" }),
    v: Var({ init: 0, unit: "mm/s" }),
    equations: "der(x) = v; m*der(v) = -k*x",
  }),
);
const omega = (tonnes: number): number => Math.sqrt(3 / tonnes);
const deflection = (t: number, tonnes: number, mm = 5): number => 1e-3 * mm * Math.cos(omega(tonnes) * t);
/** Of the deflection at 1 s, per tonne and per mm. */
const perTonne = 1e-3 * 5 * Math.sin(omega(2)) * (omega(2) / 4);
const perMillimetre = 1e-3 * Math.cos(omega(2));
const times = [0.2, 0.4, 0.6, 0.8, 1, 1.2, 1.4];

describe("parameters in t, kN/m and mm", () => {
  it("give derivatives by SI units, and by their own in studies", () => {
    const options = { by: ["m", start("x")], stopTime: 1, tolerance: 1e-10 };
    const run = sensitivities(swing, options);
    expect(run.final("x", "m") / (1e-3 * perTonne)).toBeCloseTo(1, 7);
    expect(run.final("x", start("x")) / (1e3 * perMillimetre)).toBeCloseTo(1, 7);
    const merged = mergedDerivatives(swing, options);
    expect(merged.at(1, "x", "m") / perTonne).toBeCloseTo(1, 7);
    expect((merged.sensitivity("x", start("x")).values as Float64Array).at(-1)! / perMillimetre).toBeCloseTo(1, 7);
  });

  it("are uncertain by so many t and mm", () => {
    const unsure = { m: uncertain(2, { deviation: 0.1 }), "start(x)": uncertain(5, { deviation: 0.2 }) };
    const { value, deviation } = propagate(swing, { uncertain: unsure, stopTime: 1, tolerance: 1e-10 }).final("x");
    expect(value).toBeCloseTo(deflection(1, 2), 11);
    expect(deviation / Math.hypot(0.1 * perTonne, 0.2 * perMillimetre)).toBeCloseTo(1, 6);
  });

  it("are found from measurements, in whatever units those are", () => {
    const fit = calibrate(swing, {
      parameters: { m: { start: 2.5, min: 1, max: 4 }, "start(x)": 6 },
      data: { time: times, x: times.map((t) => deflection(t, 2.2, 5)) },
    });
    expect(fit.hasConverged).toBe(true);
    expect(fit.parameters["m"]!.value).toBeCloseTo(2.2, 6);
    expect(fit.parameters["start(x)"]!.value).toBeCloseTo(5, 6);
    expect(fit.merge["m"]).toBe(fit.parameters["m"]!.value);
  });

  it("are chosen within bounds in their own unit", () => {
    // the deflection at 1 s falls with ω, the lightest mass is best
    const best = optimise(swing, {
      variables: { m: { start: 1.5, min: 1, max: 3 } },
      objective: "x",
      simulate: { stopTime: 1, tolerance: 1e-9 },
    });
    expect(best.variables["m"]).toBeCloseTo(1, 9);
    expect(best.objective).toBeCloseTo(deflection(1, 1), 9);
  });
});

describe("differences of runs", () => {
  it("move parameters by what they are in SI units: a delayed temperature", () => {
    const cooling = instantiate(
      Model({
        T: Par(500, "ms"),
        k: Par(3, "1/min"),
        x: Var({ init: 20, unit: "degC" }),
        equations: "der(x) = -k*delay(x, T)",
      }),
    );
    const run = sensitivities(cooling, { by: ["k", start("x")], stopTime: 2, tolerance: 1e-8 });
    expect(run.source).toBe("differences");
    // the past is constant before the start: x = x0·Σ (−k)ⁿ(t − (n−1)·T)ⁿ/n!
    const k = 3 / 60;
    const series = (n: number): number => {
      let factorial = 1;
      for (let i = 2; i <= n; i++) factorial *= i;
      return ((-1) ** n * (2 - 0.5 * Math.max(0, n - 1)) ** n) / factorial;
    };
    const orders = [0, 1, 2, 3, 4];
    const byStart = orders.reduce((sum, n) => sum + series(n) * k ** n, 0);
    const byRate = 293.15 * orders.reduce((sum, n) => sum + (n === 0 ? 0 : n * series(n) * k ** (n - 1)), 0);
    expect(run.final("x", start("x")) / byStart).toBeCloseTo(1, 6);
    expect(run.final("x", "k") / byRate).toBeCloseTo(1, 6);
  });
});

describe("times of measurements", () => {
  const rows = times.map((t) => `${1e3 * t};${1e3 * deflection(t, 2.2)}`);

  it("may be in a unit of their own", () => {
    const { data, units } = seriesFromCsv(["time [ms];x [mm]", ...rows].join("\n"));
    const fit = calibrate(swing, { parameters: { m: { start: 2.5, min: 1, max: 4 } }, data, units });
    expect(fit.parameters["m"]!.value).toBeCloseTo(2.2, 6);
    expect(fit.residuals.at(-1)!.time).toBeCloseTo(1.4, 12);
  });

  it("in a unit of something else are refused", () => {
    const { data, units } = seriesFromCsv(["time [mm];x [mm]", ...rows].join("\n"));
    expect(() => calibrate(swing, { parameters: { m: 2 }, data, units })).toThrow(/E-UNIT .*times are in "mm"/);
  });
});

describe("tables that results are written to", () => {
  it("are read back, elements of matrices and derivatives included", () => {
    const source = {
      A: [
        [1, 2],
        [3, 4],
      ],
      x: Var({ init: 1, unit: "m" }),
      equations: "der(x) = -x; y = A*x",
    };
    const result = simulate(instantiate(Model(source), { checkUnits: false }), { stopTime: 1, interval: 0.25 });
    const { data, units } = seriesFromCsv(resultToCsv(result));
    expect(units).toEqual({});
    for (const name of ["time", "x", "der(x)", "A[2,1]", "y[1,2]"])
      expect([...data[name]!], name).toEqual([
        ...(result.resample([...result.time]).signal(name).values as Float64Array),
      ]);
    const cells = seriesFromCsv('"time [ms]";"say ""x"" [mm]";der(x) [m/s]\n1;2;3');
    expect(cells.data).toEqual({
      time: Float64Array.of(1),
      'say "x"': Float64Array.of(2),
      "der(x)": Float64Array.of(3),
    });
    expect(cells.units).toEqual({ time: "ms", 'say "x"': "mm", "der(x)": "m/s" });
  });
});

describe("the largest and smallest value of a run", () => {
  // falling from h0 = 1: v = −√(2·g) where it meets the floor, e·√(2·g) behind
  const ball = instantiate(
    Model({
      e: 0.8,
      g: 9,
      h: Var({ init: 1 }),
      v: Var({ init: 0 }),
      double: Var(),
      equations: `der(h) = v; der(v) = -g; double = 2*v
        when h < 0 then
          reinit(v, -e*pre(v))
        end`,
    }),
  );
  it.each([
    ["min(v)", -5],
    ["max(v)", 4],
    ["min(double)", -10],
  ])("move with the event that cuts them off: %s = %f", (quantity, wanted) => {
    const best = optimise(ball, {
      variables: { g: { start: 9, min: 1, max: 30 } },
      objective: "h",
      constraints: [{ quantity, min: wanted, max: wanted }],
      simulate: { stopTime: 1, tolerance: 1e-9 },
    });
    expect(best.hasConverged).toBe(true);
    expect(best.variables["g"]).toBeCloseTo(12.5, 4);
    const result = simulate(ball, { stopTime: 1, tolerance: 1e-9, merge: { g: best.variables["g"] } });
    const [, kind, name] = /^(...)\((.*)\)$/.exec(quantity)!;
    expect(Math[kind as "min" | "max"](...(result.signal(name!).values as Float64Array))).toBeCloseTo(wanted, 4);
  });
});
