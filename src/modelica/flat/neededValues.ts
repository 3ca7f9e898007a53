/**
 * Values that depend on each other over many levels (a2 = a1 + 1, a3 = a2 + 1, …): what a value refers to is made before it, in order, so
 * that the length of a chain is no depth of calls.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { ClassInstance, ComponentNode } from "../model.ts";
import type { Expression, Reference } from "../syntax/ast.ts";
import { type Dimension, referenceText } from "./classKinds.ts";
import { allDimensions } from "./component.ts";
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

/** Makes the sizes that sizes refer to by size(…), directly or through others. */
export function makeNeededSizes(l: Lowering, dimensions: readonly Dimension[]): void {
  const open = sizedBy(l, dimensions);
  const seen = new Set<ComponentNode>();
  for (let node = open.at(-1); node !== undefined; node = open.at(-1)) {
    const needed = seen.has(node) ? [] : sizedBy(l, allDimensions(node)).filter((other) => !seen.has(other));
    seen.add(node);
    if (needed.length > 0) open.push(...needed);
    else void open.pop()!.shape; // which is made where it is read
  }
}

/** The components whose sizes are asked for, whatever else is known. */
function sizedBy(l: Lowering, dimensions: readonly Dimension[]): ComponentNode[] {
  const found: ComponentNode[] = [];
  for (const { expression, scope } of dimensions) {
    const visit = (e: Expression): void => {
      if (e.kind === "binary") {
        visit(e.left);
        visit(e.right);
      }
      const asked = e.kind === "call" && referenceText(e.callee) === "size" ? e.positional[0] : undefined;
      const node = asked?.kind === "reference" ? named(l, asked, scope) : undefined;
      if (node !== undefined) found.push(node);
    };
    visit(expression);
  }
  return found;
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
