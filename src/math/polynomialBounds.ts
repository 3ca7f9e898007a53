/**
 * Proven bounds of a polynomial on an interval, from as many of its values as it has coefficients.
 *
 * A polynomial of degree n is taken at the nodes s_j = ½·(1 − cos(π·j/n)), j = 0 … n, of the interval 0 ≤ s ≤ 1. Matrices give it and its
 * derivatives on a finer grid of the same kind with m + 1 points, and the largest of these values bounds all of them:
 *
 *     max |p(s)|  ≤  max |p(grid)| / cos(π·d/(2·m))          for every p of degree d < m, of numbers or of vectors
 *
 * since p(½·(1 − cos θ)) is a trigonometric polynomial of degree d, falls from its maximum no faster than cos(d·(θ − θ*)), and no
 * θ is farther than π/(2·m) from the grid. For vectors take the direction of the largest one.
 *
 * Source   [Ehlich1964]; differentiation on Chebyshev nodes [Trefethen2000] ch. 6
 * Legend   values of several polynomials: value j of the i-th at values[j·stride + i]
 */

import * as elementary from "./elementary.ts";

export interface PolynomialGrid {
  readonly degree: number;
  /** Where values are taken: degree + 1 of them, from 0 to 1. */
  readonly nodes: Float64Array;
  /** Points of the grid. */
  readonly count: number;
  /** p, dp/ds and d²p/ds² on the grid = matrix·values: (degree + 1) numbers per point. */
  readonly value: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** 1/cos(π·d/(2·m)) for polynomials of the degree of p and of products of two of them. */
  readonly factor: number;
  readonly productFactor: number;
}

const single: PolynomialGrid[] = [];
const double: PolynomialGrid[] = [];
const coarse: PolynomialGrid[] = [];

/** For bounds of polynomials themselves. */
export function polynomialGrid(degree: number): PolynomialGrid {
  single[degree] ??= createGrid(degree, 2 * degree);
  return single[degree];
}

/** A grid twice as fine, for bounds of products of two polynomials. */
export function productGrid(degree: number): PolynomialGrid {
  double[degree] ??= createGrid(degree, 4 * degree);
  return double[degree];
}

/** A grid just fine enough for bounds of second derivatives, which are of lower degree; for these alone. */
export function secondDerivativeGrid(degree: number): PolynomialGrid {
  coarse[degree] ??= createGrid(degree, 2 * Math.max(1, degree - 2), Math.max(0, degree - 2));
  return coarse[degree];
}

const chebyshev = (m: number): Float64Array =>
  Float64Array.from({ length: m + 1 }, (_, j) => elementary.square(elementary.sin((0.5 * Math.PI * j) / m)));

function createGrid(degree: number, m: number, bounded = degree): PolynomialGrid {
  const nodes = chebyshev(degree);
  const D = differentiation(nodes);
  const value = interpolation(nodes, chebyshev(m));
  const first = product(value, D, degree + 1);
  return {
    degree,
    nodes,
    count: m + 1,
    value,
    first,
    second: product(first, D, degree + 1),
    factor: 1 / elementary.cos((0.5 * Math.PI * bounded) / m),
    productFactor: 2 * degree < m ? 1 / elementary.cos((Math.PI * degree) / m) : Number.POSITIVE_INFINITY,
  };
}

/** Weights of the nodes in the barycentric formula: alternating signs, half at both ends. */
const weight = (j: number, n: number): number => (j % 2 === 0 ? 1 : -1) * (j === 0 || j === n ? 0.5 : 1);

/** Matrix from values at the nodes to values at other points. */
function interpolation(nodes: Float64Array, points: Float64Array): Float64Array {
  const n = nodes.length;
  const matrix = new Float64Array(points.length * n);
  points.forEach((s, i) => {
    const same = nodes.indexOf(s);
    if (same >= 0) {
      matrix[i * n + same] = 1;
      return;
    }
    let sum = 0;
    for (let j = 0; j < n; j++) {
      matrix[i * n + j] = weight(j, n - 1) / (s - nodes[j]);
      sum += matrix[i * n + j];
    }
    for (let j = 0; j < n; j++) matrix[i * n + j] /= sum;
  });
  return matrix;
}

/** Matrix from values at the nodes to derivatives there; rows of constants give exactly zero. */
function differentiation(nodes: Float64Array): Float64Array {
  const n = nodes.length;
  const D = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) {
      if (i === j) continue;
      D[i * n + j] = weight(j, n - 1) / weight(i, n - 1) / (nodes[i] - nodes[j]);
      sum += D[i * n + j];
    }
    D[i * n + i] = -sum;
  }
  return D;
}

/** A·B, where B is n × n; row by row. */
function product(A: Float64Array, B: Float64Array, n: number): Float64Array {
  const C = new Float64Array(A.length);
  for (let i = 0; i < A.length; i += n) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += A[i + k] * B[k * n + j];
      C[i + j] = sum;
    }
  }
  return C;
}

// Differences of the values to the start, overwritten by each call before it is read.
const change = new Float64Array(64);

/**
 * Bound of |p| for the vector p = matrix·values of `size` components, where matrix is one of those of the grid. Values are taken relative
 * to those at the start, which keeps rounding small: for derivatives this changes nothing.
 */
export function boundVector(
  grid: PolynomialGrid,
  matrix: Float64Array,
  values: Float64Array,
  stride: number,
  offset: number,
  size: number,
): number {
  const { degree } = grid;
  for (let k = 0; k < size; k++) {
    const start = values[offset + k];
    for (let j = 0; j < degree; j++) change[k * degree + j] = values[(j + 1) * stride + offset + k] - start;
  }
  let largest = 0;
  for (let i = 0; i < grid.count; i++) {
    const row = i * (degree + 1) + 1;
    let square = 0;
    for (let k = 0; k < size * degree; k += degree) {
      let sum = 0;
      for (let j = 0; j < degree; j++) sum += matrix[row + j] * change[k + j];
      square += sum * sum;
    }
    if (!(square <= largest)) largest = square;
  }
  return grid.factor * Math.sqrt(largest);
}
