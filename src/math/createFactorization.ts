/** The direct solver for each structure of matrices. All memory is allocated here or by the first factorisation. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { BandedComplexLU } from "./bandedComplexLU.ts";
import { BandedLU } from "./bandedLU.ts";
import { DenseComplexLU } from "./denseComplexLU.ts";
import { DenseLU } from "./denseLU.ts";
import type { ComplexFactorization, Factorization } from "./factorization.ts";
import type { MatrixStructure } from "./matrixStructure.ts";

export function createFactorization(structure: MatrixStructure): Factorization {
  switch (structure.kind) {
    case "dense":
      return new DenseLU(structure.size);
    case "banded":
      return new BandedLU(structure.size, structure.lower, structure.upper);
    case "sparse":
      throw new RattlebackError("E-SPARSITY", "Sparse factorisation is not available yet.");
  }
}

export function createComplexFactorization(structure: MatrixStructure): ComplexFactorization {
  switch (structure.kind) {
    case "dense":
      return new DenseComplexLU(structure.size);
    case "banded":
      return new BandedComplexLU(structure.size, structure.lower, structure.upper);
    case "sparse":
      throw new RattlebackError("E-SPARSITY", "Sparse factorisation is not available yet.");
  }
}
