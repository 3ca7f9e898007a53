import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Coefficients } from "../../../src/integrate/ida/coefficients.ts";
import {
  advance,
  differentiateHistory,
  interpolateHistory,
  normOneHigher,
  normOneLower,
  normTwoLower,
  predict,
} from "../../../src/integrate/ida/history.ts";

const w = Float64Array.of(1);

/** p and p' of a polynomial with moderate coefficients. */
function polynomial(coefficients: readonly number[]) {
  return {
    at: (t: number) => coefficients.reduceRight((sum, a) => sum * t + a, 0),
    slope: (t: number) => coefficients.reduceRight((sum, a, i) => (i === 0 ? sum : sum * t + i * a), 0),
  };
}

/** The history of p after the given steps: the order rises to k and every correction leads to the exact value. */
function historyOf(p: (t: number) => number, steps: readonly number[], k: number) {
  const coefficients = new Coefficients();
  const phi = Array.from({ length: 6 }, () => new Float64Array(1));
  const y = new Float64Array(1);
  const yp = new Float64Array(1);
  const e = new Float64Array(1);
  let t = 0;
  phi[0][0] = p(0);
  /** Prediction over h and its error. */
  const attempt = (h: number, order: number) => {
    if (t === 0) coefficients.prepareStart(h);
    else coefficients.prepare(h, order);
    predict(y, yp, phi, coefficients.beta, coefficients.gamma, order);
    e[0] = p(t + h) - y[0];
  };
  steps.forEach((h, n) => {
    const order = Math.max(1, Math.min(n, k));
    attempt(h, order);
    advance(phi, coefficients.beta, e, order);
    coefficients.accept(order);
    t += h;
  });
  return { coefficients, phi, y, yp, e, t, attempt };
}

const stepSizes = fc.array(fc.double({ min: 0.2, max: 0.6, noNaN: true }), { minLength: 8, maxLength: 8 });
const factors = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 6, maxLength: 6 });
const orders = fc.integer({ min: 1, max: 5 });
const sampling = { seed: 21, numRuns: 200 };
/** Values are below 6·5⁵ in size, and differences of order 5 amplify rounding by 2⁵ times ratios of steps. */
const rounding = 1e-8;

describe("history of divided differences", () => {
  it("predicts a polynomial of degree k and its derivative exactly, whatever the steps", () => {
    fc.assert(
      fc.property(stepSizes, factors, orders, (steps, a, k) => {
        const p = polynomial(a.slice(0, k + 1));
        const run = historyOf(p.at, steps, k);
        run.attempt(0.37, k);
        expect(Math.abs(run.e[0])).toBeLessThan(rounding);
        expect(Math.abs(run.yp[0] - p.slope(run.t + 0.37))).toBeLessThan(rounding);
      }),
      sampling,
    );
  });

  it("interpolates a polynomial of degree k and its derivative exactly, and ends at the last value to the bit", () => {
    fc.assert(
      fc.property(stepSizes, factors, orders, fc.double({ min: 0, max: 1, noNaN: true }), (steps, a, k, θ) => {
        const p = polynomial(a.slice(0, k + 1));
        const { phi, coefficients, t } = historyOf(p.at, steps, k);
        const out = new Float64Array(1);
        const d = -θ * steps[steps.length - 1];
        interpolateHistory(out, phi, coefficients.psi, k, d);
        expect(Math.abs(out[0] - p.at(t + d))).toBeLessThan(rounding);
        differentiateHistory(out, phi, coefficients.psi, k, d);
        expect(Math.abs(out[0] - p.slope(t + d))).toBeLessThan(rounding);
        interpolateHistory(out, phi, coefficients.psi, k, 0);
        expect(out[0]).toBe(phi[0][0]);
      }),
      sampling,
    );
  });

  it("sees no error of order k + 1 in a polynomial of degree k + 1", () => {
    fc.assert(
      fc.property(stepSizes, factors, fc.integer({ min: 1, max: 4 }), (steps, a, k) => {
        const p = polynomial(a.slice(0, k + 2));
        const run = historyOf(p.at, steps, k);
        run.attempt(0.37, k);
        expect(normOneHigher(run.e, w, run.phi[k + 1], run.coefficients.beta[k + 1])).toBeLessThan(rounding);
      }),
      sampling,
    );
  });

  it("knows the errors that predictors of order k − 1 and k − 2 would have made", () => {
    fc.assert(
      fc.property(stepSizes, factors, fc.integer({ min: 3, max: 5 }), (steps, a, k) => {
        const p = polynomial(a);
        const run = historyOf(p.at, steps, k);
        const lower = historyOf(p.at, steps, k);
        run.attempt(0.37, k);
        const { phi, e } = run;
        const { beta } = run.coefficients;
        lower.attempt(0.37, k - 1);
        expect(normOneLower(e, w, phi[k], beta[k])).toBeCloseTo(Math.abs(lower.e[0]), 8);
        lower.attempt(0.37, k - 2);
        expect(normTwoLower(e, w, phi[k], beta[k], phi[k - 1], beta[k - 1])).toBeCloseTo(Math.abs(lower.e[0]), 8);
      }),
      sampling,
    );
  });
});
