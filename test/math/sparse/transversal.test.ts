import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SparseStructure } from "../../../src/math/matrixStructure.ts";
import { sparseStructure } from "../../../src/math/matrixStructure.ts";
import { matchRows } from "../../../src/math/sparse/transversal.ts";

/** Number of matched columns that have a non-zero value in their row. */
function matchedCount(structure: SparseStructure, sizes: Float64Array, rowOf: Int32Array): number {
  let count = 0;
  for (let j = 0; j < structure.size; j++) {
    for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
      if (structure.rowIndices[p] === rowOf[j] && sizes[p] > 0) count++;
    }
  }
  return count;
}

/** Size of a maximum matching, by the textbook recursion. */
function maximumMatching(structure: SparseStructure, sizes: Float64Array): number {
  const columnOf = new Map<number, number>();
  const tryColumn = (j: number, seen: Set<number>): boolean => {
    for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
      const row = structure.rowIndices[p];
      if (sizes[p] === 0 || seen.has(row)) continue;
      seen.add(row);
      const holder = columnOf.get(row);
      if (holder === undefined || tryColumn(holder, seen)) {
        columnOf.set(row, j);
        return true;
      }
    }
    return false;
  };
  let count = 0;
  for (let j = 0; j < structure.size; j++) if (tryColumn(j, new Set())) count++;
  return count;
}

/** Random pattern in which the diagonal, which every structure stores, mostly has the value zero. */
const randomCase = fc.integer({ min: 1, max: 40 }).chain((n) =>
  fc
    .record({
      entries: fc.array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1)), { maxLength: 3 * n }),
      draws: fc.array(fc.nat(3), { minLength: 4 * n, maxLength: 4 * n }),
    })
    .map(({ entries, draws }) => {
      const structure = sparseStructure(n, entries);
      const sizes = new Float64Array(structure.rowIndices.length);
      for (let j = 0; j < n; j++) {
        for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
          sizes[p] = structure.rowIndices[p] === j ? Math.max(0, draws[p] - 2) : draws[p];
        }
      }
      return { structure, sizes };
    }),
);

describe("matchRows", () => {
  it("matches as many columns with non-zero values as is possible at all", () => {
    fc.assert(
      fc.property(randomCase, ({ structure, sizes }) => {
        const rowOf = matchRows(structure, sizes);
        expect(new Set(rowOf).size).toBe(structure.size);
        expect(matchedCount(structure, sizes, rowOf)).toBe(maximumMatching(structure, sizes));
      }),
      { seed: 41, numRuns: 500 },
    );
  });

  it("keeps a diagonal without zeros", () => {
    const structure = sparseStructure(4, [
      [0, 1],
      [3, 2],
      [2, 0],
    ]);
    expect(matchRows(structure, new Float64Array(structure.rowIndices.length).fill(1))).toEqual(
      Int32Array.of(0, 1, 2, 3),
    );
  });

  it("finds the only transversal of a cyclic permutation with one chord", () => {
    const n = 50;
    const entries = Array.from({ length: n }, (_, j): [number, number] => [(j + 1) % n, j]);
    const structure = sparseStructure(n, entries);
    const sizes = new Float64Array(structure.rowIndices.length);
    for (let j = 0; j < n; j++) {
      for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
        sizes[p] = structure.rowIndices[p] === j ? 0 : 1;
      }
    }
    expect(matchRows(structure, sizes)).toEqual(Int32Array.from({ length: n }, (_, j) => (j + 1) % n));
  });
});
