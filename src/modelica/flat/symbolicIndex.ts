/** Subscripts that only the run knows: tables of constants become calls, other arrays chains of conditions. */
import { functionIndex } from "../../compile/userCalls.ts";
import type { UserFunction } from "../../language/functions.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { ScalarValue, Scope, Value } from "../model.ts";
import type { Expression } from "../syntax/ast.ts";
import { index, isScalarKind, type Subscript, withElements } from "../values/arrays.ts";
import type { Lowering } from "./context.ts";
import { checkSubscript, choose, subscriptsOf } from "./evaluate.ts";

/** Where an index is known in the run only: its dimension, its value and what to add to count from 1. */
interface Unknown {
  readonly k: number;
  readonly e: Expr;
  readonly offset: number;
  /** It may be any whole number, unlike literals of an enumeration. */
  readonly isInteger: boolean;
}

/** Fewer alternatives are chosen by conditions. */
const fewAlternatives = 4;

export function symbolicElement(
  l: Lowering,
  value: Value,
  subscripts: readonly Expression[],
  scope: Scope,
): Value | undefined {
  if (value.kind === "Function") return undefined;
  const unknown = unknownSubscripts(l, subscripts, value.shape, scope);
  if (unknown.length === 0) return undefined;
  assertInside(l, unknown, value.shape, scope);
  const fixed = knownSubscripts(l, subscripts, unknown, value.shape, scope);
  const counts = unknown.map(({ k }) => value.shape[k]!);
  const total = counts.reduce((product, n) => product * n, 1);
  if (isScalarKind(value) && total > fewAlternatives && value.elements.every(({ op }) => op === "num"))
    return tableCall(l, value, fixed, unknown, counts);
  const pick = (depth: number, chosen: readonly number[]): Value => {
    const at = unknown[depth];
    if (at === undefined) return index(value, placed(fixed, unknown, chosen));
    let result = pick(depth + 1, [...chosen, counts[depth]!]);
    for (let i = counts[depth]! - 1; i >= 1; i--)
      result = choose(l, isAt(l, at, i), pick(depth + 1, [...chosen, i]), result);
    return result;
  };
  return pick(0, []);
}

export function symbolicUpdate(
  l: Lowering,
  old: Value,
  subscripts: readonly Expression[],
  value: Value,
  scope: Scope,
): Value | undefined {
  if (old.kind === "Function") return undefined;
  const unknown = unknownSubscripts(l, subscripts, old.shape, scope);
  if (unknown.length === 0) return undefined;
  assertInside(l, unknown, old.shape, scope);
  const fixed = knownSubscripts(l, subscripts, unknown, old.shape, scope);
  let result: Value = old;
  const visit = (depth: number, chosen: readonly number[], conditions: readonly Expr[]): void => {
    const at = unknown[depth];
    if (at !== undefined) {
      for (let i = 1; i <= old.shape[at.k]!; i++) visit(depth + 1, [...chosen, i], [...conditions, isAt(l, at, i)]);
      return;
    }
    const place = placed(fixed, unknown, chosen);
    result = withElements(result, place, choose(l, l.b.and(conditions), value, index(old, place)));
  };
  visit(0, [], []);
  return result;
}

/** The run ends where an index leaves its array. */
function assertInside(l: Lowering, unknown: readonly Unknown[], shape: readonly number[], scope: Scope): void {
  const { b } = l;
  for (const { k, e, isInteger } of unknown) {
    if (!isInteger) continue;
    const holds = b.and([b.relation("ge", e, b.one), b.relation("le", e, b.num(shape[k]!))]);
    const message = ["the index ", { value: e, show: String }, ` is outside of 1:${shape[k]!}`];
    l.functionAssertions.raise({ holds, message, isWarning: false, name: scope.cls.qualifiedName });
  }
}

function isAt(l: Lowering, { e, offset }: Unknown, i: number): Expr {
  return l.b.relation("eq", e, l.b.num(i - offset));
}

function unknownSubscripts(
  l: Lowering,
  subscripts: readonly Expression[],
  shape: readonly number[],
  scope: Scope,
): Unknown[] {
  const found: Unknown[] = [];
  subscripts.forEach((item, k) => {
    if (item.kind === "colon" || item.kind === "number" || item.kind === "range") return;
    const before = l.end;
    l.end = shape[k];
    const value = l.evaluate(item, scope);
    l.end = before;
    checkSubscript(value, shape[k]);
    if (value.shape.length > 0) return;
    const e = value.elements[0]!;
    if (e.op === "num" || l.tryConstant(e) !== undefined) return;
    found.push({ k, e, offset: value.kind === "Boolean" ? 1 : 0, isInteger: value.kind === "Integer" });
  });
  return found;
}

/** The subscripts that are known; 0 stands where one is not. */
function knownSubscripts(
  l: Lowering,
  subscripts: readonly Expression[],
  unknown: readonly Unknown[],
  shape: readonly number[],
  scope: Scope,
): Subscript[] {
  return subscripts.map((item, j) =>
    unknown.some(({ k }) => k === j) ? 0 : subscriptsOf(l, [item], [shape[j]!], scope)[0]!,
  );
}

function placed(fixed: readonly Subscript[], unknown: readonly Unknown[], chosen: readonly number[]): Subscript[] {
  return fixed.map((item, j) => chosen[unknown.findIndex(({ k }) => k === j)] ?? item);
}

/** A table of constants: one call that gives the element, or the row, at the indices. */
function tableCall(
  l: Lowering,
  value: ScalarValue,
  fixed: readonly Subscript[],
  unknown: readonly Unknown[],
  counts: readonly number[],
): ScalarValue {
  const pattern = index(
    value,
    placed(
      fixed,
      unknown,
      counts.map(() => 1),
    ),
  ) as ScalarValue;
  const numbers = new Map<number, number[]>();
  const list = (at: readonly number[]): number[] => {
    const key = at.reduce((sum, i, d) => sum * counts[d]! + i - 1, 0);
    let found = numbers.get(key);
    if (found === undefined) {
      const isInside = at.every((i, d) => i >= 1 && i <= counts[d]!);
      found = isInside
        ? (index(value, placed(fixed, unknown, at)) as ScalarValue).elements.map((e) => e.value)
        : pattern.elements.map(() => Number.NaN);
      numbers.set(key, found);
    }
    return found;
  };
  const fn: UserFunction = {
    name: "element",
    call: ((...at: number[]) => list(at.map((i, d) => i + unknown[d]!.offset))) as UserFunction["call"],
    derivative: undefined,
    results: [[pattern.elements.length]],
    hasEffects: false,
  };
  const call = l.b.make(
    "ucall",
    unknown.map(({ e }) => e),
    functionIndex(l.state, fn),
    String(pattern.elements.length),
  );
  return { ...pattern, elements: pattern.elements.map((_, i) => l.b.make("elem", [call], i, "")) };
}
