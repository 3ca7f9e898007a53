/**
 * Operators of clocks. With a clock as their second argument they are equations of their own, for what stands in them alone:
 *
 *     sample(v, c)     m = if initial() or c then v else pre(m)
 *     hold(v, c)       m = if c then v else pre(m)                    pre(m) starts with the start value of v
 *     previous(v, c)   p = if c then v else pre(p),   m = if c then pre(p) else pre(m)
 *
 * Without one, and for operators that relate clocks, the clock is inferred and the equations between them are clocked
 * (clocks/clockedPartitions.ts); named operators on the border of such equations are part of them and say what their clock is.
 */
import type { Expr, NodeOf } from "../symbolic/expression.ts";
import type { EquationIndex, VariableIndex } from "../symbolic/indices.ts";
import type { CallSyntax, Syntax } from "../symbolic/syntax.ts";
import { placeOf } from "../symbolic/tokenize.ts";
import { type ArrayExpr, map } from "./arrays.ts";
import type { Boundary, ClockPlace } from "./clocks/clockRecord.ts";
import { type Rational, rational } from "./clocks/rational.ts";
import type { NamedOperator } from "./inferClocks.ts";
import { missingStart } from "./missingStart.ts";
import { placeError, placeIn, type Scope, type Surroundings } from "./scope.ts";
import type { Source } from "./source.ts";
import type { CompileState, Equation } from "./state.ts";

export function clockPlace(scope: Scope, at: number): ClockPlace {
  return {
    fault: (what, { hint, because }) => placeError("E-CLOCK", scope, at, what, hint, because),
    show: () => placeIn(scope, at),
  };
}

function clockSource(scope: Scope, call: CallSyntax): Source {
  const { line } = placeOf(scope.text, call.at);
  return { text: `${call.name}(…)`, path: scope.instance.path, line, entry: scope.entry, kind: "when" };
}

/** sample, hold and previous with a clock. */
export function namedOperator(
  call: CallSyntax,
  values: ArrayExpr,
  clock: Expr,
  scope: Scope,
  around: Surroundings,
): ArrayExpr {
  const { state } = around;
  const b = state.b;
  const kind = call.name as NamedOperator["kind"];
  const source = clockSource(scope, call);
  const initial = b.make("flag", [], 0, "initial");
  return map(values, (value) => {
    const memory = around.newVariable(`$${call.name}`, scope.instance, { isDiscrete: true, type: "real" });
    const before = b.make("pre", [], memory);
    state.preVariables.add(memory);
    const equations: Equation[] = [];
    const define = (variable: VariableIndex, right: Expr): void => {
      equations.push(equationOf(b.variable(variable), right, source));
    };
    if (kind === "sample") define(memory, b.conditional(b.or([initial, clock]), value, before));
    else {
      const { value: index } = variableIn(value, call, scope);
      const variable = state.variables[index]!;
      state.variables[memory]!.start = startOf(state, index, kind);
      state.variables[memory]!.type = variable.type;
      if (kind === "hold") define(memory, b.conditional(clock, value, before));
      else {
        const last = around.newVariable("$last", scope.instance, { isDiscrete: true, type: "real" });
        state.variables[last]!.start = state.variables[memory]!.start;
        state.preVariables.add(last);
        const beforeLast = b.make("pre", [], last);
        define(last, b.conditional(clock, value, beforeLast));
        define(memory, b.conditional(clock, beforeLast, before));
      }
    }
    state.equations.push(...equations);
    around.clocks.named.push({
      kind,
      target: memory,
      argument: value,
      clock,
      equations,
      source,
      place: clockPlace(scope, call.at),
    });
    return b.variable(memory);
  });
}

/** Operators whose clock is inferred. `number`: the value of an argument that is known before the run. */
export function inferredOperator(
  call: CallSyntax,
  recurse: (s: Syntax) => ArrayExpr,
  number: (k: number, name: string) => number,
  scope: Scope,
  around: Surroundings,
): ArrayExpr {
  const { state, clocks } = around;
  const b = state.b;
  const place = clockPlace(scope, call.at);
  const source = { ...clockSource(scope, call), kind: "equation" as const };
  const boundary = (kind: Boundary["kind"], argument: Expr, type: "real" | "boolean"): Expr => {
    const isDiscrete = kind !== "hold";
    const target = around.newVariable(`$${call.name}`, scope.instance, { isDiscrete, type });
    clocks.record.boundaries.push({ kind, target, argument, source, place });
    return b.variable(target);
  };
  return map(recurse(call.args[0]!), (value) => {
    switch (call.name) {
      case "sample":
        return boundary("sample", value, "real");
      case "hold":
        return boundary("hold", named(value), "real");
      case "previous": {
        const variable = variableIn(value, call, scope);
        startOf(state, variable.value, "previous");
        return boundary("previous", variable, "real");
      }
      case "interval":
        return boundary("interval", named(value), "real");
      case "firstTick":
        return boundary("firstTick", named(value), "boolean");
      default: {
        const held = named(value);
        const target = boundary("convert", held, "real") as NodeOf<"var">;
        const { factor, shift } = transformOf(call, number, place);
        clocks.record.relations.push({
          from: { variable: held.value },
          to: { variable: target.value },
          factor,
          shift,
          place,
        });
        return target;
      }
    }
  });

  function named(e: Expr): NodeOf<"var"> {
    if (e.op === "var") return e;
    const target = b.variable(around.newVariable("$signal", scope.instance, { isDiscrete: false, type: "real" }));
    state.equations.push(equationOf(target, e, source));
    return target;
  }
}

function transformOf(
  call: CallSyntax,
  number: (k: number, name: string) => number,
  place: ClockPlace,
): { factor: Rational | undefined; shift: Rational } {
  const whole = (k: number, name: string, least: number): number => {
    const value = number(k, name);
    if (Number.isInteger(value) && value >= least) return value;
    throw place.fault(`The ${name} of ${call.name} is ${value}.`, {
      because: `it counts ticks: a whole number from ${least} on`,
      hint: `write ${call.name}(x, 2)`,
    });
  };
  if (call.name === "subSample" || call.name === "superSample") {
    if (call.args.length < 2) return { factor: undefined, shift: rational(0) };
    const factor = whole(1, "factor", 1);
    return { factor: call.name === "subSample" ? rational(factor) : rational(1, factor), shift: rational(0) };
  }
  const ticks = whole(1, "number of ticks", 0) * (call.name === "shiftSample" ? 1 : -1);
  return { factor: rational(1), shift: rational(ticks, call.args.length > 2 ? whole(2, "resolution", 1) : 1) };
}

function variableIn(value: Expr, call: CallSyntax, scope: Scope): NodeOf<"var"> {
  if (value.op === "var") return value;
  throw placeError(
    "E-CLOCK",
    scope,
    call.at,
    `${call.name} takes a variable, because its start value is the first result.`,
    "give the expression a name",
  );
}

function equationOf(left: Expr, right: Expr, source: Source): Equation {
  return { left, right, source, derivativeOf: -1 as EquationIndex, derivative: -1 as EquationIndex };
}

function startOf(state: CompileState, index: VariableIndex, operator: string): Expr {
  const variable = state.variables[index]!;
  const start = variable.init ?? variable.start;
  if (start === undefined) throw missingStart(variable.name, operator);
  return start;
}
