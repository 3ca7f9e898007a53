// Media in equations: derivatives, index reduction, inverses, a medium as parameter, conservation.
import { expr, instantiate, Model, modelToJson, simulate, Var } from "rattleback";
import { helmholtz, idealGas, idealMixture, type MediumFunctionName, medium, mediumFunctions } from "rattleback/media";
import { describe, expect, it } from "vitest";
import { slopeOf } from "./reference.ts";

const water = medium("water");

describe("functions of media", () => {
  type Rate = (...args: unknown[]) => number;
  const names: readonly MediumFunctionName[] = [
    "temperature_ph",
    "density_ph",
    "entropy_ph",
    "internalEnergy_ph",
    "enthalpy_pT",
    "density_pT",
    "entropy_pT",
    "internalEnergy_pT",
    "temperature_ps",
    "density_ps",
    "enthalpy_ps",
    "pressure_dT",
    "enthalpy_dT",
    "entropy_dT",
    "internalEnergy_dT",
  ];
  it.each(names)("%s has its first and second rates of change along a path", (name) => {
    for (const own of [water, helmholtz("R134a"), idealGas("N2"), medium("LinearColdWater")]) {
      const liquid = own.name === "LinearColdWater" ? own.state_pT(3e5, 300) : own.state_pT(3e5, 420);
      const start = { p: liquid.p, T: liquid.T, d: liquid.d, h: liquid.h, s: liquid.s };
      const [x, y] = [...name.slice(-2)] as ["p" | "d", "h" | "T" | "s"];
      const rates = { p: 2e4, T: 3, d: 0.02 * start.d, h: 5e3, s: 20 };
      const f = mediumFunctions[name];
      const at = (t: number) => [start[x] + rates[x] * t, start[y] + rates[y] * t] as const;
      const value = (t: number) => (f.call as Rate)(own, ...at(t));
      const rate = (t: number) => (f.derivative!.call as Rate)(own, ...at(t), 0, rates[x], rates[y]);
      const second = (f.derivative!.derivative!.call as Rate)(
        own,
        ...at(0),
        0,
        rates[x],
        rates[y],
        0,
        rates[x],
        rates[y],
        0,
        0,
        0,
      );
      const size = Math.abs(value(0)) + 1;
      expect(Math.abs(rate(0) - slopeOf(value, 0, 1e-3))).toBeLessThan(1e-7 * Math.abs(rate(0)) + 1e-9 * size);
      expect(Math.abs(second - slopeOf(rate, 0, 1e-3))).toBeLessThan(1e-6 * Math.abs(second) + 1e-9 * size);
    }
  });

  it.each(["saturationTemperature", "enthalpyLiquid", "densityVapour", "entropyVapour"] as const)(
    "%s has the slope of the line of saturation",
    (name) => {
      const f = mediumFunctions[name];
      for (const own of [water, helmholtz("R134a")]) {
        const value = (p: number) => (f.call as Rate)(own, p);
        const rate = (f.derivative!.call as Rate)(own, 5e5, 0, 1);
        expect(rate / slopeOf(value, 5e5, 100) - 1).toBeCloseTo(0, 7);
      }
    },
  );
});

const volume = Model({
  medium: water,
  V: 1,
  Q: 1e6,
  p: Var({ init: 1e5 }),
  h: Var({ init: 4.2e5 }),
  functions: mediumFunctions,
  equations: `
    M = V*density_ph(medium, p, h)
    U = V*(density_ph(medium, p, h)*h - p)
    T = temperature_ph(medium, p, h)
    der(V*density_ph(medium, p, h)) = 0
    der(V*(density_ph(medium, p, h)*h - p)) = Q
  `,
});

describe("a volume with states p and h", () => {
  it("keeps its mass and gains the energy of the heat while it boils", () => {
    const result = simulate(instantiate(volume), { stopTime: 100, tolerance: 1e-8 });
    const start = water.state_ph(1e5, 4.2e5);
    expect(Math.abs(result.final("M") / start.d - 1)).toBeLessThan(1e-6);
    expect(Math.abs((result.final("U") - (start.d * 4.2e5 - 1e5)) / 1e8 - 1)).toBeLessThan(1e-6);
    // the closed form: u and v determine the state
    const end = water.state_dT(result.final("M"), result.final("T"));
    expect(end.p / result.final("p") - 1).toBeCloseTo(0, 8);
  });

  it("takes another medium as a parameter, by object or by name, also in a component", () => {
    const inner = Model({
      medium: "N2",
      T: 300,
      functions: mediumFunctions,
      equations: "d = density_pT(medium, 1e5, T)",
    });
    const system = Model({ medium: idealGas("O2"), a: inner, b: inner.with({ medium: expr`medium` }) });
    const result = simulate(instantiate(system));
    expect(result.final("a.d")).toBeCloseTo(idealGas("N2").state_pT(1e5, 300).d, 12);
    expect(result.final("b.d")).toBeCloseTo(idealGas("O2").state_pT(1e5, 300).d, 12);
  });

  it("cannot be written as JSON with a medium that is an object", () => {
    expect(() => modelToJson(volume)).toThrow(/E-JSON {2}"water \(IF97\)" cannot be written/);
  });
});

describe("index reduction", () => {
  it("differentiates equal pressures of two volumes that are given by density and enthalpy", () => {
    // two volumes, directly connected: p1 = p2 with p as function of (d, T)
    const model = Model({
      medium: idealGas("N2"),
      d1: Var({ init: 1.2 }),
      T1: Var({ init: 300 }),
      T2: Var({ init: 350 }),
      d2: Var({ start: 1 }),
      functions: mediumFunctions,
      equations: `
        pressure_dT(medium, d1, T1) = pressure_dT(medium, d2, T2)
        der(d1) = m
        der(d2) = -m
        der(d1*internalEnergy_dT(medium, d1, T1)) = m*enthalpy_dT(medium, d2, T2) + 1e4
        der(d2*internalEnergy_dT(medium, d2, T2)) = -m*enthalpy_dT(medium, d2, T2)
      `,
    });
    const result = simulate(instantiate(model), { stopTime: 1, tolerance: 1e-8 });
    const gas = idealGas("N2");
    const [a, b] = [
      gas.state_dT(result.final("d1"), result.final("T1")),
      gas.state_dT(result.final("d2"), result.final("T2")),
    ];
    expect(a.p / b.p - 1).toBeCloseTo(0, 7);
    const [a0, b0] = [gas.state_dT(1.2, 300), gas.state_pT(gas.state_dT(1.2, 300).p, 350)];
    expect(a.d + b.d).toBeCloseTo(a0.d + b0.d, 7);
    const gained = a.d * a.u + b.d * b.u - a0.d * a0.u - b0.d * b0.u;
    expect(gained / 1e4 - 1).toBeCloseTo(0, 5);
  });
});

describe("inverses", () => {
  it("solve h(p, T) for T without an iteration of the solver", () => {
    const model = Model({
      medium: "N2",
      h: Var({ init: 3e5 }),
      functions: mediumFunctions,
      equations: "der(h) = 1e4; h = enthalpy_pT(medium, 1e5, T)",
    });
    const instance = instantiate(model);
    const result = simulate(instance, { stopTime: 10 });
    expect(result.final("T")).toBe(idealGas("N2").state_ph(1e5, result.final("h")).T);
    expect(instance.program.blocks.every(({ kind }) => kind === "assignment")).toBe(true);
  });
});

describe("mixtures", () => {
  it("have densities that follow their composition", () => {
    const gas = idealMixture(["N2", "H2O"]);
    const model = Model({
      medium: gas,
      x: Var({ init: 0.9 }),
      functions: mediumFunctions,
      equations: `
        der(x) = -0.1
        d = density_pT(medium, 1e5, 400, [x, 1 - x])
        rate = der(density_ph(medium, 1e5, 9e5, [x, 1 - x]))
      `,
    });
    const result = simulate(instantiate(model), { stopTime: 1 });
    expect(result.final("d")).toBeCloseTo(gas.state_pT(1e5, 400, [0.8, 0.2]).d, 6);
    const d = (x: number) => gas.state_ph(1e5, 9e5, [x, 1 - x]).d;
    expect(result.final("rate")).toBeCloseTo(-0.1 * slopeOf(d, 0.8, 1e-4), 7);
  });
});

describe("outside the range", () => {
  it("a start ends with a message that names medium, values and range", () => {
    const model = Model({
      medium: "N2",
      h: Var({ init: 1e8 }),
      functions: mediumFunctions,
      equations: "der(h) = -1e5*temperature_ph(medium, 1e5, h)/300",
    });
    expect(() => simulate(instantiate(model), { stopTime: 10 })).toThrow(
      /N2 at p = 100000 Pa, h = 100000000 J\/kg.*outside/s,
    );
  });
});
