import { describe, expect, it } from "vitest";
import { exp, log } from "../../../src/math/elementary/exponential.ts";
import { createRandom } from "../../../src/math/random.ts";
import * as exact from "../fixedPoint.ts";

describe("exp", () => {
  it("is within one unit in the last place of the exact value", () => {
    const random = createRandom(1);
    let worst = 0;
    for (let k = 0; k < 3000; k++) {
      const x = (2 * random.uniform() - 1) * (k % 3 === 0 ? 100 : k % 3 === 1 ? 1 : 0.01);
      worst = Math.max(worst, exact.ulpError(exp(x), exact.exp(exact.fromNumber(x))));
    }
    expect(worst).toBeLessThan(1);
  });

  it("has its limits where doubles have theirs", () => {
    expect(exp(0)).toBe(1);
    expect(exp(709.782712893384)).toBeLessThan(Infinity);
    expect(exp(709.782712893384) / Number.MAX_VALUE).toBeCloseTo(1, 12);
    expect(exp(709.7827128933841)).toBe(Infinity);
    expect(exp(-745.13321910194)).toBe(Number.MIN_VALUE);
    expect(exp(-745.14)).toBe(0);
    expect(exp(Infinity)).toBe(Infinity);
    expect(exp(-Infinity)).toBe(0);
    expect(exp(Number.NaN)).toBeNaN();
  });
});

describe("log", () => {
  it("is within one unit in the last place of the exact value", () => {
    const random = createRandom(2);
    let worst = 0;
    for (let k = 0; k < 3000; k++) {
      const u = random.uniform();
      const x = k % 3 === 0 ? 1 + u / 1000 : k % 3 === 1 ? 0.5 + u : 2 ** Math.floor(200 * u - 100) * (1 + u);
      const big = exact.fromNumber(x);
      const value = big >= exact.one ? exact.log(big) : -exact.log(exact.divide(exact.one, big));
      worst = Math.max(worst, exact.ulpError(log(x), value));
    }
    expect(worst).toBeLessThan(1);
  });

  it("has its limits where doubles have theirs", () => {
    expect(log(1)).toBe(0);
    expect(log(0)).toBe(-Infinity);
    expect(log(-1)).toBeNaN();
    expect(log(Number.NaN)).toBeNaN();
    expect(log(Infinity)).toBe(Infinity);
    expect(log(Number.MAX_VALUE)).toBeCloseTo(1024 * Math.LN2, 12);
    expect(log(Number.MIN_VALUE)).toBeCloseTo(-1074 * Math.LN2, 12);
  });

  it("undoes exp", () => {
    for (let x = -700; x <= 700; x += 13.7)
      expect(Math.abs(log(exp(x)) - x)).toBeLessThan(2 ** -52 * (1 + Math.abs(x)));
  });
});
