// States from h and s, and the relations between properties that every medium with a fundamental equation obeys.
import * as fc from "fast-check";
import {
  type Composition,
  helmholtz,
  helmholtzNames,
  idealGas,
  idealMixture,
  type Medium,
  type MediumState,
  medium,
  moistAir,
} from "rattleback/media";
import { describe, expect, it } from "vitest";
import { share, slopeOf } from "./reference.ts";

const media: readonly (readonly [string, Medium, Composition | undefined])[] = [
  ["water", medium("water"), undefined],
  ...helmholtzNames.map((name) => [name, helmholtz(name), undefined] as const),
  ["N2 as an ideal gas", idealGas("N2"), undefined],
  ["a mixture of gases", idealMixture(["N2", "CO2", "H2O"]), [0.7, 0.2, 0.1]],
  ["moist air", moistAir(), [0.005]],
];

/** A state of one phase, or a third of the time of both, where the medium has them. */
function anyState(own: Medium, X: Composition | undefined): fc.Arbitrary<MediumState> {
  const range = (name: string) => own.limits.find((limit) => limit.name === name)!;
  const [pRange, TRange] = [range("p"), range("T")];
  const { critical } = own.info;
  const pFrom = Math.max(1.01 * pRange.from, 1e-3 * (critical?.p ?? 1e6));
  const pTo = 0.98 * Math.min(pRange.to, 30 * (critical?.p ?? 1e6), 1e8);
  return fc.tuple(share, share, share).map(([a, b, c]) => {
    const T = 1.02 * TRange.from + b * b * (0.97 * TRange.to - 1.02 * TRange.from);
    if (critical === undefined || c < 0.67) return own.state_pT(pFrom * (pTo / pFrom) ** a, T, X);
    const both = own.saturation_T(TRange.from + (0.1 + 0.85 * a) * (critical.T - TRange.from));
    return own.state_ph(both.p, both.hLiquid + b * (both.hVapour - both.hLiquid));
  });
}

describe.each(media)("%s", (name, own, X) => {
  it("has the state again that h and s are from", () => {
    fc.assert(
      fc.property(anyState(own, X), (a) => {
        // both phases of a pseudo-pure medium have h and s at more than one pressure
        fc.pre(!(name === "Air" && a.T < 140));
        const b = own.state_hs(a.h, a.s, X);
        expect(Math.abs(b.T / a.T - 1)).toBeLessThan(2e-9);
        expect(Math.abs(b.d / a.d - 1)).toBeLessThan(2e-9);
      }),
      { numRuns: 8 },
    );
  });
});

// fog and ice of moist air are not in equilibrium with its vapour to the last digit
describe.each(media.filter(([name]) => name !== "moist air"))("%s", (_name, own, X) => {
  it("obeys Gibbs and Duhem, and Maxwell", () => {
    fc.assert(
      fc.property(anyState(own, X), (a) => {
        const { p, T } = a;
        const e = { p: 2e-4 * p, T: 2e-4 * T };
        const around = [
          [p + 2 * e.p, T],
          [p - 2 * e.p, T],
          [p, T + 2 * e.T],
          [p, T - 2 * e.T],
        ] as const;
        const near = around.map(([x, y]) => own.state_pT(x, y, X));
        fc.pre(a.phase !== "twoPhase" && near.every(({ region, phase }) => region === a.region && phase === a.phase));
        fc.pre(a.cp < 50 * a.cv);
        const by = (of: (state: MediumState) => number, x: "p" | "T"): number =>
          x === "p"
            ? slopeOf((y) => of(own.state_pT(y, T, X)), p, e.p)
            : slopeOf((y) => of(own.state_pT(p, y, X)), T, e.T);
        const g = (state: MediumState): number => state.h - state.T * state.s;
        const v = 1 / a.d;
        const size = Math.abs(a.h) + Math.abs(T * a.s) + a.cp * T;
        const rounding = 1e-15 * size;
        // dg = v dp − s dT
        expect(Math.abs(by(g, "p") - v)).toBeLessThan(1e-7 * v + (8 * rounding) / e.p);
        expect(Math.abs(by(g, "T") + a.s)).toBeLessThan(1e-7 * (Math.abs(a.s) + a.cp) + (8 * rounding) / e.T);
        // ∂s/∂p = −∂v/∂T
        const v_T = by(({ d }) => 1 / d, "T");
        const allowed = 1e-6 * (Math.abs(v_T) + v / T) + (8 * rounding) / (T * e.p);
        expect(Math.abs(by(({ s }) => s, "p") + v_T)).toBeLessThan(allowed);
      }),
      { numRuns: 8 },
    );
  });
});

describe("h and s that give no state", () => {
  it("are refused with what to do", () => {
    const water = medium("water");
    expect(() => water.state_hs(3e6, -5e4)).toThrow(/E-MEDIUM-STATE[\s\S]*check both values/);
    expect(() => water.state_hs(Number.NaN, 7e3)).toThrow(/E-MEDIUM-STATE/);
    expect(() => medium("Glycol47").state_hs(1e5, 300)).toThrow(/E-MEDIUM-STATE[\s\S]*give p and T/);
    expect(() => helmholtz("Air").state_hs(2e5 - 1e5, 1e3)).toThrow(/E-MEDIUM-STATE/);
  });

  it("the end of an expansion is where its work has gone: steam of 8 MPa and 480 °C gives 1266.16 kJ/kg", () => {
    const water = medium("water");
    const { h, s } = water.state_pT(8e6, 753.15);
    const end = water.state_hs(h - 1266155.956, s);
    expect(end.p / 8e3).toBeCloseTo(1, 6);
    expect(end.x).toBeCloseTo(0.7948424083, 7);
  });
});
