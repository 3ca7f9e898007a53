/**
 * Seeded random numbers: the same seed gives the same numbers, bit by bit, in every JavaScript engine.
 *
 * Source   [Blackman2021] xoshiro128** 1.1 (period 2¹²⁸ − 1, jump of 2⁶⁴); [Steele2014] SplitMix for the seed;
 *          [Marsaglia1964] polar method for normal deviates
 * Legend   s0 … s3   state of four 32-bit words, never all zero
 */
import { log } from "./elementary/exponential.ts";

export interface Random {
  /** Uniform on [0, 1), a multiple of 2⁻⁵³. */
  uniform(): number;
  /** Normal deviate with mean 0 and variance 1. */
  normal(): number;
  /** Uniform integer 0 … limit − 1, for 1 ≤ limit ≤ 2³². */
  below(limit: number): number;
  /** Uniform integer 0 … 2³² − 1. */
  word(): number;
  /** A generator for another purpose: the two sequences do not overlap within 2⁶⁴ words. */
  fork(): Random;
  /** The whole state, as plain numbers. */
  save(): number[];
  restore(state: readonly number[]): void;
}

/** A generator for the given seed, any finite number. */
export function createRandom(seed: number): Random {
  const generator = new Xoshiro128();
  generator.seed(seed);
  return generator;
}

/** Polynomial of the jump by 2⁶⁴ words, from [Blackman2021]. */
const jumpPolynomial = [0x8764000b, 0xf542d2d3, 0x6fa035c3, 0x77f2db5b] as const;

class Xoshiro128 implements Random {
  private s0 = 1;
  private s1 = 0;
  private s2 = 0;
  private s3 = 0;
  // the polar method makes normal deviates in pairs
  private isWaiting = false;
  private waiting = 0;

  seed(seed: number): void {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setFloat64(0, seed === 0 ? 0 : seed); // −0 and 0 are the same seed
    let state = bits.getBigUint64(0);
    const words = [0, 0, 0, 0];
    for (let k = 0; k < 4; k += 2) {
      state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
      let z = state;
      z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
      z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
      z ^= z >> 31n;
      words[k] = Number(z & 0xffffffffn);
      words[k + 1] = Number(z >> 32n);
    }
    this.restore([...words, 0, 0]);
  }

  word(): number {
    const { s1 } = this;
    const product = Math.imul(s1, 5);
    const result = Math.imul((product << 7) | (product >>> 25), 9) >>> 0;
    const t = s1 << 9;
    this.s2 ^= this.s0;
    this.s3 ^= s1;
    this.s1 = s1 ^ this.s2;
    this.s0 ^= this.s3;
    this.s2 ^= t;
    this.s3 = (this.s3 << 11) | (this.s3 >>> 21);
    return result;
  }

  uniform(): number {
    const high = this.word() >>> 5; // 27 bits
    const low = this.word() >>> 6; // 26 bits
    return (high * 0x4000000 + low) * 2 ** -53;
  }

  normal(): number {
    if (this.isWaiting) {
      this.isWaiting = false;
      return this.waiting;
    }
    for (;;) {
      const u = 2 * this.uniform() - 1;
      const v = 2 * this.uniform() - 1;
      const s = u * u + v * v;
      if (s >= 1 || s === 0) continue;
      const scale = Math.sqrt((-2 * log(s)) / s);
      this.isWaiting = true;
      this.waiting = v * scale;
      return u * scale;
    }
  }

  below(limit: number): number {
    // the words below the largest multiple of the limit are equally likely in each class
    const end = 4294967296 - (4294967296 % limit);
    for (;;) {
      const word = this.word();
      if (word < end) return word % limit;
    }
  }

  fork(): Random {
    const branch = new Xoshiro128();
    branch.restore([this.s0, this.s1, this.s2, this.s3, 0, 0]);
    this.jump();
    return branch;
  }

  /** Goes on by 2⁶⁴ words. */
  private jump(): void {
    let [t0, t1, t2, t3] = [0, 0, 0, 0];
    for (const word of jumpPolynomial) {
      for (let bit = 0; bit < 32; bit++) {
        if ((word >>> bit) & 1) {
          t0 ^= this.s0;
          t1 ^= this.s1;
          t2 ^= this.s2;
          t3 ^= this.s3;
        }
        this.word();
      }
    }
    this.restore([t0, t1, t2, t3, Number(this.isWaiting), this.waiting]);
  }

  save(): number[] {
    const words = [this.s0, this.s1, this.s2, this.s3].map((word) => word >>> 0);
    return [...words, Number(this.isWaiting), this.waiting];
  }

  restore(state: readonly number[]): void {
    this.s0 = state[0] | 0;
    this.s1 = state[1] | 0;
    this.s2 = state[2] | 0;
    this.s3 = state[3] | 0;
    this.isWaiting = state[4] === 1;
    this.waiting = state[5];
  }
}
