import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  evaluatePolynomial,
  extrapolations,
  interpolations,
  piecewisePolynomial,
} from "../../../src/libraries/tables/piecewisePolynomial.ts";

const seed = 4711;

/** Increasing points with distances between 0.1 and 2. */
const points = fc
  .array(fc.tuple(fc.double({ min: 0.1, max: 2, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true })), {
    minLength: 2,
    maxLength: 12,
  })
  .map((list) => {
    let x = 0;
    return list.map(([h, y]): [number, number] => [(x += h), y]);
  });

const columns = (list: [number, number][]) => [list.map(([x]) => x), list.map(([, y]) => y)] as const;

describe("curves through points", () => {
  it("every kind passes through the points", () => {
    fc.assert(
      fc.property(
        points,
        fc.constantFrom(...interpolations),
        fc.constantFrom(...extrapolations),
        (list, kind, outside) => {
          const [x, y] = columns(list);
          const curve = piecewisePolynomial(x, y, kind, outside);
          const last = outside === "periodic" ? x.length - 1 : x.length;
          for (let i = 0; i < last; i++) expect(evaluatePolynomial(curve, x[i])).toBeCloseTo(y[i], 12);
        },
      ),
      { seed, numRuns: 200 },
    );
  });

  it("cubic and monotone curves have no kink at the points", () => {
    fc.assert(
      fc.property(points, fc.constantFrom("cubic", "monotone"), (list, kind) => {
        const [x, y] = columns(list);
        const { coefficients: c } = piecewisePolynomial(x, y, kind as "cubic", "hold");
        for (let i = 1; i + 1 < x.length; i++) {
          const h = x[i] - x[i - 1];
          const k = 4 * i;
          const slope = c[k + 1] + h * (2 * c[k + 2] + 3 * h * c[k + 3]);
          expect(Math.abs(slope - c[k + 5])).toBeLessThan(1e-9 * (1 + Math.abs(slope)));
        }
      }),
      { seed, numRuns: 200 },
    );
  });

  it("a monotone curve stays between neighbouring points", () => {
    fc.assert(
      fc.property(points, fc.double({ min: 0, max: 1, noNaN: true }), (list, part) => {
        const [x, y] = columns(list);
        const curve = piecewisePolynomial(x, y, "monotone", "hold");
        for (let i = 0; i + 1 < x.length; i++) {
          const value = evaluatePolynomial(curve, x[i] + part * (x[i + 1] - x[i]));
          expect(value).toBeGreaterThanOrEqual(Math.min(y[i], y[i + 1]) - 1e-12);
          expect(value).toBeLessThanOrEqual(Math.max(y[i], y[i + 1]) + 1e-12);
        }
      }),
      { seed, numRuns: 200 },
    );
  });

  it("the error of a cubic curve falls with the third power of the distance of the points", () => {
    const error = (n: number) => {
      const x = Array.from({ length: n + 1 }, (_, i) => (2 * i) / n);
      const curve = piecewisePolynomial(x, x.map(Math.sin), "cubic", "hold");
      let worst = 0;
      for (let t = 0; t < 2; t += 0.0037) worst = Math.max(worst, Math.abs(evaluatePolynomial(curve, t) - Math.sin(t)));
      return worst;
    };
    const order = Math.log2(error(20) / error(40));
    expect(order).toBeGreaterThan(2.7);
    expect(order).toBeLessThan(4.3);
  });

  it("two points with equal x make a jump, to the right of which the new value holds", () => {
    const curve = piecewisePolynomial([0, 1, 1, 2], [0, 1, 5, 6], "cubic", "hold");
    expect(evaluatePolynomial(curve, 1 - 1e-12)).toBeCloseTo(1, 9);
    expect(evaluatePolynomial(curve, 1)).toBe(5);
  });
});
