/**
 * Elements of arrays on a bus that nobody connects and no equation names do not exist: where only `bus.v[2]` is connected there is no
 * `bus.v[1]`, and no array `bus.v`.
 */
import { internalVariable } from "../../compile/state.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import { variablesOf } from "../../symbolic/traverse.ts";
import { type ClassInstance, isComponentMember } from "../model.ts";
import type { ModelLowering } from "./lowering.ts";

export function removeUnconnected(l: ModelLowering, buses: readonly ClassInstance[]): void {
  const arrays = buses.flatMap((bus) =>
    bus.members.flatMap((member) => {
      const node = isComponentMember(member) ? l.component(bus, member.name) : undefined;
      return node?.scalar !== undefined && node.shape.length > 0 ? [node.path] : [];
    }),
  );
  if (arrays.length === 0) return;
  const { variables, equations, initialEquations, groups } = l.state;
  const named = new Set<VariableIndex>();
  for (const { left, right } of [...equations, ...initialEquations]) {
    variablesOf(left, named);
    variablesOf(right, named);
  }
  for (const path of arrays) {
    const group = groups.get(path);
    if (group?.kind !== "variable" || group.elements.every((i) => named.has(i))) continue;
    groups.delete(path);
    for (const i of group.elements) {
      const { name, type, isDiscrete } = variables[i]!;
      if (named.has(i)) groups.set(name, { ...group, name, shape: [], elements: [i] });
      else variables[i] = internalVariable(`_absent.${name}`, type, isDiscrete);
    }
  }
}
