/**
 * Matches each column of a sparse matrix with a row in which it has a non-zero value, so that these entries can be the
 * diagonal. Iteration matrices of ODEs keep their diagonal; those of DAEs have zeros there that must be avoided,
 * or the fill-reducing order would be spoiled by pivots off the diagonal.
 *
 * Source   [Duff1981] (maximum transversal by depth-first augmenting paths with look-ahead)
 * Method   1. every non-zero diagonal entry is taken;  2. a column without one takes its largest entry in a free row;
 *          3. the columns left over look for an augmenting path.
 */
import type { SparseStructure } from "../matrixStructure.ts";

const none = -1;

/** `sizes[p]` ≥ 0 is the size of entry p. Returns the row of each column; unmatched columns get the unmatched rows. */
export function matchRows(structure: SparseStructure, sizes: Float64Array): Int32Array {
  const { size: n, columnPointers, rowIndices } = structure;
  const rowOf = new Int32Array(n).fill(none);
  const columnOf = new Int32Array(n).fill(none);
  const assign = (row: number, column: number) => {
    rowOf[column] = row;
    columnOf[row] = column;
  };

  for (let j = 0; j < n; j++) {
    for (let p = columnPointers[j]; p < columnPointers[j + 1]; p++) {
      if (rowIndices[p] === j && sizes[p] > 0) assign(j, j);
    }
  }
  for (let j = 0; j < n; j++) {
    if (rowOf[j] !== none) continue;
    let best = none;
    for (let p = columnPointers[j]; p < columnPointers[j + 1]; p++) {
      if (columnOf[rowIndices[p]] !== none || !(sizes[p] > 0)) continue;
      if (best === none || sizes[p] > sizes[best]) best = p;
    }
    if (best !== none) assign(rowIndices[best], j);
  }
  augment(structure, sizes, rowOf, columnOf);

  let free = 0;
  for (let j = 0; j < n; j++) {
    if (rowOf[j] !== none) continue;
    while (columnOf[free] !== none) free++;
    assign(free, j);
  }
  return rowOf;
}

/** Depth-first search for a path column → row → its column → … → free row, from every unmatched column. */
function augment(structure: SparseStructure, sizes: Float64Array, rowOf: Int32Array, columnOf: Int32Array): void {
  const { size: n, columnPointers, rowIndices } = structure;
  const visitedFrom = new Int32Array(n).fill(none); // by row: the unmatched column whose search met it
  const lookAhead = columnPointers.slice(0, n); // entries before this position lead to matched rows
  const position = new Int32Array(n);
  const path = new Int32Array(n); // columns

  for (let root = 0; root < n; root++) {
    if (rowOf[root] !== none) continue;
    let depth = 0;
    path[0] = root;
    position[0] = columnPointers[root];
    while (depth >= 0) {
      const j = path[depth];
      const end = columnPointers[j + 1];

      let free = none;
      while (free === none && lookAhead[j] < end) {
        const p = lookAhead[j]++;
        if (sizes[p] > 0 && columnOf[rowIndices[p]] === none) free = rowIndices[p];
      }
      if (free !== none) {
        // every column of the path gives up its row to the one before it
        for (let row = free; depth >= 0; depth--) {
          const given = rowOf[path[depth]];
          rowOf[path[depth]] = row;
          columnOf[row] = path[depth];
          row = given;
        }
        break;
      }

      let p = position[depth];
      while (p < end && (!(sizes[p] > 0) || visitedFrom[rowIndices[p]] === root)) p++;
      position[depth] = p + 1;
      if (p >= end) {
        depth--;
        continue;
      }
      visitedFrom[rowIndices[p]] = root;
      depth++;
      path[depth] = columnOf[rowIndices[p]];
      position[depth] = columnPointers[path[depth]];
    }
  }
}
