import { instantiate, Model, simulate, Var } from "rattleback";
import { expect, it } from "vitest";

it("states in rotating coordinates are kept: no angle makes them worse, however small the inductance", () => {
  const model = instantiate(
    Model({
      R: 0.03,
      Ls: 2e-4,
      L: 8e-4,
      g: Var({ init: 0 }),
      d: Var({ init: 0, stateSelect: "prefer" }),
      q: Var({ init: 0, stateSelect: "prefer" }),
      equations: `
        Ls*der(i1) + der(psi1) = 1 - R*i1; Ls*der(i2) + der(psi2) = -R*i2; der(g) = 50;
        psi1 = cos(g)*psid - sin(g)*psiq; psi2 = sin(g)*psid + cos(g)*psiq;
        psid = L*d; psiq = L*q;
        i1 = cos(g)*d - sin(g)*q; i2 = sin(g)*d + cos(g)*q`,
    }),
  );
  const result = simulate(model, { stopTime: 0.2, tolerance: 1e-8 });
  expect(model.stateNames).toEqual(expect.arrayContaining(["d", "q"]));
  expect(result.events.filter(({ cause }) => cause.startsWith("other states"))).toEqual([]);
  expect(result.final("i1")).toBeCloseTo((1 - Math.exp(-6)) / 0.03, 5);
  expect(result.final("i2")).toBeCloseTo(0, 5);
});
