/**
 * Numbers and vectors as users give them to 3-D components: literally, as an expression of parameters, or with a unit.
 * All become parameters, so that a run can change them without compiling again.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type Entry, ModelDefinition } from "../language/model.ts";
import { fits, otherDimension } from "../language/unitErrors.ts";
import { ExpressionText, ParameterDeclaration, VariableDeclaration } from "../language/values.ts";

export type Scalar = number | ExpressionText | ParameterDeclaration;
export type Vector = readonly (number | ExpressionText)[] | ExpressionText | ParameterDeclaration;
/** Three start values; Var({ init: […] }) as for single ones. */
export type VectorStart = Vector | VariableDeclaration;

/** A parameter of a component; names in expressions are those of the model around the component. */
export function scalarParameter(value: Scalar, unit: string, owner: string, name: string): ParameterDeclaration {
  if (typeof value === "number") {
    if (Number.isNaN(value)) throw wrongQuantity(owner, name, value, "a number");
    return new ParameterDeclaration({ value, unit, hideResult: true });
  }
  return given(value, unit, owner, name) ?? fail(owner, name, value, "a number, expr`…` or Par(…)");
}

/** Three numbers as a parameter. Elements may be expressions: [expr`L/2`, 0, 0]. */
export function vectorParameter(value: VectorStart, unit: string, owner: string, name: string): ParameterDeclaration {
  if (value instanceof VariableDeclaration) {
    const { init, start, unit: own } = value.attributes;
    checkUnit(own, unit, owner, name);
    return vectorParameter((init ?? start ?? [0, 0, 0]) as Vector, own ?? unit, owner, name);
  }
  if (!Array.isArray(value)) return given(value, unit, owner, name) ?? fail(owner, name, value, "three numbers");
  const items = value as readonly unknown[];
  const isPossible =
    items.length === 3 &&
    items.every((x) => (typeof x === "number" && !Number.isNaN(x)) || x instanceof ExpressionText);
  if (!isPossible) throw wrongQuantity(owner, name, value, "three numbers, e.g. [0, 0, 1]");
  if (items.every((x) => typeof x === "number"))
    return new ParameterDeclaration({ value: items as number[], unit, hideResult: true });
  const text = items.map((x) => (x instanceof ExpressionText ? x.text : `(${String(x)})`)).join(", ");
  return new ParameterDeclaration({ value: new ExpressionText(`[${text}]`, 1), unit, hideResult: true });
}

function given(value: unknown, unit: string, owner: string, name: string): ParameterDeclaration | undefined {
  if (value instanceof ParameterDeclaration) {
    const own = value.attributes.unit;
    checkUnit(own, unit, owner, name);
    return new ParameterDeclaration({
      ...value.attributes,
      ...(value.attributes.value instanceof ExpressionText && { value: raise(value.attributes.value) }),
      hideResult: true,
      unit: own === undefined || own === null ? unit : own,
    });
  }
  return value instanceof ExpressionText
    ? new ParameterDeclaration({ value: raise(value), unit, hideResult: true })
    : undefined;
}

export function checkUnit(found: string | null | undefined, unit: string, owner: string, name: string): void {
  if (!fits(found, unit)) throw otherDimension(`${owner}.${name}`, unit, found!);
}

function raise({ text, levelsUp }: ExpressionText): ExpressionText {
  return new ExpressionText(text, levelsUp + 1);
}

function fail(owner: string, name: string, value: unknown, wanted: string): never {
  throw wrongQuantity(owner, name, value, wanted);
}

export function wrongQuantity(owner: string, name: string, value: unknown, wanted: string): RattlebackError {
  return new RattlebackError("E-3D-VALUE", `${owner} cannot have ${name} = ${show(value)}.`, {
    path: `${owner}.${name}`,
    because: `${name} is ${wanted}`,
    hint: `give ${wanted}`,
    data: { name, value: show(value) },
  });
}

function show(value: unknown): string {
  if (typeof value === "number" || value === undefined || value === null) return String(value);
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** The same model one level deeper: expressions in it are still looked up where they were written. */
export function oneLevelDeeper(model: ModelDefinition): ModelDefinition {
  const entries = new Map<string, Entry>();
  for (const [name, entry] of model.entries) entries.set(name, deeper(entry));
  return new ModelDefinition({ ...model, entries });
}

function deeper(entry: Entry): Entry {
  if (entry instanceof ExpressionText) return raise(entry);
  if (entry instanceof ModelDefinition) return oneLevelDeeper(entry);
  if (entry instanceof ParameterDeclaration && entry.attributes.value instanceof ExpressionText)
    return new ParameterDeclaration({ ...entry.attributes, value: raise(entry.attributes.value) });
  return entry;
}

/** Start value of a joint coordinate: a number, an expression, or Var({ init }) / Var({ start }). */
export type StartValue = Scalar | VariableDeclaration;

/** Var({ init }) must hold; anything else is a guess that may be changed to close loops. */
export function startOf(value: StartValue): { value: Scalar; isFixed: boolean } {
  if (!(value instanceof VariableDeclaration)) return { value, isFixed: false };
  const { init, start, unit } = value.attributes;
  const given = (init ?? start ?? 0) as Scalar;
  return {
    value:
      given instanceof ParameterDeclaration ? given : new ParameterDeclaration({ value: given, unit: unit ?? null }),
    isFixed: init !== undefined && init !== null,
  };
}

/** true or false as a parameter. */
export function switchParameter(value: boolean, owner: string, name: string): ParameterDeclaration {
  if (typeof value !== "boolean") throw wrongQuantity(owner, name, value, "true or false");
  return new ParameterDeclaration({ value, hideResult: true });
}
