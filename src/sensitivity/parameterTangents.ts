/** Derivatives of all parameters by some of them: through the expressions that parameters are given by. */
import type { CompileState } from "../compile/state.ts";
import { visitNodes } from "../symbolic/traverse.ts";

/** Parameters that change with the chosen ones, in the order in which they are computed. `given`: expressions that are replaced. */
export function dependentParameters(
  { parameters }: CompileState,
  chosen: ReadonlySet<number>,
  given: ReadonlyMap<number, number>,
): number[] {
  const status = new Map<number, boolean>();
  const order: number[] = [];
  const depends = (index: number): boolean => {
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
  for (let i = 0; i < parameters.length; i++) depends(i);
  return order;
}
