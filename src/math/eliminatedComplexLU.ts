/**
 * The factorisation of eliminatedLU.ts for complex matrices, real and imaginary parts apart.
 *
 * Limits   The imaginary part is that of the blocks D and of B: C and G are real, as in (α + i·β)·1 − J.
 */
import { factorDenseComplexLU, solveDenseComplexLU } from "./denseComplexLU.ts";
import type { Elimination } from "./elimination.ts";
import type { ComplexFactorization, FactorizationSnapshot } from "./factorization.ts";
import { FrontalComplexLU } from "./sparse/frontalComplexLU.ts";

const saved = ["inverseRe", "inverseIm", "productRe", "productIm", "C"] as const;

export class EliminatedComplexLU implements ComplexFactorization {
  readonly size: number;
  private readonly plan: Elimination;
  private readonly inverseRe: Float64Array;
  private readonly inverseIm: Float64Array;
  private readonly productRe: Float64Array;
  private readonly productIm: Float64Array;
  private readonly C: Float64Array;
  private readonly S: FrontalComplexLU;
  private readonly entriesRe: Float64Array;
  private readonly entriesIm: Float64Array;
  private readonly smallRe: Float64Array;
  private readonly smallIm: Float64Array;
  private readonly smallPivots: Int32Array;
  private readonly columnRe: Float64Array;
  private readonly columnIm: Float64Array;
  private readonly restRe: Float64Array;
  private readonly restIm: Float64Array;

  constructor(plan: Elimination) {
    const { left, fronts, largest, D, G } = plan;
    const vector = (length: number): Float64Array => new Float64Array(length);
    this.size = plan.eliminated + left;
    this.plan = plan;
    this.inverseRe = vector(D.length);
    this.inverseIm = vector(D.length);
    this.productRe = vector(G.length);
    this.productIm = vector(G.length);
    this.C = vector(plan.C.length);
    this.S = new FrontalComplexLU(fronts);
    this.entriesRe = vector(fronts.entryPlace.length);
    this.entriesIm = vector(fronts.entryPlace.length);
    this.smallRe = vector(largest * largest);
    this.smallIm = vector(largest * largest);
    this.smallPivots = new Int32Array(largest);
    this.columnRe = vector(largest);
    this.columnIm = vector(largest);
    this.restRe = vector(left);
    this.restIm = vector(left);
  }

  factor(re: Float64Array, im: Float64Array): number {
    const { plan, entriesRe, entriesIm, productRe, productIm, C } = this;
    const { blocks, B, entryOfB, products } = plan;
    entriesRe.fill(0);
    entriesIm.fill(0);
    for (let e = 0; e < B.length; e++) {
      entriesRe[entryOfB[e]] = re[B[e]];
      entriesIm[entryOfB[e]] = im[B[e]];
    }
    for (let e = 0; e < C.length; e++) C[e] = re[plan.C[e]];
    for (let k = 0; k < blocks.length; k++) {
      const singular = this.invert(k, re, im);
      if (singular >= 0) return blocks[k].first + singular;
      this.multiply(k, re);
    }
    for (let e = 0; e < products.length; e += 3) {
      const x = re[products[e]];
      entriesRe[products[e + 2]] -= x * productRe[products[e + 1]];
      entriesIm[products[e + 2]] -= x * productIm[products[e + 1]];
    }
    const singular = this.S.factor(entriesRe, entriesIm);
    return singular < 0 ? -1 : plan.unknownAt(singular);
  }

  private invert(k: number, re: Float64Array, im: Float64Array): number {
    const { inverseRe, inverseIm, smallRe, smallIm, smallPivots, columnRe, columnIm } = this;
    const { blocks, inverseStart, D } = this.plan;
    const { size } = blocks[k];
    const o = inverseStart[k];
    for (let i = 0; i < size * size; i++) {
      smallRe[i] = re[D[o + i]];
      smallIm[i] = im[D[o + i]];
    }
    const singular = factorDenseComplexLU(smallRe, smallIm, smallPivots, size);
    if (singular >= 0) return singular;
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < size; i++) {
        columnRe[i] = i === j ? 1 : 0;
        columnIm[i] = 0;
      }
      solveDenseComplexLU(columnRe, columnIm, smallRe, smallIm, smallPivots, size);
      for (let i = 0; i < size; i++) {
        inverseRe[o + i + size * j] = columnRe[i];
        inverseIm[o + i + size * j] = columnIm[i];
      }
    }
    return -1;
  }

  private multiply(k: number, re: Float64Array): void {
    const { inverseRe, inverseIm, productRe, productIm } = this;
    const { blocks, inverseStart, productStart, G } = this.plan;
    const { size, columns } = blocks[k];
    const o = inverseStart[k];
    for (let c = 0; c < columns; c++) {
      const at = productStart[k] + size * c;
      for (let i = 0; i < size; i++) {
        let pr = 0;
        let pi = 0;
        for (let j = 0; j < size; j++) {
          const g = re[G[at + j]];
          pr += inverseRe[o + i + size * j] * g;
          pi += inverseIm[o + i + size * j] * g;
        }
        productRe[at + i] = pr;
        productIm[at + i] = pi;
      }
    }
  }

  solve(bre: Float64Array, bim: Float64Array): void {
    const { plan, inverseRe, inverseIm, productRe, productIm, C } = this;
    const { columnRe, columnIm, restRe, restIm } = this;
    const { blocks, inverseStart, productStart, eliminated: m, left, fronts, rowOfC, columnOfC } = plan;
    const { order } = fronts;
    for (let i = 0; i < left; i++) {
      restRe[order[i]] = bre[m + i];
      restIm[order[i]] = bim[m + i];
    }
    for (let k = 0; k < blocks.length; k++) {
      const { first, size } = blocks[k];
      const o = inverseStart[k];
      for (let i = 0; i < size; i++) {
        let sr = 0;
        let si = 0;
        for (let j = 0; j < size; j++) {
          const ar = inverseRe[o + i + size * j];
          const ai = inverseIm[o + i + size * j];
          sr += ar * bre[first + j] - ai * bim[first + j];
          si += ar * bim[first + j] + ai * bre[first + j];
        }
        columnRe[i] = sr;
        columnIm[i] = si;
      }
      for (let i = 0; i < size; i++) {
        bre[first + i] = columnRe[i];
        bim[first + i] = columnIm[i];
      }
    }
    for (let e = 0; e < C.length; e++) {
      restRe[rowOfC[e]] -= C[e] * bre[columnOfC[e]];
      restIm[rowOfC[e]] -= C[e] * bim[columnOfC[e]];
    }
    this.S.solve(restRe, restIm);
    for (let i = 0; i < left; i++) {
      bre[m + i] = restRe[order[i]];
      bim[m + i] = restIm[order[i]];
    }
    for (let k = 0; k < blocks.length; k++) {
      const { first, size, column, columns } = blocks[k];
      for (let c = 0; c < columns; c++) {
        const xr = bre[column + c];
        const xi = bim[column + c];
        const o = productStart[k] + size * c;
        for (let i = 0; i < size; i++) {
          const pr = productRe[o + i];
          const pi = productIm[o + i];
          bre[first + i] -= pr * xr - pi * xi;
          bim[first + i] -= pr * xi + pi * xr;
        }
      }
    }
  }

  save(): FactorizationSnapshot {
    return { ...Object.fromEntries(saved.map((name) => [name, this[name].slice()])), ...this.S.save() };
  }

  restore(snapshot: FactorizationSnapshot): void {
    for (const name of saved) this[name].set(snapshot[name]!);
    this.S.restore(snapshot);
  }
}
