/**
 * Event functions of contacts of convex shapes, three ways. All of them use the same hysteresis: with ε = contactHysteresis
 *
 *     a pair in contact      z = δ − 2·ε < 0     ends where z rises through zero
 *     a separated pair       z = δ − ε > 0       begins where z falls through zero
 *
 * so no event function is zero after an event, also for shapes that touch exactly. At an event, pairs below 1.5·ε join and pairs
 * above 1.75·ε leave: what rounding moves between locating and handling an event cannot cause another one.
 *
 *  - two        z₀ = max over the pairs in contact, z₁ = min over all others (exact minimum, found through the hierarchy).
 *  - perPair    one per admitted pair of shapes: grows with the square of their number.
 *  - nearest    one for each of the nearest pairs at the last event, contacts first; the last one is the minimum over the rest.
 *               When a pair of the rest comes into contact, or the contacts fill the list, the list is doubled.
 *
 * Source   [Neumayr2024] sec. 6.3, [Neumayr2019]; nearest: [Neumayr2017] sec. 5
 */
import type { ContactTable } from "./contactTable.ts";
import type { NearestPairs } from "./nearestPairs.ts";
import type { NearPairs } from "./nearPairs.ts";
import type { PairDistances } from "./pairDistances.ts";
import type { PairRules } from "./pairRules.ts";
import type { ShapePoses } from "./shapePoses.ts";

/**
 * Event function of an empty set, m. Any positive number serves, since only signs are events: it must be finite and not large, for slopes are
 * taken across the moment at which a first pair comes near.
 */
export const emptySet = 42;

/** Pairs join below and leave above these multiples of ε at an event. */
export const joinFactor = 1.5;
export const leaveFactor = 1.75;

/** What all methods work on. Poses and the distances of the table are up to date when evaluate() is called. */
export interface EventFunctionSources {
  readonly table: ContactTable;
  readonly nearest: NearestPairs;
  readonly near: NearPairs;
  readonly poses: ShapePoses;
  readonly distances: PairDistances;
  readonly rules: PairRules;
  readonly hysteresis: number;
}

export interface ContactEventFunctions {
  /** Whether evaluate() searches the hierarchy itself, which then must be up to date. */
  readonly needsTree: boolean;
  /** Number of event functions; may grow at select(), then the caller declares them again. */
  readonly count: number;
  /** At least as many event functions, if their number is not fixed. */
  enlarge(count: number): void;
  /** After an event: which pairs the event functions stand for until the next one. */
  select(): void;
  evaluate(g: Float64Array, offset: number): void;
}

export class TwoFunctions implements ContactEventFunctions {
  readonly count = 2;
  readonly needsTree = false;
  private readonly sources: EventFunctionSources;

  constructor(sources: EventFunctionSources) {
    this.sources = sources;
  }

  enlarge(): void {}

  select(): void {}

  evaluate(g: Float64Array, offset: number): void {
    const { table, near, poses, hysteresis } = this.sources;
    let largest = -Infinity;
    for (let row = 0; row < table.count; row++)
      if (table.starts[row].surfaces === undefined) largest = Math.max(largest, table.distance[row]);
    g[offset] = largest === -Infinity ? -emptySet : largest - 2 * hysteresis;
    const least = near.smallest(poses, table.rows);
    g[offset + 1] = least < Infinity ? least - hysteresis : emptySet;
  }
}

export class OnePerPair implements ContactEventFunctions {
  readonly count: number;
  readonly needsTree = false;
  private readonly sources: EventFunctionSources;
  private readonly pairs: Int32Array;

  constructor(sources: EventFunctionSources) {
    this.sources = sources;
    const pairs = sources.rules.all();
    this.pairs = Int32Array.from(pairs.flat());
    this.count = pairs.length;
  }

  enlarge(): void {}

  select(): void {}

  evaluate(g: Float64Array, offset: number): void {
    const { table, distances, poses, rules, hysteresis } = this.sources;
    const { pairs } = this;
    for (let k = 0; k < this.count; k++) {
      const a = pairs[2 * k];
      const b = pairs[2 * k + 1];
      const row = table.rows.get(rules.key(a, b));
      if (row !== undefined) g[offset + k] = table.distance[row] - 2 * hysteresis;
      else {
        distances.evaluate(poses, a, b);
        g[offset + k] = distances.distance - hysteresis;
      }
    }
  }
}

export class NearestFew implements ContactEventFunctions {
  count: number;
  readonly needsTree = true;
  private readonly sources: EventFunctionSources;
  /** Pairs of the list, two shapes each, and their keys. */
  private pairs: Int32Array;
  private listed = 0;
  private readonly taken = new Map<number, number>();
  private hasList = false;

  constructor(sources: EventFunctionSources, count: number) {
    this.sources = sources;
    this.count = count;
    this.pairs = new Int32Array(2 * count);
  }

  enlarge(count: number): void {
    if (count <= this.count) return;
    this.count = count;
    this.pairs = new Int32Array(2 * count);
  }

  select(): void {
    const { table, nearest, rules } = this.sources;
    if (table.count > this.count - 2 || (this.hasList && this.hasNewContact())) {
      this.enlarge(Math.max(2 * this.count, table.count + 2));
    }
    this.hasList = true;
    this.taken.clear();
    this.listed = 0;
    for (let row = 0; row < table.count; row++)
      if (table.starts[row].surfaces === undefined) this.list(table.shapeA[row], table.shapeB[row]);
    nearest.begin(table.rows);
    while (this.listed < this.count - 1 && nearest.next()) this.list(nearest.a, nearest.b);
    for (let k = 0; k < this.listed; k++) this.taken.set(rules.key(this.pairs[2 * k], this.pairs[2 * k + 1]), k);
  }

  private list(a: number, b: number): void {
    this.pairs[2 * this.listed] = a;
    this.pairs[2 * this.listed + 1] = b;
    this.listed++;
  }

  /** A contact that the list did not know. */
  private hasNewContact(): boolean {
    return this.sources.table.starts.some(({ key, surfaces }) => surfaces === undefined && !this.taken.has(key));
  }

  evaluate(g: Float64Array, offset: number): void {
    const { table, distances, poses, rules, nearest, hysteresis } = this.sources;
    const last = this.count - 1;
    for (let k = 0; k < last; k++) {
      if (k >= this.listed) {
        g[offset + k] = emptySet;
        continue;
      }
      const a = this.pairs[2 * k];
      const b = this.pairs[2 * k + 1];
      const row = table.rows.get(rules.key(a, b));
      if (row !== undefined) g[offset + k] = table.distance[row] - 2 * hysteresis;
      else {
        distances.evaluate(poses, a, b);
        g[offset + k] = distances.distance - hysteresis;
      }
    }
    nearest.begin(this.taken);
    g[offset + last] = nearest.next() ? nearest.distance - hysteresis : emptySet;
  }
}
