/**
 * Groups of structurally orthogonal columns: no two columns of a group have an entry in the same row, so one
 * difference of the right-hand side gives all columns of the group.
 *
 * Source   [Curtis1974]; the greedy order by column count follows [Coleman1983]
 * Method   Dense: every column is its own group. Banded: columns ml + mu + 1 apart never meet, which is optimal.
 *          Sparse: columns in falling number of entries, each into the first group that it does not meet.
 */
import type { MatrixStructure, SparseStructure } from "./matrixStructure.ts";

export interface ColumnGroups {
  /** Number of groups, which is the number of extra evaluations per Jacobian. */
  readonly count: number;
  /** Group of each column, 0 … count − 1. */
  readonly groupOf: Int32Array;
}

export function columnGroups(structure: MatrixStructure): ColumnGroups {
  const n = structure.size;
  if (structure.kind === "sparse") return greedyGroups(structure);
  const count = structure.kind === "dense" ? n : Math.min(n, structure.lower + structure.upper + 1);
  return { count, groupOf: Int32Array.from({ length: n }, (_, j) => j % count) };
}

function greedyGroups(structure: SparseStructure): ColumnGroups {
  const { size: n, columnPointers, rowIndices } = structure;
  const entries = (j: number) => columnPointers[j + 1] - columnPointers[j];
  const order = Array.from({ length: n }, (_, j) => j).sort((a, b) => entries(b) - entries(a) || a - b);
  const columnsOfRow = rowsToColumns(structure);

  const groupOf = new Int32Array(n).fill(-1);
  const metBy = new Int32Array(n).fill(-1); // last column that found a neighbour in this group
  let count = 0;
  for (const j of order) {
    for (let p = columnPointers[j]; p < columnPointers[j + 1]; p++) {
      const row = rowIndices[p];
      for (let q = columnsOfRow.pointers[row]; q < columnsOfRow.pointers[row + 1]; q++) {
        const group = groupOf[columnsOfRow.columns[q]];
        if (group >= 0) metBy[group] = j;
      }
    }
    let group = 0;
    while (group < count && metBy[group] === j) group++;
    groupOf[j] = group;
    if (group === count) count++;
  }
  return { count, groupOf };
}

/** The columns that have an entry in each row. */
function rowsToColumns(structure: SparseStructure): { pointers: Int32Array; columns: Int32Array } {
  const { size: n, columnPointers, rowIndices } = structure;
  const pointers = new Int32Array(n + 1);
  for (const row of rowIndices) pointers[row + 1]++;
  for (let i = 0; i < n; i++) pointers[i + 1] += pointers[i];
  const next = pointers.slice(0, n);
  const columns = new Int32Array(rowIndices.length);
  for (let j = 0; j < n; j++) {
    for (let p = columnPointers[j]; p < columnPointers[j + 1]; p++) columns[next[rowIndices[p]]++] = j;
  }
  return { pointers, columns };
}
