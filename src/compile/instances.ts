/**
 * The tree of component instances with their symbols: the first step of flattening. Nothing is translated here;
 * every name of the model gets one symbol, declared or, for variables, by its use in an equation.
 */
import { listNames, nearestName } from "../errors/nearestName.ts";
import { detailsOf, RattlebackError } from "../errors/rattlebackError.ts";
import type { UserFunction } from "../language/functions.ts";
import { type Entry, ModelDefinition } from "../language/model.ts";
import type { Findings } from "../language/predefined.ts";
import type { ReadFile } from "../language/readFile.ts";
import { parseUnit, type Unit } from "../language/units.ts";
import {
  ExpressionText,
  isParameterObject,
  type ParameterAttributes,
  ParameterDeclaration,
  type VariableAttributes,
  VariableDeclaration,
} from "../language/values.ts";
import { parseEquations } from "../symbolic/parse.ts";
import type { ParsedText } from "../symbolic/syntax.ts";
import type { PredefinedInstance } from "./state.ts";

/** Deeper component trees than this are a definition that contains itself. */
const maximumLevels = 60;

export interface ModelSymbol {
  readonly name: string;
  readonly fullName: string;
  readonly instance: Instance;
  /** "binding": not yet known whether parameter or variable, because its value is an expression. */
  kind: "variable" | "parameter" | "binding" | "object";
  readonly attributes: Omit<VariableAttributes & ParameterAttributes, "value">;
  readonly unit: Unit | undefined;
  readonly isDeclared: boolean;
  /** Value of a parameter: number, array, text; or the expression it is bound to. */
  value: unknown;
  shape: readonly number[] | undefined;
  /** Indices of scalar variables, of parameters or of an object, as `kind` says, once made. */
  elements: readonly number[] | undefined;
  /** A parameter because `.with` gave a number. */
  readonly isGivenByWith: boolean;
  /** For the search for cycles. */
  isInProgress: boolean;
  /** An equation, an expression or a connection names it. */
  isUsed: boolean;
}

export interface Instance {
  readonly name: string;
  readonly path: string;
  readonly parent: Instance | undefined;
  readonly model: ModelDefinition;
  readonly children: Map<string, Instance>;
  /** Arrays of components: name → how many. */
  readonly componentArrays: Map<string, number>;
  /** Names that stand for something in a model around. */
  readonly outers: Map<string, VariableAttributes>;
  /** Components that a condition leaves out: name → the condition as text. */
  readonly absent: Map<string, string>;
  readonly symbols: Map<string, ModelSymbol>;
  functions: ReadonlyMap<string, UserFunction>;
  readonly equations: readonly ParsedText[];
  readonly initialEquations: readonly ParsedText[];
  predefined: PredefinedInstance | undefined;
  /** Values of the predefined component that equations read, by their names. */
  readonly signals: Map<string, ModelSymbol>;
  readonly readFile: ReadFile | undefined;
  /** What the first look told, by the paths of components. */
  readonly findings: ReadonlyMap<string, Findings> | undefined;
}

const parsedLists = new WeakMap<readonly string[], readonly ParsedText[]>();

/** Parsed texts of a model; remembered with the list, because a thousand resistors share one. */
function parsedTexts(
  model: ModelDefinition,
  key: "equations" | "initialEquations",
  path: string,
): readonly ParsedText[] {
  const list = model[key];
  let parsed = parsedLists.get(list);
  if (parsed === undefined) {
    parsed = list.map((text, i) => {
      const entry = list.length === 1 ? undefined : `entry ${i + 1} of ${key}`;
      try {
        return { ...parseEquations(text), entry };
      } catch (error) {
        throw error instanceof RattlebackError ? placedText(error, path, entry) : error;
      }
    });
    parsedLists.set(list, parsed);
  }
  return parsed;
}

/** The same error with the path of the component and the text in which it is. */
function placedText(error: RattlebackError, path: string, entry: string | undefined): RattlebackError {
  const where = entry === undefined ? error.where : `${entry}, ${error.where}`;
  return new RattlebackError(error.code, error.what, {
    ...(path !== "" && { path }),
    ...detailsOf(error),
    ...(where !== undefined && { where }),
    cause: error,
  });
}

/** The same error with the path of the component in front. */
export function placedIn(error: RattlebackError, path: string): RattlebackError {
  return new RattlebackError(error.code, error.what, { path, ...detailsOf(error), cause: error });
}

export function buildInstance(
  model: ModelDefinition,
  name: string,
  parent: Instance | undefined,
  level = 0,
  readFile = parent?.readFile,
  findings = parent?.findings,
): Instance {
  const path = parent === undefined || parent.path === "" ? name : `${parent.path}.${name}`;
  if (level > maximumLevels) {
    throw new RattlebackError("E-MODEL-DEPTH", `The components nest deeper than ${maximumLevels} levels.`, {
      path: path.slice(0, 120),
      because: "a component seems to contain itself",
      hint: "check the definitions for a model that is built from itself",
      data: { level },
    });
  }
  if (model.element !== undefined && !isInsideComponent(parent)) throw elementAlone(path);
  const { model: completed, predefined } = buildPredefined(model, path, readFile, findings?.get(path));
  const instance: Instance = {
    name,
    path,
    parent,
    model: completed,
    children: new Map(),
    componentArrays: new Map(),
    outers: new Map(),
    absent: new Map(),
    symbols: new Map(),
    functions: completed.functions,
    equations: parsedTexts(completed, "equations", path),
    initialEquations: parsedTexts(completed, "initialEquations", path),
    predefined,
    signals: new Map(),
    readFile,
    findings,
  };
  for (const [key, entry] of completed.entries) addEntry(instance, key, entry, level);
  return instance;
}

function isInsideComponent(parent: Instance | undefined): boolean {
  for (let at = parent; at !== undefined; at = at.parent) if (at.predefined !== undefined) return true;
  return false;
}

function elementAlone(path: string): RattlebackError {
  const what = path === "" ? "The model" : `"${path}"`;
  return new RattlebackError("E-ELEMENT-ALONE", `${what} means something inside a predefined component only.`, {
    path: path === "" ? "model" : path,
    because: "no model around it is such a component, so nothing would happen",
    hint: "objects and joints in space belong in Model3D({ … }), not in Model({ … })",
    data: { path },
  });
}

const noFindings: Findings = {
  bound: new Set(),
  early: new Set(),
  affine: new Set(),
  switched: new Set(),
  isKnown: false,
};

function buildPredefined(
  model: ModelDefinition,
  path: string,
  readFile: ReadFile | undefined,
  findings: Findings = noFindings,
): { model: ModelDefinition; predefined: PredefinedInstance | undefined } {
  const component = model.predefined;
  if (component === undefined) return { model, predefined: undefined };
  const parameters = new Map<string, unknown>();
  for (const [name, entry] of model.entries) {
    const value = entry instanceof ParameterDeclaration ? entry.attributes.value : entry;
    if (
      !(value instanceof ExpressionText) &&
      !(value instanceof ModelDefinition) &&
      !(value instanceof VariableDeclaration)
    ) {
      parameters.set(name, value);
    }
  }
  const built = component.build({ path, parameters, definition: model, readFile, findings });
  const completed = built.model === undefined ? model : model.with(built.model);
  const own =
    built.functions === undefined
      ? component
      : { ...component, functions: { ...component.functions, ...built.functions } };
  const { memory, observed = {}, early, affine, isDraft = false } = built;
  return { model: completed, predefined: { path, memory, component: own, observed, early, affine, isDraft } };
}

function addEntry(instance: Instance, name: string, entry: Entry, level: number): void {
  if (entry instanceof ModelDefinition) {
    instance.children.set(name, buildInstance(entry, name, instance, level + 1));
  } else if (Array.isArray(entry) && entry[0] instanceof ModelDefinition) {
    instance.componentArrays.set(name, entry.length);
    entry.forEach((item, i) => {
      const itemName = `${name}_${i + 1}`;
      instance.children.set(itemName, buildInstance(item as ModelDefinition, itemName, instance, level + 1));
    });
  } else if (entry instanceof VariableDeclaration) {
    if (entry.attributes.outer === true) {
      instance.outers.set(name, entry.attributes);
      return;
    }
    const { value } = entry.attributes;
    const isParameter =
      value !== undefined && value !== null && !(value instanceof ExpressionText) && typeof value !== "string";
    const binding = typeof value === "string" ? new ExpressionText(value) : value;
    const kind = isParameter ? "parameter" : binding instanceof ExpressionText ? "binding" : "variable";
    addSymbol(instance, name, kind, entry.attributes, binding, true);
  } else if (entry instanceof ParameterDeclaration) {
    const { value } = entry.attributes;
    addSymbol(instance, name, kindOf(value), entry.attributes, value, true, entry.isGivenByWith);
  } else {
    addSymbol(instance, name, kindOf(entry), {}, entry, true, instance.model.added.has(name));
  }
}

function kindOf(value: unknown): ModelSymbol["kind"] {
  if (value instanceof ExpressionText) return "binding";
  return typeof value === "string" || isParameterObject(value) ? "object" : "parameter";
}

export function addSymbol(
  instance: Instance,
  name: string,
  kind: ModelSymbol["kind"],
  attributes: Omit<VariableAttributes & ParameterAttributes, "value">,
  value: unknown,
  isDeclared: boolean,
  isGivenByWith = false,
): ModelSymbol {
  const fullName = instance.path === "" ? name : `${instance.path}.${name}`;
  const unit = typeof attributes.unit === "string" ? parseUnit(attributes.unit, fullName) : undefined;
  const symbol: ModelSymbol = {
    name,
    fullName,
    instance,
    kind,
    attributes,
    unit,
    isDeclared,
    value,
    isGivenByWith,
    shape: undefined,
    elements: undefined,
    isInProgress: false,
    isUsed: !isDeclared,
  };
  instance.symbols.set(name, symbol);
  return symbol;
}

/** The instance that a path of names leads to, or an error that lists what there is. */
export function findInstance(from: Instance, parts: readonly string[], full: string, where: () => string): Instance {
  let instance = from;
  for (const part of parts) {
    const next = instance.children.get(part);
    if (next === undefined) throw unknownName(instance, part, full, where());
    instance = next;
  }
  return instance;
}

/** Whether a path leads to a component that a condition leaves out, or into it. */
export function isAbsent(from: Instance, parts: readonly string[]): boolean {
  let instance: Instance | undefined = from;
  for (const part of parts) {
    if (instance?.absent.has(part) === true) return true;
    instance = instance?.children.get(part);
  }
  return false;
}

/** E-NAME-UNKNOWN with the nearest name of that instance. */
export function unknownName(instance: Instance, part: string, full: string, where: string): RattlebackError {
  const condition = instance.absent.get(part);
  if (condition !== undefined) {
    return new RattlebackError("E-NAME-ABSENT", `"${full}" does not exist: the condition of "${part}" is false.`, {
      path: instance.path === "" ? part : `${instance.path}.${part}`,
      where,
      because: `"${part}" exists only if ${condition}`,
      hint: `put the equation into "if ${condition} then … end"; connections of an absent component vanish by themselves`,
      data: { name: full, condition },
    });
  }
  const known = [...instance.children.keys(), ...instance.symbols.keys()];
  const owner = instance.path === "" ? "the model" : `"${instance.path}"`;
  const isPlainVariable = instance.symbols.has(part);
  const nearest = nearestName(part, isPlainVariable ? [...instance.children.keys()] : known);
  const parts = full.split(".");
  const rest = parts.slice(Math.max(0, parts.lastIndexOf(part))).join(".");
  return new RattlebackError(
    "E-NAME-UNKNOWN",
    `"${full}" is unknown: ${owner} has no ${isPlainVariable ? "component" : "name"} "${part}".`,
    {
      path: instance.path === "" ? full : `${instance.path}.${rest}`,
      where,
      because: known.length === 0 ? `${owner} has no names` : `${owner} has ${listNames(known.sort(), 8)}`,
      hint:
        nearest === undefined
          ? "check the spelling, or add the component"
          : `did you mean "${full.replace(part, nearest)}"?`,
      data: { name: full, part, known },
    },
  );
}

/** The function that a name means in an instance: its own, or one of a model around it. */
export function findFunction(instance: Instance, name: string): UserFunction | undefined {
  for (let at: Instance | undefined = instance; at !== undefined; at = at.parent) {
    const found = at.functions.get(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Every instance, parents before children, in order of writing. */
export function allInstances(root: Instance): Instance[] {
  const list: Instance[] = [];
  const stack = [root];
  while (stack.length > 0) {
    const instance = stack.pop()!;
    list.push(instance);
    // an outer component belongs to the model it stands in
    const children = [...instance.children.values()].filter(({ parent }) => parent === instance);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]!);
  }
  return list;
}
