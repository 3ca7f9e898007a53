/** Elements that are inherited beside others of their name, variables of loops, and values before events: what the language forbids is refused. */
import { simulate } from "rattleback";
import { importModelica } from "rattleback/modelica";
import { describe, expect, it } from "vitest";

function final(classes: string, name: string, stopTime = 1): number {
  const model = importModelica({ texts: { "P.mo": `package P ${classes} end P;` } }).instantiate("P.M");
  return simulate(model, { stopTime }).final(name);
}

describe("an element that is declared and inherited", () => {
  it.each([
    ["another value", "model A Real y = 1; end A; model M extends A; Real y = 2; end M;"],
    ["no value", "model A Real y = 1; end A; model M extends A; Real y; end M;"],
    ["another type", "model A parameter Real y = 1; end A; model M extends A; parameter Integer y = 1; end M;"],
    ["another size", "model A Real y[2]; end A; model M extends A; Real y[3]; end M;"],
    [
      "another value in a second base",
      "model A parameter Real y = 1; end A; model B parameter Real y = 2; end B; model M extends A; extends B; end M;",
    ],
  ])("is refused with %s", (_, classes) => {
    expect(() => final(classes, "y")).toThrow('"y" is declared in two ways');
  });

  it("is one where it is declared alike", () => {
    const both = `model A parameter Real k = 2 "factor"; end A; model B parameter Real k = 2; end B;`;
    expect(final(`${both} model M extends A(k = 3); extends B(k = 3); Real y = k; end M;`, "y")).toBe(3);
    // from one base on two ways
    const diamond = "model A parameter Real k = 2; end A; model B extends A; end B; model C extends A; end C;";
    expect(final(`${diamond} model M extends B; extends C; Real y = k; end M;`, "y")).toBe(2);
    // redeclared in one, as a replaceable one may be
    const redeclared = "model R Real z = 1; end R; model S extends R(z = 5); end S; model A replaceable R r; end A;";
    expect(final(`${redeclared} model M extends A(redeclare S r); Real y = r.z; end M;`, "y")).toBe(5);
  });
});

describe("the variable of a loop", () => {
  it.each([
    "model M Real y; algorithm y := 0; for i in 1:3 loop i := 2; y := y + i; end for; end M;",
    "function f input Integer n; output Real y = 0; algorithm for i in 1:n loop if y < 0 then i := 2; end if; end for; end f; model M Real y = f(3); end M;",
  ])("is not assigned: %s", (classes) => {
    expect(() => final(classes, "y")).toThrow(/"i" cannot be assigned[\s\S]*variable of the loop/);
  });

  it("has the name of a variable that is assigned elsewhere", () => {
    const classes =
      "model M Integer i; Real y; algorithm i := 7; y := 0; for i in 1:3 loop y := y + i; end for; y := y + i; end M;";
    expect(final(classes, "y")).toBe(13);
  });
});

describe("pre of what changes all the time", () => {
  it.each([
    "model M Real x = time; Real y = pre(x); end M;",
    "model M Real x(start = 0); Real y = if pre(x) > 0.5 then 1 else 0; equation der(x) = 1; end M;",
    "model M Real u = time; Real x = 2*u; Boolean y = change(x); end M;",
  ])("is refused outside of when: %s", (classes) => {
    expect(() => final(classes, "y")).toThrow(/takes what changes at events only, outside of when/);
  });

  it("is its value before the event inside of when, and outside where it changes at events only", () => {
    expect(
      final("model M Real x = time; discrete Real y; equation when time > 0.5 then y = pre(x); end when; end M;", "y"),
    ).toBeCloseTo(0.5, 9);
    const held = "Real d = if time > 0.5 then 1 else 0; Real y = pre(d);";
    expect(final(`model M ${held} end M;`, "y")).toBe(1);
    const algorithm = "algorithm when time > 0.5 then d := pre(d) + 1; end when;";
    expect(final(`model M Real d(start = 3, fixed = true); Real y = 2*pre(d); ${algorithm} end M;`, "y")).toBe(8);
  });
});
