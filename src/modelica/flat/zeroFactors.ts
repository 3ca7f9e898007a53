/**
 * Parameters that are zero and multiply unknowns are taken as zero: R*i = u with R = 0 says u = 0, and says nothing about i. With another
 * value the equations have another structure, so that a run that changes it gets another program (state.decisions).
 */
import { evaluateParameter } from "../../compile/parameterValues.ts";
import type { CompileState } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { ParameterIndex } from "../../symbolic/indices.ts";
import { contains, MetNodes, substitute, visitNodes } from "../../symbolic/traverse.ts";

export function takeZeroFactors(state: CompileState): void {
  const { b } = state;
  const zeros = new Map<ParameterIndex, boolean>();
  const isZero = (index: ParameterIndex): boolean => {
    let known = zeros.get(index);
    if (known === undefined) {
      known = evaluateParameter(state, index) === 0;
      zeros.set(index, known);
    }
    return known;
  };
  const found = new Set<ParameterIndex>();
  const met = new MetNodes();
  const constant = new Set<number>();
  const hasVariable = (e: Expr): boolean => contains(e, ({ op }) => op === "var", constant);
  for (const equation of state.equations) {
    for (const side of [equation.left, equation.right]) {
      visitNodes(
        side,
        ({ op, args }) => {
          if (op !== "mul" || !args.some(hasVariable)) return;
          for (const arg of args) if (arg.op === "par" && isZero(arg.value)) found.add(arg.value);
        },
        met,
      );
    }
  }
  if (found.size === 0) return;
  for (const index of found)
    state.decisions.push({ condition: b.relation("eq", b.parameter(index), b.zero), value: true });
  const memo = new Map<number, Expr>();
  const replace = (node: Expr): Expr | undefined => {
    if (node.op !== "mul" || !node.args.some(({ op, value }) => op === "par" && found.has(value))) return undefined;
    return node.args.some(hasVariable) ? b.zero : undefined;
  };
  for (const equation of state.equations) {
    equation.left = substitute(b, equation.left, replace, memo);
    equation.right = substitute(b, equation.right, replace, memo);
  }
}
