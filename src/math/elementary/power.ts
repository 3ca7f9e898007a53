/**
 * pow, cbrt, hypot, log2 and log10 with the same bits in every JavaScript engine, which Math.pow and so on do not promise.
 *
 * Source   [Muller2016] ch. 11;   xʸ = exp(y·log x) with the logarithm as a sum of two doubles
 * Error    below 1 unit in the last place, hypot below 1.3
 */
import { multiplyDD, multiplyNumberDD, productDD } from "../doubleDouble.ts";
import { exp, expOfSum, log } from "./exponential.ts";
import { exponentOf, scaleByPower } from "./floatBits.ts";
import { ln2High, ln2Low, logParts } from "./logParts.ts";

// Overwritten by each call before it is read.
const w = new Float64Array(2);
const log2e = Float64Array.of(Math.LOG2E, 2.0355273740931033e-17);
const log10e = Float64Array.of(Math.LOG10E, 1.098319650216765e-17);

/** xʸ, with the special cases of Math.pow. */
export function pow(x: number, y: number): number {
  if (y === 2) return x * x;
  if (y === 3) return x * x * x;
  if (!(x > 2 ** -1022 && x < Infinity && Math.abs(y) < 2 ** 50)) return specialPower(x, y);
  logParts(w, 0, x, 0);
  const high = w[0];
  const product = high * y;
  // beyond these the result overflows or vanishes
  if (!(Math.abs(product) < 800)) return product > 0 ? Infinity : 0;
  const h1 = splitter * high - (splitter * high - high);
  const h2 = high - h1;
  const y1 = splitter * y - (splitter * y - y);
  const y2 = y - y1;
  const rest = h1 * y1 - product + h1 * y2 + h2 * y1 + h2 * y2 + w[1] * y;
  return expOfSum(product, rest);
}

/** Splits a double into two halves of 26 bits, whose products are exact [Dekker1971]. */
const splitter = 134217729;

/** Zeros, infinities, negative and subnormal numbers, enormous exponents. */
function specialPower(x: number, y: number): number {
  if (y === 1) return x;
  if (y === 0) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const size = Math.abs(x);
  const isOdd = Math.abs(y) < 2 ** 53 && y % 2 !== 0 && Number.isInteger(y);
  const sign = isOdd && (x < 0 || Object.is(x, -0)) ? -1 : 1;
  if (Math.abs(y) === Infinity) return size === 1 ? Number.NaN : size > 1 === y > 0 ? Infinity : 0;
  if (size === 0) return y > 0 ? sign * 0 : sign * Infinity;
  if (size === Infinity) return y > 0 ? sign * Infinity : sign * 0;
  if (x < 0 && !Number.isInteger(y)) return Number.NaN;
  if (size === 1) return sign;
  if (Math.abs(y) >= 2 ** 50) return size > 1 === y > 0 ? hugePower(size, y, Infinity) : hugePower(size, y, 0);
  if (x < 0) return sign * pow(size, y);
  logOfAny(size);
  multiplyNumberDD(w, 0, w, 0, y);
  return Math.abs(w[0]) < 800 ? expOfSum(w[0], w[1]) : w[0] > 0 ? Infinity : 0;
}

/** Only numbers beside 1 have powers of such exponents that are neither zero nor infinite. */
function hugePower(x: number, y: number, beyond: number): number {
  logOfAny(x);
  return Math.abs(w[0] * y) < 800 ? exp(w[0] * y) : beyond;
}

/** w ← log x for finite x > 0, subnormal ones included. */
function logOfAny(x: number): void {
  if (x >= 2 ** -1022) {
    logParts(w, 0, x, 0);
    return;
  }
  logParts(w, 0, x * 2 ** 54, 0);
  const shift = -54 * ln2High; // exact
  const sum = w[0] + shift;
  const v = sum - w[0];
  const rest = w[0] - (sum - v) + (shift - v) + (w[1] - 54 * ln2Low);
  w[0] = sum + rest;
  w[1] = rest - (w[0] - sum);
}

export function cbrt(x: number): number {
  const size = Math.abs(x);
  if (!(size > 0 && size < Infinity)) return x; // zeros, infinities, NaN
  if (size < 2 ** -1022) return cbrt(x * 2 ** 54) / 2 ** 18;
  const third = Math.floor(exponentOf(size) / 3);
  const m = scaleByPower(size, -3 * third);
  const root = exp(log(m) / 3);
  // one step of Newton with the exact cube
  productDD(w, 0, root, root);
  multiplyNumberDD(w, 0, w, 0, root);
  const corrected = root + (m - w[0] - w[1]) / (3 * root * root);
  return scaleByPower(x < 0 ? -corrected : corrected, third);
}

/** √(x² + y² + z²) */
export function hypot(x: number, y: number, z = 0): number {
  const largest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (largest < 1e150 && largest > 1e-140) return Math.sqrt(x * x + y * y + z * z);
  if (largest === 0 || largest === Infinity) return largest;
  if (Number.isNaN(largest))
    return Math.abs(x) === Infinity || Math.abs(y) === Infinity || Math.abs(z) === Infinity ? Infinity : largest;
  const scale = largest > 1 ? 2 ** -600 : 2 ** 600;
  const [a, b, c] = [x * scale, y * scale, z * scale];
  return Math.sqrt(a * a + b * b + c * c) / scale;
}

/** x², small enough to be written into its callers by every engine. */
export function square(x: number): number {
  return x * x;
}

/** Length of a vector of any dimension. */
export function norm(v: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < v.length; i++) sum += v[i] * v[i];
  return Math.sqrt(sum);
}

export function log2(x: number): number {
  return scaledLog(x, log2e);
}

export function log10(x: number): number {
  return scaledLog(x, log10e);
}

function scaledLog(x: number, factor: Float64Array): number {
  if (!(x > 0) || x === Infinity) return log(x);
  logOfAny(x);
  multiplyDD(w, 0, w, 0, factor, 0);
  return w[0];
}
