/**
 * Components that are models of another language: their flat models are taken over, and every name in them is a name of the model like
 * any other: equations read it, connections join its connectors, runs change its parameters.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { ForeignModel } from "../language/foreignModel.ts";
import { emptyModel } from "../language/model.ts";
import { parseUnit } from "../language/units.ts";
import type { ParameterIndex, VariableIndex } from "../symbolic/indices.ts";
import { contains } from "../symbolic/traverse.ts";
import { absorb } from "./absorb.ts";
import type { AllFindings } from "./findings.ts";
import type { FlattenContext } from "./flattenContext.ts";
import { addSymbol, buildInstance, type Instance, type ModelSymbol } from "./instances.ts";
import { asScalar } from "./scope.ts";
import type { CompileState, Group } from "./state.ts";
import { translate } from "./translate.ts";

/** A model of another language that the compiler can take over. */
export interface FlatForeign extends ForeignModel {
  /** As a component its connectors and inputs are left open. `findings`: what equations told about predefined components in it. */
  flatten(
    isComponent: boolean,
    findings?: AllFindings,
  ): {
    readonly state: CompileState;
    /** Names of its connectors, inputs and outputs. */
    readonly faces: ReadonlySet<string>;
  };
}

/** Takes the component over. Parameters that are bound to expressions of the model around come later. */
export function absorbForeign(instance: Instance, context: FlattenContext): void {
  const { state, faces } = (instance.model.foreign as FlatForeign).flatten(true);
  const prefix = `${instance.path}.`;
  const { variables, parameters } = absorb(context.state, state, {
    prefix,
    known: () => undefined,
    isWanted: () => true,
  });
  for (const group of state.groups.values()) {
    const isVariable = group.kind === "variable";
    const exprs = group.elements.map((i) => (isVariable ? variables : parameters)[i]!);
    const { owner, name } = placeOf(instance, group.name);
    const bound = owner === instance ? instance.symbols.get(name) : undefined;
    const isFace = faces.has(group.name.split(/[.[]/)[0]!);
    const symbol = bound ?? {
      ...addSymbol(owner, name, isVariable ? "variable" : "parameter", attributesOf(group, isFace), undefined, true),
      fullName: prefix + group.name,
    };
    owner.symbols.set(name, symbol);
    if (bound !== undefined) checkBound(bound, group, state);
    symbol.shape = group.shape;
    symbol.elements = exprs.map(({ value }) => value);
    symbol.isUsed = true;
    if (isVariable && symbol.unit !== undefined)
      for (const e of exprs) context.state.variables[e.value as VariableIndex]!.dimension ??= symbol.unit.dimension;
    if (isFace) markFlows(symbol, context.state);
  }
  for (const [name, symbol] of instance.symbols)
    if (symbol.elements === undefined) throw unknownParameter(instance, name);
}

/** Expressions of the model around that parameters of the component are bound to. */
export function bindForeign({ model, symbols }: Instance, context: FlattenContext): void {
  for (const name of model.entries.keys()) {
    const symbol = symbols.get(name)!;
    const { scope, syntax } = context.bindingOf(symbol);
    const parameter = context.state.parameters[symbol.elements![0] as ParameterIndex]!;
    parameter.expression = asScalar(translate(syntax, scope, context), syntax, scope);
    if (contains(parameter.expression, ({ op }) => op === "var" || op === "time"))
      throw refusedBinding(symbol, "the expression changes during the run");
    parameter.value = Number.NaN;
  }
}

/** The instance that holds a name such as `a.b[2].c`, made where it is missing. Parts of arrays are called `b_2`. */
function placeOf(instance: Instance, full: string): { owner: Instance; name: string } {
  const parts = full.match(/[^.[]+(\[[^\]]*\])?/g)!;
  let owner = instance;
  for (const part of parts.slice(0, -1)) {
    const [, array, indices] = /^([^[]+)\[(.*)\]$/.exec(part) ?? [];
    const name = array === undefined ? part : `${array}_${indices!.replaceAll(",", "_")}`;
    if (array !== undefined)
      owner.componentArrays.set(array, Math.max(owner.componentArrays.get(array) ?? 0, Number(indices) || 0));
    let next = owner.children.get(name);
    if (next === undefined) {
      next = buildInstance(emptyModel, name, owner);
      owner.children.set(name, next);
    }
    owner = next;
  }
  return { owner, name: parts[parts.length - 1]! };
}

function attributesOf({ unit, description, isInput, isOutput }: Group, isFace: boolean): ModelSymbol["attributes"] {
  return {
    ...(unit !== "" && { unit: parseUnit(unit).text }),
    description,
    ...(isFace && { input: isInput, output: isOutput }),
  };
}

/** Flows of inner connectors were summed up by the other language. */
function markFlows(symbol: ModelSymbol, { variables }: CompileState): void {
  if (symbol.kind === "variable" && symbol.elements!.some((i) => variables[i as VariableIndex]!.isFlow))
    Object.assign(symbol.attributes, { flow: true });
}

function checkBound(symbol: ModelSymbol, group: Group, state: CompileState): void {
  if (group.elements.some((i) => state.structural.has(i as ParameterIndex)))
    throw refusedBinding(symbol, "its value decides about the equations of the component");
  if (group.kind !== "parameter" || group.elements.length !== 1)
    throw refusedBinding(symbol, "only parameters that are single numbers can");
  symbol.kind = "parameter";
}

function refusedBinding({ fullName, name }: ModelSymbol, because: string): RattlebackError {
  return new RattlebackError("E-FOREIGN", `"${fullName}" cannot follow this expression.`, {
    path: fullName,
    because,
    hint: `give a value: .with({ ${name}: 1 })`,
  });
}

function unknownParameter({ path, model }: Instance, name: string): RattlebackError {
  return new RattlebackError("E-NAME-UNKNOWN", `"${path}" has no parameter "${name}".`, {
    path: `${path}.${name}`,
    because: `the class "${model.foreign!.name}" declares none of this name`,
    hint: "look at the class: library.textOf(name)",
  });
}
