/** Signals that are computed from rows when somebody reads them: the same numbers in whatever order they are read, and few passes. */
import { describe, expect, it } from "vitest";
import { DerivedColumns } from "../../src/results/derivedColumns.ts";

/** Two inputs x = row, y = row²; two lists of entries: multiples of x from entry 2 on, powers of y from entry 102 on. */
function columnsOf(rows: number) {
  const counts = [0, 0];
  const entries = [
    Int32Array.from({ length: 100 }, (_, k) => 2 + k),
    Int32Array.from({ length: 3 }, (_, k) => 102 + k),
  ];
  const compute = (row: Float64Array, isWanted?: Uint8Array): void => {
    if (isWanted?.[0] !== 0) {
      counts[0]!++;
      for (let k = 0; k < 100; k++) row[2 + k] = k * row[0]!;
    }
    if (isWanted?.[1] !== 0) {
      counts[1]!++;
      for (let k = 0; k < 3; k++) row[102 + k] = row[1]! ** k;
    }
  };
  const columns = new DerivedColumns({ entries, inputs: Int32Array.of(0, 1), compute }, 105, (row, work) => {
    work[0] = row;
    work[1] = row * row;
  });
  const valueAt = (slot: number, row: number): number => (slot < 102 ? (slot - 2) * row : (row * row) ** (slot - 102));
  const read = (slots: readonly number[], from: number, to: number): Float64Array[] => {
    const out = slots.map(() => new Float64Array(to - from + 1).fill(-1));
    columns.read(Int32Array.from(slots), from, to, out, 1, rows);
    return out;
  };
  return { counts, read, valueAt };
}

describe("derived columns", () => {
  it("has the same numbers one by one, in any order, in parts and all at once", () => {
    const rows = 50;
    const { read, valueAt } = columnsOf(rows);
    const expected = (slot: number, from: number, to: number): number[] => [
      -1,
      ...Array.from({ length: to - from }, (_, k) => valueAt(slot, from + k)),
    ];
    for (const slot of [101, 2, 104, 50, 102, 3, 101])
      expect([...read([slot], 0, rows)[0]!]).toEqual(expected(slot, 0, rows));
    const slots = [104, 60, 2, 103];
    for (const [from, to] of [
      [0, rows],
      [7, 9],
      [rows - 1, rows],
    ] as const)
      expect(read(slots, from, to).map((column) => [...column])).toEqual(slots.map((slot) => expected(slot, from, to)));
  });

  it("goes through the rows once for neighbours, and leaves alone what nobody asked for", () => {
    const rows = 1000;
    const { counts, read } = columnsOf(rows);
    for (let slot = 2; slot < 102; slot++) read([slot], 0, rows);
    expect(counts).toEqual([rows, 0]);
    read([103], rows - 1, rows);
    expect(counts).toEqual([rows, 1]);
  });

  /** Eight columns of a million rows, of which four may be kept. */
  function millions() {
    const rows = 2 ** 20;
    const count = { passes: 0 };
    const entries = [Int32Array.of(1, 2, 3, 4, 5, 6, 7, 8)];
    const compute = (row: Float64Array): void => {
      count.passes += 1 / rows;
      row[8] = row[0]!;
    };
    const columns = new DerivedColumns({ entries, inputs: Int32Array.of(0), compute }, 9, (row, work) => {
      work[0] = row;
    });
    const out = Array.from({ length: 5 }, () => new Float64Array(rows));
    const read = (...slots: readonly number[]): void => columns.read(Int32Array.from(slots), 0, rows, out, 0, rows);
    return { rows, count, out, read };
  }

  it("keeps what takes little memory: of a million rows four columns at a time", () => {
    const { rows, count, out, read } = millions();
    for (let slot = 1; slot < 9; slot++) read(slot);
    expect(count.passes).toBe(2);
    expect(out[0]!.at(-1)).toBe(rows - 1);
    // the last four are there by now
    read(5, 6, 7, 8);
    expect(count.passes).toBe(2);
  });

  it("keeps none where more are asked for than fit", () => {
    const { count, read } = millions();
    read(4, 5, 6, 7, 8);
    read(4, 5, 6, 7, 8);
    expect(count.passes).toBe(2);
  });

  it("has those of a single row", () => {
    const { read, valueAt } = columnsOf(1);
    expect(read([3, 103], 0, 1).map((column) => column[1])).toEqual([valueAt(3, 0), valueAt(103, 0)]);
  });

  it("computes rows that were added since", () => {
    let rows = 10;
    const columns = new DerivedColumns(
      { entries: [Int32Array.of(1)], inputs: Int32Array.of(0), compute: (row) => (row[1] = 2 * row[0]!) },
      2,
      (row, work) => (work[0] = row),
    );
    for (; rows <= 30; rows += 10) {
      const out = new Float64Array(rows);
      columns.read(Int32Array.of(1), 0, rows, [out], 0, rows);
      expect(out[rows - 1]).toBe(2 * (rows - 1));
    }
  });
});
