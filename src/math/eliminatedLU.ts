/**
 * LU factorisation of matrices whose first unknowns are eliminated block by block, as positions are by velocities: each block acts on
 * itself and on few of the other unknowns alone. What is left is factored densely.
 *
 *     A = [ D  G ]     D  blocks on the diagonal, the rows of each of which are zero in G but for its own columns
 *         [ C  B ]
 *
 *     S = B − C·D⁻¹·G        y = D⁻¹·b₁        x₂ = S⁻¹·(b₂ − C·y)        x₁ = y − D⁻¹·G·x₂
 *
 * A free body has 13 states, and 6 in S: a tenth of the operations of a dense factorisation.
 *
 * Source   [Golub2013] sec. 3.2 (block LU)
 * Limits   D must not be singular: no rows are interchanged between D and B.
 */
import { factorDenseLU, isUsableInverse, solveDenseLU } from "./denseLU.ts";
import type { Factorization, FactorizationSnapshot } from "./factorization.ts";
import type { EliminatedBlock, EliminatedStructure } from "./matrixStructure.ts";

/** Where the numbers of each block begin in D⁻¹ and D⁻¹·G, and how many there are in all. */
export function placeBlocks(blocks: readonly EliminatedBlock[]): {
  inverseStart: Int32Array;
  productStart: Int32Array;
  eliminated: number;
  largest: number;
} {
  const inverseStart = new Int32Array(blocks.length + 1);
  const productStart = new Int32Array(blocks.length + 1);
  let eliminated = 0;
  let largest = 0;
  blocks.forEach(({ size, columns }, k) => {
    inverseStart[k + 1] = inverseStart[k] + size * size;
    productStart[k + 1] = productStart[k] + size * columns;
    eliminated += size;
    largest = Math.max(largest, size);
  });
  return { inverseStart, productStart, eliminated, largest };
}

export class EliminatedLU implements Factorization {
  readonly size: number;
  private readonly blocks: readonly EliminatedBlock[];
  private readonly eliminated: number;
  private readonly inverseStart: Int32Array;
  private readonly productStart: Int32Array;
  /** D⁻¹ and D⁻¹·G, block by block, column by column. */
  private readonly inverse: Float64Array;
  private readonly product: Float64Array;
  private readonly C: Float64Array;
  private readonly S: Float64Array;
  private readonly pivots: Int32Array;
  /** One block and its factors, one column, the unknowns that are left. */
  private readonly small: Float64Array;
  private readonly smallPivots: Int32Array;
  private readonly column: Float64Array;
  private readonly rest: Float64Array;

  constructor({ size, eliminated: blocks }: EliminatedStructure) {
    const { inverseStart, productStart, eliminated, largest } = placeBlocks(blocks);
    const left = size - eliminated;
    this.size = size;
    this.blocks = blocks;
    this.eliminated = eliminated;
    this.inverseStart = inverseStart;
    this.productStart = productStart;
    this.inverse = new Float64Array(inverseStart[blocks.length]);
    this.product = new Float64Array(productStart[blocks.length]);
    this.C = new Float64Array(left * eliminated);
    this.S = new Float64Array(left * left);
    this.pivots = new Int32Array(left);
    this.small = new Float64Array(largest * largest);
    this.smallPivots = new Int32Array(largest);
    this.column = new Float64Array(largest);
    this.rest = new Float64Array(left);
  }

  factor(values: Float64Array): number {
    const { size: n, eliminated: m, blocks, C, S } = this;
    const left = n - m;
    for (let j = 0; j < m; j++) for (let i = 0; i < left; i++) C[i + left * j] = values[m + i + n * j];
    for (let j = 0; j < left; j++) for (let i = 0; i < left; i++) S[i + left * j] = values[m + i + n * (m + j)];
    for (let k = 0; k < blocks.length; k++) {
      const singular = this.invert(k, values);
      if (singular >= 0) return blocks[k].first + singular;
      this.eliminate(k, values);
    }
    const singular = factorDenseLU(S, this.pivots, left);
    return singular < 0 ? -1 : m + singular;
  }

  /** D⁻¹ of block k. */
  private invert(k: number, values: Float64Array): number {
    const { size: n, inverse, small, smallPivots, column } = this;
    const { first, size } = this.blocks[k];
    const o = this.inverseStart[k];
    if (size === 1) {
      inverse[o] = 1 / values[first + n * first];
      return isUsableInverse(inverse[o]) ? -1 : 0;
    }
    for (let j = 0; j < size; j++)
      for (let i = 0; i < size; i++) small[i + size * j] = values[first + i + n * (first + j)];
    const singular = factorDenseLU(small, smallPivots, size);
    if (singular >= 0) return singular;
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < size; i++) column[i] = i === j ? 1 : 0;
      solveDenseLU(column, small, smallPivots, size);
      for (let i = 0; i < size; i++) inverse[o + i + size * j] = column[i];
    }
    return -1;
  }

  /** D⁻¹·G of block k, and what it takes from S. */
  private eliminate(k: number, values: Float64Array): void {
    const { size: n, eliminated: m, inverse, product, C, S } = this;
    const { first, size, column, columns } = this.blocks[k];
    const left = n - m;
    const o = this.inverseStart[k];
    for (let c = 0; c < columns; c++) {
      const from = first + n * (column + c);
      const to = left * (column + c - m);
      for (let i = 0; i < size; i++) {
        let p = 0;
        for (let j = 0; j < size; j++) p += inverse[o + i + size * j] * values[from + j];
        product[this.productStart[k] + i + size * c] = p;
        if (p === 0) continue;
        const at = left * (first + i);
        for (let row = 0; row < left; row++) S[to + row] -= C[at + row] * p;
      }
    }
  }

  solve(b: Float64Array): void {
    const { size: n, eliminated: m, blocks, inverse, product, C, rest, column } = this;
    const left = n - m;
    for (let i = 0; i < left; i++) rest[i] = b[m + i];
    for (let k = 0; k < blocks.length; k++) {
      const { first, size } = blocks[k];
      const o = this.inverseStart[k];
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let j = 0; j < size; j++) sum += inverse[o + i + size * j] * b[first + j];
        column[i] = sum;
      }
      for (let i = 0; i < size; i++) {
        const y = column[i];
        b[first + i] = y;
        const at = left * (first + i);
        for (let row = 0; row < left; row++) rest[row] -= C[at + row] * y;
      }
    }
    solveDenseLU(rest, this.S, this.pivots, left);
    for (let i = 0; i < left; i++) b[m + i] = rest[i];
    for (let k = 0; k < blocks.length; k++) {
      const { first, size, column: start, columns } = blocks[k];
      const o = this.productStart[k];
      for (let c = 0; c < columns; c++) {
        const x = b[start + c];
        for (let i = 0; i < size; i++) b[first + i] -= product[o + i + size * c] * x;
      }
    }
  }

  save(): FactorizationSnapshot {
    const { inverse, product, C, S, pivots } = this;
    return { inverse: inverse.slice(), product: product.slice(), C: C.slice(), S: S.slice(), pivots: pivots.slice() };
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.inverse.set(snapshot["inverse"]!);
    this.product.set(snapshot["product"]!);
    this.C.set(snapshot["C"]!);
    this.S.set(snapshot["S"]!);
    this.pivots.set(snapshot["pivots"]!);
  }
}
