import fc from "fast-check";
import { expect, it } from "vitest";
import {
  evaluateAlternating,
  evaluateAlternatingDerivative,
  evaluateAlternatingEntries,
} from "../../../src/integrate/explicit/alternatingPolynomial.ts";

const size = 5;
const number = fc.double({ min: -10, max: 10, noNaN: true });

/** y0 + θ (F₀ + (1 − θ)(F₁ + θ (F₂ + (1 − θ) F₃ …))) of one component, written out. */
function expected(y0: number, terms: readonly number[], θ: number): number {
  const inner = terms.reduceRight((sum, term, r) => term + (r % 2 === 0 ? 1 - θ : θ) * sum, 0);
  return y0 + θ * inner;
}

it("polynomials inside steps are the nested ones, for all components, for chosen ones and in their derivative", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 8 }),
      fc.array(number, { minLength: size, maxLength: size }),
      fc.array(number, { minLength: 8 * size, maxLength: 8 * size }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.uniqueArray(fc.integer({ min: 0, max: size - 1 }), { minLength: 1 }),
      (terms, start, coefficients, θ, chosen) => {
        const [y0, F] = [Float64Array.from(start), Float64Array.from(coefficients)];
        const value = (i: number, at: number): number =>
          expected(
            y0[i]!,
            Array.from({ length: terms }, (_, r) => F[r * size + i]!),
            at,
          );
        const out = new Float64Array(size);
        evaluateAlternating(out, y0, F, terms, θ);
        out.forEach((y, i) => expect(y).toBeCloseTo(value(i, θ), 9));
        const some = new Float64Array(chosen.length + 1).fill(7);
        evaluateAlternatingEntries(some, y0, F, terms, θ, Int32Array.from(chosen));
        chosen.forEach((i, k) => expect(some[k]).toBeCloseTo(value(i, θ), 9));
        // what is behind the chosen ones stays as it is
        expect(some[chosen.length]).toBe(7);
        const h = 0.1;
        evaluateAlternatingDerivative(out, F, terms, θ, h);
        const δ = 1e-5;
        out.forEach((slope, i) => expect(slope).toBeCloseTo((value(i, θ + δ) - value(i, θ - δ)) / (2 * δ * h), 3));
      },
    ),
  );
});
