/**
 * The contract of all direct solvers: factor a matrix given by its values, then solve many times.
 * `createFactorization` picks the method for a structure; users may give their own.
 */

export interface Factorization {
  readonly size: number;
  /**
   * Factors the matrix; its values must be finite. Returns −1, or the column in which no usable pivot was found: the matrix
   * is singular, and there are no factors until the next success.
   */
  factor(values: Float64Array): number;
  /** b ← A⁻¹·b */
  solve(b: Float64Array): void;
  /** The same, to the bit, for vectors that follow each other in b, where several at a time are faster. */
  solveAll?(b: Float64Array): void;
  /** Copy of the factors, such that restore() gives bit-equal solutions. */
  save(): FactorizationSnapshot;
  restore(snapshot: FactorizationSnapshot): void;
}

/** The same for a complex matrix, real and imaginary parts apart. */
export interface ComplexFactorization {
  readonly size: number;
  factor(re: Float64Array, im: Float64Array): number;
  /** b ← A⁻¹·b with b = re + i·im */
  solve(re: Float64Array, im: Float64Array): void;
  save(): FactorizationSnapshot;
  restore(snapshot: FactorizationSnapshot): void;
}

/** Typed arrays by name; structured-clonable. */
export type FactorizationSnapshot = Readonly<Record<string, Float64Array | Int32Array>>;
