import { expect, it } from "vitest";
import { c1, c2, γ } from "../../../src/integrate/radau/coefficients.ts";
import { Collocation } from "../../../src/integrate/radau/collocation.ts";

/** A polynomial of degree 4 with y₀ = 0 over a unit step: y = t + 2t² − 3t³ + a·t⁴, and its stage values. */
const a = 0.7;
const exact = (t: number) => t + 2 * t ** 2 - 3 * t ** 3 + a * t ** 4;
const slope = (t: number) => 1 + 4 * t - 9 * t ** 2 + 4 * a * t ** 3;

/**
 * Collocation on y' = slope(t): u' interpolates the slope at c₁, c₂, 1, so u = y − 4a·q with q(θ) = ¼θ(θ−1)²(θ−2/5);
 * the unfiltered error estimate is (f₀ − u'(0))·h/γ = 4a·q'(0)/γ = −0.4·a/γ.
 */
const q = (θ: number) => 0.25 * θ * (θ - 1) ** 2 * (θ - 0.4);
const u = (θ: number) => exact(θ) - 4 * a * q(θ);

const polynomial = new Collocation(1);
const single = (x: number) => Float64Array.of(x);
polynomial.set(single(u(c1)), single(u(c2)), single(u(1)), single((-0.4 * a) / γ));

it("dense output reproduces a polynomial of degree 4, its derivative and its continuation", () => {
  const out = new Float64Array(1);
  for (const θ of [0, 0.2, 0.5, 0.9, 1]) {
    polynomial.evaluate(out, single(exact(1)), θ);
    expect(out[0]).toBeCloseTo(exact(θ), 13);
    polynomial.evaluateDerivative(out, θ, 1);
    expect(out[0]).toBeCloseTo(slope(θ), 13);
    polynomial.extrapolate(out, θ);
    expect(out[0]).toBeCloseTo(exact(1 + θ) - exact(1), 12);
  }
});
