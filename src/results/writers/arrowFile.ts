/**
 * The container of Apache Arrow files (IPC, also known as Feather version 2) for columns of numbers. Real columns are float64,
 * integers int64, booleans bool; NaN is null.
 *
 *   "ARROW1" 0 0 | schema | record batch … | end of stream | footer | size of footer | "ARROW1"
 *   message = 0xFFFFFFFF | size of header | header (FlatBuffers) | body
 *   body    = per column: validity bits when something is missing, values; each filled up to 8 bytes
 *
 * Source   [ApacheArrow] sections on IPC; Message.fbs, Schema.fbs, File.fbs for the ids of the fields
 * Deviation: written by hand instead of with the package apache-arrow. Tables of numbers need three primitive types and
 *   no nesting, some 250 lines; the package would bring 13 MB to every user of the core, which has no dependency.
 *   The tests read the files with that package.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { type FlatNumber, type FlatTable, writeFlatBuffer } from "./flatbuffer.ts";
import { joinBytes } from "./join.ts";

export interface ArrowColumn {
  readonly name: string;
  readonly unit: string;
  readonly description: string;
  readonly kind: string;
  readonly type: "real" | "integer" | "boolean";
}

/** One array per column, all of the same length. */
export type ArrowBatch = readonly Float64Array[];

/** Ids of the unions MessageHeader and Type, and of MetadataVersion. */
const schemaHeader = 1;
const recordBatchHeader = 3;
const intType = 2;
const floatType = 3;
const boolType = 6;
const metadataVersion5 = 4;
const doublePrecision = 2;

const i8 = (value: number): FlatNumber => ({ bits: 8, value });
const i16 = (value: number): FlatNumber => ({ bits: 16, value });
const i32 = (value: number): FlatNumber => ({ bits: 32, value });
const i64 = (value: number): FlatNumber => ({ bits: 64, value });

export function* arrowFileParts(
  columns: readonly ArrowColumn[],
  metadata: Readonly<Record<string, string>>,
  batches: Iterable<ArrowBatch>,
): Generator<Uint8Array> {
  const schema = schemaTable(columns, metadata);
  const magic = new TextEncoder().encode("ARROW1");
  const blocks: number[][] = [];
  let at = 8;
  yield joinBytes([magic, new Uint8Array(2)]);

  const opening = message(schemaHeader, schema, 0);
  yield opening;
  at += opening.length;

  for (const values of batches) {
    const batch = recordBatch(columns, values);
    const head = message(recordBatchHeader, batch.header, batch.body.length);
    yield head;
    yield batch.body;
    // the structure Block: offset, length of the header as int32 with four bytes of filling, length of the body
    blocks.push([at, head.length, batch.body.length]);
    at += head.length + batch.body.length;
  }

  const footer = writeFlatBuffer({
    fields: [i16(metadataVersion5), schema, { structs: [] }, { structs: blocks }],
  });
  const ending = new DataView(new ArrayBuffer(12));
  ending.setUint32(0, 0xffffffff, true);
  ending.setInt32(8, footer.length, true);
  yield new Uint8Array(ending.buffer, 0, 8);
  yield footer;
  yield new Uint8Array(ending.buffer, 8, 4);
  yield magic;
}

/** Continuation mark, size, header filled up to 8 bytes. */
function message(headerType: number, header: FlatTable, bodyLength: number): Uint8Array {
  const flat = writeFlatBuffer({ fields: [i16(metadataVersion5), i8(headerType), header, i64(bodyLength)] });
  const prefix = new DataView(new ArrayBuffer(8));
  prefix.setUint32(0, 0xffffffff, true);
  prefix.setInt32(4, flat.length, true);
  return joinBytes([new Uint8Array(prefix.buffer), flat]);
}

function schemaTable(columns: readonly ArrowColumn[], metadata: Readonly<Record<string, string>>): FlatTable {
  const littleEndian = i16(0);
  return { fields: [littleEndian, { tables: columns.map(fieldTable) }, keyValues(metadata)] };
}

function fieldTable({ name, unit, description, kind, type }: ArrowColumn): FlatTable {
  const isNullable = i8(1);
  const [typeId, typeTable] = arrowType(type);
  const noDictionary = undefined;
  const noChildren = { tables: [] };
  return {
    fields: [name, isNullable, i8(typeId), typeTable, noDictionary, noChildren, keyValues({ unit, description, kind })],
  };
}

function arrowType(type: string): [number, FlatTable] {
  if (type === "boolean") return [boolType, { fields: [] }];
  if (type === "integer") return [intType, { fields: [i32(64), i8(1)] }];
  return [floatType, { fields: [i16(doublePrecision)] }];
}

function keyValues(entries: Readonly<Record<string, string>>): { tables: FlatTable[] } {
  return { tables: Object.entries(entries).map(([key, value]) => ({ fields: [key, value] })) };
}

function recordBatch(columns: readonly ArrowColumn[], batch: ArrowBatch): { header: FlatTable; body: Uint8Array } {
  const nodes: number[][] = [];
  const buffers: number[][] = [];
  const parts: Uint8Array[] = [];
  let at = 0;
  const addBuffer = (bytes: Uint8Array) => {
    const padded = new Uint8Array(Math.ceil(bytes.length / 8) * 8);
    padded.set(bytes);
    buffers.push([at, bytes.length]);
    parts.push(padded);
    at += padded.length;
  };
  const addColumn = (values: Float64Array, type: string) => {
    const missing = values.reduce((count, x) => (Number.isNaN(x) ? count + 1 : count), 0);
    nodes.push([values.length, missing]);
    addBuffer(missing === 0 ? new Uint8Array(0) : packBits(values, (x) => !Number.isNaN(x)));
    if (type === "boolean") addBuffer(packBits(values, (x) => x !== 0 && !Number.isNaN(x)));
    else if (type === "integer") addBuffer(int64Bytes(values));
    else addBuffer(doubleBytes(values));
  };
  batch.forEach((values, k) => {
    addColumn(values, columns[k]!.type);
  });
  return {
    header: { fields: [i64(batch[0]?.length ?? 0), { structs: nodes }, { structs: buffers }] },
    body: joinBytes(parts),
  };
}

/** One bit per value, the first in the lowest bit. */
function packBits(values: Float64Array, isSet: (x: number) => boolean): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(values.length / 8));
  for (let i = 0; i < values.length; i++) if (isSet(values[i]!)) bytes[i >> 3]! |= 1 << (i & 7);
  return bytes;
}

function doubleBytes(values: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * values.length));
  for (let i = 0; i < values.length; i++) view.setFloat64(8 * i, values[i]!, true);
  return new Uint8Array(view.buffer);
}

function int64Bytes(values: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 * values.length));
  for (let i = 0; i < values.length; i++) {
    const x = values[i]!;
    if (!Number.isNaN(x) && !Number.isInteger(x))
      throw new RattlebackError("E-RESULT-FORMAT", `A signal of whole numbers has the value ${x}.`, {
        because: "Arrow stores it in whole numbers",
        hint: "write the result as JSON, CSV or MAT, or simulate again: the file it was read from may be damaged",
      });
    view.setBigInt64(8 * i, Number.isNaN(x) ? 0n : BigInt(x), true);
  }
  return new Uint8Array(view.buffer);
}
