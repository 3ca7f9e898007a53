/**
 * The spectral radius of a matrix, about: how much a vector grows by it, as the mean over some products. What grows most is kept for the next
 * estimate, of a matrix that is similar.
 *
 * Source   power iteration, [Golub2013] sec. 7.3.1
 * Holds    Pairs of complex eigenvalues make the growth change from product to product: the mean is taken over an even number.
 */

import type { SparseStructure } from "./matrixStructure.ts";

const products = 4;
/** Before the first estimate: until then what a vector grows by may be far more. */
const firstProducts = 20;

export class SpectralRadius {
  private readonly structure: SparseStructure;
  private v: Float64Array;
  private w: Float64Array;
  private isNew = true;

  constructor(structure: SparseStructure) {
    const { size } = structure;
    this.structure = structure;
    // no direction is left out
    this.v = Float64Array.from({ length: size }, (_, k) => 1 + 0.37 * ((k * 7919) % 13));
    this.w = new Float64Array(size);
  }

  /** Of a matrix with the structure; 0 for the zero matrix. */
  estimate(A: Float64Array): number {
    const { size: n, columnPointers, rowIndices } = this.structure;
    let growth = 1;
    const first = this.isNew ? -firstProducts : 0;
    this.isNew = false;
    for (let k = first; k < products; k++) {
      const { v, w } = this;
      let length = 0;
      for (let i = 0; i < n; i++) length += v[i] * v[i];
      const scale = 1 / Math.sqrt(length);
      w.fill(0);
      for (let j = 0; j < n; j++) {
        const x = scale * v[j];
        if (x === 0) continue;
        for (let p = columnPointers[j]; p < columnPointers[j + 1]; p++) w[rowIndices[p]] += A[p] * x;
      }
      let grown = 0;
      for (let i = 0; i < n; i++) grown += w[i] * w[i];
      if (grown === 0) return 0;
      if (k >= 0) growth *= Math.sqrt(grown);
      this.v = w;
      this.w = v;
    }
    return growth ** (1 / products);
  }
}
