/**
 * Derivative of an expression, given the derivatives of its leaves.
 *
 *     d f(a, b, …) = Σ ∂f/∂a · da
 *
 * With dx = 1 for one variable and 0 else it is a partial derivative, with dx = der(x) and
 * dt = 1 the derivative with respect to time. Conditions of `if` are not differentiated; frozen
 * relations are constants, and so are values before events unless their leaves say otherwise.
 */
import type { Expr, ExpressionBuilder, NodeOf } from "./expression.ts";
import { builtInFunction } from "./functions.ts";

/** Derivative of a leaf (variable, parameter, time, value before the event); zero for constants. */
export type LeafDerivative = (leaf: Expr) => Expr;

/** Derivative of element `element` of a user call with respect to its flat argument list, given the arguments' derivatives. */
export type UserCallDerivative = (call: NodeOf<"ucall">, element: number, derivativeOf: (arg: Expr) => Expr) => Expr;

export function differentiate(
  b: ExpressionBuilder,
  expression: Expr,
  leafDerivative: LeafDerivative,
  userCallDerivative: UserCallDerivative,
): Expr {
  const memo = new Map<number, Expr>();
  const d = (e: Expr): Expr => {
    if (e.op === "num") return b.zero;
    let result = memo.get(e.id);
    if (result === undefined) {
      result = derive(e);
      memo.set(e.id, result);
    }
    return result;
  };
  const derive = (e: Expr): Expr => {
    const args = e.args;
    switch (e.op) {
      case "var":
      case "par":
      case "time":
      case "delay":
      case "pre":
        return leafDerivative(e);
      case "add":
        return b.add(args.map(d));
      case "neg":
        return b.neg(d(args[0]!));
      case "mul": {
        const terms: Expr[] = [];
        for (let k = 0; k < args.length; k++) {
          const factor = d(args[k]!);
          if (factor !== b.zero) terms.push(b.mul(args.map((arg, i) => (i === k ? factor : arg))));
        }
        return b.add(terms);
      }
      case "div": {
        const [u, v] = [args[0]!, args[1]!];
        const [du, dv] = [d(u), d(v)];
        const first = du === b.zero ? b.zero : b.div(du, v);
        if (dv === b.zero) return first;
        return b.sub(first, b.div(b.mul([u, dv]), b.pow(v, b.num(2))));
      }
      case "pow": {
        const [u, v] = [args[0]!, args[1]!];
        const [du, dv] = [d(u), d(v)];
        const base = du === b.zero ? b.zero : b.mul([v, whereItCounts(b.pow(u, b.sub(v, b.one)), du), du]);
        if (dv === b.zero) return base;
        const slope = b.mul([e, b.call("log", [u])]);
        // 0^v is 0 beside v, too, where log(0) is infinite
        const own = u.op === "num" ? slope : b.conditional(b.relation("eq", e, b.zero), b.zero, slope);
        return b.add([base, b.mul([own, dv])]);
      }
      case "if":
        return b.conditional(args[0]!, d(args[1]!), d(args[2]!));
      case "call":
        return chain(e);
      case "elem":
        return userCallDerivative(args[0] as NodeOf<"ucall">, e.value, d);
      default:
        return b.zero;
    }
  };
  const chain = (e: Expr): Expr => {
    const derivatives = e.args.map(d);
    if (derivatives.every((x) => x === b.zero)) return b.zero;
    if (e.name === "noEvent") return b.call("noEvent", derivatives);
    if (e.name === "homotopy") return b.call("homotopy", derivatives);
    if (e.name === "implicitDependency") return derivatives[0]!;
    const partials = builtInFunction(e.name)?.partials;
    if (partials === undefined) return b.zero;
    const values = partials(b, e.args);
    return b.add(
      values.map((partial, k) => {
        const derivative = derivatives[k]!;
        return b.mul([partial.op === "div" ? whereItCounts(partial, derivative) : partial, derivative]);
      }),
    );
  };
  /** A slope, or 0 in branches in which what it multiplies is 0: that of sqrt(max(h, 0)) is infinite where max does not change. */
  const whereItCounts = (slope: Expr, derivative: Expr): Expr => {
    for (const factor of derivative.op === "mul" ? derivative.args : [derivative]) {
      const isNoEvent = factor.op === "call" && factor.name === "noEvent";
      const { op, args } = isNoEvent ? factor.args[0]! : factor;
      if (op !== "if" || !args.includes(b.zero)) continue;
      const guarded =
        args[1] === b.zero ? b.conditional(args[0]!, b.zero, slope) : b.conditional(args[0]!, slope, b.zero);
      return isNoEvent ? b.call("noEvent", [guarded]) : guarded;
    }
    return slope;
  };
  return d(expression);
}
