/** A scalar of a model by its name, or an element of an array: `x[2]`, `A[1,2]`. */
import type { ParameterIndex, VariableIndex } from "../symbolic/indices.ts";
import type { CompileState, Group } from "./state.ts";

/** Group and index; undefined where there is no such group, an index of undefined where it is not one element of it. */
export function elementOf(
  state: CompileState,
  name: string,
): { group: Group; index: VariableIndex | ParameterIndex | undefined } | undefined {
  const whole = state.groups.get(name);
  if (whole !== undefined) return { group: whole, index: whole.shape.length === 0 ? whole.elements[0] : undefined };
  const match = /^(.*)\[([\d, ]+)\]$/.exec(name);
  const group = match === null ? undefined : state.groups.get(match[1]!);
  if (group === undefined) return undefined;
  const indices = match![2]!.split(",").map(Number);
  if (indices.length !== group.shape.length || indices.some((i, k) => !(i >= 1 && i <= group.shape[k]!)))
    return { group, index: undefined };
  const place = indices.reduce((sum, i, k) => sum * group.shape[k]! + i - 1, 0);
  return { group, index: group.elements[place] };
}
