/**
 * What a model attaches to its result beside signals, such as the scene that can be drawn, as JSON. Any plain data will do: numbers,
 * texts, lists, objects and typed arrays, which keep their type. An attachment with anything else in it is left out.
 */
import { brokenFile, expectArray, expectNumber, expectObject, expectOneOf, expectText } from "../fileChecks.ts";
import { fromJsonSafe, jsonSafe } from "./metadata.ts";
import { entryOf, isTypedArray, numberOf, unwrapped } from "./wrappedObjects.ts";

const arrayTypes = { Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array } as const;
type ArrayType = keyof typeof arrayTypes;

/** Deeper than scenes are: a guard against a damaged file. */
const largestDepth = 50;

/** For JSON.stringify. */
export function attachmentsToJson(
  attachments: ReadonlyMap<string, unknown>,
): { name: string; value: unknown; wrapped?: true }[] {
  return [...attachments]
    .filter(([, value]) => isPlain(value))
    .map(([name, value]) => {
      const entry = entryOf(value);
      return { name, ...entry, value: encode(entry.value) };
    });
}

/** The inverse; a file without attachments has none. */
export function attachmentsFromJson(value: unknown): Map<string, unknown> {
  if (value === undefined) return new Map();
  return new Map(
    expectArray(value, "attachments").map((item, i) => {
      const { name, value: content, wrapped } = expectObject(item, `attachments[${i}]`);
      const read = decode(content, wrapped === true, `attachments[${i}].value`, 0);
      return [expectText(name, `attachments[${i}].name`), read];
    }),
  );
}

function isPlain(value: unknown, depth = 0): boolean {
  if (depth > largestDepth) return false;
  if (value === null || ["number", "string", "boolean", "undefined"].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1));
  if (typeof value !== "object") return false;
  if (typeOf(value) !== undefined) return true;
  const parent = Object.getPrototypeOf(value) as unknown;
  return (
    (parent === Object.prototype || parent === null) && Object.values(value).every((inner) => isPlain(inner, depth + 1))
  );
}

function typeOf(value: object): ArrayType | undefined {
  return (Object.keys(arrayTypes) as ArrayType[]).find((type) => value instanceof arrayTypes[type]);
}

function encode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value !== "object" || value === null) return jsonSafe(value);
  const array = typeOf(value);
  if (array !== undefined) return { array, values: jsonSafe(value) };
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, encode(inner)]));
}

function decode(value: unknown, wrapped: boolean, path: string, depth: number): unknown {
  if (depth > largestDepth) throw brokenFile(path, `more than ${largestDepth} brackets are nested`);
  if (Array.isArray(value)) return value.map((item) => decode(item, wrapped, path, depth + 1));
  if (typeof value !== "object" || value === null) return value;
  if (isTypedArray(value)) return readTypedArray(value, path);
  const special = numberOf(value);
  if (special !== undefined) return special;
  const entries = Object.entries(wrapped ? unwrapped(value) : value);
  return Object.fromEntries(entries.map(([key, item]) => [key, decode(item, wrapped, `${path}.${key}`, depth + 1)]));
}

function readTypedArray({ array, values }: { array: unknown; values: unknown }, path: string): unknown {
  const type = expectOneOf(array, Object.keys(arrayTypes) as ArrayType[], `${path}.array`);
  const at = `${path}.values`;
  return arrayTypes[type].from(expectArray(values, at).map((item) => expectNumber(fromJsonSafe(item), at)));
}
