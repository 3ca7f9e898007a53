/** The signals of a JSON document: checked, and laid out as rows for a recorder. */
import { brokenFile, expectArray, expectCount, expectObject, expectOneOf, expectText } from "./fileChecks.ts";
import type { SignalDescription, SignalKind } from "./resultSink.ts";

const kinds: readonly SignalKind[] = ["state", "derivative", "algebraic", "discrete", "input", "parameter"];

/** A signal as the document has it. Exactly one of alias, value and values is there. */
export interface FileSignal {
  readonly path: string;
  readonly head: Pick<SignalDescription, "name" | "unit" | "description" | "kind" | "type">;
  /** Per segment; null where the signal does not exist. */
  readonly shapes: readonly (readonly number[] | null)[];
  /** The signal whose values it shares, with sign. */
  readonly alias: FileSignal | undefined;
  readonly sign: 1 | -1;
  readonly value: unknown;
  readonly values: readonly unknown[] | undefined;
  /** At the rows between the others. */
  readonly between: readonly unknown[];
}

/** `rowCount`, `betweenCount`: how many values a signal has. */
export function readSignals(
  value: unknown,
  segmentCount: number,
  rowCount: number,
  betweenCount: number,
): FileSignal[] {
  const byName = new Map<string, FileSignal>();
  expectArray(value, "signals").forEach((item, i) => {
    const path = `signals[${i}]`;
    const signal = readSignal(expectObject(item, path), path, segmentCount, rowCount, betweenCount, byName);
    if (byName.has(signal.head.name)) throw brokenFile(`${path}.name`, `"${signal.head.name}" appears twice`);
    byName.set(signal.head.name, signal);
  });
  return [...byName.values()];
}

function readSignal(
  item: Record<string, unknown>,
  path: string,
  segmentCount: number,
  rowCount: number,
  betweenCount: number,
  earlier: ReadonlyMap<string, FileSignal>,
): FileSignal {
  const head = {
    name: expectText(item["name"], `${path}.name`),
    unit: expectText(item["unit"], `${path}.unit`),
    description: expectText(item["description"], `${path}.description`),
    kind: expectOneOf(item["kind"], kinds, `${path}.kind`),
    type: expectOneOf(item["type"], ["real", "integer", "boolean"] as const, `${path}.type`),
  };
  const shapes = readShapes(item, path, segmentCount);
  const signal = {
    path,
    head,
    shapes,
    alias: undefined,
    sign: 1 as const,
    value: item["value"],
    values: undefined,
    between: [],
  };
  if (item["alias"] !== undefined) {
    const alias = earlier.get(expectText(item["alias"], `${path}.alias`));
    if (alias === undefined) throw brokenFile(`${path}.alias`, `no signal "${String(item["alias"])}" precedes it`);
    if (item["sign"] !== 1 && item["sign"] !== -1) throw brokenFile(`${path}.sign`, "1 or -1 is expected");
    if (JSON.stringify(shapes) !== JSON.stringify(alias.shapes)) {
      throw brokenFile(`${path}.alias`, `"${alias.head.name}" has another shape`);
    }
    return { ...signal, alias, sign: item["sign"] };
  }
  if (item["value"] !== undefined) return signal;
  const values = (key: string, count: number): readonly unknown[] => {
    const list = expectArray(item[key], `${path}.${key}`);
    if (list.length === count) return list;
    throw brokenFile(`${path}.${key}`, `${count} values are expected, one per time, not ${list.length}`);
  };
  return {
    ...signal,
    values: values("values", rowCount),
    between: betweenCount > 0 ? values("between", betweenCount) : [],
  };
}

function readShapes(item: Record<string, unknown>, path: string, segmentCount: number): (readonly number[] | null)[] {
  if (item["shapes"] === undefined) {
    const shape = readShape(item["shape"], `${path}.shape`);
    return new Array<readonly number[]>(segmentCount).fill(shape);
  }
  const shapes = expectArray(item["shapes"], `${path}.shapes`);
  if (shapes.length !== segmentCount)
    throw brokenFile(`${path}.shapes`, `${segmentCount} are expected, one per segment`);
  const read = shapes.map((shape, s) => (shape === null ? null : readShape(shape, `${path}.shapes[${s}]`)));
  const known = read.filter((shape) => shape !== null);
  if (known.some((shape) => shape.length !== known[0]!.length)) {
    throw brokenFile(`${path}.shapes`, "the number of dimensions changes");
  }
  return read;
}

/** More than any array of a model has. */
const mostDimensions = 40;

function readShape(value: unknown, path: string): readonly number[] {
  const shape = expectArray(value, path);
  if (shape.length > mostDimensions) throw brokenFile(path, `at most ${mostDimensions} dimensions are expected`);
  return shape.map((n, d) => expectCount(n, `${path}[${d}]`));
}

/** out[offset], … ← the elements of a value in row-major order; null is missing. */
export function readElements(
  value: unknown,
  shape: readonly number[],
  out: Float64Array,
  offset: number,
  path: string,
): void {
  if (shape.length === 0) {
    out[offset] = readNumber(value, path);
    return;
  }
  const [length, ...inner] = shape as [number, ...number[]];
  const items = expectArray(value, path);
  if (items.length !== length) throw brokenFile(path, `${length} items are expected, not ${items.length}`);
  const size = elementCount(inner);
  for (let i = 0; i < length; i++) readElements(items[i], inner, out, offset + i * size, path);
}

function readNumber(value: unknown, path: string): number {
  if (typeof value === "number") return value;
  if (value === null) return Number.NaN;
  if (value === "Infinity") return Infinity;
  if (value === "-Infinity") return -Infinity;
  throw brokenFile(path, `a number or null is expected, not ${JSON.stringify(value)}`);
}

export function elementCount(shape: readonly number[]): number {
  return shape.reduce((product, n) => product * n, 1);
}
