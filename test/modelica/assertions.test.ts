// Assertions of Modelica: in equations, algorithms, when clauses and functions; those of level warning let the run go on.
import { RattlebackError, simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

/** x = exp(−t): 0.5 at ln 2. */
const decay = (declarations: string, sections: string): string =>
  `model M ${declarations} Real x(start = 1, fixed = true); equation der(x) = -x; ${sections} end M;`;

const run = (text: string) =>
  simulate(importModelica({ texts: { "M.mo": text } }).instantiate("M"), { stopTime: 1, interval: 0.01 });

function failure(text: string): RattlebackError {
  try {
    run(text);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("no error");
}

const warned = (text: string): readonly string[] => run(text).warnings;

describe("an assertion", () => {
  it.each([
    ["an equation", "", "assert(x > 0.5, text);"],
    ["a branch of equations", "", "if x > 0.5 then assert(x < 2, text2); else assert(false, text); end if;"],
    ["an algorithm", "Real y;", "algorithm y := x; assert(y > 0.5, text);"],
    [
      "a branch of an algorithm",
      "Real y;",
      "algorithm if x > 0.5 then y := x; else y := 0; assert(false, text); end if;",
    ],
    ["a when equation", "", "when x < 0.5 then assert(time > 10, text); end when;"],
    [
      "a branch in a when equation",
      "",
      "when x < 0.5 then if time > 2 then assert(true, text2); else assert(false, text); end if; end when;",
    ],
    ["an elsewhen", "", "when x > 2 then assert(false, text2); elsewhen x < 0.5 then assert(false, text); end when;"],
    ["a when statement", "Boolean b;", "algorithm when x < 0.5 then b := true; assert(x > 0.6, text); end when;"],
  ])("in %s ends the run, or warns where its level says so", (_where, declarations, sections) => {
    const text = decay(declarations, sections);
    const error = failure(text.replaceAll(/text2?/g, (word) => `"${word}"`));
    expect(error.code).toBe("E-ASSERT");
    expect(error.message).toContain(": text");
    expect(error.data["t"]).toBeGreaterThan(0.69);
    expect(error.data["t"]).toBeLessThan(0.71);
    const mild = text.replaceAll(/text2?/g, (word) => `"${word}", AssertionLevel.warning`);
    const warnings = warned(mild);
    expect(warnings).toHaveLength(1);
    const [, time, message] = /^W-ASSERT {2}At t = (\S+) s: (.*)$/.exec(warnings[0]!)!;
    expect(message).toBe("text");
    expect(Number(time)).toBeCloseTo(error.data["t"] as number, 9);
  });

  it("in a branch that is never taken says nothing", () => {
    expect(
      warned(decay("Real y;", 'algorithm if x > 0.1 then y := x; else y := 0; assert(false, "never"); end if;')),
    ).toEqual([]);
    expect(warned(decay("", 'when x < 0.1 then assert(false, "never"); end when;'))).toEqual([]);
  });

  it("about parameters in a function warns when the model is translated", () => {
    const f =
      'function f input Real u; output Real y; algorithm assert(u > 0.5, "small", AssertionLevel.warning); y := u; end f;';
    expect(warned(decay(`${f} parameter Real p = f(0.1);`, ""))).toEqual(["W-ASSERT  small (M.f)"]);
  });

  const half =
    'function half input Real u; output Real y; algorithm assert(u > 0.5, "text" + String(u, significantDigits = 2)); y := u/2; end half;';

  it.each([
    ["an equation", "Real y;", "y = half(x);"],
    ["a declaration", "Real y = 1 + half(x);", ""],
    ["a branch that is taken", "Real y = if time < 0.1 then 0 else half(x);", ""],
    [
      "a function in a function",
      "function g input Real u; output Real y; algorithm y := half(u) + 1; end g; Real y = g(x);",
      "",
    ],
    ["an algorithm", "Real y;", "algorithm if time > 0.1 then y := half(x); else y := 0; end if;"],
    ["a when equation", "discrete Real y;", "when x < 0.495 then y = half(x); end when;"],
    ["a when statement", "discrete Real y;", "algorithm when x < 0.495 then y := half(x); end when;"],
  ])("in a function that is inlined into %s ends the run, and tells the value", (_where, declarations, sections) => {
    const error = failure(decay(`${half} ${declarations}`, sections));
    expect(error.code).toBe("E-ASSERT");
    expect(error.message).toMatch(/: text0\.(5|49) \(M\.half\)/);
    expect(error.data["t"]).toBeGreaterThan(0.69);
    expect(error.data["t"]).toBeLessThan(0.71);
  });

  it.each([
    ["a branch that is not taken", "Real y = if x > 0.5 then half(x) else 0;", ""],
    ["a branch of equations that is not taken", "Real y;", "if x > 0.5 then y = half(x); else y = 0; end if;"],
    [
      "a branch of a function",
      "function g input Real u; output Real y; algorithm if u > 0.5 then y := half(u); else y := 0; end if; end g; Real y = g(x);",
      "",
    ],
    [
      "what is left before",
      "function g input Real u; output Real y; algorithm y := 0; if u < 0.55 then return; end if; y := half(u); end g; Real y = g(x);",
      "",
    ],
    ["a when that comes early", "discrete Real y;", "when x < 0.7 then y = half(x); end when;"],
    ["an initial equation", "Real y(start = 0, fixed = false);", "der(y) = 0; initial equation y = half(x);"],
  ])("in a function says nothing in %s", (_where, declarations, sections) => {
    expect(warned(decay(`${half} ${declarations}`, sections))).toEqual([]);
  });

  it("in a function that an initial equation or a parameter calls is looked at in the start", () => {
    const initial = failure(
      decay(
        `${half} parameter Real p = 0.2; Real y(start = 0, fixed = false);`,
        "der(y) = 0; initial equation y = half(p*x);",
      ),
    );
    expect([initial.code, initial.data["t"]]).toEqual(["E-ASSERT", 0]);
    const library = importModelica({
      texts: { "M.mo": decay(`${half} parameter Real q = 0.8; parameter Real p = half(q);`, "") },
    });
    const model = library.instantiate("M");
    expect(simulate(model, { stopTime: 1 }).final("p")).toBe(0.4);
    expect(() => simulate(model, { stopTime: 1, merge: { q: 0.25 } })).toThrow(/text0\.25/);
  });

  it("names the component that it is in", () => {
    const part =
      'model Part input Real u; equation assert(u > 0.5, "too low", level = AssertionLevel.warning); end Part;';
    expect(warned(decay(`${part} Part part(u = x);`, ""))[0]).toMatch(/: too low \(part\)$/);
  });
});

describe("a text that changes during the run", () => {
  it("is told by assertions: with values, chosen by conditions, kept from events", () => {
    const declarations = `String s = if x > 0.7 then "high" else "low";
      String t; String w(start = "none"); Integer n(start = 0, fixed = true);`;
    const sections = `t = "x is " + String(x, significantDigits = 2);
      when x < 0.8 then w = "first " + String(n); n = pre(n) + 1;
      elsewhen x < 0.6 then w = if n > 5 then "many" else "then " + String(n); n = pre(n) + 1; end when;`;
    const text = (condition: string): string =>
      `assert(${condition}, t + ", " + s + ", " + w, AssertionLevel.warning);`;
    const told = (condition: string): string =>
      warned(decay(declarations, sections + text(condition)))[0]!.replace(/^.*? s: /, "");
    expect(told("x > 0.9")).toBe("x is 0.9, high, none");
    expect(told("x > 0.75")).toBe("x is 0.75, high, first 1");
    expect(told("x > 0.5")).toBe("x is 0.5, low, then 2");
  });

  it("is compared where conditions choose it, and refused where it is not known", () => {
    const result = run(decay('String s = if x > 0.7 then "high" else "low"; Boolean b = s == "high";', ""));
    expect(result.signal("b").values.indexOf(0)).toBeGreaterThan(30);
    const error = failure(decay('String s = String(x); Boolean b = s == "1";', ""));
    expect(error.message).toMatch(/text that changes during the run is compared/);
    expect(failure(decay("String s;", 's = "a"; s = "b";')).code).toBe("E-MODELICA-SIZE");
    expect(failure(decay('String s = "a";', 'when x < 0.5 then s = "b"; end when;')).code).toBe("E-MODELICA-WHEN");
  });
});

describe("assertions of the last instant", () => {
  it.each([
    ["in an equation", "assert(not terminal(), text);"],
    ["of values there", "assert(x > 0.5 or not terminal(), text);"],
    ["in a when equation", "when terminal() then assert(x > 0.5, text); end when;"],
    ["in a when statement", "algorithm when terminal() then assert(x > 0.5, text); end when;"],
  ])("%s end the run", (_where, sections) => {
    const error = failure(decay("", sections.replace("text", '"at the end"')));
    expect([error.code, error.data["t"]]).toEqual(["E-ASSERT", 1]);
    expect(error.message).toContain("at the end");
  });

  it("that hold say nothing", () => {
    expect(
      warned(decay("", 'when terminal() then assert(x < 0.5, "no"); end when; assert(not terminal() or x > 0, "no");')),
    ).toEqual([]);
  });
});
