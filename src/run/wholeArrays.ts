/**
 * Elements that `merge` gives of arrays which decide about sizes, elements or equations, `{ "k[2]": 5 }`, as whole arrays: the model is
 * compiled for those.
 */
import { elementOf } from "../compile/groupElement.ts";
import { evaluateParameter } from "../compile/parameterValues.ts";
import type { CompileState, Group } from "../compile/state.ts";
import { noUnit, parseUnit } from "../language/units.ts";
import { isNumericValue, isPlainObject } from "../language/values.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { ParameterIndex } from "../symbolic/indices.ts";
import { visitNodes } from "../symbolic/traverse.ts";

type ParameterGroup = Exclude<Group, { readonly kind: "variable" }>;

const deciding = new WeakMap<CompileState, ReadonlySet<ParameterIndex>>();

/** Parameters that decide about sizes, elements or equations. */
export function decidingParameters(state: CompileState): ReadonlySet<ParameterIndex> {
  const known = deciding.get(state);
  if (known !== undefined) return known;
  const found = new Set(state.structural);
  const collect = (expression: Expr): void =>
    visitNodes(expression, ({ op, value }) => {
      if (op !== "par" || found.has(value)) return;
      found.add(value);
      const { expression: own } = state.parameters[value]!;
      if (own !== undefined) collect(own);
    });
  for (const { condition } of state.decisions) collect(condition);
  deciding.set(state, found);
  return found;
}

/** The others have the values that `merge` gives, or those of the model; where these are expressions, elements stay as they are. */
export function wholeArrays(state: CompileState, merge: unknown, prefix = ""): unknown {
  const decide = decidingParameters(state);
  if (!isPlainObject(merge) || decide.size === 0) return merge;
  const result = Object.create(null) as Record<string, unknown>;
  const isGiven = ({ elements }: ParameterGroup): boolean =>
    elements.every((index) => state.parameters[index]!.expression === undefined);
  const single: (readonly [key: string, group: ParameterGroup, place: number, value: number | boolean])[] = [];
  for (const [key, value] of Object.entries(merge)) {
    const name = prefix === "" ? key : `${prefix}.${key}`;
    const { group, index } = state.groups.has(name) ? {} : (elementOf(state, name) ?? {});
    const isAlone = typeof value === "number" || typeof value === "boolean";
    if (
      isAlone &&
      group !== undefined &&
      group.kind !== "variable" &&
      decide.has(index as ParameterIndex) &&
      isGiven(group)
    )
      single.push([key, group, group.elements.indexOf(index as ParameterIndex), value]);
    else if (state.groups.has(name)) result[key] = value;
    else result[key] = wholeArrays(state, value, name);
  }
  for (const [key, group, place, value] of single) {
    const array = key.slice(0, key.lastIndexOf("["));
    const numbers = isNumericValue(result[array]) ? [result[array]].flat(2) : presentValues(state, group);
    if (numbers.length === group.elements.length) {
      numbers[place] = value;
      result[array] = inRows(numbers, group.shape);
    } else result[key] = value;
  }
  return result;
}

/** In the unit of the declaration. */
function presentValues(state: CompileState, { elements, unit }: ParameterGroup): (number | boolean)[] {
  const { factor, offset } = unit === "" ? noUnit : parseUnit(unit);
  return elements.map((index) => {
    const value = (evaluateParameter(state, index) - offset) / factor;
    return state.parameters[index]!.type === "boolean" ? value !== 0 : value;
  });
}

function inRows(values: readonly (number | boolean)[], [rows = 0, columns]: readonly number[]): unknown {
  if (columns === undefined) return values;
  return Array.from({ length: rows }, (_, i) => values.slice(i * columns, (i + 1) * columns));
}
