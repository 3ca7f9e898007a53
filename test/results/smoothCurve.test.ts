import { describe, expect, it } from "vitest";
import { type Estimate, estimateSmooth } from "../../src/results/smoothCurve.ts";
import { grid } from "./sampleRun.ts";

function estimate(f: (t: number) => number, times: readonly number[], t: number): Estimate {
  const out = { value: 0, uncertainty: 0 };
  const row = times.findLastIndex((time) => time <= t);
  const last = times.length - 1;
  estimateSmooth(out, Float64Array.from(times), Float64Array.from(times, f), row, 0, last, t);
  return out;
}

describe("the curve between rows", () => {
  it("is certain and exact for cubics on uneven rows", () => {
    const times = [0, 0.1, 0.35, 0.4, 0.9, 1];
    const f = (t: number) => 1 - t + 2 * t * t - 3 * t ** 3;
    for (const t of [0.12, 0.2, 0.38, 0.5, 0.85]) {
      const { value, uncertainty } = estimate(f, times, t);
      // weights up to about 10 on values up to 1
      expect(Math.abs(value - f(t))).toBeLessThan(100 * Number.EPSILON);
      // in the middle all rivals are cubics
      if (t > 0.1 && t < 0.9) expect(uncertainty).toBeLessThan(100 * Number.EPSILON);
    }
  });

  it("is at most as far from the truth as the uncertainty says, and both shrink with order 4", () => {
    const worst = (intervals: number) => {
      const times = grid(0, 10, intervals);
      let [error, doubt] = [0, 0];
      for (let i = 0; i < 2000; i++) {
        const t = 10 * ((i + 0.4) / 2000);
        const { value, uncertainty } = estimate(Math.sin, times, t);
        error = Math.max(error, Math.abs(value - Math.sin(t)));
        if (t > 1 && t < 9) doubt = Math.max(doubt, uncertainty);
        // 3/128 · h⁴ bounds the error of the middle cubic; near the ends the rival parabola is farther off
        expect(Math.abs(value - Math.sin(t))).toBeLessThan(uncertainty + (3 / 128) * (10 / intervals) ** 4);
      }
      return [error, doubt];
    };
    const [coarse, fine] = [worst(100), worst(200)];
    expect(Math.log2(coarse[1] / fine[1])).toBeCloseTo(4, 1);
    expect(coarse[0]).toBeLessThan(2 * coarse[1]);
  });

  it("is the cubic through two rows on each side, or as near to that as its piece allows, and doubts by the others", () => {
    const times = Float64Array.from([-9, -5, 0, 1, 2, 3, 4, 5, 6, 20]);
    const f = (t: number) => t ** 4;
    const values = times.map((t, k) => (k > 1 && k < 9 ? f(t) : 1e9));
    // the cubic through four rows misses t⁴ by the product of the distances from them
    const cubic = (t: number, from: number) => f(t) - (t - from) * (t - from - 1) * (t - from - 2) * (t - from - 3);
    const parabola = (t: number, from: number) => {
      const [a, b, c] = [f(from), f(from + 1), f(from + 2)] as [number, number, number];
      const s = t - from;
      return a + s * (b - a) + ((s * (s - 1)) / 2) * (c - 2 * b + a);
    };
    const at = (t: number, first: number, last: number) => {
      const out = { value: 0, uncertainty: 0 };
      estimateSmooth(out, times, values, 2 + Math.floor(t), first, last, t);
      return out;
    };
    expect(at(3.5, 2, 8).value).toBeCloseTo(cubic(3.5, 2), 9);
    const doubts = [1, 3].map((from) => Math.abs(cubic(3.5, from) - cubic(3.5, 2)));
    expect(at(3.5, 2, 8).uncertainty).toBeCloseTo(Math.max(...doubts), 9);
    expect(at(0.5, 2, 8).value).toBeCloseTo(cubic(0.5, 0), 9);
    expect(at(0.5, 2, 8).uncertainty).toBeCloseTo(Math.abs(parabola(0.5, 0) - cubic(0.5, 0)), 9);
    expect(at(5.5, 2, 8).value).toBeCloseTo(cubic(5.5, 3), 9);
    expect(at(5.5, 2, 8).uncertainty).toBeCloseTo(Math.abs(parabola(5.5, 4) - cubic(5.5, 3)), 9);
    expect(at(2.5, 4, 6).value).toBeCloseTo((f(2) + f(3)) / 2, 9);
    expect(at(2.5, 4, 6).uncertainty).toBeCloseTo(Math.abs(parabola(2.5, 2) - (f(2) + f(3)) / 2), 9);
    expect(at(2.5, 4, 7).value).toBeCloseTo(cubic(2.5, 2), 9);
  });

  it("of three rows doubts between line and parabola, of two it is a line", () => {
    expect(estimate((t) => t * t, [0, 1, 2], 0.5)).toEqual({ value: 0.5, uncertainty: 0.25 });
    expect(estimate((t) => t * t, [0, 1], 0.5)).toEqual({ value: 0.5, uncertainty: 0 });
  });

  it("is uncertain at a kink that no event marks, by the size of the kink", () => {
    const { uncertainty } = estimate((t) => Math.abs(t - 0.55), grid(0, 1, 10), 0.55);
    expect(uncertainty).toBeGreaterThan(0.001);
    expect(uncertainty).toBeLessThan(0.1);
  });
});
