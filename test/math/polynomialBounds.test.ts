/** Bounds of polynomials from their values: never below the truth, and close to it. */
import { describe, expect, it } from "vitest";
import { boundVector, polynomialGrid, productGrid, secondDerivativeGrid } from "../../src/math/polynomialBounds.ts";
import { createRandom } from "../../src/math/random.ts";

/** Vector polynomials of three components with random coefficients, their derivatives by Horner's rule. */
function randomPolynomial(degree: number, seed: number) {
  const random = createRandom(seed);
  const c = Array.from({ length: 3 }, () => Array.from({ length: degree + 1 }, () => 2 * random.uniform() - 1));
  const derive = (p: readonly number[]): number[] => p.slice(1).map((x, k) => (k + 1) * x);
  const at = (p: readonly number[], s: number): number => p.reduceRight((sum, x) => sum * s + x, 0);
  const orders = [c, c.map(derive), c.map((p) => derive(derive(p)))] as const;
  return (s: number, order: 0 | 1 | 2): number[] => orders[order].map((p) => at(p, s));
}

describe("bounds of a vector whose components are polynomials", () => {
  for (const degree of [1, 2, 3, 4, 5, 7, 8, 12]) {
    it(`hold for degree ${degree}, and exceed the largest value by no more than the factor of the grid`, () => {
      for (let seed = 1; seed <= 20; seed++) {
        const p = randomPolynomial(degree, seed);
        const grid = polynomialGrid(degree);
        const values = Float64Array.from(Array.from(grid.nodes, (s) => p(s, 0)).flat());
        const start = p(0, 0);
        const coarse = secondDerivativeGrid(degree);
        for (const [order, matrix] of [grid.value, grid.first, coarse.second].entries()) {
          const bound = boundVector(order === 2 ? coarse : grid, matrix, values, 3, 0, 3);
          let largest = 0;
          for (let k = 0; k <= 500; k++) {
            const value = p(k / 500, order as 0 | 1 | 2);
            largest = Math.max(largest, Math.hypot(...value.map((x, i) => (order === 0 ? x - start[i]! : x))));
          }
          // rounding of the matrices of degree 12 grows like n⁴
          expect(bound).toBeGreaterThanOrEqual(largest * (1 - 1e-11) - 1e-11);
          expect(bound).toBeLessThanOrEqual(grid.factor * largest * (1 + 1e-6) + 1e-9);
        }
      }
    });
  }

  it("have factors below 1.5", () => {
    for (let degree = 1; degree <= 12; degree++) {
      expect(polynomialGrid(degree).factor).toBeLessThan(1.5);
      expect(productGrid(degree).productFactor).toBeLessThan(1.5);
    }
  });

  it("are attained nearly: between the points of the grid polynomials can be larger than on them", () => {
    // Chebyshev polynomial of degree 7, its extrema between the points of the grid for products of degree 14
    const grid = polynomialGrid(7);
    const T = (s: number): number => Math.cos(7 * Math.acos(1 - 2 * s));
    const values = Float64Array.from(grid.nodes, (s) => T(s));
    expect(boundVector(grid, grid.value, values, 1, 0, 1)).toBeGreaterThanOrEqual(2);
  });
});
