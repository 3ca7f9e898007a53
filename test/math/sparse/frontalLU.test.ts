/** Factors of matrices whose unknowns come in groups, front by front, against dense ones of the same matrices. */
import { expect, it } from "vitest";
import { createComplexFactorization, createFactorization } from "../../../src/math/createFactorization.ts";
import { createRandom } from "../../../src/math/random.ts";
import { FrontalComplexLU } from "../../../src/math/sparse/frontalComplexLU.ts";
import { FrontalLU } from "../../../src/math/sparse/frontalLU.ts";
import { Fronts } from "../../../src/math/sparse/fronts.ts";

interface Groups {
  readonly sizes: readonly number[];
  readonly neighbours: readonly ReadonlySet<number>[];
}

/** Groups of one to six unknowns in a box, each with those that are nearest to it: as bodies in a heap. */
function heap(count: number, seed: number, joined: number): Groups {
  const random = createRandom(seed);
  const points = Array.from({ length: count }, () => [random.uniform(), random.uniform(), random.uniform()]);
  const neighbours = points.map(() => new Set<number>());
  points.forEach((p, k) => {
    const way = (q: number[]): number => Math.hypot(...q.map((x, i) => x - p[i]!));
    const nearest = points.map((_, n) => n).sort((a, b) => way(points[a]!) - way(points[b]!));
    for (const n of nearest.slice(1, 1 + random.below(joined + 1))) {
      neighbours[k]!.add(n);
      neighbours[n]!.add(k);
    }
  });
  return { sizes: points.map(() => 1 + random.below(6)), neighbours };
}

/** Entries between −1 and 1 of groups that have some, and `shift` on the diagonal: values for the fronts, in their order, and the full matrix. */
function matrix({ sizes, neighbours }: Groups, fronts: Fronts, seed: number, shift: number) {
  const random = createRandom(seed);
  const n = fronts.size;
  const starts = sizes.map((_, g) => sizes.slice(0, g).reduce((sum, size) => sum + size, 0));
  const values = new Float64Array(fronts.entryPlace.length);
  const full = new Float64Array(n * n);
  sizes.forEach((width, a) => {
    for (const b of [a, ...neighbours[a]!])
      for (let i = starts[a]!; i < starts[a]! + width; i++)
        for (let j = starts[b]!; j < starts[b]! + sizes[b]!; j++) {
          const entry = 2 * random.uniform() - 1 + (i === j ? shift : 0);
          full[i + n * j] = entry;
          values[fronts.entry(fronts.order[i]!, fronts.order[j]!)] = entry;
        }
  });
  return { values, full };
}

const toOrder = (b: Float64Array, { order }: Fronts): Float64Array => {
  const placed = new Float64Array(b.length);
  for (let i = 0; i < b.length; i++) placed[order[i]!] = b[i]!;
  return placed;
};
const largest = (v: Float64Array): number => v.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
const heaps = [1, 2, 7, 30, 60, 90].flatMap((count) => [1, 2, 3, 4].map((seed) => ({ count, seed })));

it.each(heaps)("$count groups are solved as a dense matrix is, real and complex, $seed", ({ count, seed }) => {
  const groups = heap(count, 100 * count + seed, 1 + seed);
  const fronts = new Fronts(groups.sizes, groups.neighbours);
  const n = fronts.size;
  // no pivot is small
  const shift = 4 * Math.max(...groups.neighbours.map((others) => 6 * (others.size + 1)));
  const { values, full } = matrix(groups, fronts, seed, shift);
  const im = matrix(groups, fronts, seed + 50, shift);
  const b = Float64Array.from({ length: n }, (_, i) => Math.cos(i));
  const c = Float64Array.from({ length: n }, (_, i) => Math.sin(i));

  const [real, dense] = [new FrontalLU(fronts), createFactorization({ kind: "dense", size: n })];
  const [x, expected] = [toOrder(b, fronts), b.slice()];
  expect(real.factor(values)).toBe(-1);
  dense.factor(full);
  real.solve(x);
  dense.solve(expected);
  const close = 1e-14 * n * largest(expected);
  for (let i = 0; i < n; i++) expect(Math.abs(x[fronts.order[i]!]! - expected[i]!)).toBeLessThan(close);

  const complex = new FrontalComplexLU(fronts);
  const denseComplex = createComplexFactorization({ kind: "dense", size: n });
  const [re, imaginary] = [toOrder(b, fronts), toOrder(c, fronts)];
  const [expectedRe, expectedIm] = [b.slice(), c.slice()];
  expect(complex.factor(values, im.values)).toBe(-1);
  denseComplex.factor(full, im.full);
  complex.solve(re, imaginary);
  denseComplex.solve(expectedRe, expectedIm);
  for (let i = 0; i < n; i++) {
    expect(Math.abs(re[fronts.order[i]!]! - expectedRe[i]!)).toBeLessThan(close);
    expect(Math.abs(imaginary[fronts.order[i]!]! - expectedIm[i]!)).toBeLessThan(close);
  }
});

it("interchanges rows within a group", () => {
  const fronts = new Fronts([2, 1], [new Set([1]), new Set([0])]);
  const full = [0, 3, 1, 2, 0, 1, 5, 1, 4];
  const values = new Float64Array(9);
  full.forEach((x, k) => {
    values[fronts.entry(fronts.order[k % 3]!, fronts.order[Math.floor(k / 3)]!)] = x;
  });
  const lu = new FrontalLU(fronts);
  expect(lu.factor(values)).toBe(-1);
  // A·(1, 2, 3)
  const b = toOrder(Float64Array.of(2 * 2 + 5 * 3, 3 + 3, 1 + 2 + 4 * 3), fronts);
  lu.solve(b);
  [1, 2, 3].forEach((x, i) => {
    expect(b[fronts.order[i]!]).toBeCloseTo(x, 13);
  });
});

it("a group that is singular alone, or so nearly that digits are lost, is told like a singular matrix", () => {
  // a chain, one end of which is eliminated first
  const fronts = new Fronts([1, 1, 1], [new Set([1]), new Set([0, 2]), new Set([1])]);
  const next = fronts.rows[0]!;
  const factors = (pivot: number): readonly number[] => {
    const values = new Float64Array(fronts.entryPlace.length);
    for (const place of [1, 2]) values[fronts.entry(place, place)] = 1;
    values[fronts.entry(0, 0)] = pivot;
    values[fronts.entry(0, next)] = values[fronts.entry(next, 0)] = 1;
    return [
      new FrontalLU(fronts).factor(values),
      new FrontalComplexLU(fronts).factor(values, new Float64Array(values.length)),
    ];
  };
  expect(factors(0)).toEqual([0, 0]);
  expect(factors(0.9e-8)).toEqual([0, 0]);
  expect(factors(1.1e-8)).toEqual([-1, -1]);
});
