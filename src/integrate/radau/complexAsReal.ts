/**
 * A complex system solved by a real solver of twice the size, for users who bring their own linear solver.
 *
 * Law      (B + i·C)·(x + i·y) = u + i·v   ⇔   [ B −C ; C B ]·[ x ; y ] = [ u ; v ],
 *          real and imaginary parts of one unknown side by side, which keeps bands narrow.
 */
import type { ComplexFactorization, Factorization, FactorizationSnapshot } from "../../math/factorization.ts";
import { type MatrixStructure, valueCount } from "../../math/matrixStructure.ts";
import { forEachEntry, positionFinder } from "../matrixEntries.ts";

export class ComplexAsReal implements ComplexFactorization {
  readonly size: number;
  private readonly solver: Factorization;
  private readonly values: Float64Array;
  private readonly b: Float64Array;
  /** For entry p of the complex matrix: where B stands in the upper left, C in the lower left, and so on. */
  private readonly upperLeft: Int32Array;
  private readonly lowerLeft: Int32Array;
  private readonly upperRight: Int32Array;
  private readonly lowerRight: Int32Array;

  constructor(structure: MatrixStructure, create: (structure: MatrixStructure) => Factorization) {
    const doubled = doubledStructure(structure);
    const entries = valueCount(structure);
    this.size = structure.size;
    this.solver = create(doubled);
    this.values = new Float64Array(valueCount(doubled));
    this.b = new Float64Array(doubled.size);
    this.upperLeft = new Int32Array(entries).fill(-1);
    this.lowerLeft = new Int32Array(entries);
    this.upperRight = new Int32Array(entries);
    this.lowerRight = new Int32Array(entries);
    const at = positionFinder(doubled);
    forEachEntry(structure, (p, i, j) => {
      this.upperLeft[p] = at(2 * i, 2 * j);
      this.lowerLeft[p] = at(2 * i + 1, 2 * j);
      this.upperRight[p] = at(2 * i, 2 * j + 1);
      this.lowerRight[p] = at(2 * i + 1, 2 * j + 1);
    });
  }

  factor(re: Float64Array, im: Float64Array): number {
    const { values, upperLeft, lowerLeft, upperRight, lowerRight } = this;
    for (let p = 0; p < upperLeft.length; p++) {
      if (upperLeft[p] < 0) continue;
      values[upperLeft[p]] = re[p];
      values[lowerLeft[p]] = im[p];
      values[upperRight[p]] = -im[p];
      values[lowerRight[p]] = re[p];
    }
    return this.solver.factor(values) >> 1;
  }

  solve(re: Float64Array, im: Float64Array): void {
    const { b, size } = this;
    for (let i = 0; i < size; i++) {
      b[2 * i] = re[i];
      b[2 * i + 1] = im[i];
    }
    this.solver.solve(b);
    for (let i = 0; i < size; i++) {
      re[i] = b[2 * i];
      im[i] = b[2 * i + 1];
    }
  }

  save(): FactorizationSnapshot {
    return this.solver.save();
  }

  restore(snapshot: FactorizationSnapshot): void {
    this.solver.restore(snapshot);
  }
}

function doubledStructure(structure: MatrixStructure): MatrixStructure {
  const size = 2 * structure.size;
  if (structure.kind === "dense") return { kind: "dense", size };
  if (structure.kind === "banded") {
    return { kind: "banded", size, lower: 2 * structure.lower + 1, upper: 2 * structure.upper + 1 };
  }
  const columnPointers = new Int32Array(size + 1);
  const rowIndices = new Int32Array(4 * structure.rowIndices.length);
  let next = 0;
  for (let column = 0; column < size; column++) {
    const j = column >> 1;
    for (let p = structure.columnPointers[j]; p < structure.columnPointers[j + 1]; p++) {
      rowIndices[next++] = 2 * structure.rowIndices[p];
      rowIndices[next++] = 2 * structure.rowIndices[p] + 1;
    }
    columnPointers[column + 1] = next;
  }
  return { kind: "sparse", size, columnPointers, rowIndices };
}
