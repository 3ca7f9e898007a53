/**
 * The natural logarithm with about 65 bits, as a sum of two doubles: what powers and inverse hyperbolic functions are made of.
 *
 *     x = 2^k·m, √½ ≤ m < √2;   s = (m − 1)/(m + 1);   log m = 2·s·(1 + s²/3 + s⁴/5 + … )
 *
 * Source   [Muller2016] ch. 11; s, s² and the first two terms in double-double arithmetic
 */
import { exponentOf, powerOfTwo } from "./floatBits.ts";

// ln 2 in two parts: the first has 40 bits, so that its product with any exponent is exact.
export const ln2High = 0.6931471805601177;
export const ln2Low = -1.7239444525614835e-13;

const third = 1 / 3;
const thirdLow = 1.850371707708594e-17;
/** Splits a double into two halves of 26 bits, whose products are exact [Dekker1971]. */
const splitter = 134217729;

/**
 * out ← log(x + low) for normal x > 0 and |low| below the last place of x. Written without calls: numbers that are handed to a function
 * which the engine does not take in are put on the heap.
 */
export function logParts(out: Float64Array, at: number, x: number, low: number): void {
  let k = exponentOf(x);
  // −k of zero would be −0, which is no integer to an engine
  const scale = k > -1022 ? powerOfTwo(0 - k) : 2 ** 1022;
  let m = x * scale;
  let rest = low * scale;
  if (m > Math.SQRT2) {
    m *= 0.5;
    rest *= 0.5;
    k++;
  }
  // d = m + 1, s = (m − 1)/d
  const f = m - 1; // exact
  const d = m + 1;
  const v = d - m;
  const dLow = m - (d - v) + (1 - v) + rest;
  const s = f / d;
  const s1 = splitter * s - (splitter * s - s);
  const s2 = s - s1;
  const d1 = splitter * d - (splitter * d - d);
  const d2 = d - d1;
  const p = s * d;
  const pLow = s1 * d1 - p + s1 * d2 + s2 * d1 + s2 * d2;
  const sLow = (f - p - pLow + (rest - s * dLow)) / d;
  // z = s², z/3
  const z = s * s;
  const zLow = s1 * s1 - z + 2 * s1 * s2 + s2 * s2 + 2 * s * sLow;
  const z1 = splitter * z - (splitter * z - z);
  const z2 = z - z1;
  const t = z * third;
  const tLow =
    z1 * thirdHalf1 - t + z1 * thirdHalf2 + z2 * thirdHalf1 + z2 * thirdHalf2 + (z * thirdLow + zLow * third);
  // q = z/3 + z²/5 + …
  const higher = tail(z);
  const q = t + higher;
  const qLow = t - q + higher + tLow;
  // s·q and s + s·q
  const q1 = splitter * q - (splitter * q - q);
  const q2 = q - q1;
  const u = s * q;
  const uLow = s1 * q1 - u + s1 * q2 + s2 * q1 + s2 * q2 + (s * qLow + sLow * q);
  const w = s + u;
  const wLow = s - w + u + (sLow + uLow);
  // k·ln 2 + 2·(s + s·q)
  const a = k * ln2High;
  const b = 2 * w;
  const sum = a + b;
  const e = sum - a;
  const less = a - (sum - e) + (b - e) + (2 * wLow + k * ln2Low);
  out[at] = sum + less;
  out[at + 1] = less - (out[at] - sum);
}

const thirdHalf1 = splitter * third - (splitter * third - third);
const thirdHalf2 = third - thirdHalf1;

/** z²/5 + z³/7 + … + z¹⁴/29; the next term is below 2⁻⁷⁵ for z ≤ (3 − 2·√2)². In pairs, which processors compute side by side. */
function tail(z: number): number {
  const z2 = z * z;
  const z4 = z2 * z2;
  const low = 1 / 5 + z * (1 / 7) + z2 * (1 / 9 + z * (1 / 11));
  const middle = 1 / 13 + z * (1 / 15) + z2 * (1 / 17 + z * (1 / 19));
  const high = 1 / 21 + z * (1 / 23) + z2 * (1 / 25 + z * (1 / 27));
  return (low + z4 * (middle + z4 * (high + z4 * (1 / 29)))) * z2;
}
