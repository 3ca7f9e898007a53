/**
 * Clocked equations. What crosses the border of a partition (sample, hold, subSample, …) or remembers (previous) becomes a variable of its
 * own when an expression is read; once all equations are there, the partitions, their clocks and the equations of these variables follow
 * (compile/clocks).
 */
import { type Boundary, type ClockPlace, ClockRecord } from "../../compile/clocks/clockRecord.ts";
import { type Rational, rational } from "../../compile/clocks/rational.ts";
import type { Source } from "../../compile/source.ts";
import { type Equation, newEquation } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import type { ScalarValue, Scope } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { CallExpression } from "../syntax/ast.ts";
import type { SourceFile } from "../syntax/sourceFile.ts";
import { isScalarKind } from "../values/arrays.ts";
import { TypeFault } from "../values/oneType.ts";
import { scalarValue } from "../values/value.ts";
import type { ClockFacts, Lowering } from "./context.ts";
import { sourceAt } from "./equationParts.ts";
import { argumentOf } from "./statements.ts";
import { knownText } from "./strings.ts";

const operators: ReadonlySet<string> = new Set(
  "Clock hold previous subSample superSample shiftSample backSample noClock interval firstTick".split(" "),
);

export function isClockOperator(name: string): boolean {
  return operators.has(name);
}

/** A place in a text of Modelica. */
export function clockPlace(file: SourceFile, at: number): ClockPlace {
  return {
    fault: (what, details) => modelicaError("E-MODELICA-CLOCK", what, { file, at }, details),
    show: () => file.show(at),
  };
}

export class Clocks implements ClockFacts {
  private readonly l: Lowering;
  readonly record = new ClockRecord();

  constructor(l: Lowering) {
    this.l = l;
  }

  body(clock: number, equations: readonly Equation[], place: ClockPlace): void {
    this.record.bodies.push({ clock, equations, place });
  }

  newClock(): number {
    return this.record.newClock();
  }

  clockValue(clock: number): ScalarValue {
    return scalarValue("Clock", this.l.b.num(clock));
  }

  equate(a: ScalarValue, b: ScalarValue, place: ClockPlace): void {
    a.elements.forEach((x, i) => this.record.equal({ clock: x.value }, { clock: b.elements[i]!.value }, place));
  }

  call(name: string, call: CallExpression, scope: Scope): ScalarValue {
    const { file } = scope.cls.syntax;
    const place = clockPlace(file, call.at);
    const source = this.source(name, scope, call.at);
    switch (name) {
      case "Clock":
        return this.constructClock(call, scope, place);
      case "sample":
        return this.sample(call, scope, place, source);
      case "hold":
        return this.each(this.numbers(call, scope), (e, kind) => this.boundary("hold", e, kind, source, place));
      case "previous":
        return this.each(this.numbers(call, scope), (e, kind) =>
          this.boundary("previous", e.op === "var" ? e : this.named(e, kind, source), kind, source, place),
        );
      case "noClock":
        return this.each(this.numbers(call, scope), (e, kind) => this.boundary("convert", e, kind, source, place));
      case "interval":
      case "firstTick": {
        const arg = call.positional[0] === undefined ? undefined : this.numbers(call, scope).elements[0];
        const kind = name === "interval" ? "Real" : "Boolean";
        const held = arg === undefined || arg.op === "var" ? arg : this.named(arg, "Real", source);
        return scalarValue(kind, this.boundary(name, held, kind, source, place));
      }
      default:
        return this.convert(name, call, scope, place, source);
    }
  }

  /** sample(u) and sample(u, clock). */
  private sample(call: CallExpression, scope: Scope, place: ClockPlace, source: Source): ScalarValue {
    const second = call.positional[1] === undefined ? undefined : this.l.evaluate(call.positional[1], scope);
    return this.each(this.numbers(call, scope), (e, kind) => {
      const target = this.boundary("sample", e, kind, source, place);
      if (second !== undefined && isScalarKind(second))
        this.record.equal(
          { variable: target.value as VariableIndex },
          { clock: this.l.scalar(second, undefined, call, scope).value },
          place,
        );
      return target;
    });
  }

  /** subSample, superSample, shiftSample, backSample, of signals and of clocks. */
  private convert(name: string, call: CallExpression, scope: Scope, place: ClockPlace, source: Source): ScalarValue {
    const value = this.numbers(call, scope);
    const { factor, shift } = this.transform(name, call, scope);
    return this.each(value, (e, kind) => {
      if (kind === "Clock") {
        const to = this.newClock();
        this.record.relations.push({ from: { clock: e.value }, to: { clock: to }, factor, shift, place });
        return this.l.b.num(to);
      }
      const held = e.op === "var" ? e : this.named(e, kind, source);
      const target = this.boundary("convert", held, kind, source, place);
      this.record.relations.push({
        from: { variable: held.value as VariableIndex },
        to: { variable: target.value as VariableIndex },
        factor,
        shift,
        place,
      });
      return target;
    });
  }

  private transform(
    name: string,
    call: CallExpression,
    scope: Scope,
  ): { factor: Rational | undefined; shift: Rational } {
    const whole = (key: string, k: number, otherwise: number): number => {
      const e = argumentOf(call, key, k);
      if (e === undefined) return otherwise;
      return this.l.constant(this.l.scalar(this.l.evaluate(e, scope), "Integer", e, scope), e, scope);
    };
    if (name === "subSample" || name === "superSample") {
      const factor = whole("factor", 1, 0);
      if (factor === 0) return { factor: undefined, shift: rational(0) };
      return { factor: name === "subSample" ? rational(factor) : rational(1, factor), shift: rational(0) };
    }
    const key = name === "shiftSample" ? "shiftCounter" : "backCounter";
    const shift = rational(whole(key, 1, 0) * (name === "shiftSample" ? 1 : -1), whole("resolution", 2, 1));
    return { factor: rational(1), shift };
  }

  private constructClock(call: CallExpression, scope: Scope, place: ClockPlace): ScalarValue {
    const { l } = this;
    const clock = this.newClock();
    const [first, second] = [call.positional[0], call.positional[1]];
    const method = argumentOf(call, "solverMethod", 1);
    if (first === undefined) return this.clockValue(clock);
    const value = l.evaluate(first, scope);
    if (!isScalarKind(value)) throw new TypeFault('"Clock" takes a number, a condition or a clock');
    const e = l.scalar(value, undefined, first, scope);
    if (value.kind === "Clock") {
      this.record.equal({ clock }, { clock: e.value }, place);
      if (method !== undefined) this.record.methods.set(clock, { method: knownText(l.evaluate(method, scope)), place });
    } else if (value.kind === "Boolean") {
      const start = argumentOf(call, "startInterval", 1);
      const startInterval =
        start === undefined ? l.b.zero : l.scalar(l.evaluate(start, scope), undefined, start, scope);
      this.record.definitions.set(clock, { kind: "event", condition: e, startInterval, place });
    } else {
      if (second !== undefined && value.kind === "Real")
        throw new TypeFault('"Clock" takes an interval, or two whole numbers, not both');
      const resolution = second === undefined ? l.b.one : l.scalar(l.evaluate(second, scope), "Integer", second, scope);
      const interval = l.b.div(e, resolution);
      const seconds = l.tryConstant(interval);
      if (seconds === undefined || !(seconds > 0))
        throw place.fault("The interval of a clock must be positive.", {
          because: `it is ${seconds ?? "not known before the run"}`,
          hint: "let it depend on parameters only",
        });
      this.record.definitions.set(clock, {
        kind: "periodic",
        start: l.b.zero,
        interval,
        seconds: () => seconds,
        place,
      });
    }
    return this.clockValue(clock);
  }

  private numbers(call: CallExpression, scope: Scope): ScalarValue {
    const e = call.positional[0];
    const value = e === undefined ? undefined : this.l.evaluate(e, scope);
    if (value === undefined || !isScalarKind(value)) throw new TypeFault("an operator of clocks takes numbers");
    return value;
  }

  private each(value: ScalarValue, make: (e: Expr, kind: ScalarValue["kind"]) => Expr): ScalarValue {
    return { ...value, elements: value.elements.map((e) => make(e, value.kind)) };
  }

  private boundary(
    kind: Boundary["kind"],
    argument: Expr | undefined,
    type: ScalarValue["kind"],
    source: Source,
    place: ClockPlace,
  ): Expr {
    const target = this.variable(kind, type);
    this.record.boundaries.push({ kind, target: target.value as VariableIndex, argument, source, place });
    return target;
  }

  private variable(name: string, kind: ScalarValue["kind"]): Expr {
    const type = kind === "Real" ? "real" : kind === "Boolean" ? "boolean" : "integer";
    return this.l.b.variable(this.l.newVariable(name, type, kind !== "Real"));
  }

  /** A variable for an expression. */
  private named(e: Expr, kind: ScalarValue["kind"], source: Source): Expr {
    const target = this.variable("signal", kind);
    this.l.state.equations.push(newEquation(target, e, source));
    return target;
  }

  private source(name: string, scope: Scope, at: number): Source {
    return sourceAt({ file: scope.cls.syntax.file, at }, `${name}(…)`, scope.cls.root.path, "equation");
  }
}
