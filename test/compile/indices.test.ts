// Indices of different things are different types: this file would not compile if they could be mixed up.
import { describe, expect, expectTypeOf, it } from "vitest";
import { createState } from "../../src/compile/createState.ts";
import { Matching } from "../../src/compile/matching.ts";
import { derivativeOf, internalVariable } from "../../src/compile/state.ts";
import { incidenceOf } from "../../src/compile/structure.ts";
import type { EquationIndex, Marks, ParameterIndex, VariableIndex } from "../../src/symbolic/indices.ts";
import { variablesOf } from "../../src/symbolic/traverse.ts";

/** der(x) = x, with its derivative as the second variable. */
function decay() {
  const state = createState();
  state.variables.push(internalVariable("x", "real", false));
  const x = state.variables.findIndex(({ name }) => name === "x");
  const source = { text: "der(x) = x", path: "", line: 1, kind: "equation" } as const;
  const none = -1 as EquationIndex;
  const left = state.b.variable(derivativeOf(state, x));
  state.equations.push({ left, right: state.b.variable(x), source, derivativeOf: none, derivative: none });
  return state;
}

describe("an index", () => {
  it("of an equation is none of a variable, and a number is neither", () => {
    const [equation, variable] = [0 as EquationIndex, 1 as VariableIndex];
    expectTypeOf<EquationIndex>().not.toExtend<VariableIndex>();
    expectTypeOf<VariableIndex>().not.toExtend<EquationIndex>();
    expectTypeOf<ParameterIndex>().not.toExtend<VariableIndex>();
    expectTypeOf<number>().not.toExtend<VariableIndex>();
    const matching = new Matching(1, 2);
    matching.match(equation, variable);
    // @ts-expect-error: the other way round
    const swapped = (): void => matching.match(variable, equation);
    expect(swapped).toBeTypeOf("function");
    expectTypeOf(matching.variableOf[equation]!).toEqualTypeOf<VariableIndex>();
    expectTypeOf(matching.equationOf[variable]!).toEqualTypeOf<EquationIndex>();
    expect([matching.variableOf[equation], matching.equationOf[variable]]).toEqual([variable, equation]);
  });

  it("fits into the tables of its own kind only", () => {
    const state = decay();
    const occurs: Marks<VariableIndex> = new Uint8Array(state.variables.length);
    const incidence = incidenceOf(state);
    incidence.forEach((row, e) => {
      for (const v of row) occurs[v] = 1;
      // @ts-expect-error: e is an equation
      expect(state.variables[e]).toBeDefined();
      // @ts-expect-error: e is an equation
      expect(occurs[e]).toBe(1);
      // @ts-expect-error: row[0] is a variable
      expect(incidence[row[0]]).toBeUndefined();
      expect(state.equations[e]!.left).toBe(state.b.variable(row[0]!));
    });
    // @ts-expect-error: a number is not yet an index
    expect(state.variables[0]!.name).toBe("x");
    expect([occurs[0 as VariableIndex], occurs[1 as VariableIndex]]).toEqual([1, 1]);
  });

  it("in the leaf of an expression is of the kind that the leaf says", () => {
    const { b } = createState();
    const sum = b.add([b.variable(2 as VariableIndex), b.parameter(1 as ParameterIndex)]);
    expectTypeOf(variablesOf(sum)).toEqualTypeOf<Set<VariableIndex>>();
    for (const leaf of sum.args) {
      if (leaf.op === "var") expectTypeOf(leaf.value).toEqualTypeOf<VariableIndex>();
      if (leaf.op === "par") expectTypeOf(leaf.value).toEqualTypeOf<ParameterIndex>();
    }
    // @ts-expect-error: a parameter is not a variable
    expect(variablesOf(sum).has(1 as ParameterIndex)).toBe(false);
    expect([...variablesOf(sum)]).toEqual([2]);
  });
});
