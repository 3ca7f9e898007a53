/**
 * The two linear systems of the simplified Newton iteration, real and complex.
 *
 * Source   [Hairer1996] sec. IV.8
 * Law      E₁ = γ/h·M − J,    E₂ = (α + i·β)/h·M − J
 */
import { createComplexFactorization } from "../../math/createFactorization.ts";
import type { ComplexFactorization, Factorization, FactorizationSnapshot } from "../../math/factorization.ts";
import type { MatrixStructure } from "../../math/matrixStructure.ts";
import { repeatedComplex } from "../../math/repeatedFactorization.ts";
import type { MassMatrix } from "../massMatrix.ts";
import type { MethodOptions } from "../problem.ts";
import type { FieldMap } from "../snapshot.ts";
import { α, β, γ } from "./coefficients.ts";
import { ComplexAsReal } from "./complexAsReal.ts";

export class RadauMatrices {
  private readonly real: Factorization;
  private readonly complex: ComplexFactorization;
  private readonly mass: MassMatrix;
  /** Values of E₁, then of the real part of E₂. */
  private readonly values: Float64Array;
  private readonly imaginary: Float64Array;

  constructor(
    structure: MatrixStructure,
    mass: MassMatrix,
    real: Factorization,
    values: Float64Array,
    linearSolver: MethodOptions["linearSolver"],
    copies: number | undefined,
  ) {
    this.mass = mass;
    this.real = real;
    this.values = values;
    this.imaginary = new Float64Array(values.length);
    const complex =
      linearSolver === undefined ? createComplexFactorization(structure) : new ComplexAsReal(structure, linearSolver);
    this.complex = repeatedComplex(complex, copies);
  }

  /** Factors both matrices for a step of size h. Returns −1, or the column that makes one singular. */
  factor(jacobian: Float64Array, h: number): number {
    const { values, imaginary, mass } = this;
    mass.subtract(values, jacobian, γ / h);
    const singular = this.real.factor(values);
    if (singular >= 0) return singular;
    mass.subtract(values, jacobian, α / h);
    mass.scaled(imaginary, β / h);
    return this.complex.factor(values, imaginary);
  }

  /** r1 ← E₁⁻¹·r1,   r2 + i·r3 ← E₂⁻¹·(r2 + i·r3) */
  solve(r1: Float64Array, r2: Float64Array, r3: Float64Array): void {
    this.real.solve(r1);
    this.complex.solve(r2, r3);
  }

  save(): FieldMap {
    return { real: this.real.save(), complex: this.complex.save() };
  }

  restore(saved: FieldMap): void {
    this.real.restore(saved["real"] as FactorizationSnapshot);
    this.complex.restore(saved["complex"] as FactorizationSnapshot);
  }
}
