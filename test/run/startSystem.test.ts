import { instantiate, Model, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

describe("start values that determine states one after the other", () => {
  // states m and H begin at 0, where h = H/m does not exist; level and T are given
  const tank = Model({
    rho: 1000,
    A: 2,
    cp: 4200,
    level: Var({ init: 0.5 }),
    T: Var({ init: 300 }),
    m: Var({ stateSelect: "prefer" }),
    H: Var({ stateSelect: "prefer" }),
    equations: "m = rho*A*level; H = m*h; h = cp*T; der(m) = 10; der(H) = 10*cp*350",
  });

  it("a tank is filled from its level and temperature", () => {
    const result = simulate(instantiate(tank), { stopTime: 10 });
    expect(result.at(0, "m")).toBeCloseTo(1000, 9);
    expect(result.at(0, "H")).toBeCloseTo(1000 * 4200 * 300, 3);
    expect(result.final("T")).toBeCloseTo((1000 * 300 + 100 * 350) / 1100, 6);
  });

  it("a contradiction is told as before", () => {
    const twice = Model({ x: Var({ init: 1 }), y: Var({ init: 3 }), equations: "der(x) = -x; y = 2*x" });
    expect(() => simulate(instantiate(twice), { stopTime: 1 })).toThrow(/E-INIT-CONFLICT/);
  });
});
