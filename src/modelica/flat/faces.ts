/** What a class shows to a model of another language in which it is a component: its public connectors, inputs and outputs. */
import { type ClassInstance, type ComponentNode, isComponentMember } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import { isConnector, isExpandable } from "./classKinds.ts";
import type { ModelLowering } from "./lowering.ts";

export function facesOf(l: ModelLowering, top: ClassInstance): ReadonlySet<string> {
  const faces = new Set<string>();
  for (const member of top.members) {
    if (!isComponentMember(member) || member.isProtected || member.element.isOuter) continue;
    const node = l.component(top, member.name)!;
    if (member.element.condition !== undefined && l.isDisabled(node)) continue;
    if (node.scalar === undefined ? !isConnector(node.type) : node.causality === "") continue;
    const obstacle = node.scalar === undefined ? obstacleOf(l, node) : undefined;
    if (obstacle !== undefined)
      throw modelicaError(
        "E-MODELICA-COMPONENT",
        `"${top.qualifiedName}" cannot be a component of a model outside Modelica.`,
        member.scope.placeOf(member.element),
        {
          path: node.path,
          because: `its connector "${node.name}" ${obstacle}`,
          hint: "write a class in Modelica that connects it, with connectors of potentials, flows and signals outside",
        },
      );
    faces.add(member.name);
  }
  return faces;
}

/** Why a connector cannot be joined by names alone. */
function obstacleOf(l: ModelLowering, node: ComponentNode): string | undefined {
  if (isExpandable(node.type)) return "is expandable";
  for (const instance of node.instances) {
    for (const member of instance.members) {
      if (!isComponentMember(member)) continue;
      const part = l.component(instance, member.name)!;
      if (part.flow === "stream") return "has stream variables";
      if (part.type.member("equalityConstraint") !== undefined) return "has an overdetermined type";
      const inner = part.scalar === undefined ? obstacleOf(l, part) : undefined;
      if (inner !== undefined) return inner;
    }
  }
  return undefined;
}
