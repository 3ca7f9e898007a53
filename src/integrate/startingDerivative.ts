/**
 * y' at a start of M·y' = f(t, y) with M possibly singular.
 *
 * Law      k ← k + (M − ε·J)⁻¹·(f − M·k),   three times from k = 0,   ε = 1e-6·max|M| / max|J|
 * Why      For a problem of index 1 the matrix is regular. Where M acts, each round leaves ε·‖J‖ of the error; where it
 *          does not, k stays a finite number that one-step methods do not depend on.
 */
import type { Factorization } from "../math/factorization.ts";
import type { JacobianEvaluator } from "./jacobian.ts";
import type { MassMatrix } from "./massMatrix.ts";

const rounds = 3;

/** k ← y'. Returns −1, or the column in which M − ε·J is singular. `matrix` and `work` are scratch. */
export function startingDerivative(
  k: Float64Array,
  f: Float64Array,
  mass: MassMatrix,
  jacobian: JacobianEvaluator,
  solver: Factorization,
  matrix: Float64Array,
  work: Float64Array,
): number {
  const n = k.length;
  const ε = (1e-6 * mass.largest) / (largestEntry(jacobian.values) || 1);
  mass.subtract(matrix, jacobian.values, 1 / ε);
  const singular = solver.factor(matrix);
  if (singular >= 0) return singular;
  k.fill(0);
  for (let round = 0; round < rounds; round++) {
    mass.multiply(work, k);
    for (let i = 0; i < n; i++) work[i] = (f[i] - work[i]) / ε;
    solver.solve(work);
    for (let i = 0; i < n; i++) k[i] += work[i];
  }
  return -1;
}

function largestEntry(values: Float64Array): number {
  let largest = 0;
  for (let p = 0; p < values.length; p++) largest = Math.max(largest, Math.abs(values[p]));
  return largest;
}
