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

  it("names the component that it is in", () => {
    const part =
      'model Part input Real u; equation assert(u > 0.5, "too low", level = AssertionLevel.warning); end Part;';
    expect(warned(decay(`${part} Part part(u = x);`, ""))[0]).toMatch(/: too low \(part\)$/);
  });
});
