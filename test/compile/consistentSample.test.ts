/** Values at which ranks are looked at: arbitrary, but for the constraints, which they fulfil. */
import { instantiate, Model, type ModelSource, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { arbitrary, ConsistentSample } from "../../src/compile/consistentSample.ts";
import { createState } from "../../src/compile/createState.ts";
import { newEquation } from "../../src/compile/state.ts";
import { incidenceOf } from "../../src/compile/structure.ts";
import type { Expr } from "../../src/symbolic/expression.ts";
import type { EquationIndex, VariableIndex } from "../../src/symbolic/indices.ts";

function sampleOf(source: ModelSource) {
  const { state } = instantiate(Model(source)).program;
  const sample = new ConsistentSample(state, incidenceOf(state));
  const constraints = state.equations.filter(({ derivative }) => derivative >= 0);
  const rest = ({ left, right }: { left: Expr; right: Expr }): number => sample.evaluate(state.b.sub(left, right))!;
  const value = (name: string): number => {
    const index = state.variables.findIndex((variable) => variable.name === name) as VariableIndex;
    return sample.evaluate(state.b.variable(index))!;
  };
  return { state, sample, constraints, rest, value };
}

const free = (...names: string[]) => Object.fromEntries(names.map((name) => [name, Var({ start: 0.5 })]));

describe("the constraints hold", () => {
  it.each<[string, ModelSource, number]>([
    ["a line", { ...free("x", "y"), equations: "der(x) = u; der(y) = w; x + 2*y = 1; u = w + sin(time)" }, 1],
    ["a circle", { ...free("x", "y"), equations: "der(x) = u; der(y) = w; x^2 + y^2 = 1; u = w + sin(time)" }, 1],
    [
      "a pendulum",
      {
        ...free("x", "y", "u", "w", "T"),
        equations: "der(x) = u; der(y) = w; der(u) = T*x; der(w) = T*y - 9.81; x^2 + y^2 = 1",
      },
      2,
    ],
    [
      "two circles that share a point",
      {
        ...free("x", "y", "z", "a", "c", "d"),
        equations: "der(x) = a; der(y) = c; der(z) = d; x^2 + y^2 = 1; y^2 + z^2 = 2; a + c + d = time",
      },
      2,
    ],
    [
      "a curve, and what follows from it",
      {
        ...free("x", "y", "z", "w"),
        equations:
          "der(x) = a; der(y) = c; der(z) = d; der(w) = e; x*y = 1; z = 3*x - y; 2*w + z = 5 + x^2; a + c + d + e = 0",
      },
      3,
    ],
    [
      "with parameters and time",
      { k: 3, ...free("x", "y"), equations: "der(x) = u; der(y) = w; k*x*y + sin(x) = 2 + time; u + w = 1" },
      1,
    ],
  ])("%s", (_, source, count) => {
    const { constraints, rest } = sampleOf(source);
    expect(constraints.length).toBeGreaterThanOrEqual(count);
    for (const equation of constraints) expect(Math.abs(rest(equation))).toBeLessThan(1e-9);
  });
});

it("what no constraint contains is arbitrary, and all of it different", () => {
  const { value, state } = sampleOf({
    ...free("x", "y", "p", "q"),
    equations: "der(x) = u; der(y) = w; x + 2*y = 1; u = w + sin(time); der(p) = q; der(q) = -p",
  });
  for (const name of ["p", "q"]) {
    const index = state.variables.findIndex((variable) => variable.name === name);
    expect(value(name)).toBe(arbitrary(index + 1));
  }
  const numbers = Array.from({ length: 500 }, (_, k) => arbitrary(k));
  expect(new Set(numbers).size).toBe(500);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0.3);
  expect(Math.max(...numbers)).toBeLessThan(1.7);
});

it("what has no value there is told as such", () => {
  const { sample, state } = sampleOf({ x: Var({ init: 1 }), equations: "der(x) = -x" });
  const { b } = state;
  expect(sample.evaluate(b.div(b.one, b.sub(b.time, b.time)))).toBeUndefined();
  expect(sample.evaluate(b.call("sqrt", [b.neg(b.time)]))).toBeUndefined();
  expect(sample.evaluate(b.time)).toBe(arbitrary(0));
  expect(sample.evaluate(b.make("pre", [], 3, ""))).toBe(arbitrary(5));
});

it("parts that are too large to be solved keep arbitrary values", () => {
  const [variable] = instantiate(Model({ x: Var({ init: 1 }), equations: "der(x) = -x" })).program.state.variables;
  const source = { text: "", path: "", line: 1, kind: "equation" } as const;
  const chain = (count: number): number[] => {
    const state = createState();
    const { b } = state;
    for (let k = 0; k <= count; k++) state.variables.push({ ...variable! });
    for (let k = 0; k < count; k++) {
      const [p, q] = [b.variable(k as VariableIndex), b.variable((k + 1) as VariableIndex)];
      const sum = b.add([p, b.pow(p, b.num(3)), q, b.pow(q, b.num(3))]);
      // as if it had been differentiated
      state.equations.push({ ...newEquation(sum, b.num(3), source), derivative: 0 as EquationIndex });
    }
    const sample = new ConsistentSample(state, incidenceOf(state));
    return state.equations.map(({ left, right }) => Math.abs(sample.evaluate(b.sub(left, right))!));
  };
  expect(Math.max(...chain(8))).toBeLessThan(1e-9);
  expect(Math.max(...chain(120))).toBeLessThan(1e-9);
  const own = (x: number): number => x + x ** 3;
  chain(121).forEach((rest, k) => {
    expect(rest).toBeCloseTo(Math.abs(own(arbitrary(k + 1)) + own(arbitrary(k + 2)) - 3), 9);
  });
});
