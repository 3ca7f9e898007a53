/**
 * Which component lacks an equation. A component determines its own variables and the flows of its connectors; potentials of its
 * connectors and its inputs come from outside. The deepest one with fewer equations than that is to blame.
 *
 *     Resistor without 0 = p.i + n.i:   v, i, p.i, n.i   by   v = p.v - n.v, i = p.i, v = R*i
 */
import type { EquationIndex, Table, VariableIndex } from "../symbolic/indices.ts";
import { variablesOf } from "../symbolic/traverse.ts";
import type { CompileState, Equation } from "./state.ts";

export interface IncompleteComponent {
  readonly path: string;
  readonly equations: number;
  readonly needed: number;
  /** Flows of its connectors, in order, with names as its own equations write them. */
  readonly flows: readonly string[];
  /** Those that none of its equations contains. */
  readonly unmentioned: readonly string[];
}

export function incompleteComponent(
  state: CompileState,
  equations: Table<EquationIndex, Equation>,
  unknowns: readonly VariableIndex[],
): IncompleteComponent | undefined {
  const paths = new Set<string>();
  for (const { source } of equations) if (source.kind !== "default" && source.path !== "") paths.add(source.path);
  const suspects = new Set<string>();
  for (const v of unknowns)
    for (const path of prefixes(state.variables[v]!.name)) if (paths.has(path)) suspects.add(path);
  const ordered = [...suspects].sort((a, b) => b.split(".").length - a.split(".").length);
  for (const path of ordered) {
    const found = balanceOf(state, equations, paths, path);
    if (found.equations < found.needed) return found;
  }
  return undefined;
}

function balanceOf(
  state: CompileState,
  equations: Table<EquationIndex, Equation>,
  paths: ReadonlySet<string>,
  path: string,
): IncompleteComponent {
  const own = equations.filter(
    ({ source }) => source.kind !== "default" && (source.path === path || source.path.startsWith(`${path}.`)),
  );
  const mentioned = new Set<VariableIndex>();
  for (const { left, right } of own) for (const side of [left, right]) variablesOf(side, mentioned);
  const flows: string[] = [];
  const unmentioned: string[] = [];
  let needed = 0;
  state.variables.forEach(({ name, group, isFlow, isPotential, isInternal, derivativeOf }, v) => {
    if (!name.startsWith(`${path}.`) || isInternal || derivativeOf >= 0) return;
    const isAtFace = componentOf(name, paths) === path;
    const { isInput, isFromOutside } = state.groups.get(group) ?? {};
    if (isAtFace && (isPotential || isInput === true || isFromOutside === true)) return;
    const isOutside = isFlow && isAtFace;
    needed++;
    if (!isOutside) return;
    flows.push(name.slice(path.length + 1));
    if (!mentioned.has(v)) unmentioned.push(name.slice(path.length + 1));
  });
  return { path, equations: own.length, needed, flows, unmentioned };
}

/** The component whose equations may contain the variable: the longest part of its name that has equations. */
function componentOf(name: string, paths: ReadonlySet<string>): string {
  for (const path of prefixes(name)) if (paths.has(path)) return path;
  return "";
}

/** "a.b.c" → "a.b", "a" */
function* prefixes(name: string): Generator<string> {
  for (let end = name.lastIndexOf("."); end > 0; end = name.lastIndexOf(".", end - 1)) yield name.slice(0, end);
}
