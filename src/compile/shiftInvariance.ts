/**
 * Whether expressions contain some variables by their differences only: nothing changes when all of them grow by the same amount s.
 *
 *     p.v − n.v − R·p.i     exp((p.v − n.v)/U)     2·p.v − 2·n.v      grow by 0
 *     p.v − R·p.i           p.v > 1                                   do not stay the same
 */
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";

/** `directions`: 1 for variables that grow by s, −1 for those that stand for one with the other sign. */
export function isShiftInvariant(expressions: Iterable<Expr>, directions: ReadonlyMap<VariableIndex, number>): boolean {
  const memo = new Map<number, number>();
  for (const expression of expressions) if (growth(expression) !== 0) return false;
  return true;

  /** The multiple of s by which an expression grows, NaN where that depends on more. */
  function growth(e: Expr): number {
    let result = memo.get(e.id);
    if (result === undefined) {
      result = growthOf(e);
      memo.set(e.id, result);
    }
    return result;
  }

  function growthOf(e: Expr): number {
    if (e.op === "var") return directions.get(e.value) ?? 0;
    if (e.op === "pre") return directions.has(e.value) ? Number.NaN : 0;
    const parts = e.args.map(growth);
    if (parts.every((part) => part === 0)) return 0;
    switch (e.op) {
      case "add":
        return parts.reduce((sum, part) => sum + part, 0);
      case "neg":
        return -parts[0]!;
      case "mul":
        return e.args.reduce((product, arg, k) => product * (arg.op === "num" ? arg.value : parts[k]!), 1);
      case "lt":
      case "le":
      case "gt":
      case "ge":
        return parts[0] === parts[1] ? 0 : Number.NaN;
      default:
        return Number.NaN;
    }
  }
}
