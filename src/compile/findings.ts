/**
 * What the equations say about the variables that a predefined component asked about.
 *
 *     observed   phi of a joint on a closed loop      its value follows from hidden states, its second derivative enters the
 *                                                     equations: it is a state for index reduction and an ordinary variable after it
 *                                                     … unless the equations determine it: then it is bound
 *     early      tau of a motor with elastic shaft    known before the accelerations are
 *     affine     tau of a motor with rigid gear       base + slope·a of its own joint: affine.ts
 *     switched   tau of dry friction                  the same, piece by piece: curves.ts
 */
import type { Findings } from "../language/predefined.ts";
import type { Marks, VariableIndex } from "../symbolic/indices.ts";
import { sortedComponents } from "./blocks.ts";
import { type CompileState, newEquation } from "./state.ts";
import type { Incidence } from "./structure.ts";

/** By the paths of components. */
export type AllFindings = ReadonlyMap<string, Findings>;

/**
 * Observed variables that are states become ordinary variables with an equation: `states`, `state.equations` and `incidence` change.
 * Returns the observed variables that are no states, by component.
 */
export function demoteObserved(
  state: CompileState,
  incidence: Incidence,
  states: readonly VariableIndex[],
): { states: readonly VariableIndex[]; bound: ReadonlyMap<string, ReadonlySet<string>> } {
  const bound = new Map<string, Set<string>>();
  if (state.observed.length === 0) return { states, bound };
  const isState = new Set(states);
  const { b } = state;
  for (const { component, name, variable, value, source } of state.observed) {
    const { target, sign } = state.aliases.get(variable) ?? { target: variable, sign: 1 };
    if (sign === 0 || !isState.delete(target)) {
      const names = bound.get(component) ?? new Set();
      bound.set(component, names.add(name));
      continue;
    }
    const right = sign === 1 ? value : b.neg(value);
    state.equations.push(newEquation(b.make("var", [], target), right, source));
    incidence.push([target, ...(value.op === "var" ? [value.value] : [])]);
  }
  return { states: states.filter((v) => isState.has(v)), bound };
}

/** Which of the variables that components asked about are known before what they named. */
export function findEarly(
  state: CompileState,
  incidence: Incidence,
  states: readonly VariableIndex[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  const asking = state.components.filter(({ early }) => early !== undefined && early.names.length > 0);
  if (asking.length === 0) return found;
  const { components, matching } = sortedComponents(state, incidence, states);
  for (const { path, early } of asking) {
    const prefix = path === "" ? "" : `${path}.`;
    const isLate: Marks<VariableIndex> = new Uint8Array(state.variables.length);
    for (const v of state.groups.get(prefix + early!.before)?.elements ?? []) isLate[v as VariableIndex] = 1;
    for (const component of components) {
      if (!component.some((e) => incidence[e]!.some((v) => isLate[v] === 1))) continue;
      for (const e of component) isLate[matching.variableOf[e]!] = 1;
    }
    const isEarly = (name: string): boolean => {
      const v = state.groups.get(prefix + name)!.elements[0] as VariableIndex;
      const alias = state.aliases.get(v);
      return alias?.sign === 0 || isLate[alias?.target ?? v] === 0;
    };
    found.set(path, new Set(early!.names.filter(isEarly)));
  }
  return found;
}

/** What the next build shall know; undefined when the last one knew it already. */
export function nextFindings(
  state: CompileState,
  before: AllFindings,
  bound: ReadonlyMap<string, ReadonlySet<string>>,
  early: ReadonlyMap<string, ReadonlySet<string>>,
  affine: ReadonlyMap<string, ReadonlySet<string>>,
  switched: ReadonlyMap<string, ReadonlySet<string>>,
): AllFindings | undefined {
  const next = new Map<string, Findings>();
  let isNew = false;
  for (const { path, isDraft } of state.components) {
    const known = before.get(path);
    const allBound = new Set([...(known?.bound ?? []), ...(bound.get(path) ?? [])]);
    // what was taken for early and is not after all stays late
    const allEarly = new Set([...(early.get(path) ?? [])].filter((name) => known?.early.has(name) ?? true));
    const allAffine = new Set([...(affine.get(path) ?? [])].filter((name) => known?.affine.has(name) ?? true));
    const allSwitched = new Set([...(switched.get(path) ?? [])].filter((name) => known?.switched.has(name) ?? true));
    next.set(path, { bound: allBound, early: allEarly, affine: allAffine, switched: allSwitched, isKnown: true });
    if (
      isDraft ||
      allBound.size !== (known?.bound.size ?? 0) ||
      allEarly.size !== (known?.early.size ?? 0) ||
      allAffine.size !== (known?.affine.size ?? 0) ||
      allSwitched.size !== (known?.switched.size ?? 0)
    )
      isNew = true;
  }
  return isNew ? next : undefined;
}
