/**
 * Operators of events and clocks. Each is reduced to few primitives that the run knows: frozen relations, values before
 * the event (`pre`), flags, ticks, delay lines; memory is an ordinary discrete variable (translateClocks.ts).
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Expr, NodeOf } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import type { CallSyntax, Syntax } from "../symbolic/syntax.ts";
import { placeOf } from "../symbolic/tokenize.ts";
import { type ArrayExpr, map, sameShape, scalar, sizeError } from "./arrays.ts";
import { asScalar, placeError, type Scope, type Surroundings } from "./scope.ts";
import type { Source } from "./source.ts";
import { type CompileState, newEquation } from "./state.ts";
import { clockPlace, inferredOperator, namedOperator } from "./translateClocks.ts";
import { asArithmetic } from "./truthValues.ts";

const argumentCounts: ReadonlyMap<string, readonly [least: number, most: number, usage: string]> = new Map([
  ["pre", [1, 1, "pre(x)"]],
  ["edge", [1, 1, "edge(condition)"]],
  ["change", [1, 1, "change(x)"]],
  ["initial", [0, 0, "initial()"]],
  ["terminal", [0, 0, "terminal()"]],
  ["sample", [1, 2, "sample(start, interval), sample(x, clock) or sample(x)"]],
  ["hold", [1, 2, "hold(x) or hold(x, clock)"]],
  ["previous", [1, 2, "previous(x) or previous(x, clock)"]],
  ["subSample", [1, 2, "subSample(x, factor) or subSample(x)"]],
  ["superSample", [1, 2, "superSample(x, factor) or superSample(x)"]],
  ["shiftSample", [2, 3, "shiftSample(x, ticks) or shiftSample(x, ticks, resolution)"]],
  ["backSample", [2, 3, "backSample(x, ticks) or backSample(x, ticks, resolution)"]],
  ["interval", [1, 1, "interval(x)"]],
  ["firstTick", [1, 1, "firstTick(x)"]],
  ["Clock", [1, 3, "Clock(interval), Clock(start, interval) or Clock(condition), and perhaps a solver method"]],
  ["positive", [1, 1, "positive(x)"]],
  ["after", [1, 1, "after(time)"]],
  ["noEvent", [1, 1, "noEvent(expression)"]],
  ["smooth", [2, 2, "smooth(order, expression)"]],
  ["delay", [2, 3, "delay(x, delayTime) or delay(x, delayTime, maximumDelay)"]],
  ["homotopy", [2, 2, "homotopy(actual, simplified)"]],
  ["implicitDependency", [1, 1000, "implicitDependency(expression, x, …)"]],
]);

const zero: Syntax = { kind: "number", value: 0, at: 0 };

export const eventOperators: ReadonlySet<string> = new Set(argumentCounts.keys());

export function translateEventOperator(
  call: CallSyntax,
  scope: Scope,
  around: Surroundings,
  recurse: (s: Syntax) => ArrayExpr,
): ArrayExpr {
  const [least, most, usage] = argumentCounts.get(call.name)!;
  if (call.args.length < least || call.args.length > most) {
    throw new RattlebackError("E-ARGUMENTS", `${call.name} is written ${usage}.`, {
      hint: usage,
      data: { name: call.name, found: call.args.length },
    });
  }
  if (scope.kind === "parameter") {
    throw placeError(
      "E-PARAMETER-EXPRESSION",
      scope,
      call.at,
      `${call.name} cannot be used in a parameter: it changes during the run.`,
      "use it in an equation",
    );
  }
  const { state } = around;
  const b = state.b;
  const number = (k: number): Expr => asScalar(recurse(call.args[k]!), call.args[k]!, scope);
  switch (call.name) {
    case "pre":
      return map(recurse(call.args[0]!), (e) => preOf(state, e, scope, call.at));
    case "edge": {
      const variable = withStart(state, namedVariable(number(0), scope, around, "boolean"));
      return scalar(b.and([variable, b.not(preOf(state, variable, scope, call.at))]));
    }
    case "change": {
      const variable = withStart(state, namedVariable(number(0), scope, around, "real"));
      return scalar(b.call("noEvent", [b.relation("ne", variable, preOf(state, variable, scope, call.at))]));
    }
    case "initial":
    case "terminal":
      return scalar(b.make("flag", [], 0, call.name));
    case "Clock":
      return scalar(clock(call, recurse, scope, around));
    case "positive":
      return recurse({ kind: "relation", operator: ">", left: call.args[0]!, right: zero, at: call.at });
    case "after": {
      const left: Syntax = { kind: "name", parts: ["time"], at: call.at };
      return recurse({ kind: "relation", operator: ">=", left, right: call.args[0]!, at: call.at });
    }
    case "noEvent":
      return map(recurse(call.args[0]!), (e) => b.call("noEvent", [e]));
    case "smooth":
      return map(recurse(call.args[1]!), (e) => b.call("noEvent", [e]));
    case "homotopy": {
      const [actual, simplified] = [recurse(call.args[0]!), recurse(call.args[1]!)];
      if (!sameShape(actual.shape, simplified.shape))
        throw sizeError(actual.shape, simplified.shape, "homotopy takes two of a kind");
      return {
        shape: actual.shape,
        elements: actual.elements.map((e, i) => b.call("homotopy", [e, simplified.elements[i]!])),
      };
    }
    case "implicitDependency": {
      const others = call.args.slice(1).flatMap((arg) => recurse(arg).elements);
      return map(recurse(call.args[0]!), (e) => b.call("implicitDependency", [e, ...others]));
    }
    case "delay":
      for (const time of call.args.slice(1)) asArithmetic(recurse(time), time, scope, state);
      return map(recurse(call.args[0]!), (input) => delayLine(call, input, number, scope, around));
    default:
      return clocked(call, recurse, number, scope, around);
  }
}

/** Operators that take the clock as their second argument, or have it inferred. */
function clocked(
  call: CallSyntax,
  recurse: (s: Syntax) => ArrayExpr,
  number: (k: number) => Expr,
  scope: Scope,
  around: Surroundings,
): ArrayExpr {
  const { state } = around;
  const isNamed = call.name === "sample" || call.name === "hold" || call.name === "previous";
  if (call.args.length === 1 || !isNamed) {
    const known = (k: number, name: string): number =>
      around.constantValue(number(k)) ??
      fail(placeError("E-CLOCK", scope, call.args[k]!.at, `The ${name} of ${call.name} changes.`, "use a parameter"));
    return inferredOperator(call, recurse, known, scope, around);
  }
  const clock = number(1);
  const isClock = clock.op === "tick" || clock.op === "var";
  if (call.name === "sample" && !isClock) {
    for (const arg of call.args) asArithmetic(recurse(arg), arg, scope, state);
    return scalar(sampler(state, number(0), clock, scope, call));
  }
  if (!isClock)
    throw placeError(
      "E-CLOCK",
      scope,
      call.at,
      `The second argument of ${call.name} is a clock.`,
      `${call.name}(x, Clock(0.1))`,
    );
  return namedOperator(call, recurse(call.args[0]!), clock, scope, around);
}

function fail(error: Error): never {
  throw error;
}

/** Clock(interval), Clock(start, interval), Clock(condition); a text behind these is a solver method. */
function clock(call: CallSyntax, recurse: (s: Syntax) => ArrayExpr, scope: Scope, around: Surroundings): Expr {
  const { state, clocks } = around;
  const { b } = state;
  const given = call.args.map((arg) => asScalar(recurse(arg), arg, scope));
  const last = given[given.length - 1]!;
  const method = last.op === "str" ? last.name : undefined;
  const [first, second, ...more] = method === undefined ? given : given.slice(0, -1);
  const place = clockPlace(scope, call.at);
  if (first === undefined || more.length > 0)
    throw place.fault("A clock has an interval, a start and an interval, or a condition.", {
      because: given.length === 1 ? "1 argument is given" : `${given.length} arguments are given`,
      hint: 'Clock(0.1), Clock(0.05, 0.1), Clock(x > 1), Clock(0.1, "ImplicitEuler")',
    });
  const isCondition = isTruth(state, first);
  if (isCondition && second !== undefined)
    throw place.fault("A clock of a condition has no interval.", {
      because: "it ticks when the condition becomes true",
      hint: "Clock(x > 1)",
    });
  if (!isCondition) {
    const tick = sampler(state, second === undefined ? undefined : first, second ?? first, scope, call);
    clocks.add(tick, place, method);
    return tick;
  }
  const condition = withStart(state, namedVariable(first, scope, around, "boolean"));
  const ticks = b.and([condition, b.not(preOf(state, condition, scope, call.at))]);
  const variable = namedVariable(ticks, scope, around, "boolean");
  clocks.add(variable, place, method, condition);
  return variable;
}

function isTruth(state: CompileState, e: Expr): boolean {
  if (e.op === "var") return state.variables[e.value]!.type === "boolean";
  return ["lt", "le", "gt", "ge", "eq", "ne", "and", "or", "not"].includes(e.op);
}

function preOf(state: CompileState, e: Expr, scope: Scope, at: number): Expr {
  if (e.op !== "var")
    throw placeError("E-PRE", scope, at, "pre takes a variable.", "give the expression a name: b = x > 1, then pre(b)");
  state.preVariables.add(e.value);
  return state.b.make("pre", [], e.value);
}

/** Before the start a condition is false, unless its variable says otherwise. */
function withStart(state: CompileState, variable: NodeOf<"var">): Expr {
  const declared = state.variables[variable.value]!;
  if (declared.init === undefined) declared.start ??= state.b.zero;
  return variable;
}

/** The expression itself when it is a variable, otherwise a new variable equal to it. */
function namedVariable(e: Expr, scope: Scope, around: Surroundings, type: "real" | "boolean"): NodeOf<"var"> {
  if (e.op === "var") return e;
  const index = around.newVariable("$value", scope.instance, { isDiscrete: true, type });
  around.state.variables[index]!.start = around.state.b.zero;
  define(around.state, index, e, scope, undefined);
  return around.state.b.variable(index);
}

function define(
  state: CompileState,
  index: VariableIndex,
  value: Expr,
  scope: Scope,
  call: CallSyntax | undefined,
): void {
  const text = call === undefined ? scope.text.trim() : `${call.name}(…)`;
  const { line } = placeOf(scope.text, call?.at ?? 0);
  const source: Source = { text, path: scope.instance.path, line, entry: scope.entry, kind: "equation" };
  state.equations.push(newEquation(state.b.variable(index), value, source));
}

function sampler(state: CompileState, start: Expr | undefined, interval: Expr, scope: Scope, call: CallSyntax): Expr {
  state.samplers.push({
    start,
    interval,
    text: `${call.name} in ${scope.instance.path === "" ? "the model" : scope.instance.path}`,
  });
  return state.b.make("tick", [], state.samplers.length - 1);
}

function delayLine(
  call: CallSyntax,
  input: Expr,
  number: (k: number) => Expr,
  scope: Scope,
  around: Surroundings,
): Expr {
  const { state } = around;
  const delay = number(1);
  // without a delay it is the present value, not one that was recorded
  if (around.isDecided(state.b.relation("eq", delay, state.b.zero))) return input;
  const variable =
    input.op === "var"
      ? input.value
      : around.newVariable("$delayed", scope.instance, { isDiscrete: false, type: "real" });
  if (input.op !== "var") define(state, variable, input, scope, call);
  state.delays.push({ input, delay, variable, sign: 1, maximum: call.args.length === 3 ? number(2) : undefined });
  return state.b.make("delay", [delay], state.delays.length - 1);
}
