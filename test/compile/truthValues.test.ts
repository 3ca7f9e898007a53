/** Truth values are not numbers, and numbers are not conditions. */
import { instantiate, Model, RattlebackError, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { refusalsOf } from "../refusals.ts";

const source = (equations: string) => ({ x: Var({ init: 1 }), isOn: true, k: 1, equations });

function codeOf(equations: string): string {
  try {
    instantiate(Model(source(equations)));
  } catch (error) {
    return error instanceof RattlebackError ? error.code : String(error);
  }
  return "accepted";
}

const refused = [
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
  ...["b + 0", "b - 0", "1*b", "b*1", "0*b", "b/1", "b^1", "-(-b)", "delay(b, 0.1) + 1", "after(b)", "div(b, 2)"].map(
    (text) => `der(x) = -1; b = x > 0; y = ${text}`,
  ),
  ...["if x > 0 then 1 else false", "noEvent(if x > 0 then 1 else true)", "if x > 0 then k else true"].map(
    (text) => `der(x) = -1; y = ${text}`,
  ),
  ...["[1, 2][true]", "initial()*1", "x == true", "k <> false", "[x > 0, 1]", "{true, k}", "cat(1, [true], [1])"].map(
    (text) => `der(x) = -1; y = ${text}`,
  ),
  ...["fill(true, 2)*[1, 2]", "linspace(true, 1, 3)", "zeros(true)", "identity(isOn)", "delay(x, true)"].map(
    (text) => `der(x) = -1; y = ${text}`,
  ),
  "der(x) = -1; b = x > 0; c = b == 1",
  ...["y[2] = 3", "y[2] = 1", "y[2] = x", "y[2] = k"].map((text) => `der(x) = -1; b = x > 0; y[1] = b; ${text}`),
  ...["homotopy(b, 1)", "homotopy(1, b)", "homotopy(b, b)"].map((text) => `der(x) = -1; b = x > 0; y = ${text}`),
  "der(x) = -1; y = 1; z = if y then 1 else 2",
  "der(x) = -1; b = x > 0; y[1] = if x > 1 then b else 0",
  "der(x) = -1; y = [x > i for i in 1:2]; z = y[1] + 1",
  "der(x) = -1; y = [i for i in 1:2]; z = if y[1] then 1 else 2",
  "der(x) = -1; z = sum([x > i for i in 1:2])",
];

it("what mixes both is refused in these words", async () => {
  for (const equations of refused) expect(codeOf(equations), equations).toBe("E-TRUTH");
  const examples = refused.map((equations) => [equations, () => instantiate(Model(source(equations)))]);
  await expect(refusalsOf(Object.fromEntries(examples))).toMatchFileSnapshot("truthValues.txt");
});

it.each([
  "b = x > 0.5; c = b; der(x) = if c then -1 else -2",
  "der(x) = if isOn then -1 else 1",
  "der(x) = -1; y = (x > 0.5) == (x > 0.6)",
  "der(x) = -1; y = if x > 0.5 then 1 else 0; z = y + 1",
  "der(x) = -1; b = if isOn then x > 0.5 else false; y = if b or not isOn then 1 else 2",
  "der(x) = -1; when x < 0.5 then y = true end; z = if y then 1 else 2",
  "der(x) = -1; y = {x > 0, x < 0}; z = if y[1] == true then 1 else 2",
  "der(x) = -1; y[1] = x > 0.5; y[2] = false; z = homotopy(x, 1)",
  "der(x) = -1; b = x > 0.5; y = if delay(b, 0.1) then 1 else 0",
  "der(x) = -1; y = fill(true, 2); z = if y[1] and isOn == false then k else 0*k",
])("%s is accepted", (equations) => {
  expect(codeOf(equations)).toBe("accepted");
});

it.each([
  "2*y = b",
  "b = 2*y",
  "b = x",
  "y + x = b",
  "z = if x > 2 then b else 2*x",
  "z = if x > 2 then 2*x else b",
  "z = 2*x == b",
])("what is blamed in %s is the truth value", (equation) => {
  const build = () => instantiate(Model(source(`der(x) = -1; b = x > 0; c = b; ${equation}`)));
  expect(build).toThrowError(
    expect.objectContaining({ code: "E-TRUTH", what: expect.stringContaining('"b" is a truth value') }),
  );
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

it.each([
  ["isOn", 1],
  ["isOn", 0.5],
  ["k", true],
] as const)("a run that gives %s the value %s is refused", (name, value) => {
  const model = instantiate(Model(source("der(x) = if isOn then -k else k")));
  expect(() => simulate(model, { merge: { [name]: value } })).toThrow(/E-TRUTH/);
  expect(simulate(model, { stopTime: 0.5, merge: { isOn: false, k: 2 } }).final("x")).toBeCloseTo(2, 9);
});

it("inputs of a model with few variables are numbers", () => {
  const u = Var({ input: true, init: 1 });
  const model = Model({ a: u, b: u, c: u, x: Var({ init: 1 }), equations: "der(x) = a + b + c" });
  expect(simulate(instantiate(model), { stopTime: 1 }).final("x")).toBeCloseTo(4, 9);
});
