/**
 * How well data determine fitted parameters.
 *
 * Source   [BatesWatts1988] ch. 2: linear approximation at the optimum
 *
 *     C = s²·(JᵀJ)⁻¹,   s² = |r|²/(m − n)
 *
 * by the singular values of J with columns scaled to length 1. A direction whose singular value is below the noise, 10⁻⁷ of the largest if
 * nothing is said, is not determined: the parameters in it are named, not given a number.
 */
import { aList, aNumber, aWholeNumber, fields } from "../../errors/shapes.ts";
import { columnSvd } from "./columnSvd.ts";
import type { LeastSquaresSolution } from "./leastSquares.ts";

export interface ParameterCovariance {
  /** s; 0 without degrees of freedom. */
  readonly residualDeviation: number;
  readonly degreesOfFreedom: number;
  /** Infinite for parameters that the data do not determine, and where there are no more residuals than parameters; 0 for those at a bound. */
  readonly deviations: Float64Array;
  /** n × n, row by row. */
  readonly correlation: Float64Array;
  /** Groups of parameters of which the data show only a combination. */
  readonly indistinguishable: readonly (readonly number[])[];
}

/** Share of an undetermined direction above which a parameter is undetermined with it. */
const belongs = 1e-3;

const solutionShape = fields({ jacobian: aList, isAtBound: aList, sumOfSquares: aNumber, parameters: aList }, [
  "jacobian",
  "isAtBound",
  "sumOfSquares",
  "parameters",
]);

/** `m` residuals; `noise`: relative error of the Jacobian, below which a singular value is taken for zero. */
export function parameterCovariance(solution: LeastSquaresSolution, m: number, noise = 1e-7): ParameterCovariance {
  solutionShape(solution, "solution");
  aWholeNumber(m, "m");
  const { jacobian: j, isAtBound, sumOfSquares } = solution;
  const n = solution.parameters.length;
  const free = Array.from({ length: n }, (_, k) => k).filter((k) => !isAtBound[k]);
  const degreesOfFreedom = m - free.length;
  const isOverdetermined = degreesOfFreedom > 0;
  const variance = isOverdetermined ? sumOfSquares / degreesOfFreedom : 0;
  const scale = free.map((k) => Math.sqrt(columnDot(j, m, k, k)) || 1);
  const q = free.length;
  const columns = new Float64Array(q * m);
  free.forEach((k, a) => {
    for (let i = 0; i < m; i++) columns[a * m + i] = j[k * m + i]! / scale[a]!;
  });
  const { values, vectors } = columnSvd(columns, m, q);
  const largest = Math.max(...values, 0);
  const covariance = new Float64Array(q * q);
  const indistinguishable: number[][] = [];
  const isLost = new Array<boolean>(q).fill(false);
  for (let e = 0; e < q; e++) {
    if (values[e]! <= noise * largest || largest === 0) {
      const group = free.filter((_, a) => Math.abs(vectors[a * q + e]!) > belongs);
      for (let a = 0; a < q; a++) if (Math.abs(vectors[a * q + e]!) > belongs) isLost[a] = true;
      indistinguishable.push(group);
      continue;
    }
    for (let a = 0; a < q; a++) {
      for (let b = 0; b < q; b++) {
        covariance[a * q + b] = covariance[a * q + b]! + (vectors[a * q + e]! * vectors[b * q + e]!) / values[e]! ** 2;
      }
    }
  }
  const deviations = new Float64Array(n);
  const correlation = new Float64Array(n * n);
  for (let k = 0; k < n; k++) correlation[k * n + k] = 1;
  free.forEach((k, a) => {
    const isKnown = isOverdetermined && !isLost[a];
    deviations[k] = isKnown ? Math.sqrt(variance * covariance[a * q + a]!) / scale[a]! : Number.POSITIVE_INFINITY;
    free.forEach((l, b) => {
      const product = Math.sqrt(covariance[a * q + a]! * covariance[b * q + b]!);
      if (k !== l && product > 0) correlation[k * n + l] = covariance[a * q + b]! / product;
    });
  });
  return { residualDeviation: Math.sqrt(variance), degreesOfFreedom, deviations, correlation, indistinguishable };
}

function columnDot(j: Float64Array, m: number, a: number, b: number): number {
  let sum = 0;
  for (let i = 0; i < m; i++) sum += j[a * m + i]! * j[b * m + i]!;
  return sum;
}
