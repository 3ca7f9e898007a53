/** Attributes of variables: start values and how much they count, states that are wished for, nominal values. */
import type { VariableIndex } from "../../symbolic/indices.ts";
import type { ComponentNode } from "../model.ts";
import { isScalarKind } from "../values/arrays.ts";
import { attributeElements } from "./bindings.ts";
import type { Lowering } from "./context.ts";

const stateSelectRank = [-2, -1, 0, 1, 2];

/** Of variables that are equal, one start value counts: what is fixed, else what was given furthest outside, else what is given at all. */
const fixedStart = 1e6;
const defaultStart = -1;

/** Of types, such as a temperature that begins at 288.15 K wherever nothing else is said. */
export const typeStart = 0;

function startRankOf(node: ComponentNode): number {
  const root = node.modifier.entries.get("start")?.binding?.scope.cls.root;
  if (root?.isModel !== true) return typeStart;
  const depth = root.path === "" ? 0 : root.path.split(".").length;
  return 1000 - depth;
}

/** Start values and the other attributes, once all components exist. */
export function finishVariable(l: Lowering, node: ComponentNode): void {
  const { state } = l;
  const { value } = node;
  if (value === undefined || !isScalarKind(value) || value.elements[0]?.op !== "var") return;
  const starts = attributeElements(l, node, "start");
  const fixed = attributeElements(l, node, "fixed");
  const select = attributeElements(l, node, "stateSelect");
  const nominal = attributeElements(l, node, "nominal");
  const given = startRankOf(node);
  value.elements.forEach((e, i) => {
    const variable = state.variables[e.value as VariableIndex]!;
    const isFixed = fixed !== undefined && l.tryConstant(fixed[i]!) === 1;
    const start =
      starts?.[i] ??
      (isFixed || variable.type !== "real" ? (value.kind === "Enumeration" ? l.b.one : l.b.zero) : undefined);
    if (start !== undefined) {
      if (isFixed && variable.type === "real") variable.init = start;
      else variable.start = start;
      variable.startRank = isFixed ? fixedStart : starts === undefined ? defaultStart : given;
    }
    if (select !== undefined) variable.stateSelect = stateSelectRank[(l.tryConstant(select[i]!) ?? 3) - 1] ?? 0;
    const size = nominal === undefined ? undefined : l.tryConstant(nominal[i]!);
    if (size !== undefined && size > 0) variable.nominal = size;
  });
}
