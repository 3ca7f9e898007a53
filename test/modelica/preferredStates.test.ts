import { describe, expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

const text = (wish: string) => `
  model M "two masses; the second is stopped at t = 1"
    Real s1(start = 0, fixed = true), v1(start = 1, fixed = true);
    Real s2(start = 0, fixed = true, stateSelect = StateSelect.always), v2(start = 3, fixed = true, stateSelect = StateSelect.always);
    Real d(stateSelect = StateSelect.${wish}) = s2 - s1;
    Real w(stateSelect = StateSelect.${wish}) = der(d);
  equation
    der(s1) = v1;
    der(s2) = v2;
    der(v1) = 0;
    der(v2) = 0;
    when time >= 1 then
      reinit(v2, 0);
    end when;
  end M;`;

describe("rates that are preferred as states", () => {
  const ended = (wish: string) => {
    const model = importModelica({ texts: { "M.mo": text(wish) } }).instantiate("M");
    const result = simulate(model, { stopTime: 2, tolerance: 1e-9 });
    return { states: model.stateNames, w: result.final("w"), v1: result.final("v1") };
  };

  it("are states although their derivative is not in the text, and keep their values where others are set", () => {
    const { states, w, v1 } = ended("prefer");
    expect([...states].sort()).toEqual(["d", "s2", "v2", "w"]);
    expect(w).toBeCloseTo(2, 9);
    expect(v1).toBeCloseTo(-2, 9);
  });

  it("follow from the others otherwise", () => {
    const { states, w, v1 } = ended("default");
    expect(states).toContain("v1");
    expect(w).toBeCloseTo(-1, 9);
    expect(v1).toBeCloseTo(1, 9);
  });
});
