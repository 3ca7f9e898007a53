import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import type { SparseStructure } from "../../src/math/matrixStructure.ts";
import { diagonalPositions, sparseStructure, valueCount } from "../../src/math/matrixStructure.ts";

describe("the structure of a matrix", () => {
  it("tells how many values there are and where the diagonal is", () => {
    expect(valueCount({ kind: "dense", size: 3 })).toBe(9);
    expect([...diagonalPositions({ kind: "dense", size: 3 })]).toEqual([0, 4, 8]);
    expect(valueCount({ kind: "banded", size: 4, lower: 1, upper: 2 })).toBe(16);
    expect([...diagonalPositions({ kind: "banded", size: 4, lower: 1, upper: 2 })]).toEqual([2, 6, 10, 14]);
    const sparse = sparseStructure(3, [
      [2, 0],
      [0, 2],
    ]);
    expect(valueCount(sparse)).toBe(5);
    expect([...diagonalPositions(sparse)]).toEqual([0, 2, 4]);
  });

  it("of a sparse matrix has sorted columns without repetition and the whole diagonal", () => {
    const { columnPointers, rowIndices } = sparseStructure(3, [
      [2, 1],
      [0, 1],
      [2, 1],
      [1, 1],
    ]);
    expect([...columnPointers]).toEqual([0, 1, 4, 5]);
    expect([...rowIndices]).toEqual([0, 0, 1, 2, 2]);
  });

  it("refuses entries outside the matrix and a sparse matrix without its diagonal", () => {
    for (const entry of [
      [3, 0],
      [0, -1],
      [0.5, 0],
    ] as [number, number][]) {
      const attempt = () => sparseStructure(3, [entry]);
      expect(attempt).toThrow(RattlebackError);
      expect(attempt).toThrow(/E-SPARSITY.*\n.*\n.*count from 0 to size − 1/);
    }
    const hollow: SparseStructure = {
      kind: "sparse",
      size: 1,
      columnPointers: Int32Array.of(0, 0),
      rowIndices: new Int32Array(0),
    };
    expect(() => diagonalPositions(hollow)).toThrow(/E-SPARSITY.*\n.*\n.*sparseStructure\(\)/);
  });
});
