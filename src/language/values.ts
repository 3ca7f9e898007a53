/**
 * What can stand behind a name in a model: numbers, arrays, texts, expressions, variables, parameters, components.
 * All are plain immutable data, so that a definition can be printed, compared and sent to a worker.
 */
import { guarded } from "../errors/boundary.ts";
import { listNames, suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { ShapeOf } from "./signalTypes.ts";
import { parseUnit } from "./units.ts";

/** A number or a boolean, or a vector or matrix of them. */
export type NumericValue = number | boolean | readonly (number | boolean)[] | readonly (readonly number[])[];

/** `` expr`2*a` ``: computed from other parameters, and computed again when they change. */
export class ExpressionText {
  readonly text: string;
  /** How many levels above the own model the names are looked up first; set by `.with`. */
  readonly levelsUp: number;
  constructor(text: string, levelsUp = 0) {
    this.text = text;
    this.levelsUp = levelsUp;
  }
  toString(): string {
    return this.text;
  }
}

/** An expression in the language: `` expr`k/m` ``. Numbers, booleans and other expressions may be inserted with `${…}`. */
export function expr(strings: TemplateStringsArray | string, ...values: readonly unknown[]): ExpressionText {
  if (typeof strings === "string") return new ExpressionText(strings);
  if (!Array.isArray(strings)) throw notInsertable(strings);
  let text = strings[0]!;
  values.forEach((value, i) => {
    if (value instanceof ExpressionText) text += `(${value.text})`;
    else if (typeof value === "number" || typeof value === "boolean")
      text += Number(value) < 0 ? `(${value})` : String(value);
    else throw notInsertable(value);
    text += strings[i + 1]!;
  });
  return new ExpressionText(text);
}

function notInsertable(value: unknown): RattlebackError {
  return new RattlebackError("E-EXPR-VALUE", `A value of type ${typeof value} cannot be part of an expression.`, {
    hint: "expr`k/m`; insert numbers, booleans or other expressions, and write names into the text",
    data: { type: typeof value },
  });
}

export type Quantity = NumericValue | ExpressionText | ParameterDeclaration;

const stateSelects = ["always", "prefer", "default", "avoid", "never"] as const;

export interface VariableAttributes {
  /** Value that must hold at the start. */
  init?: Quantity | null;
  /** init is a preference: kept where the equations and other start values leave room for it. A later init or start replaces it. */
  preferred?: boolean;
  /** Guess at the start; may be changed. */
  start?: Quantity | null;
  /** Binding: an expression makes an equation, a number makes it a parameter. */
  value?: NumericValue | ExpressionText | string | null;
  unit?: string | null;
  min?: number | ExpressionText | null;
  max?: number | ExpressionText | null;
  /** Typical size in its unit, for tolerances. */
  nominal?: number | null;
  description?: string | null;
  input?: boolean;
  output?: boolean;
  potential?: boolean;
  flow?: boolean;
  stream?: boolean;
  parameter?: boolean;
  constant?: boolean;
  /** Keep it out of the result. */
  hideResult?: boolean;
  /** Stands for the `inner` of the same name in a model around, on any level: a variable, a parameter or a component. */
  outer?: boolean;
  /** What components inside mean by `outer()` of the same name. */
  inner?: boolean;
  /** Dimensions of an array without init or start: numbers, or expressions of parameters. */
  size?: readonly (number | ExpressionText)[];
  /** The size is fixed at instantiation. */
  static?: boolean;
  /** Wish for the choice of states. */
  stateSelect?: (typeof stateSelects)[number];
  unbounded?: boolean;
}

const attributeNames = [
  "init",
  "preferred",
  "start",
  "value",
  "unit",
  "min",
  "max",
  "nominal",
  "description",
  "input",
  "output",
  "potential",
  "flow",
  "stream",
  "parameter",
  "constant",
  "hideResult",
  "outer",
  "inner",
  "size",
  "static",
  "stateSelect",
  "unbounded",
] as const;

export function isAttributeName(name: string): boolean {
  return (attributeNames as readonly string[]).includes(name);
}

export function checkAttributeNames(attributes: object, owner: string, path?: string): void {
  for (const name of Object.keys(attributes)) {
    if (isAttributeName(name)) continue;
    throw new RattlebackError("E-ATTRIBUTE-UNKNOWN", `${owner} has no attribute "${name}".`, {
      path: path === undefined ? name : `${path}.${name}`,
      hint: suggestName(name, attributeNames, `one of ${listNames([...attributeNames].sort(), 40)}`),
      data: { name },
    });
  }
}

/** Attributes whose type is the same for variables and parameters. */
function checkAttributeTypes(attributes: VariableAttributes | ParameterAttributes, owner: string): void {
  for (const name of ["min", "max", "nominal"] as const) {
    const value = attributes[name];
    if (value === undefined || value === null || (typeof value === "number" && !Number.isNaN(value))) continue;
    if (value instanceof ExpressionText && name !== "nominal") continue;
    throw new RattlebackError("E-ATTRIBUTE-VALUE", `The attribute "${name}" of ${owner} is not a number.`, {
      path: name,
      hint: `${owner}({ ${name}: 1 })`,
      data: { name },
    });
  }
  if ((attributes.nominal ?? 0) >= 0) return;
  throw new RattlebackError("E-ATTRIBUTE-VALUE", `The attribute "nominal" of ${owner} is negative.`, {
    path: "nominal",
    hint: "the size at which it matters, of either sign",
    data: { name: "nominal" },
  });
}

function checkSize(size: unknown): void {
  if (size === undefined) return;
  const isLength = (n: unknown): boolean => n instanceof ExpressionText || (Number.isInteger(n) && (n as number) >= 0);
  if (Array.isArray(size) && size.every(isLength)) return;
  throw new RattlebackError("E-ATTRIBUTE-VALUE", 'The attribute "size" of Var is not a list of whole numbers.', {
    path: "size",
    hint: "Var({ size: [2, 3] })",
  });
}

function checkStateSelect({ stateSelect: wish }: VariableAttributes): void {
  if (wish === undefined || wish === null || stateSelects.includes(wish)) return;
  throw new RattlebackError("E-ATTRIBUTE-VALUE", `The attribute "stateSelect" of Var cannot be "${String(wish)}".`, {
    path: "stateSelect",
    hint: suggestName(String(wish), stateSelects, `one of ${listNames(stateSelects, 5)}`),
  });
}

export class VariableDeclaration<out V = unknown> {
  readonly attributes: Readonly<VariableAttributes>;
  /** For the type checker alone: what its values are. */
  declare readonly valueType?: V;
  constructor(attributes: VariableAttributes) {
    checkAttributeNames(attributes, "Var");
    checkAttributeTypes(attributes, "Var");
    checkSize(attributes.size);
    checkStateSelect(attributes);
    if (attributes.unit !== undefined && attributes.unit !== null) parseUnit(attributes.unit);
    this.attributes = Object.freeze({ ...attributes });
  }
}

export interface ParameterAttributes {
  value?: ParameterValue | null;
  unit?: string | null;
  min?: number | ExpressionText | null;
  max?: number | ExpressionText | null;
  nominal?: number | null;
  description?: string | null;
  constant?: boolean;
  hideResult?: boolean;
  /** What components inside mean by `outer()` of the same name. */
  inner?: boolean;
}
export type ParameterValue = NumericValue | string | ExpressionText | ParameterObject;

/** A value that equations hand to functions and know nothing else of, such as a medium. */
export interface ParameterObject {
  readonly isParameterObject: true;
  readonly name: string;
}

export function isParameterObject(value: unknown): value is ParameterObject {
  return (value as Partial<ParameterObject> | null | undefined)?.isParameterObject === true;
}

export class ParameterDeclaration {
  readonly attributes: Readonly<ParameterAttributes>;
  /** `.with` gave a number to what was a variable. */
  readonly isGivenByWith: boolean;
  constructor(attributes: ParameterAttributes, isGivenByWith = false) {
    this.isGivenByWith = isGivenByWith;
    this.attributes = guarded("Par", () => Object.freeze({ ...attributes }), attributes);
    checkAttributeNames(this.attributes, "Par");
    checkAttributeTypes(this.attributes, "Par");
    if (attributes.unit !== undefined && attributes.unit !== null) parseUnit(attributes.unit);
  }
}

/** A variable of the model; it exists without declaration too, by its use in equations. */
export function Var<
  Init extends Quantity | null = never,
  Start extends Quantity | null = never,
  Size extends readonly [] | readonly (number | ExpressionText)[] = never,
>(
  ...attributes: readonly ((VariableAttributes & { init?: Init; start?: Start; size?: Size }) | VariableDeclaration)[]
): VariableDeclaration<ShapeOf<Init, Start, Size>> {
  const merged: VariableAttributes = {};
  for (const part of attributes) {
    if (!(part instanceof VariableDeclaration) && !isPlainObject(part)) {
      throw new RattlebackError("E-ATTRIBUTE-VALUE", `Var takes attributes by name; found ${typeof part}.`, {
        hint: "Var({ init: 0 }), Var({ start: 0 }) or Var({ value: expr`2*a` })",
      });
    }
    guarded("Var", () => Object.assign(merged, part instanceof VariableDeclaration ? part.attributes : part), part);
  }
  return new VariableDeclaration(merged);
}

/** A parameter: constant during a run, changeable between runs. */
export function Par(
  value?: ParameterValue | ParameterAttributes,
  unit?: string,
  attributes?: ParameterAttributes,
): ParameterDeclaration {
  if (isPlainObject(value)) return new ParameterDeclaration(value as ParameterAttributes);
  const isValue =
    typeof value === "string" || value instanceof ExpressionText || isNumericValue(value) || isParameterObject(value);
  if (value !== undefined && value !== null && !isValue) {
    throw new RattlebackError("E-ATTRIBUTE-VALUE", "The value of Par is not a number, array, text or expression.", {
      hint: 'Par(5), Par(5, "mm"), Par([1, 2]) or Par(expr`2*a`)',
    });
  }
  return new ParameterDeclaration({
    ...attributes,
    ...(value !== undefined && { value: value as ParameterValue }),
    ...(unit !== undefined && { unit }),
  });
}

export const input = (attributes: VariableAttributes = {}): VariableDeclaration => Var(attributes, { input: true });
export const output = (attributes: VariableAttributes = {}): VariableDeclaration => Var(attributes, { output: true });
/** Potential variable of a connector: equal at a connection. */
export const potential = (attributes: VariableAttributes = {}): VariableDeclaration =>
  Var(attributes, { potential: true });
/** Flow variable of a connector: sums to zero at a connection, positive into the component. */
export const flow = (attributes: VariableAttributes = {}): VariableDeclaration => Var(attributes, { flow: true });
/** Stream variable of a connector: what its flow carries out of the component. `inStream` gives what it would carry in. */
export const stream = (attributes: VariableAttributes = {}): VariableDeclaration => Var(attributes, { stream: true });

/** The `inner` of the same name in a model around, on any level: a variable, a parameter or a component. */
export const outer = (attributes: VariableAttributes = {}): VariableDeclaration => Var(attributes, { outer: true });

/** An object literal (or JSON object), no instance of a class. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function isNumericValue(value: unknown): value is NumericValue {
  if (typeof value === "number" || typeof value === "boolean") return true;
  if (!Array.isArray(value) || value.includes(undefined)) return false;
  if (value.every((x) => typeof x === "number" || typeof x === "boolean")) return true;
  return value.every(
    (row) =>
      Array.isArray(row) && row.every((x) => typeof x === "number") && row.length === (value[0] as unknown[]).length,
  );
}
