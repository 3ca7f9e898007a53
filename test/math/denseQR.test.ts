import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DenseQR } from "../../src/math/denseQR.ts";
import { createRandom } from "../../src/math/random.ts";

const epsilon = 2 ** -52;

/** C = A·B, all column-major. */
function multiply(a: Float64Array, b: Float64Array, m: number, inner: number, n: number): Float64Array {
  const c = new Float64Array(m * n);
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < inner; k++) for (let i = 0; i < m; i++) c[i + m * j] += a[i + m * k] * b[k + inner * j];
  }
  return c;
}

function transpose(a: Float64Array, m: number, n: number): Float64Array {
  return Float64Array.from({ length: m * n }, (_, p) => a[Math.floor(p / n) + m * (p % n)]);
}

const largest = (v: Float64Array) => v.reduce((x, y) => Math.max(x, Math.abs(y)), 0);

const shape = fc.record({
  m: fc.integer({ min: 1, max: 12 }),
  n: fc.integer({ min: 1, max: 12 }),
  wanted: fc.integer({ min: 0, max: 12 }),
  seed: fc.integer(),
});

/** A random matrix of known rank: a product of two random factors. */
function randomOfRank(m: number, n: number, rank: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const left = Float64Array.from({ length: m * rank }, () => random.normal());
  const right = Float64Array.from({ length: rank * n }, () => random.normal());
  return multiply(left, right, m, rank, n);
}

describe("the rank-revealing QR factorisation", () => {
  it("finds the rank of a product of random factors", () => {
    fc.assert(
      fc.property(shape, ({ m, n, wanted, seed }) => {
        const rank = Math.min(m, n, wanted);
        const qr = new DenseQR(m, n);
        // random Gaussian factors have condition numbers far below 1e6 at these sizes
        expect(qr.factor(randomOfRank(m, n, rank, seed), 1e-12)).toBe(rank);
        expect([...qr.columnAt].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, j) => j));
      }),
      { seed: 51, numRuns: 300 },
    );
  });

  it("leaves a residual orthogonal to the columns and a solution orthogonal to the null space", () => {
    fc.assert(
      fc.property(shape, ({ m, n, wanted, seed }) => {
        const rank = Math.min(m, n, wanted);
        const a = randomOfRank(m, n, rank, seed);
        const qr = new DenseQR(m, n);
        qr.factor(a, 1e-12);
        const random = createRandom(seed + 1);
        const b = Float64Array.from({ length: m }, () => random.normal());
        const x = new Float64Array(n);
        qr.solve(x, b);

        const residual = multiply(a, x, m, n, 1).map((y, i) => y - b[i]);
        const scale = largest(a) * (largest(a) * largest(x) + largest(b));
        const tolerance = 100 * m * n * epsilon;
        expect(largest(multiply(transpose(a, m, n), residual, n, m, 1))).toBeLessThanOrEqual(tolerance * scale);

        const nullSpace = new Float64Array(n * (n - rank));
        qr.nullSpace(nullSpace);
        const along = multiply(transpose(nullSpace, n, n - rank), x, n - rank, n, 1);
        expect(largest(along)).toBeLessThanOrEqual(tolerance * largest(x));
      }),
      { seed: 52, numRuns: 300 },
    );
  });

  it("gives an orthonormal null space that the matrix maps to zero", () => {
    fc.assert(
      fc.property(shape, ({ m, n, wanted, seed }) => {
        const rank = Math.min(m, n, wanted);
        const a = randomOfRank(m, n, rank, seed);
        const qr = new DenseQR(m, n);
        qr.factor(a, 1e-12);
        const nullity = n - rank;
        const nullSpace = new Float64Array(n * nullity);
        qr.nullSpace(nullSpace);
        expect(largest(multiply(a, nullSpace, m, n, nullity))).toBeLessThanOrEqual(100 * n * epsilon * largest(a));
        const gram = multiply(transpose(nullSpace, n, nullity), nullSpace, nullity, n, nullity);
        for (let p = 0; p < gram.length; p++) {
          const isDiagonal = p % (nullity + 1) === 0;
          expect(Math.abs(gram[p] - (isDiagonal ? 1 : 0))).toBeLessThan(100 * n * epsilon);
        }
      }),
      { seed: 53, numRuns: 300 },
    );
  });

  it("fits a parabola through points that lie on one", () => {
    const t = Float64Array.from({ length: 9 }, (_, i) => i / 4 - 1);
    const a = Float64Array.from([...t.map(() => 1), ...t, ...t.map((s) => s * s)]);
    const qr = new DenseQR(9, 3);
    expect(qr.factor(a)).toBe(3);
    const x = new Float64Array(3);
    qr.solve(
      x,
      t.map((s) => 2 - 3 * s + 0.5 * s * s),
    );
    expect(x[0]).toBeCloseTo(2, 14);
    expect(x[1]).toBeCloseTo(-3, 14);
    expect(x[2]).toBeCloseTo(0.5, 14);
  });

  it("names independent columns when some are repeated or zero", () => {
    const e = (k: number, s: number) => [0, 1, 2].map((i) => (i === k ? s : 0));
    const qr = new DenseQR(3, 5);
    expect(qr.factor(Float64Array.from([e(0, 1), e(0, 2), e(1, 0), e(2, 3), e(2, -3)].flat()))).toBe(2);
    expect([...qr.columnAt.subarray(0, 2)].sort()).toEqual([1, 3]);
  });

  it("is not troubled by very large or very small entries", () => {
    for (const scale of [1e-200, 1e200]) {
      const qr = new DenseQR(2, 2);
      expect(qr.factor(Float64Array.of(3, 4, -4, 3).map((v) => v * scale))).toBe(2);
      const x = new Float64Array(2);
      qr.solve(
        x,
        Float64Array.of(-1, 7).map((v) => v * scale),
      );
      expect(x[0]).toBeCloseTo(1, 14);
      expect(x[1]).toBeCloseTo(1, 14);
    }
  });

  it("sees the falling diagonal of the Hilbert matrix: full rank at size 8, not at size 14", () => {
    const hilbert = (n: number) =>
      Float64Array.from({ length: n * n }, (_, p) => 1 / (1 + (p % n) + Math.floor(p / n)));
    expect(new DenseQR(8, 8).factor(hilbert(8))).toBe(8);
    expect(new DenseQR(14, 14).factor(hilbert(14))).toBeLessThan(14);
  });
});
