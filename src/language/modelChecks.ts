/** What may stand in a model: names, values, texts of equations, connections. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { isKeyword } from "../symbolic/tokenReader.ts";
import type { PredefinedComponent } from "./predefined.ts";
import { fits, otherDimension } from "./unitErrors.ts";
import {
  ExpressionText,
  isNumericValue,
  isParameterObject,
  ParameterDeclaration,
  type ParameterValue,
  VariableDeclaration,
} from "./values.ts";

export function checkLiteral(value: unknown, path: string, levelsUp: number): ParameterValue {
  if (value instanceof ExpressionText) return levelsUp > 0 ? new ExpressionText(value.text, levelsUp) : value;
  if (typeof value === "string" || isNumericValue(value) || isParameterObject(value)) return value;
  throw modelError(
    path,
    `"${path}" has a value that cannot be part of a model: ${describeType(value)}.`,
    "numbers, arrays, texts, booleans, expr`…`, Par, Var or a Model",
  );
}

/** What has a unit keeps its dimension: equations and components count on it. */
export function checkKeptUnit(existing: unknown, unit: unknown, path: string): void {
  if (!(existing instanceof ParameterDeclaration || existing instanceof VariableDeclaration)) return;
  const own = existing.attributes.unit;
  // "1" says that a number has no unit, not which one it cannot have
  if (typeof unit !== "string" || !own || own === "1" || fits(unit, own)) return;
  throw otherDimension(path, own, unit);
}

export function checkPredefined(value: unknown, path: string): PredefinedComponent | undefined {
  if (value === undefined) return undefined;
  const isComponent =
    typeof value === "object" && value !== null && typeof (value as { build?: unknown }).build === "function";
  if (isComponent) return value as PredefinedComponent;
  throw modelError(
    path === "" ? "predefined" : `${path}.predefined`,
    `"predefined" is a component made by predefinedComponent; found ${describeType(value)}.`,
    "predefined: predefinedComponent({ build, functions })",
  );
}

export function texts(value: unknown, path: string, key: string): readonly string[] {
  if (value === undefined) return [];
  if (typeof value === "string") return [value];
  // with its holes, which `every` leaves out
  if (Array.isArray(value) && Array.from(value).every((item) => typeof item === "string")) return value as string[];
  throw modelError(
    path === "" ? key : `${path}.${key}`,
    `"${key}" is text, or a list of texts; found ${describeType(value)}.`,
    value === null ? "equations are appended, not removed: begin with a model without them" : "equations: `y = k*u`",
  );
}

export function checkConnections(value: unknown, path: string): readonly (readonly string[])[] {
  const isList =
    Array.isArray(value) && value.every((set) => Array.isArray(set) && set.every((name) => typeof name === "string"));
  if (isList) return value as string[][];
  throw modelError(
    path === "" ? "connect" : `${path}.connect`,
    '"connect" is a list of lists of names.',
    'connect: [["V.p", "R.p"], ["R.n", "V.n"]]',
  );
}

export function checkName(name: string, path: string): void {
  if (
    /^[A-Za-z_\u00c0-\u024f\u0370-\u03ff][A-Za-z0-9_\u00c0-\u024f\u0370-\u03ff]*$/.test(name) &&
    !isKeyword(name) &&
    name !== "__proto__"
  )
    return;
  if (isKeyword(name)) {
    throw modelError(
      path,
      `"${name}" cannot be a name: it is a word of the language.`,
      `another name, such as "${name}1"`,
    );
  }
  throw modelError(
    path,
    `"${name.slice(0, 60)}" cannot be a name.`,
    name.includes(".")
      ? `names of components are nested: { ${name.split(".")[0]}: { … } }`
      : "letters, digits and _ only, not beginning with a digit",
  );
}

export function describeType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array that is neither a vector nor a matrix of numbers";
  return typeof value === "object" ? "an object" : `a value of type ${typeof value}`;
}

export function modelError(path: string, what: string, hint: string): RattlebackError {
  return new RattlebackError("E-MODEL", what, { ...(path !== "" && { path }), hint, data: { path } });
}
