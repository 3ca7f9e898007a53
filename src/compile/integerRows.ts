/**
 * Equations Σ k·x = 0 with small integers k. A product that several equations have beside their sums stays in the first of them: of
 * n*i = a, n*i = -b the second becomes a + b = 0.
 */
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { integerForm } from "../symbolic/linearForm.ts";
import type { CompileState, Equation } from "./state.ts";

export type Row = Map<VariableIndex, number>;

export interface IntegerRow {
  readonly equation: Equation;
  /** Variables of the equation as it was written. */
  readonly written: readonly VariableIndex[];
  row: Row;
}

export function splitEquations(state: CompileState): { integer: IntegerRow[]; others: Equation[] } {
  const integer: IntegerRow[] = [];
  const others: Equation[] = [];
  const products = new Map<Expr, { readonly row: Row; readonly sign: number }>();
  for (const equation of state.equations) {
    const form = integerForm(state.b.sub(equation.left, equation.right));
    const row = form?.product === undefined ? form?.coefficients : withoutProduct(form.coefficients, form.product);
    if (row === undefined) others.push(equation);
    else integer.push({ equation, written: [...row.keys()], row });
  }
  return { integer, others };

  /** The difference to an earlier equation with the same product; undefined when there is none. */
  function withoutProduct(row: Row, { term, sign }: { readonly term: Expr; readonly sign: number }): Row | undefined {
    if (![...row.keys()].every((v) => state.variables[v]!.type === "real" && !state.variables[v]!.isDiscrete))
      return undefined;
    const first = products.get(term);
    if (first === undefined) {
      products.set(term, { row, sign });
      return undefined;
    }
    const difference: Row = new Map(row);
    for (const [v, coefficient] of first.row) {
      const sum = (difference.get(v) ?? 0) - sign * first.sign * coefficient;
      if (sum === 0) difference.delete(v);
      else difference.set(v, sum);
    }
    return [...difference.values()].every((c) => Math.abs(c) === 1) ? difference : undefined;
  }
}
