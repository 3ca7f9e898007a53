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
import type { Expr, ExpressionBuilder } from "../../symbolic/expression.ts";
import type { VariableIndex } from "../../symbolic/indices.ts";
import { contains, substitute } from "../../symbolic/traverse.ts";
import { DisjointSets } from "../disjointSets.ts";
import type { Source } from "../source.ts";
import type { CompileState, Equation } from "../state.ts";
import { reduceClocked } from "./clockedIndexReduction.ts";
import { integrateClocked } from "./clockedIntegration.ts";
import { ClockedVariables, type Ticks, tickSource } from "./clockedVariables.ts";
import { ClockGraph, type InferredClock } from "./clockGraph.ts";
import type { BaseClock, Boundary, ClockHost, ClockMethod, ClockNode, ClockPlace, ClockRecord } from "./clockRecord.ts";
import { commonDivisor, numberOf, over } from "./rational.ts";
import { variablesIn, variablesOf } from "./variablesAtTicks.ts";

const none = -1 as VariableIndex;

/** Infers the clocks and writes the equations; nothing happens in models without clocks. */
export function lowerClocks(l: ClockHost, clocks: ClockRecord): void {
  if (clocks.boundaries.length === 0 && clocks.bodies.length === 0) return;
  new Partitions(l, clocks).lower();
}

class Partitions {
  private readonly v: ClockedVariables;
  private readonly state: CompileState;
  private readonly clocks: ClockRecord;
  private readonly joined = new DisjointSets<VariableIndex>();
  private readonly graph = new ClockGraph();
  private readonly bases = new Map<BaseClock, { active: Expr; count: Expr; unit: { n: number; d: number } }>();
  private readonly ticks = new Map<string, Ticks>();
  private readonly names = new Map<BaseClock, number>();

  constructor(l: ClockHost, clocks: ClockRecord) {
    this.v = new ClockedVariables(l);
    this.state = l.state;
    this.clocks = clocks;
  }

  lower(): void {
    const { clocks } = this;
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
    const own = [...this.state.equations];
    for (const boundary of clocks.boundaries) this.boundaryEquation(boundary);
    for (const [partition, clock] of clocked) this.settlePartition(partition, this.ticksOf(clock), own);
  }

  /** Variables that share an equation are in one partition. */
  private partition(): void {
    const { equations, variables } = this.state;
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
    const add = (variable: VariableIndex, source: Source, place: ClockPlace): void => {
      const partition = this.joined.find(variable);
      const clock = this.graph.clockOf(this.nodeOf({ variable }));
      if (clock === undefined)
        throw place.fault(`Nothing says when "${source.text}" ticks.`, {
          because: "no clock is given to this partition, nor to one that it is related to",
          hint: "give sample a clock, or connect a component that assigns one",
        });
      found.set(partition, clock);
    };
    for (const { kind, target, argument, source, place } of this.clocks.boundaries) {
      if (kind !== "hold") add(target, source, place);
      if (kind !== "sample" && argument !== undefined) for (const v of variablesIn(argument)) add(v, source, place);
    }
    for (const { equations, place } of this.clocks.bodies)
      for (const equation of equations) for (const v of variablesOf(equation)) add(v, equation.source, place);
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
        throw base.place.fault("A clock that follows events cannot tick between them.", {
          because: `a clock of 1/${unit.d} of its interval is derived from it`,
          hint: "use superSample and shifts by parts of an interval with periodic clocks only",
        });
      this.names.set(base, this.names.size);
      this.bases.set(base, this.countTicks(base, base.kind === "event" ? { n: 1, d: 1 } : unit));
    }
  }

  private countTicks(base: BaseClock, unit: { n: number; d: number }) {
    const { state } = this;
    const { b } = state;
    let ticking: Expr;
    if (base.kind === "event") {
      // the tick follows the event: the condition may depend on what the clock itself updates
      const condition = this.v.discrete("condition", "boolean", b.zero);
      this.v.define(condition.value, base.condition, tickSource);
      ticking = this.v.pre(condition);
    } else {
      state.samplers.push({
        start: base.start,
        interval: b.mul([base.interval, b.num(numberOf(unit))]),
        text: "clock",
      });
      ticking = b.make("tick", [], state.samplers.length - 1);
    }
    const held = this.v.discrete("clock", "boolean", b.zero);
    this.v.define(held.value, ticking, tickSource);
    const isInitial = b.make("flag", [], 0, "initial");
    const active = this.v.discrete("tick", "boolean", b.zero);
    this.v.define(active.value, b.and([held, b.not(this.v.pre(held)), b.not(isInitial)]), tickSource);
    const count = this.v.discrete("count", "integer", b.num(-1));
    this.v.define(count.value, b.conditional(active, b.add([this.v.pre(count), b.one]), this.v.pre(count)), tickSource);
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
    const { b } = this.state;
    const { active: any, count, unit } = this.bases.get(base)!;
    const [every, from] = [numberOf(over(period, unit)), numberOf(over(offset, unit))];
    const active = this.v.discrete("tick", "boolean", b.zero);
    const since = b.sub(count, b.num(from));
    const isTurn = every === 1 ? b.one : b.relation("eq", b.call("mod", [since, b.num(every)]), b.zero);
    this.v.define(active.value, b.and([any, b.relation("ge", since, b.zero), isTurn]), tickSource);
    const started = this.v.discrete("started", "boolean", b.zero);
    this.v.define(started.value, b.or([active, this.v.pre(started)]), tickSource);
    const first = b.and([active, b.not(this.v.pre(started))]);
    if (base.kind === "periodic")
      return { active, first, started, interval: b.mul([base.interval, b.num(numberOf(period))]) };
    const last = this.v.discrete("last", "real", b.zero);
    this.v.define(last.value, b.conditional(active, b.time, this.v.pre(last)), tickSource);
    const interval = this.v.discrete("interval", "real", b.zero);
    const measured = b.conditional(first, base.startInterval, b.sub(b.time, this.v.pre(last)));
    this.v.define(interval.value, b.conditional(active, measured, this.v.pre(interval)), tickSource);
    return { active, first, started, interval };
  }

  private boundaryEquation({ kind, target, argument, source }: Boundary): void {
    const { b } = this.state;
    const variable = b.variable(target);
    if (kind === "hold") {
      const value = this.fromFirstTick(argument!);
      this.v.equation(variable, value, source);
      return;
    }
    const { active, first, started, interval } = this.ticksOf(this.graph.clockOf(this.nodeOf({ variable: target }))!);
    const own = this.state.variables[target]!;
    own.isDiscrete = true;
    const start = this.v.startOf(argument);
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
              : b.conditional(first, start, this.v.pre(argument!));
    this.v.define(target, b.conditional(active, value, b.conditional(started, this.v.pre(variable), start)), source);
  }

  /** What is held: before the first tick it is the start value. */
  private fromFirstTick(e: Expr): Expr {
    const [variable] = variablesIn(e);
    if (variable === undefined) return e;
    const { started } = this.ticksOf(this.graph.clockOf(this.nodeOf({ variable }))!);
    return this.state.b.conditional(started, e, this.v.startOf(e));
  }

  /** The value just before the tick. */
  private leftLimit(e: Expr, type: "real" | "integer" | "boolean", source: Source): Expr {
    if (e.op === "num" || !contains(e, ({ op }) => op === "var" || op === "time" || op === "pre")) return e;
    if (e.op === "var") return this.v.pre(e);
    const name = this.v.make("sampled", type, type !== "real");
    this.v.equation(name, e, { ...source, kind: "equation" });
    return this.v.pre(name);
  }

  /** The variables of a partition change at its ticks; before the first one they have their start values. */
  private settlePartition(partition: VariableIndex, ticks: Ticks, equations: readonly Equation[]): void {
    const { state } = this;
    const { b } = state;
    const members = new Set(this.joined.members(partition));
    const own = equations.filter((equation) => members.has(variablesOf(equation)[0] ?? none));
    const inputs = new Set(this.clocks.boundaries.map(({ target }) => target));
    const integrated = this.stateIn(members);
    const method = integrated === undefined ? undefined : this.methodOf(partition, integrated);
    const differentiated =
      method === undefined ? [] : reduceClocked(state, { members, inputs, equations: own }, method);
    state.equations.push(...differentiated);
    own.push(...differentiated);
    for (const v of members) {
      state.stateWishes.delete(v);
      const variable = state.variables[v]!;
      variable.start = this.v.startOf(b.variable(v));
      variable.init = undefined;
      variable.isDiscrete = true;
    }
    const time = this.tickTime(ticks);
    const stages =
      method === undefined ? [] : integrateClocked(this.v, { members, inputs, equations: own, ticks, time }, method);
    state.equations.push(...stages);
    const memo = new Map<number, Expr>();
    const replaceTime = (e: Expr): Expr | undefined => (e.op === "time" ? time() : undefined);
    for (const equation of [...own, ...stages]) {
      equation.left = withoutEventsIn(b, substitute(b, equation.left, replaceTime, memo));
      equation.right = withoutEventsIn(b, substitute(b, equation.right, replaceTime, memo));
      // an inverse model computes something else from v = …: its equations hold before the first tick, too
      if (differentiated.length > 0 || equation.left.op !== "var" || equation.right.op === "var") continue;
      equation.right = b.conditional(ticks.started, equation.right, this.v.startOf(equation.left));
    }
  }

  private stateIn(members: Iterable<VariableIndex>): string | undefined {
    for (const x of members) if (this.state.variables[x]!.derivative >= 0) return this.state.variables[x]!.name;
    return undefined;
  }

  private tickTime(ticks: Ticks): () => Expr {
    let found: Expr | undefined;
    return () => {
      if (found === undefined) {
        found = this.v.discrete("time", "real", this.state.b.zero);
        this.v.define(
          found.value,
          this.state.b.conditional(ticks.active, this.state.b.time, this.v.pre(found)),
          tickSource,
        );
      }
      return found;
    };
  }

  private methodOf(partition: VariableIndex, state: string): ClockMethod {
    const { base } = this.graph.clockOf(1e9 + partition)!;
    for (const [node, found] of this.clocks.methods) if (this.graph.clockOf(node)?.base === base) return found;
    throw base.place.fault("A clocked partition contains der(…).", {
      because: `"${state}" has a derivative and is computed from what ticks with this clock, which has no solver method`,
      hint: 'give the clock a solver method such as "ExplicitEuler", or let the variable pass sample',
    });
  }
}

const jumps: ReadonlySet<string> = new Set(["floor", "ceil", "round", "trunc", "mod", "sign"]);

/** Relations of clocked equations are looked at where they tick. */
function withoutEventsIn(b: ExpressionBuilder, e: Expr): Expr {
  const mayJump = contains(
    e,
    ({ op, name }) => op === "lt" || op === "le" || op === "gt" || op === "ge" || (op === "call" && jumps.has(name)),
  );
  return mayJump ? b.call("noEvent", [e]) : e;
}
