/**
 * Models: ordered collections of names and values with equations and connections, and the merge that
 * makes inheritance, modification, replacement and removal out of one operation.
 *
 * Length   a model is made by merging and merging makes models: class and operation need each other
 */

import { guarded } from "../errors/boundary.ts";
import { listNames, suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { parseExpression } from "../symbolic/parse.ts";
import { isKeyword } from "../symbolic/tokenReader.ts";
import { type ForeignModel, refusedAddition } from "./foreignModel.ts";
import { type UserFunction, type UserFunctionSource, userFunction } from "./functions.ts";
import {
  checkConnections,
  checkKeptUnit,
  checkLiteral,
  checkName,
  checkPredefined,
  describeType,
  modelError,
  texts,
} from "./modelChecks.ts";
import { elementTag, type ModelSource } from "./modelSource.ts";
import type { PredefinedComponent } from "./predefined.ts";
import {
  checkAttributeNames,
  ExpressionText,
  isAttributeName,
  isNumericValue,
  isParameterObject,
  isPlainObject,
  type NumericValue,
  type ParameterAttributes,
  ParameterDeclaration,
  type ParameterObject,
  type ParameterValue,
  Var,
  type VariableAttributes,
  VariableDeclaration,
} from "./values.ts";

export type Entry =
  | NumericValue
  | string
  | ParameterObject
  | ExpressionText
  | VariableDeclaration
  | ParameterDeclaration
  | ModelDefinition
  | readonly ModelDefinition[];

interface Parts {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly equations: readonly string[];
  readonly initialEquations: readonly string[];
  readonly connections: readonly (readonly string[])[];
  readonly functions: ReadonlyMap<string, UserFunction>;
  readonly description: string;
  readonly predefined: PredefinedComponent | undefined;
  /** What the component is to the predefined component around it; no part of the equations. */
  readonly element: unknown;
  /** A model of another language. */
  readonly foreign: ForeignModel | undefined;
  /** The component exists only if this holds, a condition on parameters of the model around it. */
  readonly condition: ExpressionText | boolean | undefined;
  /** Components inside may refer to it by its name, on any level. */
  readonly isInner: boolean;
  /** Names of values that `.with` brought in: something must use them, otherwise they are slips of the pen. */
  readonly added: ReadonlySet<string>;
}

const reservedKeys = new Set([
  "equations",
  "initialEquations",
  "connect",
  "functions",
  "description",
  "predefined",
  "diagram",
]);

/** Whether a component cannot have that name: words of the language, and parts that every model has. */
export function isReservedName(name: string): boolean {
  return isKeyword(name) || reservedKeys.has(name);
}

export class ModelDefinition<out S = unknown> implements Parts {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly equations: readonly string[];
  readonly initialEquations: readonly string[];
  readonly connections: readonly (readonly string[])[];
  readonly functions: ReadonlyMap<string, UserFunction>;
  readonly description: string;
  readonly predefined: PredefinedComponent | undefined;
  readonly element: unknown;
  readonly foreign: ForeignModel | undefined;
  readonly condition: ExpressionText | boolean | undefined;
  readonly isInner: boolean;
  readonly added: ReadonlySet<string>;
  /** For the type checker alone: its signals by name. */
  declare readonly signalTypes?: S;

  constructor(parts: Parts) {
    this.entries = parts.entries;
    this.equations = parts.equations;
    this.initialEquations = parts.initialEquations;
    this.connections = parts.connections;
    this.functions = parts.functions;
    this.description = parts.description;
    this.predefined = parts.predefined;
    this.element = parts.element;
    this.foreign = parts.foreign;
    this.condition = parts.condition;
    this.isInner = parts.isInner;
    this.added = parts.added;
  }

  /**
   * A new model in which the given names are changed, added, or removed (`null`). Nested objects change what is inside
   * a component or a declaration; a whole model replaces a component; equations and connections are appended.
   * A value that is added must be used by something: instantiate refuses `Resistor.with({ r: 5 })`.
   */
  with(changes: ModelSource | ModelDefinition): ModelDefinition<S> {
    const changed = guarded(
      "with",
      () => (changes instanceof ModelDefinition ? mergeModels(this, changes) : mergeSource(this, changes, "", 1)),
      changes,
    );
    // what the type tells of names that are kept still holds
    return changed as ModelDefinition<S>;
  }
}

/** Signals by the names of a model, those of components inside; `unknown` where the type tells nothing. For the type checker alone. */
export type SignalsOf<T> = string extends keyof T
  ? unknown
  : {
      readonly [K in keyof T]: T[K] extends VariableDeclaration<infer V>
        ? V
        : T[K] extends ModelDefinition<infer S>
          ? S
          : unknown;
    };

/** Signals of a model, from its type. */
export type SignalsIn<M> = M extends { readonly signalTypes?: infer S } ? S : unknown;

/** A model from names and values. Reserved names: equations, initialEquations, connect, functions, description. */
export function Model<T extends ModelSource = ModelSource>(source: T = {} as T): ModelDefinition<SignalsOf<T>> {
  return guarded("Model", () => mergeSource(emptyModel, source, "", 0), source) as ModelDefinition<SignalsOf<T>>;
}

export const emptyModel: ModelDefinition = new ModelDefinition({
  entries: new Map(),
  equations: [],
  initialEquations: [],
  connections: [],
  functions: new Map(),
  description: "",
  predefined: undefined,
  element: undefined,
  foreign: undefined,
  condition: undefined,
  isInner: false,
  added: new Set(),
});

/** Marks a value that replaces an entry as a whole instead of being merged into it. */
export class Redeclaration {
  readonly value: Entry;
  constructor(value: Entry) {
    this.value = value;
  }
}
export function redeclare(value: Entry): Redeclaration {
  return new Redeclaration(value);
}

function mergeSource(base: ModelDefinition, source: ModelSource, path: string, levelsUp: number): ModelDefinition {
  if (!isPlainObject(source)) {
    throw modelError(
      path,
      `A model is made of names and values; ${describeType(source)} is not.`,
      "Model({ k: 1, equations: `y = k*u` })",
    );
  }
  if (base.foreign !== undefined) return changeForeign(base, base.foreign, source, path, levelsUp);
  const entries = new Map(base.entries);
  const added = new Set(base.added);
  for (const name of Object.keys(source)) {
    if (reservedKeys.has(name)) continue;
    const value = source[name];
    const place = path === "" ? name : `${path}.${name}`;
    const item = itemOf(entries, name);
    if (item !== undefined && value !== null && value !== undefined) {
      const single = new Map<string, Entry>([[name, item.list[item.index]!]]);
      mergeEntry(single, name, value, place, levelsUp);
      const changed = single.get(name);
      if (!(changed instanceof ModelDefinition))
        throw modelError(
          place,
          `"${place}" is a component of the list "${item.name}", which holds components only.`,
          `a whole Model replaces it: { "${item.name}[${item.index + 1}]": Model({ … }) }`,
        );
      entries.set(item.name, item.list.with(item.index, changed));
      continue;
    }
    checkName(name, place);
    if (value === null) removeEntry(entries, name, place);
    else if (value !== undefined) mergeEntry(entries, name, value, place, levelsUp);
    if (levelsUp > 0 && !base.entries.has(name)) added.add(name);
  }
  const connections = source.connect === undefined ? [] : checkConnections(source.connect, path);
  return new ModelDefinition({
    entries,
    equations: appended(base.equations, texts(source.equations, path, "equations")),
    initialEquations: appended(base.initialEquations, texts(source.initialEquations, path, "initialEquations")),
    connections: connections.length === 0 ? base.connections : [...base.connections, ...connections],
    functions: mergeFunctions(base.functions, source.functions, path),
    description: typeof source.description === "string" ? source.description : base.description,
    predefined: checkPredefined(source["predefined"], path) ?? base.predefined,
    element: source[elementTag] ?? base.element,
    foreign: base.foreign,
    condition: base.condition,
    isInner: base.isInner,
    added,
  });
}

/** Values go to the other language; expressions in names of the model around stay here. */
function changeForeign(
  base: ModelDefinition,
  foreign: ForeignModel,
  source: ModelSource,
  path: string,
  levelsUp: number,
): ModelDefinition {
  const entries = new Map(base.entries);
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(source)) {
    if (reservedKeys.has(name) || value instanceof ModelDefinition || value instanceof VariableDeclaration)
      throw refusedAddition(foreign, name, path);
    if (value instanceof ExpressionText) entries.set(name, checkLiteral(value, name, levelsUp));
    else {
      values[name] = value;
      entries.delete(name);
    }
  }
  const changed = Object.keys(values).length === 0 ? foreign : foreign.changed(values);
  return new ModelDefinition({ ...base, entries, foreign: changed });
}

/** What `c_2` or `c[2]` names when c is a list of components. */
function itemOf(
  entries: ReadonlyMap<string, Entry>,
  name: string,
): { name: string; list: readonly ModelDefinition[]; index: number } | undefined {
  const match = /^(.+?)(?:_(\d+)|\[(\d+)\])$/.exec(name);
  if (match === null || entries.has(name)) return undefined;
  const list = entries.get(match[1]!);
  const index = Number(match[2] ?? match[3]) - 1;
  return isModelList(list) && index in list ? { name: match[1]!, list, index } : undefined;
}

/** The same list when nothing is added: variants of a model share their texts, which are then parsed once. */
function appended(list: readonly string[], more: readonly string[]): readonly string[] {
  return more.length === 0 ? list : [...list, ...more];
}

function mergeModels(base: ModelDefinition, changes: ModelDefinition): ModelDefinition {
  const foreign = base.foreign ?? changes.foreign;
  if (foreign !== undefined) throw refusedAddition(foreign, "a model", "");
  const entries = new Map(base.entries);
  for (const [name, value] of changes.entries) {
    const existing = entries.get(name);
    if (existing instanceof ModelDefinition && value instanceof ModelDefinition)
      entries.set(name, mergeModels(existing, value));
    else mergeEntry(entries, name, value, name, 0);
  }
  return new ModelDefinition({
    entries,
    equations: appended(base.equations, changes.equations),
    initialEquations: appended(base.initialEquations, changes.initialEquations),
    connections: [...base.connections, ...changes.connections],
    functions: new Map([...base.functions, ...changes.functions]),
    description: changes.description === "" ? base.description : changes.description,
    predefined: changes.predefined ?? base.predefined,
    element: changes.element ?? base.element,
    foreign: undefined,
    condition: changes.condition ?? base.condition,
    isInner: base.isInner || changes.isInner,
    added: new Set([...base.added, ...[...changes.entries.keys()].filter((name) => !base.entries.has(name))]),
  });
}

function mergeEntry(entries: Map<string, Entry>, name: string, value: unknown, path: string, levelsUp: number): void {
  const existing = entries.get(name);
  if (value instanceof VariableDeclaration || value instanceof ParameterDeclaration)
    checkKeptUnit(existing, value.attributes.unit, path);
  if (value instanceof Redeclaration) {
    entries.set(name, value.value);
  } else if (value instanceof ModelDefinition) {
    entries.set(name, existing instanceof ModelDefinition ? replacement(existing, value) : value);
  } else if (isModelList(value)) {
    entries.set(name, value);
  } else if (value instanceof VariableDeclaration) {
    const attributes = dropNulls(
      existing instanceof VariableDeclaration || existing instanceof ParameterDeclaration ? existing.attributes : {},
      raise(value.attributes, levelsUp === 0 ? 0 : levelsUp - 1),
    );
    if (existing === undefined && Object.values(value.attributes).includes(null)) return;
    entries.set(name, new VariableDeclaration(attributes));
  } else if (value instanceof ParameterDeclaration) {
    entries.set(
      name,
      new ParameterDeclaration(
        dropNulls(parameterAttributes(existing), value.attributes),
        existing instanceof VariableDeclaration,
      ),
    );
  } else if (isPlainObject(value)) {
    mergeObject(entries, name, existing, value, path, levelsUp);
  } else {
    const literal = checkLiteral(value, path, levelsUp);
    entries.set(
      name,
      existing instanceof ParameterDeclaration
        ? new ParameterDeclaration({ ...existing.attributes, value: literal }, existing.isGivenByWith)
        : existing instanceof VariableDeclaration
          ? givenValue(existing, literal)
          : literal,
    );
  }
}

/** A variable that is given its value: a number makes a parameter of it, an expression an equation. Unit and words are kept. */
function givenValue(existing: VariableDeclaration, value: ParameterValue): Entry {
  if (!(value instanceof ExpressionText))
    return new ParameterDeclaration({ ...parameterAttributes(existing), value }, true);
  const { init: _, preferred: __, ...kept } = existing.attributes;
  return new VariableDeclaration({ ...kept, value });
}

/** What a parameter has of the declaration in whose place it is put. */
function parameterAttributes(existing: Entry | undefined): ParameterAttributes {
  if (existing instanceof ParameterDeclaration) return existing.attributes;
  if (!(existing instanceof VariableDeclaration)) return {};
  const names = ["unit", "min", "max", "nominal", "description", "hideResult", "inner"] as const;
  return Object.fromEntries(
    names.flatMap((name) => (existing.attributes[name] === undefined ? [] : [[name, existing.attributes[name]]])),
  );
}

/** A component in the place of another: whether it exists, and for whom, belongs to the place. */
function replacement(existing: ModelDefinition, value: ModelDefinition): ModelDefinition {
  if (existing.condition === undefined && !existing.isInner) return value;
  const condition = value.condition ?? existing.condition;
  return new ModelDefinition({ ...value, condition, isInner: value.isInner || existing.isInner });
}

/**
 * A component that exists only if a condition holds: `heat: onlyIf("useHeatPort", HeatPort)`. The condition consists of parameters of
 * the model in which it stands. Connections of an absent component vanish.
 */
export function onlyIf(condition: string | boolean | ExpressionText, component: ModelDefinition): ModelDefinition {
  if (!(component instanceof ModelDefinition))
    throw modelError("", `onlyIf takes a component; ${describeType(component)} is none.`, 'onlyIf("useR", Resistor)');
  if (component.element !== undefined)
    throw modelError(
      "",
      "Parts of a 3-D model cannot depend on a condition.",
      "choose in TypeScript: ...(useBox && { box: Object3D({ … }) })",
    );
  if (typeof condition !== "string" && typeof condition !== "boolean" && !(condition instanceof ExpressionText))
    throw modelError(
      "",
      "The condition of onlyIf is a text, an expression or a truth value.",
      'onlyIf("useR", Resistor)',
    );
  const parsed = typeof condition === "string" ? new ExpressionText(condition) : condition;
  if (parsed instanceof ExpressionText) parseExpression(parsed.text);
  return new ModelDefinition({ ...component, condition: parsed });
}

/**
 * What components inside may refer to by its name, on any level, with `outer()`: a component, a parameter or a variable.
 * `world: inner(World)`, `g: inner(9.81)`, `T: inner({ init: 300 })`
 */
export function inner(
  what:
    | ModelDefinition
    | VariableDeclaration
    | ParameterDeclaration
    | NumericValue
    | ExpressionText
    | ParameterObject
    | VariableAttributes,
): ModelDefinition | VariableDeclaration | ParameterDeclaration {
  if (what instanceof ModelDefinition) return new ModelDefinition({ ...what, isInner: true });
  if (what instanceof ParameterDeclaration) return new ParameterDeclaration({ ...what.attributes, inner: true });
  if (what instanceof ExpressionText || isNumericValue(what) || isParameterObject(what))
    return new ParameterDeclaration({ value: what, inner: true });
  return Var(what, { inner: true });
}

function mergeObject(
  entries: Map<string, Entry>,
  name: string,
  existing: Entry | undefined,
  changes: Record<string, unknown>,
  path: string,
  levelsUp: number,
): void {
  if (!(existing instanceof ModelDefinition)) {
    checkAttributes(entries, name, existing, changes, path);
    checkKeptUnit(existing, changes["unit"], path);
  }
  if (existing instanceof ModelDefinition) {
    entries.set(name, mergeSource(existing, changes, path, levelsUp === 0 ? 0 : levelsUp + 1));
  } else if (existing instanceof VariableDeclaration) {
    const attributes = replacesStart(changes)
      ? { ...existing.attributes, init: null, preferred: null }
      : existing.attributes;
    entries.set(name, new VariableDeclaration(dropNulls(attributes, raise(changes, levelsUp))));
  } else if (existing instanceof ParameterDeclaration) {
    entries.set(
      name,
      new ParameterDeclaration(dropNulls(existing.attributes, raise(changes, levelsUp)), existing.isGivenByWith),
    );
  } else if (existing !== undefined && !Array.isArray(existing) && typeof existing !== "object") {
    entries.set(name, new ParameterDeclaration(dropNulls({ value: existing }, raise(changes, levelsUp))));
  } else if (existing === undefined) {
    // attributes of a variable that exists by its use in equations only
    if (Object.values(changes).includes(null)) return;
    entries.set(name, new VariableDeclaration(raise(changes, levelsUp)));
  } else {
    throw modelError(
      path,
      `The attributes given for "${path}" do not fit: it is an ${Array.isArray(existing) ? "array" : "object"}.`,
      "give a new one, or redeclare(…)",
    );
  }
}

/** A start value given later replaces an earlier one of either kind, so that start makes a guess of what was fixed. */
function replacesStart(changes: Record<string, unknown>): boolean {
  return [changes["init"], changes["start"]].some((value) => value !== undefined && value !== null);
}

/** An object for a name that is no component holds attributes; without any, a component was meant. */
function checkAttributes(
  entries: ReadonlyMap<string, Entry>,
  name: string,
  existing: Entry | undefined,
  changes: Record<string, unknown>,
  path: string,
): void {
  const isMeantAsComponent = existing === undefined && !Object.keys(changes).some(isAttributeName);
  if (!isMeantAsComponent || Object.keys(changes).length === 0) {
    checkAttributeNames(changes, existing instanceof ParameterDeclaration ? "Par" : "Var", path);
    return;
  }
  const components = [...entries].filter(([, entry]) => entry instanceof ModelDefinition).map(([known]) => known);
  throw new RattlebackError("E-NAME-UNKNOWN", `"${path}" is unknown: the model has no component "${name}".`, {
    path,
    because: components.length === 0 ? "it has no components" : `it has ${listNames(components.sort(), 8)}`,
    hint: suggestName(name, components, "a whole Model adds a component"),
    data: { name, known: components },
  });
}

function removeEntry(entries: Map<string, Entry>, name: string, path: string): void {
  if (entries.delete(name)) return;
  const known = [...entries.keys()];
  throw new RattlebackError("E-NAME-UNKNOWN", `"${path}" cannot be removed: the model has no such name.`, {
    path,
    because: known.length === 0 ? "the model declares no names" : `the model has ${listNames(known.sort(), 8)}`,
    hint: suggestName(name, known, "null removes a name that the model declares"),
    data: { name, known },
  });
}

function dropNulls(base: object, changes: object): Record<string, never> {
  const merged: Record<string, unknown> = { ...base, ...changes };
  for (const name of Object.keys(merged)) if (merged[name] === null) delete merged[name];
  return merged as Record<string, never>;
}

/** Expressions that come through `.with` look names up where `.with` is written. */
function raise(attributes: object, levelsUp: number): Record<string, unknown> {
  const raised: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    raised[name] = value instanceof ExpressionText && levelsUp > 0 ? new ExpressionText(value.text, levelsUp) : value;
  }
  return raised;
}

function isModelList(value: unknown): value is readonly ModelDefinition[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => item instanceof ModelDefinition);
}

function mergeFunctions(
  base: ReadonlyMap<string, UserFunction>,
  source: Readonly<Record<string, UserFunctionSource>> | undefined,
  path: string,
): ReadonlyMap<string, UserFunction> {
  if (source === undefined) return base;
  if (!isPlainObject(source))
    throw modelError(
      path === "" ? "functions" : `${path}.functions`,
      `"functions" holds functions by their names; found ${describeType(source)}.`,
      "functions: { saturate: (u) => Math.min(u, 1) }",
    );
  const merged = new Map(base);
  for (const name of Object.keys(source)) {
    checkName(name, path === "" ? `functions.${name}` : `${path}.functions.${name}`);
    merged.set(name, userFunction(name, source[name]!));
  }
  return merged;
}
