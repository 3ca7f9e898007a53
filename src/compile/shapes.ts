/**
 * Sizes of variables that are declared nowhere or without size: found from the equations and connections they stand in,
 * repeated until nothing new is found. What stays open is a number. Models without arrays skip all of it.
 */
import type { NameSyntax, Syntax } from "../symbolic/syntax.ts";
import { type ActiveStatements, activeBody, activeStatements } from "./activeStatements.ts";
import { arrayFunctions, maximumElements } from "./arrayFunctions.ts";
import { sizeOf } from "./arrays.ts";
import { connectedSymbols } from "./connections.ts";
import type { FlattenContext } from "./flattenContext.ts";
import { findFunction, type Instance, type ModelSymbol } from "./instances.ts";
import { located, type Scope } from "./scope.ts";
import { isStreamOperator } from "./streamNames.ts";
import { integersOf, translate } from "./translate.ts";
import { translateUserCall } from "./translateCalls.ts";
import { eventOperators } from "./translateEvents.ts";
import { visitSyntax } from "./visitSyntax.ts";

type Shape = readonly number[];

interface Constraint {
  readonly left: Syntax;
  readonly right: Syntax;
  readonly scope: Scope;
}

export function inferShapes(instances: readonly Instance[], context: FlattenContext): void {
  const unknown = new Set<ModelSymbol>();
  let hasArrays = false;
  for (const instance of instances) {
    for (const symbol of instance.symbols.values()) {
      if (symbol.kind === "variable" && symbol.elements === undefined) {
        symbol.shape = context.declaredShape(symbol);
        if (symbol.shape === undefined) unknown.add(symbol);
      }
      hasArrays ||= symbol.shape !== undefined && symbol.shape.length > 0;
    }
  }
  let { constraints, isComplete } = collectConstraints(instances, context);
  hasArrays ||= !isComplete;
  hasArrays ||= constraints.some(({ left, right, scope }) => makesArrays(left, scope) || makesArrays(right, scope));
  if (!hasArrays) return;
  let pairs = connectedSymbols(instances, context);
  let isProgress = true;
  while (isProgress && (unknown.size > 0 || !isComplete)) {
    const before = unknown.size;
    for (const { left, right, scope } of constraints) {
      if (!mentions(left, right, scope, context, unknown)) continue;
      if (left.kind === "tuple") {
        const shapes = resultShapes(right, left.items.length, scope, context);
        if (shapes !== undefined) left.items.forEach((item, i) => assign(item, shapes[i]!, scope, context, unknown));
        continue;
      }
      const shape = shapeOfSyntax(left, scope, context) ?? shapeOfSyntax(right, scope, context);
      if (shape === undefined) continue;
      assign(left, shape, scope, context, unknown);
      assign(right, shape, scope, context, unknown);
    }
    for (const [a, b] of pairs) {
      if (a.shape === undefined && b.shape !== undefined) setShape(a, b.shape, unknown);
      else if (b.shape === undefined && a.shape !== undefined) setShape(b, a.shape, unknown);
    }
    isProgress = unknown.size < before || shapeByIndices(constraints, context, unknown);
    if (!isComplete && isProgress) {
      ({ constraints, isComplete } = collectConstraints(instances, context));
      pairs = connectedSymbols(instances, context);
    } else if (!isComplete) {
      // nothing tells the sizes that loops ask for: they are numbers, like everything that stays open
      for (const symbol of [...unknown]) setShape(symbol, [], unknown);
      ({ constraints, isComplete } = collectConstraints(instances, context));
    }
  }
}

/** `for i in 1:n loop x[i] = … end` makes x as long as the largest index on a left side, where nothing else tells. */
function shapeByIndices(
  constraints: readonly Constraint[],
  context: FlattenContext,
  unknown: Set<ModelSymbol>,
): boolean {
  const sizes = new Map<ModelSymbol, number[]>();
  for (const { left, scope } of constraints) {
    visitSyntax(left, (node, loops) => {
      if (node.kind !== "index" || node.base.kind !== "name" || loops.size > 0 || usesEvents(node)) return;
      const symbol = context.lookup(scope, node.base);
      if (symbol === undefined || !unknown.has(symbol) || node.indices.length > 2) return;
      if (node.indices.some((index) => mentions(index, index, scope, context, unknown))) return;
      const largest = node.indices.map((index) => Math.max(...integersOf(index, scope, context)));
      const known = sizes.get(symbol);
      if (known !== undefined && known.length !== largest.length) return;
      sizes.set(
        symbol,
        largest.map((n, k) => Math.max(n, known?.[k] ?? 0)),
      );
    });
  }
  for (const [symbol, shape] of sizes)
    if (shape.every((n) => Number.isInteger(n) && n > 0 && n <= maximumElements)) setShape(symbol, shape, unknown);
    else sizes.delete(symbol);
  return sizes.size > 0;
}

function collectConstraints(
  instances: readonly Instance[],
  context: FlattenContext,
): { constraints: Constraint[]; isComplete: boolean } {
  const constraints: Constraint[] = [];
  let isComplete = true;
  const visit = (active: ActiveStatements): void => {
    isComplete &&= active.isComplete;
    for (const { statement, scope } of active.list) {
      if (statement.kind === "equation") constraints.push({ left: statement.left, right: statement.right, scope });
      else if (statement.kind === "when" || statement.kind === "if") {
        for (const { body } of statement.branches) visit(activeBody(body, scope, context));
        if (statement.kind === "if") visit(activeBody(statement.otherwise, scope, context));
      }
    }
  };
  for (const instance of instances) {
    for (const symbol of instance.symbols.values()) {
      if (symbol.kind !== "variable" || symbol.value === undefined || symbol.value === null) continue;
      const { scope, syntax } = context.bindingOf(symbol);
      const left: Syntax = { kind: "name", parts: [symbol.name], at: 0 };
      if (scope.lookupFrom === instance) constraints.push({ left, right: syntax, scope });
    }
    visit(activeStatements(instance, context));
  }
  return { constraints, isComplete };
}

function makesArrays(syntax: Syntax, scope: Scope): boolean {
  let found = false;
  visitSyntax(syntax, (node) => {
    found ||=
      node.kind === "array" ||
      node.kind === "index" ||
      node.kind === "comprehension" ||
      (node.kind === "call" &&
        (arrayFunctions.includes(node.name) || findFunction(scope.instance, node.name) !== undefined));
  });
  return found;
}

function mentions(
  left: Syntax,
  right: Syntax,
  scope: Scope,
  context: FlattenContext,
  unknown: ReadonlySet<ModelSymbol>,
): boolean {
  return (
    namesOf(left, scope, context).some((symbol) => unknown.has(symbol)) ||
    namesOf(right, scope, context).some((symbol) => unknown.has(symbol))
  );
}

function namesOf(syntax: Syntax, scope: Scope, context: FlattenContext): ModelSymbol[] {
  const list: ModelSymbol[] = [];
  visitSyntax(syntax, (node, loops) => {
    if (node.kind !== "name" || (node.parts.length === 1 && loops.has(node.parts[0]!)) || isLoopVariable(node, scope))
      return;
    for (const symbol of context.symbolsNamed(scope, node, loops)) if (symbol !== undefined) list.push(symbol);
  });
  return list;
}

function isLoopVariable({ parts }: NameSyntax, { loopVariables }: Scope): boolean {
  return parts.length === 1 && loopVariables?.has(parts[0]!) === true;
}

function shapeOfSyntax(syntax: Syntax, scope: Scope, context: FlattenContext): Shape | undefined {
  const shape = (inner: Syntax | undefined): Shape | undefined =>
    inner === undefined ? [] : shapeOfSyntax(inner, scope, context);
  switch (syntax.kind) {
    case "number":
      return syntax.value === 0 ? undefined : [];
    case "boolean":
    case "string":
    case "relation":
    case "logical":
    case "not":
      return [];
    case "name": {
      if (isLoopVariable(syntax, scope)) return [];
      const symbol = context.lookup(scope, syntax);
      return symbol === undefined ? [] : symbol.kind === "variable" ? symbol.shape : context.elementsOf(symbol).shape;
    }
    case "sum": {
      const shapes = syntax.terms.map(({ term }) => shape(term));
      if (!syntax.isElementwise) return shapes.find((found) => found !== undefined);
      return (
        shapes.find((found) => found !== undefined && found.length > 0) ?? (shapes.includes(undefined) ? undefined : [])
      );
    }
    case "negate":
      return shape(syntax.operand);
    case "if":
      return shape(syntax.branches[0]!.value) ?? shape(syntax.otherwise);
    case "call": {
      if (
        ["der", "pre", "noEvent", "hold", "sample", "previous", "homotopy", "implicitDependency", "delay"].includes(
          syntax.name,
        ) ||
        isStreamOperator(syntax.name)
      )
        return shape(syntax.args[0]);
      if (syntax.name === "smooth") return shape(syntax.args[1]);
      if (eventOperators.has(syntax.name) || ["length", "sum", "dot", "norm", "product"].includes(syntax.name))
        return [];
      break;
    }
    case "array":
      if (syntax.isStacked === true) {
        const items = syntax.rows[0]!.map((item) => shape(item));
        const known = items.find((item) => item !== undefined);
        return items.length === 0 ? [0] : known && [items.length, ...known];
      }
      return arrayShape(syntax.rows.map((row) => row.map((item) => shape(item))));
    case "index":
      if (!syntax.indices.some((index) => isList(index, scope, context))) return [];
      break;
    case "comprehension": {
      if (!usesEvents(syntax)) break;
      const count = usesEvents(syntax.range) ? undefined : shape(syntax.range)?.[0];
      if (count === undefined) return undefined;
      const loopVariables = new Map(scope.loopVariables ?? []).set(syntax.variable, 1);
      const element = count === 0 ? [] : shapeOfSyntax(syntax.element, { ...scope, loopVariables }, context);
      return element === undefined ? undefined : arrayShape([Array.from({ length: count }, () => element)]);
    }
    case "product": {
      const arrays = syntax.factors.map(shape).filter((found) => found === undefined || found.length > 0);
      if (arrays.length < 2) return arrays.length === 0 ? [] : arrays[0];
      break;
    }
    case "binary":
      if (syntax.operator === "/") return shape(syntax.left);
      break;
    default:
      break;
  }
  if (
    usesEvents(syntax) ||
    namesOf(syntax, scope, context).some((symbol) => symbol.kind === "variable" && symbol.shape === undefined)
  )
    return undefined;
  return translate(syntax, scope, context).shape;
}

/** Whether an index stands for several elements. */
function isList(index: Syntax, scope: Scope, context: FlattenContext): boolean {
  const inner = (part: Syntax): boolean => isList(part, scope, context);
  switch (index.kind) {
    case "range":
    case "array":
    case "comprehension":
      return true;
    case "name": {
      const symbol = isLoopVariable(index, scope) ? undefined : context.lookup(scope, index);
      const shape = symbol?.kind === "variable" ? symbol.shape : symbol && context.elementsOf(symbol).shape;
      return shape !== undefined && shape.length > 0;
    }
    case "sum":
      return index.terms.some(({ term }) => inner(term));
    case "index":
      return index.indices.some(inner);
    default:
      return false;
  }
}

/** Shape of [a, b; c, d] from those of its items, as translation makes it. */
function arrayShape(rows: readonly (readonly (Shape | undefined)[])[]): Shape | undefined {
  const items = rows.flat();
  if (items.includes(undefined)) return undefined;
  if (items.some((item) => item!.length === 2)) {
    const sizes = rows.filter((row) => row.length > 0);
    const width = sizes[0]!.reduce((sum, item) => sum + (item![1] ?? 1), 0);
    return [sizes.reduce((sum, row) => sum + (row[0]![0] ?? 1), 0), width];
  }
  const count = (row: readonly (Shape | undefined)[]): number => row.reduce((sum, item) => sum + sizeOf(item!), 0);
  if (rows.length > 1) return [rows.filter((row) => row.length > 0).length, count(rows[0]!)];
  const [first] = items;
  const isMatrix = first?.length === 1 && items.every((item) => item!.length === 1 && item![0] === first[0]);
  return isMatrix ? [items.length, first[0]!] : [count(items)];
}

/** Shapes of the results of (a, b) = f(…), undefined as long as those of its arguments are not known. */
function resultShapes(right: Syntax, count: number, scope: Scope, context: FlattenContext): Shape[] | undefined {
  const fn = right.kind === "call" ? findFunction(scope.instance, right.name) : undefined;
  if (fn === undefined || right.kind !== "call") return undefined;
  if (fn.results !== undefined) return fn.results.length === count ? [...fn.results] : undefined;
  if (right.args.some((arg) => usesEvents(arg) || shapeOfSyntax(arg, scope, context) === undefined)) return undefined;
  const args = right.args.map((arg) => translate(arg, scope, context));
  return located(scope, right.at, () => translateUserCall(fn, args, context, count)).map(({ shape }) => shape);
}

/** Translation of event operators makes variables, so it must happen once only. */
function usesEvents(syntax: Syntax): boolean {
  let found = false;
  visitSyntax(syntax, (node) => {
    found ||= node.kind === "call" && eventOperators.has(node.name);
  });
  return found;
}

function assign(syntax: Syntax, shape: Shape, scope: Scope, context: FlattenContext, unknown: Set<ModelSymbol>): void {
  const inner = (next: Syntax): void => assign(next, shape, scope, context, unknown);
  switch (syntax.kind) {
    case "name": {
      const symbol = isLoopVariable(syntax, scope) ? undefined : context.lookup(scope, syntax);
      if (symbol !== undefined && unknown.has(symbol)) setShape(symbol, shape, unknown);
      break;
    }
    case "sum":
      if (!syntax.isElementwise || shape.length === 0) for (const { term } of syntax.terms) inner(term);
      break;
    case "negate":
      inner(syntax.operand);
      break;
    case "if":
      for (const branch of syntax.branches) inner(branch.value);
      inner(syntax.otherwise);
      break;
    case "call":
      if (
        (["der", "pre", "noEvent"].includes(syntax.name) || isStreamOperator(syntax.name)) &&
        syntax.args.length === 1
      )
        inner(syntax.args[0]!);
      break;
    default:
      break;
  }
}

function setShape(symbol: ModelSymbol, shape: Shape, unknown: Set<ModelSymbol>): void {
  symbol.shape = shape;
  unknown.delete(symbol);
}
