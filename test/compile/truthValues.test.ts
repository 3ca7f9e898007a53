/** Truth values are not numbers, and numbers are not conditions. */
import { instantiate, Model, RattlebackError, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

const source = (equations: string) => ({ x: Var({ init: 1 }), isOn: true, k: 1, equations });

function codeOf(equations: string): string {
  try {
    instantiate(Model(source(equations)));
  } catch (error) {
    return error instanceof RattlebackError ? error.code : String(error);
  }
  return "accepted";
}

it.each([
  "der(x) = 1 + true",
  "der(x) = -4*x && true",
  "der(x) = if x then 1 else 2",
  "der(x) = if 2*x then 1 else 2",
  "der(x) = if k then 1 else 2",
  "der(x) = if 1 then 1 else 2",
  "der(x) = x > 0",
  "der(x) = if x > 0 then true else x",
  "b = x > 0; der(x) = 2*b",
  "b = x > 0; c = b; der(x) = -c",
  "b = if x > 0 then true else false; der(x) = b + 1",
  "der(x) = isOn*x",
  "der(x) = sin(x > 1)",
  "der(x) = max(true, x)",
  "der(x) = sum([true, false])",
  "der(x) = x^true",
  "der(x) = if not x then 1 else 2",
  "der(x) = if x > 0 and x then 1 else 2",
  "y = (x > 0) < 3; der(x) = 1",
  "y = (x > 0) == x; der(x) = 1",
  "der(x) = -1; when x then y = 2 end",
  'der(x) = -1; assert(x, "x")',
])("%s is refused", (equations) => {
  expect(codeOf(equations)).toBe("E-TRUTH");
});

it.each([
  "b = x > 0.5; c = b; der(x) = if c then -1 else -2",
  "der(x) = if isOn then -1 else 1",
  "der(x) = -1; y = (x > 0.5) == (x > 0.6)",
  "der(x) = -1; y = if x > 0.5 then 1 else 0; z = y + 1",
  "der(x) = -1; b = if isOn then x > 0.5 else false; y = if b or not isOn then 1 else 2",
  "der(x) = -1; when x < 0.5 then y = true end; z = if y then 1 else 2",
])("%s is accepted", (equations) => {
  expect(codeOf(equations)).toBe("accepted");
});

describe("the advice works", () => {
  it("if … then 1 else 0 makes a number of a truth value", () => {
    const model = instantiate(Model(source("b = time > 0.5; der(x) = 2*(if b then 1 else 0)")));
    expect(simulate(model, { stopTime: 1 }).final("x")).toBeCloseTo(2, 6);
  });
  it("a comparison makes a condition of a number", () => {
    const model = instantiate(Model(source("der(x) = if x <> 0 then -1 else 0")));
    expect(simulate(model, { stopTime: 0.5 }).final("x")).toBeCloseTo(0.5, 6);
  });
});
