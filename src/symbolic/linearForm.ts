/** Linear forms of expressions: factor and rest in one variable; integer coefficients in all of them. */
import type { Expr, ExpressionBuilder } from "./expression.ts";
import type { VariableIndex } from "./indices.ts";

/** expression = factor·x + rest with both free of x, or undefined when the expression is not linear in x. */
export function linearIn(
  b: ExpressionBuilder,
  expression: Expr,
  x: VariableIndex,
): { factor: Expr; rest: Expr } | undefined {
  const occurs = occurrence(x);
  const split = (e: Expr): { factor: Expr; rest: Expr } | undefined => {
    if (!occurs(e)) return { factor: b.zero, rest: e };
    switch (e.op) {
      case "var":
        return { factor: b.one, rest: b.zero };
      case "neg": {
        const inner = split(e.args[0]!);
        return inner && { factor: b.neg(inner.factor), rest: b.neg(inner.rest) };
      }
      case "add": {
        const parts = e.args.map(split);
        if (parts.some((part) => part === undefined)) return undefined;
        return { factor: b.add(parts.map((part) => part!.factor)), rest: b.add(parts.map((part) => part!.rest)) };
      }
      case "mul": {
        const inside = e.args.filter(occurs);
        if (inside.length !== 1) return undefined;
        const inner = split(inside[0]!);
        if (inner === undefined) return undefined;
        const others = e.args.filter((arg) => arg !== inside[0]);
        return { factor: b.mul([...others, inner.factor]), rest: b.mul([...others, inner.rest]) };
      }
      case "div": {
        if (occurs(e.args[1]!)) return undefined;
        const inner = split(e.args[0]!);
        return inner && { factor: b.div(inner.factor, e.args[1]!), rest: b.div(inner.rest, e.args[1]!) };
      }
      case "if": {
        if (occurs(e.args[0]!)) return undefined;
        const [yes, no] = [split(e.args[1]!), split(e.args[2]!)];
        if (yes === undefined || no === undefined) return undefined;
        return {
          factor: b.conditional(e.args[0]!, yes.factor, no.factor),
          rest: b.conditional(e.args[0]!, yes.rest, no.rest),
        };
      }
      default:
        return undefined;
    }
  };
  return split(expression);
}

/** Memoised test whether a node contains the variable. A frozen relation that contains it counts as containing it. */
function occurrence(x: VariableIndex): (e: Expr) => boolean {
  const memo = new Map<number, boolean>();
  const occurs = (e: Expr): boolean => {
    if (e.op === "var") return e.value === x;
    if (e.args.length === 0) return false;
    let known = memo.get(e.id);
    if (known === undefined) {
      known = e.args.some(occurs);
      memo.set(e.id, known);
    }
    return known;
  };
  return occurs;
}

/**
 * Coefficients of an equation `expression = 0` when it is Σ k·x over variables, with small integers k and at most one other product or quotient
 * beside them, otherwise undefined. A literal 0 is the empty sum.
 */
export function integerForm(expression: Expr):
  | {
      readonly coefficients: Map<VariableIndex, number>;
      readonly product: { readonly term: Expr; readonly sign: number } | undefined;
    }
  | undefined {
  const coefficients = new Map<VariableIndex, number>();
  let product: { readonly term: Expr; readonly sign: number } | undefined;
  const add = (e: Expr, sign: number): boolean => {
    if (e.op === "mul" && e.args.length === 2 && isSmallInteger(e.args[0]!) && e.args[1]!.op === "var") {
      const { value } = e.args[1]!;
      coefficients.set(value, (coefficients.get(value) ?? 0) + sign * e.args[0]!.value);
      return true;
    }
    if (e.op === "mul" || e.op === "div") {
      if (product !== undefined) return false;
      product = { term: e, sign };
      return true;
    }
    if (e.op === "var") {
      coefficients.set(e.value, (coefficients.get(e.value) ?? 0) + sign);
      return true;
    }
    if (e.op === "neg") return add(e.args[0]!, -sign);
    if (e.op === "add") return e.args.every((term) => add(term, sign));
    return e.op === "num" && e.value === 0;
  };
  if (!add(expression, 1)) return undefined;
  for (const [variable, coefficient] of coefficients) {
    if (coefficient === 0) coefficients.delete(variable);
    else if (Math.abs(coefficient) > largestFactor) return undefined;
  }
  return { coefficients, product };
}

/** Beyond it a factor is no count of phases, windings or teeth, and combinations of equations would grow. */
const largestFactor = 16;

function isSmallInteger({ op, value }: Expr): boolean {
  return op === "num" && Number.isInteger(value) && Math.abs(value) <= largestFactor;
}
