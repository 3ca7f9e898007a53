/**
 * Whether expressions contain some variables by their differences only: nothing changes when all of them grow by the same amount s.
 *
 *     p.v − n.v − R·p.i     exp((p.v − n.v)/U)     G·p.v − G·n.v      grow by 0
 *     p.v − R·p.i           G·p.v − p.i            p.v > 1            do not stay the same
 */
import type { Expr, ExpressionBuilder } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";

/** `directions`: 1 for variables that grow by s, −1 for those that stand for one with the other sign. */
export function isShiftInvariant(
  b: ExpressionBuilder,
  expressions: Iterable<Expr>,
  directions: ReadonlyMap<VariableIndex, number>,
): boolean {
  const memo = new Map<number, Expr | undefined>();
  for (const expression of expressions) if (growth(expression) !== b.zero) return false;
  return true;

  /** The factor of s by which an expression grows, undefined where that depends on s. */
  function growth(e: Expr): Expr | undefined {
    if (!memo.has(e.id)) memo.set(e.id, growthOf(e));
    return memo.get(e.id);
  }

  function growthOf(e: Expr): Expr | undefined {
    if (e.op === "var") return b.num(directions.get(e.value) ?? 0);
    if (e.op === "pre") return directions.has(e.value) ? undefined : b.zero;
    const parts: Expr[] = [];
    for (const arg of e.args) {
      const part = growth(arg);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    const growing = parts.flatMap((part, k) => (part === b.zero ? [] : [k]));
    if (growing.length === 0) return b.zero;
    switch (e.op) {
      case "add":
        return b.add(parts);
      case "neg":
        return b.neg(parts[0]!);
      case "mul":
        return growing.length > 1 ? undefined : b.mul(e.args.map((arg, k) => (k === growing[0] ? parts[k]! : arg)));
      case "div":
        return parts[1] === b.zero ? b.div(parts[0]!, e.args[1]!) : undefined;
      case "if":
        return parts[0] === b.zero && parts[1] === parts[2] ? parts[1] : undefined;
      case "lt":
      case "le":
      case "gt":
      case "ge":
        return parts[0] === parts[1] ? b.zero : undefined;
      default:
        return undefined;
    }
  }
}
