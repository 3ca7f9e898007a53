import { describe, expect, it } from "vitest";
import { nextUp } from "../../../src/math/elementary/floatBits.ts";
import { atan, atan2, cos, cosineAndSine, sin } from "../../../src/math/elementary/trigonometric.ts";
import { createRandom } from "../../../src/math/random.ts";
import * as exact from "../fixedPoint.ts";

const random = createRandom(13);
const within = (limit: number) => (2 * random.uniform() - 1) * limit;

function worstError(arguments_: Iterable<number>, f: (x: number) => number, reference: (x: bigint) => bigint): number {
  let worst = 0;
  for (const x of arguments_) worst = Math.max(worst, exact.ulpError(f(x), reference(exact.fromNumber(x))));
  return worst;
}

const exactSin = (x: bigint) => exact.sinCos(x)[0];
const exactCos = (x: bigint) => exact.sinCos(x)[1];

describe("sin and cos", () => {
  it("are within one unit in the last place, from tiny to large angles", () => {
    const angles = [1e-3, 0.8, 4, 100, 1e6, 1e9, 1e15].flatMap((limit) =>
      Array.from({ length: 300 }, () => within(limit)),
    );
    expect(worstError(angles, sin, exactSin)).toBeLessThan(1);
    expect(worstError(angles, cos, exactCos)).toBeLessThan(1);
  });

  it("keep all digits next to multiples of π/2", () => {
    const angles: number[] = [];
    for (let n = 1; n <= 1000; n++) {
      const x = (n * Math.PI) / 2;
      angles.push(x, nextUp(x), -x);
    }
    // the double closest to a multiple of π/2 among all, see [Muller2016]
    angles.push(6381956970095103 * 2 ** 40);
    expect(worstError(angles, sin, exactSin)).toBeLessThan(1);
    expect(worstError(angles, cos, exactCos)).toBeLessThan(1);
  });

  it("have the same bits when they are computed together", () => {
    const angles = [0, -0, Math.PI / 4, -Math.PI / 2, Number.NaN, Infinity, 1e22].concat(
      [0.7, 7, 1e4, 1e9].flatMap((limit) => Array.from({ length: 100 }, () => within(limit))),
    );
    const both = new Float64Array(3);
    for (const x of angles) {
      cosineAndSine(both, 1, Float64Array.of(9, x), 1);
      expect([x, both[1], both[2]]).toEqual([x, cos(x), sin(x)]);
    }
  });

  it("lie on the unit circle for the largest doubles", () => {
    for (const x of [1e22, 1e100, 2 ** 1000, Number.MAX_VALUE]) {
      expect(Math.abs(sin(x) ** 2 + cos(x) ** 2 - 1)).toBeLessThan(4 * 2 ** -53);
      // twice the angle: the two reductions are independent
      if (x < 1e300) expect(Math.abs(sin(2 * x) - 2 * sin(x) * cos(x))).toBeLessThan(8 * 2 ** -53);
    }
    expect(sin(1e22)).toBeCloseTo(-0.8522008497671888, 15);
  });

  it("have exact values and signs at zero and no value at infinity", () => {
    expect(Object.is(sin(-0), -0)).toBe(true);
    expect(cos(0)).toBe(1);
    for (const x of [Infinity, -Infinity, Number.NaN]) {
      expect(sin(x)).toBeNaN();
      expect(cos(x)).toBeNaN();
    }
    expect(sin(1e-300)).toBe(1e-300);
  });

  it("are odd and even", () => {
    for (let k = 0; k < 100; k++) {
      const x = within(1e8);
      expect(sin(-x)).toBe(-sin(x));
      expect(cos(-x)).toBe(cos(x));
    }
  });
});

describe("atan and atan2", () => {
  it("atan is within one unit in the last place", () => {
    const values = [0.01, 0.1, 1, 2, 20, 1e6].flatMap((limit) => Array.from({ length: 500 }, () => within(limit)));
    expect(worstError(values, atan, exact.atan)).toBeLessThan(1);
  });

  it("atan2 is within 1.5 units in the last place in all quadrants", () => {
    let worst = 0;
    for (let k = 0; k < 3000; k++) {
      const [x, y] = [within(1), within(k % 2 === 0 ? 1 : 0.05)];
      const [a, b] = [exact.fromNumber(x), exact.fromNumber(y)];
      const half = exact.atan(exact.divide(b, a));
      const value = x > 0 ? half : half + (y < 0 ? -exact.pi : exact.pi);
      worst = Math.max(worst, exact.ulpError(atan2(y, x), value));
      const turned = x > 0 ? exact.pi / 2n - half : -exact.pi / 2n - half; // the point mirrored at the diagonal
      const inRange = turned < -exact.pi ? turned + 2n * exact.pi : turned;
      worst = Math.max(worst, exact.ulpError(atan2(x, y), inRange));
    }
    expect(worst).toBeLessThan(1.5);
  });

  it("agree with Math.atan2 on axes, signs of zero, infinities and extreme sizes", () => {
    const values = [0, -0, 1, -1, Infinity, -Infinity, Number.NaN, 5e-324, 1e-310, 1e308, -1e308, 2 ** 1023];
    for (const y of values) {
      for (const x of values) {
        const expected = Math.atan2(y, x);
        if (Number.isNaN(expected)) expect(atan2(y, x)).toBeNaN();
        else expect(Math.abs(atan2(y, x) - expected)).toBeLessThanOrEqual(Math.abs(expected) * 2 ** -52);
        expect(Object.is(Math.sign(atan2(y, x)), Math.sign(expected))).toBe(true);
      }
    }
    expect(atan(Infinity)).toBe(Math.PI / 2);
    expect(atan(-Infinity)).toBe(-Math.PI / 2);
    expect(Object.is(atan(-0), -0)).toBe(true);
    expect(atan(Number.NaN)).toBeNaN();
  });

  it("give back the angle of a point on the circle", () => {
    for (let k = 0; k < 500; k++) {
      const phi = within(Math.PI);
      expect(Math.abs(atan2(sin(phi), cos(phi)) - phi)).toBeLessThan(3 * 2 ** -52);
    }
  });
});
