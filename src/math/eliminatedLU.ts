/**
 * LU factorisation of sparse matrices whose first unknowns are eliminated block by block (elimination.ts); what is left is factored front by front (sparse/fronts.ts).
 */
import { factorDenseLU, isUsableInverse, solveDenseLU } from "./denseLU.ts";
import type { Elimination } from "./elimination.ts";
import type { Factorization, FactorizationSnapshot } from "./factorization.ts";
import { FrontalLU } from "./sparse/frontalLU.ts";

export class EliminatedLU implements Factorization {
  readonly size: number;
  private readonly plan: Elimination;
  /** D⁻¹ and D⁻¹·G, block by block, column by column; C, entry by entry. */
  private readonly inverse: Float64Array;
  private readonly product: Float64Array;
  private readonly C: Float64Array;
  private readonly S: FrontalLU;
  private readonly entries: Float64Array;
  /** One block and its factors, one column, the unknowns that are left. */
  private readonly small: Float64Array;
  private readonly smallPivots: Int32Array;
  private readonly column: Float64Array;
  private readonly rest: Float64Array;

  constructor(plan: Elimination) {
    const { left, fronts, largest } = plan;
    this.size = plan.eliminated + left;
    this.plan = plan;
    this.inverse = new Float64Array(plan.D.length);
    this.product = new Float64Array(plan.G.length);
    this.C = new Float64Array(plan.C.length);
    this.S = new FrontalLU(fronts);
    this.entries = new Float64Array(fronts.entryPlace.length);
    this.small = new Float64Array(largest * largest);
    this.smallPivots = new Int32Array(largest);
    this.column = new Float64Array(largest);
    this.rest = new Float64Array(left);
  }

  factor(values: Float64Array): number {
    const { plan, entries, product, C } = this;
    const { blocks, B, entryOfB, products } = plan;
    entries.fill(0);
    for (let e = 0; e < B.length; e++) entries[entryOfB[e]] = values[B[e]];
    for (let e = 0; e < C.length; e++) C[e] = values[plan.C[e]];
    for (let k = 0; k < blocks.length; k++) {
      const singular = this.invert(k, values);
      if (singular >= 0) return blocks[k].first + singular;
      this.multiply(k, values);
    }
    for (let e = 0; e < products.length; e += 3)
      entries[products[e + 2]] -= values[products[e]] * product[products[e + 1]];
    const singular = this.S.factor(entries);
    return singular < 0 ? -1 : plan.unknownAt(singular);
  }

  /** D⁻¹ of block k. */
  private invert(k: number, values: Float64Array): number {
    const { inverse, small, smallPivots, column } = this;
    const { blocks, inverseStart, D } = this.plan;
    const { size } = blocks[k];
    const o = inverseStart[k];
    if (size === 1) {
      inverse[o] = 1 / values[D[o]];
      return isUsableInverse(inverse[o]) ? -1 : 0;
    }
    for (let i = 0; i < size * size; i++) small[i] = values[D[o + i]];
    const singular = factorDenseLU(small, smallPivots, size);
    if (singular >= 0) return singular;
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < size; i++) column[i] = i === j ? 1 : 0;
      solveDenseLU(column, small, smallPivots, size);
      for (let i = 0; i < size; i++) inverse[o + i + size * j] = column[i];
    }
    return -1;
  }

  /** D⁻¹·G of block k. */
  private multiply(k: number, values: Float64Array): void {
    const { inverse, product } = this;
    const { blocks, inverseStart, productStart, G } = this.plan;
    const { size, columns } = blocks[k];
    const o = inverseStart[k];
    for (let c = 0; c < columns; c++) {
      const at = productStart[k] + size * c;
      for (let i = 0; i < size; i++) {
        let p = 0;
        for (let j = 0; j < size; j++) p += inverse[o + i + size * j] * values[G[at + j]];
        product[at + i] = p;
      }
    }
  }

  solve(b: Float64Array): void {
    const { plan, inverse, product, C, rest, column } = this;
    const { blocks, inverseStart, productStart, eliminated: m, left, fronts, rowOfC, columnOfC } = plan;
    const { order } = fronts;
    for (let i = 0; i < left; i++) rest[order[i]] = b[m + i];
    for (let k = 0; k < blocks.length; k++) {
      const { first, size } = blocks[k];
      const o = inverseStart[k];
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let j = 0; j < size; j++) sum += inverse[o + i + size * j] * b[first + j];
        column[i] = sum;
      }
      for (let i = 0; i < size; i++) b[first + i] = column[i];
    }
    for (let e = 0; e < C.length; e++) rest[rowOfC[e]] -= C[e] * b[columnOfC[e]];
    this.S.solve(rest);
    for (let i = 0; i < left; i++) b[m + i] = rest[order[i]];
    for (let k = 0; k < blocks.length; k++) {
      const { first, size, column: start, columns } = blocks[k];
      for (let c = 0; c < columns; c++) {
        const x = b[start + c];
        const o = productStart[k] + size * c;
        for (let i = 0; i < size; i++) b[first + i] -= product[o + i] * x;
      }
    }
  }

  save(): FactorizationSnapshot {
    const { inverse, product, C, S } = this;
    return { inverse: inverse.slice(), product: product.slice(), C: C.slice(), ...S.save() };
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.inverse.set(snapshot["inverse"]!);
    this.product.set(snapshot["product"]!);
    this.C.set(snapshot["C"]!);
    this.S.restore(snapshot);
  }
}
