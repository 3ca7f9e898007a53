/**
 * Derived entries of the rows of a segment, computed when somebody asks. Whoever reads a signal over the whole segment reads others next:
 * the columns behind it are computed in the same pass over the rows, and kept as far as they take little memory.
 */
import type { DerivedEntries } from "./resultSink.ts";

/** Numbers that are kept: 32 MB. */
const keptNumbers = 2 ** 22;

export class DerivedColumns {
  private readonly derived: DerivedEntries;
  private readonly work: Float64Array;
  /** work ← the inputs at a row of the segment. */
  private readonly readInputs: (row: number, work: Float64Array) => void;
  /** Per entry of the row: its list, −1 for what is not derived, and its place there. */
  private readonly list: Int32Array;
  private readonly place: Int32Array;
  /** By entry, for as many rows as there were. */
  private kept = new Map<number, Float64Array>();

  constructor(derived: DerivedEntries, width: number, readInputs: (row: number, work: Float64Array) => void) {
    this.derived = derived;
    this.readInputs = readInputs;
    this.work = new Float64Array(width);
    this.list = new Int32Array(width).fill(-1);
    this.place = new Int32Array(width);
    derived.entries.forEach((entries, list) => {
      entries.forEach((slot, place) => {
        this.list[slot] = list;
        this.place[slot] = place;
      });
    });
  }

  /** out[k][offset], … ← entry slots[k] of rows `from` to `to` − 1, where it is derived; `rowCount`: of the segment. */
  read(
    slots: Int32Array,
    from: number,
    to: number,
    out: readonly Float64Array[],
    offset: number,
    rowCount: number,
  ): void {
    const wanted = Array.from(slots.keys()).filter((k) => this.list[slots[k]!]! >= 0);
    const entries = wanted.map((k) => slots[k]!);
    const fitting = Math.floor(keptNumbers / Math.max(1, rowCount));
    if (to - from < rowCount || wanted.length > fitting) {
      const columns = wanted.map((k) => out[k]!.subarray(offset));
      this.compute(entries, from, to, columns);
      return;
    }
    const missing = entries.find((slot) => (this.kept.get(slot)?.length ?? -1) < to);
    if (missing !== undefined) this.keep(entries, missing, rowCount, fitting);
    for (const k of wanted) out[k]!.set(this.kept.get(slots[k]!)!.subarray(from, to), offset);
  }

  /** These entries, and those behind one of them in the order of its list. */
  private keep(entries: readonly number[], one: number, rowCount: number, fitting: number): void {
    const chosen = new Set(entries);
    const list = this.derived.entries[this.list[one]!]!;
    for (let k = this.place[one]!; k < list.length && chosen.size < fitting; k++) chosen.add(list[k]!);
    const slots = [...chosen];
    const columns = slots.map(() => new Float64Array(rowCount));
    this.compute(slots, 0, rowCount, columns);
    this.kept = new Map(slots.map((slot, k) => [slot, columns[k]!]));
  }

  private compute(slots: readonly number[], from: number, to: number, columns: readonly Float64Array[]): void {
    const { work } = this;
    const isWanted = new Uint8Array(this.derived.entries.length);
    for (const slot of slots) isWanted[this.list[slot]!] = 1;
    for (let row = from; row < to; row++) {
      this.readInputs(row, work);
      this.derived.compute(work, isWanted);
      for (let k = 0; k < slots.length; k++) columns[k]![row - from] = work[slots[k]!]!;
    }
  }
}
