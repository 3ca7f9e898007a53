/** Which variables occur in which equations: the bridge from expressions to graphs. */
import type { EquationIndex, Marks, Table, VariableIndex } from "../symbolic/indices.ts";
import { variablesOf } from "../symbolic/traverse.ts";
import type { CompileState, Equation } from "./state.ts";

/** Variables of an equation, in order of occurrence. */
export function equationVariables(equation: Equation): VariableIndex[] {
  const set = variablesOf(equation.left);
  variablesOf(equation.right, set);
  return [...set];
}

/** The variables of each equation. Passes that add equations add their rows. */
export type Incidence = Table<EquationIndex, readonly VariableIndex[]>;

/** `writeOut`: equations as they will be when their calls have been written out. */
export function incidenceOf(state: CompileState, writeOut?: (equation: Equation) => Equation): Incidence {
  return state.equations.map((equation) => equationVariables(writeOut?.(equation) ?? equation));
}

/** Variables that occur, and all that a derivative which occurs is a derivative of: der(der(x)) needs der(x), and that x. */
export function occurringDerivatives(state: CompileState, incidence: Incidence): Marks<VariableIndex> {
  const { variables } = state;
  const occurs: Marks<VariableIndex> = new Uint8Array(variables.length);
  for (const row of incidence) for (const variable of row) occurs[variable] = 1;
  for (let i = 0 as VariableIndex; i < variables.length; i++) {
    if (occurs[i] === 0 || state.aliases.has(i)) continue;
    for (let v = variables[i]!.derivativeOf; v >= 0 && occurs[v] === 0; v = variables[v]!.derivativeOf) occurs[v] = 1;
  }
  return occurs;
}

/** Variables that the equations must determine: all that occur, eliminated ones left out. */
export function occurringVariables(state: CompileState, incidence: Incidence): Marks<VariableIndex> {
  const occurs = occurringDerivatives(state, incidence);
  state.variables.forEach((variable, i) => {
    if (state.aliases.has(i)) return;
    if (occurs[i] === 0 && variable.derivativeOf < 0 && !variable.isInternal) occurs[i] = 1;
  });
  return occurs;
}
