/**
 * Elements that `merge` gives of arrays which decide about sizes, elements or equations, `{ "k[2]": 5 }`, as whole arrays: the model is
 * compiled for those.
 */
import { elementOf } from "../compile/groupElement.ts";
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
  const changes: (() => void)[] = [];
  for (const [key, value] of Object.entries(merge)) {
    const name = prefix + key;
    const { group, index } = elementOf(state, name) ?? {};
    if (group === undefined) result[key] = wholeArrays(state, value, `${name}.`);
    else if (
      group.name === name ||
      group.kind === "variable" ||
      !isAlone(value) ||
      !decide.has(index as ParameterIndex)
    )
      result[key] = value;
    else
      changes.push(() =>
        changeElement(state, result, key, group, group.elements.indexOf(index as ParameterIndex), value),
      );
  }
  // an array that merge gives may stand behind its elements
  for (const change of changes) change();
  return result;
}

function isAlone(value: unknown): value is number | boolean {
  return typeof value === "number" || typeof value === "boolean";
}

function changeElement(
  state: CompileState,
  result: Record<string, unknown>,
  key: string,
  { elements, shape, unit }: ParameterGroup,
  place: number,
  value: number | boolean,
): void {
  const array = key.slice(0, key.lastIndexOf("["));
  const { factor, offset } = unit === "" ? noUnit : parseUnit(unit);
  const parameters = elements.map((index) => state.parameters[index]!);
  const given = result[array];
  const values = isNumericValue(given)
    ? [given].flat(2)
    : parameters.map((p) => (p.type === "boolean" ? p.value !== 0 : (p.value - offset) / factor));
  if (parameters.some(({ expression }) => expression !== undefined) || values.length !== elements.length) {
    result[key] = value;
    return;
  }
  values[place] = value;
  const [rows = 0, columns] = shape;
  result[array] =
    columns === undefined
      ? values
      : Array.from({ length: rows }, (_, i) => values.slice(i * columns, (i + 1) * columns));
}
