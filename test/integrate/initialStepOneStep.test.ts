import { describe, expect, it } from "vitest";
import { computeErrorWeights } from "../../src/integrate/errorWeights.ts";
import { initialStepSize } from "../../src/integrate/initialStepOneStep.ts";
import { createStatistics } from "../../src/integrate/integrator.ts";
import type { RightHandSideFunction } from "../../src/integrate/problem.ts";
import { RightHandSide } from "../../src/integrate/rightHandSide.ts";

/** First step of order 5 at t = 0 with tolerance 1e-6, and the furthest time at which f was evaluated. */
function firstStep(f: RightHandSideFunction, y0: number[], reach: number, direction = 1) {
  let furthest = 0;
  const rhs = new RightHandSide(
    {
      size: y0.length,
      rhs: (t, y, ydot) => {
        furthest = Math.max(furthest, Math.abs(t));
        f(t, y, ydot);
      },
    },
    createStatistics(),
  );
  const y = Float64Array.from(y0);
  const n = y.length;
  const slope = new Float64Array(n);
  const weights = new Float64Array(n);
  computeErrorWeights(weights, y, 1e-6, new Float64Array(n).fill(1e-6));
  rhs.evaluate(0, y, slope);
  const work = new Float64Array(n);
  const fWork = new Float64Array(n);
  const h = initialStepSize(rhs, 0, y, slope, weights, direction, reach, 5, work, fWork);
  return { h, furthest };
}

const decay =
  (λ: number): RightHandSideFunction =>
  (_t, y, ydot) => {
    ydot[0] = -λ * y[0];
  };

describe("the first step of a one-step method", () => {
  it("is a fraction of the time constant of a fast decay", () => {
    for (const λ of [1e3, 1e6, 1e9]) {
      const { h } = firstStep(decay(λ), [1], 1e6);
      expect(h * λ).toBeGreaterThan(1e-4);
      expect(h * λ).toBeLessThanOrEqual(1);
    }
  });

  it("is the same forwards and backwards for a problem without t", () => {
    expect(firstStep(decay(3), [1], 10, -1).h).toBeCloseTo(firstStep(decay(3), [1], 10).h, 3);
  });

  it("is a tenth of the way to the limit for a system at rest, and probes no further than a thousandth", () => {
    const { h, furthest } = firstStep(decay(1), [0], 5);
    expect(h).toBeCloseTo(0.5, 12);
    expect(furthest).toBeLessThanOrEqual(0.005);
  });

  it("moves a start at zero by little", () => {
    const { h } = firstStep(
      (_t, _y, ydot) => {
        ydot[0] = 1e4;
      },
      [0],
      10,
    );
    // one tolerance at most
    expect(h * 1e4).toBeLessThanOrEqual(1.01e-6);
    expect(h).toBeGreaterThan(0);
  });

  it("probes nearer where the right-hand side is not finite", () => {
    const { h } = firstStep(
      (t, y, ydot) => {
        ydot[0] = t > 1e-6 ? Number.NaN : -y[0];
      },
      [1],
      10,
    );
    expect(h).toBeGreaterThan(0);
    expect(h).toBeLessThanOrEqual(1e-4);
  });
});
