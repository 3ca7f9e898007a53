import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tickStep, ticks, tickText, valueText } from "../../src/plot/ticks.ts";

describe("ticks", () => {
  it("lie in the interval, at equal distances that are 1, 2 or 5 times a power of ten", () => {
    const interval = fc.tuple(
      fc.double({ min: -1e6, max: 1e6, noNaN: true }),
      fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
    );
    fc.assert(
      fc.property(interval, fc.integer({ min: 2, max: 12 }), ([low, length], wanted) => {
        const high = low + length;
        if (!(high > low)) return;
        const step = tickStep(low, high, wanted);
        const list = ticks(low, high, wanted);
        const digits = step / 10 ** Math.floor(Math.log10(step * 1.0000001));
        expect([1, 2, 5].some((digit) => Math.abs(digits - digit) < 1e-9)).toBe(true);
        expect(list.length).toBeGreaterThanOrEqual(Math.floor(wanted / 2.5) - 1);
        expect(list.length).toBeLessThanOrEqual(wanted + 1);
        for (const value of list) {
          expect(value).toBeGreaterThanOrEqual(low - 1e-6 * step - 1e-9 * Math.abs(low));
          expect(value).toBeLessThanOrEqual(high + 1e-6 * step + 1e-9 * Math.abs(high));
        }
      }),
      { seed: 81, numRuns: 300 },
    );
  });

  it("are written without noise and with as many digits as they need", () => {
    expect(ticks(0, 1, 5).map((value) => tickText(value, 0.2))).toEqual(["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    expect(ticks(-2e6, 2e6, 4).map((value) => tickText(value, 1e6))).toEqual(["−2e6", "−1e6", "0", "1e6", "2e6"]);
    expect(tickText(0.00025, 0.00005)).toBe("2.5e−4");
  });

  it("of an interval without length are its one number", () => {
    expect(ticks(3, 3, 5)).toEqual([3]);
    expect(ticks(Number.NaN, 1, 5)).toEqual([]);
  });
});

describe("values as text", () => {
  it("read back as the same number to the digits that are written", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e12, max: 1e12, noNaN: true }), (value) => {
        const read = Number(valueText(value, 6).replaceAll("−", "-"));
        expect(Math.abs(read - value)).toBeLessThanOrEqual(5.1e-6 * Math.abs(value));
      }),
      { seed: 82, numRuns: 500 },
    );
  });

  it("tell missing and infinite values apart from numbers", () => {
    expect(valueText(Number.NaN)).toBe("–");
    expect(valueText(Number.NEGATIVE_INFINITY)).toBe("−∞");
    expect(valueText(100)).toBe("100");
  });
});
