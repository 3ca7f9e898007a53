/** What is special about the sparse solvers; their solutions are checked in factorization.test.ts. */
import { describe, expect, it } from "vitest";
import type { SparseStructure } from "../../../src/math/matrixStructure.ts";
import { sparseStructure } from "../../../src/math/matrixStructure.ts";
import { SparseComplexLU } from "../../../src/math/sparse/sparseComplexLU.ts";
import { SparseLU } from "../../../src/math/sparse/sparseLU.ts";

/** Values f(i, j) for each entry. */
function fillValues(structure: SparseStructure, f: (i: number, j: number) => number): Float64Array {
  const values = new Float64Array(structure.rowIndices.length);
  for (let j = 0; j < structure.size; j++) {
    for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
      values[p] = f(structure.rowIndices[p], j);
    }
  }
  return values;
}

function multiply(structure: SparseStructure, values: Float64Array, x: Float64Array): Float64Array {
  const y = new Float64Array(structure.size);
  for (let j = 0; j < structure.size; j++) {
    for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
      y[structure.rowIndices[p]] += values[p] * x[j];
    }
  }
  return y;
}

/** Five-point pattern on an m × m grid, as in two-dimensional diffusion. */
function grid(m: number): SparseStructure {
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

const diffusion = (c: number) => (i: number, j: number) => (i === j ? 1 + 4 * c : -c);

describe("a sparse factorisation", () => {
  it.each([1, 3, 4, 6, 11])("solves %i vectors that follow each other to the bits of one after the other", (count) => {
    const structure = grid(12);
    const n = structure.size;
    const solver = new SparseLU(structure);
    solver.factor(fillValues(structure, (i, j) => (i === j ? 5 : Math.sin(i + 2 * j))));
    const together = Float64Array.from({ length: count * n }, (_, i) => Math.cos(i * i));
    const alone = together.slice();
    for (let k = 0; k < count; k++) solver.solve(alone.subarray(k * n, (k + 1) * n));
    solver.solveAll(together);
    expect(together).toEqual(alone);
  });

  it("solves implicit diffusion on a grid with 10 000 unknowns, whatever the step", () => {
    const structure = grid(100);
    const solver = new SparseLU(structure);
    const x = Float64Array.from({ length: structure.size }, (_, i) => Math.cos(i * i));
    for (const c of [0.1, 10, 1000]) {
      const values = fillValues(structure, diffusion(c));
      expect(solver.factor(values)).toBe(-1);
      const b = multiply(structure, values, x);
      solver.solve(b);
      // condition number 1 + 8·c, diagonally dominant
      const tolerance = 100 * 2 ** -53 * (1 + 8 * c);
      for (let i = 0; i < x.length; i += 97) expect(Math.abs(b[i] - x[i])).toBeLessThan(tolerance);
    }
    expect(solver.searches).toBe(1);
  });

  it("keeps the factors of a chain of two species as narrow as the chain", () => {
    const n = 1000;
    const entries: [number, number][] = [];
    for (let i = 0; i < n; i++) {
      if (i % 2 === 0) entries.push([i, i + 1], [i + 1, i]);
      if (i >= 2) entries.push([i, i - 2], [i - 2, i]);
    }
    const structure = sparseStructure(n, entries);
    const solver = new SparseLU(structure);
    expect(solver.factor(fillValues(structure, diffusion(3)))).toBe(-1);
    // elimination along the chain has two entries per column; minimum degree must not be worse
    expect(solver.pattern.lp[n]).toBeLessThanOrEqual(2 * n);
  });

  it("does not search for pivots again while the old ones are good", () => {
    const structure = grid(12);
    const solver = new SparseLU(structure);
    for (let k = 0; k < 10; k++) solver.factor(fillValues(structure, diffusion(2 ** k)));
    expect(solver.searches).toBe(1);
  });

  it("searches for pivots again when an old one has become small, and stays accurate", () => {
    const structure = sparseStructure(2, [
      [0, 1],
      [1, 0],
    ]);
    const solver = new SparseLU(structure);
    solver.factor(fillValues(structure, (i, j) => (i === j ? 2 : 1)));
    expect(solver.searches).toBe(1);
    // with the old pivots 1e-20 on the diagonal would wipe out the rest
    const values = fillValues(structure, (i, j) => (i === j ? 1e-20 : 1));
    expect(solver.factor(values)).toBe(-1);
    expect(solver.searches).toBe(2);
    const b = Float64Array.of(3, 5);
    solver.solve(b);
    expect(b).toEqual(Float64Array.of(5, 3));
  });

  it("gives the same bits after a search as after a re-factorisation with the same pivots", () => {
    const structure = grid(9);
    const values = fillValues(structure, (i, j) => (i === j ? 5 : Math.sin(i + 2 * j)));
    const fresh = new SparseLU(structure);
    const used = new SparseLU(structure);
    used.factor(fillValues(structure, diffusion(1)));
    fresh.factor(values);
    used.factor(values);
    const b = Float64Array.from({ length: 81 }, (_, i) => Math.sin(i));
    const c = b.slice();
    fresh.solve(b);
    used.solve(c);
    expect(used.searches).toBe(1);
    expect(c).toEqual(b);
  });

  it("avoids fill on a saddle-point matrix, whose diagonal is half zero", () => {
    // [[D, Bᵀ], [B, 0]] with tridiagonal B: rows of zero diagonal must be matched elsewhere
    const m = 400;
    const entries: [number, number][] = [];
    for (let i = 0; i < m; i++) {
      for (const j of [i - 1, i, i + 1]) if (j >= 0 && j < m) entries.push([m + i, j], [j, m + i]);
    }
    const structure = sparseStructure(2 * m, entries);
    const values = fillValues(structure, (i, j) => {
      if (i === j) return i < m ? 1e-3 : 0;
      return Math.abs(i - j) === m ? 4 : 1;
    });
    const solver = new SparseLU(structure);
    expect(solver.factor(values)).toBe(-1);
    expect(solver.pattern.lp[2 * m]).toBeLessThan(10 * m);
    const x = Float64Array.from({ length: 2 * m }, (_, i) => Math.sin(3 * i));
    const b = multiply(structure, values, x);
    solver.solve(b);
    for (let i = 0; i < 2 * m; i++) expect(b[i]).toBeCloseTo(x[i], 12);
  });

  it("reports the column of a dependent pair as singular", () => {
    const structure = sparseStructure(3, [
      [0, 1],
      [1, 0],
    ]);
    const solver = new SparseLU(structure);
    expect([0, 1]).toContain(solver.factor(fillValues(structure, () => 1)));
  });

  it("re-factors without growth of its storage", () => {
    const structure = grid(20);
    for (const solver of [new SparseLU(structure), new SparseComplexLU(structure)]) {
      const values = fillValues(structure, diffusion(1));
      const run = () =>
        solver instanceof SparseLU ? solver.factor(values) : solver.factor(values, new Float64Array(values.length));
      run();
      const { li, ui } = solver.pattern;
      run();
      expect(solver.pattern.li).toBe(li);
      expect(solver.pattern.ui).toBe(ui);
    }
  });

  it("searches for complex pivots again when an old one has become small", () => {
    const structure = sparseStructure(2, [
      [0, 1],
      [1, 0],
    ]);
    const solver = new SparseComplexLU(structure);
    const zero = new Float64Array(4);
    solver.factor(
      fillValues(structure, (i, j) => (i === j ? 2 : 1)),
      zero,
    );
    const im = fillValues(structure, (i, j) => (i === j ? 1e-20 : 1));
    expect(solver.factor(zero, im)).toBe(-1);
    expect(solver.searches).toBe(2);
    const re = Float64Array.of(3, 5);
    const b = Float64Array.of(0, 0);
    solver.solve(re, b);
    // i·(y, x) = (3, 5)  →  x = −5i, y = −3i
    expect(b).toEqual(Float64Array.of(-5, -3));
    expect(Math.max(...re.map(Math.abs))).toBeLessThan(1e-15);
  });
});
