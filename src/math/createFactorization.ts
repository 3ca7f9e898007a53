/** The direct solver for each structure of matrices. All memory is allocated here and in full sparse factorisations. */
import { BandedComplexLU } from "./bandedComplexLU.ts";
import { BandedLU } from "./bandedLU.ts";
import { DenseComplexLU } from "./denseComplexLU.ts";
import { DenseLU } from "./denseLU.ts";
import { EliminatedComplexLU } from "./eliminatedComplexLU.ts";
import { EliminatedLU } from "./eliminatedLU.ts";
import { eliminationOf } from "./elimination.ts";
import type { ComplexFactorization, Factorization } from "./factorization.ts";
import { isEliminated, type MatrixStructure } from "./matrixStructure.ts";
import { SparseComplexLU } from "./sparse/sparseComplexLU.ts";
import { SparseLU } from "./sparse/sparseLU.ts";

export function createFactorization(structure: MatrixStructure): Factorization {
  switch (structure.kind) {
    case "dense":
      return new DenseLU(structure.size);
    case "banded":
      return new BandedLU(structure.size, structure.lower, structure.upper);
    case "sparse":
      return isEliminated(structure) ? new EliminatedLU(eliminationOf(structure)) : new SparseLU(structure);
  }
}

export function createComplexFactorization(structure: MatrixStructure): ComplexFactorization {
  switch (structure.kind) {
    case "dense":
      return new DenseComplexLU(structure.size);
    case "banded":
      return new BandedComplexLU(structure.size, structure.lower, structure.upper);
    case "sparse":
      return isEliminated(structure)
        ? new EliminatedComplexLU(eliminationOf(structure))
        : new SparseComplexLU(structure);
  }
}
