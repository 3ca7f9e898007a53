/** Derivatives of all parameters by some of them: through the expressions that parameters are given by. */
import type { CompileState } from "../compile/state.ts";
import type { ParameterIndex } from "../symbolic/indices.ts";
import { visitNodes } from "../symbolic/traverse.ts";

/** Parameters that change with the chosen ones, in the order in which they are computed. `given`: expressions that are replaced. */
export function dependentParameters(
  { parameters }: CompileState,
  chosen: ReadonlySet<ParameterIndex>,
  given: ReadonlyMap<ParameterIndex, number>,
): ParameterIndex[] {
  const status = new Map<ParameterIndex, boolean>();
  const order: ParameterIndex[] = [];
  const depends = (index: ParameterIndex): boolean => {
    const known = status.get(index);
    if (known !== undefined) return known;
    status.set(index, false);
    let is = chosen.has(index);
    const { expression } = parameters[index]!;
    if (!is && expression !== undefined && !given.has(index))
      visitNodes(expression, (node) => {
        if (node.op === "par" && depends(node.value)) is = true;
      });
    status.set(index, is);
    if (is) order.push(index);
    return is;
  };
  for (let i = 0 as ParameterIndex; i < parameters.length; i++) depends(i);
  return order;
}
