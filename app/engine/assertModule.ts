/** `node:assert/strict` as far as examples use it, so that the same file runs in Node and in the studio. */

export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

function fail(message: unknown, otherwise: string): never {
  if (message instanceof Error) throw message;
  throw new AssertionError(typeof message === "string" ? message : otherwise);
}

const show = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : String(value));

function assert(value: unknown, message?: unknown): asserts value {
  if (!value) fail(message, `The expression is ${show(value)}, not true.`);
}

function isDeepEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isDeepEqual((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  );
}

const functions = {
  ok: assert,
  equal(actual: unknown, expected: unknown, message?: unknown): void {
    if (!Object.is(actual, expected)) fail(message, `${show(actual)} is not ${show(expected)}.`);
  },
  notEqual(actual: unknown, expected: unknown, message?: unknown): void {
    if (Object.is(actual, expected)) fail(message, `Both are ${show(actual)}.`);
  },
  deepEqual(actual: unknown, expected: unknown, message?: unknown): void {
    if (!isDeepEqual(actual, expected)) fail(message, "The values differ.");
  },
  throws(action: () => unknown, expected?: unknown): void {
    let error: unknown;
    try {
      action();
    } catch (thrown) {
      error = thrown;
    }
    if (error === undefined) fail(undefined, "No exception was thrown.");
    if (expected instanceof RegExp && !expected.test(String(error))) throw error;
  },
  fail: (message?: unknown): never => fail(message, "Failed."),
};

export const assertModule = { __esModule: true, default: Object.assign(assert, functions), ...functions };
