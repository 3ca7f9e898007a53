/** Arrays of values: stacking, indexing, concatenation, elementwise application. */
import type { Expr } from "../../symbolic/expression.ts";
import type { Fields, RecordValue, ScalarKind, ScalarValue, Value } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import { areOfOneType, article, TypeFault, typeName } from "./oneType.ts";
import { sizeOf } from "./value.ts";

export class SizeFault extends Error {}

/** More elements than any array of a model has. */
const mostElements = 5e6;

/** The number of elements, which is refused where no memory would hold them. */
export function checkedSize(shape: readonly number[]): number {
  const size = sizeOf(shape);
  if (!(size <= mostElements))
    throw new SizeFault(`an array of size ${shapeText(shape)} has more than ${mostElements} elements`);
  return size;
}

export function isScalarKind(value: Value): value is ScalarValue {
  return value.kind !== "Record" && value.kind !== "Function";
}

export function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((n, i) => n === b[i]);
}

/** `{a, b, c}`: one more dimension in front. Integers become Reals where a Real is among them. */
export function stack(items: readonly Value[], empty: ScalarKind = "Real"): Value {
  const [first] = items;
  if (first === undefined) return { kind: empty, shape: [0], elements: [], cls: undefined };
  if (first.kind === "Function") throw new SizeFault("functions cannot be elements of arrays");
  for (const item of items)
    if (!sameShape(item.shape, first.shape))
      throw new SizeFault(`the elements have sizes ${shapeText(first.shape)} and ${shapeText(item.shape)}`);
  checkElements(items);
  const shape = [items.length, ...first.shape];
  if (first.kind === "Record")
    return { ...first, shape, elements: items.flatMap((item) => (item as RecordValue).elements as Fields[]) };
  const isReal = items.some(({ kind }) => kind === "Real");
  return {
    ...first,
    kind: isReal && first.kind === "Integer" ? "Real" : first.kind,
    shape,
    elements: items.flatMap((item) => (item as ScalarValue).elements as Expr[]),
  };
}

function checkElements(items: readonly Value[]): void {
  for (const item of items)
    if (!areOfOneType(items[0]!, item))
      throw new TypeFault(
        `the elements of an array are of one type, not ${article(typeName(items[0]!))} and ${article(typeName(item))}`,
      );
}

export function shapeText(shape: readonly number[]): string {
  return shape.length === 0 ? "1" : `[${shape.join(", ")}]`;
}

/** One subscript: a number, a list of numbers, or all. */
export type Subscript = number | readonly number[] | "all";

export function index<V extends Value>(value: V, subscripts: readonly Subscript[]): V {
  if (subscripts.length === 0 || value.kind === "Function") return value;
  const { shape } = value;
  if (subscripts.length > shape.length)
    throw new SizeFault(`${subscripts.length} subscripts for an array of size ${shapeText(shape)}`);
  const lists: number[][] = [];
  const newShape: number[] = [];
  shape.forEach((n, k) => {
    const subscript = subscripts[k] ?? "all";
    if (subscript === "all") {
      lists.push(Array.from({ length: n }, (_, i) => i));
      newShape.push(n);
      return;
    }
    const list = typeof subscript === "number" ? [subscript] : subscript;
    for (const i of list) if (!(i >= 1 && i <= n)) throw new SizeFault(`the index ${i} is outside 1 … ${n}`);
    lists.push(list.map((i) => i - 1));
    if (typeof subscript !== "number") newShape.push(list.length);
  });
  const { elements } = value as ScalarValue;
  const result: Expr[] = [];
  const walk = (k: number, base: number): void => {
    if (k === shape.length) {
      result.push(elements[base]!);
      return;
    }
    for (const i of lists[k]!) walk(k + 1, base * shape[k]! + i);
  };
  walk(0, 0);
  return { ...value, shape: newShape, elements: result } as V;
}

/** The array with some elements replaced by as many, in the same order of rows and columns. */
export function withElements(value: Value, subscripts: readonly Subscript[], part: Value): Value {
  if (value.kind === "Function" || part.kind === "Function") throw new SizeFault("functions cannot be assigned");
  const { shape } = value;
  const positions = index(
    { ...value, elements: Array.from({ length: sizeOf(shape) }, (_, i) => i) } as unknown as Value,
    subscripts,
  );
  const places = (positions as unknown as { elements: number[] }).elements;
  const news = part.elements as readonly unknown[];
  if (!sameShape(positions.shape, part.shape))
    throw new SizeFault(`a part of size ${shapeText(positions.shape)} gets a value of size ${shapeText(part.shape)}`);
  const elements = [...value.elements] as unknown[];
  places.forEach((place, i) => {
    elements[place] = news[i];
  });
  return { ...value, elements } as unknown as Value;
}

/** Vectors become columns, numbers 1×1; higher dimensions keep their first two when the others are 1. */
export function promote<V extends Value>(value: V, dimensions: number): V {
  if (value.kind === "Function" || value.shape.length >= dimensions) return value;
  return { ...value, shape: [...value.shape, ...Array.from({ length: dimensions - value.shape.length }, () => 1)] };
}

/** cat(dimension, …), dimension from 0. */
export function concatenate(dimension: number, items: readonly Value[]): Value {
  if (items.some(({ kind }) => kind === "Function")) throw new SizeFault("functions cannot be elements of arrays");
  if (items.length === 1) return items[0]!;
  const arrays = items as readonly (ScalarValue | RecordValue)[];
  const first = arrays[0];
  if (first === undefined) throw new SizeFault("nothing is joined");
  if (!(dimension >= 0 && dimension < first.shape.length))
    throw new SizeFault(
      `arrays with ${first.shape.length} dimensions cannot be joined along dimension ${dimension + 1}`,
    );
  for (const item of arrays) {
    if (item.shape.length !== first.shape.length)
      throw new SizeFault("arrays with different numbers of dimensions cannot be joined");
    item.shape.forEach((n, k) => {
      if (k !== dimension && n !== first.shape[k])
        throw new SizeFault(`arrays of sizes ${shapeText(first.shape)} and ${shapeText(item.shape)} cannot be joined`);
    });
  }
  const filled = arrays.filter(({ elements }) => elements.length > 0);
  checkElements(filled);
  const total = arrays.reduce((sum, item) => sum + item.shape[dimension]!, 0);
  const shape = first.shape.map((n, k) => (k === dimension ? total : n));
  const before = sizeOf(shape.slice(0, dimension));
  const elements: unknown[] = [];
  for (let i = 0; i < before; i++) {
    for (const item of arrays) {
      const width = sizeOf(item.shape.slice(dimension));
      for (let j = 0; j < width; j++) elements.push(item.elements[i * width + j]);
    }
  }
  const kind = filled.find((item) => item.kind === "Real")?.kind ?? filled[0]?.kind ?? first.kind;
  return { ...(filled[0] ?? first), kind, shape, elements } as unknown as Value;
}

/** With its first two dimensions exchanged. */
export function transposed<V extends ScalarValue | RecordValue>(value: V): V {
  const [rows, columns, ...further] = value.shape as [number, number, ...number[]];
  const width = sizeOf(further);
  const elements: unknown[] = [];
  for (let j = 0; j < columns; j++)
    for (let i = 0; i < rows; i++)
      for (let k = 0; k < width; k++) elements.push(value.elements[(i * columns + j) * width + k]);
  return { ...value, shape: [columns, rows, ...further], elements } as unknown as V;
}

export function sizeError(fault: SizeFault, place: Parameters<typeof modelicaError>[2], path: string): Error {
  return modelicaError("E-MODELICA-SIZE", "Sizes do not fit.", place, {
    ...(path !== "" && { path }),
    because: fault.message,
    hint: "make the sizes agree",
  });
}

/** A flat list of equal values as an array of that shape. */
export function restacked(items: readonly Value[], shape: readonly number[]): Value {
  if (shape.length === 0) return items[0]!;
  const flat = stack(items);
  if (flat.kind === "Function") return flat;
  return { ...flat, shape: [...shape, ...flat.shape.slice(1)] } as Value;
}
