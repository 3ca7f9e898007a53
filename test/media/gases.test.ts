// Ideal gases, mixtures, moist air and simple liquids against published and independently computed values.
import * as fc from "fast-check";
import {
  ConstantLiquid,
  idealGas,
  idealMixture,
  type MediumState,
  medium,
  moistAir,
  simpleGas,
} from "rattleback/media";
import { describe, expect, it } from "vitest";
import { reference, slopeOf } from "./reference.ts";

const close = (a: number, b: number, tolerance = 1e-9): void => expect(Math.abs(a / b - 1)).toBeLessThan(tolerance);

describe("ideal gases", () => {
  const { values } = reference<{ values: readonly (Record<string, number> & { gas: string; T: number })[] }>(
    "nasa-verification",
  );
  it.each(values)("$gas at $T K", (row) => {
    const gas = idealGas(row.gas);
    const s = gas.state_pT(1e5, row.T);
    close(s.cp * gas.molarMass, row["cp_molar"]!);
    close(s.h, row["h_specific_zeroAt0K"]!);
    close(s.s * gas.molarMass, row["s0_molar"]!);
    if (row["viscosity"] !== undefined) close(gas.viscosity(s), row["viscosity"]);
    if (row["conductivityEucken"] !== undefined) close(gas.conductivity(s), row["conductivityEucken"]);
  });

  it("reproduce ModiaMedia with its gas constant", () => {
    const { values: rows } = reference<{ values: readonly (Record<string, number> & { medium: string })[] }>(
      "modia-media-cases",
    );
    for (const row of rows) {
      const isOwn = row.medium === "SimpleAir" || row.medium.startsWith("Constant");
      const own = isOwn ? medium(row.medium) : idealGas(row.medium, { gasConstant: 8.314472, p0: 101325 });
      const s = own.state_pT(row["p"]!, row["T"]!);
      for (const q of ["h", "u", "d", "cp", "s"] as const) if (row[q] !== undefined) close(s[q], row[q], 1e-11);
    }
  });

  it("come back from (p, h) and (p, s) over 200 … 6000 K", () => {
    const gas = idealMixture(["N2", "O2", "CO2", "H2O"]);
    fc.assert(
      fc.property(
        fc.double({ min: 200, max: 6000, noNaN: true }),
        fc.double({ min: 1e3, max: 1e7, noNaN: true }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }),
        (T, p, parts) => {
          const X = parts.map((x) => x / 3);
          const a = gas.state_pT(p, T, X);
          close(gas.state_ph(p, a.h, X).T, T, 1e-12);
          close(gas.state_ps(p, a.s, X).T, T, 1e-12);
          close(gas.state_dT(a.d, T, X).p, p, 1e-12);
        },
      ),
    );
  });

  it("rates of change with composition are differences", () => {
    const gas = idealMixture(["N2", "O2", "H2O"]);
    const at = (e: number): MediumState => gas.state_pT(2e5, 700, [0.5 + e, 0.3 - 0.4 * e]);
    const s = at(0);
    for (const q of ["h", "d", "s"] as const) {
      const difference = slopeOf((e) => at(e)[q], 0, 1e-4);
      close(gas.compositionRate(s, q, [1, -0.4]), difference, 1e-8);
    }
  });

  it("with constant heat capacity are κ = cp/(cp − R)", () => {
    const gas = simpleGas({ cp: 1004.675, molarMass: 0.028965, R: 287.05 });
    expect(gas.isentropicExponent(gas.state_pT(1e5, 300))).toBeCloseTo(1.4, 12);
    close(gas.state_ps(1e6, gas.state_pT(1e5, 300).s).T, 300 * 10 ** (0.4 / 1.4), 1e-12);
  });
});

describe("moist air", () => {
  type Row = Record<"p" | "T" | "X" | "psat" | "Xliquid" | "h" | "u" | "d" | "phi", number>;
  const data = reference<{ values: readonly Row[]; variant: { R: number; check: Row }; psat: readonly Row[] }>(
    "moist-air",
  );
  it.each([...data.values.map((row) => ({ ...row, R: 8.31451 })), { ...data.variant.check, R: data.variant.R }])(
    "at $T K, X = $X, R = $R",
    (row) => {
      const air = moistAir({ gasConstant: row.R });
      const s = air.state_pT(row.p, row.T, [row.X]);
      close(s.h, row.h);
      close(s.u, row.u);
      close(s.d, row.d);
      expect(Math.abs(air.liquidFraction(s) - row.Xliquid)).toBeLessThan(1e-12);
      expect(Math.abs(air.relativeHumidity(s) - Math.min(1, row.phi))).toBeLessThan(1e-10);
      expect(Math.abs(air.state_ph(row.p, s.h, [row.X]).T - row.T)).toBeLessThan(1e-9);
      expect(Math.abs(air.state_ps(row.p, s.s, [row.X]).T - row.T)).toBeLessThan(1e-9);
      close(air.state_dT(s.d, row.T, [row.X]).p, row.p, 1e-10);
    },
  );

  it("has the printed saturation pressures", () => {
    for (const { T, psat } of data.psat) close(moistAir().saturationPressure(T), psat);
  });

  it("has a dew point at which it is saturated, and a wet bulb between dew point and temperature", () => {
    const air = moistAir();
    const s = air.state_pT(101325, 303.15, [air.fractionOf(101325, 303.15, 0.5)]);
    close(air.relativeHumidity(s), 0.5, 1e-12);
    const dew = air.dewPoint(s);
    close(air.saturationFraction(101325, dew), s.X![0]!, 1e-9);
    expect(air.wetBulb(s)).toBeGreaterThan(dew);
    // psychrometric chart: 30 °C, 50 %: wet bulb 22.0 °C
    expect(air.wetBulb(s) - 273.15).toBeCloseTo(22.0, 1);
  });

  // about the triple point, across the dew point and through fog, in which slopes change by a factor of a hundred
  const anywhere = fc.tuple(
    fc.double({ min: 4, max: 6, noNaN: true }),
    fc.oneof(fc.double({ min: 272, max: 274.3, noNaN: true }), fc.double({ min: 200, max: 460, noNaN: true })),
    fc.oneof(
      { arbitrary: fc.constant(0), weight: 1 },
      { arbitrary: fc.double({ min: 1e-12, max: 0.95, noNaN: true }), weight: 9 },
    ),
  );

  it("is found again from enthalpy, entropy and density", () => {
    const air = moistAir();
    fc.assert(
      fc.property(anywhere, ([log, T, X]) => {
        const p = 10 ** log;
        const a = air.state_pT(p, T, [X]);
        close(air.state_ph(p, a.h, [X]).T, T, 1e-12);
        close(air.state_ps(p, a.s, [X]).T, T, 1e-12);
        close(air.state_dT(a.d, T, [X]).p, p, 1e-10);
      }),
      { numRuns: 2000 },
    );
    // Newton's method alone jumped between both sides of the dew point here
    for (const [p, T, X] of [
      [234994, 367.901, 0.27],
      [853952, 399.8216, 0.2241],
    ] as const)
      close(air.state_ps(p, air.state_pT(p, T, [X]).s, [X]).T, T, 1e-12);
  });

  it("has slopes that are those of its Taylor series, also where ice and water are blended", () => {
    const air = moistAir();
    fc.assert(
      fc.property(anywhere, ([log, T, X]) => {
        const a = air.state_pT(10 ** log, T, [X]);
        const series = air.secondDerivatives(a, "ph");
        close(a.d_p, series.d[0]!, 1e-8);
        close(a.d_h, series.d[1]!, 1e-8);
        close(a.T_h, series.T[1]!, 1e-8);
        close(a.s_h, series.s[1]!, 1e-8);
      }),
      { numRuns: 500 },
    );
  });

  it("changes with its composition as differences say", () => {
    const air = moistAir();
    for (const T of [265, 272.5, 273.155, 273.2, 274, 290, 330])
      for (const X of [1e-3, 0.02, 0.3])
        for (const q of ["h", "s", "d"] as const) {
          const rate = air.compositionRate(air.state_pT(1e5, T, [X]), q, [1]);
          const difference = slopeOf((x) => air.state_pT(1e5, T, [x])[q], X, 1e-6);
          if (q === "d" && rate === 0) expect(Math.abs(difference)).toBeLessThan(1e-9);
          else close(rate, difference, 1e-6);
        }
  });

  it("has derivatives that are differences, with and without fog", () => {
    const air = moistAir();
    for (const [T, X] of [
      [300, 0.01],
      [290, 0.03],
      [260, 0.004],
    ] as const) {
      const a = air.state_pT(1e5, T, [X]);
      close(
        a.d_p,
        slopeOf((p) => air.state_ph(p, a.h, [X]).d, 1e5, 20),
        1e-6,
      );
      close(
        a.d_h,
        slopeOf((h) => air.state_ph(1e5, h, [X]).d, a.h, 20),
        1e-6,
      );
      close(
        air.compositionRate(a, "h", [1]),
        slopeOf((x) => air.state_pT(1e5, T, [x]).h, X, 1e-5),
        1e-6,
      );
    }
  });
});

describe("simple liquids", () => {
  const data = reference<Readonly<Record<string, readonly Record<string, number>[]>>>("simple");
  it.each(["Glycol47", "Essotherm650"])("%s", (name) => {
    const liquid = medium(name);
    for (const row of data[name]!) {
      const s = liquid.state_pT(1e5, row["T"]!);
      close(s.d, row["d"]!);
      close(s.cp, row["cp"]!);
      close(s.h, Object.entries(row).find(([key]) => key.startsWith("h "))![1]);
      close(liquid.conductivity(s), row["conductivity"]!);
      // the viscosities of the oil are mPa s
      close(liquid.viscosity(s) * (name === "Glycol47" ? 1 : 1000), row["viscosity"]!);
      expect(liquid.state_ph(1e5, s.h).T).toBeCloseTo(s.T, 9);
      expect(liquid.state_ps(1e5, s.s).T).toBeCloseTo(s.T, 9);
    }
  });

  it("linear water is the line of the table", () => {
    const row = data["LinearColdWater"]![0]!;
    const s = medium("LinearColdWater").state_pT(row["p"]!, row["T"]!);
    close(s.d, row["d"]!);
    close(s.h, row["h"]!);
    const liquid = medium("LinearWaterAmbient");
    const a = liquid.state_pT(5e5, 310);
    close(liquid.state_ph(5e5, a.h).T, 310, 1e-13);
    close(liquid.state_ps(5e5, a.s).T, 310, 1e-12);
    close(liquid.state_dT(a.d, 310).p, 5e5, 1e-8);
    close(
      a.d_p,
      slopeOf((p) => liquid.state_ph(p, a.h).d, 5e5, 1e4),
      1e-7,
    );
  });

  it("constant water keeps h(T) = cp (T − T0)", () => {
    const own = new ConstantLiquid({ d: 1000, cp: 4000 });
    expect(own.state_ph(1e5, 4e5).T).toBe(373.15);
  });
});
