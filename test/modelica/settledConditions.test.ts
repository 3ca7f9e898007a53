// Conditions on variables that equations give literal values are decided when the model is translated.
import { describe, expect, it } from "vitest";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function instantiate(body: string) {
  return importModelica({ texts: { "M.mo": `model M ${body} end M;` } }).instantiate("M");
}

describe("a condition on a variable with a literal value", () => {
  // the pressure is given: with the second branch in sight its equation would seem to determine the flow
  const port = (level: string) => `
    Real level = ${level}; Boolean isRegular; Boolean isAbove; Real s(start = 1); Real m; Real p; Real q;
    Real x(start = 0);
  equation
    isRegular = level >= 0;
    isAbove = not isRegular and s > 0;
    if isRegular then p = q; s = level; elseif isAbove then p = q; s = m; else m = 0; s = p - q; end if;
    p = 2 + sin(time);
    q = 2*x;
    der(x) = m;`;

  it("leaves the branch that is taken", () => {
    const model = instantiate(port("0"));
    expect(model.program.systems).toHaveLength(0);
    const result = simulate(model, { stopTime: 1, tolerance: 1e-9 });
    expect(result.final("x")).toBeCloseTo(1 + Math.sin(1) / 2, 9);
    expect(result.final("m")).toBeCloseTo(Math.cos(1) / 2, 9);
    expect(result.final("isRegular")).toBe(1);
    expect(result.final("isAbove")).toBe(0);
  });

  it("is left to the run where the value is a parameter, which a run may change", () => {
    const model = instantiate(
      "parameter Real a = 1; Real level = a; Boolean b = level > 0; Real y; equation if b then y = 1; else y = 2; end if;",
    );
    expect(simulate(model, { stopTime: 1 }).final("y")).toBe(1);
    expect(simulate(model, { stopTime: 1, merge: { a: -1 } }).final("y")).toBe(2);
  });

  it("is left to the run where the value changes at events", () => {
    const model = instantiate(
      "discrete Real k(start = 1, fixed = true); Boolean b = k > 0; Real y = if b then 1 else 2; equation when time > 0.5 then k = -1; end when;",
    );
    expect(simulate(model, { stopTime: 1 }).final("y")).toBe(2);
  });
});
