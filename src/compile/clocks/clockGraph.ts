/**
 * Clock inference: partitions and clock variables are nodes; equal clocks, sub- and super-sampling and shifts relate them; some nodes say
 * what their clock is. All others follow, exactly: a clock is a base clock with a period and an offset in fractions of its interval.
 */
import type { Expr } from "../../symbolic/expression.ts";
import type { BaseClock, ClockPlace } from "./clockRecord.ts";
import { isSame, minus, numberOf, over, plus, type Rational, rational, times } from "./rational.ts";

/** Ticks at offset + i·period, in intervals of the base clock. */
export interface InferredClock {
  readonly base: BaseClock;
  readonly period: Rational;
  readonly offset: Rational;
}

/** `to` ticks once in `factor` ticks of `from`, `shift` intervals of it later; an undefined factor is found by inference. */
export interface ClockRelation {
  readonly from: number;
  readonly to: number;
  readonly factor: Rational | undefined;
  readonly shift: Rational;
  readonly place: ClockPlace;
}

const one = rational(1);
const zero = rational(0);

export class ClockGraph {
  private readonly definitions = new Map<number, BaseClock>();
  private readonly relations: ClockRelation[] = [];
  private readonly clocks = new Map<number, InferredClock>();

  define(node: number, base: BaseClock): void {
    const known = this.definitions.get(node);
    if (known !== undefined && !sameBase(known, base)) throw conflict(base.place, known.place);
    this.definitions.set(node, base);
  }

  relate(relation: ClockRelation): void {
    this.relations.push(relation);
  }

  equal(a: number, b: number, place: ClockPlace): void {
    this.relations.push({ from: a, to: b, factor: one, shift: zero, place });
  }

  clockOf(node: number): InferredClock | undefined {
    return this.clocks.get(node);
  }

  solve(): void {
    const neighbours = new Map<number, ClockRelation[]>();
    for (const relation of this.relations) {
      if (relation.factor === undefined) continue;
      for (const node of [relation.from, relation.to]) {
        const list = neighbours.get(node);
        if (list === undefined) neighbours.set(node, [relation]);
        else list.push(relation);
      }
    }
    for (const [node, base] of this.definitions) {
      this.settle(node, { base, period: one, offset: zero }, base.place);
      const queue = [node];
      for (const at of queue)
        for (const relation of neighbours.get(at) ?? []) {
          const other = relation.from === at ? relation.to : relation.from;
          const isNew = !this.clocks.has(other);
          this.settle(other, across(relation, at, this.clocks.get(at)!), relation.place);
          if (isNew) queue.push(other);
        }
    }
    for (const relation of this.relations) if (relation.factor === undefined) this.link(relation);
  }

  private settle(node: number, clock: InferredClock, place: ClockPlace): void {
    const known = this.clocks.get(node);
    if (known === undefined) this.clocks.set(node, clock);
    else if (!sameClock(known, clock)) throw conflict(place, known.base.place);
  }

  /** Two clocks of which one is a multiple of the other: both follow one base clock from now on. */
  private link({ from, to, place }: ClockRelation): void {
    const [a, b] = [this.clocks.get(from), this.clocks.get(to)];
    if (a === undefined || b === undefined)
      throw place.fault("The factor of a clock cannot be inferred.", {
        because: "only one of the two clocks is known",
        hint: "give the factor, or assign a clock to the other side too",
      });
    if (a.base === b.base) return;
    const [fast, slow] = [secondsOf(a), secondsOf(b)];
    const multiple = Math.round(slow > fast ? slow / fast : fast / slow);
    // clocks that follow events have no seconds
    if (!Number.isSafeInteger(multiple) || startOf(a) !== startOf(b)) throw conflict(place, b.base.place);
    const ratio = slow > fast ? rational(multiple) : rational(1, multiple);
    if (!(Math.abs(slow - fast * numberOf(ratio)) < 1e-9 * slow)) throw conflict(place, b.base.place);
    const scale = over(times(ratio, a.period), b.period);
    for (const [node, clock] of this.clocks)
      if (clock.base === b.base)
        this.clocks.set(node, {
          base: a.base,
          period: times(clock.period, scale),
          offset: times(clock.offset, scale),
        });
  }
}

/** The clock at the other end of a relation. */
function across({ from, factor, shift }: ClockRelation, at: number, clock: InferredClock): InferredClock {
  const { base, period, offset } = clock;
  if (at === from) return { base, period: times(period, factor!), offset: plus(offset, times(shift, period)) };
  const before = over(period, factor!);
  return { base, period: before, offset: minus(offset, times(shift, before)) };
}

function sameBase(a: BaseClock, b: BaseClock): boolean {
  return a.kind === "periodic" && b.kind === "periodic" && a.interval === b.interval && a.start === b.start;
}

/** Seconds between ticks; NaN for clocks that follow events. */
function secondsOf({ base, period }: InferredClock): number {
  return base.kind === "periodic" ? base.seconds() * numberOf(period) : Number.NaN;
}

function startOf({ base }: InferredClock): Expr | undefined {
  return base.kind === "periodic" ? base.start : undefined;
}

function sameClock(a: InferredClock, b: InferredClock): boolean {
  if (a.base === b.base || sameBase(a.base, b.base)) return isSame(a.period, b.period) && isSame(a.offset, b.offset);
  if (a.base.kind !== "periodic" || b.base.kind !== "periodic" || a.base.start !== b.base.start) return false;
  const [p, q] = [secondsOf(a), secondsOf(b)];
  return Math.abs(p - q) < 1e-12 * p && a.offset.n === 0 && b.offset.n === 0;
}

function conflict(place: ClockPlace, other: ClockPlace): Error {
  return place.fault("Two different clocks meet.", {
    because: `the other one is given here:\n${other.show()}`,
    hint: "let the signal pass subSample, superSample, shiftSample or hold and sample",
  });
}
