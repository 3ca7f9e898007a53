/**
 * The undirected graph of a square sparse matrix: nodes are columns, and each entry a(i, j) joins the column matched
 * to row i with column j. It is the pattern of B + Bᵀ without the diagonal, where B has its matched rows on the diagonal.
 */
import type { SparseStructure } from "../matrixStructure.ts";

/** Neighbours of node j: indices[pointers[j] … pointers[j + 1] − 1], each once, in no particular order. */
export interface AdjacencyLists {
  readonly pointers: Int32Array;
  readonly indices: Int32Array;
}

/** `columnOfRow[i]` is the column whose diagonal place row i takes. */
export function symmetricPattern(structure: SparseStructure, columnOfRow: Int32Array): AdjacencyLists {
  const { size: n, columnPointers, rowIndices } = structure;
  const entries = rowIndices.length;

  // every entry off the diagonal counts once for each of its two nodes
  const first = new Int32Array(n + 1);
  for (let j = 0; j < n; j++) {
    for (let p = columnPointers[j]; p < columnPointers[j + 1]; p++) {
      const i = columnOfRow[rowIndices[p]];
      if (i === j) continue;
      first[i + 1]++;
      first[j + 1]++;
    }
  }
  for (let j = 0; j < n; j++) first[j + 1] += first[j];
  const doubled = new Int32Array(2 * entries);
  const next = first.slice(0, n);
  for (let j = 0; j < n; j++) {
    for (let p = columnPointers[j]; p < columnPointers[j + 1]; p++) {
      const i = columnOfRow[rowIndices[p]];
      if (i === j) continue;
      doubled[next[i]++] = j;
      doubled[next[j]++] = i;
    }
  }

  // remove repetitions in place
  const pointers = new Int32Array(n + 1);
  const seenBy = new Int32Array(n).fill(-1);
  let count = 0;
  for (let j = 0; j < n; j++) {
    for (let p = first[j]; p < first[j + 1]; p++) {
      const i = doubled[p];
      if (seenBy[i] === j) continue;
      seenBy[i] = j;
      doubled[count++] = i;
    }
    pointers[j + 1] = count;
  }
  return { pointers, indices: doubled.slice(0, count) };
}
