// Conditions are single truth values. What is none is refused where it stands, in functions that are interpreted, inlined or compiled, in
// equations and in expressions; what the error advises is accepted.
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";

function final(text: string, name = "y"): number {
  const model = importModelica({ texts: { "M.mo": `model M\n${text}\nend M;` } }).instantiate("M");
  return simulate(model, { stopTime: 0.1, tolerance: 1e-9 }).final(name);
}

function refusal(text: string): RattlebackError {
  try {
    final(text);
  } catch (error) {
    if (error instanceof RattlebackError) return error;
    throw error;
  }
  throw new Error("it runs");
}

const state = "Real x(start = 1, fixed = true);";
const loopOnly = "for i in 1:integer(x + 3) loop"; // the run alone knows how often: the function is compiled

/** Models with a condition ⟨c⟩ in their second line; a is a Real above 0.3, until it is below. */
const places: Record<string, (condition: string) => string> = {
  "while of a function of constants": (c) =>
    `function f input Real b; output Real a = b; algorithm\nwhile ${c} loop a := a/2; end while;\nend f; Real y = f(1);`,
  "if of a function that is inlined": (c) =>
    `function f input Real a; output Real y = 0; algorithm\nif ${c} then y := 1; end if;\nend f; ${state} Real y = f(x); equation der(x) = -x;`,
  "elseif of a function that is compiled": (c) =>
    `function f input Real x; output Real y = 0; protected Real a = x; algorithm ${loopOnly}\nif x < 0 then y := 2; elseif ${c} then y := 1; end if;\nend for; end f; ${state} Real y = f(x); equation der(x) = -x;`,
  "while of a function that is compiled": (c) =>
    `function f input Real x; output Real a = x; algorithm ${loopOnly}\nwhile ${c} loop a := a/2; end while;\nend for; end f; ${state} Real y = f(x); equation der(x) = -x;`,
  "an expression of a function that is compiled": (c) =>
    `function f input Real x; output Real y = 0; protected Real a = x; algorithm ${loopOnly}\ny := if ${c} then 1 else 0;\nend for; end f; ${state} Real y = f(x); equation der(x) = -x;`,
  "assert of a function that is compiled": (c) =>
    `function f input Real x; output Real y = 0; protected Real a = x; algorithm ${loopOnly}\nassert(${c}, "small");\ny := 1; end for; end f; ${state} Real y = f(x); equation der(x) = -x;`,
  "an equation": (c) =>
    `Real a(start = 1, fixed = true); Real y; equation der(a) = -a;\nif ${c} then y = 1; else y = 0; end if;`,
  "an expression of an equation": (c) =>
    `Real a(start = 1, fixed = true); Real y; equation der(a) = -a;\ny = if ${c} then 1 else 0;`,
  "a statement of an algorithm": (c) =>
    `Real a(start = 1, fixed = true); Real y; equation der(a) = -a; algorithm\nif ${c} then y := 1; else y := 0; end if;`,
  "an assertion": (c) => `Real a(start = 1, fixed = true); Real y = 1; equation der(a) = -a;\nassert(${c}, "small");`,
  "if inside of when": (c) =>
    `Real a(start = 1, fixed = true); discrete Real y(start = 0, fixed = true); equation der(a) = -a; when time > 0.05 then\nif ${c} then y = 1; end if;\nend when;`,
};

describe.each(Object.entries(places))("the condition of %s", (_name, model) => {
  it.each([
    ["a Real", "a", "write a relation, such as x > 0", "a > 0.3"],
    ["an Integer", "integer(a)", "write a relation, such as x > 0", "integer(10*a) > 3"],
    ["a matrix", "[a > 0.3]", "write it without brackets, or choose an element of the array", "a > 0.3"],
    ["a vector", "{a > 0.3, true}", "write it without brackets, or choose an element of the array", "a > 0.3"],
    [
      "an opposite of an array",
      "not {a <= 0.3}",
      "write it without brackets, or choose an element of the array",
      "not a <= 0.3",
    ],
    ["an operand that is a Real", "a and true", "write a relation, such as x > 0", "a > 0.3 and true"],
    ["a second operand that is a Real", "true and a", undefined, "true and a > 0.3"],
    ["an opposite of a Real", "not a", undefined, "not a <= 0.3"],
  ])("is not %s", (_what, wrong, hint, right) => {
    const error = refusal(model(wrong));
    expect([error.code, error.data?.file, error.data?.fileLine]).toEqual(["E-MODELICA-TYPE", "M.mo", 3]);
    if (hint !== undefined) expect(error.hint).toBe(hint);
    expect(Number.isFinite(final(model(right)))).toBe(true);
  });
});

describe("conditions that are right", () => {
  it("halve a value until it is small, in functions that are interpreted and compiled", () => {
    const small = places["while of a function of constants"]!("a > 0.3");
    expect(final(small)).toBe(0.25);
    expect(final(places["while of a function that is compiled"]!("a > 0.3"))).toBeCloseTo(Math.exp(-0.1) / 4, 8);
  });

  it("of when may be vectors, and are truth values", () => {
    const when = (condition: string): string =>
      `discrete Real y(start = 0, fixed = true); equation\nwhen ${condition} then y = pre(y) + 1; end when;`;
    expect(final(when("{time > 0.02, time > 0.05}"))).toBe(2);
    expect([refusal(when("{time, 1}")).code, refusal(when("time")).data?.fileLine]).toEqual(["E-MODELICA-TYPE", 3]);
  });

  it("compare what is of one type", () => {
    for (const wrong of ["true < 1", 'time == "1"', "true == time", "1 <> false"])
      expect([wrong, refusal(`Real y = if ${wrong} then 1 else 0;`).code]).toEqual([wrong, "E-MODELICA-TYPE"]);
    expect(final("Real y = if true > false and 1 < 1.5 then 1 else 0;")).toBe(1);
  });
});

describe("both branches of an expression are of one type", () => {
  it.each([
    [
      `${state} Real y; equation der(x) = -x;\ny = if x > 0.95 then 1.5 else true;`,
      "one branch is a Real, the other a Boolean",
    ],
    [
      `${state} Boolean y; equation der(x) = -x;\ny = if x > 0.95 then x > 2 else 0;`,
      "one branch is a Boolean, the other an Integer",
    ],
    [
      `${state} Real y; equation der(x) = -x;\ny = if x > 0.95 then 1 else "no";`,
      "one branch is an Integer, the other a String",
    ],
  ])("%s", (text, because) => {
    const error = refusal(text);
    expect(error.code).toBe("E-MODELICA-TYPE");
    expect(error.where).toContain("M.mo:3");
    expect(`${error.what} ${error.because}`).toContain(because);
  });

  it("numbers are, Integers and Reals alike", () => {
    expect(final(`${state} Real y; equation der(x) = -x;\ny = if x > 0.95 then 1 else 0.5;`)).toBe(0.5);
    expect(final(`${state} Real y; equation der(x) = -x;\ny = if x > 0.95 then 0.5 else 1;`)).toBe(1);
  });

  it("and what reinit gives is a number", () => {
    const text = (value: string) =>
      `${state} Real y = x; equation der(x) = 0; when time > 0.05 then\nreinit(x, ${value}); end when;`;
    expect(refusal(text("x > 0")).code).toBe("E-MODELICA-TYPE");
    expect(final(text("2"))).toBe(2);
  });
});
