/**
 * Rank-revealing QR factorisation of a dense m × n matrix: least squares, minimum norm, null space, independent columns.
 *
 * Source   [Golub2013] sec. 5.1 (Householder reflections), 5.4 (column pivoting, complete orthogonal decomposition);
 *          [Drmac2008] (when norms of the remaining columns must be recomputed)
 *          A·P = Q·[R₁ R₂; 0 0],   [R₁ R₂]·Z = [T 0]
 * Method   Each step moves the column with the largest remainder to the front, so the diagonal of R falls. The rank is
 *          the number of diagonal entries above `relativeTolerance` times the first. When the rank is below n, a second
 *          series of reflections from the right removes R₂.
 * Legend   a      m × n, column-major: R and T on and above the diagonal, the reflections of Q below it, those of Z in R₂;
 *                 a reflection is H = I − β·v·vᵀ with v = 1 at its first place, which is not stored
 *          r      rank
 */

import * as elementary from "./elementary.ts";

export class DenseQR {
  readonly rows: number;
  readonly columns: number;
  /** Rank found by the last factorisation. */
  rank = 0;
  /** Columns of A in the order of the factors: the first `rank` of them are independent and span all others. */
  readonly columnAt: Int32Array;
  private readonly a: Float64Array;
  private readonly betaQ: Float64Array;
  private readonly betaZ: Float64Array;
  private readonly norms: Float64Array;
  private readonly normsAtStart: Float64Array;
  private readonly work: Float64Array;

  constructor(rows: number, columns: number) {
    this.rows = rows;
    this.columns = columns;
    this.columnAt = new Int32Array(columns);
    this.a = new Float64Array(rows * columns);
    this.betaQ = new Float64Array(Math.min(rows, columns));
    this.betaZ = new Float64Array(Math.min(rows, columns));
    this.norms = new Float64Array(columns);
    this.normsAtStart = new Float64Array(columns);
    this.work = new Float64Array(Math.max(rows, columns));
  }

  /**
   * Factors the matrix given column by column and returns its rank. Diagonal entries of R up to `relativeTolerance`
   * times the largest count as zero; the default is the rounding error of the factorisation, max(m, n)·2⁻⁵².
   */
  factor(values: Float64Array, relativeTolerance = Math.max(this.rows, this.columns) * 2 ** -52): number {
    const { a, rows: m, columns: n, columnAt, betaQ, betaZ } = this;
    a.set(values);
    for (let j = 0; j < n; j++) columnAt[j] = j;
    this.rank = factorWithPivoting(a, m, n, betaQ, columnAt, this.norms, this.normsAtStart, relativeTolerance);
    if (this.rank < n) removeRest(a, m, n, this.rank, betaZ);
    return this.rank;
  }

  /** x ← the vector of smallest norm among those that minimise ‖A·x − b‖. x has n entries, b has m and is kept. */
  solve(x: Float64Array, b: Float64Array): void {
    const { a, rows: m, columns: n, rank: r, work, betaQ, betaZ, columnAt } = this;
    for (let i = 0; i < m; i++) work[i] = b[i];
    for (let k = 0; k < r; k++) reflect(work, 0, k, m, a, k * m, betaQ[k]);
    for (let k = r - 1; k >= 0; k--) {
      const y = work[k] / a[k + m * k];
      work[k] = y;
      for (let i = 0; i < k; i++) work[i] -= a[i + m * k] * y;
    }
    for (let j = r; j < n; j++) work[j] = 0;
    if (r < n) for (let k = 0; k < r; k++) reflectRest(work, n, a, m, r, k, betaZ[k]);
    for (let k = 0; k < n; k++) x[columnAt[k]] = work[k];
  }

  /** out ← orthonormal columns that span the null space of A: n × (n − rank), column-major. */
  nullSpace(out: Float64Array): void {
    const { a, rows: m, columns: n, rank: r, work, betaZ, columnAt } = this;
    for (let c = 0; c < n - r; c++) {
      for (let j = 0; j < n; j++) work[j] = j === r + c ? 1 : 0;
      for (let k = 0; k < r; k++) reflectRest(work, n, a, m, r, k, betaZ[k]);
      for (let k = 0; k < n; k++) out[columnAt[k] + n * c] = work[k];
    }
  }
}

function factorWithPivoting(
  a: Float64Array,
  m: number,
  n: number,
  beta: Float64Array,
  columnAt: Int32Array,
  norms: Float64Array,
  normsAtStart: Float64Array,
  relativeTolerance: number,
): number {
  for (let j = 0; j < n; j++) norms[j] = normsAtStart[j] = columnNorm(a, j * m, j * m + m);
  let limit = 0;
  for (let k = 0; k < m && k < n; k++) {
    let p = k;
    for (let j = k + 1; j < n; j++) if (norms[j] > norms[p]) p = j;
    if (p !== k) exchangeColumns(a, m, k, p, columnAt, norms, normsAtStart);

    const column = k * m;
    const size = columnNorm(a, column + k, column + m);
    if (k === 0) limit = relativeTolerance * size;
    if (!(size > limit)) return k;
    beta[k] = makeReflection(a, column + k, column + m, size);
    for (let j = k + 1; j < n; j++) reflect(a, j * m, k, m, a, column, beta[k]);
    downdateNorms(a, m, n, k, norms, normsAtStart);
  }
  return Math.min(m, n);
}

/** √Σ a², free of overflow. */
function columnNorm(a: Float64Array, from: number, to: number): number {
  let largest = 0;
  for (let p = from; p < to; p++) {
    const size = Math.abs(a[p]);
    if (size > largest) largest = size;
  }
  if (largest === 0) return 0;
  let sum = 0;
  for (let p = from; p < to; p++) {
    const x = a[p] / largest;
    sum += x * x;
  }
  return largest * Math.sqrt(sum);
}

/**
 * a[from … to − 1], of norm `size` > 0, becomes the image ∓size at its first place and the reflection behind it.
 * Returns β. The image has the sign opposite to the first entry, so that nothing cancels.
 */
function makeReflection(a: Float64Array, from: number, to: number, size: number): number {
  const first = a[from];
  const image = first > 0 ? -size : size;
  const scale = 1 / (first - image);
  for (let p = from + 1; p < to; p++) a[p] *= scale;
  a[from] = image;
  return (image - first) / image;
}

/** Applies the reflection stored in column `source` from row k on to v[target + k … target + m − 1]. */
function reflect(
  v: Float64Array,
  target: number,
  k: number,
  m: number,
  a: Float64Array,
  source: number,
  beta: number,
): void {
  let sum = v[target + k];
  for (let i = k + 1; i < m; i++) sum += a[source + i] * v[target + i];
  sum *= beta;
  v[target + k] -= sum;
  for (let i = k + 1; i < m; i++) v[target + i] -= a[source + i] * sum;
}

/** Norms of the columns after k without their rows up to k. */
function downdateNorms(
  a: Float64Array,
  m: number,
  n: number,
  k: number,
  norms: Float64Array,
  normsAtStart: Float64Array,
): void {
  for (let j = k + 1; j < n; j++) {
    if (norms[j] === 0) continue;
    const share = a[k + m * j] / norms[j];
    const rest = Math.max(0, (1 - share) * (1 + share));
    const shrunk = norms[j] / normsAtStart[j];
    // when half of the digits have cancelled since the norm was computed, recompute it
    if (rest * shrunk * shrunk <= 2 ** -26) norms[j] = normsAtStart[j] = columnNorm(a, j * m + k + 1, j * m + m);
    else norms[j] *= Math.sqrt(rest);
  }
}

function exchangeColumns(
  a: Float64Array,
  m: number,
  j: number,
  k: number,
  columnAt: Int32Array,
  norms: Float64Array,
  normsAtStart: Float64Array,
): void {
  for (let i = 0; i < m; i++) {
    const held = a[i + m * j];
    a[i + m * j] = a[i + m * k];
    a[i + m * k] = held;
  }
  const column = columnAt[j];
  columnAt[j] = columnAt[k];
  columnAt[k] = column;
  norms[k] = norms[j]; // those of j are used up
  normsAtStart[k] = normsAtStart[j];
}

/** [R₁ R₂] ← [T 0] by reflections from the right, the last row first. */
function removeRest(a: Float64Array, m: number, n: number, r: number, beta: Float64Array): void {
  for (let k = r - 1; k >= 0; k--) {
    let largest = Math.abs(a[k + m * k]);
    for (let j = r; j < n; j++) largest = Math.max(largest, Math.abs(a[k + m * j]));
    let sum = elementary.square(a[k + m * k] / largest);
    for (let j = r; j < n; j++) sum += elementary.square(a[k + m * j] / largest);
    const size = largest * Math.sqrt(sum);
    const first = a[k + m * k];
    const image = first > 0 ? -size : size;
    const scale = 1 / (first - image);
    for (let j = r; j < n; j++) a[k + m * j] *= scale;
    a[k + m * k] = image;
    beta[k] = (image - first) / image;

    for (let i = 0; i < k; i++) {
      let dot = a[i + m * k];
      for (let j = r; j < n; j++) dot += a[k + m * j] * a[i + m * j];
      dot *= beta[k];
      a[i + m * k] -= dot;
      for (let j = r; j < n; j++) a[i + m * j] -= a[k + m * j] * dot;
    }
  }
}

/** Applies the reflection of row k, which acts on the places k and r … n − 1, to v. */
function reflectRest(v: Float64Array, n: number, a: Float64Array, m: number, r: number, k: number, beta: number): void {
  let sum = v[k];
  for (let j = r; j < n; j++) sum += a[k + m * j] * v[j];
  sum *= beta;
  v[k] -= sum;
  for (let j = r; j < n; j++) v[j] -= a[k + m * j] * sum;
}
