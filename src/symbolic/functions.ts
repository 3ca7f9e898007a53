/**
 * The built-in functions of the language: how they are computed, and their partial derivatives.
 *
 * Deviation from smooth mathematics: abs, sign, min, max, floor … are differentiated piecewise and do not cause events.
 */
import * as elementary from "../math/elementary.ts";
import type { Expr, ExpressionBuilder } from "./expression.ts";

export interface BuiltInFunction {
  readonly arity: number;
  readonly evaluate: (...args: number[]) => number;
  /** JavaScript for the generated code, which has Math and math/elementary.ts as `elementary`; `#0`, `#1` are the arguments. */
  readonly code: string;
  /** ∂f/∂arg k, or undefined when the function is piecewise constant (derivative 0). */
  readonly partials?: (b: ExpressionBuilder, args: readonly Expr[]) => readonly Expr[];
  /** How units pass: "none" argument and result without unit, "same" all equal, "square-root", "angle" result is an angle. */
  readonly units: "none" | "same" | "squareRoot" | "cubeRoot" | "any";
}

type Partials = BuiltInFunction["partials"];

function real1(
  name: string,
  evaluate: (x: number) => number,
  partial?: (b: ExpressionBuilder, x: Expr) => Expr,
): BuiltInFunction {
  const partials: Partials = partial === undefined ? undefined : (b, args) => [partial(b, args[0]!)];
  return {
    arity: 1,
    evaluate,
    code: `${Object.hasOwn(elementary, name) ? "elementary" : "Math"}.${name}(#0)`,
    units: "none",
    ...(partials && { partials }),
  };
}

const square = (b: ExpressionBuilder, x: Expr) => b.pow(x, b.num(2));
const root = (b: ExpressionBuilder, x: Expr) => b.call("sqrt", [x]);

const table: Readonly<Record<string, BuiltInFunction>> = {
  sin: real1("sin", elementary.sin, (b, x) => b.call("cos", [x])),
  cos: real1("cos", elementary.cos, (b, x) => b.neg(b.call("sin", [x]))),
  tan: real1("tan", elementary.tan, (b, x) => b.add([b.one, square(b, b.call("tan", [x]))])),
  asin: real1("asin", elementary.asin, (b, x) => b.div(b.one, root(b, b.sub(b.one, square(b, x))))),
  acos: real1("acos", elementary.acos, (b, x) => b.div(b.minusOne, root(b, b.sub(b.one, square(b, x))))),
  atan: real1("atan", elementary.atan, (b, x) => b.div(b.one, b.add([b.one, square(b, x)]))),
  sinh: real1("sinh", elementary.sinh, (b, x) => b.call("cosh", [x])),
  cosh: real1("cosh", elementary.cosh, (b, x) => b.call("sinh", [x])),
  tanh: real1("tanh", elementary.tanh, (b, x) => b.sub(b.one, square(b, b.call("tanh", [x])))),
  asinh: real1("asinh", elementary.asinh, (b, x) => b.div(b.one, root(b, b.add([square(b, x), b.one])))),
  acosh: real1("acosh", elementary.acosh, (b, x) => b.div(b.one, root(b, b.sub(square(b, x), b.one)))),
  atanh: real1("atanh", elementary.atanh, (b, x) => b.div(b.one, b.sub(b.one, square(b, x)))),
  exp: real1("exp", elementary.exp, (b, x) => b.call("exp", [x])),
  log: real1("log", elementary.log, (b, x) => b.div(b.one, x)),
  ln: real1("log", elementary.log, (b, x) => b.div(b.one, x)),
  log10: real1("log10", elementary.log10, (b, x) => b.div(b.num(1 / Math.LN10), x)),
  log2: real1("log2", elementary.log2, (b, x) => b.div(b.num(1 / Math.LN2), x)),
  sqrt: {
    ...real1("sqrt", Math.sqrt, (b, x) => b.div(b.num(0.5), root(b, x))),
    units: "squareRoot",
  },
  cbrt: {
    ...real1("cbrt", elementary.cbrt, (b, x) => b.div(b.one, b.mul([b.num(3), square(b, b.call("cbrt", [x]))]))),
    units: "cubeRoot",
  },
  abs: { ...real1("abs", Math.abs, (b, x) => b.call("sign", [x])), units: "same" },
  sign: { ...real1("sign", Math.sign), units: "any" },
  floor: { ...real1("floor", Math.floor), units: "same" },
  ceil: { ...real1("ceil", Math.ceil), units: "same" },
  round: { ...real1("round", Math.round), units: "same" },
  trunc: { ...real1("trunc", Math.trunc), units: "same" },
  atan2: {
    arity: 2,
    evaluate: elementary.atan2,
    code: "elementary.atan2(#0, #1)",
    units: "any",
    partials: (b, [y, x]) => {
      const r2 = b.add([square(b, x!), square(b, y!)]);
      return [b.div(x!, r2), b.neg(b.div(y!, r2))];
    },
  },
  hypot: {
    arity: 2,
    evaluate: (a, c) => Math.sqrt(a * a + c * c),
    code: "Math.sqrt(#0 * #0 + #1 * #1)",
    units: "same",
    partials: (b, args) => args.map((x) => b.div(x, b.call("hypot", args))),
  },
  min: {
    arity: 2,
    evaluate: Math.min,
    code: "Math.min(#0, #1)",
    units: "same",
    partials: (b, [x, y]) => {
      const isFirst = b.relation("le", x!, y!);
      return [b.conditional(isFirst, b.one, b.zero), b.conditional(isFirst, b.zero, b.one)];
    },
  },
  max: {
    arity: 2,
    evaluate: Math.max,
    code: "Math.max(#0, #1)",
    units: "same",
    partials: (b, [x, y]) => {
      const isFirst = b.relation("ge", x!, y!);
      return [b.conditional(isFirst, b.one, b.zero), b.conditional(isFirst, b.zero, b.one)];
    },
  },
  /** Result has the sign of the second argument, as in mathematics. */
  mod: {
    arity: 2,
    evaluate: (x, y) => x - Math.floor(x / y) * y,
    code: "(#0 - Math.floor(#0 / #1) * #1)",
    units: "same",
    partials: (b, [x, y]) => [b.one, b.neg(b.call("floor", [b.div(x!, y!)]))],
  },
};

/** The function of that name; own properties only, so that "constructor" is not a function. */
export function builtInFunction(name: string): BuiltInFunction | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

const jumps: ReadonlySet<string> = new Set(["sign", "floor", "ceil", "round", "trunc", "mod"]);

/** Whether a function jumps where its argument changes continuously. */
export const isJump = (name: string): boolean => jumps.has(name);

export const builtInFunctionNames: readonly string[] = Object.keys(table);
