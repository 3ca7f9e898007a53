/**
 * The attributes min and max. What a run does about them is what it does in models of ours: it refuses a parameter that is out of its range, and
 * tells of a variable that leaves it, once, with the time.
 *
 * Source   Modelica language specification 3.6, sec. 4.9: min <= value and value <= max is asserted
 */
import type { ParameterIndex, VariableIndex } from "../../symbolic/indices.ts";
import { contains } from "../../symbolic/traverse.ts";
import type { ComponentNode } from "../model.ts";
import { isScalarKind } from "../values/arrays.ts";
import { attributeElements } from "./bindings.ts";
import type { Lowering } from "./context.ts";

/** Beyond what any quantity reaches: `Modelica.Constants.inf` and the like. */
const boundless = 1e59;

export function setRange(l: Lowering, node: ComponentNode): void {
  const { value } = node;
  const { entries } = node.modifier;
  if (value === undefined || !isScalarKind(value) || (!entries.has("min") && !entries.has("max"))) return;
  const { groups, variables, parameters } = l.state;
  const group = groups.get(node.path);
  if (group === undefined) return;
  for (const name of ["min", "max"] as const) {
    const bounds = attributeElements(l, node, name);
    if (bounds === undefined) continue;
    group.elements.forEach((index, i) => {
      const bound = bounds[i]!;
      if (bound.op === "num" ? Math.abs(bound.value) > boundless : contains(bound, ({ op }) => op === "var")) return;
      if (group.kind === "variable") variables[index as VariableIndex]![name] = bound;
      else parameters[index as ParameterIndex]![name] = bound;
    });
  }
}
