/**
 * Hessenberg and real Schur form, eigenvalues and eigenvectors, the Sylvester equation, and Schur forms in another order.
 *
 * Source   [Golub2013] sec. 7.4 (Hessenberg), 7.5 (implicit double shifts), 7.6 (Sylvester, exchange of blocks)
 * Legend   A = Z·T·Zᵀ, T upper triangular but for 2 × 2 blocks of complex pairs
 */
import * as elementary from "../../../math/elementary.ts";
import { columnOf, Matrix, reflectColumns, reflectionOf, reflectRows } from "./matrix.ts";
import { factorQR, formQ, storedReflection } from "./orthogonalFactors.ts";
import { factorLU, normOf, solveLU } from "./triangularFactors.ts";

const epsilon = Number.EPSILON;
const maximumSteps = 60;

/** A ← Hessenberg form with the reflections below it; gives τ. */
export function reduceToHessenberg(A: Matrix): number[] {
  const n = A.rows;
  const tau: number[] = [];
  for (let k = 0; k < n - 1; k++) {
    const reflection = reflectionOf(columnOf(A, k, k + 1));
    reflectRows(A, reflection, k + 1, k + 1, n);
    reflectColumns(A, reflection, k + 1, 0, n);
    A.set(k + 1, k, reflection.beta);
    for (let i = 1; i < reflection.v.length; i++) A.set(k + 1 + i, k, reflection.v[i]!);
    tau.push(reflection.tau);
  }
  return tau;
}

/** The orthogonal matrix of the reduction. */
export function hessenbergBasis(A: Matrix, tau: ArrayLike<number>): Matrix {
  const n = A.rows;
  const Q = Matrix.identity(n);
  for (let k = n - 2; k >= 0; k--) reflectRows(Q, storedReflection(A, tau, k, 1), k + 1, 0, n);
  return Q;
}

/** H ← Schur form, Z ← Z·(its basis). Gives 0, or how many eigenvalues were not found. */
export function schurOfHessenberg(H: Matrix, Z: Matrix): number {
  const n = H.rows;
  const size = normOf(H, "1");
  for (let i = 2; i < n; i++) for (let j = 0; j < i - 1; j++) H.set(i, j, 0);
  let high = n - 1;
  let steps = 0;
  while (high >= 0) {
    let low = high;
    for (; low > 0; low--) {
      const near = Math.abs(H.get(low - 1, low - 1)) + Math.abs(H.get(low, low));
      if (Math.abs(H.get(low, low - 1)) <= epsilon * (near === 0 ? size : near)) {
        H.set(low, low - 1, 0);
        break;
      }
    }
    if (low >= high - 1) {
      if (low === high - 1) splitBlock(H, Z, low);
      high = low - 1;
      steps = 0;
    } else if (++steps > maximumSteps) return high + 1;
    else doubleShift(H, Z, low, high, steps % 10 === 0);
  }
  return 0;
}

/** One step of the implicit double shift in the rows from `low` to `high`. */
function doubleShift(H: Matrix, Z: Matrix, low: number, high: number, isExceptional: boolean): void {
  const n = H.rows;
  const h = (i: number, j: number): number => H.get(i, j);
  let s = h(high - 1, high - 1) + h(high, high);
  let t = h(high - 1, high - 1) * h(high, high) - h(high - 1, high) * h(high, high - 1);
  if (isExceptional) {
    const w = Math.abs(h(high, high - 1)) + Math.abs(h(high - 1, high - 2));
    s = 1.5 * w;
    t = w * w;
  }
  let x: Float64Array = Float64Array.of(
    h(low, low) * h(low, low) + h(low, low + 1) * h(low + 1, low) - s * h(low, low) + t,
    h(low + 1, low) * (h(low, low) + h(low + 1, low + 1) - s),
    h(low + 1, low) * h(low + 2, low + 1),
  );
  for (let k = low; k < high; k++) {
    const reflection = reflectionOf(x);
    reflectRows(H, reflection, k, Math.max(low, k - 1), n);
    reflectColumns(H, reflection, k, 0, Math.min(k + 4, high + 1));
    reflectColumns(Z, reflection, k, 0, Z.rows);
    if (k > low) for (let i = 1; i < x.length; i++) H.set(k + i, k - 1, 0);
    x = columnOf(H, k, k + 1, Math.min(k + 4, high + 1));
  }
}

/** A 2 × 2 block with real eigenvalues becomes triangular. */
function splitBlock(H: Matrix, Z: Matrix, k: number): void {
  const [a, b, c, d] = [H.get(k, k), H.get(k, k + 1), H.get(k + 1, k), H.get(k + 1, k + 1)];
  const p = (a - d) / 2;
  const discriminant = p * p + b * c;
  if (c === 0 || discriminant < 0) return;
  const shift = p >= 0 ? p + Math.sqrt(discriminant) : p - Math.sqrt(discriminant);
  // (λ − d, c) is the eigenvector of λ = d + shift
  rotatePair(H, Z, k, shift, c);
  H.set(k + 1, k, 0);
}

/** Rotates the axes k, k + 1, so that the first lies along (x, y). */
function rotatePair(T: Matrix, Z: Matrix, k: number, x: number, y: number): void {
  const length = elementary.hypot(x, y);
  const [c, s] = [x / length, y / length];
  for (let j = 0; j < T.columns; j++) {
    const [u, v] = [T.get(k, j), T.get(k + 1, j)];
    T.set(k, j, c * u + s * v);
    T.set(k + 1, j, c * v - s * u);
  }
  for (const M of [T, Z])
    for (let i = 0; i < M.rows; i++) {
      const [u, v] = [M.get(i, k), M.get(i, k + 1)];
      M.set(i, k, c * u + s * v);
      M.set(i, k + 1, c * v - s * u);
    }
}

export interface Eigenvalues {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

/** Those of a Schur form; of a pair, the one with positive imaginary part first. */
export function eigenvaluesOf(T: Matrix): Eigenvalues {
  const n = T.rows;
  const [re, im] = [new Float64Array(n), new Float64Array(n)];
  for (let k = 0; k < n; k++) {
    if (k === n - 1 || T.get(k + 1, k) === 0) {
      re[k] = T.get(k, k);
      continue;
    }
    const p = (T.get(k, k) - T.get(k + 1, k + 1)) / 2;
    const square = p * p + T.get(k, k + 1) * T.get(k + 1, k);
    const middle = (T.get(k, k) + T.get(k + 1, k + 1)) / 2;
    re.fill(middle, k, k + 2);
    im[k] = Math.sqrt(Math.max(0, -square));
    im[k + 1] = -im[k]!;
    k++;
  }
  return { re, im };
}

/** Schur form and basis of a matrix. */
export function schurForm(A: Matrix): { T: Matrix; Z: Matrix; info: number } {
  const T = A.copy();
  const Z = hessenbergBasis(T, reduceToHessenberg(T));
  return { T, Z, info: schurOfHessenberg(T, Z) };
}

/** Eigenvectors as columns, of length 1; of a pair real and imaginary part, with the largest component real. */
export function eigenvectorsOf(T: Matrix, Z: Matrix, { re, im }: Eigenvalues): Matrix {
  const n = T.rows;
  const vectors = new Matrix(n, n);
  for (let k = 0; k < n; k++) {
    const isPair = im[k] !== 0;
    const { x, y } = triangularVector(T, re[k]!, im[k]!, isPair ? k + 1 : k);
    const u = Z.times(new Matrix(n, 1, x)).a;
    const v = Z.times(new Matrix(n, 1, y)).a;
    let best = 0;
    for (let i = 1; i < n; i++) if (u[i]! ** 2 + v[i]! ** 2 > u[best]! ** 2 + v[best]! ** 2) best = i;
    const length = elementary.hypot(elementary.norm(u), elementary.norm(v));
    const largest = elementary.hypot(u[best]!, v[best]!);
    const [c, s] = isPair ? [u[best]! / largest / length, -v[best]! / largest / length] : [1 / length, 0];
    for (let i = 0; i < n; i++) {
      vectors.set(i, k, c * u[i]! - s * v[i]!);
      if (isPair) vectors.set(i, k + 1, c * v[i]! + s * u[i]!);
    }
    if (isPair) k++;
  }
  return vectors;
}

/** (T − λ)·(x + i·y) = 0 with rows up to `last`; smallest pivots are replaced, so that multiple eigenvalues have vectors too. */
function triangularVector(T: Matrix, re: number, im: number, last: number): { x: Float64Array; y: Float64Array } {
  const n = T.rows;
  const [x, y] = [new Float64Array(n), new Float64Array(n)];
  // its square must not vanish
  const tiny = Math.max(epsilon * normOf(T, "1"), 1e-150);
  x[last] = 1;
  let top = last - 1;
  if (im !== 0) {
    // first row of the block: (t₁₁ − λ)·z₁ + t₁₂ = 0
    const divided = divide(-T.get(last - 1, last), 0, T.get(last - 1, last - 1) - re, -im, tiny);
    [x[last - 1], y[last - 1]] = divided;
    top = last - 2;
  }
  for (let i = top; i >= 0; i--) {
    const isBlock = i > 0 && T.get(i, i - 1) !== 0;
    const first = isBlock ? i - 1 : i;
    const right = (row: number): [number, number] => {
      let [u, v] = [0, 0];
      for (let j = i + 1; j <= last; j++) {
        u -= T.get(row, j) * x[j]!;
        v -= T.get(row, j) * y[j]!;
      }
      return [u, v];
    };
    if (!isBlock) [x[i], y[i]] = divide(...right(i), T.get(i, i) - re, -im, tiny);
    else {
      const [p, q] = [right(first), right(i)];
      const [a, b, c, d] = [T.get(first, first) - re, T.get(first, i), T.get(i, first), T.get(i, i) - re];
      // (a − i·im)·(d − i·im) − b·c
      const [du, dv] = [a * d - im * im - b * c, -im * (a + d)];
      [x[first], y[first]] = divide(d * p[0] + im * p[1] - b * q[0], d * p[1] - im * p[0] - b * q[1], du, dv, tiny);
      [x[i], y[i]] = divide(a * q[0] + im * q[1] - c * p[0], a * q[1] - im * q[0] - c * p[1], du, dv, tiny);
      i--;
    }
  }
  return { x, y };
}

function divide(a: number, b: number, c: number, d: number, tiny: number): [number, number] {
  const [u, v] = Math.abs(c) + Math.abs(d) < tiny ? [tiny, 0] : [c, d];
  const square = u * u + v * v;
  return [(a * u + b * v) / square, (b * u - a * v) / square];
}

/** A·X + sign·X·B = C. */
export function solveSylvester(A: Matrix, B: Matrix, C: Matrix, sign: number): { X: Matrix; info: number } {
  const [m, n] = [C.rows, C.columns];
  const K = new Matrix(m * n, m * n);
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) {
      for (let k = 0; k < m; k++) K.a[(i * n + j) * m * n + k * n + j]! += A.get(i, k);
      for (let k = 0; k < n; k++) K.a[(i * n + j) * m * n + i * n + k]! += sign * B.get(k, j);
    }
  const pivots: number[] = [];
  const X = new Matrix(m * n, 1, C.a);
  const info = factorLU(K, pivots) > 0 ? 1 : 0;
  if (info === 0) solveLU(K, pivots, X);
  return { X: new Matrix(m, n, X.a), info };
}

/** T, Z ← the Schur form with the selected eigenvalues first. Gives how many there are. */
export function reorderSchur(T: Matrix, Z: Matrix, select: readonly boolean[]): number {
  const sizes: { size: number; isSelected: boolean }[] = [];
  for (let k = 0; k < T.rows; k++) {
    const size = k < T.rows - 1 && T.get(k + 1, k) !== 0 ? 2 : 1;
    sizes.push({ size, isSelected: select[k]! || (size === 2 && select[k + 1]!) });
    k += size - 1;
  }
  // a selected block changes places with those before it that are not
  for (let end = 0; end < sizes.length; end++) {
    if (!sizes[end]!.isSelected) continue;
    for (let k = end; k > 0 && !sizes[k - 1]!.isSelected; k--) {
      const at = sizes.slice(0, k - 1).reduce((sum, { size }) => sum + size, 0);
      exchangeBlocks(T, Z, at, sizes[k - 1]!.size, sizes[k]!.size);
      [sizes[k - 1], sizes[k]] = [sizes[k]!, sizes[k - 1]!];
    }
  }
  return sizes.reduce((sum, { size, isSelected }) => sum + (isSelected ? size : 0), 0);
}

/** Two neighbouring blocks of p and q rows from `at` on change places: T₁₁·X − X·T₂₂ = −T₁₂, then the columns (X; 1) come first. */
function exchangeBlocks(T: Matrix, Z: Matrix, at: number, p: number, q: number): void {
  const right = T.part(at, p, at + p, q);
  for (let i = 0; i < right.a.length; i++) right.a[i] = -right.a[i]!;
  const { X } = solveSylvester(T.part(at, p, at, p), T.part(at + p, q, at + p, q), right, -1);
  const basis = new Matrix(p + q, q);
  for (let i = 0; i < p; i++) for (let j = 0; j < q; j++) basis.set(i, j, X.get(i, j));
  for (let j = 0; j < q; j++) basis.set(p + j, j, 1);
  const tau = factorQR(basis);
  const Q = formQ(basis, tau, tau.length, p + q);
  const rows = Q.transposed().times(T.part(at, p + q, 0, T.columns));
  for (let i = 0; i < p + q; i++) for (let j = 0; j < T.columns; j++) T.set(at + i, j, rows.get(i, j));
  for (const M of [T, Z]) {
    const columns = M.part(0, M.rows, at, p + q).times(Q);
    for (let i = 0; i < M.rows; i++) for (let j = 0; j < p + q; j++) M.set(i, at + j, columns.get(i, j));
  }
  for (let i = q; i < p + q; i++) for (let j = 0; j < q; j++) T.set(at + i, at + j, 0);
}
