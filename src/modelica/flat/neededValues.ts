/**
 * Values that depend on each other over many levels (a2 = a1 + 1, a3 = a2 + 1, …): what a value refers to is made before it, in order, so
 * that the length of a chain is no depth of calls.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { ClassInstance, ComponentNode } from "../model.ts";
import type { Expression, Reference } from "../syntax/ast.ts";
import { referenceText } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { resolve } from "./evaluate.ts";

/** Values that may be made inside of each other before their order is looked for. */
export const nestedValues = 100;

/** Functions that ask for sizes or connections of their argument. */
const asksNoValue = new Set(["size", "ndims", "cardinality", "inStream", "actualStream"]);

/** Makes what the value of a component refers to, directly or through others; its own value is up to the caller. */
export function makeNeeded(l: Lowering, node: ComponentNode): void {
  const seen = new Set([node]);
  const open = [{ node, needed: referredTo(l, node) }];
  while (open.length > 0) {
    const last = open[open.length - 1]!;
    const next = last.needed.pop();
    if (next === undefined) {
      open.pop();
      if (last.node !== node) l.valueOf(last.node);
    } else if (next.value === undefined && !next.isMaking && !seen.has(next)) {
      seen.add(next);
      open.push({ node: next, needed: referredTo(l, next) });
    }
  }
}

/** The single components that the binding of a component names, where they are evaluated whatever else is known. */
function referredTo(l: Lowering, { binding }: ComponentNode): ComponentNode[] {
  const found: ComponentNode[] = [];
  if (binding === undefined) return found;
  const visit = (e: Expression): void => {
    switch (e.kind) {
      case "reference": {
        const node = named(l, e, binding.scope.cls);
        if (node !== undefined) found.push(node);
        break;
      }
      case "binary":
        visit(e.left);
        if (e.operator !== "and" && e.operator !== "or") visit(e.right);
        break;
      case "unary":
        visit(e.operand);
        break;
      case "if":
        visit(e.branches[0]!.condition);
        break;
      case "array":
        for (const item of e.items) visit(item);
        break;
      case "call":
        if (e.iterators.length > 0 || asksNoValue.has(referenceText(e.callee))) break;
        for (const item of [...e.positional, ...e.named.map(({ value }) => value)]) visit(item);
        break;
    }
  };
  visit(binding.expression);
  return found.reverse();
}

function named(l: Lowering, reference: Reference, cls: ClassInstance): ComponentNode | undefined {
  try {
    const start = resolve(l, reference, cls.scope);
    if (start?.kind !== "node") return undefined;
    let node: ComponentNode | undefined = start.node;
    for (const { name } of reference.parts.slice(start.at + 1)) {
      if (node === undefined || node.scalar !== undefined || node.instances.length !== 1) return node;
      node = l.component(node.instances[0]!, name);
    }
    return node;
  } catch (error) {
    if (error instanceof RattlebackError) return undefined;
    throw error;
  }
}
