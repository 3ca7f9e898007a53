import { describe, expect, it } from "vitest";
import { esdirk54Tableau } from "../../../src/integrate/esdirk/esdirk54Tableau.ts";
import { predictorWeights } from "../../../src/integrate/esdirk/stagePredictor.ts";
import { dot, orderDefect } from "../rootedTrees.ts";

const { a, c, γ, stages, order, error, dense } = esdirk54Tableau;
/** Coefficients have 16 digits and sizes up to 20. */
const rounding = 2e-14;

/** The full matrix, with the diagonal. */
const A = a.map((row, i) => [...row, i === 0 ? 0 : γ, ...new Array(stages - i - 1).fill(0)]);
const b = A[stages - 1];
const embedded = b.map((x, i) => x - error[i]);
const denseWeights = (θ: number) => dense.map((row) => row.reduce((sum, x, p) => sum + x * θ ** (p + 1), 0));

/** R(z) of the weights w, stage by stage for y' = λ·y, z = h·λ real. */
function stabilityFunction(w: readonly number[], z: number): number {
  const k: number[] = [];
  for (let i = 0; i < stages; i++) k.push((z * (1 + dot(a[i], k))) / (1 - z * (i === 0 ? 0 : γ)));
  return 1 + dot(w, k);
}

describe("the tableau esdirk54", () => {
  it("has rows that sum to the nodes, nodes inside the step and stage order 2", () => {
    A.forEach((row, i) => {
      expect(
        Math.abs(
          dot(
            row,
            c.map(() => 1),
          ) - c[i],
        ),
      ).toBeLessThan(1e-15);
      expect(Math.abs(dot(row, c) - c[i] ** 2 / 2)).toBeLessThan(1e-15);
      expect(c[i]).toBeGreaterThanOrEqual(0);
      expect(c[i]).toBeLessThanOrEqual(1);
    });
    expect(c[stages - 1]).toBe(1);
  });

  it("has order 5, its embedded formula order 4, and neither has more", () => {
    for (let q = 1; q <= order; q++) expect(orderDefect(b, A, q, 1)).toBeLessThan(1e-15);
    expect(orderDefect(b, A, order + 1, 1)).toBeGreaterThan(1e-5);
    for (let q = 1; q < order; q++) expect(orderDefect(embedded, A, q, 1)).toBeLessThan(1e-15);
    expect(orderDefect(embedded, A, order, 1)).toBeGreaterThan(1e-4);
  });

  it("is L-stable, and the embedded formula stays bounded", () => {
    for (const z of [-0.1, -1, -10, -100, -1e4]) {
      expect(Math.abs(stabilityFunction(b, z))).toBeLessThan(1);
      expect(Math.abs(stabilityFunction(embedded, z))).toBeLessThan(1);
    }
    expect(Math.abs(stabilityFunction(b, -1e6))).toBeLessThan(1e-4);
  });

  it("interpolates with order 4 everywhere in the step", () => {
    for (const θ of [0.1, 0.37, 0.5, 0.83]) {
      const w = denseWeights(θ);
      for (let q = 1; q <= 4; q++) expect(orderDefect(w, A, q, θ ** q)).toBeLessThan(rounding);
      // the defects of order 5 are no larger than those of the embedded formula, give or take a factor of two
      expect(orderDefect(w, A, 5, θ ** 5)).toBeLessThan(2 * orderDefect(embedded, A, 5, 1));
    }
  });

  it("joins value and derivative at the end of the step", () => {
    expect(Math.max(...denseWeights(1).map((x, i) => Math.abs(x - b[i])))).toBeLessThan(rounding);
    dense.forEach((row, i) => {
      const slope = row.reduce((sum, x, p) => sum + (p + 1) * x, 0);
      expect(Math.abs(slope - (i === stages - 1 ? 1 : 0))).toBeLessThan(rounding);
    });
  });

  it("keeps a stiff first derivative out of interpolant and error estimate", () => {
    expect(dense[0]).toEqual(dense[1]);
    expect(error[0]).toBe(error[1]);
    for (const θ of [0.1, 0.4, 0.7, 0.95]) {
      expect(Math.abs(stabilityFunction(denseWeights(θ), -1e8))).toBeLessThan(1);
    }
  });
});

describe("first guesses of stages", () => {
  it("are exact for polynomials of as high a degree as the stages before allow, with equal first weights", () => {
    for (let i = 2; i < stages; i++) {
      const p = predictorWeights(c, i);
      expect(p).toHaveLength(i);
      expect(p[0]).toBe(p[1]);
      for (let m = 0; m < i - 1; m++) {
        expect(
          dot(
            p,
            c.slice(0, i).map((node) => node ** m),
          ),
        ).toBeCloseTo(c[i] ** m, 12);
      }
    }
  });
});
