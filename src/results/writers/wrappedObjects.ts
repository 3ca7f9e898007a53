/**
 * Objects that a reader of JSON would take for something else: { number: "NaN" }, which is how a number that JSON has not is written,
 * and { array: "Float64Array", values: [1] }, a typed array. In a value that has any of them such an object is written as
 * { object: { number: "NaN" } }, objects of that form too, and the entry of the value says so by `wrapped`. All other values, and those
 * of files from before, are written and read without.
 */

/** Texts of the numbers that JSON has not. */
const specialNumbers = new Set(["NaN", "Infinity", "-Infinity", "-0"]);

/** The number that an object of JSON stands for; undefined when it stands for none. */
export function numberOf(value: object): number | undefined {
  if (!("number" in value) || Object.keys(value).length !== 1) return undefined;
  const text = value.number as string;
  return specialNumbers.has(text) ? Number(text) : undefined;
}

/** Whether an object of JSON stands for a typed array. */
export function isTypedArray(value: object): value is { array: unknown; values: unknown } {
  return "array" in value && "values" in value && Object.keys(value).length === 2;
}

/** The object inside a wrapped one; any other as it is. */
export function unwrapped(value: object): object {
  return looksWrapped(value) && isObject(value.object) ? value.object : value;
}

function looksWrapped(value: object): value is { object: unknown } {
  return "object" in value && Object.keys(value).length === 1;
}

/** How a file names a value: as it is, or wrapped, where something in it needs that. */
export function entryOf(value: unknown): { value: unknown; wrapped?: true } {
  return isMistakable(value) ? { value: wrap(value), wrapped: true } : { value };
}

function isMistakable(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isMistakable);
  if (!isObject(value)) return false;
  return numberOf(value) !== undefined || isTypedArray(value) || Object.values(value).some(isMistakable);
}

function wrap(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(wrap);
  if (!isObject(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, wrap(item)]));
  const isTakenForOther = numberOf(value) !== undefined || isTypedArray(value) || looksWrapped(value);
  return isTakenForOther ? { object: inner } : inner;
}

/** Neither a list nor numbers in memory. */
function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}
