/**
 * Discrete variables are constant between events: their derivatives are zero, and the equations that give them their values
 * are never differentiated, whatever functions those call.
 */
import type { Expr } from "../symbolic/expression.ts";
import type { ArrayTable, EquationIndex, Marks, RowPlace, Table, VariableIndex } from "../symbolic/indices.ts";
import { substitute } from "../symbolic/traverse.ts";
import { maximumMatching } from "./matching.ts";
import type { CompileState, Equation } from "./state.ts";
import type { Incidence } from "./structure.ts";

/** der(d) = 0 in all equations, for variables that turned out to be discrete after der(d) was written. */
export function dropDiscreteDerivatives(state: CompileState): void {
  const dropped = new Set<VariableIndex>();
  for (const variable of state.variables) {
    if (!variable.isDiscrete) continue;
    for (let d = variable.derivative; d >= 0; d = state.variables[d]!.derivative) dropped.add(d);
  }
  if (dropped.size === 0) return;
  const memo = new Map<number, Expr>();
  const replace = (node: Expr): Expr | undefined =>
    node.op === "var" && dropped.has(node.value) ? state.b.zero : undefined;
  for (const equation of [...state.equations, ...state.initialEquations]) {
    equation.left = substitute(state.b, equation.left, replace, memo);
    equation.right = substitute(state.b, equation.right, replace, memo);
  }
}

export interface DiscretePart {
  /** Per variable: 1 when an equation of the discrete part determines it. */
  readonly isSettled: Marks<VariableIndex>;
  /** Per equation: 1 when it determines a discrete variable. */
  readonly isDefining: Marks<EquationIndex>;
}

/** Which equations give the discrete variables their values: d = …, or equations in which all variables are discrete. */
export function discretePart(state: CompileState, incidence: Incidence): DiscretePart {
  const { variables, equations } = state;
  const isSettled: Marks<VariableIndex> = new Uint8Array(variables.length);
  const isDefining: Marks<EquationIndex> = new Uint8Array(equations.length);
  if (!variables.some(({ isDiscrete }) => isDiscrete)) return { isSettled, isDefining };
  const isDiscrete = (v: VariableIndex): boolean => variables[v]!.isDiscrete && variables[v]!.derivativeOf < 0;
  const isPure = (e: EquationIndex): boolean => incidence[e]!.every(isDiscrete);
  // equations of discrete variables alone come first: in R*i = v, with a discrete v, i is wanted unless nothing else determines v
  const order = [...equations.keys()].sort((p, q) => Number(isPure(q)) - Number(isPure(p))) as ArrayTable<
    RowPlace,
    EquationIndex
  >;
  const rows: Table<RowPlace, readonly VariableIndex[]> = order.map((e) =>
    isPure(e) ? incidence[e]! : definedBy(equations[e]!).filter(isDiscrete),
  );
  const matching = maximumMatching<RowPlace, VariableIndex>(rows, variables.length);
  matching.variableOf.forEach((variable, row) => {
    if (variable < 0) return;
    isSettled[variable] = 1;
    isDefining[order[row]!] = 1;
  });
  return { isSettled, isDefining };
}

/** Variables that stand alone on a side, up to sign. */
function definedBy({ left, right }: Equation): VariableIndex[] {
  const list: VariableIndex[] = [];
  for (const side of [left, right]) {
    const inner = side.op === "neg" ? side.args[0]! : side;
    if (inner.op === "var") list.push(inner.value);
  }
  return list;
}
