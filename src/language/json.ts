/**
 * Models as JSON, both ways. What is written is read back to an equal model; functions cannot be written, so a model that uses
 * some names them, and the reader must be given them.
 *
 *     Model, Var, Par     { "_class": "Model", … }      names and values in order of writing
 *     expression          { "_Expr": "2*a" }             with "_up" when its names are looked up further out
 *     quantity            { "_value": 5, "_unit": "mm" }
 *     component           { "_class": "Component", … }  one with a condition, or an inner one
 *     function            { "_function": "law" }         by name: the reader must be given it
 *
 * Components that are made by functions, such as those of 3-D models, have classes of their own; `ComponentDocuments` knows them.
 */

import { listNames } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { parseExpression } from "../symbolic/parse.ts";
import type { UserFunctionSource } from "./functions.ts";
import { inner, Model, ModelDefinition, onlyIf } from "./model.ts";
import {
  ExpressionText,
  isNumericValue,
  isParameterObject,
  isPlainObject,
  ParameterDeclaration,
  VariableDeclaration,
} from "./values.ts";

/** Deeper documents are refused before anything is built from them. */
const maximumDepth = 60;
const maximumLength = 50_000_000;

/** Value as it stands in a document. */
export type EncodeValue = (value: unknown) => unknown;

/** Classes of components beside Model, Var and Par. */
export interface ComponentDocuments {
  /** Class of a model with equations that is more than a Model. */
  modelClass(model: ModelDefinition): string | undefined;
  makeModel(name: string, source: Readonly<Record<string, unknown>>): ModelDefinition | undefined;
  /** The document of a component that belongs to a predefined component. */
  write(model: ModelDefinition, encode: EncodeValue): Record<string, unknown> | undefined;
  has(name: string): boolean;
  make(
    name: string,
    object: Readonly<Record<string, unknown>>,
    path: string,
    decode: (value: unknown, name: string) => unknown,
  ): unknown;
}

/** The model as JSON text. `indent` as in JSON.stringify. */
export function modelToJson(model: ModelDefinition, indent?: number, components?: ComponentDocuments): string {
  if (!(model instanceof ModelDefinition)) {
    throw new RattlebackError("E-MODEL", "modelToJson takes a model.", {
      path: "model",
      hint: "modelToJson(Model({ … }))",
    });
  }
  return JSON.stringify(new Encoder(components).model(model), undefined, indent);
}

export interface JsonOptions {
  /** Functions that the document names: those that equations call, laws of force elements, action programs. */
  readonly functions?: Readonly<Record<string, UserFunctionSource | ((...args: never[]) => unknown)>>;
}

interface DecodeOptions extends JsonOptions {
  readonly components?: ComponentDocuments | undefined;
}

/** The model that a JSON text describes. Nothing of the text is ever executed. */
export function modelFromJson(
  text: string,
  options: JsonOptions = {},
  components?: ComponentDocuments,
): ModelDefinition {
  if (typeof text !== "string" || text.length > maximumLength)
    throw jsonError("", "The document is not a text, or too long.", "give the text of a model file");
  let document: unknown;
  try {
    // editors of some systems begin a file with a mark of the order of bytes
    document = JSON.parse(text.startsWith("\ufeff") ? text.slice(1) : text);
  } catch (cause) {
    throw new RattlebackError("E-JSON", "The document is not valid JSON.", {
      because: cause instanceof Error ? cause.message : String(cause),
      hint: "look at the place named",
      cause,
    });
  }
  const model = decode(document, "", 0, { ...options, components });
  if (model instanceof ModelDefinition) return model;
  throw jsonError("", "The document is not a model.", 'the outermost object has "_class": "Model"');
}

class Encoder {
  private readonly components: ComponentDocuments | undefined;
  /** A name in the document means one function. */
  private readonly functions = new Map<string, unknown>();

  constructor(components: ComponentDocuments | undefined) {
    this.components = components;
  }

  model(model: ModelDefinition): Record<string, unknown> {
    const { condition, isInner } = model;
    if (condition !== undefined || isInner) {
      const plain = new ModelDefinition({ ...model, condition: undefined, isInner: false });
      const object: Record<string, unknown> = { _class: "Component", model: this.model(plain) };
      if (condition !== undefined) object["onlyIf"] = condition instanceof ExpressionText ? condition.text : condition;
      if (isInner) object["inner"] = true;
      return object;
    }
    if (model.element !== undefined) {
      const component = this.components?.write(model, (value) => this.value(value));
      if (component !== undefined) return component;
    }
    const name = this.components?.modelClass(model);
    const isPlain = model.predefined === undefined && model.element === undefined && model.foreign === undefined;
    if (name === undefined && !isPlain) {
      throw new RattlebackError("E-JSON", "A predefined component cannot be written as JSON.", {
        because:
          model.foreign === undefined ? "it consists of functions" : `it is written in ${model.foreign.language}`,
        hint: "write the model around it, and add the component when reading",
      });
    }
    const object: Record<string, unknown> = { _class: name ?? "Model" };
    if (model.description !== "") object["description"] = model.description;
    for (const [key, entry] of model.entries) object[key] = this.value(entry);
    if (model.equations.length > 0) object["equations"] = model.equations;
    if (model.initialEquations.length > 0) object["initialEquations"] = model.initialEquations;
    if (model.connections.length > 0) object["connect"] = model.connections;
    if (model.functions.size > 0) object["functions"] = [...model.functions.keys()];
    return object;
  }

  value(entry: unknown): unknown {
    if (entry instanceof ModelDefinition) return this.model(entry);
    if (entry instanceof VariableDeclaration) return this.attributes("Var", entry.attributes);
    if (entry instanceof ParameterDeclaration) return this.attributes("Par", entry.attributes);
    if (entry instanceof ExpressionText) return encodeExpression(entry);
    if (typeof entry === "function") return this.named(entry);
    if (Array.isArray(entry) && entry[0] instanceof ModelDefinition)
      return entry.map((item) => this.model(item as ModelDefinition));
    return encodeNumber(entry);
  }

  private attributes(kind: string, attributes: object): Record<string, unknown> {
    const object: Record<string, unknown> = { _class: kind };
    for (const [name, value] of Object.entries(attributes)) {
      if (value instanceof ExpressionText) object[name] = encodeExpression(value);
      else if (value instanceof ParameterDeclaration)
        object[name] = { _value: encodeNumber(value.attributes.value), _unit: value.attributes.unit ?? "" };
      else if (value !== undefined) object[name] = encodeNumber(value);
    }
    return object;
  }

  private named(fn: { readonly name: string }): Record<string, unknown> {
    const { name } = fn;
    const before = this.functions.get(name);
    if (name !== "" && (before === undefined || before === fn)) {
      this.functions.set(name, fn);
      return { _function: name };
    }
    throw new RattlebackError("E-JSON", `A function of the model cannot be written as JSON.`, {
      because: name === "" ? "it has no name" : `two different functions are called "${name}"`,
      hint: "function springLaw(x) { … }: functions are written by name, and given again when reading",
      data: { name },
    });
  }
}

function encodeExpression(value: ExpressionText): Record<string, unknown> {
  return value.levelsUp === 0 ? { _Expr: value.text } : { _Expr: value.text, _up: value.levelsUp };
}

/** JSON has no infinite numbers; they are written as expressions. */
function encodeNumber(value: unknown): unknown {
  if (isParameterObject(value)) {
    throw new RattlebackError("E-JSON", `"${value.name}" cannot be written as JSON.`, {
      because: "it is an object of the program, not a number or text",
      hint: 'give its name instead, if it has one: medium: "water"',
    });
  }
  if (typeof value === "number" && !Number.isFinite(value))
    return { _Expr: Number.isNaN(value) ? "nan" : value > 0 ? "inf" : "-inf" };
  return value;
}

function decode(value: unknown, path: string, depth: number, options: DecodeOptions): unknown {
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
  if (Object.hasOwn(value, "_function")) return decodeFunction(value["_function"], path, options);
  const kind = className(value["_class"]);
  if (kind === "Var") return new VariableDeclaration(decodeAttributes(value, path, depth, options));
  if (kind === "Par") return new ParameterDeclaration(decodeAttributes(value, path, depth, options));
  if (kind === "Model" || kind === "Map") return decodeModel(value, path, depth, options);
  if (kind === "Component") return decodeComponent(value, path, depth, options);
  if (typeof kind === "string") {
    const { components } = options;
    if (components?.has(kind) === true)
      return components.make(kind, value, path, (item, name) =>
        decode(item, path === "" ? name : `${path}.${name}`, depth + 1, options),
      );
    const model = components?.makeModel(kind, decodeSource(value, path, depth, options));
    if (model !== undefined) return model;
  }
  throw jsonError(
    path,
    `The object at "${path === "" ? "the top" : path}" says of no kind that it is.`,
    '"_class" is "Model", "Var", "Par" or a component; expressions are { "_Expr": "…" }',
  );
}

function className(value: unknown): unknown {
  return isPlainObject(value) && Object.hasOwn(value, "_Symbol") ? value["_Symbol"] : value;
}

function decodeModel(
  object: Record<string, unknown>,
  path: string,
  depth: number,
  options: DecodeOptions,
): ModelDefinition {
  return Model(decodeSource(object, path, depth, options));
}

/** `{ "_class": "Component", "model": …, "onlyIf": "useR", "inner": true }` */
function decodeComponent(
  object: Record<string, unknown>,
  path: string,
  depth: number,
  options: DecodeOptions,
): ModelDefinition {
  const model = decode(object["model"], path, depth + 1, options);
  if (!(model instanceof ModelDefinition))
    throw jsonError(
      path,
      "A component has a model.",
      '{ "_class": "Component", "onlyIf": "useR", "model": { "_class": "Model" } }',
    );
  const { onlyIf: condition } = object;
  const chosen = condition === undefined ? model : onlyIf(condition as string, model);
  return object["inner"] === true ? (inner(chosen) as ModelDefinition) : chosen;
}

function decodeSource(
  object: Record<string, unknown>,
  path: string,
  depth: number,
  options: DecodeOptions,
): Record<string, unknown> {
  const source: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name of Object.keys(object)) {
    if (name === "_class" || name === "functions" || name === "diagram") continue;
    const isText = name === "equations" || name === "initialEquations" || name === "connect" || name === "description";
    source[name] = isText
      ? object[name]
      : decode(object[name], path === "" ? name : `${path}.${name}`, depth + 1, options);
  }
  const functions = decodeFunctions(object["functions"], path, options);
  return functions === undefined ? source : { ...source, functions };
}

function decodeFunction(name: unknown, path: string, { functions }: DecodeOptions): unknown {
  const given = typeof name === "string" && Object.hasOwn(functions ?? {}, name) ? functions![name] : undefined;
  if (typeof given === "function") return given;
  throw jsonError(
    path,
    `The document names the function ${JSON.stringify(name)}, which is not given.`,
    `modelFromJson(text, { functions: { ${typeof name === "string" ? name : "name"}: (x) => … } })`,
  );
}

function decodeFunctions(
  value: unknown,
  path: string,
  options: DecodeOptions,
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
  for (const name of value as string[]) functions[name] = given[name]! as UserFunctionSource;
  return functions;
}

function decodeAttributes(
  object: Record<string, unknown>,
  path: string,
  depth: number,
  options: DecodeOptions,
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
  return new ExpressionText(text, typeof up === "number" && Number.isInteger(up) && Math.abs(up) < 100 ? up : 0);
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
