/**
 * The numbers of one segment, in the entries of the run's rows. Two ways to keep them:
 *
 *   all      every entry that a visible signal needs
 *   states   the states at every row and the discrete entries when they change; the rest is
 *            computed again, by the run's own function, when somebody asks. A segment that offers no such
 *            function keeps all
 *
 * Derived entries are computed when somebody asks in either case.
 */
import { ColumnStore } from "./columnStore.ts";
import { DerivedColumns } from "./derivedColumns.ts";
import { DiscreteHistory } from "./discreteHistory.ts";
import type { SegmentLayout } from "./resultSink.ts";

export interface SegmentValues {
  /** Numbers that are allocated. */
  readonly capacity: number;
  /** Row as the run gives it; copied. */
  append(time: number, row: Float64Array): void;
  /** out[k][offset], … ← entry slots[k] of rows `from` to `to` − 1. */
  read(slots: Int32Array, from: number, to: number, out: readonly Float64Array[], offset: number): void;
  /** out ← the row; entries that are not kept are NaN. */
  readRow(row: number, out: Float64Array): void;
  /** The same, but derived entries may be missing. */
  readKept(row: number, out: Float64Array): void;
}

export type Storage = "all" | "states";

export function createSegmentValues(layout: SegmentLayout, storage: Storage): SegmentValues {
  const { recompute } = layout;
  return storage === "all" || recompute === undefined
    ? new StoredValues(layout)
    : new RecomputedValues(layout, recompute);
}

/** Values of some entries alone; all others are missing. */
export function createEntryValues(layout: SegmentLayout, entries: Int32Array): SegmentValues {
  return new StoredValues(layout, entries);
}

/** What stands for a column where an entry has none. */
const notKept = -1;

class StoredValues implements SegmentValues {
  private readonly layout: SegmentLayout;
  private readonly store: ColumnStore;
  /** Entry of the row per column. */
  private readonly entries: Int32Array;
  /** Column per entry; found when somebody reads. */
  private found: Int32Array | undefined;
  private computed: DerivedColumns | undefined;

  constructor(layout: SegmentLayout, entries = layout.stored ?? entriesOf(layout)) {
    this.layout = layout;
    this.entries = entries;
    this.store = new ColumnStore(this.entries.length);
  }

  /** Of stored entries alone: reading them must not cost the description of the segment. */
  private get columns(): Int32Array {
    if (this.found === undefined) {
      let last = -1;
      for (const slot of this.entries) if (slot > last) last = slot;
      const found = new Int32Array(last + 1).fill(notKept);
      this.entries.forEach((slot, column) => {
        found[slot] = column;
      });
      this.found = found;
    }
    return this.found;
  }

  private columnOf(slot: number): number {
    return this.columns[slot] ?? notKept;
  }

  get capacity(): number {
    return this.store.capacity;
  }

  append(_time: number, row: Float64Array): void {
    this.store.append(row, this.entries);
  }

  read(slots: Int32Array, from: number, to: number, out: readonly Float64Array[], offset: number): void {
    let needsDerived = false;
    for (let k = 0; k < slots.length; k++) {
      const column = this.columnOf(slots[k]!);
      if (column >= 0) this.store.read(column, from, to, out[k]!, offset);
      else needsDerived = true;
    }
    if (needsDerived) this.derived.read(slots, from, to, out, offset, this.store.rowCount);
  }

  /** The inputs of derived entries are all kept. */
  private get derived(): DerivedColumns {
    if (this.computed === undefined) {
      const { derived, width } = this.layout;
      const { inputs } = derived!;
      const columns = Int32Array.from(inputs, (slot) => this.columnOf(slot));
      this.computed = new DerivedColumns(derived!, width, (row, work) => {
        for (let i = 0; i < inputs.length; i++) work[inputs[i]!] = this.store.get(row, columns[i]!);
      });
    }
    return this.computed;
  }

  readRow(row: number, out: Float64Array): void {
    this.readKept(row, out);
    this.layout.derived?.compute(out);
  }

  readKept(row: number, out: Float64Array): void {
    out.fill(Number.NaN);
    for (let j = 0; j < this.entries.length; j++) out[this.entries[j]!] = this.store.get(row, j);
  }
}

/** Entries that states, visible signals and derived ones need. */
function entriesOf({ stateSlots, signals, derived }: SegmentLayout): Int32Array {
  const kept = new Set<number>();
  const keep = (slots: Int32Array): void => {
    for (const slot of slots) if (slot >= 0) kept.add(slot);
  };
  keep(stateSlots);
  for (const { isHidden, slots } of signals) if (!isHidden) keep(slots);
  if (derived !== undefined) {
    for (const list of derived.entries) for (const slot of list) kept.delete(slot);
    keep(derived.inputs);
  }
  return Int32Array.from(kept);
}

class RecomputedValues implements SegmentValues {
  private readonly times: ColumnStore;
  private readonly states: ColumnStore;
  private readonly discrete: DiscreteHistory;
  private readonly stateSlots: Int32Array;
  /** Column in `states` per entry of the row, −1 for what is no state. */
  private readonly stateColumns: Int32Array;
  private readonly discreteSlots: Int32Array;
  private readonly recompute: NonNullable<SegmentLayout["recompute"]>;
  private readonly timeRow = new Float64Array(1);
  private readonly timeSlot = new Int32Array(1);
  private readonly stateValues: Float64Array;
  private readonly discreteValues: Float64Array;
  private readonly work: Float64Array;

  constructor(layout: SegmentLayout, recompute: NonNullable<SegmentLayout["recompute"]>) {
    this.recompute = recompute;
    this.stateSlots = layout.stateSlots;
    this.discreteSlots = layout.discreteSlots;
    this.stateColumns = new Int32Array(layout.width).fill(-1);
    this.stateSlots.forEach((slot, column) => {
      this.stateColumns[slot] = column;
    });
    this.times = new ColumnStore(1);
    this.states = new ColumnStore(this.stateSlots.length);
    this.discrete = new DiscreteHistory(this.discreteSlots);
    this.stateValues = new Float64Array(this.stateSlots.length);
    this.discreteValues = new Float64Array(this.discreteSlots.length);
    this.work = new Float64Array(layout.width);
  }

  get capacity(): number {
    return this.times.capacity + this.states.capacity + this.discrete.capacity;
  }

  append(time: number, row: Float64Array): void {
    this.discrete.append(row);
    this.timeRow[0] = time;
    this.times.append(this.timeRow, this.timeSlot);
    this.states.append(row, this.stateSlots);
  }

  read(slots: Int32Array, from: number, to: number, out: readonly Float64Array[], offset: number): void {
    if (slots.every((slot) => this.stateColumns[slot]! >= 0)) {
      for (let k = 0; k < slots.length; k++) this.states.read(this.stateColumns[slots[k]!]!, from, to, out[k]!, offset);
      return;
    }
    const work = this.work;
    for (let row = from; row < to; row++) {
      this.readRow(row, work);
      for (let k = 0; k < slots.length; k++) out[k]![offset + row - from] = work[slots[k]!]!;
    }
  }

  readRow(row: number, out: Float64Array): void {
    for (let j = 0; j < this.stateSlots.length; j++) this.stateValues[j] = this.states.get(row, j);
    this.discrete.read(row, this.discreteValues);
    this.recompute(this.times.get(row, 0), this.stateValues, this.discreteValues, out);
    for (let j = 0; j < this.stateSlots.length; j++) out[this.stateSlots[j]!] = this.stateValues[j]!;
    for (let j = 0; j < this.discreteSlots.length; j++) out[this.discreteSlots[j]!] = this.discreteValues[j]!;
  }

  readKept(row: number, out: Float64Array): void {
    this.readRow(row, out);
  }
}
