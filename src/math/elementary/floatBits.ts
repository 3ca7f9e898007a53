/** Exponents of doubles, read and made bit by bit. */

// Overwritten by each call before it is read, so calls cannot influence each other.
const bits = new DataView(new ArrayBuffer(8));
const value = new Float64Array(bits.buffer);
const halves = new Uint32Array(bits.buffer);
value[0] = 1;
/** Which of them has the exponent. */
const upper = halves[1] === 0 ? 0 : 1;

/** e with 2^e ≤ |x| < 2^(e+1), for finite normal x ≠ 0. */
export function exponentOf(x: number): number {
  value[0] = x;
  return ((halves[upper] >>> 20) & 0x7ff) - 1023;
}

const powers = Float64Array.from({ length: 2046 }, (_, k) => 2 ** (k - 1022));

/** 2^e for −1022 ≤ e ≤ 1023. */
export function powerOfTwo(e: number): number {
  return powers[e + 1022];
}

/** x·2^e for any integer |e| ≤ 2100, rounded once unless the result is subnormal. */
export function scaleByPower(x: number, e: number): number {
  if (e >= -1022 && e <= 1023) return x * powerOfTwo(e);
  const first = Math.max(-1022, Math.min(1023, e));
  const second = Math.max(-1022, Math.min(1023, e - first));
  return x * powerOfTwo(first) * powerOfTwo(second) * powerOfTwo(e - first - second);
}

/** The neighbour of x in the direction of +∞. */
export function nextUp(x: number): number {
  if (!(x < Infinity)) return x;
  if (x === 0) return Number.MIN_VALUE;
  bits.setFloat64(0, x);
  bits.setBigInt64(0, bits.getBigInt64(0) + (x > 0 ? 1n : -1n));
  return bits.getFloat64(0);
}

/** The neighbour of x in the direction of −∞. */
export function nextDown(x: number): number {
  return -nextUp(-x);
}
