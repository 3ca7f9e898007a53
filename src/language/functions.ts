/**
 * Functions of the user, called from equations. The text of a model only names them; they come from the
 * program that builds the model, so a model file alone can never bring its own code.
 *
 * A function takes numbers and arrays and gives a number, an array, or (for `(a, b) = f(x)`) a list of them.
 * Its derivative is a function of all arguments followed by all their rates of change:
 *
 *     y = f(a, b),   dy = f.derivative(a, b, da, db)
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr } from "../symbolic/expression.ts";

/** Numbers, (nested) arrays of numbers; texts and objects only when the argument is such a parameter. */
export type UserFunctionBody = (...args: never[]) => unknown;

export interface UserFunctionOptions {
  readonly call: UserFunctionBody;
  /** Rate of change of the result: called with all arguments, then all their rates. */
  readonly derivative?: UserFunctionBody | UserFunctionOptions;
  /** Shape of each result: `[]` number, `[3]` vector, `[2, 2]` matrix. Found by a trial call when absent. */
  readonly results?: readonly (readonly number[])[];
  /** For the number of an argument: the function of the same arguments, with the result in place of that one, that gives it. */
  readonly inverse?: (argument: number) => UserFunctionSource | undefined;
  /** Why the result is not a number for these arguments. */
  readonly explain?: (...args: never[]) => string | undefined;
  /** Times of the run at which it changes abruptly: no step goes across them. */
  readonly timeEvents?: readonly number[];
  /** The result depends on more than the arguments, or calling it has an effect: never left out, never moved. */
  readonly hasEffects?: boolean;
}
export type UserFunctionSource = UserFunctionBody | UserFunctionOptions;

export interface UserFunction {
  readonly name: string;
  readonly call: UserFunctionBody;
  readonly derivative: UserFunction | undefined;
  /** Instead of it where an equation is differentiated with respect to time, when the function defines its motion itself. */
  readonly timeDerivative?: TimeDerivative | undefined;
  /** The elements of the result as expressions of the arguments, for a call that waits only until its derivative is known. */
  readonly expand?: ((args: readonly Expr[]) => readonly Expr[] | undefined) | undefined;
  /** It is the derivative of another one: its arguments are those of that, then their rates, in which it is linear. */
  readonly isDerivative?: boolean | undefined;
  readonly results: readonly (readonly number[])[] | undefined;
  readonly hasEffects: boolean;
  /** Of one with effects: they are derivatives and outputs alone. */
  readonly isForDerivatives?: boolean | undefined;
  /** Of one of a component: its result depends on the loads that kicks add. */
  readonly feelsLoads?: boolean | undefined;
  readonly inverse?: UserFunctionOptions["inverse"] | undefined;
  readonly timeEvents?: readonly number[] | undefined;
  readonly explain?: UserFunctionBody | undefined;
  /** For functions that belong to a run: the function with the memory of the run. */
  readonly bind?: (run: FunctionRun) => UserFunctionBody;
  /** The same for all runs, of a component: memory and access of the run are its first arguments. */
  readonly ofComponent?: { readonly owner: object; readonly body: (...args: unknown[]) => unknown };
  /** For functions of one number that belong to a run and depend on nothing else: where between two numbers they change their course. */
  readonly knots?: ((run: FunctionRun, from: number, to: number) => readonly number[]) | undefined;
}

/** For example of a function of position, speed and acceleration: its rate is the second of these, however they change. */
export interface TimeDerivative {
  readonly rate: UserFunction;
  /** For each argument: its rate of change is taken; the other arguments count as constant. */
  readonly takes: readonly boolean[];
}

/** Where functions of predefined components find their memory. */
export interface FunctionRun {
  memoryOf(owner: object): { readonly memory: unknown; readonly access: unknown };
}

export function userFunction(name: string, source: UserFunctionSource): UserFunction {
  const options = typeof source === "function" ? { call: source } : source;
  if (typeof options !== "object" || options === null || typeof options.call !== "function") {
    throw new RattlebackError("E-FUNCTION", `"${name}" is not a function.`, {
      path: `functions.${name}`,
      hint: `functions: { ${name}: (u) => … } or { call, derivative, results }`,
      data: { name },
    });
  }
  return {
    name,
    call: options.call,
    derivative:
      options.derivative === undefined
        ? undefined
        : { ...userFunction(`${name}'`, options.derivative), isDerivative: true },
    results: options.results,
    hasEffects: options.hasEffects ?? false,
    inverse: options.inverse,
    explain: options.explain,
    timeEvents: checkedTimes(name, options.timeEvents),
  };
}

function checkedTimes(name: string, times: unknown): readonly number[] | undefined {
  if (times === undefined) return undefined;
  if (isTimes(times)) return times;
  throw new RattlebackError("E-FUNCTION", `timeEvents of the function "${name}" is not a list of finite numbers.`, {
    path: `functions.${name}.timeEvents`,
    hint: `functions: { ${name}: { call: (t) => …, timeEvents: [7, 8] } }`,
    data: { name },
  });
}

/** Times of change, as a user gives them. */
export function isTimes(times: unknown): times is readonly number[] {
  return Array.isArray(times) && times.every((time) => Number.isFinite(time));
}

/** Appends all numbers of a result to a flat list, row by row. */
export function flattenResult(value: unknown, into: number[]): number[] {
  if (typeof value === "number") into.push(value);
  else if (typeof value === "boolean") into.push(value ? 1 : 0);
  else if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    for (const item of value as unknown as ArrayLike<unknown> & Iterable<unknown>) flattenResult(item, into);
  } else into.push(Number.NaN);
  return into;
}

/** Value of a call whose arguments do not change. */
export function callWithConstants(fn: UserFunction, args: readonly unknown[]): number[] {
  return flattenResult((fn.call as (...values: unknown[]) => unknown)(...args), []);
}

/** Shape of a number, vector or matrix. */
export function shapeOf(value: unknown): readonly number[] {
  if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return [];
  const list = value as ArrayLike<unknown>;
  const first = list[0];
  return Array.isArray(first) || ArrayBuffer.isView(first)
    ? [list.length, (first as unknown as ArrayLike<unknown>).length]
    : [list.length];
}
