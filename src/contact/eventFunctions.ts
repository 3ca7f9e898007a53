/**
 * Event functions of contacts of convex shapes, three ways, of which those of single pairs are in eventFunctionsOfPairs.ts. All of them use the same hysteresis: with ε = contactHysteresis
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
