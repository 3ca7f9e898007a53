/** Torque and acceleration of a joint as functions of one parameter: found where they follow from it by straight lines, and nowhere else. */
import { instantiate, Model, Var } from "rattleback";
import { describe, expect, it } from "vitest";
import { createState } from "../../src/compile/createState.ts";
import { type Curve, findCurve } from "../../src/compile/curves.ts";
import { type CompileState, newEquation } from "../../src/compile/state.ts";
import { evaluate } from "../../src/symbolic/evaluate.ts";
import type { Expr } from "../../src/symbolic/expression.ts";
import type { EquationIndex, ParameterIndex, VariableIndex } from "../../src/symbolic/indices.ts";

const [template] = instantiate(Model({ x: Var(), equations: "x = sin(time)" })).program.state.variables;
const source = { text: "", path: "", line: 1, kind: "equation" } as const;
const names = ["a", "tau", "s", "b", "w"] as const;
type Name = (typeof names)[number];

/** Equations between the acceleration a, the torque tau, what is between them, s and b, and a variable w from outside. */
function curveOf(
  write: (v: Readonly<Record<Name, Expr>>, state: CompileState) => readonly (readonly [Expr, Expr])[],
  between: readonly Name[] = ["tau", "s"],
): { curve: Curve | undefined; state: CompileState } {
  const state = createState();
  const own = {} as Record<Name, Expr>;
  names.forEach((name, k) => {
    state.variables.push({ ...template!, name });
    own[name] = state.b.variable(k as VariableIndex);
  });
  for (const [left, right] of write(own, state)) state.equations.push(newEquation(left, right, source));
  const equations = [...state.equations.keys()] as EquationIndex[];
  const variables = between.map((name) => names.indexOf(name) as VariableIndex);
  return { curve: findCurve(state, equations, variables, 0 as VariableIndex), state };
}

/** Values of all along the curve, where its parameter, w and p are given. */
function along(curve: Curve, parameter: number): Readonly<Record<Name, number>> {
  const values = new Map<number, number>([
    [names.indexOf("w"), 5],
    [curve.parameter, parameter],
  ]);
  for (const { variable, value } of curve.steps)
    values.set(
      variable,
      evaluate(value, {
        time: 0,
        variable: (i) => values.get(i)!,
        parameter: (_: ParameterIndex) => 4,
        object: () => undefined,
        runLeaf: () => 1,
      }),
    );
  return Object.fromEntries(names.map((name, k) => [name, values.get(k)!])) as Record<Name, number>;
}

describe("straight lines", () => {
  it.each<[string, Parameters<typeof curveOf>[0], (s: number) => readonly [number, number]]>([
    [
      "a = 2·s − 1, tau = 3·s + 4",
      ({ a, tau, s }, { b }) => [
        [a, b.sub(b.mul([b.num(2), s]), b.one)],
        [tau, b.add([b.mul([b.num(3), s]), b.num(4)])],
      ],
      (s) => [2 * s - 1, 3 * s + 4],
    ],
    [
      "the same, written the other way around",
      ({ a, tau, s }, { b }) => [
        [b.sub(b.mul([b.num(2), s]), b.one), a],
        [b.add([b.mul([b.num(3), s]), b.num(4)]), tau],
      ],
      (s) => [2 * s - 1, 3 * s + 4],
    ],
    [
      "2·a + 4·s = 6, tau = s·w with w from outside",
      ({ a, tau, s, w }, { b }) => [
        [b.add([b.mul([b.num(2), a]), b.mul([b.num(4), s])]), b.num(6)],
        [tau, b.mul([s, w])],
      ],
      (s) => [3 - 2 * s, 5 * s],
    ],
    [
      "p·a = s with a parameter p, tau = a + s, one behind the other",
      ({ a, tau, s }, { b }) => [
        [tau, b.add([a, s])],
        [b.mul([b.parameter(0 as ParameterIndex), a]), s],
      ],
      (s) => [s / 4, 1.25 * s],
    ],
    [
      "a = 0 where it holds",
      ({ a, tau, s }, { b }) => [
        [a, b.mul([b.make("pre", [], 4, ""), s])],
        [tau, b.sub(s, a)],
      ],
      (s) => [s, 0],
    ],
  ])("%s", (_, write, expected) => {
    const { curve } = curveOf(write);
    expect(curve!.steps).toHaveLength(2);
    for (const x of [-2, 0, 0.5, 3]) {
      const found = along(curve!, x);
      const [a, tau] = expected(found.s);
      expect(found.a).toBeCloseTo(a, 12);
      expect(found.tau).toBeCloseTo(tau, 12);
    }
    expect(new Set([curve!.parameter, ...curve!.steps.map(({ variable }) => variable)]).size).toBe(3);
    expect(new Set(curve!.steps.map(({ equation }) => equation)).size).toBe(2);
  });
});

type Written = Parameters<typeof curveOf>[0];
describe("no curve is found", () => {
  it.each<[string, Written]>([
    [
      "where both bend",
      ({ a, tau, s }, { b }) => [
        [b.add([a, b.pow(a, b.num(3))]), b.pow(s, b.num(2))],
        [b.add([tau, b.pow(tau, b.num(3))]), b.pow(s, b.num(2))],
      ],
    ],
    [
      "where something that changes would be divided by",
      ({ a, tau, s, w }, { b }) => [
        [b.mul([a, w]), b.pow(s, b.num(2))],
        [b.mul([tau, w]), b.pow(s, b.num(2))],
      ],
    ],
    [
      "where a relation of the parameter decides inside",
      ({ a, tau, s }, { b }) => {
        const relation = b.make("rel", [b.make("gt", [s, b.one], 0, "")], 0, "");
        const bent = b.make("if", [relation, s, b.mul([b.num(2), s])], 0, "");
        return [
          [b.add([a, b.pow(a, b.num(3))]), bent],
          [b.add([tau, b.pow(tau, b.num(3))]), bent],
        ];
      },
    ],
    ["with an equation too few", ({ a, s }, { b }) => [[a, b.mul([b.num(2), s])]]],
    [
      "with an equation too many",
      ({ a, tau, s }, { b }) => [
        [a, b.mul([b.num(2), s])],
        [tau, s],
        [b.add([a, tau]), b.one],
      ],
    ],
  ])("%s", (_, write) => {
    expect(curveOf(write).curve).toBeUndefined();
  });
});

it("a relation of something else may decide, and one of the parameter may be a variable of its own", () => {
  const beside: Written = ({ a, tau, s, w }, { b }) => {
    const relation = b.make("rel", [b.make("gt", [w, b.one], 0, "")], 0, "");
    return [
      [a, b.make("if", [relation, s, b.mul([b.num(2), s])], 0, "")],
      [tau, s],
    ];
  };
  expect(along(curveOf(beside).curve!, 3)).toMatchObject({ a: 3, tau: 3, s: 3 });
  const position: Written = ({ a, tau, s, b: isForward }, { b }) => {
    const relation = b.make("rel", [b.make("gt", [s, b.one], 0, "")], 0, "");
    return [
      [isForward, relation],
      [a, b.make("if", [isForward, s, b.zero], 0, "")],
      [tau, b.sub(s, a)],
    ];
  };
  const { curve } = curveOf(position, ["tau", "s", "b"]);
  expect(curve!.steps.map(({ variable }) => names[variable])).toEqual(["a", "tau"]);
  expect(names[curve!.parameter]).toBe("s");
});
