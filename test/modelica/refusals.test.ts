// What the language forbids is refused, at its place in the file, and never given a meaning of its own.
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

/** Classes that the models below use; the third line is that of the model. */
const parts = `model A parameter Real k = 1; final parameter Real f = 2; Real y = k*f; protected parameter Real h = 5; Real q = h; end A; model B extends A(final k = 4); end B; model Holder replaceable A a; A fixed; end Holder;
function square input Integer x; input Real scale = 1; output Real y; algorithm y := scale*x^2; end square; partial model Open Real y; end Open; package Numbers constant Real c = 2; Real v = 1; end Numbers;
`;

function run(model: string): number {
  const library = importModelica({ texts: { "T.mo": `${parts}model T ${model} end T;` } });
  return simulate(library.instantiate("T"), { stopTime: 1 }).final("y");
}

function refusal(model: string): RattlebackError {
  try {
    run(model);
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${model}`);
}

describe("a modification is refused", () => {
  it.each([
    ["of what is declared final", "A a(f = 3);", /"f" is final/],
    ["of what an extends clause made final", "B b(k = 3);", /"k" is final/],
    ["that stands twice in a list", "A a(k = 1, k = 2);", /"k" is modified twice/],
    ["of what is protected", "A a(h = 7);", /"h" is protected/],
    ["of an attribute that does not exist", "Real y(begin = 3) = 1;", /no attribute "begin"/],
    ["of an attribute of another type", "Boolean b(min = true) = true; Real y = 1;", /no attribute "min"/],
    ["that redeclares what is not replaceable", "Holder h(redeclare B fixed);", /"fixed" cannot be redeclared/],
  ])("%s", (_, model, message) => {
    const error = refusal(model);
    expect(error.code).toBe("E-MODELICA-MODIFIER");
    expect(error.message).toMatch(message);
    expect(error.message).toContain("T.mo:3:");
  });

  it("that redeclares with a class that lacks something", () => {
    const error = refusal("model C parameter Real k = 2; end C; Holder h(redeclare C a); Real y = 1;");
    expect(error.code).toBe("E-MODELICA-TYPE");
    expect(error.message).toMatch(/"T\.C" has no "f", which "A" has/);
    expect(error.message).toContain("T.mo:3:");
  });

  it("with an array of another size than the components", () => {
    const error = refusal("A a[2](k = {1, 2, 3}); Real y = a[1].y;");
    expect(error.code).toBe("E-MODELICA-SIZE");
    expect(error.message).toContain("[3]");
  });

  it.each([
    ["a final value that is not changed", "B b; Real y = b.y;", 8],
    ["a value and a start value of one parameter", "A a(k = 3, k(start = 2)); Real y = a.y;", 6],
    ["a value that is made final", "A a(final k = 3); Real y = a.y;", 6],
    ["what is replaceable", "Holder h(redeclare B a); Real y = h.a.y;", 8],
    ["each element by its own value", "A a[2](k = {1, 3}); Real y = a[2].y;", 6],
    [
      "a protected element by the class that inherits it",
      "model C extends A(h = 7); Real z = h; end C; C c; Real y = c.z;",
      7,
    ],
  ])("but not of %s", (_, model, value) => {
    expect(run(model)).toBe(value);
  });
});

describe("a value of another type is refused", () => {
  it.each([
    ["a Real for an Integer", "Integer i = 3.5; Real y = i;"],
    ["a Real formula for an Integer", "Integer i; Real y = i; equation i = 2*time;"],
    ["a number for a Boolean", "Boolean b = 1; Real y = 1;"],
    ["a Boolean for a Real", "Real y = true;"],
    ["a text for a number", 'Real y = "a";'],
    ["a number for a text", "parameter String s = 1; Real y = 1;"],
    ["a Boolean in an equation of Reals", "Real y; equation y = time > 0.5;"],
    ["a number for an enumeration", "type E = enumeration(a, b); E e = 1; Real y = 1;"],
    ["another enumeration", "type E = enumeration(a, b); type F = enumeration(a, c); E e = F.a; Real y = 1;"],
    ["a Real where a function takes an Integer", "Real y = square(1.5);"],
    ["a Boolean where a function of Reals is called", "Real y = sin(true);"],
    ["a number as a condition", "Real y = if not 1 then 2 else 3;"],
    ["a Real as a subscript", "Real x[2] = {1, 2}; Real y = x[1.5];"],
    ["a Real as a size", "parameter Real n = 2; Real x[n] = ones(2); Real y = x[1];"],
    ["a number as fixed", "Real y(start = 1, fixed = 1); equation der(y) = -y;"],
    ["a number as the text of an assertion", "Real y = 1; equation assert(time < 2, 3);"],
  ])("%s", (_, model) => {
    const error = refusal(model);
    expect(error.code).toBe("E-MODELICA-TYPE");
    expect(error.message).toContain("T.mo:3:");
  });

  it.each([
    ["an Integer for a Real", "Integer i = 3; Real y = i;", 3],
    [
      "an Integer on the other side of a Real",
      "Real y; Integer i(start = 2); equation 2*y = i; when time > 2 then i = 4; end when;",
      1,
    ],
    [
      "an enumeration with the same literals",
      "type E = enumeration(a, b); type F = enumeration(a, b); E e = F.b; Real y = Integer(e);",
      2,
    ],
    ["an Integer literal for a Real input", "Real y = square(3, 2);", 18],
  ])("but not %s", (_, model, value) => {
    expect(run(model)).toBe(value);
  });
});

describe("a name is refused", () => {
  it.each([
    [
      "of a component of the class around",
      "parameter Real k = 2; model N Real z = k; end N; N n; Real y = n.z;",
      /"k" is not visible/,
    ],
    ["of a protected element", "A a; Real y = a.h;", /"h" of "a" is protected/],
    ["of a variable in a package", "Real y = Numbers.v;", /not a constant/],
  ])("%s", (_, model, message) => {
    const error = refusal(model);
    expect(error.code).toBe("E-MODELICA-NAME");
    expect(error.message).toMatch(message);
    expect(error.message).toContain("T.mo:3:");
  });

  it("of a component whose condition is false", () => {
    expect(refusal("Real x = 1 if false; Real y = x;").code).toBe("E-MODELICA-DISABLED");
  });

  it("but not of a constant of the class around, or of a package", () => {
    expect(run("constant Real k = 2; model N Real z = k*Numbers.c; end N; N n; Real y = n.z;")).toBe(4);
  });
});

describe("what keeps its value depends on nothing that changes", () => {
  it.each([
    ["a parameter on the time", "parameter Real p = 2*time; Real y = p;", /depends on "time"/],
    ["a parameter on a variable", "Real x = 2; parameter Real p = x; Real y = p;", /depends on "x"/],
    ["a constant on a parameter", "parameter Real p = 2; constant Real c = p; Real y = c;", /depends on "p"/],
    ["a constant on nothing", "constant Real c; Real y = c;", /has no value/],
  ])("%s is refused", (_, model, message) => {
    const error = refusal(model);
    expect(error.code).toBe("E-MODELICA-VARIABILITY");
    expect(error.message).toMatch(message);
    expect(error.message).toContain("T.mo:3:");
  });

  it("but for impure functions, which are called once", () => {
    const model =
      "impure function tick output Real t; algorithm t := 3; end tick; parameter Real p = tick(); Real y = p;";
    expect(run(model)).toBe(3);
  });

  it("but for parameters that the start finds", () => {
    const model = "parameter Real p(fixed = false); parameter Real q = 2*p; Real y = q; initial equation p^2 = 9;";
    expect(Math.abs(run(model))).toBeCloseTo(6, 9);
  });
});

describe("classes are used for what they are", () => {
  it.each([
    ["a partial model has no instances", "Open o; Real y = 1;", "E-MODELICA-TYPE"],
    ["nor has a function", "square s; Real y = 1;", "E-MODELICA-TYPE"],
    [
      "an input cannot be assigned",
      "function f input Real x; output Real y; algorithm x := 2; y := x; end f; Real y = f(1);",
      "E-MODELICA-FUNCTION",
    ],
    [
      "functions have no equations",
      "function f input Real x; output Real y; equation y = x; end f; Real y = f(1);",
      "E-MODELICA-FUNCTION",
    ],
    ["an input is given once", "Real y = square(1, x = 2);", "E-MODELICA-CALL"],
    [
      "what is not a connector cannot be connected",
      "Real a; Real y; equation connect(a, y); a = 1;",
      "E-MODELICA-CONNECT",
    ],
    [
      "a derivative is not set in a when clause",
      "Real y(start = 1); equation when time > 0.5 then der(y) = 1; end when;",
      "E-MODELICA-WHEN",
    ],
  ])("%s", (_, model, code) => {
    const error = refusal(model);
    expect(error.code).toBe(code);
    expect(error.message).toContain("T.mo:3:");
  });
});

describe("errors of the compiler and of the run", () => {
  it.each([
    ["an equation too many", "Real y = 1; equation y = 2;", "E-STRUCT-OVER", "y = 2   (T.mo:3:"],
    ["an unknown without an equation", "Real y;", "E-STRUCT-UNDER", "declared at T.mo:3:"],
    [
      "a declared value that is infinite",
      "Real x = 1 - time; Real y = 1/(0*x);",
      "E-NOT-FINITE-VALUE",
      "y = 1/(0*x)   (T.mo:3:",
    ],
    ["a broken assertion", 'Real y = 1; equation assert(time < 0.5, "late");', "E-ASSERT", "(T.mo:3:"],
  ])("name file, line and column: %s", (_, model, code, place) => {
    const error = refusal(model);
    expect(error.code).toBe(code);
    expect(error.message).toContain(place);
  });
});
