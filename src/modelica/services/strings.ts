/** The string functions of the Modelica library. Indices are bytes of UTF-8, counted from 1. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export function stringLength(text: string): number {
  return encoder.encode(text).length;
}

export function substring(text: string, first: number, last: number): string {
  const bytes = encoder.encode(text);
  return decoder.decode(bytes.subarray(Math.max(0, first - 1), Math.max(0, Math.min(last, bytes.length))));
}

/** 1 less, 2 equal, 3 greater. */
export function compareStrings(a: string, b: string, caseSensitive: boolean): number {
  const [x, y] = caseSensitive ? [a, b] : [foldCase(a), foldCase(b)];
  const [p, q] = [encoder.encode(x), encoder.encode(y)];
  for (let k = 0; k < Math.min(p.length, q.length); k++) {
    if (p[k] !== q[k]) return p[k]! < q[k]! ? 1 : 3;
  }
  return p.length === q.length ? 2 : p.length < q.length ? 1 : 3;
}

function foldCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Index of the first byte from `start` on that is not white space; length + 1 at the end. */
export function skipWhiteSpace(text: string, start: number): number {
  const bytes = encoder.encode(text);
  let at = Math.max(1, start);
  while (at <= bytes.length && isBlank(bytes[at - 1]!)) at++;
  return at;
}

export interface Scanned<T> {
  /** Index behind what was found; the given start where nothing was found. */
  readonly nextIndex: number;
  readonly value: T;
}

export function scanReal(text: string, start: number, unsigned: boolean): Scanned<number> {
  const found = scan(
    text,
    start,
    unsigned ? /^(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/ : /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?/,
  );
  return { nextIndex: found.nextIndex, value: found.value === "" ? 0 : Number(found.value) };
}

export function scanInteger(text: string, start: number, unsigned: boolean): Scanned<number> {
  // digits that go on as a Real are not an Integer
  const found = scan(text, start, unsigned ? /^\d+(?![.eE\d])/ : /^[+-]?\d+(?![.eE\d])/);
  const value = found.value === "" ? 0 : Number(found.value);
  if (Math.abs(value) > 2147483647) return { nextIndex: start, value: 0 };
  return { nextIndex: found.nextIndex, value };
}

/** A text in double quotes, with `\"` inside. */
export function scanString(text: string, start: number): Scanned<string> {
  const found = scan(text, start, /^"(?:[^"\\]|\\[\s\S])*"/);
  return { nextIndex: found.nextIndex, value: found.value.slice(1, -1) };
}

export function scanIdentifier(text: string, start: number): Scanned<string> {
  return scan(text, start, /^[A-Za-z][A-Za-z0-9_]*/);
}

function scan(text: string, start: number, pattern: RegExp): Scanned<string> {
  const at = skipWhiteSpace(text, start);
  const rest = decoder.decode(encoder.encode(text).subarray(at - 1));
  const value = pattern.exec(rest)?.[0] ?? "";
  return value === "" ? { nextIndex: start, value } : { nextIndex: at + stringLength(value), value };
}

function isBlank(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}
