// Bodies as ellipsoids of even density with the same inertia.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inertiaEllipsoid } from "../../src/geometry/inertiaEllipsoid.ts";
import { rotationFromCardan } from "../../src/math/rotation.ts";

const length = fc.double({ min: 0.01, max: 3, noNaN: true });
const angle = fc.double({ min: -3, max: 3, noNaN: true });

describe("the ellipsoid of an inertia", () => {
  it("has the inertia that it was made from, in any position", () => {
    fc.assert(
      fc.property(fc.tuple(length, length, length), fc.tuple(angle, angle, angle), length, ([a, b, c], angles, m) => {
        const R = new Float64Array(9);
        rotationFromCardan(R, 0, Float64Array.from(angles), 0);
        const moments = [b * b + c * c, a * a + c * c, a * a + b * b].map((x) => (m * x) / 5);
        const inertiaOf = (Q: Float64Array, I: readonly number[]) =>
          [
            [0, 0],
            [1, 1],
            [2, 2],
            [0, 1],
            [0, 2],
            [1, 2],
          ].map(([i, j]) => I.reduce((sum, x, k) => sum + Q[3 * i! + k]! * x * Q[3 * j! + k]!, 0));
        const inertia = inertiaOf(R, moments);
        const { lengths, rotation } = inertiaEllipsoid(m, inertia)!;
        const [d, e, f] = lengths.map((x) => x / 2) as [number, number, number];
        const own = [e * e + f * f, d * d + f * f, d * d + e * e].map((x) => (m * x) / 5);
        const again = inertiaOf(rotation, own);
        // axes thinner than a thousandth of the size are drawn thicker
        const size = moments.reduce((sum, x) => sum + x, 0);
        for (const [k, x] of again.entries()) expect(Math.abs(x - inertia[k]!)).toBeLessThan(1e-5 * size);
      }),
      { numRuns: 200 },
    );
  });
  it("does not exist without mass or inertia, and is thin where no body has such an inertia", () => {
    expect(inertiaEllipsoid(0, [1, 1, 1, 0, 0, 0])).toBeUndefined();
    expect(inertiaEllipsoid(1, [0, 0, 0, 0, 0, 0])).toBeUndefined();
    expect(Math.min(...inertiaEllipsoid(1, [3, 1, 1, 0, 0, 0])!.lengths)).toBeGreaterThan(0);
  });
});
