import { describe, expect, it } from "vitest";
import { grid, oscillator, recordRun, refinedRod } from "./sampleRun.ts";

/** Largest error of at() against the exact value, on a grid that shares no point with the rows. */
function largestError(intervals: number, name: string, exact: (t: number) => number): number {
  const result = recordRun([oscillator(grid(0, 2, intervals), 1)]);
  let worst = 0;
  for (let i = 0; i < 1000; i++) {
    const t = (2 * (i + 0.382)) / 1000;
    worst = Math.max(worst, Math.abs(result.at(t, name) - exact(t)));
  }
  return worst;
}

describe("values between rows", () => {
  it("of states are exact for cubics: t, t², t³ are met to rounding", () => {
    const result = recordRun([oscillator(grid(0, 2, 4), 1)]);
    for (const t of [0.1, 0.33, 0.7, 1.2, 1.99]) {
      const [x, y, z] = result.at<number[]>(t, "r");
      // 8: the largest value; a few roundings each
      expect(Math.abs(x - t)).toBeLessThan(8 * 4 * Number.EPSILON);
      expect(Math.abs(y - t * t)).toBeLessThan(8 * 4 * Number.EPSILON);
      expect(Math.abs(z - t ** 3)).toBeLessThan(8 * 4 * Number.EPSILON);
    }
  });

  it("of states have an error of order 6: values and slopes of three rows", () => {
    const coarse = largestError(20, "mass.s", Math.sin);
    const fine = largestError(40, "mass.s", Math.sin);
    expect(Math.log2(coarse / fine)).toBeCloseTo(6, 1);
    // |f⁗″|/6! · max |θ(1−θ)(1+θ)|² h⁶, where 0.385 is the largest value of that product
    expect(coarse).toBeLessThan((0.385 ** 2 / 720) * 0.1 ** 6);
  });

  it("of other real signals have an error of order 6: values of six rows", () => {
    const coarse = largestError(20, "mass.v", Math.cos);
    const fine = largestError(40, "mass.v", Math.cos);
    expect(Math.log2(coarse / fine)).toBeCloseTo(6, 1);
    // |f⁗″|/6! · max |θ(θ+1)…(θ+4)(1−θ)| h⁶ at the ends of a piece, where the product reaches 16.9
    expect(coarse).toBeLessThan((16.9 / 720) * 0.1 ** 6);
  });

  it("of a stiff state do not follow slopes that are nothing but errors times a large number", () => {
    const noisy = (t: number): number => 1 + 1e-9 * Math.sin(1e5 * t);
    const rows = grid(0, 1, 20);
    const result = recordRun([
      {
        times: rows,
        signals: [
          { name: "x", state: (t) => [noisy(t)] },
          { name: "der(x)", kind: "derivative", values: (t) => [1e6 * (1 - noisy(t))] },
        ],
      },
    ]);
    for (let i = 0; i < 200; i++) expect(Math.abs(result.at((i + 0.5) / 200, "x") - 1)).toBeLessThan(1e-8);
  });

  it("of a curve with a kink at a row stay in the range of their rows", () => {
    const ramp = (t: number): number => Math.max(0, t - 1);
    const result = recordRun([{ times: grid(0, 2, 10), signals: [{ name: "u", values: (t) => [ramp(t)] }] }]);
    for (let i = 0; i < 200; i++) {
      const t = (2 * (i + 0.5)) / 200;
      expect(result.at(t, "u")).toBeGreaterThanOrEqual(0);
      if (t < 1) expect(result.at(t, "u")).toBe(0);
    }
  });

  it("of booleans and integers hold until the event", () => {
    const result = recordRun([oscillator(grid(0, 2, 3), 4 / 3)]);
    expect(result.at(1.33, "on")).toBe(0);
    expect(result.at(4 / 3, "on")).toBe(1);
    expect(result.at(4 / 3, "on", "before")).toBe(0);
    expect(result.at(1.34, "count")).toBe(-7);
    expect(result.at(1.33, "count")).toBe(3);
  });

  it("never mix the two sides of an event", () => {
    const result = recordRun([oscillator(grid(0, 2, 8), 1)]);
    // five rows on each side: |f⁵|/5! · ∏|t − tᵢ|, 0.04 of a row's distance from the end: 0.04·0.96·1.96·2.96·3.96 = 0.88
    const bound = (0.89 / 120) * 0.25 ** 5;
    expect(Math.abs(result.at(0.99, "f") - Math.sin(0.99))).toBeLessThan(bound);
    expect(Math.abs(result.at(1.01, "f") - 2 * Math.sin(1.01))).toBeLessThan(2 * bound);
    expect(result.at(1, "f")).toBe(2 * Math.sin(1));
    expect(result.at(1, "f", "before")).toBe(Math.sin(1));
  });

  it("belong to the segment of their side", () => {
    const rod = recordRun(refinedRod());
    expect(rod.at<number[]>(1, "T")).toHaveLength(5);
    expect(rod.at<number[]>(1, "T", "before")).toHaveLength(3);
    expect(rod.at(1, "a.x", "before")).toBe(10);
    expect(rod.at(1, "a.x")).toBe(Number.NaN);
    expect(rod.at(1.5, "a.x", "before")).toBe(Number.NaN);
  });

  it("exist up to the ends, rounding included, and not beyond", () => {
    const result = recordRun([oscillator(grid(0, 2, 8), 1)]);
    expect(result.at(0, "mass.s")).toBe(0);
    expect(result.at(2, "mass.s", "before")).toBe(Math.sin(2));
    expect(result.at(2 + 2 * Number.EPSILON, "mass.s")).toBe(Math.sin(2));
    for (const time of [-0.1, 2.001, Number.NaN]) {
      expect(() => result.at(time, "mass.s")).toThrow(
        expect.objectContaining({
          code: "E-RESULT-TIME",
          because: "it runs from 0 s to 2 s",
          hint: "a time in this span, or a run with another startTime or stopTime",
        }),
      );
    }
  });
});

describe("a resampled result", () => {
  const result = recordRun([oscillator(grid(0, 2, 8), 1)]);

  it("has the values of at() at each time", () => {
    const times = [0, 0.1, 0.5, 1, 1, 1.7, 2];
    const resampled = result.resample(times);
    expect([...resampled.time]).toEqual(times);
    expect(resampled.names()).toEqual(result.names());
    for (const name of result.names()) {
      expect(Array.from<unknown>(resampled.signal(name).values)).toEqual(times.map((t) => result.at(t, name)));
    }
    expect(resampled.finalStates).toEqual(result.finalStates);
    expect(resampled.events).toEqual(result.events);
  });

  it("keeps the segments, also when the rest was to be recomputed", () => {
    const times = [0.3, 0.9, 1, 1.4];
    for (const storage of ["all", "states"] as const) {
      const rod = recordRun(refinedRod(), { storage }).resample(times);
      expect(rod.segments.map(({ firstRow, rowCount }) => [firstRow, rowCount])).toEqual([
        [0, 2],
        [2, 2],
      ]);
      expect(rod.signal("a.x").values[2]).toBe(Number.NaN);
      rod.signal<number[][]>("T").values[3]!.forEach((T, k) => {
        expect(T).toBeCloseTo(301.4 + k, 12);
      });
    }
  });

  it("needs times that do not decrease and lie in the run", () => {
    expect(() => result.resample([0, 1, 0.5])).toThrow(
      expect.objectContaining({ code: "E-RESULT-TIME", because: "0.5 s follows 1 s", hint: "sort the times" }),
    );
    expect(() => result.resample([0, 3])).toThrow(expect.objectContaining({ code: "E-RESULT-TIME" }));
  });
});
