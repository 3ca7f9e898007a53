/** Variables that an equation of a clock has to do with: their present values, and those before. */
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import { visitNodes } from "../../symbolic/traverse.ts";
import type { Equation } from "../state.ts";

export function variablesIn(e: Expr): VariableIndex[] {
  const found = new Set<VariableIndex>();
  visitNodes(e, (node) => {
    if (node.op === "var" || node.op === "pre") found.add(node.value);
  });
  return [...found];
}

export function variablesOf({ left, right }: Equation): VariableIndex[] {
  return [...new Set([...variablesIn(left), ...variablesIn(right)])];
}
