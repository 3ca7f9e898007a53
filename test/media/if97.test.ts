// Water and steam by IAPWS-IF97: the printed values of the releases, identities, round trips, derivatives.
import * as fc from "fast-check";
import {
  type BackwardName,
  backward,
  border2ab,
  border2bc,
  border23Pressure,
  type Medium,
  MediumState,
  medium,
  saturationPressure,
  saturationTemperature,
  sublimationPressure,
  subregionBorder,
  subregionVolume,
} from "rattleback/media";
import { describe, expect, it } from "vitest";
import { region2Metastable } from "../../src/media/if97/gibbsRegion.ts";
import { Region3 } from "../../src/media/if97/region3.ts";
import { backgroundConductivity, waterConductivity, waterViscosity } from "../../src/media/if97/waterTransport.ts";
import { printedTolerance, reference, share, slopeOf } from "./reference.ts";

interface Printed {
  readonly eq: string;
  readonly args: Readonly<Record<string, number>>;
  readonly values: Readonly<Record<string, number>>;
}
const data = reference<{
  printed: readonly Printed[];
  derived: readonly Record<string, number>[];
  saturation: readonly Record<string, number>[];
}>("if97-verification");

const water = medium("water");
const state = new MediumState();

function metastable(p: number, T: number): MediumState {
  region2Metastable().properties(state, p, T);
  return state;
}

function dense(d: number, T: number): MediumState {
  new Region3().properties(state, d, T);
  return state;
}

/** The value that a printed equation gives for its quantity. */
function printedValue({ eq, args }: Printed, quantity: string): number {
  const { p = Number.NaN, T = Number.NaN, rho = Number.NaN, h = Number.NaN, s = Number.NaN } = args;
  if (/^region(\d|2metastable)$/.test(eq)) {
    const found =
      eq === "region2metastable"
        ? metastable(p * 1e6, T)
        : eq === "region3"
          ? dense(rho, T)
          : water.state_pT(p * 1e6, T);
    const { d, cp, w } = found;
    return { v: 1 / d, h: found.h / 1e3, u: found.u / 1e3, s: found.s / 1e3, cp: cp / 1e3, w, p: found.p / 1e6 }[
      quantity
    ]!;
  }
  if (eq === "psat(T)") return saturationPressure(T) / 1e6;
  if (eq === "Tsat(p)") return saturationTemperature(p * 1e6);
  if (eq === "p23(T)") return border23Pressure(T) / 1e6;
  if (eq === "p2bc(h)") return border2bc(h);
  if (eq === "h2ab(s)") return border2ab(s);
  if (/^T3..\(p\)$/.test(eq)) return subregionBorder(eq.slice(0, 4), p);
  if (/^v3.\(p,T\)$/.test(eq)) return subregionVolume(eq.charAt(2), p, T);
  if (eq.startsWith("viscosity")) return waterViscosity(rho, T) * 1e6;
  if (eq === "conductivity, l2 = 0") return backgroundConductivity(rho, T) * 1e3;
  if (eq === "conductivity, industrial") {
    if (Number.isNaN(rho)) return water.conductivity(water.state_pT(p * 1e6, T)) * 1e3;
    new Region3().properties(state, rho, T);
    const own = waterViscosity(rho, T);
    return waterConductivity(rho, T, state.cp, state.cv, state.d * state.kappa, own) * 1e3;
  }
  if (eq === "surfaceTension") return water.surfaceTension(water.state_pT(1e8, T)) * 1e3;
  if (eq === "sublimation") return sublimationPressure(T) / 1e6;
  const [x, y] = Object.values(args) as [number, number?];
  return backward(eq as BackwardName, x, y);
}

describe("IAPWS-IF97", () => {
  it("gives every printed value of the releases to its last digit", () => {
    const missed = data.printed.flatMap((row) =>
      Object.entries(row.values)
        .map(([quantity, printed]) => ({ ...row, quantity, printed, own: printedValue(row, quantity) }))
        .filter(({ printed, own }) => !(Math.abs(own - printed) <= printedTolerance(printed))),
    );
    expect(missed).toEqual([]);
  });

  it.each(data.derived)("has the state of region $region at p = $p_MPa MPa, h = $h_kJkg kJ/kg", (row) => {
    const own = water.state_ph(row["p_MPa"]! * 1e6, row["h_kJkg"]! * 1e3);
    expect(own.region).toBe(row["region"]);
    expect(own.T / row["T"]! - 1).toBeCloseTo(0, 10);
    expect(own.d / row["rho"]! - 1).toBeCloseTo(0, 10);
    expect(own.s / 1e3 / row["s"]! - 1).toBeCloseTo(0, 10);
    expect(own.d_p / row["drho_dp_h"]! - 1).toBeCloseTo(0, 8);
    expect(own.d_h / row["drho_dh_p"]! - 1).toBeCloseTo(0, 8);
    expect(own.w / row["w"]! - 1).toBeCloseTo(0, 4);
  });

  it.each(data.saturation)("has the phases of equilibrium at $T K", (row) => {
    const own = water.saturation_T(row["T"]!);
    const pairs = [
      [own.p / 1e6, row["p_MPa"]!],
      [own.dLiquid, row["rhoL"]!],
      [own.dVapour, row["rhoV"]!],
      [own.hLiquid / 1e3, row["hL"]!],
      [own.hVapour / 1e3, row["hV"]!],
      [own.sLiquid / 1e3, row["sL"]!],
      [own.sVapour / 1e3, row["sV"]!],
    ] as const;
    for (const [a, b] of pairs) expect(a / b - 1).toBeCloseTo(0, 10);
  });
});

/** A state of the whole range: ln p uniform, T up to the limit of its pressure. */
const anyState = fc.tuple(share, share).map(([a, b]) => {
  const p = Math.exp(Math.log(700) + a * Math.log(1e8 / 700));
  return { p, T: 273.15 + b * ((p > 50e6 ? 1073.15 : 2273.15) - 273.15) };
});

describe("every state of the range", () => {
  it("comes back from (p, h), (p, s) and (d, T) to 1e-10", () => {
    fc.assert(
      fc.property(anyState, ({ p, T }) => {
        const a = water.state_pT(p, T);
        for (const b of [water.state_ph(p, a.h), water.state_ps(p, a.s), water.state_dT(a.d, T)]) {
          expect(Math.abs(b.T / T - 1)).toBeLessThan(1e-10);
          expect(Math.abs(b.d / a.d - 1)).toBeLessThan(1e-10);
          expect(Math.abs(b.h - a.h)).toBeLessThan(1e-10 * 2e6);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("has derivatives that are those of the function, and obeys the Maxwell relations", () => {
    fc.assert(
      fc.property(anyState, ({ p, T }) => {
        fc.pre(T > 274 && p < 99e6 && T < (p > 49e6 ? 1070 : 2270) && !(p > 49e6 && p < 51e6));
        const a = water.state_pT(p, T);
        const near = (f: (s: MediumState) => number, x: "p" | "h", h: number): number =>
          slopeOf((at) => f(x === "p" ? water.state_ph(at, a.h) : water.state_ph(p, at)), x === "p" ? p : a.h, h);
        const step = { p: 1e-4 * p, h: 2e-4 * a.cp * 1 };
        const ends = [
          water.state_ph(p + 2 * step.p, a.h),
          water.state_ph(p - 2 * step.p, a.h),
          water.state_ph(p, a.h + 2 * step.h),
          water.state_ph(p, a.h - 2 * step.h),
        ];
        // a difference across a border of regions is none
        fc.pre(ends.every(({ region }) => region === a.region) && a.cp < 3e4);
        const d = water.derivatives(a);
        const compare = (own: number, difference: number, scale: number) =>
          expect(Math.abs(own - difference)).toBeLessThan(1e-6 * Math.abs(own) + 1e-9 * scale);
        compare(
          d.dd_dp_h,
          near((s) => s.d, "p", step.p),
          a.d / p,
        );
        compare(
          d.dT_dp_h,
          near((s) => s.T, "p", step.p),
          T / p,
        );
        compare(
          d.dd_dh_p,
          near((s) => s.d, "h", step.h),
          a.d / step.h / 100,
        );
        compare(
          d.dT_dh_p,
          near((s) => s.T, "h", step.h),
          T / step.h / 100,
        );
        // Maxwell: (∂s/∂p)_T = −(∂v/∂T)_p
        const s_p = slopeOf((x) => water.state_pT(x, T).s, p, step.p);
        expect(Math.abs(s_p + a.beta / a.d)).toBeLessThan(1e-6 * Math.abs(a.beta / a.d) + 1e-9 * (461 / p));
      }),
      { numRuns: 300 },
    );
  });

  it("has second derivatives that are the differences of the first ones, in one and in two phases", () => {
    const cases: readonly (readonly [number, number])[] = [
      [1e6, 5e5],
      [1e6, 3.2e6],
      [1e6, 1.5e6],
      [25e6, 2.2e6],
      [5e6, 6e6],
      [20e6, 2.1e6],
    ];
    for (const [p, h] of cases) {
      const own = water.secondDerivatives(water.state_ph(p, h), "ph");
      const first = { d: ["d_p", "d_h"], T: ["T_p", "T_h"], s: ["s_p", "s_h"] } as const;
      for (const q of ["d", "T", "s"] as const) {
        const [q_p, q_h] = first[q];
        const pp = slopeOf((x) => water.state_ph(x, h)[q_p], p, 1e-4 * p);
        const ph = slopeOf((x) => water.state_ph(p, x)[q_p], h, 50);
        const hh = slopeOf((x) => water.state_ph(p, x)[q_h], h, 50);
        const size = Math.abs(water.state_ph(p, h)[q]);
        expect(Math.abs(own[q][2]! - pp)).toBeLessThan(1e-6 * Math.abs(pp) + 1e-7 * (size / p / p));
        expect(Math.abs(own[q][3]! - ph)).toBeLessThan(1e-6 * Math.abs(ph) + 1e-9 * (size / p / 1e5));
        expect(Math.abs(own[q][4]! - hh)).toBeLessThan(1e-6 * Math.abs(hh) + 1e-7 * (size / 1e10));
      }
    }
  });
});

describe("borders of regions", () => {
  const jump = (a: MediumState, b: MediumState) => ({ v: Math.abs(a.d / b.d - 1), h: Math.abs(a.h - b.h) });
  it("jump no more than the formulation does", () => {
    for (let p = 17e6; p <= 100e6; p += 1e6) {
      const e = jump(water.state_pT(p, 623.15), water.state_pT(p, 623.15 + 1e-9));
      expect(e.v).toBeLessThan(5e-5);
      expect(e.h).toBeLessThan(40);
    }
    for (let p = 1e5; p <= 50e6; p += 1e6) {
      const e = jump(water.state_pT(p, 1073.15), water.state_pT(p, 1073.15 + 1e-9));
      expect(e.v).toBeLessThan(2e-4);
      expect(e.h).toBeLessThan(120);
    }
  });

  it("properties are continuous at saturation", () => {
    for (let p = 1e3; p < 21e6; p *= 1.3) {
      const { hLiquid, hVapour, T, dLiquid, dVapour } = water.saturation_p(p);
      for (const [h, d] of [
        [hLiquid, dLiquid],
        [hVapour, dVapour],
      ] as const)
        for (const e of [-1e-6, 1e-6]) {
          const s = water.state_ph(p, h + e);
          expect(Math.abs(s.T / T - 1)).toBeLessThan(1e-9);
          expect(Math.abs(s.d / d - 1)).toBeLessThan(1e-6);
        }
    }
  });
});

describe("batches", () => {
  it("write the columns of one state after the other", () => {
    const out = water.states_ph(Float64Array.of(1e6, 2e6), Float64Array.of(3e6, 5e5), new Float64Array(16));
    const second: Medium = water;
    expect(out[8]).toBe(second.state_ph(2e6, 5e5).T);
    expect(() => water.states_ph(Float64Array.of(1e6), Float64Array.of(3e6), new Float64Array(2))).toThrow(
      /E-MEDIUM-STATE/,
    );
  });
});
