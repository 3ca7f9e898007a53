// Next to the edge b = 0 the short way and the whole one agree as far as a table resolves.
import fc from "fast-check";
import { expect, it } from "vitest";
import { HermitePatch, nextToEdge } from "../../src/media/tables/hermitePatch.ts";

const f = (a: number, b: number): number => Math.sin(0.3 * a) * Math.exp(0.2 * b) + 0.1 * a * b;
const patch = new HermitePatch(8, 6, (i, j, out) => {
  for (let k = 0; k < 3; k++) {
    const scale = 10 ** k;
    out[3 * k] = scale * f(i, j);
    out[3 * k + 1] = scale * (0.3 * Math.cos(0.3 * i) * Math.exp(0.2 * j) + 0.1 * j);
    out[3 * k + 2] = scale * (0.2 * Math.sin(0.3 * i) * Math.exp(0.2 * j) + 0.1 * i);
  }
});

it("next to an edge gives the same values and slopes in the short way", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -0.2, max: 8.2, noNaN: true }),
      fc.double({ min: -nextToEdge, max: nextToEdge, noNaN: true }),
      (a, b) => {
        patch.at(a, b);
        const whole = patch.out.slice();
        patch.atEdge(a, b);
        for (const [k, value] of whole.entries()) {
          const scale = 10 ** Math.floor(k / 3);
          // values and slopes along the edge to second order, the slope across it to first
          expect(Math.abs(patch.out[k]! - value)).toBeLessThan(scale * (k % 3 === 2 ? nextToEdge : 1e-11));
        }
      },
    ),
  );
});

it("follows a smooth function between its nodes", () => {
  patch.at(3.4, 2.7);
  expect(Math.abs(patch.out[0]! - f(3.4, 2.7))).toBeLessThan(1e-4);
});
