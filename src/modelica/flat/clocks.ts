/**
 * Clocked equations. What crosses the border of a partition (sample, hold, subSample, …) or remembers (previous) becomes a variable of its
 * own when an expression is read; once all equations are there, the partitions, their clocks and the equations of these variables follow
 * (clockEquations.ts).
 */
import type { Source } from "../../compile/source.ts";
import type { Equation } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { EquationIndex, VariableIndex } from "../../symbolic/indices.ts";
import type { ScalarValue, Scope } from "../model.ts";
import { modelicaError } from "../modelicaError.ts";
import type { CallExpression } from "../syntax/ast.ts";
import { isScalarKind } from "../values/arrays.ts";
import { TypeFault } from "../values/operators.ts";
import { scalarValue } from "../values/value.ts";
import type { BaseClock, ClockPlace } from "./clockGraph.ts";
import type { ClockFacts, Lowering } from "./context.ts";
import { type Rational, rational } from "./rational.ts";
import { argumentOf } from "./statements.ts";
import { knownText } from "./strings.ts";

/** A variable whose value comes from another partition, or from the tick before. */
export interface Boundary {
  readonly kind: "sample" | "hold" | "convert" | "previous" | "interval" | "firstTick";
  readonly target: VariableIndex;
  readonly argument: Expr | undefined;
  readonly source: Source;
}

/** The clock of a variable's partition, or a clock itself. */
export type ClockNode = { readonly variable: VariableIndex } | { readonly clock: number };

export interface NodeRelation {
  readonly from: ClockNode;
  readonly to: ClockNode;
  readonly factor: Rational | undefined;
  readonly shift: Rational;
  readonly place: ClockPlace;
}

const operators: ReadonlySet<string> = new Set(
  "Clock hold previous subSample superSample shiftSample backSample noClock interval firstTick".split(" "),
);

export function isClockOperator(name: string): boolean {
  return operators.has(name);
}

export class Clocks implements ClockFacts {
  private readonly l: Lowering;
  readonly boundaries: Boundary[] = [];
  readonly relations: NodeRelation[] = [];
  readonly definitions = new Map<number, BaseClock>();
  /** How a clock with a solver method integrates. */
  readonly methods = new Map<number, { readonly method: string; readonly place: ClockPlace }>();
  /** Equations that stand under `when clock`. */
  readonly bodies: { readonly clock: number; readonly equations: readonly Equation[]; readonly place: ClockPlace }[] =
    [];
  private count = 0;

  constructor(l: Lowering) {
    this.l = l;
  }

  body(clock: number, equations: readonly Equation[], place: ClockPlace): void {
    this.bodies.push({ clock, equations, place });
  }

  newClock(): number {
    return this.count++;
  }

  clockValue(clock: number): ScalarValue {
    return scalarValue("Clock", this.l.b.num(clock));
  }

  equate(a: ScalarValue, b: ScalarValue, place: ClockPlace): void {
    a.elements.forEach((x, i) => this.equal({ clock: x.value }, { clock: b.elements[i]!.value }, place));
  }

  private equal(from: ClockNode, to: ClockNode, place: ClockPlace): void {
    this.relations.push({ from, to, factor: rational(1), shift: rational(0), place });
  }

  call(name: string, call: CallExpression, scope: Scope): ScalarValue {
    const place: ClockPlace = { file: scope.cls.syntax.file, at: call.at };
    const source = this.source(name, scope, place);
    switch (name) {
      case "Clock":
        return this.constructClock(call, scope, place);
      case "sample":
        return this.sample(call, scope, place, source);
      case "hold":
        return this.each(this.numbers(call, scope), (e, kind) => this.boundary("hold", e, kind, source));
      case "previous":
        return this.each(this.numbers(call, scope), (e, kind) =>
          this.boundary("previous", e.op === "var" ? e : this.named(e, kind, source), kind, source),
        );
      case "noClock":
        return this.each(this.numbers(call, scope), (e, kind) => this.boundary("convert", e, kind, source));
      case "interval":
      case "firstTick": {
        const arg = call.positional[0] === undefined ? undefined : this.numbers(call, scope).elements[0];
        const kind = name === "interval" ? "Real" : "Boolean";
        const held = arg === undefined || arg.op === "var" ? arg : this.named(arg, "Real", source);
        return scalarValue(kind, this.boundary(name, held, kind, source));
      }
      default:
        return this.convert(name, call, scope, place, source);
    }
  }

  /** sample(u) and sample(u, clock). */
  private sample(call: CallExpression, scope: Scope, place: ClockPlace, source: Source): ScalarValue {
    const second = call.positional[1] === undefined ? undefined : this.l.evaluate(call.positional[1], scope);
    return this.each(this.numbers(call, scope), (e, kind) => {
      const target = this.boundary("sample", e, kind, source);
      if (second !== undefined && isScalarKind(second))
        this.equal(
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
        this.relations.push({ from: { clock: e.value }, to: { clock: to }, factor, shift, place });
        return this.l.b.num(to);
      }
      const held = e.op === "var" ? e : this.named(e, kind, source);
      const target = this.boundary("convert", held, kind, source);
      this.relations.push({
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
      return this.l.constant(this.l.scalar(this.l.evaluate(e, scope), undefined, e, scope), e, scope);
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
      this.equal({ clock }, { clock: e.value }, place);
      if (method !== undefined) this.methods.set(clock, { method: knownText(l.evaluate(method, scope)), place });
    } else if (value.kind === "Boolean") {
      const start = argumentOf(call, "startInterval", 1);
      const startInterval =
        start === undefined ? l.b.zero : l.scalar(l.evaluate(start, scope), undefined, start, scope);
      this.definitions.set(clock, { kind: "event", condition: e, startInterval, place });
    } else {
      const resolution =
        second === undefined || value.kind === "Real"
          ? l.b.one
          : l.scalar(l.evaluate(second, scope), "Integer", second, scope);
      const interval = l.b.div(e, resolution);
      const seconds = l.tryConstant(interval);
      if (seconds === undefined || !(seconds > 0))
        throw modelicaError("E-MODELICA-CLOCK", "The interval of a clock must be positive.", place, {
          because: `it is ${seconds ?? "not known before the run"}`,
          hint: "let it depend on parameters only",
        });
      this.definitions.set(clock, { kind: "periodic", interval, seconds, place });
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
  ): Expr {
    const target = this.variable(kind, type);
    this.boundaries.push({ kind, target: target.value as VariableIndex, argument, source });
    return target;
  }

  private variable(name: string, kind: ScalarValue["kind"]): Expr {
    const type = kind === "Real" ? "real" : kind === "Boolean" ? "boolean" : "integer";
    return this.l.b.variable(this.l.newVariable(name, type, kind !== "Real"));
  }

  /** A variable for an expression. */
  private named(e: Expr, kind: ScalarValue["kind"], source: Source): Expr {
    const target = this.variable("signal", kind);
    this.l.state.equations.push({
      left: target,
      right: e,
      source,
      derivativeOf: -1 as EquationIndex,
      derivative: -1 as EquationIndex,
    });
    return target;
  }

  private source(name: string, scope: Scope, { file, at }: ClockPlace): Source {
    return { text: `${name}(…)`, path: scope.cls.root.path, line: file.place(at).line, kind: "equation" };
  }
}
