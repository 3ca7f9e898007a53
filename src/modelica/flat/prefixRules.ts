/** What the prefixes of a component may stand in front of (Modelica 3.6, sections 4.4.2.2, 4.6, 9.3 and 15.1). */
import { type ClassInstance, type ComponentNode, isComponentMember } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import { finalClass, isConnector, isExpandable, isExternalObject } from "./classKinds.ts";
import type { Lowering } from "./context.ts";

export function checkPrefixes(node: ComponentNode): void {
  const { element } = node.member;
  const own = [element.flow, element.variability, element.causality].filter((prefix) => prefix !== "");
  const { restriction } = finalClass(node.type).syntax;
  if (node.scalar === undefined && own.length > 0 && !isData(node.type, restriction))
    throw refused(
      node,
      `it is a ${restriction}`,
      `${own[0]} stands in front of numbers, records and connectors; leave it out`,
    );
  if (isConnector(node.type) && (element.variability === "parameter" || element.variability === "constant"))
    throw refused(
      node,
      `a connector cannot be a ${element.variability}`,
      `leave the word ${element.variability} out, or declare it inside the connector`,
    );
  checkInside(node);
  if (node.scalar !== undefined && node.flow !== "" && node.scalar.builtIn !== "Real")
    throw refused(
      node,
      `a ${node.flow} variable is a Real`,
      `declare it as a Real, or leave the word ${node.flow} out`,
    );
  if (element.flow === "stream" && !isPartOfConnector(node.owner))
    throw refused(node, "stream variables belong to connectors", "declare it in a connector beside a flow");
}

function isData(type: ClassInstance, restriction: string): boolean {
  return ["record", "connector", "type", "class"].includes(restriction) || isExternalObject(type);
}

/** A prefix of a whole is not repeated, or contradicted, inside it. */
function checkInside(node: ComponentNode): void {
  const around = node.owner.owner;
  if (around === undefined) return;
  const { flow, causality } = node.member.element;
  const twice =
    flow !== "" && around.flow !== ""
      ? [flow, around.flow]
      : causality !== "" && around.causality !== ""
        ? [causality, around.causality]
        : undefined;
  if (twice === undefined) return;
  throw refused(
    node,
    `it is declared as ${twice[0]} inside of "${around.path}", which is ${twice[1]}`,
    "leave one of the two prefixes out",
  );
}

function isPartOfConnector(owner: ClassInstance): boolean {
  return isConnector(owner) || (owner.owner !== undefined && isPartOfConnector(owner.owner.owner));
}

/** What a block shows are signals: all that its public connectors hold is input or output. */
export function checkBlock(l: Lowering, instance: ClassInstance): void {
  if (finalClass(instance).syntax.restriction !== "block") return;
  for (const member of instance.members) {
    if (!isComponentMember(member) || member.isProtected || member.element.isOuter) continue;
    const node = l.component(instance, member.name)!;
    if (!isConnector(node.type) || isExpandable(node.type)) continue;
    const open = variableWithoutDirection(l, node);
    if (open !== undefined)
      throw refused(
        node,
        `"${instance.qualifiedName}" is a block, and "${open}" is neither input nor output`,
        "write input or output in the connector, or model instead of block",
      );
  }
}

function variableWithoutDirection(l: Lowering, node: ComponentNode): string | undefined {
  if (node.causality !== "" || node.variability === "parameter" || node.variability === "constant") return undefined;
  if (node.scalar !== undefined) return node.path;
  for (const member of node.type.members) {
    if (!isComponentMember(member)) continue;
    const part = node.instances[0] && l.component(node.instances[0], member.name);
    const open = part && variableWithoutDirection(l, part);
    if (open !== undefined) return open;
  }
  return undefined;
}

function refused(node: ComponentNode, because: string, hint: string): Error {
  return modelicaError(
    "E-MODELICA-KIND",
    `"${node.path}" has a prefix or a type that does not fit.`,
    node.member.scope.placeOf(node.member.element),
    { path: node.path, because, hint },
  );
}
