/** Conditions that are decided during translation: on loop variables and sizes, and on parameters that decide about sizes. */
import type { Syntax } from "../symbolic/syntax.ts";
import type { ArrayExpr } from "./arrays.ts";
import type { Scope, Surroundings } from "./scope.ts";

/** Translation in the same scope. */
type Translate = (syntax: Syntax) => ArrayExpr;

/** true or false for a condition on numbers, loop variables and sizes; undefined for one that the run decides. */
export function decidedCondition(
  syntax: Syntax,
  scope: Scope,
  around: Surroundings,
  translate: Translate,
): boolean | undefined {
  if (syntax.kind === "boolean") return syntax.value;
  if (syntax.kind === "not") {
    const operand = decidedCondition(syntax.operand, scope, around, translate);
    return operand === undefined ? undefined : !operand;
  }
  if (syntax.kind === "logical") {
    const operands = syntax.operands.map((operand) => decidedCondition(operand, scope, around, translate));
    const deciding = syntax.operator === "or";
    if (operands.includes(deciding)) return deciding;
    return operands.includes(undefined) ? undefined : !deciding;
  }
  if (syntax.kind !== "relation") return undefined;
  const [left, right] = [
    sizeValue(syntax.left, scope, around, translate),
    sizeValue(syntax.right, scope, around, translate),
  ];
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

/** A parameter for whose value the model is compiled anyway, such as n in [… for i in 1:n]. */
function structuralValue(name: Syntax, around: Surroundings, translate: Translate): number | undefined {
  const { elements, shape } = translate(name);
  const [value] = elements;
  const isStructural = shape.length === 0 && value?.op === "par" && around.state.structural.has(value.value);
  return isStructural ? around.constantValue(value) : undefined;
}

/** A number that is known from loops and sizes alone, whatever the parameters are. */
function sizeValue(syntax: Syntax, scope: Scope, around: Surroundings, translate: Translate): number | undefined {
  const inner = (next: Syntax): number | undefined => sizeValue(next, scope, around, translate);
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
      return loopValue ?? around.sizeOf(syntax, scope) ?? structuralValue(syntax, around, translate);
    }
    case "call": {
      if (!["length", "size", "mod", "div", "rem", "integer"].includes(syntax.name)) return undefined;
      const value = translate(syntax).elements[0];
      return value?.op === "num" ? value.value : undefined;
    }
    default:
      return undefined;
  }
}
