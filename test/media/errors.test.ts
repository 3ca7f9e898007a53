// Bad questions to media: what the message says, and that its advice works.
import { instantiate, Model, RattlebackError, simulate } from "rattleback";
import {
  helmholtz,
  idealGas,
  idealMixture,
  listMedia,
  medium,
  mediumFunctions,
  simpleGas,
  TableLiquid,
} from "rattleback/media";
import { describe, expect, it } from "vitest";

function failure(provoke: () => unknown): RattlebackError {
  try {
    provoke();
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("errors of media", () => {
  it.each([
    ["E-MEDIUM-UNKNOWN", () => medium("watr"), /did you mean "water"/],
    ["E-MEDIUM-UNKNOWN", () => helmholtz("R13a"), /did you mean "R134a"/],
    ["E-MEDIUM-UNKNOWN", () => idealGas("Nitrogenium"), /listMedia|did you mean/],
    ["E-MEDIUM-RANGE", () => helmholtz("R134a").state_ps(1e5, Number.NaN), /finite number/],
    ["E-MEDIUM-RANGE", () => medium("MoistAir").state_ph(1e5, Number.NaN, [0.01]), /finite number/],
    ["E-MEDIUM-RANGE", () => medium("water").state_pT(-5, 300), /p = -5 Pa is outside 1 to/],
    ["E-MEDIUM-RANGE", () => medium("water").state_pT(1e5, 200), /T = 200 K is outside 273.15/],
    ["E-MEDIUM-RANGE", () => medium("water").state_pT(6e7, 1500), /above 1073.15 K/],
    ["E-MEDIUM-RANGE", () => medium("water").state_ph(1e5, 1e8), /h = 1e\+8 J\/kg|h = 100000000 J\/kg/],
    ["E-MEDIUM-RANGE", () => medium("water").state_ph(1e5, Number.NaN), /finite number/],
    ["E-MEDIUM-RANGE", () => medium("water").state_ph(1e6, undefined as unknown as number), /finite number/],
    ["E-MEDIUM-RANGE", () => medium("water").state_ph(Number.NaN, 1e5), /finite number/],
    ["E-MEDIUM-RANGE", () => medium("water").state_pT("1e5" as unknown as number, 300), /p is of the type string/],
    ["E-MEDIUM-COMPOSITION", () => medium("water").state_pT(1e5, 300, [0.5, 0.5]), /2 mass fractions are given for 1/],
    ["E-MEDIUM-RANGE", () => medium("water").saturation_p(3e7), /saturated water/],
    ["E-MEDIUM-RANGE", () => helmholtz("R134a").state_pT(1e5, 100), /169.8/],
    ["E-MEDIUM-RANGE", () => helmholtz("R134a").state_ph(1e5, 1e7), /J\/kg/],
    ["E-MEDIUM-RANGE", () => idealGas("N2").state_ph(1e5, -1e9), /outside/],
    ["E-MEDIUM-RANGE", () => idealGas("N2").state_pT(0, 300), /p = 0 Pa/],
    ["E-MEDIUM-RANGE", () => medium("Glycol47").state_ph(1e5, 1e9), /Glycol47/],
    ["E-MEDIUM-RANGE", () => medium("MoistAir").state_pT(1e5, 100, [0.01]), /MoistAir/],
    ["E-MEDIUM-COMPOSITION", () => idealMixture(["N2", "O2"]).state_pT(1e5, 300, [0.5, 0.6]), /add up to 1.1/],
    ["E-MEDIUM-COMPOSITION", () => idealMixture(["N2", "O2"]).state_pT(1e5, 300, [0.2, 0.3, 0.5]), /3 mass fractions/],
    ["E-MEDIUM-COMPOSITION", () => idealMixture(["N2", "O2"]).state_pT(1e5, 300, [-0.2]), /of N2 is -0.2/],
    ["E-MEDIUM-COMPOSITION", () => medium("MoistAir").state_pT(1e5, 300, [2]), /of water is 2/],
    ["E-MEDIUM-STATE", () => idealMixture(["N2", "O2"]).state_pT(1e5, 300), /give mass fractions/],
    ["E-MEDIUM-STATE", () => medium("ConstantPropertyLiquidWater").state_dT(1000, 300), /give p and T/],
    ["E-MEDIUM-STATE", () => simpleGas({ cp: 200, molarMass: 0.029 }), /cv = cp − R/],
    ["E-MEDIUM-STATE", () => idealMixture(["N2"]), /one gas/],
    [
      "E-MEDIUM-STATE",
      () => new TableLiquid({ TMin: 280, TMax: 300, density: [[0, 1000]], heatCapacity: [[0, 4000]] }),
      /three rows/,
    ],
    ["E-MEDIUM-PROPERTY", () => helmholtz("R32").viscosity(helmholtz("R32").state_pT(1e5, 300)), /constant viscosity/],
    ["E-MEDIUM-PROPERTY", () => idealGas("Ag").conductivity(idealGas("Ag").state_pT(1e5, 300)), /critical data of Ag/],
    ["E-MEDIUM-PROPERTY", () => idealGas("N2").saturation_p(1e5), /two phases/],
    [
      "E-MEDIUM-UNKNOWN",
      () =>
        simulate(instantiate(Model({ a: 1, functions: mediumFunctions, equations: "x = density_ph(a, 1e5, 1e5)" }))),
      /declare a parameter/,
    ],
  ] as const)("%s", (code, provoke, text) => {
    const error = failure(provoke);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(text);
  });

  it("every medium can be made and gives a state at its middle", () => {
    for (const [k, name] of listMedia().entries()) {
      // every tenth of the ideal gases
      if (name === "MoistAir" || (k > 40 && k % 10 > 0)) continue;
      const own = medium(name);
      const T = own.limits[1]!;
      const state = own.state_pT(1e5, Math.max(T.from, Math.min(T.to, 350)));
      expect(state.d > 0 && Number.isFinite(state.h + state.s + state.cp + state.d_p + state.T_p)).toBe(true);
      expect(own.citation.length).toBeGreaterThan(5);
    }
  });
});
