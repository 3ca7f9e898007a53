/** Conditions that are decided during translation: on loop variables and sizes, never on parameters. */
import type { Syntax } from "../symbolic/syntax.ts";
import type { Scope, Surroundings } from "./scope.ts";
import { translate } from "./translate.ts";

/** true or false for a condition on numbers, loop variables and sizes; undefined for one that the run decides. */
export function decidedCondition(syntax: Syntax, scope: Scope, around: Surroundings): boolean | undefined {
  if (syntax.kind === "boolean") return syntax.value;
  if (syntax.kind === "not") {
    const operand = decidedCondition(syntax.operand, scope, around);
    return operand === undefined ? undefined : !operand;
  }
  if (syntax.kind === "logical") {
    const operands = syntax.operands.map((operand) => decidedCondition(operand, scope, around));
    const deciding = syntax.operator === "or";
    if (operands.includes(deciding)) return deciding;
    return operands.includes(undefined) ? undefined : !deciding;
  }
  if (syntax.kind !== "relation") return undefined;
  const [left, right] = [sizeValue(syntax.left, scope, around), sizeValue(syntax.right, scope, around)];
  if (left === undefined || right === undefined) return undefined;
  switch (syntax.operator) {
    case "<":
      return left < right;
    case "<=":
      return left <= right;
    case ">":
      return left > right;
    case ">=":
      return left >= right;
    case "==":
      return left === right;
    default:
      return left !== right;
  }
}

/** A number that is known from loops and sizes alone, whatever the parameters are. */
function sizeValue(syntax: Syntax, scope: Scope, around: Surroundings): number | undefined {
  const inner = (next: Syntax): number | undefined => sizeValue(next, scope, around);
  switch (syntax.kind) {
    case "number":
      return syntax.value;
    case "negate": {
      const operand = inner(syntax.operand);
      return operand === undefined ? undefined : -operand;
    }
    case "sum":
      return syntax.terms.reduce<number | undefined>((sum, { sign, term }) => {
        const value = inner(term);
        return sum === undefined || value === undefined ? undefined : sum + sign * value;
      }, 0);
    case "product":
      return syntax.factors.reduce<number | undefined>((product, factor) => {
        const value = inner(factor);
        return product === undefined || value === undefined ? undefined : product * value;
      }, 1);
    case "name": {
      const loopValue = syntax.parts.length === 1 ? scope.loopVariables?.get(syntax.parts[0]!) : undefined;
      return loopValue ?? around.sizeOf(syntax, scope);
    }
    case "call": {
      if (syntax.name !== "length" && syntax.name !== "size" && syntax.name !== "mod") return undefined;
      const value = translate(syntax, scope, around).elements[0];
      return value?.op === "num" ? value.value : undefined;
    }
    default:
      return undefined;
  }
}
