/**
 * Hyperbolic functions and their inverses with the same bits in every JavaScript engine.
 *
 *     sinh, cosh   from exp x and its inverse as sums of two doubles; sinh of |x| ≤ 1 by its series
 *     tanh         (exp 2x − 1)/(exp 2x + 1)
 *     asinh, acosh, atanh    logarithms of x + √(x² ± 1) and of (1 + x)/(1 − x)
 *
 * Error    below 1 unit in the last place
 */
import { addDD, addNumberDD, divideDD, productDD, sqrtDD, subtractDD, sumDD } from "../doubleDouble.ts";
import { expm1Parts, expOfSum } from "./exponential.ts";
import { ln2High, ln2Low, logParts } from "./logParts.ts";

// Overwritten by each call before it is read.
const w = new Float64Array(6);
const one = Float64Array.of(1, 0);
/** Up to here x itself is the value of sinh, tanh and their inverses. */
const tiny = 2 ** -28;
/** From here on the smaller of exp x and exp −x does not count. */
const large = 40;

export function sinh(x: number): number {
  const size = Math.abs(x);
  if (size <= 1) return size < tiny ? x : x + x * sinhRest(x * x);
  if (!(size < large)) return Number.isNaN(x) ? x : (x < 0 ? -1 : 1) * halfExp(size);
  exponentials(size);
  subtractDD(w, 0, w, 0, w, 2);
  return (x < 0 ? -0.5 : 0.5) * w[0];
}

/** x²/3! + x⁴/5! + … + x²⁰/21! for z = x² ≤ 1 */
function sinhRest(z: number): number {
  let sum = 1;
  for (let n = 20; n >= 4; n -= 2) sum = 1 + (sum * z) / (n * (n + 1));
  return (sum * z) / 6;
}

export function cosh(x: number): number {
  const size = Math.abs(x);
  if (!(size < large)) return Number.isNaN(x) ? x : halfExp(size);
  exponentials(size);
  addDD(w, 0, w, 0, w, 2);
  return 0.5 * w[0];
}

/** w ← exp x and exp −x, each as a sum of two. */
function exponentials(x: number): void {
  expm1Parts(w, x);
  addNumberDD(w, 0, w, 0, 1);
  divideDD(w, 2, one, 0, w, 0);
}

/** ½·exp x, also where exp x is beyond all numbers. */
function halfExp(x: number): number {
  if (x > 720) return Infinity;
  sumDD(w, 0, x, -ln2High);
  return expOfSum(w[0], w[1] - ln2Low);
}

export function tanh(x: number): number {
  const size = Math.abs(x);
  if (!(size >= tiny)) return x;
  if (size > 20) return x < 0 ? -1 : 1;
  expm1Parts(w, 2 * size);
  addNumberDD(w, 2, w, 0, 2);
  divideDD(w, 0, w, 0, w, 2);
  return x < 0 ? -w[0] : w[0];
}

export function asinh(x: number): number {
  const size = Math.abs(x);
  if (!(size >= tiny && size < Infinity)) return x;
  if (size > 2 ** 28) logOfDouble(size);
  else logOfSumWithRoot(size, 1);
  return x < 0 ? -w[0] : w[0];
}

export function acosh(x: number): number {
  if (!(x >= 1)) return Number.NaN;
  if (x === Infinity) return x;
  if (x > 2 ** 28) logOfDouble(x);
  else logOfSumWithRoot(x, -1);
  return w[0];
}

/** w ← log(x + √(x² + c)) */
function logOfSumWithRoot(x: number, c: number): void {
  productDD(w, 0, x, x);
  addNumberDD(w, 0, w, 0, c);
  sqrtDD(w, 0, w, 0);
  addNumberDD(w, 0, w, 0, x);
  logParts(w, 0, w[0], w[1]);
}

/** w ← log 2x */
function logOfDouble(x: number): void {
  logParts(w, 0, x, 0);
  sumDD(w, 2, ln2High, ln2Low);
  addDD(w, 0, w, 0, w, 2);
}

export function atanh(x: number): number {
  const size = Math.abs(x);
  if (!(size >= tiny)) return x;
  if (size >= 1) return size === 1 ? x * Infinity : Number.NaN;
  sumDD(w, 0, 1, size);
  sumDD(w, 2, 1, -size);
  divideDD(w, 0, w, 0, w, 2);
  logParts(w, 0, w[0], w[1]);
  return (x < 0 ? -0.5 : 0.5) * w[0];
}
