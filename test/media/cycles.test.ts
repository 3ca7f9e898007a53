// Steady cycles and processes whose numbers were computed independently.
import { helmholtz, idealGas, medium, plotDiagram } from "rattleback/media";
import { describe, expect, it } from "vitest";
import { reference } from "./reference.ts";

type Case = { readonly parameters: Record<string, number>; readonly expected: Record<string, number> };
const cases =
  reference<Record<"rankine" | "compressionIdealGas" | "heatPump" | "mixing" | "throttling" | "closedDrum", Case>>(
    "cycles",
  );
const water = medium("water");
const close = (a: number, b: number): void => expect(Math.abs(a / b - 1)).toBeLessThan(1e-9);

describe("processes", () => {
  it("Rankine cycle", () => {
    const { ph, T, pc, ep, et } = cases.rankine.parameters as Record<string, number>;
    const { expected } = cases.rankine;
    const s1 = water.saturation_p(pc! * 1e6).liquid;
    const h2 = s1.h + (water.state_ps(ph! * 1e6, s1.s).h - s1.h) / ep!;
    const s3 = water.state_pT(ph! * 1e6, T!);
    const h4 = s3.h - et! * (s3.h - water.state_ps(pc! * 1e6, s3.s).h);
    close(s1.h / 1e3, expected["h1"]!);
    close(h2 / 1e3, expected["h2"]!);
    close(h4 / 1e3, expected["h4"]!);
    close(water.state_ph(pc! * 1e6, h4).x, expected["x4"]!);
    close((s3.h - h4 - (h2 - s1.h)) / (s3.h - h2), expected["efficiency"]!);
  });

  it("isentropic compression of nitrogen", () => {
    const { T1, r } = cases.compressionIdealGas.parameters as { T1: number; r: number };
    const gas = idealGas("N2");
    const s1 = gas.state_pT(1e5, T1);
    const s2 = gas.state_ps(1e5 * r, s1.s);
    close(s2.T, cases.compressionIdealGas.expected["T2s"]!);
    close(s2.h - s1.h, cases.compressionIdealGas.expected["work"]!);
  });

  it("heat pump with R134a", () => {
    const { Te, p2, eta } = cases.heatPump.parameters as { Te: number; p2: number; eta: number };
    const { expected } = cases.heatPump;
    const fluid = helmholtz("R134a");
    const s1 = fluid.saturation_T(Te).vapour;
    const s2s = fluid.state_ps(p2, s1.s);
    const h2 = s1.h + (s2s.h - s1.h) / eta;
    const h3 = fluid.saturation_p(p2).hLiquid;
    close(s1.p, expected["p1"]!);
    close(s2s.T, expected["T2s"]!);
    close((s1.h - h3) / (h2 - s1.h), expected["COPcooling"]!);
  });

  it("throttling of wet steam, mixing of water, boiling in a closed vessel", () => {
    const { x1, p1, p2 } = cases.throttling.parameters as { x1: number; p1: number; p2: number };
    const both = water.saturation_p(p1 * 1e6);
    const s2 = water.state_ph(p2 * 1e6, both.hLiquid + x1 * (both.hVapour - both.hLiquid));
    close(s2.T, cases.throttling.expected["T2"]!);
    close(s2.d, cases.throttling.expected["rho2"]!);
    const m = cases.mixing.parameters as Record<"p" | "m1" | "T1" | "m2" | "T2", number>;
    const h = (m.m1 * water.state_pT(m.p * 1e6, m.T1).h + m.m2 * water.state_pT(m.p * 1e6, m.T2).h) / (m.m1 + m.m2);
    close(water.state_ph(m.p * 1e6, h).T, cases.mixing.expected["T"]!);
    const v = cases.closedDrum.parameters as Record<"V" | "p1" | "fl" | "p2", number>;
    const before = water.saturation_p(v.p1 * 1e6);
    const after = water.saturation_p(v.p2 * 1e6);
    const mass = v.V * (v.fl * before.dLiquid + (1 - v.fl) * before.dVapour);
    const U1 = v.V * (v.fl * before.dLiquid * before.liquid.u + (1 - v.fl) * before.dVapour * before.vapour.u);
    const end = water.state_dT(mass / v.V, after.T);
    close(mass * end.u - U1, cases.closedDrum.expected["Q"]!);
  });
});

describe("diagrams", () => {
  it("draw the dome with its top at the critical point, and refuse a medium without two phases", () => {
    const picture = plotDiagram(helmholtz("R134a"), "ph");
    expect(picture).toMatch(/^<svg .*<\/svg>\n$/s);
    expect(picture).not.toMatch(/NaN|undefined/);
    expect(() => plotDiagram(idealGas("N2"), "Ts")).toThrow(/E-MEDIUM-PROPERTY/);
  });
});
