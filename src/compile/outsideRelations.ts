/** Where unknowns occur outside relations, which keep their values while a system is solved. */
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { MetNodes } from "../symbolic/traverse.ts";

const logicalOps: ReadonlySet<Expr["op"]> = new Set(["and", "or", "not", "eq", "ne", "lt", "le", "gt", "ge"]);

/** An unknown stands in a condition that is no frozen relation. */
export function decidesByUnknowns(expression: Expr, unknowns: ReadonlySet<VariableIndex>): boolean {
  return containsOutsideRelations(expression, ({ op, args }) => {
    const conditions = logicalOps.has(op) ? args : op === "if" ? [args[0]!] : [];
    return conditions.some((e) => !isFree(e, unknowns));
  });
}

/** No unknown occurs, but for operands of relations: those keep their values while the system is solved. */
export function isFree(expression: Expr, unknowns: ReadonlySet<VariableIndex>): boolean {
  return !containsOutsideRelations(expression, (node) => node.op === "var" && unknowns.has(node.value));
}

export function containsOutsideRelations(expression: Expr, accepts: (node: Expr) => boolean): boolean {
  const met = new MetNodes();
  const stack = [expression];
  while (stack.length > 0) {
    const node = stack.pop()!;
    if (node.op === "rel" || !met.add(node.id)) continue;
    if (accepts(node)) return true;
    for (const arg of node.args) stack.push(arg);
  }
  return false;
}

/** Variables that occur outside relations. */
export function continuousVariablesOf(expression: Expr, into: Set<VariableIndex> = new Set()): Set<VariableIndex> {
  containsOutsideRelations(expression, (node) => {
    if (node.op === "var") into.add(node.value);
    return false;
  });
  return into;
}
