/** Walks over expressions: which variables occur, replacement of leaves. Each shared node is visited once. */
import type { Expr, ExpressionBuilder } from "./expression.ts";

/** Calls `visit` once per distinct node, arguments after their parent. */
export function visitNodes(expression: Expr, visit: (node: Expr) => void): void {
  if (expression.args.length === 0) {
    visit(expression);
    return;
  }
  const seen = new Set<number>([expression.id]);
  const stack: Expr[] = [expression];
  while (stack.length > 0) {
    const node = stack.pop()!;
    visit(node);
    for (let i = node.args.length - 1; i >= 0; i--) {
      const arg = node.args[i]!;
      if (!seen.has(arg.id)) {
        seen.add(arg.id);
        stack.push(arg);
      }
    }
  }
}

/** Indices of the variables that occur, in order of first occurrence. Values before events do not count. */
export function variablesOf(expression: Expr, into: Set<number> = new Set()): Set<number> {
  visitNodes(expression, (node) => {
    if (node.op === "var") into.add(node.value);
  });
  return into;
}

export function contains(expression: Expr, accepts: (node: Expr) => boolean): boolean {
  let isFound = false;
  visitNodes(expression, (node) => {
    if (!isFound && accepts(node)) isFound = true;
  });
  return isFound;
}

/** The expression with every node for which `replace` gives something replaced, simplified on the way up. */
export function substitute(
  b: ExpressionBuilder,
  expression: Expr,
  replace: (node: Expr) => Expr | undefined,
  memo: Map<number, Expr> = new Map(),
): Expr {
  const walk = (node: Expr): Expr => {
    const known = memo.get(node.id);
    if (known !== undefined) return known;
    let result = replace(node);
    if (result === undefined) {
      result = node;
      if (node.args.length > 0) {
        const args = node.args.map(walk);
        if (args.some((arg, i) => arg !== node.args[i])) result = b.rebuild(node, args);
      }
    }
    memo.set(node.id, result);
    return result;
  };
  return walk(expression);
}
