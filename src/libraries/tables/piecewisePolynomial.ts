/**
 * A curve through given points, one polynomial of degree ≤ 3 per interval.
 *
 * Source   [deBoor2001] ch. IV (Bessel slopes); [FritschButland1984] (monotone slopes)
 *
 *     y(x) = c₀ + c₁·ξ + c₂·ξ² + c₃·ξ³,    ξ = x − x_i,    x_i ≤ x < x_{i+1}
 *
 *     constant    c₀ = y_i
 *     linear      c₁ = Δ_i = (y_{i+1} − y_i)/h_i
 *     cubic       Hermite with slopes of the parabola through three neighbouring points; exact for parabolas, C¹
 *     monotone    Hermite with harmonic means of the neighbouring Δ, 0 at extrema; never leaves the range of the data, C¹
 *
 * Two points with the same x make a jump; slopes there are taken from each side alone.
 *
 * Legend   h_i   x_{i+1} − x_i
 *          s_i   slope at point i
 */

export const interpolations = ["linear", "constant", "cubic", "monotone"] as const;
export type Interpolation = (typeof interpolations)[number];

export const extrapolations = ["hold", "linear", "periodic", "error"] as const;
export type Extrapolation = (typeof extrapolations)[number];

export interface PiecewisePolynomial {
  /** Points in increasing order; the last one closes the last interval. */
  readonly knots: Float64Array;
  /** c₀ … c₃ per interval; one interval more at each end for the extrapolation. */
  readonly coefficients: Float64Array;
  /** Without corners: the curve can be differentiated. */
  readonly isSmooth: boolean;
  readonly isPeriodic: boolean;
  readonly isClosed: boolean;
}

export function piecewisePolynomial(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  interpolation: Interpolation,
  extrapolation: Extrapolation,
): PiecewisePolynomial {
  const n = x.length;
  const knots = Float64Array.from(x);
  const coefficients = new Float64Array(4 * (n + 1));
  const slopes =
    interpolation === "cubic" || interpolation === "monotone" ? pointSlopes(x, y, interpolation) : undefined;
  for (let i = 0; i + 1 < n; i++) {
    const h = x[i + 1]! - x[i]!;
    const k = 4 * (i + 1);
    coefficients[k] = y[i]!;
    if (interpolation === "constant" || h === 0) continue;
    const delta = (y[i + 1]! - y[i]!) / h;
    if (slopes === undefined) {
      coefficients[k + 1] = delta;
      continue;
    }
    const [left, right] = [slopes[i]!, slopes[i + 1]!];
    coefficients[k + 1] = left;
    coefficients[k + 2] = (3 * delta - 2 * left - right) / h;
    coefficients[k + 3] = (left + right - 2 * delta) / (h * h);
  }
  coefficients[0] = y[0]!;
  coefficients[4 * n] = y[n - 1]!;
  if (extrapolation === "linear" && n > 1) {
    coefficients[1] = endSlope(knots, coefficients, 0);
    coefficients[4 * n + 1] = endSlope(knots, coefficients, n);
  }
  return {
    knots,
    coefficients,
    isSmooth: slopes !== undefined,
    isPeriodic: extrapolation === "periodic" && n > 1,
    isClosed: extrapolation === "error",
  };
}

/** Number of the interval that holds x: 0 before the first knot, n behind the last. At a knot, the one that begins there. */
export function findInterval({ knots }: PiecewisePolynomial, x: number): number {
  let low = 0;
  let high = knots.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (knots[middle]! <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** x moved into the first period. */
export function wrapPeriod({ knots, isPeriodic }: PiecewisePolynomial, x: number): number {
  if (!isPeriodic) return x;
  const [first, last] = [knots[0]!, knots[knots.length - 1]!];
  return first + (x - first) - Math.floor((x - first) / (last - first)) * (last - first);
}

export function evaluatePolynomial(curve: PiecewisePolynomial, x: number): number {
  const at = wrapPeriod(curve, x);
  const i = findInterval(curve, at);
  const xi = at - curve.knots[i === 0 ? 0 : i - 1]!;
  const c = curve.coefficients;
  const k = 4 * i;
  return c[k]! + xi * (c[k + 1]! + xi * (c[k + 2]! + xi * c[k + 3]!));
}

/** First and second derivative of the curve; at a knot those of the interval that begins there. */
export function polynomialSlope(curve: PiecewisePolynomial, x: number): { slope: number; bend: number } {
  const at = wrapPeriod(curve, x);
  const i = findInterval(curve, at);
  const xi = at - curve.knots[i === 0 ? 0 : i - 1]!;
  const [c1, c2, c3] = [1, 2, 3].map((power) => curve.coefficients[4 * i + power]!) as [number, number, number];
  return { slope: c1 + xi * (2 * c2 + 3 * xi * c3), bend: 2 * c2 + 6 * xi * c3 };
}

/** So many knots of a periodic curve are told one by one. */
const mostKnots = 100_000;

/** A pulse is shorter than this part of the range; then all its knots count. */
const pulsePart = 0.01;

/**
 * Numbers from `from` to `to` at which the curve changes its course: corners and jumps; of a smooth curve where it begins to move and where
 * it comes to rest, and what is between when that is short.
 */
export function changesOfCourse(curve: PiecewisePolynomial, from: number, to: number): number[] {
  const { knots, coefficients: c, isSmooth, isPeriodic } = curve;
  const n = knots.length;
  const isMoving = (i: number): boolean => c[4 * i + 1] !== 0 || c[4 * i + 2] !== 0 || c[4 * i + 3] !== 0;
  const changes = new Set<number>();
  for (let i = 0; i < n; i++) {
    // interval i ends and interval i + 1 begins at knot i
    const length = i === 0 ? 0 : knots[i]! - knots[i - 1]!;
    const [c0, c1, c2, c3] = [0, 1, 2, 3].map((k) => c[4 * i + k]!) as [number, number, number, number];
    const end = c0 + length * (c1 + length * (c2 + length * c3));
    const isJump = c[4 * i + 4] !== end;
    if (isSmooth ? isMoving(i) !== isMoving(i + 1) : isJump || c1 !== c[4 * i + 5]) changes.add(knots[i]!);
  }
  for (let i = 0, begin = 0; isSmooth && i < n; i++) {
    if (isMoving(i + 1)) continue;
    if (knots[i]! - knots[begin]! < pulsePart * (to - from)) for (let k = begin; k < i; k++) changes.add(knots[k]!);
    begin = i + 1 < n ? i + 1 : i;
  }
  if (!isPeriodic) return [...changes].filter((x) => x >= from && x <= to);
  const [first, period] = [knots[0]!, knots[n - 1]! - knots[0]!];
  const [begin, end] = [Math.floor((from - first) / period), Math.floor((to - first) / period)];
  changes.add(first);
  if ((end - begin + 1) * changes.size > mostKnots) return [];
  const all: number[] = [];
  for (let k = begin; k <= end; k++) for (const x of changes) all.push(x + k * period);
  return all.filter((x) => x >= from && x <= to);
}

/** Slope of the interval beside end interval `end` (0 or n) at that end. */
function endSlope(knots: Float64Array, c: Float64Array, end: number): number {
  const i = end === 0 ? 1 : end - 1;
  const xi = end === 0 ? 0 : knots[end - 1]! - knots[end - 2]!;
  return c[4 * i + 1]! + xi * (2 * c[4 * i + 2]! + 3 * xi * c[4 * i + 3]!);
}

/** Slope at every point; points on the two sides of a jump know nothing of each other. */
function pointSlopes(x: ArrayLike<number>, y: ArrayLike<number>, kind: "cubic" | "monotone"): Float64Array {
  const n = x.length;
  const slopes = new Float64Array(n);
  const slopeAt = kind === "cubic" ? besselSlope : monotoneSlope;
  for (let begin = 0; begin < n; ) {
    let end = begin;
    while (end + 1 < n && x[end + 1]! > x[end]!) end++;
    for (let i = begin; i <= end; i++) slopes[i] = slopeAt(x, y, i, begin, end);
    begin = end + 1;
  }
  return slopes;
}

function difference(x: ArrayLike<number>, y: ArrayLike<number>, i: number): number {
  return (y[i + 1]! - y[i]!) / (x[i + 1]! - x[i]!);
}

/** Slope at point i of the parabola through the nearest three points of begin … end. */
function besselSlope(x: ArrayLike<number>, y: ArrayLike<number>, i: number, begin: number, end: number): number {
  if (begin === end) return 0;
  if (end - begin === 1) return difference(x, y, begin);
  const m = Math.min(Math.max(i, begin + 1), end - 1);
  const [h0, h1] = [x[m]! - x[m - 1]!, x[m + 1]! - x[m]!];
  const [d0, d1] = [difference(x, y, m - 1), difference(x, y, m)];
  const middle = (h1 * d0 + h0 * d1) / (h0 + h1);
  const bend = (d1 - d0) / (h0 + h1);
  return middle + 2 * bend * (x[i]! - x[m]!);
}

/** Weighted harmonic mean of the two differences [FritschButland1984]; at the ends at most three times the difference. */
function monotoneSlope(x: ArrayLike<number>, y: ArrayLike<number>, i: number, begin: number, end: number): number {
  if (begin === end) return 0;
  if (i === begin || i === end) {
    const d = difference(x, y, i === begin ? begin : end - 1);
    const slope = besselSlope(x, y, i, begin, end);
    if (slope * d <= 0) return 0;
    return Math.abs(slope) > 3 * Math.abs(d) ? 3 * d : slope;
  }
  const [d0, d1] = [difference(x, y, i - 1), difference(x, y, i)];
  if (d0 * d1 <= 0) return 0;
  const [h0, h1] = [x[i]! - x[i - 1]!, x[i + 1]! - x[i]!];
  const weight = (h0 + 2 * h1) / (3 * (h0 + h1));
  return (d0 * d1) / (weight * d1 + (1 - weight) * d0);
}
