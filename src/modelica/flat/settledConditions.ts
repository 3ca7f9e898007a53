/**
 * Conditions on variables that equations give literal values, `fluidLevel = 0`, are decided: a branch that is never taken would only hide which unknowns
 * the equation has.
 *
 *     fluidLevel = 0;  regular = fluidLevel >= 0;  if regular then p = q else m = 0        p = q
 */
import type { CompileState } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import { contains, substitute } from "../../symbolic/traverse.ts";

const ofConditions: ReadonlySet<string> = new Set(["if", "lt", "le", "gt", "ge", "eq", "ne", "and", "or", "not"]);

export function settleConditions(state: CompileState): void {
  const { b, equations, variables } = state;
  const isConditional = ({ op }: Expr): boolean => ofConditions.has(op);
  const known = new Map<VariableIndex, Expr>();
  const note = (variable: Expr, value: Expr): boolean => {
    if (variable.op !== "var" || value.op !== "num" || known.has(variable.value)) return false;
    if (variables[variable.value]!.derivative >= 0 || state.preVariables.has(variable.value)) return false;
    known.set(variable.value, value);
    return true;
  };
  for (const { left, right } of equations) note(left, right) || note(right, left);
  if (known.size === 0) return;
  let open = equations.filter(({ left, right }) => contains(left, isConditional) || contains(right, isConditional));
  const value = (e: Expr): Expr | undefined => (e.op === "var" ? known.get(e.value) : undefined);
  for (let count = -1; count < known.size; ) {
    count = known.size;
    const memo = new Map<number, Expr>();
    open = open.filter((equation) => {
      equation.left = substitute(b, equation.left, value, memo);
      equation.right = substitute(b, equation.right, value, memo);
      return !note(equation.left, equation.right) && !note(equation.right, equation.left);
    });
  }
}
