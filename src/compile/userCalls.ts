/**
 * Derivatives of calls of user functions.
 *
 *     d f(a, b)[k] = f.derivative(a, b, da, db)[k]
 *
 * A derivative f' is linear in rates: where they alone change, f'(a, r) has the derivative f'(a, dr). Equations that contain it, such as
 * balances of a medium whose functions know their derivatives, are linear in the rates of pressure and enthalpy.
 *
 * A function without derivative is differentiated numerically where only a Jacobian is needed; where an equation must be
 * differentiated with respect to time to reduce the index, it is refused: a numerical derivative there would be wrong silently.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type FunctionRun, flattenResult, type UserFunction } from "../language/functions.ts";
import type { UserCallDerivative } from "../symbolic/differentiate.ts";
import type { Expr, NodeOf } from "../symbolic/expression.ts";
import type { FunctionIndex } from "../symbolic/indices.ts";
import type { CompileState } from "./state.ts";

/** Derivatives of all functions get their numbers: Jacobians that are made later find them, and the list is complete. */
export function closeFunctions(state: CompileState): void {
  for (const fn of [...state.functions]) functionIndex(state, derivativeOf(fn));
}

function derivativeOf(fn: UserFunction): UserFunction {
  return fn.derivative ?? numericalDerivative(fn);
}

export function functionIndex(state: CompileState, fn: UserFunction): FunctionIndex {
  const known = state.functions.indexOf(fn);
  if (known >= 0) return known;
  state.functions.push(fn);
  return (state.functions.length - 1) as FunctionIndex;
}

export function userCallDerivative(state: CompileState, purpose: "time" | "jacobian"): UserCallDerivative {
  const b = state.b;
  return (call, element, derivativeOfArg) => {
    const fn = state.functions[call.value]!;
    const own = purpose === "time" ? fn.timeDerivative : undefined;
    const rates = call.args.map((arg, i) => rateOf(arg, own?.takes[i] === false ? () => b.zero : derivativeOfArg));
    if (rates.every((rate) => isZero(rate))) return b.zero;
    const half = call.args.length / 2;
    if (own === undefined && isLinearInRates(fn, call) && rates.slice(0, half).every((rate) => isZero(rate)))
      return b.make(
        "elem",
        [b.make("ucall", [...call.args.slice(0, half), ...rates.slice(half)], call.value, call.name)],
        element,
      );
    const derived = own?.rate ?? derivativeOf(fn);
    if (purpose === "time" && own === undefined && (fn.hasEffects || fn.derivative === undefined))
      throw noDerivative(fn);
    const node = b.make("ucall", [...call.args, ...rates], functionIndex(state, derived), call.name);
    return b.make("elem", [node], element);

    function rateOf(arg: Expr, derivative: (arg: Expr) => Expr): Expr {
      if (arg.op === "pack") return b.make("pack", arg.args.map(derivative), 0, arg.name);
      return arg.op === "str" || arg.op === "obj" ? b.zero : derivative(arg);
    }
    function isZero(rate: Expr): boolean {
      return rate.op === "pack" ? rate.args.every((item) => item === b.zero) : rate === b.zero;
    }
  };
}

/** But for those that read objects: at a knot the slope of a table depends on where its argument goes. */
function isLinearInRates(fn: UserFunction, call: NodeOf<"ucall">): boolean {
  return fn.isDerivative === true && !call.args.some(({ op }) => op === "obj");
}

/** Cube root of the rounding unit: least error of a central difference. */
const relativeStep = 6e-6;

const numerical = new WeakMap<UserFunction, UserFunction>();

/** Central difference along the rates, with a step that balances truncation and rounding. */
function numericalDerivative(fn: UserFunction): UserFunction {
  let derived = numerical.get(fn);
  if (derived === undefined) {
    const { bind } = fn;
    derived = {
      name: `${fn.name}'`,
      derivative: undefined,
      results: fn.results,
      hasEffects: false,
      call: centralDifference(fn.call),
      ...(bind !== undefined && { bind: (run: FunctionRun) => centralDifference(bind(run)) }),
    };
    numerical.set(fn, derived);
  }
  return derived;
}

function centralDifference(body: UserFunction["call"]): UserFunction["call"] {
  const call = body as (...values: unknown[]) => unknown;
  return ((...values: unknown[]): number | number[] => {
    const half = values.length / 2;
    const [args, rates] = [values.slice(0, half), values.slice(half)];
    const speed = largest(rates);
    const h = speed === 0 ? 1 : (relativeStep * Math.max(1, largest(args))) / speed;
    const ahead = call(...args.map((arg, i) => moved(arg, rates[i], h)));
    const behind = call(...args.map((arg, i) => moved(arg, rates[i], -h)));
    if (typeof ahead === "number") return (ahead - (behind as number)) / (2 * h);
    const flat = flattenResult(behind, []);
    return flattenResult(ahead, []).map((x, i) => (x - flat[i]!) / (2 * h));
  }) as UserFunction["call"];
}

/** Largest magnitude among numbers in arguments; texts and objects do not count. */
function largest(values: readonly unknown[]): number {
  let result = 0;
  for (const value of values) {
    const size = typeof value === "number" ? Math.abs(value) : Array.isArray(value) ? largest(value) : 0;
    if (size > result) result = size;
  }
  return result;
}

function moved(arg: unknown, rate: unknown, h: number): unknown {
  if (typeof arg === "number") return arg + h * (rate as number);
  if (Array.isArray(arg)) {
    // one element of a long vector moves at a time
    const result: unknown[] = arg.slice();
    const rates = rate as unknown[];
    for (let i = 0; i < result.length; i++) if (rates[i] !== 0) result[i] = moved(result[i], rates[i], h);
    return result;
  }
  return arg;
}

function noDerivative(fn: UserFunction): RattlebackError {
  return new RattlebackError(
    "E-NO-DERIVATIVE",
    `The function "${fn.name}" has no derivative, but an equation that calls it must be differentiated.`,
    {
      path: `functions.${fn.name}`,
      because: "the equation constrains states, so its derivative is needed to reduce the index",
      hint: fn.hasEffects
        ? "functions of predefined components cannot be differentiated: connect the component through a spring, a resistor or another element with a state"
        : `give it one: { call: ${fn.name}, derivative: (u, du) => … }`,
      data: { name: fn.name },
    },
  );
}
