import { describe, expect, it } from "vitest";
import { createRandom } from "../../src/math/random.ts";

const words = (seed: number, count: number) => {
  const random = createRandom(seed);
  return Array.from({ length: count }, () => random.word());
};

describe("seeded random numbers", () => {
  it("repeat for the same seed and differ for others", () => {
    expect(words(1, 20)).toEqual(words(1, 20));
    expect(words(-0, 20)).toEqual(words(0, 20));
    for (const other of [2, -1, 1.5, 1e300]) expect(words(other, 20)).not.toEqual(words(1, 20));
  });

  it("follow the published recurrence", () => {
    // xoshiro128** written out with BigInt, from the state that save() shows
    const random = createRandom(42);
    let s = random.save().slice(0, 4).map(BigInt);
    const rotate = (x: bigint, k: bigint) => BigInt.asUintN(32, (x << k) | (x >> (32n - k)));
    for (let k = 0; k < 1000; k++) {
      const expected = BigInt.asUintN(32, rotate(BigInt.asUintN(32, s[1] * 5n), 7n) * 9n);
      expect(random.word()).toBe(Number(expected));
      const t = BigInt.asUintN(32, s[1] << 9n);
      const s2 = s[2] ^ s[0];
      const s3 = s[3] ^ s[1];
      s = [s[0] ^ s3, s[1] ^ s2, s2 ^ t, rotate(s3, 11n)];
    }
  });

  it("fork at a distance of 2^64 words: the jump equals the transition matrix squared 64 times", () => {
    const parent = createRandom(7);
    const state = packState(parent.save());
    const child = parent.fork();
    expect(packState(child.save())).toBe(state);
    expect(packState(parent.save())).toBe(apply(power64(), state));
  });

  it("go on bit-equal after save and restore, also between two normal deviates", () => {
    const random = createRandom(3);
    random.normal();
    const state = JSON.parse(JSON.stringify(random.save())) as number[];
    const expected = [random.normal(), random.uniform(), random.normal(), random.below(10)];
    const other = createRandom(99);
    other.restore(state);
    expect([other.normal(), other.uniform(), other.normal(), other.below(10)]).toEqual(expected);
  });

  it("are uniform: mean 1/2, variance 1/12, every tenth equally full", () => {
    const random = createRandom(4);
    const n = 200_000;
    const bins = new Array<number>(10).fill(0);
    let sum = 0;
    let squares = 0;
    for (let k = 0; k < n; k++) {
      const u = random.uniform();
      if (!(u >= 0 && u < 1)) throw new RangeError(String(u));
      sum += u;
      squares += (u - 0.5) ** 2;
      bins[Math.floor(10 * u)]++;
    }
    // five standard deviations of each estimate
    expect(Math.abs(sum / n - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / n));
    expect(Math.abs(squares / n - 1 / 12)).toBeLessThan(5 * Math.sqrt(1 / 180 / n));
    for (const count of bins) expect(Math.abs(count - n / 10)).toBeLessThan(5 * Math.sqrt(n * 0.09));
  });

  it("are normal: moments 0, 1, 0, 3", () => {
    const random = createRandom(5);
    const n = 200_000;
    const moments = [0, 0, 0, 0];
    for (let k = 0; k < n; k++) {
      const x = random.normal();
      moments.forEach((_, power) => {
        moments[power] += x ** (power + 1) / n;
      });
    }
    // variances of x, x², x³, x⁴ are 1, 2, 15, 96
    const expected = [0, 1, 0, 3];
    const variance = [1, 2, 15, 96];
    moments.forEach((moment, power) => {
      expect(Math.abs(moment - expected[power])).toBeLessThan(5 * Math.sqrt(variance[power] / n));
    });
  });

  it("draw integers below any limit without bias", () => {
    const random = createRandom(6);
    const limit = 3 * 2 ** 30; // a plain remainder would make the lower third twice as likely
    const n = 30_000;
    const thirds = [0, 0, 0];
    for (let k = 0; k < n; k++) thirds[Math.floor(random.below(limit) / 2 ** 30)]++;
    for (const count of thirds) expect(Math.abs(count - n / 3)).toBeLessThan(5 * Math.sqrt((n * 2) / 9));
    expect(random.below(1)).toBe(0);
    expect(random.below(2 ** 32)).toBeLessThan(2 ** 32);
  });
});

/** The four words as one vector of 128 bits. */
function packState(state: readonly number[]): bigint {
  return state.slice(0, 4).reduce((packed, word, k) => packed | (BigInt(word >>> 0) << BigInt(32 * k)), 0n);
}

/** Columns of the transition matrix: images of the unit vectors. */
function transition(): bigint[] {
  return Array.from({ length: 128 }, (_, bit) => {
    const random = createRandom(0);
    const unit = [0, 1, 2, 3].map((k) => Number(((1n << BigInt(bit)) >> BigInt(32 * k)) & 0xffffffffn));
    random.restore([...unit, 0, 0]);
    random.word();
    return packState(random.save());
  });
}

function apply(matrix: readonly bigint[], vector: bigint): bigint {
  let result = 0n;
  for (let bit = 0; bit < 128; bit++) if ((vector >> BigInt(bit)) & 1n) result ^= matrix[bit];
  return result;
}

function power64(): bigint[] {
  let matrix = transition();
  for (let k = 0; k < 64; k++) matrix = matrix.map((column) => apply(matrix, column));
  return matrix;
}
