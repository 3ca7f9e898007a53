/** Values with exact derivatives with respect to parameters, for formulas given as text. */
import { parseExpression } from "../../src/symbolic/parse.ts";
import type { Syntax } from "../../src/symbolic/syntax.ts";

/** The value, then one derivative per parameter. */
export type Dual = readonly number[];
type Bindings = ReadonlyMap<string, Dual>;

export function compileDual(formula: string): (bindings: Bindings, n: number) => Dual {
  const syntax = parseExpression(formula.replaceAll("**", "^"));
  return (bindings, n) => evaluate(syntax, bindings, n);
}

const unary: Record<string, (x: number) => readonly [value: number, slope: number]> = {
  exp: (x) => [Math.exp(x), Math.exp(x)],
  log: (x) => [Math.log(x), 1 / x],
  sin: (x) => [Math.sin(x), Math.cos(x)],
  cos: (x) => [Math.cos(x), -Math.sin(x)],
  atan: (x) => [Math.atan(x), 1 / (1 + x * x)],
};

function evaluate(s: Syntax, bindings: Bindings, n: number): Dual {
  const of = (x: Syntax) => evaluate(x, bindings, n);
  const constant = (value: number): Dual => [value, ...new Array<number>(n).fill(0)];
  switch (s.kind) {
    case "number":
      return constant(s.value);
    case "name":
      return s.parts[0] === "pi" ? constant(Math.PI) : bindings.get(s.parts[0]!)!;
    case "call":
      return chain(of(s.args[0]!), unary[s.name]!);
    case "negate":
      return of(s.operand).map((x) => -x);
    case "sum":
      return s.terms
        .map(({ sign, term }) => of(term).map((x) => sign * x))
        .reduce((a, b) => a.map((x, k) => x + b[k]!));
    case "product":
      return s.factors.map(of).reduce(times);
    case "binary":
      return s.operator === "/"
        ? times(
            of(s.left),
            chain(of(s.right), (x) => [1 / x, -1 / (x * x)]),
          )
        : power(of(s.left), of(s.right));
    default:
      throw new Error(s.kind);
  }
}

function chain(x: Dual, f: (x: number) => readonly [number, number]): Dual {
  const [value, slope] = f(x[0]!);
  return x.map((d, k) => (k === 0 ? value : slope * d));
}

function times(a: Dual, b: Dual): Dual {
  return a.map((_, k) => (k === 0 ? a[0]! * b[0]! : a[0]! * b[k]! + a[k]! * b[0]!));
}

function power(a: Dual, b: Dual): Dual {
  const value = a[0]! ** b[0]!;
  return a.map((da, k) => {
    if (k === 0) return value;
    const exponent = b[k] === 0 ? 0 : value * Math.log(a[0]!) * b[k]!;
    return b[0]! * a[0]! ** (b[0]! - 1) * da + exponent;
  });
}
