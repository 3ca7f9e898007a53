/** Meshes from PLY files, text or binary: vertices with x, y, z and faces as lists of vertices; other properties are passed over. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { TriangleData } from "./parseObj.ts";

const sizes: Readonly<Record<string, number>> = {
  char: 1, int8: 1, uchar: 1, uint8: 1, short: 2, int16: 2, ushort: 2, uint16: 2,
  int: 4, int32: 4, uint: 4, uint32: 4, float: 4, float32: 4, double: 8, float64: 8,
}; // biome-ignore format: a table

interface Property {
  readonly name: string;
  readonly type: string;
  /** Type of the length, for lists. */
  readonly countType: string | undefined;
}

interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: Property[];
}

export function parsePly(content: Uint8Array): TriangleData {
  const head = new TextDecoder("latin1").decode(content.subarray(0, 65536));
  const end = /^end_header[ \t]*\r?\n/m.exec(head);
  if (!head.startsWith("ply") || end === null) throw plyError("it does not begin with a header from ply to end_header");
  const format = /^format\s+(\S+)/m.exec(head)?.[1];
  const elements = readHeader(head.slice(0, end.index));
  const body = content.subarray(end.index + end[0].length);
  const next = format === "ascii" ? textReader(body) : binaryReader(body, format === "binary_little_endian");
  if (format !== "ascii" && !/^binary_(little|big)_endian$/.test(format ?? ""))
    throw plyError(`its format is "${format}"`);
  const vertices: number[] = [];
  const triangles: number[] = [];
  for (const { name, count, properties } of elements) {
    for (let i = 0; i < count; i++) readItem(name, properties, next, vertices, triangles);
  }
  return { vertices, triangles };
}

function readHeader(header: string): PlyElement[] {
  const elements: PlyElement[] = [];
  for (const line of header.split(/\r?\n/)) {
    const words = line.trim().split(/\s+/);
    if (words[0] === "element") elements.push({ name: words[1] ?? "", count: Number(words[2]), properties: [] });
    if (words[0] !== "property") continue;
    const isList = words[1] === "list";
    const [countType, type, name] = isList ? words.slice(2) : [undefined, words[1], words[2]];
    if (type === undefined || sizes[type] === undefined || name === undefined)
      throw plyError(`"${line.trim()}" is not a property`);
    elements.at(-1)?.properties.push({ name, type, countType });
  }
  const wrong = elements.find(({ count }) => !Number.isInteger(count) || count < 0);
  if (wrong !== undefined) throw plyError(`element "${wrong.name}" has no count`);
  return elements;
}

type Next = (type: string) => number;

function readItem(
  name: string,
  properties: readonly Property[],
  next: Next,
  vertices: number[],
  triangles: number[],
): void {
  const point: Record<string, number> = {};
  for (const { name: key, type, countType } of properties) {
    if (countType === undefined) {
      point[key] = next(type);
      continue;
    }
    const length = next(countType);
    const corners = Array.from({ length }, () => next(type));
    if (name !== "face" || !/^vertex_ind(ex|ices)$/.test(key)) continue;
    for (let k = 2; k < corners.length; k++) triangles.push(corners[0]!, corners[k - 1]!, corners[k]!);
  }
  if (name === "vertex") vertices.push(point["x"] ?? Number.NaN, point["y"] ?? Number.NaN, point["z"] ?? Number.NaN);
}

function textReader(body: Uint8Array): Next {
  const words = new TextDecoder().decode(body).split(/\s+/).filter(Boolean);
  let at = 0;
  return () => {
    const value = Number(words[at++] ?? Number.NaN);
    if (Number.isNaN(value)) throw plyError(`value ${at} is "${words[at - 1] ?? "missing"}"`);
    return value;
  };
}

function binaryReader(body: Uint8Array, little: boolean): Next {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;
  return (type) => {
    const size = sizes[type]!;
    if (at + size > view.byteLength) throw plyError("it ends before its last element");
    const place = at;
    at += size;
    if (size === 8) return view.getFloat64(place, little);
    if (type.startsWith("float")) return view.getFloat32(place, little);
    const isUnsigned = type.startsWith("u");
    if (size === 1) return isUnsigned ? view.getUint8(place) : view.getInt8(place);
    if (size === 2) return isUnsigned ? view.getUint16(place, little) : view.getInt16(place, little);
    return isUnsigned ? view.getUint32(place, little) : view.getInt32(place, little);
  };
}

function plyError(because: string): RattlebackError {
  return new RattlebackError("E-MESH-FORMAT", "The PLY file cannot be read.", {
    because,
    hint: "check that the file is complete, and the program that wrote it",
  });
}
