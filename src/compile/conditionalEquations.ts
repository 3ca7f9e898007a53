/**
 * Equations of which the run chooses: as many in every branch. Those with the same left side stay equations for it, the others become
 * residuals in the order of writing:
 *
 *     if c then a = 1; v = 0 else i = 0; a = 2 end        a = if c then 1 else 2,   0 = if c then v else i
 */
import type { Expr, ExpressionBuilder } from "../symbolic/expression.ts";
import type { EquationIndex } from "../symbolic/indices.ts";
import type { Source } from "./source.ts";
import type { Equation } from "./state.ts";

/** One branch; the last one has no condition. */
export interface Case {
  readonly condition: Expr | undefined;
  readonly equations: readonly Equation[];
}

export function chooseEquations(b: ExpressionBuilder, cases: readonly Case[], source: Source): Equation[] {
  const open = cases.map(({ equations }) => [...equations]);
  const chosen: Equation[] = [];
  const choose = (values: readonly Expr[]): Expr =>
    values.reduceRight((otherwise, value, i) => b.conditional(cases[i]!.condition!, value, otherwise));
  const add = (left: Expr, right: Expr, isChoice: boolean): void => {
    chosen.push({
      left,
      right,
      source,
      ...(isChoice && { isChoice }),
      derivativeOf: -1 as EquationIndex,
      derivative: -1 as EquationIndex,
    });
  };
  for (const equation of cases[0]!.equations) {
    if (equation.left.op !== "var" || equation.isChoice === true) continue;
    const found = open.map((list) =>
      list.findIndex(({ left, isChoice }) => left === equation.left && isChoice !== true),
    );
    if (found.includes(-1)) continue;
    add(equation.left, choose(open.map((list, k) => list.splice(found[k]!, 1)[0]!.right)), false);
  }
  for (let k = 0; k < open[0]!.length; k++) {
    const residuals = open.map((list) => b.sub(list[k]!.left, list[k]!.right));
    add(choose(residuals), b.zero, true);
  }
  return chosen;
}
