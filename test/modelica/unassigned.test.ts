// Variables of functions that are read before they have a value: refused, asserted or not finite, never 0 without a word.
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function run(body: string, model = "Real y = f(time);"): number {
  const text = `package T function f input Real x; output Real y; ${body} end f; model M ${model} end M; end T;`;
  return simulate(importModelica({ texts: { "T.mo": text } }).instantiate("T.M"), { stopTime: 1 }).final("y");
}

function refusal(body: string, model?: string): RattlebackError {
  try {
    run(body, model);
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${body}`);
}

const count = "protected Integer i; Real z;";

describe("a variable that no statement can have assigned is refused", () => {
  it.each([
    ["in an expression", "protected Real z; algorithm y := x + z;", "z"],
    ["before its assignment", "protected Real z; algorithm y := z; z := x;", "z"],
    ["in a loop before all assignments", `${count} algorithm y := 0; for k in 1:3 loop y := y + z; end for;`, "z"],
    ["in the condition of a loop", `${count} algorithm while i < 3 loop i := i + 1; end while; y := i;`, "i"],
    ["in a subscript", `${count} Real w[2] = {x, 2*x}; algorithm y := w[i];`, "i"],
    ["as the output of a function without statements", "", "y"],
  ])("%s", (_, body, name) => {
    const error = refusal(body);
    expect(error.code).toBe("E-MODELICA-UNASSIGNED");
    expect(error.message).toContain(`"${name}" is read before it has a value`);
    expect(error.message).toContain("T.mo:1:");
  });

  it("with known arguments, too", () => {
    const error = refusal("protected Real z; algorithm y := x + z;", "parameter Real p = f(3); Real y = p*time;");
    expect(error.code).toBe("E-MODELICA-UNASSIGNED");
  });
});

describe("a variable that some ways assign", () => {
  it.each([
    ["has its value where they are taken", "algorithm if x >= 0 then y := x; end if;"],
    ["has its value after a return", "algorithm if x >= 0 then y := x; return; end if;"],
    ["may be left alone where it is not read", "protected Real z; algorithm if x > 9 then z := 1; end if; y := x;"],
    [
      "has its value after a loop",
      `${count} algorithm i := 0; while i < 1 + x loop z := x; i := i + 1; end while; y := z;`,
    ],
    [
      "may be read from the second turn on",
      `${count} algorithm for k in 1:2 loop if k > 1 then y := z; end if; z := x; end for;`,
    ],
    ["may be asked for its size", "protected Real z[3]; algorithm y := x*size(z, 1)/3;"],
  ])("%s", (_, body) => {
    expect(run(body)).toBeCloseTo(1, 9);
  });

  it.each([
    ["inlined", "algorithm if x < 0.5 then y := x; end if;"],
    ["inlined, in a local variable", "protected Real z; algorithm if x < 0.5 then z := x; end if; y := 2*z;"],
    [
      "compiled",
      `${count} algorithm i := 0; while x < 0.5 and i < 3*(1 - x) loop z := x; i := i + 1; end while; y := z;`,
    ],
  ])("ends the run where they are not: %s", (_, body) => {
    const error = refusal(body);
    expect(error.message).toMatch(/"[yz]" is read before it has a value/);
  });

  it("is found with known arguments", () => {
    const body = "algorithm if x < 2 then y := x; end if;";
    expect(run(body, "parameter Real p = f(1); Real y = p*time;")).toBeCloseTo(1, 9);
    expect(refusal(body, "constant Real p = f(3); Real y = p*time;").code).toBe("E-MODELICA-UNASSIGNED");
  });
});

it("elements that nobody assigns are no numbers", () => {
  expect(run("protected Real z[2]; algorithm z[1] := x; y := z[1];")).toBeCloseTo(1, 9);
  expect(run("protected Real z[0]; algorithm y := x + sum(z);")).toBeCloseTo(1, 9);
  expect(refusal("protected Real z[2]; algorithm z[1] := x; y := z[1] + z[2];").code).toBe("E-NOT-FINITE-VALUE");
  expect(refusal("protected Real z[2]; algorithm y := sum(z) + x;").code).toBe("E-NOT-FINITE-VALUE");
});

it("an output behind the first that is not assigned is no number", () => {
  const body = "output Integer info; algorithm y := x; if x < 0 then info := 1; end if;";
  expect(run(body)).toBeCloseTo(1, 9);
  expect(refusal(body, "Real y; Integer i; equation (y, i) = f(time);").code).toMatch(/^E-/);
  const never = "output Real second; algorithm y := x;";
  expect(refusal(never, "Real y; Real z; equation (y, z) = f(time);").code).toBe("E-NOT-FINITE-VALUE");
  expect(refusal(never, "Real y; Real z; equation (y, z) = f(time);").message).toContain("z");
});

it("variables of a function that are neither input nor output are protected", () => {
  const error = refusal("Real z; algorithm z := x; y := z;");
  expect(error.code).toBe("E-MODELICA-FUNCTION");
  expect(error.message).toContain('The variable "z" of the function "T.f" is public');
  expect(run("constant Real c = 2; algorithm y := c*x/2;")).toBeCloseTo(1, 9);
});
