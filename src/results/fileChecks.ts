/** Checks of a document that was read from a file: each says which part of it is wrong. */
import { RattlebackError } from "../errors/rattlebackError.ts";

export function brokenFile(path: string, because: string, cause?: unknown): RattlebackError {
  return new RattlebackError("E-RESULT-FILE", "The text is not a complete result in JSON.", {
    path,
    because,
    hint: "write the result again with resultToJson; the file is probably cut off or was edited",
    data: { path },
    ...(cause === undefined ? {} : { cause }),
  });
}

export function expectObject(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrongType(path, "an object", value);
  return value as Record<string, unknown>;
}

export function expectArray(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrongType(path, "a list", value);
  return value;
}

export function expectText(value: unknown, path: string): string {
  if (typeof value !== "string") throw wrongType(path, "a text", value);
  return value;
}

export function expectTexts(value: unknown, path: string): string[] {
  return expectArray(value, path).map((item, i) => expectText(item, `${path}[${i}]`));
}

export function expectNumber(value: unknown, path: string): number {
  if (typeof value !== "number") throw wrongType(path, "a number", value);
  return value;
}

/** An integer from 0 to `largest`. */
export function expectCount(value: unknown, path: string, largest = Number.MAX_SAFE_INTEGER): number {
  if (!Number.isInteger(value) || (value as number) < 0 || (value as number) > largest) {
    throw wrongType(path, largest === Number.MAX_SAFE_INTEGER ? "a count" : `an integer from 0 to ${largest}`, value);
  }
  return value as number;
}

export function expectOneOf<T extends string>(value: unknown, choices: readonly T[], path: string): T {
  const choice = choices.find((text) => text === value);
  if (choice === undefined) throw wrongType(path, `one of ${choices.join(", ")}`, value);
  return choice;
}

/** Lists and objects by their kind alone: what is inside may be large, or nest deeper than any text of it. */
function described(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "object" && value !== null) return "an object";
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

function wrongType(path: string, expected: string, value: unknown): RattlebackError {
  return brokenFile(path, `${expected} is expected, not ${described(value)}`);
}
