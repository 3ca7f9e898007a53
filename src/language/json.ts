/**
 * Models as JSON, both ways. What is written is read back to an equal model; functions cannot be written, so a model that uses
 * some names them, and the reader must be given them.
 *
 *     Model, Var, Par     { "_class": "Model", … }      names and values in order of writing
 *     expression          { "_Expr": "2*a" }             with "_up" when its names are looked up further out
 *     quantity            { "_value": 5, "_unit": "mm" }
 */

import { listNames } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { parseExpression } from "../symbolic/parse.ts";
import type { UserFunctionSource } from "./functions.ts";
import { type Entry, Model, ModelDefinition } from "./model.ts";
import { ExpressionText, isNumericValue, isPlainObject, ParameterDeclaration, VariableDeclaration } from "./values.ts";

/** Deeper documents are refused before anything is built from them. */
const maximumDepth = 60;
const maximumLength = 50_000_000;

/** The model as JSON text. `indent` as in JSON.stringify. */
export function modelToJson(model: ModelDefinition, indent?: number): string {
  return JSON.stringify(encodeModel(model), undefined, indent);
}

export interface JsonOptions {
  /** Functions that the equations call, for every model of the document that names them. */
  readonly functions?: Readonly<Record<string, UserFunctionSource>>;
}

/** The model that a JSON text describes. Nothing of the text is ever executed. */
export function modelFromJson(text: string, options: JsonOptions = {}): ModelDefinition {
  if (typeof text !== "string" || text.length > maximumLength)
    throw jsonError("", "The document is no text, or too long.", "give the text of a model file");
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    throw new RattlebackError("E-JSON", "The document is not valid JSON.", {
      because: cause instanceof Error ? cause.message : String(cause),
      hint: "look at the place named",
      cause,
    });
  }
  const model = decode(document, "", 0, options);
  if (model instanceof ModelDefinition) return model;
  throw jsonError("", "The document is no model.", 'the outermost object has "_class": "Model"');
}

function encodeModel(model: ModelDefinition): Record<string, unknown> {
  const object: Record<string, unknown> = { _class: "Model" };
  if (model.description !== "") object["description"] = model.description;
  for (const [name, entry] of model.entries) object[name] = encodeEntry(entry);
  if (model.equations.length > 0) object["equations"] = model.equations;
  if (model.initialEquations.length > 0) object["initialEquations"] = model.initialEquations;
  if (model.connections.length > 0) object["connect"] = model.connections;
  if (model.functions.size > 0) object["functions"] = [...model.functions.keys()];
  if (model.predefined !== undefined || model.element !== undefined) {
    throw new RattlebackError("E-JSON", "A predefined component cannot be written as JSON.", {
      because: "it consists of functions",
      hint: "write the model around it, and add the component when reading",
    });
  }
  return object;
}

function encodeEntry(entry: Entry): unknown {
  if (entry instanceof ModelDefinition) return encodeModel(entry);
  if (entry instanceof VariableDeclaration) return encodeAttributes("Var", entry.attributes);
  if (entry instanceof ParameterDeclaration) return encodeAttributes("Par", entry.attributes);
  if (entry instanceof ExpressionText) return encodeExpression(entry);
  if (Array.isArray(entry) && entry[0] instanceof ModelDefinition)
    return entry.map((item) => encodeModel(item as ModelDefinition));
  return encodeNumber(entry);
}

function encodeAttributes(kind: string, attributes: object): Record<string, unknown> {
  const object: Record<string, unknown> = { _class: kind };
  for (const [name, value] of Object.entries(attributes)) {
    if (value instanceof ExpressionText) object[name] = encodeExpression(value);
    else if (value instanceof ParameterDeclaration)
      object[name] = { _value: encodeNumber(value.attributes.value), _unit: value.attributes.unit ?? "" };
    else if (value !== undefined) object[name] = encodeNumber(value);
  }
  return object;
}

function encodeExpression(value: ExpressionText): Record<string, unknown> {
  return value.levelsUp === 0 ? { _Expr: value.text } : { _Expr: value.text, _up: value.levelsUp };
}

/** JSON has no infinite numbers; they are written as expressions. */
function encodeNumber(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    return { _Expr: Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf" };
  return value;
}

function decode(value: unknown, path: string, depth: number, options: JsonOptions): unknown {
  if (depth > maximumDepth)
    throw jsonError(
      path.slice(0, 120),
      `The document nests deeper than ${maximumDepth} levels.`,
      "a model this deep is probably a mistake of the program that wrote it",
    );
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    if (isNumericValue(list)) return list;
    return list.map((item, i) => decode(item, `${path}[${i + 1}]`, depth + 1, options));
  }
  if (!isPlainObject(value)) return value;
  if (Object.hasOwn(value, "_Expr") || Object.hasOwn(value, "_Symbol")) return decodeExpression(value, path);
  if (Object.hasOwn(value, "_value")) return decodeQuantity(value, path);
  const kind = className(value["_class"]);
  if (kind === "Var") return new VariableDeclaration(decodeAttributes(value, path, depth, options));
  if (kind === "Par") return new ParameterDeclaration(decodeAttributes(value, path, depth, options));
  if (kind === "Model" || kind === "Map") return decodeModel(value, path, depth, options);
  throw jsonError(
    path,
    `The object at "${path === "" ? "the top" : path}" says of no kind that it is.`,
    '"_class" is "Model", "Var" or "Par"; expressions are { "_Expr": "…" }',
  );
}

function className(value: unknown): unknown {
  return isPlainObject(value) && Object.hasOwn(value, "_Symbol") ? value["_Symbol"] : value;
}

function decodeModel(
  object: Record<string, unknown>,
  path: string,
  depth: number,
  options: JsonOptions,
): ModelDefinition {
  const source: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(object)) {
    if (name === "_class" || name === "functions") continue;
    const isText = name === "equations" || name === "initialEquations" || name === "connect" || name === "description";
    source[name] = isText
      ? object[name]
      : decode(object[name], path === "" ? name : `${path}.${name}`, depth + 1, options);
  }
  const functions = decodeFunctions(object["functions"], path, options);
  return functions === undefined ? Model(source) : Model({ ...source, functions });
}

function decodeFunctions(
  value: unknown,
  path: string,
  options: JsonOptions,
): Record<string, UserFunctionSource> | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.some((name) => typeof name !== "string"))
    throw jsonError(path, '"functions" is a list of names.', '"functions": ["saturate"]');
  const given = options.functions ?? {};
  const missing = (value as string[]).filter((name) => !Object.hasOwn(given, name));
  if (missing.length > 0)
    throw jsonError(
      path,
      `The model calls functions that are not given: ${listNames(missing)}.`,
      `modelFromJson(text, { functions: { ${missing[0]}: (u) => … } })`,
    );
  const functions: Record<string, UserFunctionSource> = {};
  for (const name of value as string[]) functions[name] = given[name]!;
  return functions;
}

function decodeAttributes(
  object: Record<string, unknown>,
  path: string,
  depth: number,
  options: JsonOptions,
): Record<string, never> {
  const attributes: Record<string, unknown> = {};
  for (const name of Object.keys(object)) {
    if (name === "_class") continue;
    if (name === "__proto__") throw jsonError(path, '"__proto__" cannot be an attribute.', "remove it");
    attributes[name] = decode(object[name], `${path}.${name}`, depth + 1, options);
  }
  return attributes as Record<string, never>;
}

function decodeExpression(object: Record<string, unknown>, path: string): unknown {
  const text = Object.hasOwn(object, "_Expr") ? object["_Expr"] : object["_Symbol"];
  if (typeof text !== "string") throw jsonError(path, "An expression is text.", '{ "_Expr": "2*a" }');
  if (text === "inf" || text === "-inf") return text === "inf" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  if (text === "nan") return Number.NaN;
  parseExpression(text);
  const up = object["_up"];
  return new ExpressionText(text, typeof up === "number" && Number.isInteger(up) && up > 0 && up < 100 ? up : 0);
}

function decodeQuantity(object: Record<string, unknown>, path: string): ParameterDeclaration {
  const value = object["_value"];
  const unit = object["_unit"] ?? "";
  if (!isNumericValue(value) || typeof unit !== "string")
    throw jsonError(path, "A quantity has a number and a unit.", '{ "_value": 5, "_unit": "mm" }');
  return new ParameterDeclaration({ value, unit });
}

function jsonError(path: string, what: string, hint: string): RattlebackError {
  return new RattlebackError("E-JSON", what, { ...(path !== "" && { path }), hint, data: { path } });
}
