/** Which clock the equations have that stand between operators without one, in models in TypeScript. */
import type { Expr } from "../symbolic/expression.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { lowerClocks } from "./clocks/clockedPartitions.ts";
import type { Boundary, ClockHost, ClockPlace, ClockRecord } from "./clocks/clockRecord.ts";
import { variablesIn, variablesOf } from "./clocks/variablesAtTicks.ts";
import { DisjointSets } from "./disjointSets.ts";
import type { CompileState, Equation } from "./state.ts";

/** An operator that names its clock: to be part of clocked equations when it stands on their border. */
export interface NamedOperator extends Pick<Boundary, "target" | "source" | "place"> {
  readonly kind: "sample" | "hold" | "previous";
  readonly argument: Expr;
  readonly clock: Expr;
  readonly equations: readonly Equation[];
}

export interface OwnClock {
  /** True when it ticks. */
  readonly ticks: Expr;
  readonly place: ClockPlace;
  readonly method: string | undefined;
  /** Of a clock that follows events. */
  readonly condition: Expr | undefined;
}

/** What the operators of a model said. */
export interface ToldClocks {
  readonly record: ClockRecord;
  readonly named: readonly NamedOperator[];
  readonly clocks: ReadonlyMap<Expr, OwnClock>;
  readonly state: CompileState;
  constantValue(e: Expr): number | undefined;
}

export function inferClocks(own: ToldClocks, host: ClockHost): void {
  new Inference(own).adoptNamed();
  lowerClocks(host, own.record);
}

class Inference {
  private readonly own: ToldClocks;
  private readonly nodes = new Map<string, number>();

  constructor(own: ToldClocks) {
    this.own = own;
  }

  /** Operators with a clock on the border of equations whose clock is inferred. */
  adoptNamed(): void {
    const { equations, variables } = this.own.state;
    const border = new Set<Equation>(this.own.named.flatMap((operator) => operator.equations));
    const joined = new DisjointSets<VariableIndex>();
    for (const equation of equations) if (!border.has(equation)) joinAll(joined, variablesOf(equation));
    variables.forEach(({ derivativeOf }, i) => {
      if (derivativeOf >= 0) joined.join(derivativeOf, i as VariableIndex);
    });
    const clocked = new Set<VariableIndex>();
    for (const { kind, target, argument } of this.own.record.boundaries) {
      const inside = argument === undefined || kind === "sample" ? [] : variablesIn(argument);
      for (const v of kind === "hold" ? inside : [target, ...inside]) clocked.add(joined.find(v));
    }
    for (const operator of this.own.named) {
      const clock = this.definitionOf(operator.clock);
      if (clock?.method !== undefined) clocked.add(joined.find(insideOf(operator)));
    }
    const adopted = new Set<Equation>();
    let waiting: readonly NamedOperator[] = this.own.named;
    for (let isNew = true; isNew; ) {
      isNew = false;
      const left: NamedOperator[] = [];
      for (const operator of waiting) {
        const { kind, target } = operator;
        const inside = insideOf(operator);
        if (!clocked.has(joined.find(inside))) {
          left.push(operator);
          continue;
        }
        isNew = true;
        if (kind === "previous") clocked.add(joined.find(target));
        for (const equation of operator.equations) adopted.add(equation);
        this.own.record.boundaries.push(operator);
        this.own.record.equal(
          { variable: inside },
          { clock: this.nodeOf(operator.clock, operator.place) },
          operator.place,
        );
      }
      waiting = left;
    }
    const kept = equations.filter((equation) => !adopted.has(equation));
    equations.length = 0;
    equations.push(...kept);
  }

  private nodeOf(clock: Expr, place: ClockPlace): number {
    const own = this.definitionOf(clock);
    if (own === undefined)
      throw place.fault("The second argument is not a clock.", {
        because: "the equations around are clocked, and their clock is not known from it",
        hint: "give it a clock: Clock(0.1), or c with c = Clock(0.1)",
      });
    const { definitions, methods } = this.own.record;
    const sampler = own.ticks.op === "tick" ? this.own.state.samplers[own.ticks.value]! : undefined;
    const key = sampler === undefined ? `event ${own.ticks.id}` : `${sampler.start?.id} ${sampler.interval.id}`;
    let node = this.nodes.get(key);
    if (node === undefined) {
      node = this.own.record.newClock();
      this.nodes.set(key, node);
    }
    if (sampler !== undefined) {
      const { start, interval } = sampler;
      const seconds = (): number => this.own.constantValue(interval) ?? Number.NaN;
      definitions.set(node, { kind: "periodic", start, interval, seconds, place: own.place });
    } else {
      const { condition, place } = own;
      definitions.set(node, { kind: "event", condition: condition!, startInterval: this.own.state.b.zero, place });
    }
    if (own.method !== undefined) methods.set(node, { method: own.method, place: own.place });
    return node;
  }

  /** The clock that an expression is, through equations between names. */
  private definitionOf(clock: Expr): OwnClock | undefined {
    const met = new Set<Expr>([clock]);
    for (const at of met) {
      const own = this.own.clocks.get(at);
      if (own !== undefined) return own;
      for (const { left, right } of this.own.state.equations) {
        if (left === at && isName(right)) met.add(right);
        if (right === at && isName(left)) met.add(left);
      }
    }
    return undefined;
  }
}

/** What a clock may be known by. */
function isName({ op }: Expr): boolean {
  return op === "var" || op === "tick";
}

/** A variable of the equations that the clock of an operator drives. */
function insideOf({ kind, target, argument }: NamedOperator): VariableIndex {
  return kind === "sample" ? target : (argument.value as VariableIndex);
}

function joinAll(joined: DisjointSets<VariableIndex>, [first, ...others]: readonly VariableIndex[]): void {
  for (const v of others) joined.join(first!, v);
}
