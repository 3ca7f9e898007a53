/**
 * Remainder of a large angle by π/2, exactly, with as many digits of π as the angle needs. Slow: angles beyond a million are
 * rare, and the alternative is a table of 2/π.
 *
 * Source   π = 16·arctan 1/5 − 4·arctan 1/239 (Machin), in integers
 */

import { exponentOf } from "./floatBits.ts";

/** out[0] + out[1] ← x − n·π/2 with |x − n·π/2| ≤ π/4, for |x| ≥ 1. Returns n mod 4. NaN for x that is not finite. */
export function reduceLargeAngle(out: Float64Array, x: number): number {
  if (!Number.isFinite(x)) {
    out[0] = out[1] = Number.NaN;
    return 0;
  }
  // The closest a large double comes to a multiple of π/2 is about 2⁻⁶² [Muller2016]; 120 bits more for the two parts.
  const integerBits = exponentOf(x) + 2;
  const bits = BigInt(integerBits + 62 + 120);
  const angle = fixedPoint(Math.abs(x), bits);
  const halfPi = piTimes(bits) >> 1n;
  let n = angle / halfPi;
  let rest = angle - n * halfPi;
  if (2n * rest > halfPi) {
    n += 1n;
    rest -= halfPi;
  }
  const sign = x < 0 ? -1 : 1;
  const high = toDouble(rest, bits);
  out[0] = sign * high;
  out[1] = sign * toDouble(rest - fixedPoint(high, bits), bits);
  return Number((((sign < 0 ? -n : n) % 4n) + 4n) % 4n);
}

/** π·2^bits */
function piTimes(bits: bigint): bigint {
  const guard = 20n;
  const one = 1n << (bits + guard);
  return (16n * arctanInverse(5n, one) - 4n * arctanInverse(239n, one)) >> guard;
}

/** arctan(1/k)·one */
function arctanInverse(k: bigint, one: bigint): bigint {
  let power = one / k;
  let sum = 0n;
  for (let j = 1n; power !== 0n; j += 4n) {
    sum += power / j;
    power /= k * k;
    sum -= power / (j + 2n);
    power /= k * k;
  }
  return sum;
}

/** x·2^bits for finite x, exact as long as x is a multiple of 2^−bits. */
function fixedPoint(x: number, bits: bigint): bigint {
  let scale = bits;
  while (!Number.isInteger(x)) {
    x *= 2;
    scale--;
  }
  return scale >= 0n ? BigInt(x) << scale : BigInt(x) >> -scale;
}

/** value·2^−bits, rounded to 53 bits or a little less. */
function toDouble(value: bigint, bits: bigint): number {
  const size = value < 0n ? -value : value;
  const drop = Math.max(0, size.toString(2).length - 60);
  const exponent = drop - Number(bits);
  const half = Math.trunc(exponent / 2);
  const result = Number(size >> BigInt(drop)) * 2 ** half * 2 ** (exponent - half);
  return value < 0n ? -result : result;
}
