/**
 * The random number generators of the Modelica library, to the bit.
 *
 * Source   [Vigna2016] (xorshift64*, xorshift128+, xorshift1024*)
 *
 * A state is a list of 32-bit Integers, the low word of each 64-bit number first. A random number is the signed 64-bit value
 * times 2⁻⁶⁴ plus 0.5.
 */

const mask = (1n << 64n) - 1n;

export interface RandomStep {
  readonly state: Int32Array;
  readonly value: number;
}

export function xorshift64star(state: ArrayLike<number>): RandomStep {
  let x = join(state, 0);
  x ^= x >> 12n;
  x ^= (x << 25n) & mask;
  x ^= x >> 27n;
  x = (x * 2685821657736338717n) & mask;
  return { state: split([x], 2), value: toReal(x) };
}

export function xorshift128plus(state: ArrayLike<number>): RandomStep {
  let s1 = join(state, 0);
  const s0 = join(state, 1);
  s1 ^= (s1 << 23n) & mask;
  const sum = ((s1 ^ s0 ^ (s1 >> 17n) ^ (s0 >> 26n)) + s0) & mask;
  return { state: split([s0, sum], 4), value: toReal(sum) };
}

/** 16 words and, as 33rd Integer, the place in them; only its last four bits count. */
export function xorshift1024star(state: ArrayLike<number>): RandomStep {
  const next = Int32Array.from(state);
  let p = state[32]! & 15;
  let s0 = join(state, p);
  p = (p + 1) & 15;
  let s1 = join(state, p);
  s1 ^= (s1 << 31n) & mask;
  s1 ^= s1 >> 11n;
  s0 ^= s0 >> 30n;
  const word = s0 ^ s1;
  next.set(split([word], 2), 2 * p);
  next[32] = p;
  return { state: next, value: toReal((word * 1181783497276652981n) & mask) };
}

function join(words: ArrayLike<number>, k: number): bigint {
  return (BigInt(words[2 * k + 1]! >>> 0) << 32n) | BigInt(words[2 * k]! >>> 0);
}

function split(values: readonly bigint[], length: number): Int32Array {
  const words = new Int32Array(length);
  values.forEach((value, k) => {
    words[2 * k] = Number(value & 0xffffffffn) | 0;
    words[2 * k + 1] = Number(value >> 32n) | 0;
  });
  return words;
}

function toReal(x: bigint): number {
  return Number(BigInt.asIntN(64, x)) * 2 ** -64 + 0.5;
}

/** Two or more Integers that hold the bits of a Real: low word, high word. */
export function realToIntegers(value: number): Int32Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value, true);
  return Int32Array.of(view.getInt32(0, true), view.getInt32(4, true));
}
