import { describe, expect, it } from "vitest";
import { exponentOf, nextDown, nextUp, powerOfTwo, scaleByPower } from "../../../src/math/elementary/floatBits.ts";

describe("bits of doubles", () => {
  it("powers of two and exponents undo each other", () => {
    for (let e = -1022; e <= 1023; e++) {
      expect(powerOfTwo(e)).toBe(2 ** e);
      expect(exponentOf(-1.75 * powerOfTwo(e))).toBe(e);
    }
  });

  it("scaling reaches subnormal numbers and overflow", () => {
    expect(scaleByPower(1.5, -1074)).toBe(2 * Number.MIN_VALUE);
    expect(scaleByPower(1, -1074)).toBe(Number.MIN_VALUE);
    expect(scaleByPower(1, -1080)).toBe(0);
    expect(scaleByPower(1, 1024)).toBe(Infinity);
    expect(scaleByPower(Number.MIN_VALUE, 2097)).toBe(2 ** 1023);
  });

  it("neighbours have no double between them", () => {
    for (const x of [1, -1, 0.1, 1e300, -1e-300, 2 ** -1022, 5e-324]) {
      const up = nextUp(x);
      expect(up).toBeGreaterThan(x);
      expect(nextDown(up)).toBe(x);
      const middle = x / 2 + up / 2;
      if (Math.abs(x) > 1e-300) expect(middle === x || middle === up).toBe(true);
    }
    expect(nextUp(0)).toBe(Number.MIN_VALUE);
    expect(nextUp(-Number.MIN_VALUE)).toBe(-0);
    expect(nextUp(Number.MAX_VALUE)).toBe(Infinity);
    expect(nextUp(Infinity)).toBe(Infinity);
    expect(nextDown(0)).toBe(-Number.MIN_VALUE);
    expect(nextUp(Number.NaN)).toBeNaN();
  });
});
