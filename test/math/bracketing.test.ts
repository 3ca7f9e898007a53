import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { findRoot, findRootIllinois } from "../../src/math/bracketing.ts";
import { nextUp } from "../../src/math/elementary/floatBits.ts";

const methods = { findRoot, findRootIllinois };

describe.each(Object.entries(methods))("%s", (_, find) => {
  it("finds the solution of cos x = x to the last bit", () => {
    const { x, lower, upper, evaluations } = find((t) => Math.cos(t) - t, 0, 1);
    expect(Math.abs(x - 0.7390851332151607)).toBeLessThanOrEqual(2 ** -53);
    expect(upper === lower || upper === nextUp(lower)).toBe(true);
    expect(evaluations).toBeLessThan(20);
  });

  it("brackets every jump between neighbouring doubles when only the sign is known", () => {
    fc.assert(
      fc.property(fc.double({ min: -10, max: 10, noNaN: true }), (jump) => {
        const sign = (x: number) => (x >= jump ? 1 : -1);
        const { lower, upper, evaluations } = find(sign, -11, 11);
        expect(sign(lower)).toBe(-1);
        expect(upper === nextUp(lower)).toBe(true);
        // log₂ of the number of doubles on the way, at worst: 53 bits per restart near zero
        expect(evaluations).toBeLessThan(4 * 1100);
        if (Math.abs(jump) > 1) expect(evaluations).toBeLessThan(4 * 60);
      }),
      { seed: 91, numRuns: 200 },
    );
  });

  it("stops at the wanted tolerance and keeps the change of sign inside", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -3, max: 3, noNaN: true }),
        fc.double({ min: 1e-12, max: 0.1, noNaN: true }),
        fc.integer({ min: 0, max: 4 }),
        (root, tolerance, kind) => {
          const functions = [
            (x: number) => x - root,
            (x: number) => (x - root) ** 9,
            (x: number) => Math.expm1(20 * (x - root)),
            (x: number) => Math.cbrt(x - root),
            (x: number) => (x < root ? -1e-9 : 1e9),
          ];
          const f = functions[kind];
          const { x, lower, upper, evaluations } = find(f, -4, 5, tolerance);
          expect(upper - lower).toBeLessThanOrEqual(tolerance);
          expect(f(lower) * f(upper)).toBeLessThanOrEqual(0);
          expect(Math.abs(x - root)).toBeLessThanOrEqual(tolerance);
          expect(x === lower || x === upper).toBe(true);
          // the guaranteed bound: bisection + 1 for ITP, four per halving for Illinois; 1 more for rounding of the ends
          const halvings = Math.ceil(Math.log2(9 / tolerance));
          expect(evaluations).toBeLessThanOrEqual(3 + (find === findRoot ? halvings + 1 : 4 * halvings));
        },
      ),
      { seed: 92, numRuns: 400 },
    );
  });

  it("takes an exact zero at an end, and ends in any order", () => {
    expect(find((x) => x - 1, 1, 3)).toMatchObject({ x: 1, lower: 1, upper: 1, evaluations: 2 });
    expect(find((x) => x - 3, 1, 3)).toMatchObject({ x: 3, lower: 3, upper: 3, evaluations: 2 });
    expect(find((x) => 0 * x, 1, 3).x).toBe(1);
    expect(find((x) => x, 1, -1).x).toBe(0);
  });

  it("works with infinite values and with roots next to zero", () => {
    const pole = find((x) => (x < 0.3 ? -Infinity : x > 0.3 ? Infinity : 1), 0, 1);
    expect(pole.upper).toBe(0.3);
    const tiny = find((x) => x - 1e-300, -1, 2);
    expect(Math.abs(tiny.x - 1e-300)).toBeLessThanOrEqual(1e-300 * 2 ** -52);
  });

  it("says what is wrong without a change of sign or with a value that is not a number", () => {
    const attempt = (f: (x: number) => number, a: number, b: number) => {
      try {
        find(f, a, b);
      } catch (error) {
        return error;
      }
      return undefined;
    };
    const none = attempt((x) => x * x + 1, -1, 2);
    expect(none).toBeInstanceOf(RattlebackError);
    expect(none).toMatchObject({ code: "E-BRACKET", data: { a: -1, b: 2, fa: 2, fb: 5 } });
    expect((none as RattlebackError).hint).toMatch(/opposite signs/);
    expect(attempt((x) => x, -Infinity, 1)).toMatchObject({ code: "E-BRACKET" });
    const undefinedInside = attempt((x) => (Math.abs(x) < 1 ? Number.NaN : x), -2, 3);
    expect(undefinedInside).toMatchObject({ code: "E-BRACKET" });
    expect((undefinedInside as RattlebackError).hint).toMatch(/defined/);
  });
});

describe("both methods", () => {
  it("need few evaluations on smooth functions", () => {
    const smooth = [(x: number) => Math.exp(x) - 3, (x: number) => x ** 3 - 2 * x - 5, (x: number) => Math.atan(x - 2)];
    for (const find of [findRoot, findRootIllinois]) {
      for (const f of smooth) expect(find(f, 0, 5, 1e-12).evaluations).toBeLessThan(20);
    }
  });
});
