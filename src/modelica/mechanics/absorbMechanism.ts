/** The mechanism of a model becomes part of its equations: one component of the mechanics of Rattleback, wired to flanges and signals. */
import { absorb } from "../../compile/absorb.ts";
import { flatten } from "../../compile/flatten.ts";
import type { Source } from "../../compile/source.ts";
import { type CompileState, type Group, newEquation } from "../../compile/state.ts";
import { inferTypes } from "../../compile/types.ts";
import { checkUnits } from "../../compile/unitCheck.ts";
import type { Findings } from "../../language/predefined.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import type { ModelLowering } from "../flat/lowering.ts";
import type { ClassInstance, ComponentNode } from "../model.ts";
import { isScalarKind } from "../values/arrays.ts";
import { type AddedSolids, addContactSolids, checkJoints, contactScene, type DrawnSolid } from "./contactSolids.ts";
import type { Mechanism } from "./mechanism.ts";
import { MechanismBuilder } from "./mechanismBuilder.ts";
import { contactDescription, namedMechanism } from "./namedMechanism.ts";
import { partKinds } from "./partKinds.ts";
import { fixedShapes, type PartShape, partShapes } from "./partShapes.ts";
import { PartView } from "./partView.ts";
import { Readings } from "./readings.ts";

const source = (text: string): Source => ({ text, path: "", line: 1, kind: "connection" });

/** What is drawn of a mechanism. */
export interface ShownMechanism {
  readonly shapes: readonly PartShape[];
  readonly solids: readonly DrawnSolid[];
}

/** Called when all equations of the model around, with these instances, are lowered. */
export function absorbMechanism(
  l: ModelLowering,
  mechanism: Mechanism,
  instances: readonly ClassInstance[],
  findings: ReadonlyMap<string, Findings> | undefined,
): ShownMechanism {
  const used = usedVariables(l);
  const builder = new MechanismBuilder(mechanism);
  for (const { instance, className } of mechanism.parts) {
    const view = new PartView(l, instance, used);
    view.checkBindings();
    partKinds.get(className)!(builder, view);
  }
  for (const path of mechanism.frames.values()) builder.frame(path, builder.placeOfFrame(path));
  const shapes = mechanism.parts.flatMap(({ instance }) => partShapes(l, builder, instance));
  const solids = addContacts(l, mechanism, builder, instances);
  const shared = new Map<string, Expr>();
  const elementOf = (name: string): Expr | undefined => variableNamed(l, used, name);
  for (const { inside, outside } of builder.shared) {
    const e = elementOf(outside);
    if (e !== undefined) shared.set(inside, e);
  }
  const readings = new Readings(l, mechanism, builder, shared);
  readings.collect(used);
  addOuterFrames(mechanism, builder, used);
  const model = readings.addedTo(builder.finish());
  const rename = (name: string): string => builder.resultNames.get(name)?.[0] ?? name;
  const parameters = new Map<string, unknown>();
  const describe = solids && contactDescription(l.state.attachments, solids.drawnAs);
  const { state } = flatten(namedMechanism(model, builder, parameters, describe), undefined, findings);
  checkUnits(state);
  inferTypes(state);
  takeParameters(state, parameters);
  const { variables } = absorb(l.state, state, {
    prefix: "",
    known: (name) => shared.get(name),
    isWanted: ({ source: { kind } }) => kind !== "default",
    rename,
  });
  const inside = new Map(state.variables.map(({ name }, i) => [name, variables[i]!]));
  const { b, equations } = l.state;
  const zero = (e: Expr, text: string): void => {
    equations.push(newEquation(e, b.zero, source(text)));
  };
  readings.observe(inside);
  for (const name of builder.unloaded) zero(inside.get(name)!, `${name} = 0`);
  for (const name of builder.zeros) {
    const e = elementOf(name);
    if (e !== undefined) zero(e, `${name} = 0`);
  }
  l.state.notes.mechanics = {
    kind: "native",
    parts: mechanism.parts.length,
    ...(readings.beside.size > 0 && { beside: [...readings.beside] }),
  };
  const asked = new Set(
    state.components.flatMap(({ early }) => (early === undefined ? [] : [...early.names, early.before])),
  );
  for (const group of state.groups.values()) {
    addGroup(l.state, group, variables, rename(group.name));
    if (asked.has(group.name)) addGroup(l.state, { ...group, hideResult: true }, variables, group.name);
  }
  return { shapes, solids: solids?.drawn ?? [] };
}

function addContacts(
  l: ModelLowering,
  { contacts, parts }: Mechanism,
  builder: MechanismBuilder,
  instances: readonly ClassInstance[],
): AddedSolids | undefined {
  if (contacts === undefined) return undefined;
  builder.contactScene = contactScene(contacts);
  const own = parts.map(({ instance }) => instance);
  checkJoints(
    contacts,
    own.map(({ path }) => path),
  );
  const isTaken = (name: string): boolean =>
    [...own, ...instances].some(({ path }) => path === name) || l.nodes.some(({ path }) => path === name);
  return addContactSolids(contacts, builder, fixedShapes(l, builder, own, instances), isTaken);
}

/** Frames of components that consist of parts: what acts on them acts on the frames inside that are joined to them. */
function addOuterFrames(
  mechanism: Mechanism,
  { forces }: MechanismBuilder,
  used: ReadonlyMap<string, ComponentNode>,
): void {
  const ownerOf = (frame: string): string => frame.slice(0, Math.max(0, frame.lastIndexOf(".")));
  const all = [...mechanism.frames.values()];
  const known = all.filter((frame) => forces.frames.has(frame));
  for (const frame of all) {
    const owner = ownerOf(frame);
    if (owner === "" || forces.frames.has(frame) || used.has(`${frame}.f`)) continue;
    const isHere = (other: string): boolean => mechanism.placeOf(other) === mechanism.placeOf(frame);
    if (all.some((other) => other !== frame && ownerOf(other) === owner && isHere(other))) continue;
    forces.addSum(
      frame,
      known.filter((inner) => inner.startsWith(`${owner}.`) && isHere(inner)),
    );
  }
}

/** Numbers and texts of the mechanism are known here; the model around has parameters of its own for them. */
function takeParameters(state: CompileState, values: Map<string, unknown>): void {
  for (const { name, kind, shape, elements } of state.groups.values()) {
    if (kind === "variable") continue;
    const numbers = elements.map((i) => {
      const { value, type } = state.parameters[i]!;
      return type === "boolean" ? value !== 0 : value;
    });
    values.set(name, shape.length === 0 ? numbers[0] : numbers);
  }
  for (const { name, value } of state.objects) values.set(name, value);
  state.parameters.length = 0;
  state.objects.length = 0;
}

/** Components with variables, by path. */
function usedVariables(l: ModelLowering): Map<string, ComponentNode> {
  const found = new Map<string, ComponentNode>();
  for (const node of l.nodes)
    if (node.value !== undefined && isScalarKind(node.value) && node.value.elements[0]?.op === "var")
      found.set(node.path, node);
  return found;
}

/** `a.b[2]`: element 2 of the variable a.b. */
function variableNamed(l: ModelLowering, used: ReadonlyMap<string, ComponentNode>, name: string): Expr | undefined {
  const whole = used.get(name);
  const [, base = name, k = "1"] = whole === undefined ? (/^(.*)\[(\d+)\]$/.exec(name) ?? []) : [];
  const node = whole ?? used.get(base);
  const value = node && l.valueOf(node);
  return value !== undefined && isScalarKind(value) ? value.elements[Number(k) - 1] : undefined;
}

/** Names of the mechanism in the result. */
function addGroup(into: CompileState, group: Group, variables: readonly Expr[], name: string): void {
  if (group.kind !== "variable" || into.groups.has(name)) return;
  const elements = group.elements.map((i) => variables[i]!);
  if (elements.some(({ op }) => op !== "var")) return;
  into.groups.set(name, {
    ...group,
    name,
    elements: elements.map(({ value }) => value as VariableIndex),
    hideResult: group.hideResult || name.startsWith("_"),
    isOutput: false,
  });
}
