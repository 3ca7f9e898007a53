// A state that exists is written again without allocation, whatever the medium and the phase.
import {
  helmholtz,
  idealGas,
  idealMixture,
  type Medium,
  MediumState,
  medium,
  moistAir,
  Saturation,
  tabulated,
} from "rattleback/media";
import { describe, expect, it } from "vitest";
import { allocatedPerCall } from "../allocatedBytes.ts";

/**
 * A number that the engine hands from one function to another is 16 bytes on its heap; how many it does not hand over in registers is
 * its own affair. One object more, a text or a closure would be seen: a state has 20 numbers.
 */
const numbers = 16;
const calls = 5_000;

const points: readonly (readonly [string, () => Medium, number, (own: Medium) => number, number])[] = [
  ["water, region 1", () => medium("water"), 1e6, () => 3e5, 4],
  ["water, region 2", () => medium("water"), 1e6, () => 3e6, 8],
  ["water, region 3", () => medium("water"), 3e7, () => 2.1e6, 16],
  ["water, region 3, two phases", () => medium("water"), 2e7, () => 2.1e6, 30],
  ["water, two phases", () => medium("water"), 1e6, () => 1.5e6, 8],
  ["water, region 5", () => medium("water"), 1e6, () => 5e6, 16],
  ["R134a, liquid", () => helmholtz("R134a"), 1e6, (own) => own.saturation_p(1e6).hLiquid - 1e4, 36],
  ["R134a, vapour", () => helmholtz("R134a"), 1e6, (own) => own.saturation_p(1e6).hVapour + 1e4, 36],
  ["R134a, two phases", () => helmholtz("R134a"), 1e6, (own) => own.saturation_p(1e6).hVapour - 1e4, 36],
  ["tables of R134a", () => tabulated(helmholtz("R134a")), 1e6, (own) => own.saturation_p(1e6).hVapour - 1e4, 8],
  ["nitrogen as an ideal gas", () => idealGas("N2"), 1e6, () => 3e5, 16],
];

describe("writing a state", () => {
  it.each(points)("makes no object: %s", (_name, make, p, enthalpy, most) => {
    const own = make();
    const h = enthalpy(own);
    const state = new MediumState();
    let k = 0;
    const bytes = allocatedPerCall(calls, () => {
      k = (k + 1) & 255;
      own.setState_ph(state, p + k, h + k);
    });
    expect(bytes).toBeLessThan(numbers * most);
  });

  it.each([
    ["moist air", 300, 0.01],
    ["fog", 300, 0.05],
    ["between ice and water", 273.2, 0.05],
  ])("makes no object, and none for its rates: %s", (_name, T, fraction) => {
    const air = moistAir();
    const X = Float64Array.of(fraction);
    const { h } = air.state_pT(1e5, T, X);
    const state = new MediumState();
    const ways: readonly ((k: number) => number)[] = [
      (k) => air.setState_ph(state, 1e5 + k, h, X).d,
      () => air.compositionRate(state, "h", X) + air.viscosity(state) + air.liquidFraction(state),
    ];
    for (const ask of ways) {
      let k = 0;
      let sum = 0;
      const bytes = allocatedPerCall(calls, () => {
        k = (k + 1) & 255;
        sum += ask(k);
      });
      expect(sum).not.toBe(0);
      // about twenty numbers in each step of an iteration; one state by Taylor series makes ten thousand bytes
      expect(bytes).toBeLessThan(numbers * 120);
    }
  });

  it("makes no object for a mixture of ideal gases", () => {
    const gas = idealMixture(["N2", "CO2", "H2O"]);
    const X = Float64Array.of(0.7, 0.2, 0.1);
    const { h } = gas.state_pT(1e5, 900, X);
    const state = new MediumState();
    let k = 0;
    const bytes = allocatedPerCall(calls, () => {
      k = (k + 1) & 255;
      gas.setState_ph(state, 1e5 + k, h, X);
    });
    expect(bytes).toBeLessThan(numbers * 36);
  });

  it("makes no object for both phases at saturation", () => {
    for (const own of [medium("water"), helmholtz("R134a")]) {
      const both = new Saturation();
      let k = 0;
      const bytes = allocatedPerCall(calls, () => {
        k = (k + 1) & 255;
        own.setSaturation_p(both, 1e6 + k);
      });
      expect(bytes).toBeLessThan(numbers * 30);
    }
  });
});
