// min and max of Modelica's types: parameters outside are refused, variables that leave their range are told.
import { describe, expect, it } from "vitest";
import type { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { importModelica } from "../../src/modelica/importModelica.ts";
import { simulate } from "../../src/run/simulate.ts";

function run(text: string, merge: Record<string, unknown> = {}) {
  const model = importModelica({ texts: { "T.mo": `package T ${text} end T;` } }).instantiate("T.M");
  return simulate(model, { stopTime: 1, tolerance: 1e-8, interval: 0.125, merge });
}

function refusal(text: string, merge: Record<string, unknown> = {}): RattlebackError {
  try {
    run(text, merge);
  } catch (error) {
    return error as RattlebackError;
  }
  throw new Error(`accepted: ${text}`);
}

describe("a parameter outside its range", () => {
  it.each([
    ["parameter Real p(min = 0) = -1;", '"p" is -1; its least value is 0'],
    ["parameter Real a = 2; parameter Real p(max = 2*a) = 5;", '"p" is 5; its largest value is 4'],
    ["parameter Integer n(min = 2) = 1; Real x[n] = ones(n);", '"n" is 1; its least value is 2'],
    ["parameter T p[2] = {1, -1};", '"p[2]" is -1; its least value is 0'],
    ["parameter E e(max = E.b) = E.c;", '"e" is 3; its largest value is 2'],
    ["parameter R r(a = -2);", '"r.a" is -2; its least value is 0'],
    ["input T u(start = -3);", '"u" is -3; its least value is 0'],
  ])("is refused: %s", (declarations, message) => {
    const error = refusal(
      `type T = Real(min = 0); type E = enumeration(a, b, c); record R T a; end R; model M ${declarations} end M;`,
    );
    expect(error.code).toBe("E-PARAMETER-RANGE");
    expect(error.message).toContain(message);
  });

  it("is refused when a run gives it, too", () => {
    const text = "model M parameter Real p(min = 0, max = 3) = 1; end M;";
    expect(run(text, { p: 3 }).warnings).toEqual([]);
    expect(refusal(text, { p: 3.5 }).code).toBe("E-PARAMETER-RANGE");
  });
});

describe("a variable that leaves its range", () => {
  it("is told once, with the rows in which it did first and most", () => {
    const { warnings } = run(
      "model M Real x(start = 0, fixed = true, max = 0.5); Real y(min = -0.75) = -x; equation der(x) = 1; end M;",
    );
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/^W-RANGE {2}"x" is above its largest value 0.5 from t = 0.625 s on.*at t = 1 s/);
    expect(warnings[1]).toMatch(/^W-RANGE {2}"y" is below its least value -0.75 from t = 0.875 s on/);
  });

  it("is not told of bounds that mean none", () => {
    expect(run("model M Real x(max = 1e60, min = -1e60) = 1e70; end M;").warnings).toEqual([]);
  });
});
