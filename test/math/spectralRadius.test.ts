import { expect, it } from "vitest";
import { sparseStructure } from "../../src/math/matrixStructure.ts";
import { createRandom } from "../../src/math/random.ts";
import { SpectralRadius } from "../../src/math/spectralRadius.ts";

const full = (n: number) =>
  sparseStructure(
    n,
    Array.from({ length: n * n }, (_, k): [number, number] => [k % n, Math.floor(k / n)]),
  );

it("finds real eigenvalues of different sizes", () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = createRandom(seed);
    const n = 2 + Math.floor(10 * random.uniform());
    // triangular: eigenvalues are on the diagonal
    const A = new Float64Array(n * n);
    for (let j = 0; j < n; j++) for (let i = 0; i < j; i++) A[n * j + i] = 0.1 * (random.uniform() - 0.5);
    for (let j = 0; j < n; j++) A[n * j + j] = -(j === n - 1 ? 1000 : 100 * random.uniform());
    expect(new SpectralRadius(full(n)).estimate(A) / 1000).toBeCloseTo(1, 0);
  }
});

it("finds the rate of what rings, the better the longer it is asked for similar matrices", () => {
  // x'' = −ω²·x, the fast one beside a slow one
  const [fast, slow] = [3e4, 10];
  const A = Float64Array.of(0, -fast * fast, 0, 0, 1, 0, 0, 0, 0, 0, 0, -slow * slow, 0, 0, 1, 0);
  const radius = new SpectralRadius(full(4));
  let found = 0;
  for (let k = 0; k < 5; k++) found = radius.estimate(A);
  expect(found / fast).toBeGreaterThan(0.99);
  expect(found / fast).toBeLessThan(1.01);
});

it("is zero without anything", () => {
  expect(new SpectralRadius(full(3)).estimate(new Float64Array(9))).toBe(0);
});

it("takes entries where the structure has them", () => {
  // 3 and 5 beside the diagonal: eigenvalues ±√15
  const structure = sparseStructure(3, [
    [2, 0],
    [0, 2],
  ]);
  const radius = new SpectralRadius(structure);
  const A = Float64Array.of(0, 3, 0, 5, 0);
  radius.estimate(A); // what is not in the plane of both is gone behind it
  expect(radius.estimate(A)).toBeCloseTo(Math.sqrt(15), 12);
});
