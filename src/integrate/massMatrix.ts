/**
 * The constant matrix M of M·y' = f(t, y), possibly singular, given in the layout of the Jacobian; the identity when
 * absent. Only its non-zero entries are kept, so that a diagonal M costs n operations in any layout.
 */
import { diagonalPositions, type MatrixStructure } from "../math/matrixStructure.ts";
import { forEachEntry } from "./matrixEntries.ts";

export class MassMatrix {
  readonly isIdentity: boolean;
  /** Size of the largest entry. */
  readonly largest: number;
  private readonly rows: Int32Array;
  private readonly columns: Int32Array;
  private readonly entries: Float64Array;
  /** Where the entries stand in the array of values of the structure. */
  private readonly positions: Int32Array;

  constructor(structure: MatrixStructure, values: Float64Array | undefined) {
    this.isIdentity = values === undefined;
    if (values === undefined && structure.kind !== "sparse") {
      this.rows = this.columns = new Int32Array(0);
      this.positions = diagonalPositions(structure);
      this.entries = new Float64Array(structure.size).fill(1);
      this.largest = 1;
      return;
    }
    const rows: number[] = [];
    const columns: number[] = [];
    const positions: number[] = [];
    forEachEntry(structure, (p, i, j) => {
      const isPresent = values === undefined ? i === j : values[p] !== 0;
      if (!isPresent) return;
      rows.push(i);
      columns.push(j);
      positions.push(p);
    });
    this.rows = Int32Array.from(rows);
    this.columns = Int32Array.from(columns);
    this.positions = Int32Array.from(positions);
    this.entries = Float64Array.from(positions, (p) => (values === undefined ? 1 : values[p]));
    this.largest = this.entries.reduce((size, entry) => Math.max(size, Math.abs(entry)), 0);
  }

  /** The first n entries of the diagonal. */
  diagonal(n: number): Float64Array {
    const diagonal = new Float64Array(n);
    if (this.isIdentity) return diagonal.fill(1);
    this.rows.forEach((row, k) => {
      if (row === this.columns[k]) diagonal[row] = this.entries[k];
    });
    return diagonal;
  }

  /** out ← M·v. The arrays must differ. */
  multiply(out: Float64Array, v: Float64Array): void {
    const { rows, columns, entries } = this;
    if (this.isIdentity) {
      out.set(v);
      return;
    }
    out.fill(0);
    for (let k = 0; k < entries.length; k++) out[rows[k]] += entries[k] * v[columns[k]];
  }

  /** out ← scale·M − J, in the layout of the structure. */
  subtract(out: Float64Array, jacobian: Float64Array, scale: number): void {
    const { entries, positions } = this;
    for (let p = 0; p < out.length; p++) out[p] = -jacobian[p];
    for (let k = 0; k < entries.length; k++) out[positions[k]] += scale * entries[k];
  }

  /** out ← scale·M; `out` must be zero outside of the entries of M. */
  scaled(out: Float64Array, scale: number): void {
    const { entries, positions } = this;
    for (let k = 0; k < entries.length; k++) out[positions[k]] = scale * entries[k];
  }
}
