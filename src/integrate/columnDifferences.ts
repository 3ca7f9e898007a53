/**
 * Columns of a Jacobian from differences of a function: the groups of columns that can be moved together, and
 * where the difference of a column goes in the layout of the matrix.
 *
 * Source   [Curtis1974]
 */
import { columnGroups } from "../math/columnGroups.ts";
import type { MatrixStructure } from "../math/matrixStructure.ts";

export class ColumnDifferences {
  readonly structure: MatrixStructure;
  /** Number of groups, which is the number of evaluations per Jacobian. */
  readonly count: number;
  /** The columns of group k are columns[start[k] … start[k+1] − 1]. */
  readonly start: Int32Array;
  readonly columns: Int32Array;

  constructor(structure: MatrixStructure) {
    const n = structure.size;
    const { count, groupOf } = columnGroups(structure);
    this.structure = structure;
    this.count = count;
    this.start = new Int32Array(count + 1);
    for (let j = 0; j < n; j++) this.start[groupOf[j] + 1]++;
    for (let k = 0; k < count; k++) this.start[k + 1] += this.start[k];
    this.columns = new Int32Array(n);
    const next = this.start.slice();
    for (let j = 0; j < n; j++) this.columns[next[groupOf[j]]++] = j;
  }

  /** Column j of `values` ← (moved − base)·scale in the rows that the structure allows. */
  store(values: Float64Array, j: number, base: Float64Array, moved: Float64Array, scale: number): void {
    const { structure } = this;
    const n = structure.size;
    if (structure.kind === "dense") {
      for (let i = 0; i < n; i++) values[i + n * j] = (moved[i] - base[i]) * scale;
    } else if (structure.kind === "banded") {
      const offset = structure.upper - j + (structure.lower + structure.upper + 1) * j;
      const last = Math.min(n - 1, j + structure.lower);
      for (let i = Math.max(0, j - structure.upper); i <= last; i++) values[offset + i] = (moved[i] - base[i]) * scale;
    } else {
      const { columnPointers, rowIndices } = structure;
      for (let p = columnPointers[j]; p < columnPointers[j + 1]; p++) {
        values[p] = (moved[rowIndices[p]] - base[rowIndices[p]]) * scale;
      }
    }
  }
}
