/**
 * Where the entries of a square matrix are stored. All solvers work on a flat array of values
 * in one of three layouts, so that the code above the factorisations does not care which it is.
 *
 * Legend   n   number of rows and columns
 *   dense    n·n values, column-major:        a(i, j) = values[i + n·j]
 *   banded   (lower + upper + 1)·n values:    a(i, j) = values[upper + i − j + (lower + upper + 1)·j]
 *   sparse   compressed columns: the rows of column j are rowIndices[columnPointers[j] … columnPointers[j+1] − 1],
 *            strictly increasing, their values at the same positions
 */
import { RattlebackError } from "../errors/rattlebackError.ts";

export interface DenseStructure {
  readonly kind: "dense";
  readonly size: number;
}

/**
 * Rows `first` … `first + size − 1` of a matrix are zero but in the columns of the same numbers, and in the `columns` columns from `column`
 * on, which belong to no block.
 */
export interface EliminatedBlock {
  readonly first: number;
  readonly size: number;
  readonly column: number;
  readonly columns: number;
}

export interface BandedStructure {
  readonly kind: "banded";
  readonly size: number;
  /** Number of sub-diagonals. */
  readonly lower: number;
  /** Number of super-diagonals. */
  readonly upper: number;
}

export interface SparseStructure {
  readonly kind: "sparse";
  readonly size: number;
  readonly columnPointers: Int32Array;
  readonly rowIndices: Int32Array;
}

/**
 * A sparse matrix whose first unknowns are in blocks, one behind the other from the first unknown on, that are eliminated before the
 * others. All entries of a block, and those in its further columns, are there.
 */
export interface EliminatedStructure extends SparseStructure {
  readonly eliminated: readonly EliminatedBlock[];
}

export type MatrixStructure = DenseStructure | BandedStructure | SparseStructure;

export function isEliminated(structure: SparseStructure): structure is EliminatedStructure {
  return "eliminated" in structure;
}

/** Length of the array of values. */
export function valueCount(structure: MatrixStructure): number {
  switch (structure.kind) {
    case "dense":
      return structure.size * structure.size;
    case "banded":
      return (structure.lower + structure.upper + 1) * structure.size;
    case "sparse":
      return structure.columnPointers[structure.size];
  }
}

/** Position of each diagonal entry in the array of values. A sparse structure must contain its whole diagonal. */
export function diagonalPositions(structure: MatrixStructure): Int32Array {
  const n = structure.size;
  const positions = new Int32Array(n);
  for (let j = 0; j < n; j++) {
    if (structure.kind === "dense") positions[j] = j + n * j;
    else if (structure.kind === "banded") positions[j] = structure.upper + (structure.lower + structure.upper + 1) * j;
    else positions[j] = entryPosition(structure, j, j);
  }
  return positions;
}

/** The sparse structure with the given entries (any order, repetitions allowed) and the whole diagonal. */
export function sparseStructure(
  size: number,
  entries: Iterable<readonly [row: number, column: number]>,
): SparseStructure {
  const columns: Set<number>[] = Array.from({ length: size }, (_, j) => new Set([j]));
  for (const [row, column] of entries) {
    const inside =
      Number.isInteger(row) && Number.isInteger(column) && row >= 0 && column >= 0 && row < size && column < size;
    if (!inside) {
      throw new RattlebackError("E-SPARSITY", `The entry (${row}, ${column}) is outside a ${size} × ${size} matrix.`, {
        path: "sparsity",
        hint: "rows and columns count from 0 to size − 1",
        data: { row, column, size },
      });
    }
    columns[column].add(row);
  }
  const columnPointers = new Int32Array(size + 1);
  for (let j = 0; j < size; j++) columnPointers[j + 1] = columnPointers[j] + columns[j].size;
  const rowIndices = new Int32Array(columnPointers[size]);
  for (let j = 0; j < size; j++)
    rowIndices.set(
      [...columns[j]].sort((a, b) => a - b),
      columnPointers[j],
    );
  return { kind: "sparse", size, columnPointers, rowIndices };
}

function entryPosition(structure: SparseStructure, row: number, column: number): number {
  for (let p = structure.columnPointers[column]; p < structure.columnPointers[column + 1]; p++) {
    if (structure.rowIndices[p] === row) return p;
  }
  throw new RattlebackError("E-SPARSITY", `The sparse structure has no entry (${row}, ${column}).`, {
    path: "sparsity",
    hint: "build it with sparseStructure(), which adds the diagonal",
    data: { row, column },
  });
}
