/**
 * The factorisation of eliminatedLU.ts for complex matrices, real and imaginary parts apart.
 *
 * Limits   The imaginary part is that of the blocks D and of B: C and G are real, as in (α + i·β)·1 − J.
 */
import { factorDenseComplexLU, solveDenseComplexLU } from "./denseComplexLU.ts";
import { placeBlocks } from "./eliminatedLU.ts";
import type { ComplexFactorization, FactorizationSnapshot } from "./factorization.ts";
import type { EliminatedBlock, EliminatedStructure } from "./matrixStructure.ts";

const saved = ["inverseRe", "inverseIm", "productRe", "productIm", "C", "Sre", "Sim", "pivots"] as const;

export class EliminatedComplexLU implements ComplexFactorization {
  readonly size: number;
  private readonly blocks: readonly EliminatedBlock[];
  private readonly eliminated: number;
  private readonly inverseStart: Int32Array;
  private readonly productStart: Int32Array;
  private readonly inverseRe: Float64Array;
  private readonly inverseIm: Float64Array;
  private readonly productRe: Float64Array;
  private readonly productIm: Float64Array;
  private readonly C: Float64Array;
  private readonly Sre: Float64Array;
  private readonly Sim: Float64Array;
  private readonly pivots: Int32Array;
  private readonly smallRe: Float64Array;
  private readonly smallIm: Float64Array;
  private readonly smallPivots: Int32Array;
  private readonly columnRe: Float64Array;
  private readonly columnIm: Float64Array;
  private readonly restRe: Float64Array;
  private readonly restIm: Float64Array;

  constructor({ size, eliminated: blocks }: EliminatedStructure) {
    const { inverseStart, productStart, eliminated, largest } = placeBlocks(blocks);
    const left = size - eliminated;
    const vector = (length: number): Float64Array => new Float64Array(length);
    this.size = size;
    this.blocks = blocks;
    this.eliminated = eliminated;
    this.inverseStart = inverseStart;
    this.productStart = productStart;
    this.inverseRe = vector(inverseStart[blocks.length]);
    this.inverseIm = vector(inverseStart[blocks.length]);
    this.productRe = vector(productStart[blocks.length]);
    this.productIm = vector(productStart[blocks.length]);
    this.C = vector(left * eliminated);
    this.Sre = vector(left * left);
    this.Sim = vector(left * left);
    this.pivots = new Int32Array(left);
    this.smallRe = vector(largest * largest);
    this.smallIm = vector(largest * largest);
    this.smallPivots = new Int32Array(largest);
    this.columnRe = vector(largest);
    this.columnIm = vector(largest);
    this.restRe = vector(left);
    this.restIm = vector(left);
  }

  factor(re: Float64Array, im: Float64Array): number {
    const { size: n, eliminated: m, blocks, C, Sre, Sim } = this;
    const left = n - m;
    for (let j = 0; j < m; j++) for (let i = 0; i < left; i++) C[i + left * j] = re[m + i + n * j];
    for (let j = 0; j < left; j++) {
      for (let i = 0; i < left; i++) {
        Sre[i + left * j] = re[m + i + n * (m + j)];
        Sim[i + left * j] = im[m + i + n * (m + j)];
      }
    }
    for (let k = 0; k < blocks.length; k++) {
      const singular = this.invert(k, re, im);
      if (singular >= 0) return blocks[k].first + singular;
      this.eliminate(k, re);
    }
    const singular = factorDenseComplexLU(Sre, Sim, this.pivots, left);
    return singular < 0 ? -1 : m + singular;
  }

  private invert(k: number, re: Float64Array, im: Float64Array): number {
    const { size: n, inverseRe, inverseIm, smallRe, smallIm, smallPivots, columnRe, columnIm } = this;
    const { first, size } = this.blocks[k];
    const o = this.inverseStart[k];
    for (let j = 0; j < size; j++) {
      for (let i = 0; i < size; i++) {
        smallRe[i + size * j] = re[first + i + n * (first + j)];
        smallIm[i + size * j] = im[first + i + n * (first + j)];
      }
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

  private eliminate(k: number, re: Float64Array): void {
    const { size: n, eliminated: m, inverseRe, inverseIm, productRe, productIm, C, Sre, Sim } = this;
    const { first, size, column, columns } = this.blocks[k];
    const left = n - m;
    const o = this.inverseStart[k];
    for (let c = 0; c < columns; c++) {
      const from = first + n * (column + c);
      const to = left * (column + c - m);
      for (let i = 0; i < size; i++) {
        let pr = 0;
        let pi = 0;
        for (let j = 0; j < size; j++) {
          const g = re[from + j];
          pr += inverseRe[o + i + size * j] * g;
          pi += inverseIm[o + i + size * j] * g;
        }
        productRe[this.productStart[k] + i + size * c] = pr;
        productIm[this.productStart[k] + i + size * c] = pi;
        if (pr === 0 && pi === 0) continue;
        const at = left * (first + i);
        for (let row = 0; row < left; row++) {
          const x = C[at + row];
          Sre[to + row] -= x * pr;
          Sim[to + row] -= x * pi;
        }
      }
    }
  }

  solve(bre: Float64Array, bim: Float64Array): void {
    const { size: n, eliminated: m, blocks, inverseRe, inverseIm, productRe, productIm, C } = this;
    const { columnRe, columnIm, restRe, restIm } = this;
    const left = n - m;
    for (let i = 0; i < left; i++) {
      restRe[i] = bre[m + i];
      restIm[i] = bim[m + i];
    }
    for (let k = 0; k < blocks.length; k++) {
      const { first, size } = blocks[k];
      const o = this.inverseStart[k];
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
        const yr = columnRe[i];
        const yi = columnIm[i];
        bre[first + i] = yr;
        bim[first + i] = yi;
        const at = left * (first + i);
        for (let row = 0; row < left; row++) {
          restRe[row] -= C[at + row] * yr;
          restIm[row] -= C[at + row] * yi;
        }
      }
    }
    solveDenseComplexLU(restRe, restIm, this.Sre, this.Sim, this.pivots, left);
    for (let i = 0; i < left; i++) {
      bre[m + i] = restRe[i];
      bim[m + i] = restIm[i];
    }
    for (let k = 0; k < blocks.length; k++) {
      const { first, size, column, columns } = blocks[k];
      const o = this.productStart[k];
      for (let c = 0; c < columns; c++) {
        const xr = bre[column + c];
        const xi = bim[column + c];
        for (let i = 0; i < size; i++) {
          const pr = productRe[o + i + size * c];
          const pi = productIm[o + i + size * c];
          bre[first + i] -= pr * xr - pi * xi;
          bim[first + i] -= pr * xi + pi * xr;
        }
      }
    }
  }

  save(): FactorizationSnapshot {
    return Object.fromEntries(saved.map((name) => [name, this[name].slice()]));
  }

  restore(snapshot: FactorizationSnapshot): void {
    for (const name of saved) this[name].set(snapshot[name]!);
  }
}
