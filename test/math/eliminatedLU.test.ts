/** Factorisations that eliminate blocks first, against dense ones of the same matrices. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createComplexFactorization, createFactorization } from "../../src/math/createFactorization.ts";
import { EliminatedLU } from "../../src/math/eliminatedLU.ts";
import { eliminationOf } from "../../src/math/elimination.ts";
import { type EliminatedBlock, type EliminatedStructure, sparseStructure } from "../../src/math/matrixStructure.ts";

/** Entries of blocks, of their columns, and of all rows behind the blocks that are not further than `reach` from a column. */
function structureOf(size: number, eliminated: readonly EliminatedBlock[], reach = size): EliminatedStructure {
  const count = eliminated.reduce((sum, block) => sum + block.size, 0);
  const entries: [number, number][] = [];
  const columnsOf = ({ first, size: own, column, columns }: EliminatedBlock): number[] => [
    ...Array.from({ length: own }, (_, k) => first + k),
    ...Array.from({ length: columns }, (_, k) => column + k),
  ];
  for (const block of eliminated) {
    for (const column of columnsOf(block)) {
      for (let k = 0; k < block.size; k++) entries.push([block.first + k, column]);
      for (let row = count; row < size; row++) if (Math.abs(row - block.column) <= reach) entries.push([row, column]);
    }
  }
  for (let column = count; column < size; column++)
    for (let row = count; row < size; row++) if (Math.abs(row - column) <= reach) entries.push([row, column]);
  return { ...sparseStructure(size, entries), eliminated };
}

/** The entries of a structure, of a full matrix. */
function gather({ size: n, columnPointers, rowIndices }: EliminatedStructure, full: Float64Array): Float64Array {
  const values = new Float64Array(rowIndices.length);
  for (let c = 0; c < n; c++)
    for (let p = columnPointers[c]!; p < columnPointers[c + 1]!; p++) values[p] = full[rowIndices[p]! + n * c]!;
  return values;
}

/** Blocks of one and of four unknowns, as positions and quaternions have, each with columns of its own; rest: unknowns that belong to no block. */
const structures = fc
  .record({
    sizes: fc.array(fc.constantFrom(1, 2, 4), { minLength: 1, maxLength: 8 }),
    extra: fc.nat(3),
    reach: fc.integer({ min: 3, max: 30 }),
  })
  .map(({ sizes, extra, reach }) => {
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
    return { size: column + extra, eliminated, reach };
  })
  .map(({ size, eliminated, reach }) => structureOf(size, eliminated, reach));

/** A full matrix with entries between −1 and 1 where the structure has some; `shift` on the diagonal. */
function fill(structure: EliminatedStructure, numbers: readonly number[], shift: number): Float64Array {
  const { size: n, columnPointers, rowIndices } = structure;
  const values = new Float64Array(n * n);
  let k = 0;
  const next = (): number => numbers[k++ % numbers.length]! + 1e-3 * Math.sin(k);
  for (let j = 0; j < n; j++) {
    for (let p = columnPointers[j]!; p < columnPointers[j + 1]!; p++) values[rowIndices[p]! + n * j] = next();
    values[j + n * j]! += shift;
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
        expect(eliminated).toBeInstanceOf(EliminatedLU);
        expect(eliminated.factor(gather(structure, values))).toBe(-1);
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
        expect(eliminated.factor(gather(structure, re), gather(structure, im))).toBe(-1);
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
        real.factor(gather(structure, values));
        complex.factor(gather(structure, values), gather(structure, im));
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
    const structure = structureOf(5, eliminated);
    const identity = new Float64Array(25);
    for (let i = 0; i < 5; i++) identity[6 * i] = 1;
    const without = (column: number): Float64Array => identity.map((x, k) => (k === 6 * column ? 0 : x));
    for (const column of [0, 1, 2, 3, 4]) {
      const values = gather(structure, without(column));
      expect(createFactorization(structure).factor(values)).toBe(column);
      expect(
        createComplexFactorization(structure).factor(
          values,
          values.map(() => 0),
        ),
      ).toBe(column);
    }
  });

  it("orders what is left so that few entries are filled in", () => {
    // bodies of six unknowns each, numbered at random
    const bodies = 30;
    const places = Array.from({ length: bodies }, (_, k) => (k * 7) % bodies);
    const coupled = (pairs: readonly (readonly [number, number])[]): EliminatedStructure => {
      const entries = [
        ...pairs,
        ...pairs.map(([a, b]) => [b, a] as const),
        ...places.map((k) => [k, k] as const),
      ].flatMap(([a, b]) =>
        Array.from({ length: 36 }, (_, k): [number, number] => [6 * a + (k % 6), 6 * b + Math.floor(k / 6)]),
      );
      return { ...sparseStructure(6 * bodies, entries), eliminated: [] };
    };
    const chain = places.slice(1).map((b, k) => [places[k]!, b] as const);
    const ring = [...chain, [places[bodies - 1]!, places[0]!] as const];
    const all = places.flatMap((a) => places.map((b) => [a, b] as const));
    const frontsOf = (pairs: readonly (readonly [number, number])[]) => eliminationOf(coupled(pairs)).fronts;
    // each with one neighbour, with two, and all of them at once
    expect(frontsOf(chain).largest).toBe(2 * 6);
    expect(frontsOf(ring).largest).toBe(3 * 6);
    expect(frontsOf(all).count).toBe(1);
    expect(frontsOf(all).work).toBeCloseTo((6 * bodies) ** 3 / 3, 6);
    expect(frontsOf(chain).work).toBeLessThan(bodies * 6 * (6 * (6 / 3 + 6) + 6 * 6));
  });
});
