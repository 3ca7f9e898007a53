/** Arrays of generated functions: flat, row by row, sizes known in the run. What the library calls "size does not fit" is a SizeFault. */
import { SizeFault } from "../values/arrays.ts";
import { sizeOf } from "../values/value.ts";

/** Numbers, texts, objects, or records, which are lists of their fields. */
export type Item = number | string | object | readonly Datum[];
export interface RunArray {
  readonly shape: number[];
  readonly data: Item[];
}
export type Datum = Item | RunArray;
/** A number, the numbers of a vector, or all (null). */
export type RunSubscript = number | RunArray | null;

const largest = 1.7976931348623157e308;

export function isArray(x: unknown): x is RunArray {
  return typeof x === "object" && x !== null && "shape" in x && "data" in x;
}

function fault(what: string): never {
  throw new SizeFault(what);
}

export function at1(x: RunArray, i: number): number {
  if (!(i >= 1 && i <= x.shape[0]!)) fault(`subscript ${i} of an array with ${x.shape[0]} elements`);
  return i - 1;
}

export function at2(x: RunArray, i: number, j: number): number {
  const [m, n] = x.shape as [number, number];
  if (!(i >= 1 && i <= m && j >= 1 && j <= n)) fault(`subscripts ${i}, ${j} of an array of size ${m}, ${n}`);
  return (i - 1) * n + j - 1;
}

export function atN(x: RunArray, subscripts: readonly number[]): number {
  let at = 0;
  subscripts.forEach((i, k) => {
    const n = x.shape[k]!;
    if (!(i >= 1 && i <= n)) fault(`subscript ${i} of dimension ${k + 1}, which has ${n} elements`);
    at = at * n + i - 1;
  });
  return at;
}

/** Where the elements lie that the subscripts choose, and the size of the part. */
function chosen(x: RunArray, subscripts: readonly RunSubscript[]): { shape: number[]; places: number[] } {
  const shape: number[] = [];
  let places = [0];
  x.shape.forEach((n, k) => {
    const subscript = k < subscripts.length ? subscripts[k]! : null;
    let list: readonly number[];
    if (typeof subscript === "number") list = [subscript];
    else {
      list = subscript === null ? Array.from({ length: n }, (_, i) => i + 1) : (subscript.data as number[]);
      shape.push(list.length);
    }
    for (const i of list)
      if (!(i >= 1 && i <= n)) fault(`subscript ${i} of dimension ${k + 1}, which has ${n} elements`);
    places = places.flatMap((at) => list.map((i) => at * n + i - 1));
  });
  return { shape, places };
}

export function slice(x: RunArray, ...subscripts: RunSubscript[]): RunArray {
  const { shape, places } = chosen(x, subscripts);
  return { shape, data: places.map((at) => x.data[at]!) };
}

export function put(x: RunArray, part: Datum, ...subscripts: RunSubscript[]): void {
  const { shape, places } = chosen(x, subscripts);
  if (!isArray(part)) fault(`one value for a part of size ${shape.join(", ")}`);
  if (part.data.length !== places.length) fault(`${part.data.length} values for ${places.length} elements`);
  places.forEach((at, k) => {
    x.data[at] = part.data[k]!;
  });
}

/** A copy that shares nothing that can be changed. */
export function copy<T extends Datum>(x: T): T {
  if (isArray(x))
    return { shape: x.shape, data: typeof x.data[0] === "number" ? x.data.slice() : x.data.map(copy) } as T;
  return (Array.isArray(x) ? x.map(copy) : x) as T;
}

/** The same structure with zeros: a rate of change. */
export function zeroRate(x: Datum): Datum {
  if (isArray(x)) return { shape: x.shape, data: x.data.map((item) => zeroRate(item) as Item) };
  return Array.isArray(x) ? x.map((field) => zeroRate(field as Datum)) : 0;
}

export function filled(item: Datum, ...shape: number[]): RunArray {
  for (const n of shape) if (!Number.isInteger(n) || n < 0 || n > 5e6) fault(`${n} is not a size`);
  const inner = isArray(item) ? item : { shape: [], data: [item as Item] };
  const data: Item[] = [];
  for (let k = sizeOf(shape); k > 0; k--)
    for (const one of inner.data) data.push(typeof one === "number" ? one : (copy(one) as Item));
  return { shape: [...shape, ...inner.shape], data };
}

/** {a, b, …} of numbers, arrays or records. */
export function stack(items: readonly Datum[]): RunArray {
  const [first] = items;
  if (!isArray(first)) return { shape: [items.length], data: items as Item[] };
  for (const item of items)
    if (!sameShape((item as RunArray).shape, first.shape)) fault("the items of an array have different sizes");
  return { shape: [items.length, ...first.shape], data: items.flatMap((item) => (item as RunArray).data) };
}

function sameShape(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((n, k) => n === b[k]);
}

export function promote(x: Datum, dimensions: number): RunArray {
  const array = isArray(x) ? x : { shape: [], data: [x] };
  return {
    shape: [...array.shape, ...Array<number>(dimensions - array.shape.length).fill(1)],
    data: array.data as Item[],
  };
}

/** Side by side along a dimension, counted from 0. */
export function concatenate(dimension: number, ...items: RunArray[]): RunArray {
  const list = items.filter(({ shape }) => shape.every((n, k) => k === dimension || n > 0) || shape.length === 1);
  const [first] = list;
  if (first === undefined) return items[0]!;
  for (const { shape } of list)
    if (shape.some((n, k) => k !== dimension && n !== first.shape[k])) fault("the parts have sizes that do not fit");
  const outer = sizeOf(first.shape.slice(0, dimension));
  const data: Item[] = [];
  for (let k = 0; k < outer; k++)
    for (const item of list) {
      const width = item.data.length / outer;
      for (let j = 0; j < width; j++) data.push(item.data[k * width + j]!);
    }
  const total = list.reduce((sum, { shape }) => sum + shape[dimension]!, 0);
  return { shape: first.shape.map((n, k) => (k === dimension ? total : n)), data };
}

export function range(from: number, step: number, to: number): RunArray {
  const n = rangeCount(from, step, to);
  return { shape: [n], data: Array.from({ length: n }, (_, k) => from + k * step) };
}

export function rangeCount(from: number, step: number, to: number): number {
  if (step === 0) fault("the step of the range is zero");
  const count = Math.max(0, Math.floor((to - from) / step + 1e-10) + 1);
  if (!(count <= 5e6)) fault(`the range has ${count} elements`);
  return count;
}

export function map1(f: (x: number) => number, x: RunArray): RunArray {
  return { shape: x.shape, data: x.data.map((item) => f(item as number)) };
}

/** Element by element; a number goes with every element. */
export function map2(f: (x: number, y: number) => Item, x: Datum, y: Datum): RunArray {
  if (!isArray(x))
    return { shape: (y as RunArray).shape, data: (y as RunArray).data.map((b) => f(x as number, b as number)) };
  if (!isArray(y)) return { shape: x.shape, data: x.data.map((a) => f(a as number, y as number)) };
  if (!sameShape(x.shape, y.shape)) fault(`the operands have sizes [${x.shape}] and [${y.shape}]`);
  return { shape: x.shape, data: x.data.map((a, k) => f(a as number, y.data[k] as number)) };
}

/** Products of vectors and matrices. */
export function times(x: RunArray, y: RunArray): Datum {
  const [m, n] = [x.shape.length, y.shape.length];
  const inner = x.shape[m - 1]!;
  if (inner !== y.shape[0]) fault(`a product of sizes [${x.shape}] and [${y.shape}]`);
  const rows = m === 1 ? 1 : x.shape[0]!;
  const columns = n === 1 ? 1 : y.shape[1]!;
  const data = new Array<number>(rows * columns).fill(0);
  for (let i = 0; i < rows; i++)
    for (let k = 0; k < inner; k++) {
      const a = x.data[i * inner + k] as number;
      for (let j = 0; j < columns; j++) data[i * columns + j]! += a * (y.data[k * columns + j] as number);
    }
  return m === 1 && n === 1 ? data[0]! : { shape: [...(m === 1 ? [] : [rows]), ...(n === 1 ? [] : [columns])], data };
}

export function matrixPower(x: RunArray, n: number): RunArray {
  let result = identity(x.shape[0]!);
  for (let k = 0; k < n; k++) result = times(result, x) as RunArray;
  return result;
}

export function identity(n: number): RunArray {
  return { shape: [n, n], data: Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? 1 : 0)) };
}

export function diagonal(v: RunArray): RunArray {
  const n = v.data.length;
  return {
    shape: [n, n],
    data: Array.from({ length: n * n }, (_, i) => (i % (n + 1) === 0 ? v.data[i / (n + 1)]! : 0)),
  };
}

export function linspace(from: number, to: number, n: number): RunArray {
  return { shape: [n], data: Array.from({ length: n }, (_, i) => from + (i / (n - 1)) * (to - from)) };
}

export function transpose(x: RunArray): RunArray {
  const [m, n] = x.shape as [number, number];
  return { shape: [n, m], data: Array.from({ length: m * n }, (_, k) => x.data[(k % m) * n + Math.floor(k / m)]!) };
}

export function symmetric(x: RunArray): RunArray {
  const n = x.shape[0]!;
  const data = x.data.map((e, i) => (i % n >= Math.floor(i / n) ? e : x.data[(i % n) * n + Math.floor(i / n)]!));
  return { shape: x.shape, data };
}

export function outerProduct(x: RunArray, y: RunArray): RunArray {
  const data = x.data.flatMap((a) => y.data.map((b) => (a as number) * (b as number)));
  return { shape: [x.data.length, y.data.length], data };
}

export function cross({ data: x }: RunArray, { data: y }: RunArray): RunArray {
  const part = (i: number, j: number): number =>
    (x[i] as number) * (y[j] as number) - (x[j] as number) * (y[i] as number);
  return { shape: [3], data: [part(1, 2), part(2, 0), part(0, 1)] };
}

export function skew({ data }: RunArray): RunArray {
  const [x, y, z] = data as [number, number, number];
  return { shape: [3, 3], data: [0, -z, y, z, 0, -x, -y, x, 0] };
}

export function reshape(x: Datum, dimensions: 0 | 1 | 2): Datum {
  if (!isArray(x)) return dimensions === 0 ? x : { shape: dimensions === 1 ? [1] : [1, 1], data: [x as Item] };
  if (dimensions === 0)
    return x.data.length === 1 ? x.data[0]! : fault(`${x.data.length} elements where one is expected`);
  return {
    shape: dimensions === 1 ? [x.data.length] : x.shape.length === 1 ? [x.shape[0]!, 1] : x.shape.slice(0, 2),
    data: x.data,
  };
}

export function sum({ data }: RunArray): number {
  let total = 0;
  for (const x of data) total += x as number;
  return total;
}

export function product({ data }: RunArray): number {
  let total = 1;
  for (const x of data) total *= x as number;
  return total;
}

/** Rate of the product of all elements. */
export function productRate({ data }: RunArray, rates: RunArray): number {
  let total = 0;
  for (let k = 0; k < data.length; k++) {
    let part = rates.data[k] as number;
    for (let j = 0; j < data.length; j++) if (j !== k) part *= data[j] as number;
    total += part;
  }
  return total;
}

export function least({ data }: RunArray): number {
  let best = largest;
  for (const x of data) if ((x as number) < best) best = x as number;
  return best;
}

export function greatest({ data }: RunArray): number {
  let best = -largest;
  for (const x of data) if ((x as number) > best) best = x as number;
  return best;
}

/** The rate of the element that least or greatest gives. */
export function rateAt({ data }: RunArray, value: number, rates: RunArray): number {
  return rates.data[Math.max(0, data.indexOf(value))] as number;
}

/** Field k of every record of an array. */
export function fieldOf(x: RunArray, k: number): RunArray {
  const fields = x.data.map((record) => (record as readonly Datum[])[k]!);
  const [first] = fields;
  if (!isArray(first)) return { shape: x.shape, data: fields as Item[] };
  return { shape: [...x.shape, ...first.shape], data: fields.flatMap((field) => (field as RunArray).data) };
}

export function sizes(x: RunArray): RunArray {
  return { shape: [x.shape.length], data: x.shape.slice() };
}

export function sizeAt(x: RunArray, k: number): number {
  return x.shape[k - 1] ?? fault(`an array with ${x.shape.length} dimensions has no dimension ${k}`);
}

/** One result per element where a function of numbers is called with arrays. */
export function vectorised(call: (pick: (x: Datum) => Datum) => Datum, shape: readonly number[]): RunArray {
  const data = Array.from({ length: sizeOf(shape) }, (_, k) => call((x) => (x as RunArray).data[k]!) as Item);
  return { shape: [...shape], data };
}

/** An assertion of the function does not hold. */
export function violated(): never {
  fault("an assertion does not hold");
}

/** A variable is read before it has a value. */
export function unassigned(): never {
  fault("a variable has no value yet");
}

export function endless(): never {
  fault("a while loop does not end");
}
