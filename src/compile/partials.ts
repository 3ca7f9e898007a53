/** Derivatives of expressions with respect to variables, as systems of equations need them. */
import { differentiate } from "../symbolic/differentiate.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { variablesOf } from "../symbolic/traverse.ts";
import type { CompileState } from "./state.ts";
import { userCallDerivative } from "./userCalls.ts";

/** Derivatives of calls of vector functions by a variable, which all elements of their results share. */
const callPartials = new WeakMap<CompileState["b"], Map<string, Expr>>();

export function partial(state: CompileState, expression: Expr, variable: VariableIndex): Expr {
  const b = state.b;
  if (expression.op === "elem") {
    const key = `${expression.args[0]!.id} ${variable}`;
    let known = callPartials.get(b);
    if (known === undefined) {
      known = new Map();
      callPartials.set(b, known);
    }
    const call = known.get(key);
    if (call !== undefined) return b.make("elem", [call], expression.value);
    const result = partialOf(state, expression, variable);
    if (result.op === "elem") known.set(key, result.args[0]!);
    return result;
  }
  return partialOf(state, expression, variable);
}

function partialOf(state: CompileState, expression: Expr, variable: VariableIndex): Expr {
  const b = state.b;
  const leaf = (e: Expr): Expr => (e.op === "var" && e.value === variable ? b.one : b.zero);
  return differentiate(b, expression, leaf, userCallDerivative(state, "jacobian"));
}

/**
 * Derivatives with respect to all chosen variables. Sums are taken apart first: a row of a full matrix has as many terms as
 * variables, and each term contains one of them.
 */
export function gradient(
  state: CompileState,
  e: Expr,
  isChosen: (variable: VariableIndex) => boolean,
): Map<VariableIndex, Expr> {
  const b = state.b;
  const lists = new Map<VariableIndex, Expr[]>();
  const collect = (term: Expr, factor: Expr): void => {
    if (term.op === "add") for (const arg of term.args) collect(arg, factor);
    else if (term.op === "neg") collect(term.args[0]!, b.neg(factor));
    else
      for (const v of variablesOf(term)) {
        if (!isChosen(v)) continue;
        const list = lists.get(v) ?? [];
        list.push(b.mul([factor, partial(state, term, v)]));
        lists.set(v, list);
      }
  };
  collect(e, b.one);
  return new Map([...lists].map(([v, list]) => [v, b.add(list)]));
}
