/**
 * Where the numbers of a sparse matrix go whose first unknowns are eliminated block by block, as positions are by velocities: each block acts
 * on itself and on few of the other unknowns alone.
 *
 *     A = [ D  G ]     D  blocks on the diagonal, the rows of each of which are zero in G but for its own columns
 *         [ C  B ]
 *
 *     S = B − C·D⁻¹·G        y = D⁻¹·b₁        x₂ = S⁻¹·(b₂ − C·y)        x₁ = y − D⁻¹·G·x₂
 *
 * A free body has 13 states, and 6 in S. Bodies that touch are coupled there.
 *
 * Source   [Golub2013] sec. 3.2 (block LU)
 * Limits   D must not be singular: no rows are interchanged between D and B.
 */
import type { EliminatedBlock, EliminatedStructure } from "./matrixStructure.ts";
import { Fronts } from "./sparse/fronts.ts";

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
  /** Of each entry of B: its place among those of S. Of each entry of C: its row in S, and its column. */
  readonly entryOfB: Int32Array;
  readonly rowOfC: Int32Array;
  readonly columnOfC: Int32Array;
  /** S loses products of an entry of A, a number of D⁻¹·G, at one of its entries: three numbers each. */
  readonly products: Int32Array;
  /** How S is factored. */
  readonly fronts: Fronts;

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
    const fronts = frontsOf(structure, m);
    const { order } = fronts;
    this.fronts = fronts;
    this.D = new Int32Array(this.inverseStart[blocks.length]);
    this.G = new Int32Array(this.productStart[blocks.length]);
    this.B = new Int32Array(columnPointers[n] - columnPointers[m]);
    this.entryOfB = new Int32Array(this.B.length);
    this.C = new Int32Array(columnPointers[m]);
    this.rowOfC = new Int32Array(columnPointers[m]);
    this.columnOfC = new Int32Array(columnPointers[m]);
    let inB = 0;
    let inC = 0;
    let productCount = 0;
    for (let c = 0; c < n; c++) {
      for (let p = columnPointers[c]; p < columnPointers[c + 1]; p++) {
        const r = rowIndices[p];
        if (r < m) {
          this.placeInBlock(blockOf[r], r, c, p);
          continue;
        }
        if (c >= m) {
          this.B[inB++] = p;
          continue;
        }
        this.C[inC] = p;
        this.rowOfC[inC] = order[r - m];
        this.columnOfC[inC++] = c;
        productCount += blocks[blockOf[c]].columns;
      }
    }
    this.B = this.B.subarray(0, inB);
    this.C = this.C.subarray(0, inC);
    for (let c = m, e = 0; c < n; c++)
      for (; e < inB && this.B[e] < columnPointers[c + 1]; e++)
        this.entryOfB[e] = fronts.entry(order[rowIndices[this.B[e]] - m], order[c - m]);
    this.products = new Int32Array(3 * productCount);
    for (let e = 0, to = 0; e < inC; e++) {
      const k = blockOf[this.columnOfC[e]];
      const { first, size, column, columns } = blocks[k];
      for (let q = 0; q < columns; q++) {
        this.products[to++] = this.C[e];
        this.products[to++] = this.productStart[k] + this.columnOfC[e] - first + size * q;
        this.products[to++] = fronts.entry(this.rowOfC[e], order[column + q - m]);
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
    return this.eliminated + this.fronts.order.indexOf(place);
  }
}

const known = new WeakMap<EliminatedStructure, Elimination>();

/** How the structure is eliminated. */
export function eliminationOf(structure: EliminatedStructure): Elimination {
  let found = known.get(structure);
  if (found === undefined) {
    found = new Elimination(structure);
    known.set(structure, found);
  }
  return found;
}

/** The unknowns behind the first m in groups, such as the velocities of a body: neighbours whose columns begin and end with the same rows. */
function frontsOf({ size: n, columnPointers, rowIndices, eliminated }: EliminatedStructure, m: number): Fronts {
  const firstRow = (c: number): number => {
    let p = columnPointers[c];
    while (rowIndices[p] < m) p++;
    return p;
  };
  const groupOf = new Int32Array(n - m);
  const sizes: number[] = [];
  for (let c = m; c < n; c++) {
    const isSame =
      c > m &&
      columnPointers[c + 1] - columnPointers[c] === columnPointers[c] - columnPointers[c - 1] &&
      rowIndices[firstRow(c)] === rowIndices[firstRow(c - 1)] &&
      rowIndices[columnPointers[c + 1] - 1] === rowIndices[columnPointers[c] - 1];
    if (isSame) sizes[sizes.length - 1]++;
    else sizes.push(1);
    groupOf[c - m] = sizes.length - 1;
  }
  const neighbours = sizes.map(() => new Set<number>());
  const join = (column: number, group: number): void => {
    for (let p = firstRow(column), last = -1; p < columnPointers[column + 1]; p++) {
      const other = groupOf[rowIndices[p] - m];
      if (other === last) continue;
      last = other;
      if (other === group) continue;
      neighbours[group].add(other);
      neighbours[other].add(group);
    }
  };
  for (let c = m; c < n; c++) join(c, groupOf[c - m]);
  for (const { first, size, column, columns } of eliminated)
    for (let c = first; c < first + size; c++) for (let q = column; q < column + columns; q++) join(c, groupOf[q - m]);
  return new Fronts(sizes, neighbours);
}
