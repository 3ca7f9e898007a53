/** Only the active branch of a condition is computed, however often its parts occur: functions may fail where they are not needed. */
import { instantiate, Model, type ModelSource, simulate, Var } from "rattleback";
import { describe, expect, it } from "vitest";

/** The root of what is not negative; fails elsewhere, and counts its calls. */
function rootModel(equations: string) {
  const calls: number[] = [];
  const root = (a: number): number => {
    calls.push(a);
    if (a < 0) throw new Error(`no root of ${a}`);
    return Math.sqrt(a);
  };
  const pair = {
    call: (a: number): number[] => {
      if (a < 0) throw new Error(`no pair of ${a}`);
      return [Math.sqrt(a), a];
    },
    results: [[2]],
  };
  const model = instantiate(
    Model({
      x: Var({ init: -1 }),
      functions: { root: { call: root, results: [[]] }, pair },
      equations: `der(x) = 2; ${equations}`,
    } as ModelSource),
  );
  return { model, calls };
}

// x runs from −1 to 1; at the end each of them is the number beside it
describe("a function that fails outside of its branch is not called there", () => {
  it.each([
    ["if x > 0 then root(x) else 7", 1],
    ["if x > 0 then root(x)^2 else 7", 1],
    ["if x > 0 then root(x)^3 else 7", 1],
    ["if x > 0 then (1 + root(x))^2 else 7", 4],
    ["if x > 0 then (1 + root(x))*sin(1 + root(x)) else 7", 2 * Math.sin(2)],
    ["if x > 0 then root(x) + 1/(1 + root(x)) else 7", 1.5],
    ["if x > 0 then pair(x)[1] + 2*pair(x)[2]^2 else 7", 3],
    ["if x > 0 then (if x > 0.5 then root(x - 0.5)^2 else root(0.5 - x)^2) else 7", 0.5],
    ["if x > 0 then (pair(x)[2] + root(x))^3 else (root(-x) + 1)^2", 8],
    ["if x > 0 then exp(root(x))^2 + exp(root(x))^3 else 7", Math.exp(2) + Math.exp(3)],
    ["if not x > 0 then root(-x)^2 else (root(x) + 2)^2", 9],
  ])("%s", (text, expected) => {
    const { model } = rootModel(`y = noEvent(${text}); z = 2*y`);
    const result = simulate(model, { stopTime: 1 });
    expect(result.final("y")).toBeCloseTo(expected, 9);
    expect(result.final("z")).toBeCloseTo(2 * expected, 9);
  });
});

it("what is read in a branch and behind it is computed once for both", () => {
  const { model, calls } = rootModel("y = noEvent(if x > 0 then root(x + 1)^2 else root(x + 1)^3); z = 2*root(x + 1)");
  const { source } = model.program;
  expect(source.match(/S\.F\[0\]\(/g)!.length).toBeGreaterThan(0);
  expect(simulate(model, { stopTime: 1 }).final("y")).toBeCloseTo(2, 9);
  expect(calls.length).toBeGreaterThan(0);
  expect(Math.min(...calls)).toBeGreaterThanOrEqual(0);
});
