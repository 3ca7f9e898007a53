/** Functions made of others: of other arguments, and second derivatives. */
import { flattenResult, type UserFunction } from "../../language/functions.ts";
import type { Expr } from "../../symbolic/expression.ts";

/** The function of other arguments, from which its own are chosen. */
export function withArguments(fn: UserFunction, choose: <T>(args: readonly T[]) => T[]): UserFunction {
  const call = (...args: unknown[]): unknown => (fn.call as (...values: unknown[]) => unknown)(...choose(args));
  return {
    ...fn,
    call: call as UserFunction["call"],
    derivative: undefined,
    timeDerivative: undefined,
    ...(fn.expand !== undefined && { expand: (args: readonly Expr[]) => fn.expand!(choose(args)) }),
  };
}

/** Of lists of equal lengths, one behind the other: all, none or some of each. */
export function taking(parts: readonly (boolean | readonly boolean[])[]): <T>(args: readonly T[]) => T[] {
  return (args) => {
    const n = args.length / parts.length;
    return parts.flatMap((part, k) =>
      args.slice(k * n, (k + 1) * n).filter((_, i) => (typeof part === "boolean" ? part : part[i])),
    );
  };
}

/**
 * The derivative of df(a, r) along (da, dr), from d2f(a, r, s) = B(a)[r, r] + df(a, s), where B is the second derivative of f:
 *
 *     B[r, da] + df(a, dr)        B[r, da] = (B[r + da, r + da] − B[r − da, r − da])/4
 */
export function secondDerivative(
  first: UserFunction,
  twice: UserFunction["call"],
  kept: readonly boolean[],
): UserFunction {
  const [df, d2f] = [first.call, twice] as ((...values: unknown[]) => number | number[])[];
  const call = (...args: unknown[]): number[] => {
    const n = args.length / 4;
    const a = args.slice(0, n);
    const part = (k: number): unknown[] => args.slice(k * n, (k + 1) * n).filter((_, i) => kept[i]);
    const [r, da, dr] = [part(1), part(2), part(3)];
    const none = r.map((rate) => combined(rate, rate, -1));
    const along = (sign: 1 | -1): number[] =>
      flattenResult(d2f!(...a, ...r.map((rate, i) => combined(rate, da[i], sign)), ...none), []);
    const [ahead, behind, rest] = [along(1), along(-1), flattenResult(df!(...a, ...dr), [])];
    return rest.map((x, i) => x + (ahead[i]! - behind[i]!) / 4);
  };
  return { ...first, name: `${first.name}'`, call: call as UserFunction["call"], derivative: undefined };
}

function combined(x: unknown, y: unknown, factor: number): unknown {
  if (Array.isArray(x)) return x.map((item, i) => combined(item, (y as unknown[])[i], factor));
  return (x as number) + factor * (y as number);
}
