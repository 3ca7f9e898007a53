/**
 * Where the numbers of a sparse matrix go whose first unknowns are eliminated block by block, as positions are by velocities: each block acts
 * on itself and on few of the other unknowns alone.
 *
 *     A = [ D  G ]     D  blocks on the diagonal, the rows of each of which are zero in G but for its own columns
 *         [ C  B ]
 *
 *     S = B − C·D⁻¹·G        y = D⁻¹·b₁        x₂ = S⁻¹·(b₂ − C·y)        x₁ = y − D⁻¹·G·x₂
 *
 * A free body has 13 states, and 6 in S. Bodies that touch are coupled there, so that the matrix of a chain of them has a narrow band.
 *
 * Source   [Golub2013] sec. 3.2 (block LU); [Cuthill1969] (order of the unknowns of S)
 * Limits   D must not be singular: no rows are interchanged between D and B.
 */
import type { EliminatedBlock, EliminatedStructure } from "./matrixStructure.ts";

/** Bands up to this wide, of eight bodies that all touch each other, are no more work than sparse factors of all unknowns. */
const widestBand = 48;

export class Elimination {
  readonly blocks: readonly EliminatedBlock[];
  /** Unknowns of the blocks, those that are left, and the largest block. */
  readonly eliminated: number;
  readonly left: number;
  readonly largest: number;
  /** Where the numbers of each block begin in D⁻¹ and in D⁻¹·G, column by column. */
  readonly inverseStart: Int32Array;
  readonly productStart: Int32Array;
  /** Places in the values of A: of D and of G in the order of these, of B and of C. */
  readonly D: Int32Array;
  readonly G: Int32Array;
  readonly B: Int32Array;
  readonly C: Int32Array;
  /** Of each entry of B: its place in the band of S. Of each entry of C: its row in S, and its column. */
  readonly bandOfB: Int32Array;
  readonly rowOfC: Int32Array;
  readonly columnOfC: Int32Array;
  /** S loses products of an entry of A, a number of D⁻¹·G, at a place of its band: three numbers each. */
  readonly products: Int32Array;
  /** Places of the unknowns in S; and its sub- and super-diagonals. */
  readonly order: Int32Array;
  readonly width: number;

  constructor(structure: EliminatedStructure) {
    const { size: n, columnPointers, rowIndices, eliminated: blocks } = structure;
    const m = blocks.reduce((sum, { size }) => sum + size, 0);
    this.blocks = blocks;
    this.eliminated = m;
    this.left = n - m;
    this.largest = blocks.reduce((most, { size }) => Math.max(most, size), 0);
    this.inverseStart = new Int32Array(blocks.length + 1);
    this.productStart = new Int32Array(blocks.length + 1);
    const blockOf = new Int32Array(m);
    blocks.forEach(({ first, size, columns }, k) => {
      this.inverseStart[k + 1] = this.inverseStart[k] + size * size;
      this.productStart[k + 1] = this.productStart[k] + size * columns;
      blockOf.fill(k, first, first + size);
    });
    const order = bandOrder(structure, m);
    this.order = order;
    this.D = new Int32Array(this.inverseStart[blocks.length]);
    this.G = new Int32Array(this.productStart[blocks.length]);
    this.B = new Int32Array(columnPointers[n] - columnPointers[m]);
    this.bandOfB = new Int32Array(this.B.length);
    this.C = new Int32Array(columnPointers[m]);
    this.rowOfC = new Int32Array(columnPointers[m]);
    this.columnOfC = new Int32Array(columnPointers[m]);
    let inB = 0;
    let inC = 0;
    let productCount = 0;
    let width = 0;
    for (let c = 0; c < n; c++) {
      const { column, columns } = c < m ? blocks[blockOf[c]] : { column: c, columns: 1 };
      for (let p = columnPointers[c]; p < columnPointers[c + 1]; p++) {
        const r = rowIndices[p];
        if (r < m) {
          this.placeInBlock(blockOf[r], r, c, p);
          continue;
        }
        const row = order[r - m];
        for (let q = column; q < column + columns; q++) width = Math.max(width, Math.abs(row - order[q - m]));
        if (c >= m) {
          this.B[inB++] = p;
          continue;
        }
        this.C[inC] = p;
        this.rowOfC[inC] = row;
        this.columnOfC[inC++] = c;
        productCount += columns;
      }
    }
    this.width = width;
    this.B = this.B.subarray(0, inB);
    this.C = this.C.subarray(0, inC);
    const place = (row: number, column: number): number => width + row - column + (2 * width + 1) * column;
    for (let c = m, e = 0; c < n; c++)
      for (; e < inB && this.B[e] < columnPointers[c + 1]; e++)
        this.bandOfB[e] = place(order[rowIndices[this.B[e]] - m], order[c - m]);
    this.products = new Int32Array(3 * productCount);
    for (let e = 0, to = 0; e < inC; e++) {
      const k = blockOf[this.columnOfC[e]];
      const { first, size, column, columns } = blocks[k];
      for (let q = 0; q < columns; q++) {
        this.products[to++] = this.C[e];
        this.products[to++] = this.productStart[k] + this.columnOfC[e] - first + size * q;
        this.products[to++] = place(this.rowOfC[e], order[column + q - m]);
      }
    }
  }

  /** Entry p of A is one of block k, of D or of G. */
  private placeInBlock(k: number, row: number, c: number, p: number): void {
    const { first, size, column, columns } = this.blocks[k];
    if (c >= first && c < first + size) this.D[this.inverseStart[k] + row - first + size * (c - first)] = p;
    else if (c >= column && c < column + columns) this.G[this.productStart[k] + row - first + size * (c - column)] = p;
  }

  /** The unknown at a place of S. */
  unknownAt(place: number): number {
    return this.eliminated + this.order.indexOf(place);
  }
}

const known = new WeakMap<EliminatedStructure, Elimination>();

/** How the structure is eliminated; undefined where the band of S would be too wide. */
export function eliminationOf(structure: EliminatedStructure): Elimination | undefined {
  let found = known.get(structure);
  if (found === undefined) {
    found = new Elimination(structure);
    known.set(structure, found);
  }
  return found.width < widestBand ? found : undefined;
}

/**
 * Places of the unknowns behind the first m: those that are coupled are near each other, as they are found from one end on. Neighbours whose
 * columns begin and end with the same rows, as those of a body, stay together.
 */
function bandOrder({ size: n, columnPointers, rowIndices }: EliminatedStructure, m: number): Int32Array {
  const firstRow = (c: number): number => {
    let p = columnPointers[c];
    while (rowIndices[p] < m) p++;
    return p;
  };
  const groupOf = new Int32Array(n - m);
  const starts: number[] = [];
  for (let c = m; c < n; c++) {
    const isSame =
      c > m &&
      columnPointers[c + 1] - columnPointers[c] === columnPointers[c] - columnPointers[c - 1] &&
      rowIndices[firstRow(c)] === rowIndices[firstRow(c - 1)] &&
      rowIndices[columnPointers[c + 1] - 1] === rowIndices[columnPointers[c] - 1];
    if (!isSame) starts.push(c);
    groupOf[c - m] = starts.length - 1;
  }
  const neighbours = starts.map((c) => {
    const groups: number[] = [];
    for (let p = firstRow(c); p < columnPointers[c + 1]; p++) {
      const group = groupOf[rowIndices[p] - m];
      if (group !== groups.at(-1)) groups.push(group);
    }
    return groups;
  });
  for (const groups of neighbours) groups.sort((a, b) => neighbours[a].length - neighbours[b].length);
  const isFound = new Uint8Array(starts.length);
  const search = (found: number[], from: number): void => {
    let next = found.push(from) - 1;
    isFound[from] = 1;
    for (; next < found.length; next++) {
      for (const other of neighbours[found[next]]) {
        if (isFound[other] === 0) found.push(other);
        isFound[other] = 1;
      }
    }
  };
  const found: number[] = [];
  for (let k = 0; k < starts.length; k++) {
    if (isFound[k] === 1) continue;
    const part: number[] = [];
    search(part, k);
    // once more from the other end
    for (const other of part) isFound[other] = 0;
    search(found, part.at(-1)!);
  }
  const order = new Int32Array(n - m);
  let place = 0;
  for (const group of found) {
    const end = starts[group + 1] ?? n;
    for (let c = starts[group]; c < end; c++) order[c - m] = place++;
  }
  return order;
}
