/**
 * From syntax to expressions: names become variables and parameters, arrays become lists of scalars. Operators of
 * events and clocks are in translateEvents.ts, functions in translateCalls.ts.
 *
 * Length   one case per kind of syntax, in one recursion
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr, ExpressionBuilder } from "../symbolic/expression.ts";
import type { NameSyntax, Syntax } from "../symbolic/syntax.ts";
import {
  type ArrayExpr,
  broadcast,
  concatenate,
  dot,
  map,
  multiply,
  sameShape,
  scalar,
  sizeError,
  transpose,
  zip,
} from "./arrays.ts";
import { decidedCondition } from "./decidedConditions.ts";
import { asNumbers, asScalar, located, placeError, type Scope, type Surroundings } from "./scope.ts";
import { smoothStreams } from "./streamCalls.ts";
import { translateCall } from "./translateCalls.ts";
import { asArithmetic, asCondition, checkSameKind, isTruthSyntax } from "./truthValues.ts";
import { writtenOut } from "./writtenOut.ts";

const constants: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["π", Math.PI],
  ["inf", Number.POSITIVE_INFINITY],
  ["nan", Number.NaN],
]);

export function isConstantName(name: string): boolean {
  return name === "time" || constants.has(name);
}

export function translate(syntax: Syntax, scope: Scope, around: Surroundings): ArrayExpr {
  const b = around.state.b;
  switch (syntax.kind) {
    case "number":
      return scalar(b.num(syntax.value));
    case "boolean":
      return scalar(b.boolean(syntax.value));
    case "string":
      return scalar(b.make("str", [], 0, syntax.value));
    case "name":
      return translateName(syntax, scope, around);
    default:
      return translateOperation(syntax, scope, around);
  }
}

type Operation = Exclude<Syntax, { readonly kind: "number" | "boolean" | "string" | "name" }>;

function translateOperation(syntax: Operation, scope: Scope, around: Surroundings): ArrayExpr {
  const b = around.state.b;
  const recurse = (inner: Syntax): ArrayExpr => translate(inner, scope, around);
  /** What can be computed with: numbers and truth values, no texts. */
  const numbers = (inner: Syntax): ArrayExpr => asNumbers(recurse(inner), inner, scope);
  const operands = (inner: Syntax): ArrayExpr => asArithmetic(recurse(inner), inner, scope, around.state);
  /** The literal of a product may stand for a quantity, also where nothing is left of it. */
  const scaled = (factors: readonly ArrayExpr[], product: ArrayExpr): ArrayExpr => {
    if (factors.some(({ elements }) => elements.some(({ op, name }) => op === "num" && name === ""))) {
      around.state.scaled ??= new Set();
      for (const e of product.elements) around.state.scaled.add(e);
    }
    return product;
  };
  const operand = (inner: Syntax): Expr => asScalar(operands(inner), inner, scope);
  const condition = (inner: Syntax): Expr => asCondition(asScalar(numbers(inner), inner, scope), inner, scope);
  switch (syntax.kind) {
    case "call":
      return located(scope, syntax.at, () => translateCall(syntax, scope, around, recurse));
    case "sum": {
      const terms = syntax.terms.map(({ term, sign }) => {
        const value = operands(term);
        return sign === 1 ? value : map(value, (e) => b.neg(e));
      });
      if (!syntax.isElementwise) return located(scope, syntax.at, () => addAll(b, terms));
      return located(scope, syntax.at, () =>
        terms.reduce((x, y) => broadcast(x, y, (p, q) => b.add([p, q]), "These cannot be added element by element")),
      );
    }
    case "product":
      return located(scope, syntax.at, () => {
        const isPlain = syntax.isElementwise || around.streams === undefined;
        const factors = isPlain ? syntax.factors : smoothStreams(syntax.factors, scope, around);
        const values = factors.map(operands);
        const product = syntax.isElementwise
          ? values.reduce((x, y) =>
              broadcast(x, y, (p, q) => b.mul([p, q]), "These cannot be multiplied element by element"),
            )
          : translateProduct(b, factors, values);
        return scaled(values, product);
      });
    case "binary": {
      const [left, right] = [operands(syntax.left), operands(syntax.right)];
      if (syntax.operator === "./" || syntax.operator === ".^") {
        const operation = syntax.operator === "./" ? b.div.bind(b) : b.pow.bind(b);
        return located(scope, syntax.at, () =>
          scaled(
            syntax.operator === "./" ? [left, right] : [],
            broadcast(left, right, operation, "These do not fit element by element"),
          ),
        );
      }
      if (right.shape.length > 0)
        throw located(scope, syntax.at, () => {
          throw sizeError(left.shape, right.shape, `The right side of ${syntax.operator} is a number`);
        });
      const divisor = right.elements[0]!;
      if (syntax.operator === "/")
        return scaled(
          [left, right],
          map(left, (e) => b.div(e, divisor)),
        );
      return scalar(b.pow(asScalar(left, syntax.left, scope), divisor));
    }
    case "negate":
      return map(operands(syntax.operand), (e) => b.neg(e));
    case "relation": {
      // texts may be compared, but not ordered
      const side =
        syntax.operator === "==" || syntax.operator === "<>"
          ? (inner: Syntax): Expr => asScalar(recurse(inner), inner, scope)
          : operand;
      const [left, right] = [side(syntax.left), side(syntax.right)];
      checkSameKind([syntax.left, syntax.right], [scalar(left), scalar(right)], scope, around.state);
      const op = ({ "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "<>": "ne" } as const)[syntax.operator];
      return scalar(b.relation(op, left, right));
    }
    case "logical": {
      const conditions = syntax.operands.map(condition);
      return scalar(syntax.operator === "and" ? b.and(conditions) : b.or(conditions));
    }
    case "not":
      return scalar(b.not(condition(syntax.operand)));
    case "if": {
      // a condition on sizes and loop variables is decided here: the other branches need not make sense
      const branches: { condition: Expr; value: Syntax }[] = [];
      let otherwiseSyntax = syntax.otherwise;
      for (const { condition: test, value } of syntax.branches) {
        const decided = decidedCondition(test, scope, around, recurse);
        if (decided === true) {
          otherwiseSyntax = value;
          break;
        }
        if (decided === undefined) branches.push({ condition: condition(test), value });
      }
      const items = [otherwiseSyntax, ...branches.reverse().map(({ value }) => value)];
      const values = items.map(recurse);
      checkSameKind(items, values, scope, around.state);
      let result = values[0]!;
      for (const [k, branch] of branches.entries()) {
        const value = values[k + 1]!;
        const otherwise = result;
        result = located(scope, syntax.at, () =>
          zip(value, otherwise, (x, y) => b.conditional(branch.condition, x, y), "The branches of if differ in size"),
        );
      }
      return result;
    }
    case "array": {
      const rows = syntax.rows.map((row) => row.map(recurse));
      checkSameKind(syntax.rows.flat(), rows.flat(), scope, around.state);
      return located(scope, syntax.at, () => (syntax.isStacked === true ? stack(rows[0]!) : translateArray(rows)));
    }
    case "comprehension": {
      const values = integersOf(syntax.range, scope, around);
      const loop = (value: number) => new Map(scope.loopVariables ?? []).set(syntax.variable, value);
      const element = (value: number) => translate(syntax.element, { ...scope, loopVariables: loop(value) }, around);
      return located(scope, syntax.at, () => translateArray([writtenOut(values, syntax.at, scope, element)]));
    }
    case "range":
      return located(scope, syntax.at, () => {
        const values = integersOf(syntax, scope, around);
        return { shape: [values.length], elements: values.map((value) => b.num(value)) };
      });
    case "index":
      return located(scope, syntax.at, () => translateIndex(syntax.indices, recurse(syntax.base), scope, around));
    case "transpose":
      return transpose(recurse(syntax.operand));
    case "tuple":
      throw placeError(
        "E-SYNTAX",
        scope,
        syntax.at,
        "A list in parentheses is only allowed on the left of (a, b) = f(…).",
        "use [a, b] for a vector",
      );
  }
}

function translateName(syntax: NameSyntax, scope: Scope, around: Surroundings): ArrayExpr {
  const b = around.state.b;
  const single = syntax.parts.length === 1 ? syntax.parts[0]! : undefined;
  if (single !== undefined) {
    const loopValue = scope.loopVariables?.get(single);
    if (loopValue !== undefined) return scalar(b.num(loopValue));
  }
  const symbol = around.lookup(scope, syntax);
  if (symbol !== undefined) return around.elementsOf(symbol, scope, syntax.at);
  if (single === "time") return scalar(b.time);
  return scalar(b.num(constants.get(single!)!));
}

function addAll(b: ExpressionBuilder, terms: readonly ArrayExpr[]): ArrayExpr {
  const first = terms[0]!;
  for (const term of terms)
    if (!sameShape(term.shape, first.shape)) throw sizeError(first.shape, term.shape, "These cannot be added");
  return { shape: first.shape, elements: first.elements.map((_, i) => b.add(terms.map((term) => term.elements[i]!))) };
}

function translateProduct(b: ExpressionBuilder, factors: readonly Syntax[], values: readonly ArrayExpr[]): ArrayExpr {
  if (values.every((value) => value.shape.length === 0))
    return scalar(b.mul(values.map((value) => value.elements[0]!)));
  let result = values[0]!;
  for (let i = 1; i < values.length; i++) {
    const isRowTimesVector = factors[i - 1]!.kind === "transpose" && result.shape[0] === 1;
    const next = values[i]!;
    if (isRowTimesVector && next.shape.length === 1 && next.shape[0] === result.shape[1]) {
      result = scalar(dot(b, result.elements, next.elements));
    } else result = multiply(b, result, next);
  }
  return result;
}

/** `{a, b}`: items of one size become the elements of an array with one dimension more. */
function stack(items: readonly ArrayExpr[]): ArrayExpr {
  const shape = items[0]?.shape ?? [];
  const different = items.find((item) => !sameShape(item.shape, shape));
  if (different !== undefined) throw sizeError(shape, different.shape, "The items between { and } differ in size");
  if (shape.length > 1) throw sizeError([items.length], shape, "Arrays have at most two dimensions");
  return { shape: [items.length, ...shape], elements: items.flatMap(({ elements }) => elements) };
}

function translateArray(rows: readonly (readonly ArrayExpr[])[]): ArrayExpr {
  if (rows.some((row) => row.some(({ shape }) => shape.length === 2)))
    return concatenate(
      1,
      rows.filter((row) => row.length > 0).map((row) => concatenate(2, row)),
    );
  const isMatrix = rows.length > 1;
  const lists = rows.filter((row) => row.length > 0).map((row) => row.flatMap((item) => item.elements));
  if (!isMatrix) {
    const items = rows[0]!;
    // a vector of vectors of equal length is a matrix
    const first = items[0];
    if (
      first !== undefined &&
      first.shape.length === 1 &&
      items.every((item) => item.shape.length === 1 && item.shape[0] === first.shape[0])
    ) {
      return { shape: [items.length, first.shape[0]!], elements: lists[0]! };
    }
    return { shape: [lists[0]?.length ?? 0], elements: lists[0] ?? [] };
  }
  const width = lists[0]?.length ?? 0;
  const different = lists.find((row) => row.length !== width);
  if (different !== undefined) throw sizeError([width], [different.length], "The rows of the matrix differ in length");
  return { shape: [lists.length, width], elements: lists.flat() };
}

function translateIndex(indices: readonly Syntax[], base: ArrayExpr, scope: Scope, around: Surroundings): ArrayExpr {
  if (indices.length !== base.shape.length) {
    throw new RattlebackError(
      "E-INDEX",
      `${indices.length === 1 ? "One index is" : `${indices.length} indices are`} given for ${describeRank(base)}.`,
      {
        hint:
          base.shape.length === 0
            ? "it is a number: give it an array as init, start or size, or leave out the index"
            : "give one index per dimension",
      },
    );
  }
  const b = around.state.b;
  const single = indices[0]!;
  for (const index of indices)
    if (isTruthSyntax(index))
      throw placeError(
        "E-TRUTH",
        scope,
        index.at,
        "An index is a number.",
        "write if … then 1 else 2 to choose by a truth value",
      );
  if (indices.length === 1 && single.kind !== "range") {
    const value = indexValue(single, scope, around);
    if (value === undefined && base.elements.length === 0) checkIndex(1, 0);
    if (value === undefined) {
      const { shape, elements } = translate(single, scope, around);
      checkListIndex(shape);
      const select = (index: Expr): Expr => {
        const known = shape.length === 0 ? undefined : around.constantValue(index);
        if (known === undefined) return selectByValue(b, index, base.elements);
        return base.elements[checkIndex(known, base.elements.length)]!;
      };
      return { shape, elements: elements.map(select) };
    }
  }
  const positions = indices.map((index, dimension) =>
    integersOf(index, scope, around).map((value) => checkIndex(value, base.shape[dimension]!)),
  );
  const isSeveral = indices.map((index) => index.kind === "range" || isListIndex(index, scope, around));
  const shape = positions.map((list) => list.length).filter((_, dimension) => isSeveral[dimension]);
  if (positions.length === 1) return { shape, elements: positions[0]!.map((i) => base.elements[i]!) };
  const columns = base.shape[1]!;
  return { shape, elements: positions[0]!.flatMap((i) => positions[1]!.map((j) => base.elements[i * columns + j]!)) };
}

function isListIndex(index: Syntax, scope: Scope, around: Surroundings): boolean {
  if (indexValue(index, scope, around) !== undefined) return false;
  const { shape } = translate(index, scope, around);
  checkListIndex(shape);
  return shape.length === 1;
}

function checkListIndex(shape: readonly number[]): void {
  if (shape.length === 2)
    throw new RattlebackError("E-INDEX", "An index is a number or a vector of numbers, and this is a matrix.", {
      hint: "A[{1, 3}, 2] for elements 1 and 3 of column 2",
    });
}

/**
 * Element chosen by a value that may change at events: conditions that halve the range. An index that is not the number of an element
 * has no value, which ends the run.
 */
function selectByValue(b: ExpressionBuilder, index: Expr, elements: readonly Expr[]): Expr {
  const isBelow = (limit: number): Expr => b.call("noEvent", [b.relation("lt", index, b.num(limit))]);
  const isAbove = (limit: number): Expr => b.call("noEvent", [b.relation("gt", index, b.num(limit))]);
  const none = b.num(Number.NaN);
  const select = (from: number, to: number): Expr => {
    if (to - from === 1) return b.conditional(isBelow(to), none, b.conditional(isAbove(to), none, elements[from]!));
    const middle = (from + to) >> 1;
    return b.conditional(isBelow(middle + 0.5), select(from, middle), select(middle, to));
  };
  return select(0, elements.length);
}

function checkIndex(value: number, length: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= length) return value - 1;
  throw new RattlebackError("E-INDEX", `The index ${value} is outside 1 … ${length}.`, {
    hint: length === 0 ? "the array is empty; give it elements" : "indices count from 1",
    data: { index: value, length },
  });
}

export function integersOf(syntax: Syntax, scope: Scope, around: Surroundings): number[] {
  if (syntax.kind === "range") {
    const [from, to] = [indexValue(syntax.from, scope, around), indexValue(syntax.to, scope, around)];
    const step = syntax.step === undefined ? 1 : indexValue(syntax.step, scope, around);
    if (from === undefined || to === undefined || step === undefined) throw notConstant(scope, syntax.at);
    if (step === 0) throw placeError("E-INDEX", scope, syntax.at, "The step of the range is zero.", "e.g. 1:2:9");
    // 0:0.1:0.3 has four elements although (0.3 - 0)/0.1 is 2.9999999999999996
    const count = Math.floor(((to - from) / step) * (1 + 4 * Number.EPSILON)) + 1;
    if (count > 1e6)
      throw placeError(
        "E-ARRAY-SIZE",
        scope,
        syntax.at,
        `The range has ${count} elements; at most a million are allowed.`,
        "check its ends",
      );
    return Array.from({ length: Math.max(0, count) }, (_, i) => from + i * step);
  }
  const value = indexValue(syntax, scope, around);
  if (value !== undefined) return [value];
  const list = translate(syntax, scope, around).elements.map((e) => around.constantValue(e));
  if (list.some((item) => item === undefined)) throw notConstant(scope, syntax.at);
  return list as number[];
}

function indexValue(syntax: Syntax, scope: Scope, around: Surroundings): number | undefined {
  if (syntax.kind === "number") return syntax.value;
  if (syntax.kind === "name") {
    const counted = syntax.parts.length === 1 ? scope.loopVariables?.get(syntax.parts[0]!) : undefined;
    if (counted !== undefined) return counted;
    const bound = around.constantOf(syntax, scope);
    if (bound !== undefined) return bound;
  }
  if (syntax.kind === "sum") {
    let sum = 0;
    for (const { sign, term } of syntax.terms) {
      const value = indexValue(term, scope, around);
      if (value === undefined) return undefined;
      sum += sign * value;
    }
    return sum;
  }
  const value = translate(syntax, scope, around);
  return value.shape.length === 0 ? around.constantValue(value.elements[0]!) : undefined;
}

function describeRank(base: ArrayExpr): string {
  return base.shape.length === 0 ? "a number" : base.shape.length === 1 ? "a vector" : "a matrix";
}

function notConstant(scope: Scope, offset: number): RattlebackError {
  return placeError("E-INDEX", scope, offset, "A range must not change during the run.", "use parameters and numbers");
}
