import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Coefficients } from "../../../src/integrate/ida/coefficients.ts";

describe("coefficients of the BDF with fixed leading coefficient", () => {
  it("at equal steps are those of the classical formulas", () => {
    const coefficients = new Coefficients();
    const h = 0.125;
    for (let i = 0; i < 6; i++) coefficients.psi[i] = (i + 1) * h;
    for (let k = 1; k <= 5; k++) {
      coefficients.prepare(h, k);
      let leading = 0;
      for (let i = 1; i <= k; i++) {
        leading += 1 / i;
        expect(coefficients.beta[i]).toBe(1);
        expect(coefficients.sigma[i]).toBeCloseTo(1 / (i + 1), 14); // i!·h^i / (2h·3h·…·(i+1)h)
      }
      expect(coefficients.c).toBeCloseTo(leading / h, 13);
      expect(coefficients.errorConstant).toBeCloseTo(1 / (k + 1), 14);
    }
  });

  it("do not depend on attempts that were not accepted", () => {
    const coefficients = new Coefficients();
    coefficients.prepareStart(1);
    coefficients.accept(1);
    coefficients.prepare(0.3, 1);
    const { c, errorConstant } = coefficients;
    const beta = coefficients.beta.slice(0, 2);
    coefficients.prepare(17, 1);
    coefficients.prepare(0.3, 1);
    expect([coefficients.c, coefficients.errorConstant]).toEqual([c, errorConstant]);
    expect(coefficients.beta.slice(0, 2)).toEqual(beta);
  });

  it("keep the distances to the last points, whatever the steps", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.01, max: 10, noNaN: true }), { minLength: 6, maxLength: 12 }),
        (steps) => {
          const coefficients = new Coefficients();
          const times = [0];
          steps.forEach((h, n) => {
            if (n === 0) coefficients.prepareStart(h);
            else coefficients.prepare(h, Math.min(n, 5));
            coefficients.accept(n === 0 ? 1 : Math.min(n, 5));
            times.push(times[times.length - 1] + h);
          });
          for (let i = 0; i < 5; i++) {
            const distance = times[times.length - 1] - times[times.length - 2 - i];
            expect(Math.abs(coefficients.psi[i] - distance)).toBeLessThan(1e-13 * times[times.length - 1]);
          }
        },
      ),
      { seed: 20, numRuns: 100 },
    );
  });
});
