/** The shape of what users give as plain objects: checked once, where it enters, so that everything behind may rely on it. */
import { called } from "./boundary.ts";
import { checkOptionNames } from "./optionNames.ts";
import { RattlebackError } from "./rattlebackError.ts";

/** Refuses a value that does not have the shape; `path` is its place in what was given. */
export type Shape = (value: unknown, path: string) => void;

function expectKind(expected: string, isKind: boolean, value: unknown, path: string): void {
  if (isKind) return;
  throw new RattlebackError("E-OPTION-VALUE", `"${path}" is ${describeValue(value)}.`, {
    path,
    because: `${expected} is expected`,
    hint: `give ${expected}`,
    data: { path },
  });
}

/** What `accepts` is true for; `expected` says in words what that is. */
export const shape =
  (expected: string, accepts: (value: unknown) => boolean): Shape =>
  (value, path) =>
    expectKind(expected, accepts(value), value, path);

/** A value in the words of a sentence about it. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "function") return "a function";
  return `the ${typeof value} ${typeof value === "string" ? JSON.stringify(value).slice(0, 60) : String(value)}`;
}

const isList = (value: unknown): value is ArrayLike<unknown> => Array.isArray(value) || ArrayBuffer.isView(value);
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !isList(value);

export const aNumber: Shape = (value, path) => expectKind("a number", typeof value === "number", value, path);
export const aFiniteNumber: Shape = (value, path) => expectKind("a finite number", Number.isFinite(value), value, path);
export const aPositiveNumber: Shape = (value, path) =>
  expectKind("a finite number above 0", Number.isFinite(value) && (value as number) > 0, value, path);
export const aWholeNumber: Shape = (value, path) =>
  expectKind("a whole number, 0 or more", Number.isSafeInteger(value) && (value as number) >= 0, value, path);
export const aFunction: Shape = (value, path) => expectKind("a function", typeof value === "function", value, path);
export const aText: Shape = (value, path) => expectKind("a text", typeof value === "string", value, path);
export const aList: Shape = (value, path) => expectKind("a list", isList(value), value, path);
export const anObject: Shape = (value, path) => expectKind("an object", isObject(value), value, path);
export const anIterable: Shape = (value, path) =>
  expectKind(
    "a list, or what can be gone through like one",
    typeof (value as Iterable<unknown> | null | undefined)?.[Symbol.iterator] === "function",
    value,
    path,
  );

/** One of these texts. */
export const oneOf = (...texts: readonly string[]): Shape =>
  shape(`one of ${texts.map((text) => `"${text}"`).join(", ")}`, (value) => texts.includes(value as string));

/** An object that a class has made; `expected` says how it is made. */
export const madeBy = (made: abstract new (...given: never[]) => object, expected: string): Shape =>
  shape(expected, (value) => value instanceof made);

/** A list whose items all have the shape. */
export const listOf =
  (item: Shape): Shape =>
  (value, path) => {
    aList(value, path);
    const list = value as ArrayLike<unknown>;
    if (Array.isArray(list)) for (let k = 0; k < list.length; k++) item(list[k], `${path}[${k}]`);
  };

/** An object whose values all have the shape, whatever their names. */
export const byName =
  (item: Shape): Shape =>
  (value, path) => {
    anObject(value, path);
    for (const [name, own] of called(path, () => Object.entries(value as object))) item(own, `${path}.${name}`);
  };

/** An object with these names; those that are missing, or undefined, are fine unless they are `required`. */
export const fields =
  (known: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape =>
  (value, path) => {
    anObject(value, path);
    for (const [name, own] of Object.entries(known)) {
      const given = called(
        path === "" ? name : `${path}.${name}`,
        () => (value as Readonly<Record<string, unknown>>)[name],
      );
      if (given !== undefined || required.includes(name)) own(given, path === "" ? name : `${path}.${name}`);
    }
  };

/** One of several shapes: the first whose kind of value it is decides. */
export const eitherOf =
  (isFirst: (value: unknown) => boolean, first: Shape, second: Shape): Shape =>
  (value, path) =>
    (isFirst(value) ? first : second)(value, path);

export const isNumber = (value: unknown): boolean => typeof value === "number";
export const isAList = isList;

/** Options of `owner`: names that exist, with values of their shapes; `required` ones are there. */
export function checkOptions(
  owner: string,
  given: object,
  known: Readonly<Record<string, Shape>>,
  required: readonly string[] = [],
): void {
  checkOptionNames(given, Object.keys(known), owner);
  fields(known, required)(given, owner);
}
