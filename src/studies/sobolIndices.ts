/**
 * How much of the variance of a result each uncertain number explains.
 *
 * Source   [Saltelli2010] plan of evaluations, estimator of the first order; [Jansen1999] estimator of the total
 *
 *     S_i  = Cov(f(B), f(A_B^i) − f(A))/V      alone
 *     S_Ti = ½·mean (f(A) − f(A_B^i))²/V       with all interactions
 *
 * A and B are two independent samples, A_B^i is A with column i from B: n·(d + 2) evaluations. The uncertainty of the estimates comes
 * from resampling the rows [Archer1997].
 */
import { createRandom } from "../math/random.ts";
import { quantileOf } from "./distributions.ts";
import { type Sampling, unitSample } from "./sampling/unitSample.ts";

export interface IndexPlan {
  readonly rows: number;
  readonly dimension: number;
  /** Points in the unit cube, one after the other: row by row A, B, then A_B^1 … A_B^d. */
  readonly points: Float64Array;
}

export function indexPlan(rows: number, dimension: number, kind: Sampling, seed: number): IndexPlan {
  const both = unitSample(kind, rows, 2 * dimension, seed);
  const block = (dimension + 2) * dimension;
  const points = new Float64Array(rows * block);
  for (let r = 0; r < rows; r++) {
    const a = both.subarray(2 * r * dimension, (2 * r + 1) * dimension);
    const b = both.subarray((2 * r + 1) * dimension, (2 * r + 2) * dimension);
    points.set(a, r * block);
    points.set(b, r * block + dimension);
    for (let i = 0; i < dimension; i++) {
      const at = r * block + (2 + i) * dimension;
      points.set(a, at);
      points[at + i] = b[i]!;
    }
  }
  return { rows, dimension, points };
}

export interface SobolIndex {
  readonly first: number;
  readonly total: number;
  /** 95 % intervals of the two estimates. */
  readonly firstInterval: readonly [number, number];
  readonly totalInterval: readonly [number, number];
}

export interface SobolIndices {
  readonly mean: number;
  readonly variance: number;
  readonly indices: readonly SobolIndex[];
}

const resamplings = 200;

/** `values` in the order of the plan's points. */
export function sobolIndices({ rows, dimension }: IndexPlan, values: ArrayLike<number>, seed: number): SobolIndices {
  const all = Int32Array.from({ length: rows }, (_, r) => r);
  const estimate = estimateFrom(values, dimension, all);
  const random = createRandom(seed);
  const firsts = Array.from({ length: dimension }, () => new Float64Array(resamplings));
  const totals = Array.from({ length: dimension }, () => new Float64Array(resamplings));
  const drawn = new Int32Array(rows);
  for (let k = 0; k < resamplings; k++) {
    for (let r = 0; r < rows; r++) drawn[r] = random.below(rows);
    const again = estimateFrom(values, dimension, drawn);
    for (let i = 0; i < dimension; i++) {
      firsts[i]![k] = again.first[i]!;
      totals[i]![k] = again.total[i]!;
    }
  }
  const interval = (sample: Float64Array): [number, number] => {
    sample.sort();
    return [quantileOf(sample, 0.025), quantileOf(sample, 0.975)];
  };
  return {
    mean: estimate.mean,
    variance: estimate.variance,
    indices: Array.from({ length: dimension }, (_, i) => ({
      first: estimate.first[i]!,
      total: estimate.total[i]!,
      firstInterval: interval(firsts[i]!),
      totalInterval: interval(totals[i]!),
    })),
  };
}

interface Estimate {
  readonly mean: number;
  readonly variance: number;
  readonly first: Float64Array;
  readonly total: Float64Array;
}

function estimateFrom(values: ArrayLike<number>, dimension: number, rows: Int32Array): Estimate {
  const width = dimension + 2;
  const n = rows.length;
  let sum = 0;
  for (const r of rows) sum += values[r * width]! + values[r * width + 1]!;
  const mean = sum / (2 * n);
  let squares = 0;
  const first = new Float64Array(dimension);
  const total = new Float64Array(dimension);
  for (const r of rows) {
    const a = values[r * width]! - mean;
    const b = values[r * width + 1]! - mean;
    squares += a * a + b * b;
    for (let i = 0; i < dimension; i++) {
      const mixed = values[r * width + 2 + i]! - mean;
      first[i] = first[i]! + b * (mixed - a);
      total[i] = total[i]! + (a - mixed) * (a - mixed);
    }
  }
  const variance = squares / (2 * n - 1);
  for (let i = 0; i < dimension; i++) {
    first[i] = variance > 0 ? first[i]! / n / variance : 0;
    total[i] = variance > 0 ? total[i]! / (2 * n) / variance : 0;
  }
  return { mean, variance, first, total };
}
