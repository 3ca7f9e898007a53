// What the language predefines, called with arguments that do not fit: errors with a place, never a wrong value or a fault inside.
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";

function codeOf(equation: string, declarations = ""): string {
  const text = `package P record R Real u; end R; function f input Real x; output Real y; algorithm y := x; end f;
    model M Real x(start = 1, fixed = true); Real y; Real a[3] = {x, 2, 3}; R r(u = 1); ${declarations}
    equation der(x) = -x; ${equation}; end M; end P;`;
  try {
    importModelica({ texts: { "P.mo": text } }).instantiate("P.M");
    return "translated";
  } catch (error) {
    return error instanceof RattlebackError ? error.code : String(error);
  }
}

describe("functions and operators of Modelica", () => {
  it.each([
    "pre() + 1",
    "sin()",
    "atan2(x)",
    "noEvent()",
    "homotopy(x)",
    "smooth(0)",
    "String()",
    "Real(a)",
    "cross(a, {1, 2})",
    "skew({1, 2})",
    "symmetric(a)",
    "transpose(a)",
    "scalar(a)",
    "identity(100000)",
    "zeros(100000, 100000)",
    "fill(a, 10000000)",
    "linspace(0, 1, 1)",
    "linspace(a, 1, 2)",
    "promote(x, 1000000000)",
    "cat(1)",
    "cat(4, a, a)",
    "sum(for i in 1:2)",
    "inStream(x)",
    "String(1.5, 1000)",
    "cat(1, f, f)",
  ])("refuse arguments that do not fit: %s", (call) => {
    expect(codeOf(`y = ${call}`)).toMatch(/^E-MODELICA-/);
  });

  it.each([
    "delay(x, true)",
    "delay(x, 1, true)",
    "delay(x > 0.5, 1)",
    "if sample(true, 1) then 1 else 0",
    "if sample(0, false) then 1 else 0",
    'if sample("0", 1) then 1 else 0',
    "smooth(true, x)",
    "sum(zeros(true))",
    "sum(ones(2, true))",
    "sum(fill(x, true))",
    "size(a, true)",
    "sum(identity(true))",
    "sum(linspace(true, 2, 3))",
    "sum(linspace(0, true, 3))",
    "sum(linspace(0, 1, true))",
    "sum(cat(true, a, a))",
  ])("refuse truth values and texts where numbers are meant: %s", (call) => {
    expect(codeOf(`y = ${call}`)).toBe("E-MODELICA-TYPE");
  });

  it.each(["sum(zeros(b))", "sum(ones(2, b))", "size({u, u}, b)", "sum(identity(b))", "sum(fill(u, b))"])(
    "refuse them in functions, too: %s",
    (call) => {
      const declared = `function g input Real u; input Boolean b; output Real y; algorithm y := ${call}; end g;`;
      expect(codeOf("y = g(x, x > 0.5)", declared)).toMatch(/^E-MODELICA-/);
      expect(codeOf("y = g(x, true)", declared)).toBe("E-MODELICA-TYPE");
    },
  );

  it.each([
    "when x < 0.5 then y = {1, 2}; end when",
    "when x < 0.5 then y = r; end when",
    "when x < 0.5 then y = 1; reinit(x, a); end when",
  ])("that a variable cannot hold are refused in %s", (equation) => {
    expect(codeOf(equation)).toBe("E-MODELICA-SIZE");
  });

  it("that a variable cannot hold are refused in algorithms", () => {
    expect(codeOf("algorithm y := {1, 2}")).toBe("E-MODELICA-SIZE");
    expect(codeOf("algorithm y := r")).toBe("E-MODELICA-SIZE");
  });

  it("a component whose type is hidden by itself is refused", () => {
    expect(codeOf("y = 1", "R R;")).toBe("E-MODELICA-NAME");
    expect(codeOf("y = 1", "R S; S R;")).toBe("E-MODELICA-NAME");
  });

  it("array(a, b) is {a, b}", () => {
    expect(codeOf("y = sum(array(x, 2, 3) - a)")).toBe("translated");
  });

  it("a modification with too few values is refused at its place", () => {
    expect(codeOf("y = 1", "R rs[3](u = {1, 2});")).toBe("E-MODELICA-SIZE");
  });
});
