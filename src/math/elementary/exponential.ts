/**
 * exp, expm1, log and log1p with the same bits in every JavaScript engine, which Math.exp and Math.log do not promise.
 *
 * Source   [Muller2016] ch. 11 (additive range reduction, the constant in two parts)
 * Error    below 1 unit in the last place; only + − · / are used, which IEEE 754 defines to the last bit
 *
 * exp      x = k·ln 2 + r, |r| ≤ ½·ln 2;   exp x = 2^k·(1 + r + r²/2! + … + r¹⁴/14!)
 * log      x = 2^k·(1 + f), √½ ≤ 1 + f < √2;   s = f/(2 + f);   log(1 + f) = 2·artanh s
 *                                                                         = f − (f²/2 − s·(f²/2 + R)),
 *          R = 2·(s²/3 + s⁴/5 + … )
 */
import { sumDD } from "../doubleDouble.ts";
import { exponentOf, powerOfTwo, scaleByPower } from "./floatBits.ts";
import { ln2High, ln2Low, logParts } from "./logParts.ts";

/** Larger arguments overflow. */
const exponentialMaximum = 709.782712893384;
/** Smaller arguments round to zero. */
const exponentialMinimum = -745.1332191019412;

export function exp(x: number): number {
  if (!(x <= exponentialMaximum)) return x > 0 ? Infinity : x; // NaN stays NaN
  if (x < exponentialMinimum) return 0;
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const high = x - k * ln2High;
  const low = k * ln2Low;
  const r = high - low;
  const rest = high - r - low; // what the rounding of r lost
  const y = 1 + (r + (rest * (1 + r) + r * r * exponentialSeries(r)));
  return k > -1022 && k < 1024 ? y * powerOfTwo(k) : scaleByPower(y, k);
}

/** exp(x + rest) for a rest that is far below x. */
export function expOfSum(x: number, rest: number): number {
  if (!(x <= exponentialMaximum)) return x > 0 ? Infinity : x;
  if (x < exponentialMinimum) return 0;
  const k = reduceExponent(x, rest);
  return scaleByPower(1 + (reduced[0] + reduced[1]), k);
}

/** Result of the last reduction, read at once by its caller: exp x = 2^k·(1 + reduced[0] + reduced[1]), the second small beside the first. */
const reduced = new Float64Array(2);

/** Sets `reduced` and returns k. */
function reduceExponent(x: number, more: number): number {
  const k = Math.floor(x * Math.LOG2E + 0.5);
  const high = x - k * ln2High;
  const low = k * ln2Low - more;
  const r = high - low;
  const rest = high - r - low; // what the rounding of r lost
  reduced[0] = r;
  reduced[1] = rest * (1 + r) + r * r * exponentialSeries(r);
  return k;
}

/** exp x − 1, without loss where x is small. */
export function expm1(x: number): number {
  if (!(Math.abs(x) > 2 ** -54)) return x; // NaN stays NaN, −0 stays −0
  if (x > 40) return exp(x);
  if (x < -40) return -1;
  expm1Parts(reduced, x);
  return reduced[0] + reduced[1];
}

/** out[0] + out[1] ← exp x − 1 for |x| ≤ 40, out[1] below the last place of out[0]. */
export function expm1Parts(out: Float64Array, x: number): void {
  const factor = powerOfTwo(reduceExponent(x, 0));
  const large = factor * reduced[0];
  const small = factor * reduced[1];
  const whole = factor - 1; // exact, or far above what is lost
  const s = whole + large;
  const v = s - whole;
  const rest = whole - (s - v) + (large - v) + small;
  out[0] = s + rest;
  out[1] = rest - (out[0] - s);
}

/** 1/2! + r/3! + … + r¹²/14!; the next term is below 2⁻⁶⁰ for |r| ≤ ½·ln 2. In pairs, which processors compute side by side. */
function exponentialSeries(r: number): number {
  const z = r * r;
  const z2 = z * z;
  const low = 1 / 2 + r * (1 / 6) + z * (1 / 24 + r * (1 / 120));
  const middle = 1 / 720 + r * (1 / 5040) + z * (1 / 40320 + r * (1 / 362880));
  const high = 1 / 3628800 + r * (1 / 39916800) + z * (1 / 479001600 + r * (1 / 6227020800));
  return low + z2 * (middle + z2 * (high + z2 * (1 / 87178291200)));
}

export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : Number.NaN;
  if (x === Infinity) return Infinity;
  let k = 0;
  if (x < 2 ** -1022) {
    x *= 2 ** 54; // subnormal
    k = -54;
  }
  const e = exponentOf(x);
  let m = scaleByPower(x, -e);
  k += e;
  if (m > Math.SQRT2) {
    m /= 2;
    k++;
  }
  return logOf(m - 1, k);
}

/** log(1 + x), without loss where x is small. */
export function log1p(x: number): number {
  if (x > -0.29 && x < 0.41) return Math.abs(x) < 2 ** -54 ? x : logOf(x, 0);
  if (!(x > -1)) return x === -1 ? -Infinity : Number.NaN;
  if (x > 2 ** 60) return log(x);
  sumDD(sum, 0, 1, x);
  logParts(sum, 0, sum[0], sum[1]);
  return sum[0];
}
const sum = new Float64Array(2);

/** log(2^k·(1 + f)) */
function logOf(f: number, k: number): number {
  if (f === 0) return k * ln2High + k * ln2Low;
  const s = f / (2 + f);
  const half = 0.5 * f * f;
  const R = artanhSeries(s * s);
  return k * ln2High - (half - (s * (half + R) + k * ln2Low) - f);
}

/** 2·(z/3 + z²/5 + … + z¹¹/23); the next term is below 2⁻⁶² for z ≤ (3 − 2·√2)². */
function artanhSeries(z: number): number {
  const z2 = z * z;
  const z4 = z2 * z2;
  const low = 2 / 3 + z * (2 / 5) + z2 * (2 / 7 + z * (2 / 9));
  const middle = 2 / 11 + z * (2 / 13) + z2 * (2 / 15 + z * (2 / 17));
  const high = 2 / 19 + z * (2 / 21) + z2 * (2 / 23);
  return (low + z4 * (middle + z4 * high)) * z;
}
