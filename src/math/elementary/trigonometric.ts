/**
 * sin, cos, tan, asin, acos, atan and atan2 with the same bits in every JavaScript engine, which Math.sin and so on do not promise.
 *
 * Source   [Muller2016] ch. 11 (range reduction), the series of Taylor
 * Error    all below 1 unit in the last place but atan2, which is below 1.5; only + − · / are used
 *
 * sin, cos   x = n·π/2 + r, |r| ≤ π/4; r is kept as high + low, so that nothing is lost near multiples of π/2
 * atan       arctan x = arctan c + arctan((x − c)/(1 + c·x)) with c = j/8 nearest to x;   x > 1: π/2 − arctan(1/x)
 */
import { divideDD, sqrtDD } from "../doubleDouble.ts";
import { reduceLargeAngle } from "./largeAngle.ts";

// π/2 in four parts; the first three have 33 bits, so that their products with |n| ≤ 2²⁰ are exact.
const halfPi1 = 1.5707963267341256;
const halfPi2 = 6.077100506303966e-11;
const halfPi3 = 2.0222662487111665e-21;
const halfPi4 = 8.4784276603689e-32;
const largestForParts = 1647099; // 2²⁰·π/2

/** π as high + low. */
const piLow = 1.2246467991473532e-16;

/** arctan(j/8) as high + low. */
const atanHigh = [
  0, 0.12435499454676144, 0.24497866312686414, 0.35877067027057225, 0.4636476090008061, 0.5585993153435624,
  0.6435011087932844, 0.7188299996216245, 0.7853981633974483,
] as const;
const atanLow = [
  0, -3.1253241424539383e-18, 1.0698755618734451e-17, -2.4623815582638635e-17, 2.2698777452961687e-17,
  -5.4556305485916264e-18, 1.5834785051444286e-17, -2.1478388444456983e-17, 3.061616997868383e-17,
] as const;

// Result of the last reduction, read at once by its caller: r = reduced[0] + reduced[1].
const reduced = new Float64Array(2);

export function sin(x: number): number {
  if (Math.abs(x) <= Math.PI / 4) return x === 0 ? x : sineSeries(x, 0); // −0 stays −0
  const quarter = reduce(x);
  const r = reduced[0];
  const low = reduced[1];
  const value = quarter % 2 === 0 ? sineSeries(r, low) : cosineSeries(r, low);
  return quarter < 2 ? value : -value;
}

export function cos(x: number): number {
  if (Math.abs(x) <= Math.PI / 4) return cosineSeries(x, 0);
  const quarter = reduce(x);
  const r = reduced[0];
  const low = reduced[1];
  const value = quarter % 2 === 0 ? cosineSeries(r, low) : sineSeries(r, low);
  return quarter === 0 || quarter === 3 ? value : -value;
}

/** out[k], out[k + 1] ← cosine and sine of angle[i]: results that are returned would be new heap objects. */
export function cosineAndSine(out: Float64Array, k: number, angle: Float64Array, i: number): void {
  const x = angle[i];
  let quarter = 0;
  let r = x;
  let low = 0;
  if (!(Math.abs(x) <= Math.PI / 4)) {
    quarter = reduce(x);
    r = reduced[0];
    low = reduced[1];
  }
  const cosine = cosineSeries(r, low);
  const sine = x === 0 ? x : sineSeries(r, low);
  const isAcross = (quarter & 1) === 1;
  out[k] = (quarter === 0 || quarter === 3 ? 1 : -1) * (isAcross ? sine : cosine);
  out[k + 1] = (quarter < 2 ? 1 : -1) * (isAcross ? cosine : sine);
}

export function tan(x: number): number {
  let quarter = 0;
  if (Math.abs(x) <= Math.PI / 4) {
    if (Math.abs(x) < 2 ** -27) return x;
    reduced[0] = x;
    reduced[1] = 0;
  } else quarter = reduce(x);
  sineAndCosine(reduced[0], reduced[1]);
  if (quarter % 2 === 0) divideDD(w, 0, w, 0, w, 2);
  else divideDD(w, 0, w, 2, w, 0);
  return quarter % 2 === 0 ? w[0] : -w[0];
}

// Overwritten by each call before it is read.
const w = new Float64Array(6);

/** w ← sin(r + low), cos(r + low), each as a sum of two, for |r| ≤ π/4. */
function sineAndCosine(r: number, low: number): void {
  const tail = sineTail(r, low);
  w[0] = r + tail;
  w[1] = tail - (w[0] - r);
  const first = 1 - 0.5 * r * r;
  const rest = cosineTail(r, low, first);
  w[2] = first + rest;
  w[3] = rest - (w[2] - first);
}

export function asin(x: number): number {
  const size = Math.abs(x);
  if (!(size <= 1)) return Number.NaN;
  if (size < 2 ** -27) return x;
  if (size <= 0.5) arcsine(size, 0);
  else {
    arcsineOfRoot(0.5 * (1 - size));
    beside(Math.PI / 2, piLow / 2, -2);
  }
  return x < 0 ? -w[4] : w[4];
}

export function acos(x: number): number {
  const size = Math.abs(x);
  if (!(size <= 1)) return Number.NaN;
  if (size <= 0.5) {
    arcsine(size, 0);
    beside(Math.PI / 2, piLow / 2, x < 0 ? 1 : -1);
    return w[4];
  }
  arcsineOfRoot(0.5 * (1 - size));
  if (x > 0) return 2 * w[4];
  beside(Math.PI, piLow, -2);
  return w[4];
}

/** w[4] + w[5] ← arcsin(s + low) for 0 ≤ s ≤ 0.71: one step of Newton with a sine of more digits. */
function arcsine(s: number, low: number): void {
  const angle = firstOctant(s, Math.sqrt((1 - s) * (1 + s)));
  sineAndCosine(angle, 0);
  const step = (s - w[0] + (low - w[1])) / w[2];
  w[4] = angle + step;
  w[5] = step - (w[4] - angle);
}

/** The same for √z. */
function arcsineOfRoot(z: number): void {
  w[0] = z;
  w[1] = 0;
  sqrtDD(w, 0, w, 0);
  arcsine(w[0], w[1]);
}

/** w[4] ← a + low + factor·(w[4] + w[5]) */
function beside(a: number, low: number, factor: number): void {
  const b = factor * w[4];
  const s = a + b;
  const v = s - a;
  w[4] = s + (a - (s - v) + (b - v) + (low + factor * w[5]));
}

/** Sets `reduced` to x − n·π/2 and returns n mod 4. NaN and infinite x give NaN. */
function reduce(x: number): number {
  if (!(Math.abs(x) < largestForParts)) return reduceLargeAngle(reduced, x);
  const n = Math.floor(x * (2 / Math.PI) + 0.5);
  const a = x - n * halfPi1; // exact
  // exact differences a − n·halfPi2 − n·halfPi3, each with its rounding error
  const p2 = n * halfPi2;
  const b = a - p2;
  const vb = b - a;
  const eb = a - (b - vb) - (p2 + vb);
  const p3 = n * halfPi3;
  const c = b - p3;
  const vc = c - b;
  const ec = b - (c - vc) - (p3 + vc);
  const rest = eb + (ec - n * halfPi4);
  const r = c + rest;
  reduced[0] = r;
  reduced[1] = rest - (r - c);
  return n & 3;
}

/** sin(r + low) for |r| ≤ π/4 */
function sineSeries(r: number, low: number): number {
  return r + sineTail(r, low);
}

/** sin(r + low) − r: terms up to r¹⁹; the next is below 2⁻⁶⁴·r. */
function sineTail(r: number, low: number): number {
  const z = r * r;
  const z2 = z * z;
  const first = -1 / 6 + z * (1 / 120) + z2 * (-1 / 5040 + z * (1 / 362880));
  const more = -1 / 39916800 + z * (1 / 6227020800) + z2 * (-1 / 1307674368000 + z * (1 / 355687428096000));
  const z4 = z2 * z2;
  const sum = first + z4 * (more + z4 * (-1 / 121645100408832000));
  return r * z * sum + low * (1 - 0.5 * z);
}

/** cos(r + low) for |r| ≤ π/4 */
function cosineSeries(r: number, low: number): number {
  const first = 1 - 0.5 * r * r;
  return first + cosineTail(r, low, first);
}

/** cos(r + low) − first, where first is 1 − r²/2 rounded: terms up to r²⁰; the next is below 2⁻⁷⁰. */
function cosineTail(r: number, low: number, first: number): number {
  const z = r * r;
  const z2 = z * z;
  const begin = 1 / 24 + z * (-1 / 720) + z2 * (1 / 40320 + z * (-1 / 3628800));
  const more = 1 / 479001600 + z * (-1 / 87178291200) + z2 * (1 / 20922789888000 + z * (-1 / 6402373705728000));
  const z4 = z2 * z2;
  const sum = begin + z4 * (more + z4 * (1 / 2432902008176640000));
  return 1 - first - 0.5 * z + (z2 * sum - r * low);
}

export function atan(x: number): number {
  if (Number.isNaN(x)) return x;
  const size = Math.abs(x);
  const angle = size <= 1 ? firstOctant(size, 1) : secondOctant(size);
  return x < 0 || Object.is(x, -0) ? -angle : angle;
}

/** arctan x for x > 1. */
function secondOctant(x: number): number {
  return x === Infinity ? Math.PI / 2 : complement(x, 1);
}

/** Angle of the point (x, y) from the x axis, −π ≤ angle ≤ π, with the signs of zero as in Math.atan2. */
export function atan2(y: number, x: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  let a = Math.abs(x);
  let b = Math.abs(y);
  if (a === Infinity || b === Infinity) {
    a = a === Infinity ? 1 : 0;
    b = b === Infinity ? 1 : 0;
  } else if (Math.max(a, b) > 2 ** 1020) {
    a *= 2 ** -4;
    b *= 2 ** -4;
  } else if (Math.max(a, b) < 2 ** -1000) {
    a *= 2 ** 100;
    b *= 2 ** 100;
  }
  const isLeft = x < 0 || Object.is(x, -0);
  let angle: number;
  if (b === 0) angle = isLeft ? Math.PI : 0;
  else if (a === 0) angle = Math.PI / 2;
  else if (isLeft) angle = b <= a ? Math.PI - (firstOctant(b, a) - piLow) : obtuse(b, a);
  else angle = b <= a ? firstOctant(b, a) : complement(b, a);
  return y < 0 || Object.is(y, -0) ? -angle : angle;
}

/** arctan(y/x) for 0 ≤ y ≤ x. */
function firstOctant(y: number, x: number): number {
  const ratio = y / x;
  // without the sum with arctan c, whose error would be large beside a small result
  if (ratio < 3 / 16) return ratio + atanRest(ratio);
  const j = Math.floor(8 * ratio + 0.5);
  const c = j / 8;
  const t = difference(y, c, x) / (x + c * y);
  return atanHigh[j] + (atanLow[j] + atanRest(t) + t);
}

/** π/2 − arctan(x/y) for 0 ≤ x < y. */
function complement(y: number, x: number): number {
  const j = Math.floor(8 * (x / y) + 0.5);
  const c = j / 8;
  const t = difference(x, c, y) / (y + c * x);
  const high = Math.PI / 2 - atanHigh[j];
  const error = Math.PI / 2 - high - atanHigh[j];
  return high - (t + (atanRest(t) + (atanLow[j] - piLow / 2 - error)));
}

/** π/2 + arctan(x/y) for 0 ≤ x < y. */
function obtuse(y: number, x: number): number {
  const j = Math.floor(8 * (x / y) + 0.5);
  const c = j / 8;
  const t = difference(x, c, y) / (y + c * x);
  const high = Math.PI / 2 + atanHigh[j];
  const error = Math.PI / 2 - high + atanHigh[j];
  return high + (t + (atanRest(t) + (atanLow[j] + piLow / 2 + error)));
}

/** a − c·b for c = j/8 near a/b. b is split so that its products with c are exact. */
function difference(a: number, c: number, b: number): number {
  const s = 17 * b; // 2⁴ + 1 splits off the last 4 bits
  const high = s - (s - b);
  return a - c * high - c * (b - high);
}

/** arctan t − t for |t| ≤ 3/16: terms up to t²⁵; the next is below 2⁻⁶⁷·t. */
function atanRest(t: number): number {
  const z = t * t;
  const z2 = z * z;
  const z4 = z2 * z2;
  const low = -1 / 3 + z * (1 / 5) + z2 * (-1 / 7 + z * (1 / 9));
  const middle = -1 / 11 + z * (1 / 13) + z2 * (-1 / 15 + z * (1 / 17));
  const high = -1 / 19 + z * (1 / 21) + z2 * (-1 / 23 + z * (1 / 25));
  const sum = low + z4 * (middle + z4 * high);
  return t * z * sum;
}
