/**
 * Parameters that are zero and multiply unknowns are taken as zero, and sums of parameters too: R*i = u with R = 0 says u = 0, and says nothing
 * about i; (L - M)*der(i) with L = M says nothing about der(i). With other values the equations have another structure, so that a run that
 * changes them gets another program (state.decisions).
 */
import { evaluateParameter } from "../../compile/parameterValues.ts";
import type { CompileState } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { ParameterIndex } from "../../symbolic/indices.ts";
import { contains, MetNodes, substitute, visitNodes } from "../../symbolic/traverse.ts";

export function takeZeroFactors(state: CompileState): void {
  const { b } = state;
  const values = new Map<ParameterIndex, number>();
  const parameterValue = (index: ParameterIndex): number => {
    let known = values.get(index);
    if (known === undefined) {
      known = evaluateParameter(state, index);
      values.set(index, known);
    }
    return known;
  };
  /** A parameter, or a sum of parameters with signs. */
  const factorValue = (e: Expr): number | undefined => {
    if (e.op === "par") return state.parameters[e.value]!.isInput ? undefined : parameterValue(e.value);
    if (e.op === "neg") return negated(factorValue(e.args[0]!));
    if (e.op !== "add") return undefined;
    let sum: number | undefined = 0;
    for (const arg of e.args) {
      const term = factorValue(arg);
      if (term === undefined) return undefined;
      sum += term;
    }
    return sum;
  };
  const found = new Set<Expr>();
  const met = new MetNodes();
  const constant = new Set<number>();
  const hasVariable = (e: Expr): boolean => contains(e, ({ op }) => op === "var", constant);
  for (const equation of state.equations) {
    for (const side of [equation.left, equation.right]) {
      visitNodes(
        side,
        ({ op, args }) => {
          if (op !== "mul" || !args.some(hasVariable)) return;
          for (const arg of args) if (factorValue(arg) === 0) found.add(arg);
        },
        met,
      );
    }
  }
  if (found.size === 0) return;
  for (const factor of found) state.decisions.push({ condition: b.relation("eq", factor, b.zero), value: true });
  const memo = new Map<number, Expr>();
  const replace = (node: Expr): Expr | undefined => {
    if (node.op !== "mul" || !node.args.some((arg) => found.has(arg))) return undefined;
    return node.args.some(hasVariable) ? b.zero : undefined;
  };
  for (const equation of state.equations) {
    equation.left = substitute(b, equation.left, replace, memo);
    equation.right = substitute(b, equation.right, replace, memo);
  }
}

const negated = (value: number | undefined): number | undefined => (value === undefined ? undefined : -value);
