/** A condition that is true for an instant and must not be forgotten. */
import type { Source } from "../../compile/source.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { Lowering } from "./context.ts";

/** A variable that stays true once the condition was. */
export function remembered(l: Lowering, condition: Expr, source: Source): Expr {
  const { b, state } = l;
  const variable = l.newVariable("failed", "boolean", true);
  state.variables[variable]!.start = b.zero;
  state.preVariables.add(variable);
  l.define(variable, b.or([condition, b.make("pre", [], variable, "")]), source);
  return b.variable(variable);
}
