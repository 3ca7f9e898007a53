/**
 * Points that fill the unit cube evenly.
 *
 * Source   [JoeKuo2008] direction numbers and recurrence, Gray-code order of [AntonovSaleev1979];
 *          [Owen1998] scrambling by nested permutations, hashed as in [LaineKarras2011] with the constants of [Vegdahl2021]
 *
 * Without a seed the sequence begins with 0 and is the published one. With a seed every coordinate is scrambled: points are
 * uniform, no longer on the border, and the estimates made from them are unbiased.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { createRandom } from "../../math/random.ts";
import { joeKuo } from "./joeKuo.ts";

const bits = 32;
const maximumDimension = joeKuo.length + 1;

export class SobolSequence {
  readonly dimension: number;
  private readonly directions: readonly Uint32Array[];
  private readonly state: Uint32Array;
  private readonly seeds: Uint32Array | undefined;
  private count = 0;

  constructor(dimension: number, seed?: number) {
    if (!(Number.isInteger(dimension) && dimension >= 1 && dimension <= maximumDimension)) {
      throw new RattlebackError(
        "E-STUDY",
        `A Sobol sequence has 1 to ${maximumDimension} dimensions; ${String(dimension)} are wanted.`,
        {
          hint: "vary fewer parameters, or use Latin hypercube or plain sampling",
          data: { dimension },
        },
      );
    }
    this.dimension = dimension;
    this.directions = Array.from({ length: dimension }, (_, k) => directionsOf(k));
    this.state = new Uint32Array(dimension);
    const random = seed === undefined ? undefined : createRandom(seed);
    this.seeds = random && Uint32Array.from({ length: dimension }, () => random.word());
  }

  /** The next point, written into `point`. */
  next(point: Float64Array | number[]): void {
    for (let k = 0; k < this.dimension; k++) {
      const word = this.state[k]!;
      point[k] = this.seeds === undefined ? word * 2 ** -bits : (scrambled(word, this.seeds[k]!) + 0.5) * 2 ** -bits;
    }
    // the number of trailing ones is the bit in which the Gray code changes
    let changed = 0;
    for (let n = this.count; n & 1; n >>>= 1) changed++;
    this.count++;
    if (changed >= bits) return;
    for (let k = 0; k < this.dimension; k++) this.state[k] = this.state[k]! ^ this.directions[k]![changed]!;
  }
}

/** Direction numbers of a dimension as words with the binary point in front. */
function directionsOf(k: number): Uint32Array {
  const v = new Uint32Array(bits);
  if (k === 0) {
    for (let i = 0; i < bits; i++) v[i] = 2 ** (bits - 1 - i);
    return v;
  }
  const { a, m } = joeKuo[k - 1]!;
  const s = m.length;
  for (let i = 0; i < Math.min(s, bits); i++) v[i] = m[i]! * 2 ** (bits - 1 - i);
  for (let i = s; i < bits; i++) {
    let word = v[i - s]! ^ (v[i - s]! >>> s);
    for (let j = 1; j < s; j++) if ((a >>> (s - 1 - j)) & 1) word ^= v[i - j]!;
    v[i] = word >>> 0;
  }
  return v;
}

/** Each bit is flipped or not depending on the seed and on the bits before it. */
function scrambled(word: number, seed: number): number {
  return reversed(permuted(reversed(word), seed)) >>> 0;
}

/** A permutation in which every bit is changed by lower ones alone. */
function permuted(word: number, seed: number): number {
  let x = word ^ Math.imul(word, 0x3d20adea);
  x = (x + seed) | 0;
  x = Math.imul(x, (seed >>> 16) | 1);
  x ^= Math.imul(x, 0x05526c56);
  x ^= Math.imul(x, 0x53a22864);
  return x;
}

function reversed(word: number): number {
  let x = word;
  x = ((x >>> 1) & 0x55555555) | ((x & 0x55555555) << 1);
  x = ((x >>> 2) & 0x33333333) | ((x & 0x33333333) << 2);
  x = ((x >>> 4) & 0x0f0f0f0f) | ((x & 0x0f0f0f0f) << 4);
  x = ((x >>> 8) & 0x00ff00ff) | ((x & 0x00ff00ff) << 8);
  return (x >>> 16) | (x << 16);
}
