// The determinant by expansion, against the sign that the factors give, for full and sparse matrices.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DenseLU } from "../../src/math/denseLU.ts";
import { SparseLU } from "../../src/math/sparse/sparseLU.ts";

function determinant(rows: readonly (readonly number[])[]): number {
  if (rows.length === 0) return 1;
  return rows.reduce((sum, [first], i) => {
    const minor = rows.filter((_, k) => k !== i).map((row) => row.slice(1));
    return sum + (i % 2 === 0 ? 1 : -1) * first! * determinant(minor);
  }, 0);
}

const matrices = fc
  .integer({ min: 1, max: 6 })
  .chain((n) => {
    const entry = fc.oneof(fc.constant(0), fc.integer({ min: -9, max: 9 }));
    return fc.array(fc.array(entry, { minLength: n, maxLength: n }), { minLength: n, maxLength: n });
  })
  .filter((rows) => determinant(rows) !== 0);

/** All entries are in the pattern where `isFull`, otherwise those that are not zero, and the diagonal. */
function sparse(rows: readonly (readonly number[])[], isFull: boolean): { lu: SparseLU; values: Float64Array } {
  const n = rows.length;
  const columnPointers = new Int32Array(n + 1);
  const rowIndices: number[] = [];
  const values: number[] = [];
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      if (!isFull && i !== j && rows[i]![j] === 0) continue;
      rowIndices.push(i);
      values.push(rows[i]![j]!);
    }
    columnPointers[j + 1] = rowIndices.length;
  }
  const structure = { kind: "sparse", size: n, columnPointers, rowIndices: Int32Array.from(rowIndices) } as const;
  return { lu: new SparseLU(structure), values: Float64Array.from(values) };
}

describe("the sign of a determinant", () => {
  it("is that of the factors", () => {
    fc.assert(
      fc.property(matrices, fc.boolean(), (rows, isFull) => {
        const sign = Math.sign(determinant(rows));
        const dense = new DenseLU(rows.length);
        expect(dense.factor(Float64Array.from(rows[0]!.flatMap((_, j) => rows.map((row) => row[j]!))))).toBe(-1);
        expect(dense.determinantSign()).toBe(sign);
        const { lu, values } = sparse(rows, isFull);
        expect(lu.factor(values)).toBe(-1);
        expect(lu.determinantSign()).toBe(sign);
      }),
    );
  });

  it("follows the values of a sparse matrix whose factors keep their order, and those that are restored", () => {
    fc.assert(
      fc.property(matrices, (rows) => {
        const { lu, values } = sparse(rows, true);
        lu.factor(values);
        const sign = lu.determinantSign();
        const snapshot = lu.save();
        lu.factor(values.map((value) => -value));
        expect(lu.determinantSign()).toBe(rows.length % 2 === 0 ? sign : -sign);
        lu.restore(snapshot);
        expect(lu.determinantSign()).toBe(sign);
      }),
    );
  });
});
