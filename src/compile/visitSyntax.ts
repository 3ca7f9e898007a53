/** Walk over a syntax tree. */
import type { Syntax } from "../symbolic/syntax.ts";

const none: ReadonlySet<string> = new Set();

/** Calls `visit` for every node, with the loop variables that are in force there. */
export function visitSyntax(
  syntax: Syntax,
  visit: (node: Syntax, loops: ReadonlySet<string>) => void,
  loops: ReadonlySet<string> = none,
): void {
  visit(syntax, loops);
  const go = (inner: Syntax, inside = loops): void => visitSyntax(inner, visit, inside);
  switch (syntax.kind) {
    case "name":
      for (const index of syntax.indices ?? []) if (index !== undefined) go(index);
      break;
    case "call":
      for (const arg of syntax.args) go(arg);
      break;
    case "sum":
      for (const { term } of syntax.terms) go(term);
      break;
    case "product":
      for (const factor of syntax.factors) go(factor);
      break;
    case "binary":
    case "relation":
      go(syntax.left);
      go(syntax.right);
      break;
    case "negate":
    case "not":
    case "transpose":
      go(syntax.operand);
      break;
    case "logical":
      for (const operand of syntax.operands) go(operand);
      break;
    case "if":
      for (const branch of syntax.branches) {
        go(branch.condition);
        go(branch.value);
      }
      go(syntax.otherwise);
      break;
    case "array":
      for (const row of syntax.rows) for (const item of row) go(item);
      break;
    case "comprehension":
      go(syntax.range);
      go(syntax.element, new Set([...loops, syntax.variable]));
      break;
    case "range":
      go(syntax.from);
      if (syntax.step !== undefined) go(syntax.step);
      go(syntax.to);
      break;
    case "index":
      go(syntax.base);
      for (const index of syntax.indices) go(index);
      break;
    case "tuple":
      for (const item of syntax.items) go(item);
      break;
    default:
      break;
  }
}
