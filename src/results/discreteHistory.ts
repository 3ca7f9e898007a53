/** The entries of a segment that change at events only: kept where they change, known at every row. */
import { ColumnStore } from "./columnStore.ts";

export class DiscreteHistory {
  private readonly slots: Int32Array;
  private readonly store: ColumnStore;
  /** Row from which on each set of values holds. */
  private readonly since: number[] = [];
  private readonly last: Float64Array;
  private rows = 0;

  constructor(slots: Int32Array) {
    this.slots = slots;
    this.store = new ColumnStore(slots.length);
    this.last = new Float64Array(slots.length);
  }

  /** Numbers that are allocated. */
  get capacity(): number {
    return this.store.capacity;
  }

  append(row: Float64Array): void {
    if (this.rows === 0 || this.hasChanged(row)) {
      this.since.push(this.rows);
      this.store.append(row, this.slots);
      for (let j = 0; j < this.slots.length; j++) this.last[j] = row[this.slots[j]!]!;
    }
    this.rows++;
  }

  /** out ← the entries as they are in a row, in the order of the slots. */
  read(row: number, out: Float64Array): void {
    const place = this.placeOf(row);
    for (let j = 0; j < this.slots.length; j++) out[j] = this.store.get(place, j);
  }

  private hasChanged(row: Float64Array): boolean {
    for (let j = 0; j < this.slots.length; j++) if (!Object.is(row[this.slots[j]!], this.last[j])) return true;
    return false;
  }

  /** Last set of values that holds at the row: bisection. */
  private placeOf(row: number): number {
    let low = 0;
    let high = this.since.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.since[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
