import { describe, expect, it } from "vitest";
import { RowStore } from "../../src/results/rowStore.ts";

/** A value that tells its row and column. */
const mark = (row: number, column: number) => row + column / 1024;

function filled(width: number, rows: number): RowStore {
  const store = new RowStore(width);
  // longer than the table is wide
  const row = new Float64Array(width + 3).fill(Number.NaN);
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < width; j++) row[j] = mark(i, j);
    store.append(row);
  }
  return store;
}

describe("a row store", () => {
  it.each([
    [1, 600_000],
    [20, 100_000],
    [1000, 1500],
    [300_000, 40],
    [0, 5],
  ])("gives back every value of rows with %i numbers, %i of them", (width, rows) => {
    const store = filled(width, rows);
    expect(store.rowCount).toBe(rows);
    let wrong = 0;
    for (let i = 0; i < rows; i++) {
      const row = store.row(i);
      const [piece, at] = [store.pieceWith(i), store.placeOf(i)];
      for (let j = 0; j < width; j++) if (row[j] !== mark(i, j) || piece[at + j] !== row[j]) wrong++;
    }
    expect(wrong).toBe(0);
  });

  it("allocates less than twice what it holds, and at most one piece of 2 MB more", () => {
    const store = filled(20, 100_000);
    expect(store.capacity).toBeGreaterThanOrEqual(20 * 100_000);
    expect(store.capacity).toBeLessThan(20 * 100_000 + 2 ** 18);
    expect(filled(7, 501).capacity).toBeLessThan(3 * 7 * 501);
    expect(filled(25, 16).capacity).toBe(25 * 16);
  });
});
