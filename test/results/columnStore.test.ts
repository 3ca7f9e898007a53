import { describe, expect, it } from "vitest";
import { ColumnStore } from "../../src/results/columnStore.ts";

/** A value that tells its row and column. */
const mark = (row: number, column: number) => row + column / 1024;

function fill(store: ColumnStore, rows: number): void {
  const entries = Int32Array.from({ length: store.width }, (_, j) => 2 * j);
  const row = new Float64Array(2 * store.width);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < store.width; j++) row[2 * j] = mark(i, j);
    store.append(row, entries);
  }
}

describe("a column store", () => {
  it("gives back every value after 100 000 rows of 20 columns", () => {
    const store = new ColumnStore(20);
    fill(store, 100_000);
    expect(store.rowCount).toBe(100_000);
    const out = new Float64Array(100_000);
    for (let j = 0; j < 20; j++) {
      store.read(j, 0, 100_000, out, 0);
      expect(out.findIndex((x, i) => x !== mark(i, j))).toBe(-1);
    }
  });

  it("allocates at most one chunk of 2 MB more than it holds", () => {
    const store = new ColumnStore(20);
    fill(store, 100_000);
    expect(store.capacity).toBeGreaterThanOrEqual(20 * 100_000);
    expect(store.capacity).toBeLessThan(20 * 100_000 + 2 ** 18);
  });

  it("needs little for a short run: less than three times the numbers of 501 rows", () => {
    const store = new ColumnStore(7);
    fill(store, 501);
    expect(store.capacity).toBeLessThan(3 * 7 * 501);
  });

  it("reads any range of rows, also over the borders of chunks and while it grows", () => {
    for (const width of [1, 3, 20_000]) {
      const store = new ColumnStore(width);
      fill(store, 100);
      for (const [from, to] of [
        [0, 1],
        [15, 17],
        [0, 100],
        [31, 65],
        [99, 100],
        [40, 40],
      ]) {
        const out = new Float64Array(110).fill(-1);
        store.read(width - 1, from, to, out, 5);
        for (let i = from; i < to; i++) expect(out[5 + i - from]).toBe(mark(i, width - 1));
        expect(out[4]).toBe(-1);
        expect(out[5 + to - from]).toBe(-1);
      }
      for (const i of [0, 15, 16, 63, 64, 99]) expect(store.get(i, width - 1)).toBe(mark(i, width - 1));
    }
  });

  it.each([
    [1, 8192],
    [100, 2048],
    [1000, 256],
    [20_000, 16],
  ])("of %i columns has chunks of %i rows: a power of two, within 2 MB but for very wide ones", (width, rows) => {
    const store = new ColumnStore(width);
    fill(store, rows);
    expect(store.capacity).toBe(width * rows);
    fill(store, 1);
    expect(store.capacity).toBe(2 * width * rows);
    expect(store.get(rows - 1, width - 1)).toBe(mark(rows - 1, width - 1));
    expect(store.get(rows, width - 1)).toBe(mark(0, width - 1));
  });

  it("counts rows even when it has no columns", () => {
    const store = new ColumnStore(0);
    fill(store, 10_000);
    expect(store.rowCount).toBe(10_000);
    expect(store.capacity).toBe(0);
  });
});
