/**
 * The initial problem as a program of its own: states and derivatives are unknowns like all others, and what is known at the start
 * takes the place of the integration. It is sorted and torn as any system, so that
 *
 *     level = 0.5;  T = 300;  m = rho*A*level;  h = cp*T;  H = m*h        give the states m and H one after the other
 *
 * where a search over m and H would begin at m = H = 0.
 */
import type { Expr } from "../symbolic/expression.ts";
import type { ArrayTable, EquationIndex } from "../symbolic/indices.ts";
import { type SystemBlock, sortEquations } from "./blocks.ts";
import { generateCode } from "./codegen.ts";
import { findDivisions } from "./divisions.ts";
import { Matching } from "./matching.ts";
import type { GeneratedCode, Program } from "./program.ts";
import type { Source } from "./source.ts";
import { type CompileState, type Equation, newEquation } from "./state.ts";
import { incidenceOf } from "./structure.ts";
import { analyseVariability } from "./variability.ts";

export interface StartEquation {
  readonly left: Expr;
  readonly right: Expr;
}

const source: Source = { text: "start", path: "", line: 1, kind: "equation" };

/** `wanted` equations are taken in their order as far as there is room; undefined when they do not determine all states. */
export function startProgram(
  { state, states, ...rest }: Program,
  wanted: readonly StartEquation[],
  evaluateSource: (source: string) => GeneratedCode,
): Program | undefined {
  const candidates = wanted.map(({ left, right }): Equation => newEquation(left, right, source));
  const known = state.equations.length;
  const rows = incidenceOf({
    ...state,
    equations: [...state.equations, ...candidates] as ArrayTable<EquationIndex, Equation>,
  });
  const matching = new Matching(rows.length, state.variables.length);
  for (let e = 0 as EquationIndex; e < known; e++) if (!matching.augment(rows, e)) return undefined;
  const chosen = candidates.filter((_, k) => matching.augment(rows, (known + k) as EquationIndex));
  if (chosen.length !== states.length) return undefined;
  const own: CompileState = {
    ...state,
    equations: [...state.equations, ...chosen] as ArrayTable<EquationIndex, Equation>,
    relations: state.relations.map((relation) => ({ ...relation })),
    actions: [],
  };
  const blocks = sortEquations(own, incidenceOf(own), []);
  const variability = analyseVariability(own, blocks, []);
  const divisions = findDivisions(blocks, variability);
  const nothing = { states: [], timeFunctions: [], corners: [], assertions: [] };
  const text = generateCode({ state: own, blocks, variability, divisions, ...nothing });
  return {
    ...rest,
    state: own,
    assertions: [],
    states: [],
    dynamicGroups: [],
    blocks,
    systems: blocks.filter((block): block is SystemBlock => block.kind === "system"),
    variability,
    divisions,
    timeFunctions: [],
    smoothTimeFunctions: [],
    corners: [],
    source: text,
    code: evaluateSource(text),
  };
}
