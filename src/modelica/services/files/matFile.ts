/**
 * Real matrices in MAT-files.
 *
 * Source   [MathWorks1999], [MathWorks2021]: level 4; level 5 as written by versions 6 and 7 (compressed)
 */

import { type TableName, tableError } from "../tables/tableError.ts";
import type { TableMatrix } from "../tables/tableMatrix.ts";
import { unzlibSync } from "./inflate.ts";

/** Data types of level 5: how to read one number, and its bytes. */
const readers: Readonly<
  Record<number, readonly [size: number, read: (view: DataView, at: number, little: boolean) => number]>
> = {
  1: [1, (view, at) => view.getInt8(at)],
  2: [1, (view, at) => view.getUint8(at)],
  3: [2, (view, at, little) => view.getInt16(at, little)],
  4: [2, (view, at, little) => view.getUint16(at, little)],
  5: [4, (view, at, little) => view.getInt32(at, little)],
  6: [4, (view, at, little) => view.getUint32(at, little)],
  7: [4, (view, at, little) => view.getFloat32(at, little)],
  9: [8, (view, at, little) => view.getFloat64(at, little)],
  12: [8, (view, at, little) => Number(view.getBigInt64(at, little))],
  13: [8, (view, at, little) => Number(view.getBigUint64(at, little))],
};
/** Types of level 4 by their digit P. */
const level4Types = [9, 7, 5, 3, 4, 2] as const;

/** The matrix of that name; `a.b` is field b of structure a. */
export function readMatMatrix(bytes: Uint8Array, name: TableName): TableMatrix {
  try {
    const found = isLevel5(bytes) ? findLevel5(bytes, name.table) : findLevel4(bytes, name.table);
    if (found !== undefined) return found;
  } catch (cause) {
    if (!(cause instanceof RangeError || cause instanceof TypeError || cause instanceof Error)) throw cause;
    throw tableError(
      name,
      "The MAT-file is damaged or not of level 4, 6 or 7.",
      "write it again",
      String(cause.message),
    );
  }
  throw tableError(name, "The MAT-file has no real matrix of this name.", "correct tableName");
}

function isLevel5(bytes: Uint8Array): boolean {
  return bytes.length >= 128 && [bytes[0], bytes[1], bytes[2], bytes[3]].every((byte) => byte !== 0);
}

function findLevel4(bytes: Uint8Array, wanted: string): TableMatrix | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at + 20 <= bytes.length; ) {
    // the first number is below 5000 in the right order of bytes
    const little = view.getUint32(at, true) < 5000;
    const type = view.getUint32(at, little);
    const [rows, columns] = [view.getUint32(at + 4, little), view.getUint32(at + 8, little)];
    const parts = view.getUint32(at + 12, little) === 0 ? 1 : 2;
    const nameLength = view.getUint32(at + 16, little);
    const name = text(bytes.subarray(at + 20, at + 20 + nameLength)).replace(/\0.*$/s, "");
    const kind = level4Types[Math.floor(type / 10) % 10];
    if (kind === undefined) throw new Error(`matrix "${name}" has the unknown type ${type}`);
    const [size] = readers[kind]!;
    const begin = at + 20 + nameLength;
    if (name === wanted && parts === 1 && type % 10 === 0) return columnMajor(view, begin, kind, little, rows, columns);
    at = begin + parts * rows * columns * size;
  }
  return undefined;
}

function findLevel5(bytes: Uint8Array, wanted: string): TableMatrix | undefined {
  const little = text(bytes.subarray(126, 128)) === "IM";
  const [first, ...fields] = wanted.split(".");
  for (const element of elements(bytes.subarray(128), little)) {
    const matrix = element.type === 15 ? elements(unzlibSync(element.data), little)[0] : element;
    if (matrix?.type !== 14) continue;
    const found = matrixIn(matrix.data, little, first!, fields);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface Element {
  readonly type: number;
  readonly data: Uint8Array;
}

function elements(bytes: Uint8Array, little: boolean): Element[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Element[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const tag = view.getUint32(at, little);
    const isSmall = tag >>> 16 !== 0;
    const type = tag & 0xffff;
    const length = isSmall ? tag >>> 16 : view.getUint32(at + 4, little);
    const begin = at + (isSmall ? 4 : 8);
    if (begin + length > bytes.length)
      throw new Error(`an element extends past the end of the file, to byte ${begin + length}`);
    found.push({ type, data: bytes.subarray(begin, begin + length) });
    // compressed elements are not padded
    at = isSmall ? at + 8 : begin + (type === 15 ? length : Math.ceil(length / 8) * 8);
  }
  return found;
}

/** The matrix in this element if its name is `name` (undefined: whatever it is called), or the field of the structure. */
function matrixIn(
  data: Uint8Array,
  little: boolean,
  name: string | undefined,
  fields: readonly string[],
): TableMatrix | undefined {
  const [flags, sizes, label, ...rest] = elements(data, little);
  if (flags === undefined || sizes === undefined || label === undefined) return undefined;
  if (name !== undefined && text(label.data) !== name) return undefined;
  const arrayClass = numbers(flags, 6, little)[0]! & 0xff;
  if (arrayClass === 2) return fieldIn(rest, little, fields);
  const [rows, columns, ...more] = numbers(sizes, 5, little);
  const values = rest[0];
  if (fields.length > 0 || arrayClass < 6 || more.length > 0 || values === undefined) return undefined;
  if (rows === undefined || columns === undefined || readers[values.type] === undefined) return undefined;
  const view = new DataView(values.data.buffer, values.data.byteOffset, values.data.byteLength);
  return columnMajor(view, 0, values.type, little, rows, columns);
}

function fieldIn([length, names, ...values]: readonly Element[], little: boolean, fields: readonly string[]) {
  const width = length === undefined ? 0 : (numbers(length, 5, little)[0] ?? 0);
  if (names === undefined || width === 0 || fields.length === 0) return undefined;
  for (let k = 0; (k + 1) * width <= names.data.length; k++) {
    const name = text(names.data.subarray(k * width, (k + 1) * width)).replace(/\0.*$/s, "");
    const value = values[k];
    if (name === fields[0] && value?.type === 14) return matrixIn(value.data, little, undefined, fields.slice(1));
  }
  return undefined;
}

function columnMajor(
  view: DataView,
  at: number,
  type: number,
  little: boolean,
  rows: number,
  columns: number,
): TableMatrix {
  const [size, read] = readers[type]!;
  if (at + rows * columns * size > view.byteLength)
    throw new Error(`a matrix of ${rows} × ${columns} extends past the end of the file`);
  const values = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) values[i * columns + j] = read(view, at + (j * rows + i) * size, little);
  }
  return { rows, columns, values };
}

function numbers({ data }: Element, type: number, little: boolean): number[] {
  const [size, read] = readers[type]!;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Array.from({ length: Math.floor(data.length / size) }, (_, k) => read(view, k * size, little));
}

function text(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}
