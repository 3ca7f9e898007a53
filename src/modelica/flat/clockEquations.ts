/**
 * Clocked partitions become equations of discrete variables. All that enters a partition is held between its ticks, so that its own
 * equations hold at all times; only what enters needs to know the ticks:
 *
 *     sample(u) = if tick then pre(u) else held       previous(x) = if tick then (if first then start else pre(x)) else held
 *
 * All clocks of one base clock count its ticks (of the largest interval that divides theirs), so that they meet exactly.
 *
 * Length   base clocks, partitions and their equations are found in one search
 */
import { DisjointSets } from "../../compile/disjointSets.ts";
import type { Source } from "../../compile/source.ts";
import type { Equation } from "../../compile/state.ts";
import type { Expr } from "../../symbolic/expression.ts";
import type { EquationIndex, VariableIndex } from "../../symbolic/indices.ts";
import { contains, substitute, visitNodes } from "../../symbolic/traverse.ts";
import { modelicaError } from "../modelicaError.ts";
import { type BaseClock, ClockGraph, type ClockPlace, type InferredClock } from "./clockGraph.ts";
import type { Boundary, ClockNode, Clocks } from "./clocks.ts";
import type { Lowering } from "./context.ts";
import { commonDivisor, numberOf, over } from "./rational.ts";

/** What the equations of a partition ask about its clock. */
interface Ticks {
  /** True in the event iteration of a tick. */
  readonly active: Expr;
  /** … of the first one. */
  readonly first: Expr;
  /** From the first tick on. */
  readonly started: Expr;
  readonly interval: Expr;
}

const tickSource: Source = { text: "ticks of a clock", path: "", line: 1, kind: "when" };

/** Infers the clocks and writes the equations; nothing happens in models without clocks. */
export function lowerClocks(l: Lowering, clocks: Clocks): void {
  if (clocks.boundaries.length === 0 && clocks.bodies.length === 0) return;
  new Partitions(l, clocks).lower();
}

class Partitions {
  private readonly l: Lowering;
  private readonly clocks: Clocks;
  private readonly joined = new DisjointSets<VariableIndex>();
  private readonly graph = new ClockGraph();
  private readonly bases = new Map<BaseClock, { active: Expr; count: Expr; unit: { n: number; d: number } }>();
  private readonly ticks = new Map<string, Ticks>();
  private readonly names = new Map<BaseClock, number>();

  constructor(l: Lowering, clocks: Clocks) {
    this.l = l;
    this.clocks = clocks;
  }

  lower(): void {
    const { l, clocks } = this;
    this.partition();
    for (const [clock, base] of clocks.definitions) this.graph.define(clock, base);
    for (const { from, to, ...relation } of clocks.relations)
      this.graph.relate({ ...relation, from: this.nodeOf(from), to: this.nodeOf(to) });
    for (const { clock, equations, place } of clocks.bodies)
      for (const equation of equations)
        for (const v of variablesOf(equation)) this.graph.equal(clock, this.nodeOf({ variable: v }), place);
    this.graph.solve();
    const clocked = this.clockedPartitions();
    this.prepareBases(clocked);
    const own = [...l.state.equations];
    for (const boundary of clocks.boundaries) this.boundaryEquation(boundary);
    for (const [partition, clock] of clocked) this.settlePartition(partition, this.ticksOf(clock), own);
  }

  /** Variables that share an equation are in one partition. */
  private partition(): void {
    const { equations, variables } = this.l.state;
    for (const equation of equations) {
      const [first, ...others] = variablesOf(equation);
      for (const v of others) this.joined.join(first!, v);
    }
    variables.forEach(({ derivativeOf }, i) => {
      if (derivativeOf >= 0) this.joined.join(derivativeOf, i);
    });
    for (const { kind, target, argument } of this.clocks.boundaries)
      if (argument !== undefined && (kind === "previous" || kind === "interval" || kind === "firstTick"))
        for (const v of variablesIn(argument)) this.joined.join(target, v);
  }

  /** Clocks come first among the nodes of the graph, then variables that stand for their partitions. */
  private nodeOf(node: ClockNode): number {
    return "clock" in node ? node.clock : 1e9 + this.joined.find(node.variable);
  }

  private clockedPartitions(): Map<VariableIndex, InferredClock> {
    const found = new Map<VariableIndex, InferredClock>();
    const add = (variable: VariableIndex, source: Source): void => {
      const partition = this.joined.find(variable);
      const clock = this.graph.clockOf(this.nodeOf({ variable }));
      if (clock === undefined)
        throw modelicaError("E-MODELICA-CLOCK", `Nothing says when "${source.text}" ticks.`, undefined, {
          ...(source.path !== "" && { path: source.path }),
          because: "no clock is given to this partition, nor to one that it is related to",
          hint: "give sample a clock, or connect a component that assigns one",
        });
      found.set(partition, clock);
    };
    for (const { kind, target, argument, source } of this.clocks.boundaries) {
      if (kind !== "hold") add(target, source);
      if (kind !== "sample" && argument !== undefined) for (const v of variablesIn(argument)) add(v, source);
    }
    for (const { equations } of this.clocks.bodies)
      for (const equation of equations) for (const v of variablesOf(equation)) add(v, equation.source);
    return found;
  }

  /** One count of ticks per base clock, fine enough for all clocks that follow it. */
  private prepareBases(clocked: ReadonlyMap<VariableIndex, InferredClock>): void {
    const units = new Map<BaseClock, { n: number; d: number }>();
    for (const { base, period, offset } of clocked.values()) {
      const known = units.get(base);
      const unit = known === undefined ? period : commonDivisor(known, period);
      units.set(base, offset.n === 0 ? unit : commonDivisor(unit, offset));
    }
    for (const [base, unit] of units) {
      if (base.kind === "event" && unit.d !== 1)
        throw modelicaError("E-MODELICA-CLOCK", "A clock that follows events cannot tick between them.", base.place, {
          because: `a clock of 1/${unit.d} of its interval is derived from it`,
          hint: "use superSample and shifts by parts of an interval with periodic clocks only",
        });
      this.names.set(base, this.names.size);
      this.bases.set(base, this.countTicks(base, base.kind === "event" ? { n: 1, d: 1 } : unit));
    }
  }

  private countTicks(base: BaseClock, unit: { n: number; d: number }) {
    const { l } = this;
    const { b, state } = l;
    let ticking: Expr;
    if (base.kind === "event") {
      // the tick follows the event: the condition may depend on what the clock itself updates
      const condition = this.discrete("condition", "boolean", b.zero);
      l.define(condition.value, base.condition, tickSource);
      ticking = this.pre(condition);
    } else {
      state.samplers.push({
        start: b.zero,
        interval: b.mul([base.interval, b.num(numberOf(unit))]),
        text: "clock",
      });
      ticking = b.make("tick", [], state.samplers.length - 1, "");
    }
    const held = this.discrete("clock", "boolean", b.zero);
    l.define(held.value, ticking, tickSource);
    const isInitial = b.make("flag", [], 0, "initial");
    const active = this.discrete("tick", "boolean", b.zero);
    l.define(active.value, b.and([held, b.not(this.pre(held)), b.not(isInitial)]), tickSource);
    const count = this.discrete("count", "integer", b.num(-1));
    l.define(count.value, b.conditional(active, b.add([this.pre(count), b.one]), this.pre(count)), tickSource);
    return { active, count, unit };
  }

  private ticksOf(clock: InferredClock): Ticks {
    const { base, period, offset } = clock;
    const key = [this.names.get(base), period.n, period.d, offset.n, offset.d].join(" ");
    let ticks = this.ticks.get(key);
    if (ticks === undefined) {
      ticks = this.makeTicks(clock);
      this.ticks.set(key, ticks);
    }
    return ticks;
  }

  private makeTicks({ base, period, offset }: InferredClock): Ticks {
    const { l } = this;
    const { b } = l;
    const { active: any, count, unit } = this.bases.get(base)!;
    const [every, from] = [numberOf(over(period, unit)), numberOf(over(offset, unit))];
    const active = this.discrete("tick", "boolean", b.zero);
    const since = b.sub(count, b.num(from));
    const isTurn = every === 1 ? b.one : b.relation("eq", b.call("mod", [since, b.num(every)]), b.zero);
    l.define(active.value, b.and([any, b.relation("ge", since, b.zero), isTurn]), tickSource);
    const started = this.discrete("started", "boolean", b.zero);
    l.define(started.value, b.or([active, this.pre(started)]), tickSource);
    const first = b.and([active, b.not(this.pre(started))]);
    if (base.kind === "periodic")
      return { active, first, started, interval: b.mul([base.interval, b.num(numberOf(period))]) };
    const last = this.discrete("last", "real", b.zero);
    l.define(last.value, b.conditional(active, b.time, this.pre(last)), tickSource);
    const interval = this.discrete("interval", "real", b.zero);
    const measured = b.conditional(first, base.startInterval, b.sub(b.time, this.pre(last)));
    l.define(interval.value, b.conditional(active, measured, this.pre(interval)), tickSource);
    return { active, first, started, interval };
  }

  private boundaryEquation({ kind, target, argument, source }: Boundary): void {
    const { l } = this;
    const { b } = l;
    const variable = b.variable(target);
    if (kind === "hold") {
      const value = this.fromFirstTick(argument!);
      l.state.equations.push({
        left: variable,
        right: value,
        source,
        derivativeOf: -1 as EquationIndex,
        derivative: -1 as EquationIndex,
      });
      return;
    }
    const { active, first, started, interval } = this.ticksOf(this.graph.clockOf(this.nodeOf({ variable: target }))!);
    const own = l.state.variables[target]!;
    own.isDiscrete = true;
    const start = this.startOf(argument);
    own.start ??= start;
    const value =
      kind === "interval"
        ? interval
        : kind === "firstTick"
          ? first
          : kind === "sample"
            ? this.leftLimit(argument!, own.type, source)
            : kind === "convert"
              ? this.fromFirstTick(argument!)
              : b.conditional(first, start, this.pre(argument!));
    l.define(target, b.conditional(active, value, b.conditional(started, this.pre(variable), start)), source);
  }

  /** What is held: before the first tick it is the start value. */
  private fromFirstTick(e: Expr): Expr {
    const [variable] = variablesIn(e);
    if (variable === undefined) return e;
    const { started } = this.ticksOf(this.graph.clockOf(this.nodeOf({ variable }))!);
    return this.l.b.conditional(started, e, this.startOf(e));
  }

  /** The value just before the tick. */
  private leftLimit(e: Expr, type: "real" | "integer" | "boolean", source: Source): Expr {
    const { l } = this;
    if (e.op === "num" || !contains(e, ({ op }) => op === "var" || op === "time" || op === "pre")) return e;
    if (e.op === "var") return this.pre(e);
    const name = l.b.variable(l.newVariable("sampled", type, type !== "real"));
    l.state.equations.push({
      left: name,
      right: e,
      source: { ...source, kind: "equation" },
      derivativeOf: -1 as EquationIndex,
      derivative: -1 as EquationIndex,
    });
    return this.pre(name);
  }

  private startOf(e: Expr | undefined): Expr {
    if (e?.op !== "var") return this.l.b.zero;
    const { start, init } = this.l.state.variables[e.value]!;
    return init ?? start ?? this.l.b.zero;
  }

  /** The variables of a partition change at its ticks; before the first one they have their start values. */
  private settlePartition(partition: VariableIndex, ticks: Ticks, equations: readonly Equation[]): void {
    const { l } = this;
    const { b, state } = l;
    const members = new Set(this.joined.members(partition));
    for (const v of members) {
      const variable = state.variables[v]!;
      variable.start = this.startOf(b.variable(v));
      variable.init = undefined;
      variable.isDiscrete = true;
    }
    this.integrate(partition, ticks);
    const time = this.tickTime(ticks);
    const memo = new Map<number, Expr>();
    const replaceTime = (e: Expr): Expr | undefined => (e.op === "time" ? time() : undefined);
    for (const equation of equations) {
      const used = variablesOf(equation);
      if (used[0] === undefined || !members.has(used[0])) continue;
      equation.left = l.withoutEventsIn(substitute(b, equation.left, replaceTime, memo));
      equation.right = l.withoutEventsIn(substitute(b, equation.right, replaceTime, memo));
      if (equation.left.op !== "var" || equation.right.op === "var") continue;
      equation.right = b.conditional(ticks.started, equation.right, this.startOf(equation.left));
    }
  }

  private tickTime(ticks: Ticks): () => Expr {
    let found: Expr | undefined;
    return () => {
      if (found === undefined) {
        found = this.discrete("time", "real", this.l.b.zero);
        this.l.define(found.value, this.l.b.conditional(ticks.active, this.l.b.time, this.pre(found)), tickSource);
      }
      return found;
    };
  }

  /** der(x) in a clocked partition: one step of the solver method per tick. */
  private integrate(partition: VariableIndex, { active, first, interval }: Ticks): void {
    const { l } = this;
    const { b, state } = l;
    for (const x of this.joined.members(partition)) {
      const variable = state.variables[x]!;
      const rate = variable.derivative;
      if (rate < 0) continue;
      const { method, place } = this.methodOf(partition);
      variable.derivative = -1 as VariableIndex;
      state.variables[rate]!.derivativeOf = -1 as VariableIndex;
      const state0 = this.remembered(b.variable(x), first, active);
      const rate0 = this.remembered(b.variable(rate), first, active);
      const rates: Record<string, Expr> = {
        ExplicitEuler: rate0,
        ImplicitEuler: b.variable(rate),
        ImplicitTrapezoid: b.mul([b.num(0.5), b.add([rate0, b.variable(rate)])]),
      };
      const slope = rates[method];
      if (slope === undefined)
        throw modelicaError("E-MODELICA-CLOCK", `The solver method "${method}" is not available.`, place, {
          hint: `use ${Object.keys(rates).join(", ")}`,
        });
      const isFirst = this.discrete("first", "boolean", b.one);
      l.define(isFirst.value, b.conditional(active, first, this.pre(isFirst)), tickSource);
      const next = b.conditional(isFirst, this.startOf(b.variable(x)), b.add([state0, b.mul([interval, slope])]));
      state.equations.push({
        left: b.variable(x),
        right: next,
        source: { ...tickSource, text: `${method} for ${variable.name}`, kind: "equation" },
        derivativeOf: -1 as EquationIndex,
        derivative: -1 as EquationIndex,
      });
    }
  }

  /** previous(x) */
  private remembered(x: Expr, first: Expr, active: Expr): Expr {
    const { b } = this.l;
    const kept = this.discrete("previous", "real", this.startOf(x));
    const value = b.conditional(first, this.startOf(x), this.pre(x));
    this.l.define(kept.value, b.conditional(active, value, this.pre(kept)), tickSource);
    return kept;
  }

  private methodOf(partition: VariableIndex): { method: string; place: ClockPlace | undefined } {
    const clock = this.graph.clockOf(1e9 + partition)!;
    for (const [node, found] of this.clocks.methods) if (this.graph.clockOf(node)?.base === clock.base) return found;
    throw modelicaError("E-MODELICA-CLOCK", "A clocked partition contains der(…).", clock.base.place, {
      because: "its clock has no solver method",
      hint: 'write Clock(c, solverMethod = "ExplicitEuler"), or sample the derivative',
    });
  }

  private discrete(name: string, type: "real" | "integer" | "boolean", start: Expr): Expr {
    const index = this.l.newVariable(name, type, true);
    this.l.state.variables[index]!.start = start;
    return this.l.b.variable(index);
  }

  private pre(e: Expr): Expr {
    if (e.op !== "var") return e;
    this.l.state.preVariables.add(e.value);
    return this.l.b.make("pre", [], e.value, "");
  }
}

function variablesIn(e: Expr): VariableIndex[] {
  const found = new Set<VariableIndex>();
  visitNodes(e, (node) => {
    if (node.op === "var" || node.op === "pre") found.add(node.value);
  });
  return [...found];
}

function variablesOf({ left, right }: Equation): VariableIndex[] {
  return [...new Set([...variablesIn(left), ...variablesIn(right)])];
}
