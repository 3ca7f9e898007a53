/** Walks over the entries of a matrix in any layout; for setting up, not for inner loops. */
import type { MatrixStructure } from "../math/matrixStructure.ts";

/** Calls `visit` with position, row and column of every entry that the structure allows. */
export function forEachEntry(structure: MatrixStructure, visit: (p: number, i: number, j: number) => void): void {
  const n = structure.size;
  for (let j = 0; j < n; j++) {
    if (structure.kind === "sparse") {
      for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
        visit(p, structure.rowIndices[p], j);
      }
    } else {
      const lower = structure.kind === "dense" ? n : structure.lower;
      const upper = structure.kind === "dense" ? n : structure.upper;
      const at = positionFinder(structure);
      for (let i = Math.max(0, j - upper); i <= Math.min(n - 1, j + lower); i++) visit(at(i, j), i, j);
    }
  }
}

/** The position of entry (i, j), which the structure must allow, in the array of values. */
export function positionFinder(structure: MatrixStructure): (i: number, j: number) => number {
  const n = structure.size;
  if (structure.kind === "dense") return (i, j) => i + n * j;
  if (structure.kind === "banded") {
    const { lower, upper } = structure;
    return (i, j) => upper + i - j + (lower + upper + 1) * j;
  }
  const { columnPointers, rowIndices } = structure;
  return (i, j) => rowIndices.indexOf(i, columnPointers[j]);
}

/** The first column with an entry that is NaN or infinite, −1 when there is none. */
export function firstNotFiniteColumn(structure: MatrixStructure, values: Float64Array): number {
  let column = -1;
  forEachEntry(structure, (p, _i, j) => {
    if (column < 0 && !Number.isFinite(values[p])) column = j;
  });
  return column;
}

/** The first of some columns that has an entry in a row. */
export function columnInRow(structure: MatrixStructure, row: number, columns: Iterable<number>): number {
  const wanted = new Set(columns);
  let column = -1;
  forEachEntry(structure, (_p, i, j) => {
    if (column < 0 && i === row && wanted.has(j)) column = j;
  });
  return column;
}
