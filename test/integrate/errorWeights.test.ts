import { expect, it } from "vitest";
import { largestBlockNorm, weightedNorm, worstComponent } from "../../src/integrate/errorWeights.ts";

const of = (...values: number[]): Float64Array => Float64Array.from(values);

it("the worst component is the largest in units of its tolerance, and the first that is not a number before all others", () => {
  const w = of(1, 10, 1, 1);
  expect(worstComponent(of(1, 0.2, -3, 2), w)).toBe(2);
  expect(worstComponent(of(1, 0.5, -3, 2), w)).toBe(1);
  // of equal ones the first
  expect(worstComponent(of(1, 0.2, -2, 2), w)).toBe(1);
  expect(worstComponent(of(1, Number.NaN, 100, Number.NaN), w)).toBe(1);
  expect(worstComponent(of(0, 0, 0, 0), w)).toBe(0);
  expect(worstComponent(of(0.1, 0.002, 0.3, 0.2), w)).toBe(2);
});

it("the norm is the root of the mean square, of all components or of the worst block", () => {
  const w = of(1, 2, 1, 0.5);
  expect(weightedNorm(of(3, 2, 0, 0), w)).toBe(2.5);
  expect(largestBlockNorm(of(3, 2, 0, 0), w, 1)).toBe(2.5);
  expect(largestBlockNorm(of(3, 2, 0, 0), w, 2)).toBeCloseTo(Math.sqrt(12.5), 14);
  expect(largestBlockNorm(of(0, 0, 4, 6), w, 2)).toBeCloseTo(Math.sqrt(12.5), 14);
  expect(largestBlockNorm(of(3, 2, 4, 6), w, 4)).toBe(4);
});
