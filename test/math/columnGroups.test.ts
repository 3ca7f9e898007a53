import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnGroups } from "../../src/math/columnGroups.ts";
import type { SparseStructure } from "../../src/math/matrixStructure.ts";
import { sparseStructure } from "../../src/math/matrixStructure.ts";

/** True when no two columns of one group share a row. */
function isOrthogonal(structure: SparseStructure, groupOf: Int32Array): boolean {
  const seen = new Set<string>();
  for (let j = 0; j < structure.size; j++) {
    for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
      const key = `${groupOf[j]}/${structure.rowIndices[p]}`;
      if (seen.has(key)) return false;
      seen.add(key);
    }
  }
  return true;
}

function fivePointGrid(m: number): SparseStructure {
  const entries: [number, number][] = [];
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      const k = i * m + j;
      if (i > 0) entries.push([k, k - m], [k - m, k]);
      if (j > 0) entries.push([k, k - 1], [k - 1, k]);
    }
  }
  return sparseStructure(m * m, entries);
}

describe("columnGroups", () => {
  it("gives every column of a dense matrix its own group", () => {
    expect(columnGroups({ kind: "dense", size: 4 })).toEqual({ count: 4, groupOf: Int32Array.of(0, 1, 2, 3) });
  });

  it("needs as many groups as a band is wide, and never more than there are columns", () => {
    const groups = columnGroups({ kind: "banded", size: 7, lower: 1, upper: 1 });
    expect(groups).toEqual({ count: 3, groupOf: Int32Array.of(0, 1, 2, 0, 1, 2, 0) });
    expect(columnGroups({ kind: "banded", size: 3, lower: 5, upper: 5 }).count).toBe(3);
  });

  it("never puts two columns that meet in a row into one group", () => {
    const entry = (n: number) => fc.tuple(fc.nat(n - 1), fc.nat(n - 1));
    const sparse = fc
      .integer({ min: 1, max: 40 })
      .chain((n) => fc.array(entry(n), { maxLength: 4 * n }).map((entries) => sparseStructure(n, entries)));
    fc.assert(
      fc.property(sparse, (structure) => {
        const { count, groupOf } = columnGroups(structure);
        expect(isOrthogonal(structure, groupOf)).toBe(true);
        expect(new Set(groupOf).size).toBe(count);
        expect(Math.max(...groupOf)).toBe(count - 1);
      }),
      { seed: 7, numRuns: 200 },
    );
  });

  it("needs at least as many groups as the fullest row has entries, and few more on a grid", () => {
    const structure = fivePointGrid(30);
    const { count, groupOf } = columnGroups(structure);
    expect(isOrthogonal(structure, groupOf)).toBe(true);
    expect(count).toBeGreaterThanOrEqual(5);
    expect(count).toBeLessThanOrEqual(8);
  });

  it("finds the three groups of a tridiagonal matrix given as sparse", () => {
    const entries: [number, number][] = [];
    for (let i = 1; i < 50; i++) entries.push([i, i - 1], [i - 1, i]);
    expect(columnGroups(sparseStructure(50, entries)).count).toBeLessThanOrEqual(4);
  });

  it("has no groups for a matrix without columns", () => {
    expect(columnGroups({ kind: "dense", size: 0 }).count).toBe(0);
    expect(columnGroups(sparseStructure(0, [])).count).toBe(0);
  });
});
