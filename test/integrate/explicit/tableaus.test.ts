import { describe, expect, it } from "vitest";
import { dop853Tableau } from "../../../src/integrate/explicit/dop853Tableau.ts";
import type { ExplicitTableau } from "../../../src/integrate/explicit/explicitTableau.ts";
import { tsit5Tableau } from "../../../src/integrate/explicit/tsit5Tableau.ts";
import { dot, orderDefect } from "../rootedTrees.ts";

/** Coefficients have 16 digits and sizes up to 43: sums of products are exact to some 1e-14. */
const rounding = 4e-14;

const pairs = [
  { tableau: tsit5Tableau, errorOrder: 4, lowErrorOrder: undefined, denseOrder: 4 },
  { tableau: dop853Tableau, errorOrder: 5, lowErrorOrder: 3, denseOrder: 7 },
];

describe.each(pairs)("the tableau $tableau.name", ({ tableau, errorOrder, lowErrorOrder, denseOrder }) => {
  const { a, c, stages, order } = tableau;
  const b = a[stages - 1];

  it("has rows that sum to the nodes, inside the step", () => {
    for (let i = 0; i < c.length; i++) {
      expect(a[i]).toHaveLength(i);
      expect(Math.abs(sum(a[i]) - c[i])).toBeLessThan(rounding);
      expect(c[i]).toBeGreaterThanOrEqual(0);
      expect(c[i]).toBeLessThanOrEqual(1);
    }
  });

  it("satisfies all order conditions up to its order and not beyond", () => {
    for (let q = 1; q <= order; q++) expect(orderDefect(b, a, q, 1)).toBeLessThan(rounding);
    expect(orderDefect(b, a, order + 1, 1)).toBeGreaterThan(1e-6);
  });

  it("estimates errors by formulas that vanish up to their order and not beyond", () => {
    for (let q = 1; q <= errorOrder; q++) expect(orderDefect(tableau.error, a, q, 0)).toBeLessThan(rounding);
    expect(orderDefect(tableau.error, a, errorOrder + 1, 0)).toBeGreaterThan(1e-4);
    if (lowErrorOrder === undefined) return;
    const low = tableau.lowOrderError!;
    for (let q = 1; q <= lowErrorOrder; q++) expect(orderDefect(low, a, q, 0)).toBeLessThan(rounding);
    expect(orderDefect(low, a, lowErrorOrder + 1, 0)).toBeGreaterThan(1e-4);
  });

  it("interpolates with the stated order everywhere in the step", () => {
    for (const θ of [0.1, 0.37, 0.5, 0.83]) {
      const weights = denseWeights(tableau, θ);
      for (let q = 1; q <= denseOrder; q++) expect(orderDefect(weights, a, q, θ ** q)).toBeLessThan(rounding);
      expect(orderDefect(weights, a, denseOrder + 1, θ ** (denseOrder + 1))).toBeGreaterThan(1e-8);
    }
  });

  it("is stable on the negative real axis up to the stated limit", () => {
    const limit = tableau.stabilityLimit;
    expect(Math.abs(stabilityFunction(tableau, -0.999 * limit))).toBeLessThanOrEqual(1);
    expect(Math.abs(stabilityFunction(tableau, -1.001 * limit))).toBeGreaterThan(1);
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The weights of the stages in y(θ), from the alternating form of the interpolant. */
function denseWeights(tableau: ExplicitTableau, θ: number): number[] {
  const { a, stages, dense, c } = tableau;
  return c.map((_, j) => {
    const F0 = a[stages - 1][j] ?? 0;
    const first = j === 0 ? 1 : 0;
    const last = j === stages - 1 ? 1 : 0;
    const F = [F0, first - F0, 2 * F0 - first - last, ...dense.map((row) => row[j] ?? 0)];
    return θ * F.reduceRight((inner, value, r) => value + (r % 2 === 0 ? 1 - θ : θ) * inner, 0);
  });
}

/** R(z) = y₁/y₀ for y' = λ·y, z = h·λ, computed stage by stage. */
function stabilityFunction({ a, stages }: ExplicitTableau, z: number): number {
  const k: number[] = [];
  for (let i = 0; i < stages - 1; i++) k.push(z * (1 + dot(a[i], k)));
  return 1 + dot(a[stages - 1], k);
}
