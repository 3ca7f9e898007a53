/** A model of our language from the neutral description of a reference case. */
import { readFileSync } from "node:fs";
import { expr, Model, type ModelDefinition, Par, Var } from "rattleback";

interface Quantity {
  readonly value: number;
  readonly unit?: string;
}
type Given = number | boolean | number[] | number[][] | Quantity | null;

interface Description {
  readonly kind?: string;
  readonly parameters?: Record<string, Given>;
  readonly variables?: Record<string, Record<string, Given | boolean>>;
  readonly components?: Record<string, { class: string; modifiers?: Record<string, unknown> }>;
  readonly equations?: string[];
  readonly connections?: string[][];
  readonly order?: string[];
}

export interface ReferenceCase {
  readonly case: string;
  readonly about: string;
  readonly category: string;
  readonly classes?: Record<string, Description>;
  readonly model?: Description;
  readonly simulation?: { startTime: number; stopTime: number; tolerance: number; merge?: Record<string, unknown> };
  readonly stateNames?: string[];
  readonly recomputed?: { finalStates?: number[]; timeEvents?: number; stateEvents?: number };
  readonly structure?: { flatEquations: number; equationsAfterAliasElimination: number };
}

export function readCase(name: string): ReferenceCase {
  return JSON.parse(readFileSync(new URL(`./cases/${name}.json`, import.meta.url), "utf8")) as ReferenceCase;
}

export function modelOfCase(reference: ReferenceCase): ModelDefinition {
  return build(reference.model!, reference.classes ?? {});
}

function build(description: Description, classes: Record<string, Description>): ModelDefinition {
  const entries: Record<string, unknown> = {};
  const order = description.order ?? [
    ...Object.keys(description.parameters ?? {}),
    ...Object.keys(description.variables ?? {}),
    ...Object.keys(description.components ?? {}),
  ];
  for (const name of order) {
    const parameter = description.parameters?.[name];
    const variable = description.variables?.[name];
    const component = description.components?.[name];
    if (parameter !== undefined) entries[name] = quantity(parameter);
    else if (variable !== undefined) entries[name] = declaration(variable);
    else if (component !== undefined) {
      const model = build(classes[component.class]!, classes);
      entries[name] = component.modifiers === undefined ? model : model.with(modifiers(component.modifiers));
    }
  }
  return Model({
    ...entries,
    ...(description.equations && { equations: description.equations }),
    ...(description.connections && { connect: description.connections }),
  });
}

function isQuantity(value: unknown): value is Quantity {
  return typeof value === "object" && value !== null && "value" in value;
}

function quantity(value: Given): unknown {
  return isQuantity(value) ? Par(value.value, value.unit) : value;
}

function declaration(attributes: Record<string, unknown>): unknown {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    result[name] = isQuantity(value) ? value.value : value;
    if (isQuantity(value) && value.unit !== undefined) result["unit"] = value.unit;
  }
  return Var(result);
}

function modifiers(source: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(source)) {
    if (isQuantity(value)) result[name] = Par(value.value, value.unit);
    else if (typeof value === "object" && value !== null && "binding" in value)
      result[name] = expr(value.binding as string);
    else if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      const inner = value as Record<string, unknown>;
      result[name] =
        "init" in inner || "start" in inner
          ? Object.fromEntries(Object.entries(inner).map(([k, v]) => [k, isQuantity(v) ? v.value : v]))
          : modifiers(inner);
    } else result[name] = value;
  }
  return result;
}
