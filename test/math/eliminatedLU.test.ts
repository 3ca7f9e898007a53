/** Factorisations that eliminate blocks first, against dense ones of the same matrices. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createComplexFactorization, createFactorization } from "../../src/math/createFactorization.ts";
import type { EliminatedBlock, EliminatedStructure } from "../../src/math/matrixStructure.ts";

/** Blocks of one and of four unknowns, as positions and quaternions have, each with columns of its own; rest: unknowns that belong to no block. */
const structures = fc
  .record({ sizes: fc.array(fc.constantFrom(1, 2, 4), { minLength: 1, maxLength: 8 }), extra: fc.nat(3) })
  .map(({ sizes, extra }) => {
    const eliminatedCount = sizes.reduce((sum, size) => sum + size, 0);
    let first = 0;
    let column = eliminatedCount;
    const eliminated: EliminatedBlock[] = sizes.map((size) => {
      const columns = Math.max(1, size - 1);
      const block = { first, size, column, columns };
      first += size;
      column += columns;
      return block;
    });
    return { kind: "dense", size: column + extra, eliminated } satisfies EliminatedStructure;
  });

/** Entries between −1 and 1 where the structure has some; `shift` on the diagonal. */
function fill({ size: n, eliminated }: EliminatedStructure, numbers: readonly number[], shift: number): Float64Array {
  const values = new Float64Array(n * n);
  let k = 0;
  const next = (): number => numbers[k++ % numbers.length]! + 1e-3 * Math.sin(k);
  const blockOf = (i: number): EliminatedBlock | undefined =>
    eliminated.find(({ first, size }) => i >= first && i < first + size);
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      const block = blockOf(i);
      const isOwn =
        block === undefined ||
        (j >= block.first && j < block.first + block.size) ||
        (j >= block.column && j < block.column + block.columns);
      values[i + n * j] = (isOwn ? next() : 0) + (i === j ? shift : 0);
    }
  }
  return values;
}

const numbers = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 7, maxLength: 40 });
const seed = 20250611;
const largest = (v: Float64Array): number => v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

describe("elimination of blocks", () => {
  it("solves what a dense factorisation solves, whatever the blocks are", () => {
    fc.assert(
      fc.property(structures, numbers, (structure, entries) => {
        const n = structure.size;
        // larger than the sum of the other entries of a row: no pivot is small
        const values = fill(structure, entries, 2 * n);
        const [eliminated, dense] = [createFactorization(structure), createFactorization({ kind: "dense", size: n })];
        const b = Float64Array.from({ length: n }, (_, i) => Math.cos(i));
        const expected = b.slice();
        expect(eliminated.factor(values)).toBe(-1);
        dense.factor(values);
        eliminated.solve(b);
        dense.solve(expected);
        for (let i = 0; i < n; i++) expect(Math.abs(b[i]! - expected[i]!)).toBeLessThan(1e-14 * n * largest(expected));
      }),
      { seed },
    );
  });

  it("does so for complex matrices that are real but for their diagonal", () => {
    fc.assert(
      fc.property(structures, numbers, (structure, entries) => {
        const n = structure.size;
        const re = fill(structure, entries, 2 * n);
        const im = new Float64Array(n * n);
        for (let i = 0; i < n; i++) im[i + n * i] = 3;
        const eliminated = createComplexFactorization(structure);
        const dense = createComplexFactorization({ kind: "dense", size: n });
        const [bre, bim] = [0, 1].map((p) => Float64Array.from({ length: n }, (_, i) => Math.cos(i + p)));
        const [xre, xim] = [bre!.slice(), bim!.slice()];
        expect(eliminated.factor(re, im)).toBe(-1);
        dense.factor(re, im);
        eliminated.solve(bre!, bim!);
        dense.solve(xre, xim);
        const size = Math.max(largest(xre), largest(xim));
        for (let i = 0; i < n; i++) {
          expect(Math.abs(bre![i]! - xre[i]!)).toBeLessThan(1e-14 * n * size);
          expect(Math.abs(bim![i]! - xim[i]!)).toBeLessThan(1e-14 * n * size);
        }
      }),
      { seed },
    );
  });

  it("gives bit-equal solutions after save and restore", () => {
    fc.assert(
      fc.property(structures, numbers, (structure, entries) => {
        const n = structure.size;
        const values = fill(structure, entries, 2 * n);
        const im = new Float64Array(n * n);
        for (let i = 0; i < n; i++) im[i + n * i] = 3;
        const [real, again] = [createFactorization(structure), createFactorization(structure)];
        const [complex, complexAgain] = [createComplexFactorization(structure), createComplexFactorization(structure)];
        real.factor(values);
        complex.factor(values, im);
        again.restore(real.save());
        complexAgain.restore(complex.save());
        const vectors = Array.from({ length: 6 }, () => Float64Array.from({ length: n }, (_, i) => Math.cos(i)));
        real.solve(vectors[0]!);
        again.solve(vectors[1]!);
        complex.solve(vectors[2]!, vectors[3]!);
        complexAgain.solve(vectors[4]!, vectors[5]!);
        expect(vectors[1]).toEqual(vectors[0]);
        expect([vectors[4], vectors[5]]).toEqual([vectors[2], vectors[3]]);
      }),
      { seed, numRuns: 20 },
    );
  });

  it("names the column of a block, or of what is left, that makes the matrix singular", () => {
    const eliminated = [
      { first: 0, size: 1, column: 3, columns: 1 },
      { first: 1, size: 2, column: 4, columns: 1 },
    ];
    const structure: EliminatedStructure = { kind: "dense", size: 5, eliminated };
    const identity = new Float64Array(25);
    for (let i = 0; i < 5; i++) identity[6 * i] = 1;
    const without = (column: number): Float64Array => identity.map((x, k) => (k === 6 * column ? 0 : x));
    for (const column of [0, 1, 2, 3, 4]) {
      expect(createFactorization(structure).factor(without(column))).toBe(column);
      expect(createComplexFactorization(structure).factor(without(column), new Float64Array(25))).toBe(column);
    }
  });
});
