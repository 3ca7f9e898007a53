/** Walk over a syntax tree. */
import type { Syntax } from "../symbolic/syntax.ts";

const none: ReadonlySet<string> = new Set();

type Visit = (node: Syntax, loops: ReadonlySet<string>) => void;

/** Calls `visit` for every node, with the loop variables that are in force there. */
export function visitSyntax(syntax: Syntax, visit: Visit, loops: ReadonlySet<string> = none): void {
  visit(syntax, loops);
  switch (syntax.kind) {
    case "name":
      if (syntax.indices !== undefined)
        for (const index of syntax.indices) if (index !== undefined) visitSyntax(index, visit, loops);
      break;
    case "call":
      visitAll(syntax.args, visit, loops);
      break;
    case "sum":
      for (const { term } of syntax.terms) visitSyntax(term, visit, loops);
      break;
    case "product":
      visitAll(syntax.factors, visit, loops);
      break;
    case "binary":
    case "relation":
      visitSyntax(syntax.left, visit, loops);
      visitSyntax(syntax.right, visit, loops);
      break;
    case "negate":
    case "not":
    case "transpose":
      visitSyntax(syntax.operand, visit, loops);
      break;
    case "logical":
      visitAll(syntax.operands, visit, loops);
      break;
    case "if":
      for (const branch of syntax.branches) {
        visitSyntax(branch.condition, visit, loops);
        visitSyntax(branch.value, visit, loops);
      }
      visitSyntax(syntax.otherwise, visit, loops);
      break;
    case "array":
      for (const row of syntax.rows) visitAll(row, visit, loops);
      break;
    case "comprehension":
      visitSyntax(syntax.range, visit, loops);
      visitSyntax(syntax.element, visit, new Set([...loops, syntax.variable]));
      break;
    case "range":
      visitSyntax(syntax.from, visit, loops);
      if (syntax.step !== undefined) visitSyntax(syntax.step, visit, loops);
      visitSyntax(syntax.to, visit, loops);
      break;
    case "index":
      visitSyntax(syntax.base, visit, loops);
      visitAll(syntax.indices, visit, loops);
      break;
    case "tuple":
      visitAll(syntax.items, visit, loops);
      break;
    default:
      break;
  }
}

function visitAll(list: readonly Syntax[], visit: Visit, loops: ReadonlySet<string>): void {
  for (let i = 0; i < list.length; i++) visitSyntax(list[i]!, visit, loops);
}
