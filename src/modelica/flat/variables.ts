/** Components of predefined types become variables and parameters; records become values of their fields. */

import { type Group, newEquation } from "../../compile/state.ts";
import { parseUnit, type Unit } from "../../language/units.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { ParameterIndex, VariableIndex } from "../../symbolic/indices.ts";
import { contains } from "../../symbolic/traverse.ts";
import {
  type ClassInstance,
  type ComponentNode,
  type Fields,
  isComponentMember,
  type ScalarKind,
  type ScalarValue,
  type Value,
} from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import { hasTrueAnnotation } from "../syntax/annotations.ts";
import { isScalarKind } from "../values/arrays.ts";
import { sizeOf } from "../values/value.ts";
import { checkAttributes } from "./attributes.ts";
import { attribute, attributeElements, bindingSource, bindingValue, fitted, placeOf } from "./bindings.ts";
import { finalClass, isExternalObject } from "./classKinds.ts";
import { clockPlace } from "./clocks.ts";
import { indexOf } from "./component.ts";
import type { Lowering } from "./context.ts";
import { addRaised } from "./functionAssertions.ts";
import { textVariable } from "./textVariables.ts";
import { isTopInput } from "./topInputs.ts";
import { checkConstant, checkParameter } from "./variability.ts";

function kindOf(node: ComponentNode): ScalarKind {
  const { scalar } = node;
  return scalar!.syntax.body.kind === "enumeration" ? "Enumeration" : (scalar!.syntax.name as ScalarKind);
}

/** The value of a component, made when it is first asked for. */
export function makeValue(l: Lowering, node: ComponentNode): Value {
  if (node.value !== undefined) return node.value;
  if (node.isMaking)
    throw modelicaError(
      "E-MODELICA-CYCLE",
      `The value of "${node.path}" depends on itself.`,
      node.member.scope.placeOf(node.member.element),
      {
        path: node.path,
        hint: "follow the bindings of the parameters involved",
      },
    );
  if (isExternalObject(node.type)) return makeObject(l, node);
  node.isMaking = true;
  if (node.scalar === undefined) {
    try {
      return recordValue(l, node);
    } finally {
      node.isMaking = false;
    }
  }
  checkAttributes(node);
  const saved = l.b;
  l.useBuilder(l.state.b);
  try {
    const kind = kindOf(node);
    if (node.variability === "constant") node.value = constantOf(l, node, kind);
    else if (kind === "String")
      node.value = node.variability === "parameter" ? constantOf(l, node, kind) : textVariable(l, node);
    else if (kind === "Clock") node.value = makeClocks(l, node);
    // what parts of a mechanism show: colours and sizes
    else if (node.causality === "input" && node.binding !== undefined && l.mechanism?.holds(node.owner) === true)
      node.value = fitted(bindingValue(l, node)!, node, node.binding, "The value");
    else if (node.variability === "parameter" && !isUnknownParameter(l, node) && !followsUnknown(l, node))
      node.value = makeParameters(l, node, kind);
    else if (isTopInput(l, node)) {
      l.openInputs.push(node.path);
      node.value = makeParameters(l, node, kind, true);
    } else node.value = makeVariables(l, node, kind);
    l.nodes.push(node);
  } finally {
    node.isMaking = false;
    l.useBuilder(saved);
  }
  return node.value;
}

/** Clocks are inferred; a binding is an equation between them. */
function makeClocks(l: Lowering, node: ComponentNode): ScalarValue {
  const elements = Array.from({ length: sizeOf(node.shape) }, () => l.b.num(l.clocks.newClock()));
  const value: ScalarValue = { kind: "Clock", shape: node.shape, elements, cls: undefined };
  const bound = bindingValue(l, node);
  if (bound?.kind === "Clock") {
    const { file, at } = placeOf(node, node.binding);
    l.clocks.equate(value, bound, clockPlace(file, at));
  }
  return value;
}

function makeObject(l: Lowering, node: ComponentNode): Value {
  const binding = bindingValue(l, node);
  if (binding === undefined)
    throw modelicaError(
      "E-MODELICA-TYPE",
      `The external object "${node.path}" is not constructed.`,
      node.member.scope.placeOf(node.member.element),
      {
        path: node.path,
        hint: "bind it to a call of its class",
      },
    );
  node.value = binding;
  return binding;
}

export function recordValue(l: Lowering, node: ComponentNode): Value {
  const elements = node.instances.map((instance) => fieldsOf(l, instance));
  return { kind: "Record", shape: node.shape, elements, cls: node.type };
}

function fieldsOf(l: Lowering, instance: ClassInstance): Fields {
  const fields = new Map<string, Value>();
  for (const member of instance.members) {
    if (!isComponentMember(member) || member.element.condition !== undefined) continue;
    const node = l.component(instance, member.name)!;
    fields.set(member.name, l.valueOf(node));
  }
  return fields;
}

function constantOf(l: Lowering, node: ComponentNode, kind: ScalarKind): Value {
  const bound = bindingValue(l, node);
  const cls = kind === "Enumeration" ? node.scalar : undefined;
  if (node.variability === "constant") checkConstant(l, node, bound);
  if (bound === undefined) {
    const empty = kind === "String" ? l.b.make("str", [], 0, "") : kind === "Enumeration" ? l.b.one : l.b.zero;
    return { kind, shape: node.shape, elements: Array.from({ length: sizeOf(node.shape) }, () => empty), cls };
  }
  const value = l.constantValue(fitted(bound, node, node.binding, "The value")) as ScalarValue;
  return { ...value, kind, cls: cls ?? value.cls };
}

/** A parameter whose value depends on one that the start finds is found with it. */
function followsUnknown(l: Lowering, node: ComponentNode): boolean {
  const bound = bindingValue(l, node);
  if (bound === undefined || !isScalarKind(bound)) return false;
  checkParameter(l, node, bound);
  return bound.elements.some((e) => contains(e, ({ op }) => op === "var"));
}

export function isUnknownParameter(l: Lowering, node: ComponentNode): boolean {
  const fixed = attributeElements(l, node, "fixed");
  return fixed !== undefined && fixed.length > 0 && l.tryConstant(fixed[0]!) === 0;
}

function unitOf(l: Lowering, node: ComponentNode): Unit | undefined {
  const found = attribute(l, node, "unit");
  if (found === undefined || !isScalarKind(found.value)) return undefined;
  const text = found.value.elements[0]?.name ?? "";
  if (text === "") return undefined;
  try {
    const unit = parseUnit(text.replace(/\./g, "*"));
    return unit.factor === 1 && unit.offset === 0 ? unit : undefined;
  } catch {
    return undefined;
  }
}

function elementName(node: ComponentNode, i: number): string {
  return node.shape.length === 0 ? node.path : `${node.path}[${indexOf(node.shape, i).join(",")}]`;
}

function addGroup(l: Lowering, node: ComponentNode, kind: Group["kind"], elements: Group["elements"]): void {
  const unit = unitOf(l, node);
  l.state.groups.set(node.path, {
    name: node.path,
    kind,
    shape: node.shape,
    elements,
    unit: unit?.text ?? "",
    dimension: undefined,
    description: node.member.element.description,
    hideResult: false,
    isOutput: node.causality === "output" && node.owner.path === "",
    isInput: kind !== "parameter" && node.causality === "input",
    isFromOutside: kind === "variable" && isPotential(node),
    isDeclared: true,
    declaredAt: node.member.scope.syntax.file.nameOf(node.member.element.at),
    isStatic: false,
  } as Group);
}

/** Of a connector, and neither flow nor stream nor signal. */
function isPotential({ flow, causality, owner }: ComponentNode): boolean {
  if (flow !== "" || causality !== "") return false;
  for (let at = owner.owner; at !== undefined; at = at.owner.owner)
    if (finalClass(at.type).syntax.restriction.endsWith("connector")) return true;
  return false;
}

function makeParameters(l: Lowering, node: ComponentNode, kind: ScalarKind, isInput = false): Value {
  const { state } = l;
  const { result: bound, raised } = l.functionAssertions.collect(() => bindingValue(l, node));
  addRaised(l, raised, bindingSource(node));
  const start = bound === undefined ? attribute(l, node, "start") : undefined;
  const value = bound ?? start?.value;
  const given = value === undefined ? undefined : fitted(value, node, node.binding, "The value");
  const elements: Expr[] = [];
  const indices: ParameterIndex[] = [];
  for (let i = 0; i < sizeOf(node.shape); i++) {
    const e = given?.elements[i];
    const number = state.parameters.length as ParameterIndex;
    state.parameters.push({
      name: elementName(node, i),
      group: node.path,
      value: e?.op === "num" ? e.value : kind === "Enumeration" ? 1 : 0,
      expression: e === undefined || e.op === "num" ? undefined : e,
      isInput,
      isGiven: true,
      type: kind === "Boolean" ? "boolean" : "real",
      unit: undefined,
      min: undefined,
      max: undefined,
    });
    if (kind === "Integer" || kind === "Enumeration") l.isWhole.add(number);
    indices.push(number);
    elements.push(isInput ? state.b.parameter(number) : evaluated(l, node, number, e));
  }
  if (given === undefined && elements.length > 0 && !isInput)
    state.notes.warnings.push(
      `the parameter "${node.path}" has no value; ${kind === "Enumeration" ? "its first literal" : "0"} is used`,
    );
  addGroup(l, node, isInput ? "input" : "parameter", indices);
  return { kind, shape: node.shape, elements, cls: kind === "Enumeration" ? node.scalar : undefined };
}

/** The parameter, or its value where the model shall be translated with it: Evaluate = true, and final ones that follow from such. */
function evaluated(l: Lowering, node: ComponentNode, index: ParameterIndex, given: Expr | undefined): Expr {
  const { b, structural } = l.state;
  const parameter = b.parameter(index);
  if (given === undefined) return parameter;
  const isKnown = given.op === "num" && (isSaid(node, isFinal) || isSaid(node, isEvaluated));
  const value = isKnown ? given.value : isSaid(node, isEvaluated) ? l.tryConstant(given) : undefined;
  if (value === undefined) return parameter;
  structural.add(index);
  return b.num(value);
}

/** Declared so, or given its value by a final modification. */
const isFinal = (node: ComponentNode): boolean => node.member.element.isFinal || node.binding?.isFinal === true;

function isEvaluated({ member }: ComponentNode): boolean {
  return hasTrueAnnotation(member.scope.syntax.file, member.element.annotation, "Evaluate");
}

/** Of the component, or of a record that it is a field of. */
function isSaid(node: ComponentNode, predicate: (node: ComponentNode) => boolean): boolean {
  if (predicate(node)) return true;
  const { owner } = node.owner;
  return owner?.type.syntax.restriction.endsWith("record") === true && isSaid(owner, predicate);
}

/** Results have the constants of components, too: variables that nothing refers to. */
export function showConstant(l: Lowering, node: ComponentNode): void {
  const { value } = node;
  if (value === undefined || !isScalarKind(value) || value.kind === "String" || value.kind === "Clock") return;
  const shown = makeVariables(l, node, value.kind);
  shown.elements.forEach((variable, i) => {
    l.state.equations.push(newEquation(variable, value.elements[i]!, bindingSource(node)));
  });
}

function makeVariables(l: Lowering, node: ComponentNode, kind: ScalarKind): ScalarValue {
  const { state } = l;
  const elements: Expr[] = [];
  const indices: VariableIndex[] = [];
  const isReal = kind === "Real";
  for (let i = 0; i < sizeOf(node.shape); i++) {
    indices.push(state.variables.length as VariableIndex);
    elements.push(state.b.variable(state.variables.length as VariableIndex));
    state.variables.push({
      name: elementName(node, i),
      group: node.path,
      dimension: undefined,
      init: undefined,
      start: undefined,
      min: undefined,
      max: undefined,
      nominal: 0,
      stateSelect: 0,
      isPreferred: false,
      type: isReal ? "real" : kind === "Boolean" ? "boolean" : "integer",
      isFlow: node.flow === "flow",
      isPotential: false,
      isDiscrete: !isReal || node.variability === "discrete",
      isInternal: false,
      derivativeOf: -1 as VariableIndex,
      derivative: -1 as VariableIndex,
    });
  }
  if (node.variability === "parameter") for (const index of indices) l.unknownParameters.add(index);
  addGroup(l, node, "variable", indices);
  return { kind, shape: node.shape, elements, cls: kind === "Enumeration" ? node.scalar : undefined };
}
