/**
 * What a reference problem is: equations and start, how its tolerances scale, and what comes out at the end.
 *
 * Absolute tolerances are relativeTolerance · toleranceScale[i]. Every definition says where its end values
 * come from and in how many digits two independent computations agree; "quadruple extrapolation" is
 * bench/solvers/reference.c.
 */
import type { MatrixStructure } from "../../../src/math/matrixStructure.ts";

interface CommonProblem {
  /** Name shared with bench/solvers. */
  readonly name: string;
  readonly title: string;
  readonly kind: "stiff" | "nonstiff" | "dae" | "events";
  readonly size: number;
  readonly t0: number;
  readonly tEnd: number;
  readonly y0: Float64Array;
  readonly sparsity?: MatrixStructure;
  readonly toleranceScale: Float64Array;
  /** Components whose end values are compared, and those values. */
  readonly compare: readonly number[];
  readonly end: readonly number[];
  readonly invariants?: readonly Invariant[];
  /** Where the end values come from and how far they are confirmed. */
  readonly agreement: string;
  /** Keys into docs/references.md. */
  readonly sources: readonly string[];
}

export interface OdeProblem extends CommonProblem {
  readonly form: "ode";
  readonly rhs: (t: number, y: Float64Array, ydot: Float64Array) => void;
  readonly jacobian?: (t: number, y: Float64Array, jac: Float64Array) => void;
  readonly massMatrix?: Float64Array;
  readonly event?: {
    readonly roots: (t: number, y: Float64Array, g: Float64Array) => void;
    readonly direction: -1 | 0 | 1;
    /** Changes y in place. */
    readonly apply: (y: Float64Array) => void;
    /** All times at which it happens within [t0, tEnd]. */
    readonly times: readonly number[];
  };
}

export interface DaeProblem extends CommonProblem {
  readonly form: "dae";
  readonly residual: (t: number, y: Float64Array, yp: Float64Array, r: Float64Array) => void;
  readonly yp0: Float64Array;
  readonly differential: readonly boolean[];
  /** Leave the algebraic components out of the error test: needed above index 1. */
  readonly suppressAlgebraic: boolean;
}

export type ReferenceProblem = OdeProblem | DaeProblem;

/** A quantity that keeps its start value along the exact solution. */
export interface Invariant {
  readonly what: string;
  readonly value: (t: number, y: Float64Array) => number;
}

/** Significant correct digits: −log10 of the largest relative error over the compared components. */
export function correctDigits(problem: ReferenceProblem, y: ArrayLike<number>): number {
  let worst = 1e-17;
  problem.compare.forEach((component, k) => {
    const error = Math.abs((y[component] - problem.end[k]) / problem.end[k]);
    if (!(error <= worst)) worst = error;
  });
  return -Math.log10(worst);
}

/** The same for the error relative to |reference| + toleranceScale, as the error control sees it. */
export function mixedDigits(problem: ReferenceProblem, y: ArrayLike<number>): number {
  let worst = 1e-17;
  problem.compare.forEach((component, k) => {
    const size = Math.abs(problem.end[k]) + problem.toleranceScale[component];
    const error = Math.abs(y[component] - problem.end[k]) / size;
    if (!(error <= worst)) worst = error;
  });
  return -Math.log10(worst);
}

/** 0, 1, …, count − 1. */
export const firstComponents = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

export const filled = (size: number, value: number): Float64Array => new Float64Array(size).fill(value);
