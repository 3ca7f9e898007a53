/** Operators on values: numbers with coercion, arrays, matrices, truth values, texts. Constants are computed at once. */
import type { Expr, ExpressionBuilder } from "../../symbolic/expression.ts";
import { builtInFunction } from "../../symbolic/functions.ts";
import type { ScalarValue } from "../model.ts";
import type { Operator } from "../syntax/ast.ts";
import { SizeFault, sameShape, shapeText } from "./arrays.ts";
import { areOfOneType, TypeFault, typeName } from "./oneType.ts";
import { scalarValue } from "./value.ts";

const relationNames = { "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "<>": "ne" } as const;

/** A built-in function of numbers, computed when all arguments are numbers. */
export function callBuiltIn(b: ExpressionBuilder, name: string, args: readonly Expr[]): Expr {
  if (args.every(({ op }) => op === "num")) {
    const value = builtInFunction(name)!.evaluate(...args.map((arg) => arg.value));
    if (!Number.isNaN(value)) return b.num(value);
  }
  return b.call(name, args);
}

function textOf(e: Expr): string | undefined {
  return e.op === "str" ? e.name : undefined;
}

export function text(b: ExpressionBuilder, value: string): ScalarValue {
  return scalarValue("String", b.make("str", [], 0, value));
}

export function applyBinary(
  b: ExpressionBuilder,
  operator: Operator,
  left: ScalarValue,
  right: ScalarValue,
): ScalarValue {
  switch (operator) {
    case "and":
    case "or":
      need(left, ["Boolean"], operator);
      need(right, ["Boolean"], operator);
      return elementwise(left, right, "Boolean", (x, y) => (operator === "and" ? b.and([x, y]) : b.or([x, y])), true);
    case "<":
    case "<=":
    case ">":
    case ">=":
    case "==":
    case "<>":
      return compareValues(b, operator, left, right);
    case "+":
      if (left.kind === "String" && right.kind === "String") return joinTexts(b, left, right);
      return numeric(left, right, operator, (x, y) => b.add([x, y]), false);
    case "-":
      return numeric(left, right, operator, (x, y) => b.sub(x, y), false);
    case ".+":
      return numeric(left, right, operator, (x, y) => b.add([x, y]), true);
    case ".-":
      return numeric(left, right, operator, (x, y) => b.sub(x, y), true);
    case ".*":
      return numeric(left, right, operator, (x, y) => b.mul([x, y]), true);
    case "./":
      return asReal(numeric(left, right, operator, (x, y) => divide(b, x, y), true));
    case ".^":
      return asReal(numeric(left, right, operator, (x, y) => power(b, x, y), true));
    case "*":
      return multiply(b, left, right);
    case "/":
      if (right.shape.length > 0) throw new TypeFault("an array cannot divide; use ./ for division element by element");
      return asReal(numeric(left, right, operator, (x, y) => divide(b, x, y), true));
    case "^":
      return raise(b, left, right);
  }
}

function divide(b: ExpressionBuilder, x: Expr, y: Expr): Expr {
  return b.div(x, y);
}

function power(b: ExpressionBuilder, x: Expr, y: Expr): Expr {
  return b.pow(x, y);
}

function asReal(value: ScalarValue): ScalarValue {
  return value.kind === "Real" ? value : { ...value, kind: "Real" };
}

function need(value: ScalarValue, kinds: readonly string[], operator: string): void {
  if (!kinds.includes(value.kind)) throw new TypeFault(`"${operator}" takes ${kinds.join(" or ")}, not ${value.kind}`);
}

function numeric(
  left: ScalarValue,
  right: ScalarValue,
  operator: string,
  apply: (x: Expr, y: Expr) => Expr,
  broadcasts: boolean,
): ScalarValue {
  need(left, ["Real", "Integer"], operator);
  need(right, ["Real", "Integer"], operator);
  const kind = left.kind === "Real" || right.kind === "Real" ? "Real" : "Integer";
  return elementwise(left, right, kind, apply, broadcasts);
}

function elementwise(
  left: ScalarValue,
  right: ScalarValue,
  kind: ScalarValue["kind"],
  apply: (x: Expr, y: Expr) => Expr,
  broadcasts: boolean,
): ScalarValue {
  if (sameShape(left.shape, right.shape))
    return {
      kind,
      shape: left.shape,
      elements: left.elements.map((x, i) => apply(x, right.elements[i]!)),
      cls: undefined,
    };
  if (broadcasts && left.shape.length === 0)
    return {
      kind,
      shape: right.shape,
      elements: right.elements.map((y) => apply(left.elements[0]!, y)),
      cls: undefined,
    };
  if (broadcasts && right.shape.length === 0)
    return {
      kind,
      shape: left.shape,
      elements: left.elements.map((x) => apply(x, right.elements[0]!)),
      cls: undefined,
    };
  throw new SizeFault(`the operands have sizes ${shapeText(left.shape)} and ${shapeText(right.shape)}`);
}

function compareValues(
  b: ExpressionBuilder,
  operator: keyof typeof relationNames,
  left: ScalarValue,
  right: ScalarValue,
): ScalarValue {
  if (!areOfOneType(left, right))
    throw new TypeFault(`"${operator}" compares values of one type, not ${typeName(left)} with ${typeName(right)}`);
  const op = relationNames[operator];
  return elementwise(
    left,
    right,
    "Boolean",
    (x, y) => {
      const [s, t] = [textOf(x), textOf(y)];
      if (s !== undefined && t !== undefined) {
        const order = s < t ? -1 : s > t ? 1 : 0;
        return b.relation(op, b.num(order), b.zero);
      }
      if (x === y && (op === "eq" || op === "le" || op === "ge")) return b.one;
      if (x === y) return b.zero;
      return left.kind === "String" ? compareTexts(b, op, x, y) : b.relation(op, x, y);
    },
    false,
  );
}

/** Texts of which a condition chooses one; what a run writes into texts is not compared. */
function compareTexts(
  b: ExpressionBuilder,
  op: (typeof relationNames)[keyof typeof relationNames],
  x: Expr,
  y: Expr,
): Expr {
  const [s, t] = [textOf(x), textOf(y)];
  if (s !== undefined && t !== undefined) return b.relation(op, b.num(s < t ? -1 : s > t ? 1 : 0), b.zero);
  const choice = x.op === "if" ? x : y.op === "if" ? y : undefined;
  if (choice === undefined)
    throw new TypeFault(
      "a text that changes during the run is compared; it can be shown, or chosen by conditions in its declaration",
    );
  const [condition, first, second] = choice.args as [Expr, Expr, Expr];
  const branch = (text: Expr): Expr => (choice === x ? compareTexts(b, op, text, y) : compareTexts(b, op, x, text));
  return b.conditional(condition, branch(first), branch(second));
}

function joinTexts(b: ExpressionBuilder, left: ScalarValue, right: ScalarValue): ScalarValue {
  return elementwise(
    left,
    right,
    "String",
    (x, y) => {
      const [s, t] = [textOf(x), textOf(y)];
      if (s !== undefined && t !== undefined) return b.make("str", [], 0, s + t);
      return b.make("call", [x, y], 0, "$join");
    },
    true,
  );
}

function multiply(b: ExpressionBuilder, left: ScalarValue, right: ScalarValue): ScalarValue {
  const [m, n] = [left.shape.length, right.shape.length];
  if (m === 0 || n === 0) return numeric(left, right, "*", (x, y) => b.mul([x, y]), true);
  need(left, ["Real", "Integer"], "*");
  need(right, ["Real", "Integer"], "*");
  const kind = left.kind === "Real" || right.kind === "Real" ? "Real" : "Integer";
  const inner = left.shape[m - 1]!;
  if (m > 2 || n > 2 || inner !== right.shape[0])
    throw new SizeFault(`a product of sizes ${shapeText(left.shape)} and ${shapeText(right.shape)}`);
  const rows = m === 1 ? 1 : left.shape[0]!;
  const columns = n === 1 ? 1 : right.shape[1]!;
  const elements: Expr[] = [];
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) {
      const terms: Expr[] = [];
      for (let k = 0; k < inner; k++)
        terms.push(b.mul([left.elements[i * inner + k]!, right.elements[k * columns + j]!]));
      elements.push(b.add(terms));
    }
  const shape = [...(m === 1 ? [] : [rows]), ...(n === 1 ? [] : [columns])];
  return { kind, shape, elements, cls: undefined };
}

function raise(b: ExpressionBuilder, left: ScalarValue, right: ScalarValue): ScalarValue {
  if (left.shape.length === 0) return asReal(numeric(left, right, "^", (x, y) => power(b, x, y), false));
  const n = left.shape[0]!;
  if (left.shape.length !== 2 || n !== left.shape[1])
    throw new SizeFault(
      `only square matrices have powers, not arrays of size ${shapeText(left.shape)}; use .^ for elements`,
    );
  const exponent = right.elements[0]!;
  const isWhole = exponent.op === "num" && Number.isInteger(exponent.value) && exponent.value >= 0;
  if (!isWhole || right.shape.length > 0) throw new TypeFault("the power of a matrix is a whole number, 0 or more");
  let result: ScalarValue = {
    kind: "Real",
    shape: [n, n],
    elements: Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? b.one : b.zero)),
    cls: undefined,
  };
  for (let k = 0; k < exponent.value; k++) result = multiply(b, result, left);
  return result;
}

export function opposite(b: ExpressionBuilder, value: ScalarValue): ScalarValue {
  need(value, ["Boolean"], "not");
  return { ...value, elements: value.elements.map((e) => b.not(e)) };
}

export function negate(b: ExpressionBuilder, value: ScalarValue): ScalarValue {
  need(value, ["Real", "Integer"], "-");
  return { ...value, elements: value.elements.map((e) => b.neg(e)) };
}
