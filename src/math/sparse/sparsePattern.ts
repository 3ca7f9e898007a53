/**
 * What the real and the complex sparse factorisations share: the orders of rows and columns and the patterns of the factors.
 *
 * Source   [Davis2006] sec. 3.2 (reach of a sparse triangular solve), 6.2 (left-looking LU)
 * Legend   B = P·A·Q = L·U, the matrix with rows and columns in pivot order
 *          columnAt[k]   column of A at place k
 *          placeOf[i]    place of row i of A, −1 while it has none
 *          lp, li        pattern of L below the diagonal by columns; rows of A while pivots are searched, then places
 *          up, ui        pattern of U above the diagonal by columns, as places
 *          searchEnd[j]  end of the part of column j of L that the search for reached rows must follow
 *          target[p]     place of the row of entry p of A
 *          chain[k]      how many columns after k have the pattern of column k of L, less the columns passed:
 *                        such columns are used together (supernodes)
 */
import type { FactorizationSnapshot } from "../factorization.ts";
import type { SparseStructure } from "../matrixStructure.ts";
import { minimumDegreeOrder } from "./minimumDegree.ts";
import { symmetricPattern } from "./symmetricPattern.ts";
import { matchRows } from "./transversal.ts";

const none = -1;

export class SparsePattern {
  readonly structure: SparseStructure;
  readonly size: number;
  /** The columns have an order. */
  isOrdered = false;
  /** The factors have a pattern, so that new values can be factored without search for pivots. */
  isComplete = false;
  readonly columnAt: Int32Array;
  /** Row that column columnAt[k] prefers as pivot. */
  readonly preferredRow: Int32Array;
  readonly placeOf: Int32Array;
  readonly lp: Int32Array;
  li: Int32Array = new Int32Array(0);
  private readonly searchEnd: Int32Array;
  readonly up: Int32Array;
  ui: Int32Array = new Int32Array(0);
  readonly target: Int32Array;
  readonly chain: Int32Array;

  // search for the rows reached by a column
  readonly reached: Int32Array;
  private readonly stack: Int32Array;
  private readonly position: Int32Array;
  private readonly visitedBy: Int32Array;

  constructor(structure: SparseStructure) {
    const n = structure.size;
    this.structure = structure;
    this.size = n;
    this.columnAt = new Int32Array(n);
    this.preferredRow = new Int32Array(n);
    this.placeOf = new Int32Array(n);
    this.lp = new Int32Array(n + 1);
    this.searchEnd = new Int32Array(n);
    this.up = new Int32Array(n + 1);
    this.target = new Int32Array(structure.columnPointers[n]);
    this.chain = new Int32Array(n);
    this.reached = new Int32Array(n);
    this.stack = new Int32Array(n);
    this.position = new Int32Array(n);
    this.visitedBy = new Int32Array(n);
  }

  /** Orders the columns for little fill. `sizes[p]` is the size of entry p of A. */
  order(sizes: Float64Array): void {
    const n = this.size;
    const rowOf = matchRows(this.structure, sizes);
    const columnOfRow = new Int32Array(n);
    for (let j = 0; j < n; j++) columnOfRow[rowOf[j]] = j;
    const { order, fill } = minimumDegreeOrder(symmetricPattern(this.structure, columnOfRow));
    for (let k = 0; k < n; k++) {
      this.columnAt[k] = order[k];
      this.preferredRow[k] = rowOf[order[k]];
    }
    this.li = new Int32Array(fill);
    this.ui = new Int32Array(fill);
    this.isOrdered = true;
  }

  /** Before the search for pivots. */
  begin(): void {
    this.isComplete = false;
    this.placeOf.fill(none);
    this.visitedBy.fill(none);
    this.lp[0] = 0;
    this.up[0] = 0;
  }

  /** Room for one more full column in both factors. */
  reserve(k: number): void {
    const n = this.size;
    if (this.lp[k] + n > this.li.length) this.li = enlarged(this.li, this.lp[k] + n);
    if (this.up[k] + n > this.ui.length) this.ui = enlarged(this.ui, this.up[k] + n);
  }

  /**
   * The rows in which column k of L·U gets entries: those reached from the entries of the column of A along the columns
   * of L that are known. They are reached[top … n − 1], each row before the rows that depend on it. Returns top.
   */
  reach(k: number): number {
    const { columnPointers, rowIndices } = this.structure;
    const { placeOf, lp, li, searchEnd, reached, stack, position, visitedBy } = this;
    const column = this.columnAt[k];
    let top = this.size;
    for (let p = columnPointers[column]; p < columnPointers[column + 1]; p++) {
      if (visitedBy[rowIndices[p]] === k) continue;
      let depth = 0;
      stack[0] = rowIndices[p];
      visitedBy[rowIndices[p]] = k;
      position[0] = placeOf[rowIndices[p]] < 0 ? 0 : lp[placeOf[rowIndices[p]]];
      while (depth >= 0) {
        const i = stack[depth];
        const place = placeOf[i];
        const end = place < 0 ? 0 : searchEnd[place];
        let q = position[depth];
        while (q < end && visitedBy[li[q]] === k) q++;
        if (q >= end) {
          depth--;
          reached[--top] = i;
          continue;
        }
        position[depth] = q + 1;
        depth++;
        const row = li[q];
        stack[depth] = row;
        visitedBy[row] = k;
        position[depth] = placeOf[row] < 0 ? 0 : lp[placeOf[row]];
      }
    }
    return top;
  }

  /**
   * Row i became the pivot of column k, whose columns of L and U are stored. When u(j, k) and l(i, j) both are entries,
   * column k of L contains all rows of column j without a place yet, so later searches need not follow these from
   * column j ([Eisenstat1993], symmetric pruning). They move to the end of column j, with their values.
   */
  close(k: number, i: number, lx: Float64Array, ly: Float64Array | undefined): void {
    const { lp, li, up, ui, placeOf, searchEnd } = this;
    searchEnd[k] = lp[k + 1];
    for (let q = up[k]; q < up[k + 1]; q++) {
      const j = ui[q];
      if (searchEnd[j] < lp[j + 1] || !isInRange(i, li, lp[j], lp[j + 1])) continue;
      let end = lp[j + 1];
      for (let p = lp[j]; p < end; ) {
        if (placeOf[li[p]] >= 0) {
          p++;
          continue;
        }
        end--;
        swap(li, p, end);
        swap(lx, p, end);
        if (ly !== undefined) swap(ly, p, end);
      }
      searchEnd[j] = end;
    }
  }

  /** After the search for pivots: rows of L become places, columns of both factors sorted, chains found. */
  complete(): void {
    const n = this.size;
    const { lp, li, up, ui, placeOf, target, chain } = this;
    for (let p = 0; p < lp[n]; p++) li[p] = placeOf[li[p]];
    sortColumns(n, lp, li);
    sortColumns(n, up, ui);
    const { rowIndices } = this.structure;
    for (let p = 0; p < rowIndices.length; p++) target[p] = placeOf[rowIndices[p]];
    for (let k = n - 1; k >= 0; k--) chain[k] = this.continues(k) ? chain[k + 1] + 1 : 0;
    this.isComplete = true;
  }

  save(): Record<string, Int32Array> {
    const n = this.size;
    const state = Int32Array.of(Number(this.isOrdered), Number(this.isComplete));
    if (!this.isComplete) return { state, columnAt: this.columnAt.slice(), preferredRow: this.preferredRow.slice() };
    return {
      state,
      columnAt: this.columnAt.slice(),
      preferredRow: this.preferredRow.slice(),
      placeOf: this.placeOf.slice(),
      lp: this.lp.slice(),
      li: this.li.slice(0, this.lp[n]),
      up: this.up.slice(),
      ui: this.ui.slice(0, this.up[n]),
      target: this.target.slice(),
      chain: this.chain.slice(),
    };
  }

  restore(snapshot: FactorizationSnapshot): void {
    const [isOrdered, isComplete] = snapshot["state"]!;
    this.isOrdered = isOrdered === 1;
    this.isComplete = isComplete === 1;
    this.columnAt.set(snapshot["columnAt"]!);
    this.preferredRow.set(snapshot["preferredRow"]!);
    if (!this.isComplete) return;
    this.placeOf.set(snapshot["placeOf"]!);
    this.lp.set(snapshot["lp"]!);
    this.li = Int32Array.from(snapshot["li"]!);
    this.up.set(snapshot["up"]!);
    this.ui = Int32Array.from(snapshot["ui"]!);
    this.target.set(snapshot["target"]!);
    this.chain.set(snapshot["chain"]!);
  }

  /** True when column k of L is k + 1 followed by column k + 1 of L. */
  private continues(k: number): boolean {
    const { lp, li } = this;
    if (k + 1 >= this.size || lp[k + 1] === lp[k] || li[lp[k]] !== k + 1) return false;
    const length = lp[k + 1] - lp[k] - 1;
    if (lp[k + 2] - lp[k + 1] !== length) return false;
    for (let q = 0; q < length; q++) if (li[lp[k] + 1 + q] !== li[lp[k + 1] + q]) return false;
    return true;
  }
}

function isInRange(i: number, rows: Int32Array, from: number, to: number): boolean {
  for (let p = from; p < to; p++) if (rows[p] === i) return true;
  return false;
}

function swap(array: Int32Array | Float64Array, i: number, j: number): void {
  const held = array[i];
  array[i] = array[j];
  array[j] = held;
}

/** A longer copy, at least half as long again. */
export function enlarged<T extends Int32Array | Float64Array>(array: T, least: number): T {
  const length = Math.max(least, array.length + (array.length >> 1));
  const copy = array instanceof Int32Array ? new Int32Array(length) : new Float64Array(length);
  copy.set(array);
  return copy as T; // the same class as `array`
}

/** Sorts the indices inside each column by two transpositions, which take linear time. */
function sortColumns(n: number, pointers: Int32Array, indices: Int32Array): void {
  const count = pointers[n];
  const rowPointers = new Int32Array(n + 1);
  for (let p = 0; p < count; p++) rowPointers[indices[p] + 1]++;
  for (let i = 0; i < n; i++) rowPointers[i + 1] += rowPointers[i];
  const columns = new Int32Array(count);
  const next = rowPointers.slice(0, n);
  for (let j = 0; j < n; j++) {
    for (let p = pointers[j]; p < pointers[j + 1]; p++) columns[next[indices[p]]++] = j;
  }
  next.set(pointers.subarray(0, n));
  for (let i = 0; i < n; i++) {
    for (let p = rowPointers[i]; p < rowPointers[i + 1]; p++) indices[next[columns[p]]++] = i;
  }
}
