/** Which variables occur in which equations: the bridge from expressions to graphs. */
import { variablesOf } from "../symbolic/traverse.ts";
import type { CompileState, Equation } from "./state.ts";

/** Variables of an equation, in order of occurrence. */
export function equationVariables(equation: Equation): number[] {
  const set = variablesOf(equation.left);
  variablesOf(equation.right, set);
  return [...set];
}

export function incidenceOf(state: CompileState): number[][] {
  return state.equations.map(equationVariables);
}

/** Variables that the equations must determine: all that occur, eliminated ones left out. */
export function occurringVariables(state: CompileState, incidence: readonly (readonly number[])[]): Uint8Array {
  const occurs = new Uint8Array(state.variables.length);
  for (const row of incidence) for (const variable of row) occurs[variable] = 1;
  state.variables.forEach((variable, i) => {
    if (state.aliases.has(i)) return;
    if (occurs[i] === 1 && variable.derivativeOf >= 0) occurs[variable.derivativeOf] = 1;
    if (occurs[i] === 0 && variable.derivativeOf < 0 && !variable.isInternal) occurs[i] = 1;
  });
  return occurs;
}
