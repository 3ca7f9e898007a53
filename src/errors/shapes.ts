/** The shape of what users give as plain objects: checked once, where it enters, so that everything behind may rely on it. */
import { RattlebackError } from "./rattlebackError.ts";

/** Refuses a value that does not have the shape; `path` is its place in what was given. */
export type Shape = (value: unknown, path: string) => void;

function shape(expected: string, accepts: (value: unknown) => boolean): Shape {
  return (value, path) => {
    if (accepts(value)) return;
    throw new RattlebackError("E-OPTION-VALUE", `"${path}" is ${describeValue(value)}.`, {
      path,
      because: `${expected} is expected`,
      hint: `give ${expected}`,
      data: { path },
    });
  };
}

function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  return typeof value === "object" ? "an object" : `the ${typeof value} ${JSON.stringify(value)?.slice(0, 60)}`;
}

const isList = (value: unknown): value is ArrayLike<unknown> => Array.isArray(value) || ArrayBuffer.isView(value);
const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !isList(value);

export const aNumber: Shape = shape("a number", (value) => typeof value === "number");
export const aText: Shape = shape("a text", (value) => typeof value === "string");
const aList = shape("a list", isList);
const anObject = shape("an object", isObject);

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
    for (const [name, own] of Object.entries(value as object)) item(own, `${path}.${name}`);
  };

/** An object with these names; those that are missing, or undefined, are fine unless they are `required`. */
export const fields =
  (known: Readonly<Record<string, Shape>>, required: readonly string[] = []): Shape =>
  (value, path) => {
    anObject(value, path);
    for (const [name, own] of Object.entries(known)) {
      const given = (value as Readonly<Record<string, unknown>>)[name];
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
