/** `merge` of a run: new values of parameters, start values and array sizes, by nested or dotted names. */

import { sameShape, showShape } from "../compile/arrays.ts";
import { elementOf } from "../compile/groupElement.ts";
import { evaluateParameter, evaluateParameters } from "../compile/parameterValues.ts";
import type { CompileState, Group, ObjectParameter } from "../compile/state.ts";
import { pathTo, suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { callWithConstants, shapeOf } from "../language/functions.ts";
import { otherDimension } from "../language/unitErrors.ts";
import { noUnit, parseUnit, sameDimension, type Unit } from "../language/units.ts";
import { ExpressionText, isNumericValue, isPlainObject, ParameterDeclaration } from "../language/values.ts";
import { evaluate } from "../symbolic/evaluate.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { ObjectIndex, ParameterIndex, VariableIndex } from "../symbolic/indices.ts";
import { visitNodes } from "../symbolic/traverse.ts";
import { decidingParameters } from "./wholeArrays.ts";

export interface Changes {
  readonly parameters: Map<ParameterIndex, number>;
  readonly objects: Map<ObjectIndex, unknown>;
  /** Start values of variables. */
  readonly starts: Map<VariableIndex, number>;
  /** Names that this program does not have; another one, for other parameters, may. */
  readonly unknown: string[];
  /** Sizes, values that decide about sizes, expressions and attributes: by name, what the model must be compiled for. */
  readonly structure: Map<string, string>;
}

export function readChanges(state: CompileState, merge: unknown): Changes {
  const changes: Changes = {
    parameters: new Map(),
    objects: new Map(),
    starts: new Map(),
    structure: new Map(),
    unknown: [],
  };
  if (merge === undefined) return changes;
  if (!isPlainObject(merge)) {
    throw new RattlebackError("E-OPTION-VALUE", "merge is an object of names and values.", {
      path: "options.merge",
      hint: "merge: { R: { R: 5 }, C: { v: 3 } }",
    });
  }
  const elements = new Map<string, NamedValue>();
  visit(state, merge, "", changes, elements);
  // an element counts more than its array, whichever is written first
  for (const { group, value } of elements.values()) apply(state, group, value, changes);
  return changes;
}

interface NamedValue {
  readonly group: Group;
  readonly value: unknown;
}

/** More than a model and its attributes can have. */
const mostLevels = 100;

/** Components of a list may be written with their index: `"cell[3].R"` and `{ "cell[3]": { R: 5 } }` mean `cell_3`. */
export function plainNames(merge: unknown, depth = 0): unknown {
  if (!isPlainObject(merge)) return merge;
  if (depth > mostLevels)
    throw new RattlebackError("E-OPTION-VALUE", `merge nests deeper than ${mostLevels} levels.`, {
      path: "options.merge",
      hint: "see whether an object contains itself",
    });
  const result = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of Object.entries(merge)) {
    const plain = isPlainObject(value) ? key.replace(/\[(\d+)\]$/, "_$1") : key;
    result[plain.replace(/\[(\d+)\]\./g, "_$1.")] = plainNames(value, depth + 1);
  }
  return result;
}

function visit(
  state: CompileState,
  values: Record<string, unknown>,
  prefix: string,
  changes: Changes,
  elements: Map<string, NamedValue>,
): void {
  for (const key of Object.keys(values)) {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const value = values[key];
    const group = state.groups.get(name);
    const element = group === undefined ? oneElement(state, name) : undefined;
    const object = state.objects.findIndex((item) => item.name === name);
    if (group !== undefined) apply(state, group, value, changes);
    else if (element !== undefined) addElement(elements, element, value);
    else if (object >= 0) changes.objects.set(object, newObject(state.objects[object]!, value));
    else if (isPlainObject(value) && hasPrefix(state, name)) visit(state, value, name, changes, elements);
    else changes.unknown.push(name);
  }
}

/** `"k[2]"` as something to change by itself, unless it decides about the model: see wholeArrays(). */
function oneElement(state: CompileState, name: string): Group | undefined {
  const { group, index } = elementOf(state, name) ?? {};
  if (group === undefined || index === undefined) return undefined;
  if (group.kind !== "variable" && decidingParameters(state).has(index as ParameterIndex)) return undefined;
  return { ...group, name, shape: [], elements: [index] } as Group;
}

function addElement(elements: Map<string, NamedValue>, group: Group, value: unknown): void {
  const key = `${group.kind} ${group.elements[0]}`;
  const other = elements.get(key);
  if (other !== undefined)
    throw new RattlebackError("E-MERGE-VALUE", `"${other.group.name}" and "${group.name}" are the same element.`, {
      path: `options.merge.${group.name}`,
      hint: "give it one value",
      data: { name: group.name },
    });
  elements.set(key, { group, value });
}

/** A text stays a text. */
function newObject({ name, value: old }: ObjectParameter, value: unknown): unknown {
  const given = value instanceof ParameterDeclaration ? value.attributes.value : value;
  if (typeof old !== "string" || typeof given === "string") return given;
  throw new RattlebackError("E-MERGE-VALUE", `The value given for "${name}" is not a text.`, {
    path: `options.merge.${name}`,
    hint: `e.g. ${JSON.stringify(old)}`,
    data: { name },
  });
}

function hasPrefix(state: CompileState, name: string): boolean {
  const start = `${name}.`;
  for (const known of state.groups.keys()) if (known.startsWith(start)) return true;
  return state.objects.some((object) => object.name.startsWith(start));
}

function apply(state: CompileState, group: Group, value: unknown, changes: Changes): void {
  let given = value;
  let unit: Unit = group.unit === "" ? noUnit : parseUnit(group.unit);
  if (isPlainObject(given) && !(given instanceof ParameterDeclaration)) {
    const attribute = Object.hasOwn(given, "init") ? "init" : Object.hasOwn(given, "start") ? "start" : "value";
    if (Object.keys(given).some((key) => key !== attribute && key !== "unit") || !Object.hasOwn(given, attribute)) {
      changes.structure.set(group.name, JSON.stringify(given));
      return;
    }
    const own = Object.hasOwn(given, "unit") ? given["unit"] : undefined;
    given =
      typeof own === "string"
        ? new ParameterDeclaration({ value: given[attribute] as number, unit: own })
        : given[attribute];
  }
  if (given instanceof ParameterDeclaration) {
    const own = given.attributes.unit;
    if (own !== undefined && own !== null) {
      const found = parseUnit(own, group.name);
      if (group.unit !== "" && !sameDimension(found.dimension, unit.dimension))
        throw otherDimension(group.name, group.unit, own, `options.merge.${group.name}`);
      unit = found;
    }
    given = given.attributes.value;
  }
  if (given instanceof ExpressionText) {
    changes.structure.set(group.name, `= ${given.text} ${given.levelsUp}`);
    return;
  }
  if (!isNumericValue(given)) {
    throw new RattlebackError(
      "E-MERGE-VALUE",
      `The value given for "${group.name}" is neither a number nor an array.`,
      {
        path: `options.merge.${group.name}`,
        hint: 'e.g. 1.5, [1, 2], or Par(5, "mm")',
        data: { name: group.name },
      },
    );
  }
  const shape = shapeOf(given);
  if (!sameShape(shape, group.shape) && group.isStatic) {
    throw new RattlebackError(
      "E-ARRAY-SIZE",
      `The size of "${group.name}" is static: ${showShape(group.shape)} cannot become ${showShape(shape)}.`,
      {
        path: `options.merge.${group.name}`,
        hint: "give a value of the same size, or declare the variable without static: true",
        data: { from: [...group.shape], to: [...shape] },
      },
    );
  }
  const isResized = !sameShape(shape, group.shape);
  if (isResized) changes.structure.set(group.name, shape.join());
  const numbers: number[] = [];
  const flat = (Array.isArray(given) ? (given as unknown[]).flat() : [given]) as (number | boolean)[];
  const declared = group.kind === "variable" ? undefined : state.parameters[group.elements[0]!];
  const elementType = declared?.type === "boolean" || declared?.expression === undefined ? declared?.type : undefined;
  for (const x of flat) {
    if (elementType !== undefined && (elementType === "boolean") !== (typeof x === "boolean"))
      throw new RattlebackError(
        "E-TRUTH",
        `"${group.name}" is a ${elementType === "boolean" ? "truth value" : "number"}, and ${x} is given.`,
        {
          path: `options.merge.${group.name}`,
          hint: elementType === "boolean" ? "give true or false" : "give a number",
          data: { name: group.name },
        },
      );
    const number = typeof x === "boolean" ? (x ? 1 : 0) : unit.factor * x + unit.offset;
    if (Number.isNaN(number))
      throw new RattlebackError("E-PARAMETER-NAN", `The value given for "${group.name}" is not a number.`, {
        path: `options.merge.${group.name}`,
        hint: "give a finite number",
        data: { name: group.name },
      });
    numbers.push(number);
  }
  if (group.kind !== "variable" && decidesAboutSizes(state, group, numbers))
    changes.structure.set(group.name, `${shape.join()}: ${numbers.join()}`);
  if (isResized) return;
  const target: Map<number, number> = group.kind === "variable" ? changes.starts : changes.parameters;
  numbers.forEach((number, i) => {
    target.set(group.elements[i]!, number);
  });
}

/** The program was made for other values of the parameter. */
function decidesAboutSizes(state: CompileState, group: Group, numbers: readonly number[]): boolean {
  if (!group.elements.some((index) => state.structural.has(index as ParameterIndex))) return false;
  if (numbers.length !== group.elements.length) return true;
  return group.elements.some((index, i) => evaluateParameter(state, index as ParameterIndex) !== numbers[i]);
}

/** Which of the decisions of the program fall otherwise with these values: their numbers, and the parameters they depend on. */
export function changedDecisions(state: CompileState, changes: Changes): { numbers: number[]; groups: Set<string> } {
  const numbers: number[] = [];
  const groups = new Set<string>();
  if (state.decisions.length === 0) return { numbers, groups };
  const values = evaluateParameters(state, changes.parameters, changes.objects, false);
  const parameterGroup = (index: ParameterIndex): void => {
    const { group, expression } = state.parameters[index]!;
    groups.add(group);
    if (expression !== undefined) collect(expression);
  };
  const collect = (condition: Expr): void =>
    visitNodes(condition, (node) => {
      if (node.op === "par") parameterGroup(node.value);
      if (node.op !== "obj") return;
      for (let at = node.value; at >= 0; at = state.objects[at]!.sameAs) groups.add(state.objects[at]!.name);
    });
  state.decisions.forEach(({ condition, value }, k) => {
    const now = evaluate(condition, {
      time: 0,
      variable: () => Number.NaN,
      parameter: (i) => values.numbers[i]!,
      object: (i) => values.objects[i],
      userCall: (call, args) => callWithConstants(state.functions[call.value]!, args),
    });
    if ((now !== 0) === value) return;
    numbers.push(k);
    collect(condition);
  });
  return { numbers, groups };
}

export function unknownChange(state: CompileState, name: string): RattlebackError {
  const known = [...state.groups.keys(), ...state.objects.map((object) => object.name)];
  const { group, index } = elementOf(state, name) ?? {};
  if (group !== undefined && index !== undefined)
    return new RattlebackError("E-MERGE-VALUE", `"${name}" cannot be changed by itself.`, {
      path: `options.merge.${name}`,
      because: "it decides about sizes, elements or equations",
      hint: `a number, or the whole of "${group.name}"`,
      data: { name, size: [...group.shape] },
    });
  if (group !== undefined)
    return new RattlebackError("E-MERGE-UNKNOWN", `"${group.name}" has no element "${name}".`, {
      path: `options.merge.${name}`,
      because: `it is ${showShape(group.shape)}`,
      hint: "elements are counted from 1; give the whole array to change its size",
      data: { name, size: [...group.shape] },
    });
  const path = pathTo(name, known);
  const general = "names are written with dots, or as nested objects: { R: { R: 5 } }";
  return new RattlebackError("E-MERGE-UNKNOWN", `The model has no parameter or variable "${name}".`, {
    path: `options.merge.${name}`,
    hint: suggestName(name, known, path === undefined ? general : `did you mean "${path}"?`),
    data: { name },
  });
}
