import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as dd from "../../src/math/doubleDouble.ts";
import { DoubleDouble } from "./doubleDoubleNumber.ts";
import { fromNumber, one, pi, precision, shift } from "./fixedPoint.ts";

/** A pair with |lo| ≤ ½ ulp(hi), exponents between −30 and 30, so that fixed-point values are exact. */
const pair = fc
  .record({
    hi: fc.double({ min: 0.5, max: 1, noNaN: true }),
    lo: fc.double({ min: -1, max: 1, noNaN: true }),
    exponent: fc.integer({ min: -30, max: 30 }),
    isNegative: fc.boolean(),
  })
  .map(({ hi, lo, exponent, isNegative }) => {
    const scale = (isNegative ? -1 : 1) * 2 ** exponent;
    // multiples of 2⁻¹⁷⁰, so that the value is exact in fixed point
    const rest = Math.round(lo * 2 ** 52) * 2 ** -52 * 2 ** -54;
    const sum = hi + rest;
    return Float64Array.of(sum * scale, (hi - sum + rest) * scale);
  });

const exact = (p: Float64Array) => fromNumber(p[0]) + fromNumber(p[1]);
const size = (x: bigint) => (x < 0n ? -x : x);

/** Relative error of the result as a multiple of 2⁻¹⁰⁶ (u²), for expected = numerator/2^(precision·depth). */
function errorInU2(actual: Float64Array, expected: bigint, extraBits: bigint): number {
  const difference = size((exact(actual) << extraBits) - expected);
  if (difference === 0n) return 0;
  return Number((difference << 126n) / size(expected)) / 2 ** 20;
}

function isNormalised(p: Float64Array): boolean {
  return p[0] + p[1] === p[0];
}

const options = { seed: 101, numRuns: 3000 };

describe("double-double arithmetic", () => {
  it("adds and subtracts with a relative error below 3·2⁻¹⁰⁶, also under cancellation", () => {
    fc.assert(
      fc.property(pair, pair, fc.boolean(), (a, b, isClose) => {
        const other = isClose ? Float64Array.of(-a[0], b[1] * (Math.abs(a[0]) / Math.abs(b[0]))) : b;
        const out = new Float64Array(2);
        dd.addDD(out, 0, a, 0, other, 0);
        expect(isNormalised(out)).toBe(true);
        if (exact(a) + exact(other) !== 0n) expect(errorInU2(out, exact(a) + exact(other), 0n)).toBeLessThan(3);
        dd.subtractDD(out, 0, a, 0, b, 0);
        if (exact(a) !== exact(b)) expect(errorInU2(out, exact(a) - exact(b), 0n)).toBeLessThan(3);
      }),
      options,
    );
  });

  it("multiplies with a relative error below 7·2⁻¹⁰⁶", () => {
    fc.assert(
      fc.property(pair, pair, (a, b) => {
        const out = new Float64Array(2);
        dd.multiplyDD(out, 0, a, 0, b, 0);
        expect(isNormalised(out)).toBe(true);
        expect(errorInU2(out, exact(a) * exact(b), precision)).toBeLessThan(7);
        dd.multiplyNumberDD(out, 0, a, 0, b[0]);
        expect(errorInU2(out, exact(a) * fromNumber(b[0]), precision)).toBeLessThan(3);
        dd.addNumberDD(out, 0, a, 0, b[0]);
        expect(errorInU2(out, exact(a) + fromNumber(b[0]), 0n)).toBeLessThan(3);
      }),
      options,
    );
  });

  it("divides with a relative error below 15·2⁻¹⁰⁶", () => {
    fc.assert(
      fc.property(pair, pair, (a, b) => {
        const out = new Float64Array(2);
        dd.divideDD(out, 0, a, 0, b, 0);
        expect(isNormalised(out)).toBe(true);
        const numerator = exact(a) << (2n * precision);
        expect(errorInU2(out, numerator / exact(b), precision)).toBeLessThan(15);
      }),
      options,
    );
  });

  it("takes square roots with a relative error below 25/8·2⁻¹⁰⁶", () => {
    fc.assert(
      fc.property(pair, (a) => {
        const positive = a[0] < 0 ? a.map((x) => -x) : a;
        const out = new Float64Array(2);
        dd.sqrtDD(out, 0, positive, 0);
        expect(isNormalised(out)).toBe(true);
        // relative error of the root is half that of its square
        const square = exact(out) * exact(out);
        const target = exact(positive) << precision;
        expect(Number((size(square - target) << 126n) / target) / 2 ** 21).toBeLessThan(25 / 8);
      }),
      options,
    );
  });

  it("has exact sums and products of doubles", () => {
    fc.assert(
      fc.property(pair, pair, (a, b) => {
        const out = new Float64Array(2);
        dd.sumDD(out, 0, a[0], b[0]);
        expect(exact(out)).toBe(fromNumber(a[0]) + fromNumber(b[0]));
        dd.productDD(out, 0, a[0], b[0]);
        expect(exact(out) << precision).toBe(fromNumber(a[0]) * fromNumber(b[0]));
      }),
      options,
    );
  });

  it("has zero as the root of zero and no root of negative numbers", () => {
    const out = new Float64Array(2);
    dd.sqrtDD(out, 0, Float64Array.of(0, 0), 0);
    expect(out).toEqual(new Float64Array(2));
    dd.sqrtDD(out, 0, Float64Array.of(-1, 0), 0);
    expect(out[0]).toBeNaN();
  });
});

describe("numbers with 32 digits", () => {
  it("compute π by the arithmetic–geometric mean", () => {
    let a = DoubleDouble.from(1);
    let b = DoubleDouble.from(0.5).sqrt();
    let t = DoubleDouble.from(0.25);
    let p = 1;
    for (let k = 0; k < 5; k++) {
      const mean = a.plus(b).dividedBy(2);
      b = a.times(b).sqrt();
      const difference = a.minus(mean);
      t = t.minus(difference.times(difference).times(p));
      a = mean;
      p *= 2;
    }
    const sum = a.plus(b);
    const computed = sum.times(sum).dividedBy(t.times(4));
    expect(Number(size(exact(computed.toPair()) - pi) >> (precision - 100n))).toBe(0);
    expect(computed.toString(30)).toBe("3.14159265358979323846264338328e+0");
  });

  it("read decimal text to the nearest pair and print it again", () => {
    const digits = fc.stringMatching(/^[1-9][0-9]{0,29}$/);
    fc.assert(
      fc.property(digits, fc.integer({ min: -250, max: 250 }), fc.boolean(), (text, exponent, isNegative) => {
        const shown = `${isNegative ? "-" : ""}${text}e${exponent}`;
        const trimmed = text.replace(/0+$/, "");
        const mantissa = trimmed.length === 1 ? trimmed : `${trimmed[0]}.${trimmed.slice(1)}`;
        const e = exponent + text.length - 1;
        const expected = `${isNegative ? "-" : ""}${mantissa}e${e < 0 ? "" : "+"}${e}`;
        expect(DoubleDouble.from(shown).toString(30)).toBe(expected);
      }),
      { seed: 102, numRuns: 300 },
    );
  });

  it("read decimal text with an error below 2⁻¹⁰⁶", () => {
    const third = DoubleDouble.from(`0.${"3".repeat(60)}`);
    expect(Number((size(3n * exact(third.toPair()) - one) << 106n) / one)).toBeLessThan(1);
    expect(
      DoubleDouble.from("0.1")
        .times(3)
        .minus("0.3")
        .abs()
        .compare(2 ** -104),
    ).toBe(-1);
    expect(DoubleDouble.from(" -12.50 ").toNumber()).toBe(-12.5);
    expect(DoubleDouble.from(".5").toNumber()).toBe(0.5);
    expect(DoubleDouble.from("1e400").toNumber()).toBe(Infinity);
    expect(DoubleDouble.from("1e-400").toNumber()).toBe(0);
    expect(DoubleDouble.from("5e-324").toNumber()).toBe(5e-324);
    expect(DoubleDouble.from("2.4703282292062327e-324").toNumber()).toBe(0);
    expect(DoubleDouble.from("2.4703282292062329e-324").toNumber()).toBe(5e-324);
    expect(DoubleDouble.from("0").toNumber()).toBe(0);
  });

  it("round the last printed digit", () => {
    expect(DoubleDouble.from("1.25").toString(2)).toBe("1.3e+0");
    expect(DoubleDouble.from("999.96").toString(4)).toBe("1e+3");
    expect(DoubleDouble.from(0).toString()).toBe("0");
    expect(DoubleDouble.from(Infinity).toString()).toBe("Infinity");
    expect(String(DoubleDouble.fromParts(1, 2 ** -80))).toBe("1.0000000000000000000000008271806e+0");
  });

  it("refuse text that is not a number", () => {
    for (const text of ["", ".", "1,5", "0x10", "1e", "abc", "--1"])
      expect(() => DoubleDouble.from(text)).toThrow("not a decimal number");
  });

  it("agree with doubles to the last bit of those", () => {
    fc.assert(
      fc.property(pair, pair, (a, b) => {
        const [x, y] = [DoubleDouble.from(a[0]), DoubleDouble.from(b[0])];
        expect(x.plus(y).toNumber()).toBe(a[0] + b[0]);
        expect(x.minus(y).toNumber()).toBe(a[0] - b[0]);
        expect(x.times(y).toNumber()).toBe(a[0] * b[0]);
        expect(Number(shift(exact(x.dividedBy(y).negated().toPair()), 60n - precision))).toBeCloseTo(
          Number(shift(-fromNumber(a[0] / b[0]), 60n - precision)),
          -20,
        );
      }),
      { seed: 103, numRuns: 300 },
    );
  });
});
