/** From a class to a flat model: components, connections, equations, start values, in this order. */

import { lowerClocks } from "../../compile/clocks/clockedPartitions.ts";
import { type CompileState, derivativeOf, type Equation, newEquation } from "../../compile/state.ts";
import type { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Findings } from "../../language/predefined.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import { contains, substitute } from "../../symbolic/traverse.ts";
import { absorbMechanism } from "../mechanics/absorbMechanism.ts";
import { isFrame } from "../mechanics/mechanism.ts";
import { type ClassInstance, type ComponentNode, isComponentMember, type Scope } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import { isScalarKind } from "../values/arrays.ts";
import { absorbOwnModel } from "./absorbOwnModel.ts";
import { lowerAlgorithm, readStartValues } from "./algorithms.ts";
import { bindingSource, bindingValue, fitted } from "./bindings.ts";
import { finalClass, isExpandable, isExternalObject } from "./classKinds.ts";
import { mostInstances, tooManyInstances } from "./component.ts";
import { connectInstances } from "./connectionStatements.ts";
import { equate, lowerEquations } from "./equations.ts";
import { facesOf } from "./faces.ts";
import { finishVariable } from "./finishVariable.ts";
import { addRaised } from "./functionAssertions.ts";
import type { ModelLowering } from "./lowering.ts";
import { differentiatePreferredRates } from "./preferredRates.ts";
import { preferStarts } from "./preferredStarts.ts";
import { differentiatePreferredVariables } from "./preferredStates.ts";
import { checkBlock, checkPrefixes } from "./prefixRules.ts";
import { setRange } from "./ranges.ts";
import { settleSamplers } from "./samplerStarts.ts";
import { settleConditions } from "./settledConditions.ts";
import { finishMessages } from "./textVariables.ts";
import { inputWarning } from "./topInputs.ts";
import { removeUnconnected } from "./unconnectedElements.ts";
import { isUnknownParameter, showConstant } from "./variables.ts";
import { attachShapes } from "./visualShapes.ts";
import { takeZeroFactors } from "./zeroFactors.ts";

/** Deeper nesting than any model of a person: a model that contains itself. */
const deepestNesting = 100;

/** As a component the connectors and inputs of the class are left open. */
export function flattenModelica(
  l: ModelLowering,
  top: ClassInstance,
  isComponent = false,
  findings?: ReadonlyMap<string, Findings>,
): { readonly state: CompileState; readonly faces: ReadonlySet<string> } {
  l.top = top;
  l.isComponent = isComponent;
  top.isModel = true;
  l.modelName = top.syntax.name;
  const instances: ClassInstance[] = [];
  visit(l, top, instances, 0);
  for (let i = 0; i < l.connections.added.length; i++) visitNode(l, l.connections.added[i]!, instances, 1);
  connectInstances(l, instances, (bus) => visit(l, bus, instances, 1));
  const { equations, initialEquations } = l.state;
  const readings: ReturnType<typeof lowerAlgorithm> = [];
  for (const instance of instances) {
    for (const base of instance.lineage) {
      const { body } = base.syntax;
      if (body.kind !== "long") continue;
      const own = l.library.ownModels.get(base.syntax);
      if (own !== undefined) absorbOwnModel(l, instance, own);
      const scope: Scope = { cls: base, locals: undefined };
      lowerEquations(l, body.equations, scope, equations);
      lowerEquations(l, body.initialEquations, scope, initialEquations);
      for (const statements of body.algorithms) readings.push(...lowerAlgorithm(l, statements, base, equations, false));
      for (const statements of body.initialAlgorithms)
        readings.push(...lowerAlgorithm(l, statements, base, initialEquations, true));
    }
  }
  bindVariables(l);
  finishMessages(l);
  if (l.openInputs.length > 0) l.state.notes.warnings.push(inputWarning(l.openInputs));
  const { mechanism } = l;
  const isHandedOver = mechanism !== undefined && mechanism.parts.length > 0;
  const shown = isHandedOver ? absorbMechanism(l, mechanism, instances, findings) : { shapes: [], solids: [] };
  const faces = isComponent ? facesOf(l, top) : new Set<string>();
  // the range of a flow tells whether its connector can send into a node
  for (const node of l.nodes) setRange(l, node);
  const ranged = l.nodes.length;
  l.connections.finish(faces);
  removeUnconnected(l, l.connections.buses);
  l.nodes.forEach((node, k) => {
    finishVariable(l, node);
    if (k >= ranged) setRange(l, node);
  });
  readStartValues(l.state, readings);
  lowerClocks(l, l.clocks.record);
  settleUnknownParameters(l);
  settleConditions(l.state);
  differentiatePreferredRates(l.state);
  differentiatePreferredVariables(l.state);
  takeZeroFactors(l.state);
  settleInitialEquations(l);
  preferStarts(l.state);
  attachShapes(l, [...instances, ...(mechanism?.parts.map(({ instance }) => instance) ?? [])], shown);
  l.state.notes.flatEquations = equations.length;
  return { state: l.state, faces };
}

/** All instances of models below one, itself first; their variables are made on the way. */
function visit(l: ModelLowering, instance: ClassInstance, list: ClassInstance[], depth: number): void {
  if (depth > deepestNesting) throw nestingError(l, instance, list);
  const { mechanism } = l;
  if (mechanism?.takes(instance) === true) {
    for (const node of mechanism.facesOf(instance, (name) => l.component(instance, name)!))
      visitNode(l, node, list, depth + 1);
    return;
  }
  list.push(instance);
  checkBlock(l, instance);
  for (const member of instance.members) {
    if (!isComponentMember(member)) continue;
    if (member.element.isOuter && !member.element.isInner) continue;
    visitNode(l, l.component(instance, member.name)!, list, depth + 1);
  }
}

/** What is around an instance that lies too deep repeats a class, as a rule: that one is named, where it is declared inside of itself first. */
function nestingError(l: ModelLowering, deepest: ClassInstance, list: readonly ClassInstance[]): RattlebackError {
  const around = list.filter(({ path }) => path === "" || deepest.path.startsWith(`${path}.`));
  const names = around.map(({ qualifiedName }) => qualifiedName);
  const again = names.findIndex((name, k) => names.indexOf(name) < k);
  if (again < 0)
    return modelicaError(
      "E-MODELICA-CYCLE",
      `The class "${deepest.qualifiedName}" lies more than ${deepestNesting} components deep.`,
      deepest.placeOf(deepest.syntax),
      { path: deepest.path, hint: `models of up to ${deepestNesting} components inside each other` },
    );
  const { path } = around[again]!;
  const component = path.slice(path.lastIndexOf(".") + 1).replace(/\[.*$/, "");
  const owner = around[again - 1]!;
  const { scope, element } = l.component(owner, component)!.member;
  const first = around[names.indexOf(names[again]!)]!.path;
  return modelicaError(
    "E-MODELICA-CYCLE",
    `The class "${names[again]}" contains itself: ${first === "" ? "it" : first} has a component "${path.slice(first === "" ? 0 : first.length + 1)}" of it.`,
    scope.placeOf(element),
    { path, hint: "a model cannot have a component of its own class" },
  );
}

function visitNode(l: ModelLowering, node: ComponentNode, list: ClassInstance[], depth: number): void {
  if (node.member.element.condition !== undefined && l.isDisabled(node)) return;
  checkInstantiable(node);
  checkPrefixes(node);
  if (node.scalar !== undefined || isExternalObject(node.type)) {
    l.valueOf(node);
    if (node.variability === "constant") showConstant(l, node);
    return;
  }
  if (l.mechanism !== undefined && isFrame(node.type)) l.mechanism.addFrame(node);
  else if (isExpandable(node.type)) l.connections.buses.push(...node.instances);
  else
    for (const instance of node.instances) {
      if (list.length > mostInstances) throw tooManyInstances(node);
      visit(l, instance, list, depth);
    }
}

/** A component has a class of which there can be instances. */
function checkInstantiable({ type, path, member }: ComponentNode): void {
  const { restriction, isPartial } = finalClass(type).syntax;
  const because = isPartial
    ? `"${type.qualifiedName}" is partial: it leaves out what classes that extend it say`
    : restriction === "function" || restriction === "package"
      ? `"${type.qualifiedName}" is a ${restriction}`
      : undefined;
  if (because === undefined || isExternalObject(type)) return;
  throw modelicaError("E-MODELICA-TYPE", `"${path}" cannot be made.`, member.scope.placeOf(member.element), {
    path,
    because,
    hint: isPartial
      ? "use, or redeclare it with, a class that extends it"
      : "call a function, and name what is in a package",
  });
}

/** Values of variables in declarations are equations. */
function bindVariables(l: ModelLowering): void {
  for (let i = 0; i < l.nodes.length; i++) {
    const node = l.nodes[i]!;
    const { value } = node;
    if (value === undefined || !isScalarKind(value) || value.elements[0]?.op !== "var") continue;
    if (!node.owner.isModel || (node.variability === "parameter" && isUnknownParameter(l, node))) continue;
    const { result: bound, raised } = l.functionAssertions.collect(() => bindingValue(l, node));
    if (bound === undefined) continue;
    const binding = node.binding;
    const scope = binding?.scope ?? node.member.scope.scope;
    const at = binding?.at ?? node.member.element.at;
    const source = bindingSource(node);
    equate(l, value, fitted(bound, node, binding, "The value"), source, l.state.equations, { at }, scope);
    addRaised(l, raised, source);
  }
}

function isParametric(e: Expr): boolean {
  return !contains(
    e,
    ({ op }) => op === "var" || op === "time" || op === "pre" || op === "flag" || op === "tick" || op === "delay",
  );
}

/** Parameters with fixed = false: what an initial algorithm sets is computed once; the others are constant states that the start finds. */
function settleUnknownParameters(l: ModelLowering): void {
  const { state } = l;
  const { b } = state;
  const first = new Map<Expr, Expr>();
  for (const node of l.nodes) {
    const { value } = node;
    if (
      value === undefined ||
      !isScalarKind(value) ||
      node.variability !== "parameter" ||
      value.elements[0]?.op !== "var"
    )
      continue;
    if (!isUnknownParameter(l, node)) continue;
    for (const e of value.elements) {
      const variable = state.variables[e.value as VariableIndex]!;
      const k = state.initialEquations.findIndex(({ left }) => left === e);
      const source = { text: `${variable.name} is constant`, path: node.owner.path, line: 1, kind: "when" as const };
      if (k >= 0 && !contains(state.initialEquations[k]!.right, (x) => x === e)) {
        const [{ right }] = state.initialEquations.splice(k, 1) as [Equation];
        const before = b.make("pre", [], e.value, "");
        first.set(e, right);
        variable.isDiscrete = true;
        state.preVariables.add(e.value as VariableIndex);
        variable.start ??= b.zero;
        state.equations.push(
          newEquation(e, b.conditional(b.make("flag", [], 0, "initial"), l.withoutEventsIn(right), before), source),
        );
      } else if (variable.type === "real") {
        variable.stateSelect = 2;
        state.equations.push(
          newEquation(b.variable(derivativeOf(state, e.value as VariableIndex)), b.zero, {
            ...source,
            kind: "binding",
          }),
        );
      }
    }
  }
  settleSamplers(state, first);
}

/** pre(d) = value and x = value of parameters are start values. */
function settleInitialEquations(l: ModelLowering): void {
  const { state } = l;
  const open = state.initialEquations.splice(0);
  /** Values before the start that are computed. */
  const before = new Map<number, Expr>();
  for (const equation of open) {
    const { left, right } = equation;
    const [target, value] = left.op === "pre" || left.op === "var" ? [left, right] : [right, left];
    if (isParametric(value)) {
      if (target.op === "pre") {
        const variable = state.variables[target.value]!;
        variable.start = value;
        variable.init = undefined;
        continue;
      }
      if (target.op === "var") {
        const variable = state.variables[target.value]!;
        if (variable.isDiscrete) {
          variable.start = value;
          continue;
        }
        if (variable.derivativeOf < 0 && (variable.init === undefined || variable.init === value)) {
          variable.init = value;
          continue;
        }
      }
    }
    if (target.op === "pre" && !contains(value, (e) => e === target)) {
      before.set(target.value, l.withoutEventsIn(value));
      continue;
    }
    if (target.op === "var" && state.variables[target.value]!.isDiscrete && beginsWith(l, target, value)) continue;
    state.initialEquations.push(equation);
  }
  for (const index of state.preVariables) {
    const variable = state.variables[index]!;
    variable.start ??= variable.init ?? l.b.zero;
    if (variable.isDiscrete && !before.has(index) && isParametric(variable.start)) before.set(index, variable.start);
  }
  replacePre(state, before);
}

/** pre(d) is, during initialisation, the start value, or what an initial equation says; events change it afterwards only. */
function replacePre(state: CompileState, before: ReadonlyMap<number, Expr>): void {
  const { b } = state;
  if (before.size === 0) return;
  const initial = b.make("flag", [], 0, "initial");
  const memo = new Map<number, Expr>();
  const replace = (node: Expr): Expr | undefined => {
    const value = node.op === "pre" ? before.get(node.value) : undefined;
    return value && b.conditional(initial, value, node);
  };
  for (const equation of state.equations) {
    equation.left = substitute(b, equation.left, replace, memo);
    equation.right = substitute(b, equation.right, replace, memo);
  }
}

/** A discrete variable that an initial equation gives a value to: its own equation counts from then on. */
function beginsWith(l: ModelLowering, target: Expr, value: Expr): boolean {
  const { state } = l;
  const own = state.equations.filter(({ left, source }) => left === target && source.kind !== "connection");
  const equation = own.find(({ source }) => source.kind === "when") ?? own[0];
  if (equation === undefined) return false;
  equation.right = state.b.conditional(
    state.b.make("flag", [], 0, "initial"),
    l.withoutEventsIn(value),
    equation.right,
  );
  return true;
}
