import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SparseStructure } from "../../../src/math/matrixStructure.ts";
import { sparseStructure } from "../../../src/math/matrixStructure.ts";
import { minimumDegreeOrder } from "../../../src/math/sparse/minimumDegree.ts";
import { symmetricPattern } from "../../../src/math/sparse/symmetricPattern.ts";

const identity = (n: number) => Int32Array.from({ length: n }, (_, i) => i);

function orderOf(structure: SparseStructure): { order: Int32Array; fill: number } {
  return minimumDegreeOrder(symmetricPattern(structure, identity(structure.size)));
}

/** Entries below the diagonal of the Cholesky factor in the given order, by elimination on sets: slow and plain. */
function fillOf(structure: SparseStructure, order: Int32Array): number {
  const n = structure.size;
  const neighbours = Array.from({ length: n }, () => new Set<number>());
  for (let j = 0; j < n; j++) {
    for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
      const i = structure.rowIndices[p];
      if (i === j) continue;
      neighbours[i].add(j);
      neighbours[j].add(i);
    }
  }
  let fill = 0;
  for (const p of order) {
    fill += neighbours[p].size;
    for (const i of neighbours[p]) {
      neighbours[i].delete(p);
      for (const j of neighbours[p]) if (j !== i) neighbours[i].add(j);
    }
  }
  return fill;
}

function gridStructure(m: number): SparseStructure {
  const entries: [number, number][] = [];
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) {
      if (i > 0) entries.push([i * m + j, i * m + j - m]);
      if (j > 0) entries.push([i * m + j, i * m + j - 1]);
    }
  }
  return sparseStructure(m * m, entries);
}

const randomStructure = fc
  .integer({ min: 1, max: 60 })
  .chain((n) =>
    fc
      .array(fc.tuple(fc.nat(n - 1), fc.nat(n - 1)), { maxLength: 3 * n })
      .map((entries) => sparseStructure(n, entries)),
  );

describe("the minimum-degree order", () => {
  it("is a permutation whose fill is at most the predicted one", () => {
    fc.assert(
      fc.property(randomStructure, (structure) => {
        const { order, fill } = orderOf(structure);
        expect([...order].sort((a, b) => a - b)).toEqual([...identity(structure.size)]);
        expect(fillOf(structure, order)).toBeLessThanOrEqual(fill);
      }),
      { seed: 31, numRuns: 300 },
    );
  });

  it("eliminates a tree without any fill", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 80 }), (parents) => {
        const edges = parents.map((draw, k): [number, number] => [k + 1, draw % (k + 1)]);
        const structure = sparseStructure(parents.length + 1, edges);
        expect(fillOf(structure, orderOf(structure).order)).toBe(edges.length);
      }),
      { seed: 32, numRuns: 100 },
    );
  });

  it("puts the hub of an arrow matrix last, also when it counts as dense", () => {
    for (const n of [10, 2000]) {
      const entries = Array.from({ length: n - 1 }, (_, i): [number, number] => [i + 1, 0]);
      const { order } = orderOf(sparseStructure(n, entries));
      expect(order.indexOf(0)).toBeGreaterThanOrEqual(n - 2);
    }
  });

  it("keeps the fill of a square grid near n·log₂ n, far below that of the natural band", () => {
    for (const m of [20, 40, 80]) {
      const n = m * m;
      const { fill } = orderOf(gridStructure(m));
      // nested dissection needs 31/4·m²·log₂ m + O(m²) entries on a grid with side m [George1973]; the band m·n
      expect(fill).toBeLessThan((31 / 4) * n * Math.log2(m));
      expect(fill).toBeLessThan(m * n);
    }
  });

  it("gives a dense matrix all its entries and an empty graph none", () => {
    const pairs: [number, number][] = [];
    for (let i = 0; i < 12; i++) for (let j = 0; j < i; j++) pairs.push([i, j]);
    expect(orderOf(sparseStructure(12, pairs)).fill).toBe(66);
    expect(orderOf(sparseStructure(5, [])).fill).toBe(0);
    expect(orderOf(sparseStructure(0, [])).order).toEqual(new Int32Array(0));
  });
});
