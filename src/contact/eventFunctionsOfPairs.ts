/** Event functions of single pairs of shapes, one for each or for the nearest: eventFunctions.ts says which there are and what they hold to. */
import { type ContactEventFunctions, type EventFunctionSources, emptySet } from "./eventFunctions.ts";

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
