// Functions and operators that the language predefines take arguments of their types: a truth value is no number, a number no size.
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

const run = (text: string): number =>
  simulate(importModelica({ texts: { "M.mo": text } }).instantiate("M"), { stopTime: 1 }).final("y");

function refusal(text: string): string {
  try {
    return `gives ${run(text)}`;
  } catch (error) {
    if (!(error instanceof RattlebackError)) throw error;
    return `${error.code} ${error.what}`;
  }
}

describe("arguments of a predefined function in a model", () => {
  it.each([
    "delay(time, true)",
    "delay(time > 0.5, 0.1)",
    "delay(time, 0.1, true)",
    "sum(zeros(true))",
    "sum(ones(1.0))",
    "sum(fill(1.0, true))",
    "size({1, 2}, true)",
    "sum(identity(2.0))",
    "sum(linspace(0, true, 2))",
    "sum(linspace(0, 1, 2.0))",
    "sum({true, false})",
    "sum(time > i for i in 1:2)",
    "product({true, true})",
    "smooth(true, time)",
    "smooth(1.5, time)",
    "homotopy(true, 1)",
    "homotopy(1, time > 0)",
    "sum(cross({1, 2, 3}, {true, true, false}))",
    "sum(skew({true, true, true}))",
    "sum(outerProduct({true}, {1}))",
    "sum(cat(true, {1}, {2}))",
    "Integer(2.5)",
    "Integer(true)",
    'if String(1.5, true) == "a" then 1 else 2',
    'if String(1.5, significantDigits = 3.0) == "a" then 1 else 2',
    'if String(1.5, leftJustified = 1) == "a" then 1 else 2',
    'if String(1.5, format = 3) == "a" then 1 else 2',
    "hold(subSample(sample(time, Clock(0.1)), true))",
    "hold(shiftSample(sample(time, Clock(0.1)), 1.5))",
    "hold(sample(time, Clock(0.1, 2)))",
    "{1, 2, 3}[true]",
    "if sample(true, 1) then 1 else 2",
    "if sample(0, true) then 1 else 2",
    "if sample(time, 1) then 1 else 2",
  ])("are of its types: %s is refused", (expression) => {
    const text = expression.startsWith("{1, 2, 3}[")
      ? "model M parameter Real a[3] = {1, 2, 3}; Real y = a[true]; end M;"
      : `model M Real y = ${expression}; end M;`;
    expect(refusal(text)).toMatch(/^E-MODELICA-TYPE /);
  });

  it("may be an index of the type of the dimension", () => {
    const type = "type Side = enumeration(left, right, both);";
    expect(run("model M parameter Real a[Boolean] = {1, 2}; Real y = a[true]; end M;")).toBe(2);
    expect(run(`model M ${type} parameter Real a[Side] = {1, 2, 3}; Real y = a[Side.both]; end M;`)).toBe(3);
    expect(refusal(`model M ${type} parameter Real a[2] = {1, 2}; Real y = a[Side.left]; end M;`)).toMatch(
      /^E-MODELICA-TYPE /,
    );
  });

  it("that is an index during the run is of the type of the dimension, too", () => {
    const side = "Boolean b = time > 0.5;";
    expect(run(`model M ${side} parameter Real a[Boolean] = {1, 2}; Real y = a[b]; end M;`)).toBe(2);
    expect(refusal(`model M ${side} parameter Real a[3] = {1, 2, 3}; Real y = a[b]; end M;`)).toMatch(
      /^E-MODELICA-TYPE /,
    );
    expect(refusal("model M Real r = 2*time; Real a[3] = {1, 2, 3}; Real y = a[r]; end M;")).toMatch(
      /^E-MODELICA-TYPE /,
    );
  });

  it("is a level of the assertion", () => {
    expect(refusal('model M Real y = time; equation assert(y < 2, "too much", 3); end M;')).toBe(
      "E-MODELICA-TYPE An Enumeration is expected.",
    );
  });
});

describe("arguments of a predefined function in a function", () => {
  const inFunction = (body: string, argument: string): string =>
    `function f input Real x; output Real y; protected Real a[3] = {x, 2*x, 3*x}; Boolean b = x > 0.5; algorithm ${body} end f;
    model M Real y = f(${argument}); end M;`;
  const ways = (expression: string): readonly string[] => [
    inFunction(`y := ${expression};`, "1.0"),
    inFunction(`y := ${expression};`, "time"),
    // compiled: how often it goes round is not known
    inFunction(`for k in 1:integer(x + 3) loop y := ${expression}; end for;`, "time"),
  ];

  it.each([
    "sum(zeros(b))",
    "sum(fill(x, b))",
    "size(a, b)",
    "sum(identity(2.0))*x",
    "sum(linspace(0, b, 2))",
    "sum(linspace(0, x, 2.0))",
    "sum({b, b})",
    "product({b, b})",
    "sum(cross(a, {b, b, b}))",
    "sum(skew({b, b, b}))",
    "sum(outerProduct({b}, a))",
    "Integer(x)",
  ])("are of its types: %s is refused", (expression) => {
    for (const text of ways(expression)) expect(refusal(text)).toMatch(/^E-MODELICA-TYPE /);
  });

  it("that are of them give what they should", () => {
    const expression = "size(a, 1) + sum(identity(2))*x + sum(linspace(0, x, 3)) + sum(fill(x, 2))";
    for (const text of ways(expression)) expect(run(text)).toBe(8.5);
  });
});
