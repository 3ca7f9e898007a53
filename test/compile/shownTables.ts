/** Everything that a program knows beside its code, as text: what has the value that nothing has said is left out. */
import type { InstantiatedModel } from "rattleback";
import type { Program } from "../../src/compile/program.ts";
import { leafNames, printEquation } from "../../src/compile/state.ts";
import type { Expr } from "../../src/symbolic/expression.ts";
import type { VariableIndex } from "../../src/symbolic/indices.ts";
import { print } from "../../src/symbolic/print.ts";

const isExpression = (value: unknown): value is Expr =>
  typeof value === "object" && value !== null && "op" in value && "args" in value && "id" in value;

const saysNothing = (value: unknown): boolean =>
  value === undefined ||
  value === false ||
  value === 0 ||
  value === -1 ||
  value === "real" ||
  value === "" ||
  typeof value === "function" ||
  (Array.isArray(value) && value.length === 0);

/** Numbers of variables are shown by their names where the key tells that they are such. */
const ofVariables = new Set([
  "derivative",
  "derivativeOf",
  "variable",
  "iterated",
  "target",
  "active",
  "states",
  "variables",
]);

export function shownTables({ program, phases }: InstantiatedModel): string {
  const { state } = program as Program;
  const names = leafNames(state);
  const text = (value: unknown, key = ""): string => {
    if (isExpression(value)) return print(value, names);
    if (typeof value === "number" && ofVariables.has(key))
      return state.variables[value as VariableIndex]?.name ?? String(value);
    if (value instanceof Map) return `{${[...value].map(([k, v]) => `${text(k)}: ${text(v)}`).join(", ")}}`;
    if (value instanceof Set) return text([...value]);
    if (Array.isArray(value) || ArrayBuffer.isView(value))
      return `[${Array.from(value as ArrayLike<unknown>, (item) => text(item, key)).join(", ")}]`;
    if (typeof value !== "object" || value === null) return String(value);
    const entries = Object.entries(value).filter(([name, inner]) => name === "value" || !saysNothing(inner));
    return `{${entries.map(([name, inner]) => `${name}: ${text(inner, name)}`).join(", ")}}`;
  };
  const lines: string[] = [];
  const list = (what: string, items: Iterable<unknown>): void => {
    for (const item of items) lines.push(`${what}: ${text(item)}`);
  };
  const counts = phases.filter(({ equations }, k) => equations !== phases[k - 1]?.equations);
  lines.push(`equations behind passes: ${counts.map(({ name, equations }) => `${name} ${equations}`).join(", ")}`);
  list("group", state.groups.values());
  list("variable", state.variables);
  list("parameter", state.parameters);
  list("object", state.objects);
  for (const equation of state.equations)
    lines.push(
      `equation: ${printEquation(state, equation)} ${text({ ...equation, left: undefined, right: undefined })}`,
    );
  for (const equation of state.initialEquations)
    lines.push(`start: ${printEquation(state, equation)} ${text(equation.source)}`);
  for (const key of ["assertions", "functions", "relations", "samplers", "delays", "actions", "decisions"] as const)
    list(key, state[key]);
  for (const [variable, { target, sign }] of state.aliases)
    lines.push(`alias: ${text(variable, "variable")} = ${sign}*${text(target, "variable")}`);
  for (const [variable, wish] of state.stateWishes) lines.push(`wish: ${text(variable, "variable")} ${wish}`);
  lines.push(`pre: ${text([...state.preVariables], "variables")}`);
  lines.push(`structural: ${[...state.structural].map((p) => state.parameters[p]!.name).join(", ")}`);
  lines.push(`notes: ${text(state.notes)}`);
  list("observed", state.observed);
  for (const key of ["systems", "divisions", "corners", "dynamicGroups", "timeFunctions", "aliasInits"] as const)
    list(key, program[key]);
  for (const key of ["smoothTimeFunctions", "knottedCalls", "variability"] as const)
    lines.push(`${key}: ${text(program[key])}`);
  const { callsFunctions, usesTerminal, actsAtStart, usesHomotopy } = program;
  lines.push(text({ callsFunctions, usesTerminal, actsAtStart, usesHomotopy }));
  return lines.filter((line) => !/: (?:\[\]|\{\})?$/.test(line) && line !== "{}").join("\n");
}
