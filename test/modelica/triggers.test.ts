import { describe, expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

/** A comparator with positive feedback and an integrator: a triangle between ±a with the slope s. */
const generator = (simplified: number) => `
  model M
    parameter Real a = 0.5;
    Real x(start = 0, fixed = true);
    Real u = x + a*y;
    Real y;
  equation
    y = homotopy(smooth(0, if 1e4*u > 1 then 1 else if 1e4*u < -1 then -1 else 1e4*u), ${simplified});
    der(x) = -y;
  end M;`;

describe("triggers with positive feedback", () => {
  it("the simplified model of homotopy chooses the state in which a trigger starts", () => {
    for (const side of [1, -1]) {
      const model = importModelica({ texts: { "M.mo": generator(side) } }).instantiate("M");
      expect(simulate(model, { stopTime: 0.1 }).at(0, "y")).toBe(side);
    }
  });

  it("where the branch of smooth(0, …) ends the solution jumps to the other one", () => {
    const model = importModelica({ texts: { "M.mo": generator(1) } }).instantiate("M");
    const result = simulate(model, { stopTime: 10.2, tolerance: 1e-8 });
    // y = 1 holds until u = x + a = 1e-4, so x swings between ±(a − 1e-4): the period is 4·(a − 1e-4)
    const swing = 0.5 - 1e-4;
    for (const t of [0.25, 0.75, 1.3, 5.1, 10.1]) {
      const phase = ((t + swing) % (4 * swing)) - 2 * swing;
      const [x, y] = phase < 0 ? [-(phase + swing), 1] : [phase - swing, -1];
      expect(result.at(t, "x")).toBeCloseTo(x, 6);
      expect(result.at(t, "y")).toBe(y);
    }
  });
});
