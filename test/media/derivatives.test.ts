// Every partial derivative of every medium is that of the function that is evaluated: differences say the same to 1e-7.
import {
  type Composition,
  type Derivatives,
  helmholtz,
  helmholtzNames,
  idealGas,
  idealMixture,
  type Medium,
  type MediumState,
  medium,
  moistAir,
  tabulated,
} from "rattleback/media";
import { describe, expect, it } from "vitest";

const states = 9;

/** Slope at x by central differences with steps e, e/2, e/4, extrapolated twice; NaN where the two extrapolations differ. */
function extrapolated(f: (x: number) => number, x: number, e: number, noise: number): number {
  const slope = (step: number): number => (f(x + step) - f(x - step)) / (x + step - (x - step));
  const [a, b, c] = [slope(e), slope(e / 2), slope(e / 4)];
  const coarse = (4 * b - a) / 3;
  const fine = (4 * c - b) / 3;
  return Math.abs(fine - coarse) > 3e-7 * Math.abs(fine) + noise ? Number.NaN : (16 * fine - coarse) / 15;
}

class OtherSide extends Error {}

/** Compares; gives how many derivatives were compared and how many were too near to a border or a singularity for differences. */
function compareAll(own: Medium, X?: Composition): { compared: number; left: number } {
  const count = { compared: 0, left: 0 };
  const pRange = own.limits.find(({ name }) => name === "p")!;
  const TRange = own.limits.find(({ name }) => name === "T")!;
  const [pFrom, pTo] = [Math.max(2 * pRange.from, 1e4), 0.97 * Math.min(pRange.to, 1e8)];
  for (let k = 1; k <= states; k++) {
    const [a, b, c] = [(k * 0.8191725) % 1, (k * 0.6710436) % 1, (k * 0.5497005) % 1];
    const T = 1.02 * TRange.from + b * b * (0.98 * TRange.to - 1.02 * TRange.from);
    let state = own.state_pT(pFrom * (pTo / pFrom) ** a, T, X);
    const { critical } = own.info;
    if (k % 3 === 0 && critical !== undefined) {
      const both = own.saturation_p(critical.p * (0.02 + 0.8 * a));
      state = own.state_ph(both.p, both.hLiquid + (0.1 + 0.8 * c) * (both.hVapour - both.hLiquid));
    }
    const { p, d, h } = state;
    const own1 = own.derivatives(state);
    const isMixed = state.phase === "twoPhase";
    const same = (other: MediumState): MediumState => {
      if (other.phase !== state.phase || other.region !== state.region) throw new OtherSide();
      return other;
    };
    const heat = Number.isFinite(state.cp) ? state.cp * state.T : Math.abs(h) + 1e5;
    // the pressure of a liquid is as exact as its density
    const size = {
      p: isMixed ? p : p + 1 / state.kappa,
      d,
      T: state.T,
      h: Math.abs(h) + heat,
      u: Math.abs(h) + heat,
      s: Math.abs(state.s) + heat / state.T,
    };
    const compare = (
      of: keyof typeof size,
      by: keyof typeof size,
      key: keyof Derivatives,
      at: (x: number) => MediumState,
      x: number,
      e: number,
    ): void => {
      // what rounding and the ends of iterations leave of the function, in its difference
      const noise = (4e-13 * size[of]) / e;
      let slope: number;
      try {
        slope = extrapolated((y) => same(at(y))[of], x, e, noise);
      } catch (error) {
        if (!(error instanceof OtherSide) && (error as { code?: string }).code !== "E-MEDIUM-RANGE") throw error;
        slope = Number.NaN;
      }
      if (Number.isNaN(slope)) {
        count.left++;
        return;
      }
      count.compared++;
      const where = `${own.name}: ${key} (${by}) at p = ${p}, T = ${state.T}, ${state.phase}: ${own1[key]}, differences ${slope}`;
      expect(Math.abs(own1[key] - slope), where).toBeLessThanOrEqual(1e-7 * Math.abs(slope) + noise);
    };
    const [ep, eh, eT] = [4e-3 * p, 1e-3 * heat, 1e-3 * state.T];
    for (const of of ["d", "T", "s", "u"] as const) {
      compare(of, "p", `d${of}_dp_h`, (x) => own.state_ph(x, h, X), p, ep);
      compare(of, "h", `d${of}_dh_p`, (x) => own.state_ph(p, x, X), h, eh);
    }
    if (!isMixed) {
      for (const of of ["d", "h"] as const) {
        compare(of, "p", `d${of}_dp_T`, (x) => own.state_pT(x, state.T, X), p, ep);
        compare(of, "T", `d${of}_dT_p`, (x) => own.state_pT(p, x, X), state.T, eT);
      }
    }
    if (own.info.isIncompressible === true || (isMixed && own.name.startsWith("Air"))) continue;
    // liquids are stiff: their pressure stays positive
    const stiff = isMixed ? 1 : Math.min(1, 100 * p * state.kappa);
    for (const of of ["p", "u"] as const) {
      if (!(isMixed && of === "p"))
        compare(of, "d", `d${of}_dd_T`, (x) => own.state_dT(x, state.T, X), d, 1e-3 * d * stiff);
      compare(of, "T", `d${of}_dT_d`, (x) => own.state_dT(d, x, X), state.T, 1e-3 * state.T * stiff);
    }
  }
  return count;
}

const media: readonly (readonly [string, () => Medium, Composition | undefined])[] = [
  ["water", () => medium("water"), undefined],
  ...helmholtzNames.map((name) => [name, () => helmholtz(name), undefined] as const),
  ["N2", () => idealGas("N2"), undefined],
  ["a mixture of gases", () => idealMixture(["N2", "CO2", "H2O"]), [0.7, 0.2, 0.1]],
  ["dry air as moist air", () => moistAir(), [0]],
  ["moist air", () => moistAir(), [0.008]],
  ["fog", () => moistAir(), [0.4]],
  ...["LinearColdWater", "Glycol47", "Essotherm650", "ConstantPropertyLiquidWater"].map(
    (name) => [name, () => medium(name), undefined] as const,
  ),
];

describe("derivatives and differences", () => {
  it.each(media)("agree to 1e-7: %s", (_name, make, X) => {
    const { compared, left } = compareAll(make(), X);
    expect(compared).toBeGreaterThan(3 * left);
  });

  it("agree to 1e-7 for tables, whose cells are cubic", () => {
    const { compared, left } = compareAll(tabulated(helmholtz("R134a")));
    expect(compared).toBeGreaterThan(left);
  });
});
