/** Calls that stay in the equations: the function runs with numbers at every evaluation. */
import { functionIndex } from "../../compile/userCalls.ts";
import { flattenResult, type TimeDerivative, type UserFunction } from "../../language/functions.ts";
import { type Expr, ExpressionBuilder } from "../../symbolic/expression.ts";
import type { ClassInstance, Fields, Value } from "../model.ts";
import { isScalarKind } from "../values/arrays.ts";
import { sizeOf } from "../values/value.ts";
import { kindOfType } from "./classKinds.ts";
import type { Lowering } from "./context.ts";
import { declaredType } from "./declarations.ts";
import { annotatedDerivative } from "./derivativeAnnotation.ts";
import { secondDerivative, taking, withArguments } from "./derivedFunctions.ts";
import { type FunctionParts, functionParts, NotExecutable } from "./functionParts.ts";

/** Numbers and texts of a value in order; arrays are packs. */
function packed(l: Lowering, value: Value, into: Expr[]): void {
  if (value.kind === "Function") {
    for (const { value: given } of value.given) packed(l, given, into);
    return;
  }
  if (value.kind === "Record") {
    for (const fields of value.elements) for (const field of fields.values()) packed(l, field, into);
    return;
  }
  if (value.shape.length === 0) into.push(value.elements[0]!);
  else if (value.elements.some(({ op }) => op === "str" || op === "obj")) into.push(...value.elements);
  else if (value.elements.length > 0) into.push(l.b.make("pack", value.elements, 0, String(value.elements.length)));
}

/** The value with the structure of `pattern` whose numbers, or expressions, come from a list. */
function unpacked(l: Lowering, pattern: Value, next: () => unknown, isSymbolic = false): Value {
  if (pattern.kind === "Function")
    return {
      ...pattern,
      given: pattern.given.map(({ name, value }) => ({ name, value: unpacked(l, value, next, isSymbolic) })),
    };
  if (pattern.kind === "Record")
    return {
      ...pattern,
      elements: pattern.elements.map(
        (fields): Fields => new Map([...fields].map(([name, field]) => [name, unpacked(l, field, next, isSymbolic)])),
      ),
    };
  const element = (item: unknown): Expr =>
    isSymbolic
      ? (item as Expr)
      : typeof item === "number"
        ? l.b.num(item)
        : typeof item === "string"
          ? l.b.make("str", [], 0, item)
          : l.objectLeaf(item as object);
  if (pattern.shape.length === 0) return { ...pattern, elements: [element(next())] };
  if (pattern.elements.some(({ op }) => op === "str" || op === "obj"))
    return { ...pattern, elements: pattern.elements.map(() => element(next())) };
  if (pattern.elements.length === 0) return pattern;
  const items = next();
  return { ...pattern, elements: (isSymbolic ? (items as Expr).args : (items as number[])).map(element) };
}

function numbersOf(value: Value, into: unknown[]): void {
  if (value.kind === "Record")
    for (const fields of value.elements) for (const field of fields.values()) numbersOf(field, into);
  else if (isScalarKind(value)) for (const e of value.elements) into.push(e.op === "num" ? e.value : Number.NaN);
}

export function runtimeCall(
  l: Lowering,
  cls: ClassInstance,
  parts: FunctionParts,
  inputs: ReadonlyMap<string, Value>,
  count: number,
): readonly Value[] {
  const args: Expr[] = [];
  for (const value of inputs.values()) packed(l, value, args);
  if (isImpure(cls)) args.push(l.b.time);
  const patterns = parts.outputs.map((member) => {
    const value = l.outputPattern(member, inputs);
    if (value === undefined) throw new NotExecutable(`the size of the result "${member.name}" is not known`);
    return value;
  });
  const fn = l.userFunction(cls, parts, inputs, patterns);
  const call = l.b.make(
    "ucall",
    args,
    functionIndex(l.state, fn),
    String(patterns.reduce((sum, pattern) => sum + countOf(pattern), 0)),
  );
  let offset = 0;
  const fill = (pattern: Value): Value => {
    if (pattern.kind === "Function") return pattern;
    if (pattern.kind === "Record")
      return {
        ...pattern,
        elements: pattern.elements.map(
          (fields): Fields => new Map([...fields].map(([name, field]) => [name, fill(field)])),
        ),
      };
    return {
      ...pattern,
      elements: Array.from({ length: sizeOf(pattern.shape) }, () => l.b.make("elem", [call], offset++, "")),
    };
  };
  const results = patterns.map(fill);
  return results.slice(0, Math.max(count, 1));
}

/** The function as something that equations can call: with numbers, texts and objects in flat order. */
export function makeUserFunction(
  l: Lowering,
  cls: ClassInstance,
  parts: FunctionParts,
  inputs: ReadonlyMap<string, Value>,
  patterns: readonly Value[],
  /** It is executed when its equations have been differentiated. */
  waits = definesMotion(cls),
): UserFunction {
  const names = [...inputs.keys()];
  const patternsOfInputs = [...inputs.values()];
  const total = patterns.reduce((sum, pattern) => sum + countOf(pattern), 0);
  const interpreted = (args: readonly unknown[]): unknown => {
    let at = 0;
    const saved = l.b;
    l.useBuilder(new ExpressionBuilder());
    try {
      const values = new Map<string, Value>();
      names.forEach((name, i) =>
        values.set(
          name,
          unpacked(l, patternsOfInputs[i]!, () => args[at++]),
        ),
      );
      const budget = l.budget;
      l.budget = Number.POSITIVE_INFINITY;
      const flat: unknown[] = [];
      try {
        for (const value of l.execute(cls, parts, values)) numbersOf(value, flat);
      } finally {
        l.budget = budget;
      }
      return flattenResult(flat, []);
    } finally {
      l.useBuilder(saved);
    }
  };
  const expand = (args: readonly Expr[]): readonly Expr[] | undefined => {
    let at = 0;
    const values = new Map(names.map((name, i) => [name, unpacked(l, patternsOfInputs[i]!, () => args[at++], true)]));
    const results = l.inlined(cls, parts, values);
    return results?.flatMap((value) => (isScalarKind(value) ? value.elements : []));
  };
  const compiled = l.compiledCall(cls, inputs, total, false);
  const call = (...args: unknown[]): unknown => {
    if (compiled === undefined) return interpreted(args);
    try {
      return compiled(args);
    } catch {
      // the solver has lost its way, and knows it by values that are none
      if (args.some(isLost)) return notNumbers(total);
      // the interpreter tells what is wrong, and where
      return interpreted(args);
    }
  };
  const forward = (): UserFunction | undefined => forwardDerivative(l, cls, inputs, total);
  let found: Derivatives | undefined;
  const derivatives = (): Derivatives => {
    found ??= isImpure(cls) ? {} : derivativesOf(l, cls, inputs, patterns, forward);
    return found;
  };
  return {
    name: cls.qualifiedName,
    call: call as UserFunction["call"],
    ...(isImpure(cls) && { bind: () => oncePerInstant(call) as UserFunction["call"] }),
    get derivative() {
      return derivatives().derivative;
    },
    get timeDerivative() {
      return derivatives().timeDerivative;
    },
    ...(waits && { expand }),
    results: [[total]],
    hasEffects: false,
  };
}

/** Calling it has an effect, or its result depends on earlier calls, its own or those of functions inside it: never executed symbolically. */
export function isImpure(cls: ClassInstance): boolean {
  return cls.lineage.some(
    ({ syntax: { isImpure: isDeclared, body } }) =>
      isDeclared ||
      (body.kind === "long" && body.elements.some((one) => one.kind === "class" && one.definition.isImpure)),
  );
}

/** An impure function, whose last argument is the time, has one result per instant of a run, however often an event is iterated. */
function oncePerInstant(call: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  let last: { readonly args: readonly unknown[]; readonly result: unknown } | undefined;
  return (...args) => {
    const isSame = last?.args.every((arg, i) => sameArgument(arg, args[i]));
    if (last === undefined || isSame !== true) last = { args, result: call(...args.slice(0, -1)) };
    return last.result;
  };
}

function notNumbers(count: number): number[] {
  return new Array<number>(count).fill(Number.NaN);
}

function isLost(x: unknown): boolean {
  return Array.isArray(x) ? x.some(isLost) : Number.isNaN(x);
}

function sameArgument(x: unknown, y: unknown): boolean {
  if (!Array.isArray(x) || !Array.isArray(y)) return x === y;
  return x.length === y.length && x.every((item, i) => sameArgument(item, y[i]));
}

/** Statement by statement, rates beside values. */
function forwardDerivative(
  l: Lowering,
  cls: ClassInstance,
  inputs: ReadonlyMap<string, Value>,
  total: number,
): UserFunction | undefined {
  const rates = l.compiledCall(cls, inputs, total, true);
  if (rates === undefined) return undefined;
  const call = (...args: unknown[]): number[] => {
    try {
      return rates(args);
    } catch {
      // the function itself tells what is wrong with these values
      return notNumbers(total);
    }
  };
  return {
    name: `${cls.qualifiedName}'`,
    call: call as unknown as UserFunction["call"],
    derivative: undefined,
    isDerivative: true,
    results: [[total]],
    hasEffects: false,
  };
}

function countOf(value: Value): number {
  if (value.kind === "Function") return 0;
  if (value.kind === "Record")
    return value.elements.reduce(
      (sum, fields) => sum + [...fields.values()].reduce((inner, field) => inner + countOf(field), 0),
      0,
    );
  return sizeOf(value.shape);
}

type Derivatives = { readonly derivative?: UserFunction | undefined; readonly timeDerivative?: TimeDerivative };

/**
 * `annotation(derivative(noDerivative = x) = df)`: rates of Real inputs follow the inputs. With a number x that is not differentiated the
 * function defines its motion itself: its annotation counts where equations are differentiated, and Jacobians take its statements.
 */
function derivativesOf(
  l: Lowering,
  cls: ClassInstance,
  inputs: ReadonlyMap<string, Value>,
  patterns: readonly Value[],
  forward: () => UserFunction | undefined,
): Derivatives {
  const annotated = annotatedDerivative(cls, 1);
  if (annotated === undefined) return { derivative: forward() };
  const isMotion = definesMotion(cls);
  const { first, along, twice, takes } = wrapDerivative(l, annotated, inputs, patterns, isMotion);
  const smooth: UserFunction = {
    ...along,
    derivative: twice && secondDerivative(first, twice.call, takes),
    isDerivative: !isMotion,
  };
  if (!isMotion) return { derivative: smooth };
  const jacobian = first.derivative && withArguments(first.derivative, taking([true, takes, true, takes]));
  const acceleration = twice && withArguments(twice, taking([true, takes, false, takes]));
  const second = acceleration && { rate: acceleration, takes: [...takes, ...takes] };
  const rate = { ...along, derivative: jacobian, timeDerivative: second };
  return { derivative: forward() ?? smooth, timeDerivative: { rate, takes } };
}

const motions = new WeakMap<ClassInstance, boolean>();

/** A Real input, no record, is not differentiated. */
export function definesMotion(cls: ClassInstance): boolean {
  let result = motions.get(cls);
  if (result === undefined) {
    const ignored = annotatedDerivative(cls, 1)?.ignored ?? new Set();
    result =
      ignored.size > 0 &&
      functionParts(cls).inputs.some(
        (member) => ignored.has(member.name) && kindOfType(declaredType(member)) === "Real",
      );
    motions.set(cls, result);
  }
  return result;
}

function wrapDerivative(
  l: Lowering,
  { derived, ignored }: { derived: ClassInstance; ignored: ReadonlySet<string> },
  inputs: ReadonlyMap<string, Value>,
  patterns: readonly Value[],
  waits: boolean,
): {
  /** The function that the annotation names. */
  readonly first: UserFunction;
  /** It, with the rates of all arguments. */
  readonly along: UserFunction;
  readonly twice: UserFunction | undefined;
  /** Whether the derivative takes the rate of an argument. */
  readonly takes: readonly boolean[];
} {
  const parts = functionParts(derived);
  const entries: Expr[] = [];
  const takes: boolean[] = [];
  const rated = new Map<string, Value>(inputs);
  let position = inputs.size;
  for (const [name, value] of inputs) {
    const before = entries.length;
    packed(l, value, entries);
    const counts = !ignored.has(name) && (value.kind === "Real" || value.kind === "Record");
    for (let i = before; i < entries.length; i++) takes.push(counts);
    if (counts) rated.set(parts.inputs[position++]?.name ?? `d${name}`, value);
  }
  const first = withNames(l, derived, parts, [...rated.values()], patterns, waits);
  const second = annotatedDerivative(derived, 2)?.derived;
  const more = [...rated.values(), ...[...rated.values()].slice(inputs.size)];
  const twice = second && withNames(l, second, functionParts(second), more, patterns, waits);
  return { first, along: withArguments(first, taking([true, takes])), twice, takes };
}

/** The function with inputs in this order. */
function withNames(
  l: Lowering,
  cls: ClassInstance,
  parts: FunctionParts,
  inputs: readonly Value[],
  patterns: readonly Value[],
  waits: boolean,
): UserFunction {
  const renamed = new Map<string, Value>();
  inputs.forEach((value, i) => renamed.set(parts.inputs[i]?.name ?? `$${i}`, value));
  return makeUserFunction(l, cls, parts, renamed, patterns, waits);
}
