// A state that exists is written again without allocation, whatever the medium and the phase.
import { helmholtz, idealGas, type Medium, MediumState, medium, tabulated } from "rattleback/media";
import { describe, expect, it } from "vitest";
import { allocatedPerCall } from "../allocatedBytes.ts";

/** Objects are at least 16 bytes each; the counter itself is worth a fraction of one per call. */
const nothing = 4;
const calls = 20_000;

const points: readonly (readonly [string, () => Medium, number, (own: Medium) => number])[] = [
  ["water, region 1", () => medium("water"), 1e6, () => 3e5],
  ["water, region 2", () => medium("water"), 1e6, () => 3e6],
  ["water, region 3", () => medium("water"), 3e7, () => 2.1e6],
  ["water, region 3, two phases", () => medium("water"), 2e7, () => 2.1e6],
  ["water, two phases", () => medium("water"), 1e6, () => 1.5e6],
  ["water, region 5", () => medium("water"), 1e6, () => 5e6],
  ["R134a, liquid", () => helmholtz("R134a"), 1e6, (own) => own.saturation_p(1e6).hLiquid - 1e4],
  ["R134a, vapour", () => helmholtz("R134a"), 1e6, (own) => own.saturation_p(1e6).hVapour + 1e4],
  ["R134a, two phases", () => helmholtz("R134a"), 1e6, (own) => own.saturation_p(1e6).hVapour - 1e4],
  ["carbon dioxide, supercritical", () => helmholtz("CarbonDioxide"), 1e7, () => 4e5],
  ["tables of R134a", () => tabulated(helmholtz("R134a")), 1e6, (own) => own.saturation_p(1e6).hVapour - 1e4],
  ["nitrogen as an ideal gas", () => idealGas("N2"), 1e6, () => 3e5],
];

describe("writing a state", () => {
  it.each(points)("allocates nothing: %s", (_name, make, p, enthalpy) => {
    const own = make();
    const h = enthalpy(own);
    const state = new MediumState();
    let k = 0;
    const bytes = allocatedPerCall(calls, () => {
      k = (k + 1) & 255;
      own.setState_ph(state, p + k, h + k);
    });
    expect(bytes).toBeLessThan(nothing);
  });
});
