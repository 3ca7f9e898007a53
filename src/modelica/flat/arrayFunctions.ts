/** Functions of arrays: sizes, constructors, reductions. */
import type { Expr } from "../../symbolic/expression.ts";
import type { RecordValue, ScalarValue, Scope, Value } from "../model.ts";
import type { CallExpression, Expression } from "../syntax/ast.ts";
import { checkedSize, concatenate, isScalarKind, promote, SizeFault, shapeText, transposed } from "../values/arrays.ts";
import { article, isNumber, TypeFault } from "../values/oneType.ts";
import { applyBinary, callBuiltIn } from "../values/operators.ts";
import { scalarValue, sizeOf } from "../values/value.ts";
import type { Lowering } from "./context.ts";
import { iterate } from "./evaluate.ts";
import { sumOfRecords } from "./operatorRecords.ts";

export const arrayFunctionNames: ReadonlySet<string> = new Set(
  "size ndims scalar vector matrix promote cat identity diagonal zeros ones fill linspace transpose outerProduct symmetric cross skew min max sum product array".split(
    " ",
  ),
);

const largest = 1.7976931348623157e308;

export function arrayFunction(l: Lowering, name: string, call: CallExpression, scope: Scope): Value {
  const { b } = l;
  if (call.iterators.length > 0) return reduction(l, name, call, scope);
  const argument = (k: number): Expression => {
    const e = call.positional[k];
    if (e === undefined) throw new TypeFault(`"${name}" lacks an argument`);
    return e;
  };
  const arg = (k: number): Value => l.evaluate(argument(k), scope);
  const numbers = (k: number): ScalarValue => {
    const value = arg(k);
    if (!isScalarKind(value)) throw new TypeFault(`"${name}" takes numbers`);
    return value;
  };
  const arithmetic = (value: ScalarValue): ScalarValue => {
    if (!isNumber(value)) throw new TypeFault(`"${name}" takes numbers, not ${article(value.kind)}`);
    return value;
  };
  const real = (k: number): Expr => l.scalar(arithmetic(numbers(k)), undefined, argument(k), scope);
  /** An argument with that many dimensions. */
  const ranked = (k: number, rank: number): ScalarValue => {
    const value = numbers(k);
    if (value.shape.length !== rank)
      throw new SizeFault(
        `"${name}" takes ${rank === 1 ? "a vector" : "a matrix"}, not an array of size ${shapeText(value.shape)}`,
      );
    return value;
  };
  const triple = (k: number): readonly [Expr, Expr, Expr] => {
    const { elements } = arithmetic(ranked(k, 1));
    if (elements.length !== 3)
      throw new SizeFault(`"${name}" takes vectors of three elements, not of ${elements.length}`);
    return elements as unknown as [Expr, Expr, Expr];
  };
  const count = (k: number): number => {
    const value = l.constant(l.scalar(numbers(k), "Integer", argument(k), scope), argument(k), scope);
    if (!Number.isInteger(value) || value < 0) throw new SizeFault(`${value} is not a size`);
    return value;
  };
  const integer = (value: number): ScalarValue => scalarValue("Integer", b.num(value));
  const filled = (kind: ScalarValue["kind"], shape: number[], e: Expr): ScalarValue => ({
    kind,
    shape,
    elements: Array.from({ length: checkedSize(shape) }, () => e),
    cls: undefined,
  });
  switch (name) {
    case "size": {
      const shape = l.shapeOf(argument(0), scope);
      if (call.positional.length === 1)
        return { kind: "Integer", shape: [shape.length], elements: shape.map((n) => b.num(n)), cls: undefined };
      const k = count(1);
      if (k < 1 || k > shape.length)
        throw new SizeFault(`an array with ${shape.length} dimensions has no dimension ${k}`);
      return integer(shape[k - 1]!);
    }
    case "ndims":
      return integer(l.shapeOf(argument(0), scope).length);
    case "scalar": {
      const value = arg(0);
      if (value.kind !== "Function" && sizeOf(value.shape) !== 1)
        throw new SizeFault(`"scalar" takes an array with one element, not of size ${shapeText(value.shape)}`);
      return { ...value, shape: [] } as unknown as Value;
    }
    case "vector": {
      const value = arg(0);
      if (value.kind === "Function") return value;
      if (value.shape.filter((n) => n !== 1).length > 1)
        throw new SizeFault(`"vector" takes one row or column, not an array of size ${shapeText(value.shape)}`);
      return { ...value, shape: [sizeOf(value.shape)] } as Value;
    }
    case "matrix": {
      const value = arg(0);
      if (value.kind === "Function") return value;
      if (value.shape.slice(2).some((n) => n !== 1))
        throw new SizeFault(
          `"matrix" takes an array whose further dimensions are 1, not of size ${shapeText(value.shape)}`,
        );
      return { ...value, shape: value.shape.length <= 2 ? promote(value, 2).shape : value.shape.slice(0, 2) } as Value;
    }
    case "promote":
      return promote(arg(0), checkedRank(count(1)));
    case "cat": {
      const k = count(0) - 1;
      return concatenate(
        k,
        call.positional.slice(1).map((e) => l.evaluate(e, scope)),
      );
    }
    case "array":
      throw new TypeFault(`"array" lacks its elements`);
    case "identity": {
      const n = count(0);
      return {
        kind: "Integer",
        shape: [n, n],
        elements: Array.from({ length: checkedSize([n, n]) }, (_, i) => (i % (n + 1) === 0 ? b.one : b.zero)),
        cls: undefined,
      };
    }
    case "diagonal": {
      const v = ranked(0, 1);
      const n = v.elements.length;
      return {
        ...v,
        shape: [n, n],
        elements: Array.from({ length: checkedSize([n, n]) }, (_, i) =>
          i % (n + 1) === 0 ? v.elements[i / (n + 1)]! : b.zero,
        ),
      };
    }
    case "zeros":
    case "ones":
      return filled(
        "Integer",
        call.positional.map((_, k) => count(k)),
        name === "zeros" ? b.zero : b.one,
      );
    case "fill": {
      const value = arg(0);
      const shape = call.positional.slice(1).map((_, k) => count(k + 1));
      if (value.kind === "Function") return value;
      const length = checkedSize([...shape, ...value.shape]) === 0 ? 0 : sizeOf(shape);
      const elements = Array.from({ length }, () => value.elements as readonly unknown[]).flat();
      return { ...value, shape: [...shape, ...value.shape], elements } as unknown as Value;
    }
    case "linspace": {
      const [from, to] = [real(0), real(1)];
      const n = checkedSize([count(2)]);
      if (n < 2) throw new SizeFault(`"linspace" takes at least 2 points, not ${n}`);
      const elements = Array.from({ length: n }, (_, i) => b.add([from, b.mul([b.num(i / (n - 1)), b.sub(to, from)])]));
      return { kind: "Real", shape: [n], elements, cls: undefined };
    }
    case "transpose": {
      const value = arg(0);
      if (value.kind === "Function") return value;
      if (value.shape.length < 2)
        throw new SizeFault(`"transpose" takes a matrix, not an array of size ${shapeText(value.shape)}`);
      return transposed(value as ScalarValue);
    }
    case "symmetric": {
      const value = ranked(0, 2);
      const [n, columns] = value.shape as [number, number];
      if (n !== columns)
        throw new SizeFault(`"symmetric" takes a square matrix, not one of size ${shapeText(value.shape)}`);
      return {
        ...value,
        elements: value.elements.map((e, i) =>
          i % n >= Math.floor(i / n) ? e : value.elements[(i % n) * n + Math.floor(i / n)]!,
        ),
      };
    }
    case "outerProduct": {
      const [x, y] = [arithmetic(ranked(0, 1)), arithmetic(ranked(1, 1))];
      checkedSize([x.elements.length, y.elements.length]);
      const elements = x.elements.flatMap((p) => y.elements.map((q) => b.mul([p, q])));
      return { kind: "Real", shape: [x.elements.length, y.elements.length], elements, cls: undefined };
    }
    case "cross": {
      const [x, y] = [triple(0), triple(1)];
      const part = (i: number, j: number): Expr => b.sub(b.mul([x[i]!, y[j]!]), b.mul([x[j]!, y[i]!]));
      return { kind: "Real", shape: [3], elements: [part(1, 2), part(2, 0), part(0, 1)], cls: undefined };
    }
    case "skew": {
      const [x, y, z] = triple(0);
      return {
        kind: "Real",
        shape: [3, 3],
        elements: [b.zero, b.neg(z), y, z, b.zero, b.neg(x), b.neg(y), x, b.zero],
        cls: undefined,
      };
    }
    case "sum": {
      const value = arg(0);
      if (value.kind === "Record") {
        const items = value.elements.map((fields): Value => ({ ...value, shape: [], elements: [fields] }));
        return sumOfRecords(l, value.cls, items, call.at, scope);
      }
      const { kind, elements } = arithmetic(numbers(0));
      return scalarValue(kind, b.add(elements));
    }
    case "product": {
      const { kind, elements } = arithmetic(numbers(0));
      return scalarValue(kind, elements.length === 0 ? b.one : b.mul(elements));
    }
    default:
      return extremum(l, name as "min" | "max", call.positional.length === 2 ? [numbers(0), numbers(1)] : [numbers(0)]);
  }
}

function checkedRank(dimensions: number): number {
  if (dimensions > 64) throw new SizeFault(`an array has 64 dimensions at most, not ${dimensions}`);
  return dimensions;
}

function extremum(l: Lowering, name: "min" | "max", values: readonly ScalarValue[]): ScalarValue {
  const list = values.flatMap(({ elements }) => elements);
  const kind = values.some((value) => value.kind === "Real") ? "Real" : values[0]!.kind;
  if (list.length === 0) return scalarValue("Real", l.b.num(name === "min" ? largest : -largest));
  return scalarValue(
    kind,
    list.reduce((x, y) => (x === y ? x : callBuiltIn(l.b, name, [x, y]))),
    values[0]!.cls,
  );
}

/** sum(e for i in r) and its relatives. */
function reduction(l: Lowering, name: string, call: CallExpression, scope: Scope): Value {
  const [body] = call.positional;
  if (body === undefined) throw new TypeFault(`"${name}" lacks an argument`);
  const items: Value[] = [];
  const walk = (k: number, at: Scope): void => {
    const iterator = call.iterators[k];
    if (iterator === undefined) items.push(l.evaluate(body, at));
    else iterate(l, iterator, body, at, (inner) => walk(k + 1, inner));
  };
  walk(0, scope);
  const scalars = items.filter(isScalarKind);
  const record = items.find((item): item is RecordValue => item.kind === "Record");
  if (record !== undefined && name === "sum") return sumOfRecords(l, record.cls, items, call.at, scope);
  if (record !== undefined) throw new TypeFault(`"${name}" takes numbers, not ${article(record.cls.qualifiedName)}`);
  const { b } = l;
  const other = name === "min" || name === "max" ? undefined : scalars.find((item) => !isNumber(item));
  if (other !== undefined) throw new TypeFault(`"${name}" takes numbers, not ${article(other.kind)}`);
  const kind = scalars.some((item) => item.kind === "Real") ? "Real" : (scalars[0]?.kind ?? "Real");
  switch (name) {
    case "sum":
      if (scalars.some(({ shape }) => shape.length > 0))
        return scalars.reduce((sum, item) => applyBinary(b, "+", sum, item));
      return scalarValue(kind, b.add(scalars.map((item) => item.elements[0]!)));
    case "product":
      return scalarValue(kind, b.mul(scalars.map((item) => item.elements[0]!)));
    case "min":
    case "max":
      return extremum(
        l,
        name,
        scalars.length === 0 ? [{ kind: "Real", shape: [0], elements: [], cls: undefined }] : scalars,
      );
    default:
      throw new TypeFault(`"${name}" does not take iterators`);
  }
}
