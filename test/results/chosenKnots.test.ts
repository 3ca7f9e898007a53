import { describe, expect, it } from "vitest";
import { chooseKnots, farthest, RowWindow, windowLength } from "../../src/results/interpolation.ts";

const chosenFor = (times: readonly number[], right: number, first = 0, last = times.length - 1): number[] => {
  const chosen = new Int32Array(windowLength + 1);
  return [...chosen.slice(0, chooseKnots(times, first, last, right, chosen))];
};
const even = Array.from({ length: 60 }, (_, k) => k);

describe("the knots that determine a curve in a gap", () => {
  it("are its two ends and those before, in order, and behind it where there are too few", () => {
    expect(chosenFor(even, 20)).toEqual([15, 16, 17, 18, 19, 20]);
    expect(chosenFor(even, 2)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(chosenFor(even, 12, 10)).toEqual([10, 11, 12, 13, 14, 15]);
    expect(chosenFor(even, 12, 10, 13)).toEqual([10, 11, 12, 13]);
    expect(chosenFor(even, 12, 11, 12)).toEqual([11, 12]);
  });

  it("are apart from each other by four tenths of the gap, on both sides", () => {
    // 60 → 70 is the gap; the knot at 57 is too near to 60, that at 56 is not
    expect(chosenFor([0, 10, 20, 56, 57, 60, 70, 80], 6)).toEqual([0, 1, 2, 3, 5, 6]);
    expect(chosenFor([0, 10, 13, 14, 17, 18, 25, 90], 1)).toEqual([0, 1, 3, 5, 6, 7]);
  });

  it("are looked for among so many neighbours, and not further", () => {
    // before the gap from 10 to 11 lie rows closer than it needs, so many that none further is met
    const dense = Array.from({ length: 40 }, (_, k) => 10 - (39 - k) * 1e-3);
    const times = [...even.slice(0, 5), ...dense, 11, 12, 13, 14, 15, 16];
    const right = 5 + dense.length;
    expect(times[right]).toBe(11);
    expect(chosenFor(times, right)).toEqual([right - 1, right, right + 1, right + 2, right + 3, right + 4]);
    // the last that is looked at
    const gap = [...Array.from({ length: farthest }, (_, k) => k), farthest + 99];
    expect(chosenFor(gap, farthest)).toEqual([farthest - 1, farthest]);
    const far = [0, ...Array.from({ length: farthest - 2 }, (_, k) => 50 + k * 1e-3), 99];
    expect(chosenFor(far, farthest - 1)).toEqual([0, farthest - 2, farthest - 1]);
    const tooFar = [0, ...Array.from({ length: farthest - 1 }, (_, k) => 50 + k * 1e-3), 99];
    expect(chosenFor(tooFar, farthest)).toEqual([farthest - 1, farthest]);
    const behind = [0, 50, ...Array.from({ length: farthest - 2 }, (_, k) => 50.001 + k * 1e-3), 99];
    expect(chosenFor(behind, 1)).toEqual([0, 1, farthest]);
    const tooFarBehind = [0, 50, ...Array.from({ length: farthest - 1 }, (_, k) => 50.001 + k * 1e-3), 99];
    expect(chosenFor(tooFarBehind, 1)).toEqual([0, 1]);
  });
});

/** A window over the values of one entry, and of its slope. */
function windowOf(times: readonly number[], values: readonly number[], slopes: readonly number[], gap: number) {
  const window = new RowWindow();
  times.forEach((time, k) => {
    window.times[k] = time;
    window.rows[k] = Float64Array.of(values[k]!, slopes[k] ?? 0);
  });
  window.count = times.length;
  window.gap = gap;
  return window;
}
const byValues = { rule: Uint8Array.of(1, 1), slopeSlot: Int32Array.of(-1, -1), slopeFactor: Float64Array.of(0, 0) };
const bySlopes = { rule: Uint8Array.of(2, 1), slopeSlot: Int32Array.of(1, -1), slopeFactor: Float64Array.of(1, 0) };
const steady = { rule: Uint8Array.of(2, 1), slopeSlot: Int32Array.of(-1, -1), slopeFactor: Float64Array.of(0.5, 0) };

describe("a value in a gap", () => {
  it("of a polynomial of degree 5 is exact, by six values or by values and slopes of three rows", () => {
    const p = (t: number): number => 1 + t - 2 * t ** 2 + 0.3 * t ** 3 - 0.1 * t ** 4 + 0.02 * t ** 5;
    const dp = (t: number): number => 1 - 4 * t + 0.9 * t ** 2 - 0.4 * t ** 3 + 0.1 * t ** 4;
    const times = [0, 0.5, 1.1, 1.5, 2.2, 3];
    for (const gap of [0, 1, 2, 3, 4]) {
      const window = windowOf(times, times.map(p), times.map(dp), gap);
      const t = 0.3 * times[gap]! + 0.7 * times[gap + 1]!;
      window.moveTo(t);
      for (const rules of [byValues, bySlopes]) expect(window.value(rules, 0)).toBeCloseTo(p(t), 12);
      const into = new Float64Array(1);
      window.polynomials(Int32Array.of(0), into);
      expect(into[0]).toBeCloseTo(p(t), 12);
      window.hermites(bySlopes, Int32Array.of(0), into);
      expect(into[0]).toBeCloseTo(p(t), 12);
      window.hermites(byValues, Int32Array.of(0), into);
      expect(into[0]).toBe(0);
    }
  });

  it("of two rows alone follows slopes that explain their difference, and no others", () => {
    const cubic = windowOf([1, 3], [1, 27], [3, 27], 0);
    cubic.moveTo(2);
    expect(cubic.value(bySlopes, 0)).toBe(8);
    // the slopes say that nothing moves, or that it moves twice as far
    for (const slopes of [
      [0, 0],
      [40, 40],
      [-13, -13],
    ]) {
      const doubtful = windowOf([1, 3], [1, 27], slopes, 0);
      doubtful.moveTo(1.5);
      expect(doubtful.value(bySlopes, 0)).toBe(7.5);
    }
    const line = windowOf([0, 2], [1, 2], [], 0);
    line.moveTo(0.5);
    expect(line.value(steady, 0)).toBe(1.25);
  });

  it("follows slopes of any entry, or one that is constant, and a row of its own kind where nothing else is known", () => {
    // entry 1 is the state, entry 0 its slope: of 100 + t³ − t
    const rules = { rule: Uint8Array.of(1, 2), slopeSlot: Int32Array.of(-1, 0), slopeFactor: Float64Array.of(0, 1) };
    const times = [0, 1, 2];
    const at = (t: number): number => 100 + t ** 3 - t;
    for (const [count, gap] of [
      [2, 0],
      [3, 0],
      [3, 1],
    ] as const) {
      const window = windowOf(times.slice(0, count), [], [], gap);
      times.slice(0, count).forEach((t, k) => {
        window.rows[k] = Float64Array.of(3 * t * t - 1, at(t));
      });
      window.moveTo(gap + 0.25);
      expect(window.value(rules, 1)).toBeCloseTo(at(gap + 0.25), 11);
      const into = new Float64Array(2);
      window.hermites(rules, Int32Array.of(1, 0), into);
      expect(into[0]).toBeCloseTo(at(gap + 0.25), 11);
      expect(into[1]).toBe(0);
    }
    // values and slopes at the ends of 1 → 2.4 over two seconds: by hand, at a quarter
    const line = windowOf([0, 2], [1, 2.4], [], 0);
    line.moveTo(0.5);
    expect(line.value(steady, 0)).toBeCloseTo(1.3125, 12);
    const into = new Float64Array(1);
    line.hermites(steady, Int32Array.of(0), into);
    expect(into[0]).toBeCloseTo(1.3125, 12);
    // rows with equal values, between which a state goes up and comes back
    const hill = windowOf([0, 1], [5, 5], [4, -4], 0);
    hill.moveTo(0.5);
    expect(hill.value(bySlopes, 0)).toBe(6);
    expect(hill.value(byValues, 0)).toBe(5);
  });

  it("follows no slopes that would carry it three times as far as the values around go, or that are not there", () => {
    const times = [0, 1, 2, 3, 4, 5];
    const values = [0, 1, 4, 9, 16, 500];
    /** Whether values are those of the polynomial with slopes, wherever that lies between the rows of the gap. */
    const follows = (slopes: readonly number[], gap: number): boolean => {
      const window = windowOf(times, values, slopes, gap);
      const into = new Float64Array(1);
      const answers = new Set<boolean>();
      for (let t = gap + 0.001; t < gap + 1; t += 0.003) {
        window.moveTo(t);
        window.hermites(bySlopes, Int32Array.of(0), into);
        if (into[0]! > values[gap]! && into[0]! < values[gap + 1]!)
          answers.add(Math.abs(window.value(bySlopes, 0) - into[0]!) < 1e-12);
      }
      expect(answers.size).toBeGreaterThan(0);
      return !answers.has(false);
    };
    // the first three rows go from 0 to 4, and rows further away do not change that
    expect(follows([11.9, 11.9, 0, 0, 0, 0], 0)).toBe(true);
    expect(follows([12.1, 11, 0, 0, 0, 0], 0)).toBe(false);
    expect(follows([11, -12.1, 0, 0, 0, 0], 0)).toBe(false);
    // in the next gap four rows go from 0 to 9
    expect(follows([0, 26.9, 26.9, 0, 0, 0], 1)).toBe(true);
    expect(follows([0, 27.1, 26, 0, 0, 0], 1)).toBe(false);
    // and in the last but one from 4 to 500
    expect(follows([0, 0, 0, 1480, 0, 0], 3)).toBe(true);
    expect(follows([0, 0, 0, 1490, 0, 0], 3)).toBe(false);
    for (const odd of [Infinity, Number.NaN]) {
      const free = (slopes: readonly number[], gap: number): number => {
        const window = windowOf(times, values, slopes, gap);
        window.moveTo(gap + 0.5);
        return window.value(bySlopes, 0);
      };
      for (const gap of [0, 1])
        expect(Number.isFinite(free(gap === 0 ? [0, 2, odd, 0, 0, 0] : [odd, 2, 4, 0, 0, 0], gap))).toBe(true);
      expect(follows([0, 2, 4, odd, 0, 0], 0)).toBe(true);
    }
  });

  it("is between the rows where values are infinite or missing on one side, and theirs where both are equal", () => {
    const at = (x0: number, x1: number, rules = byValues): number => {
      const window = windowOf([0, 1], [x0, x1], [], 0);
      window.moveTo(0.25);
      return window.value(rules, 0);
    };
    expect(at(Infinity, Infinity)).toBe(Infinity);
    expect(at(Infinity, 1)).toBeNaN();
    expect(at(1, -Infinity)).toBeNaN();
    expect(at(Number.NaN, Number.NaN)).toBeNaN();
    expect(at(0.1, 0.1)).toBe(0.1);
    const many = windowOf([0, 1, 2, 3], [1, Infinity, Infinity, 2], [], 1);
    many.moveTo(1.5);
    expect(many.value(byValues, 0)).toBe(Infinity);
    expect(at(0, 4)).toBe(1);
    const held = { ...byValues, rule: Uint8Array.of(0, 1) };
    expect(at(3, 4, held)).toBe(3);
  });

  it("where a row further away is infinite lies on the chord", () => {
    const window = windowOf([0, 1, 2, 3], [Infinity, 1, 3, 7], [], 1);
    window.moveTo(1.25);
    expect(window.value(byValues, 0)).toBe(1.5);
  });

  it("leaves the range of its rows by what the curvature of both sides carries it, and no further", () => {
    // a parabola with its top in the gap: both sides have the curvature 2, and the top is h²/4 above the rows
    const parabola = windowOf([-3, -1, 1, 3], [-9, -1, -1, -9], [], 1);
    parabola.moveTo(0);
    expect(parabola.value(byValues, 0)).toBeCloseTo(0, 14);
    // a corner at the left row: on the one side nothing is bent, so the value stays between its rows
    const corner = windowOf([0, 1, 2, 3], [0, 0, 1, 2], [], 1);
    corner.moveTo(1.1);
    expect(corner.value(byValues, 0)).toBeGreaterThanOrEqual(0);
    // a jump: curvatures of both sides are 1 and the excess is at most 2·1·h²/8
    const jump = windowOf([0, 1, 2, 3], [0, 0, 1, 1], [], 1);
    for (let t = 1; t <= 2; t += 1 / 64) {
      jump.moveTo(t);
      expect(jump.value(byValues, 0)).toBeGreaterThanOrEqual(-0.25);
      expect(jump.value(byValues, 0)).toBeLessThanOrEqual(1.25);
    }
    // in the last gap the curvature of one side alone is known, and that of both where a row follows
    const last = windowOf([0, 1, 2], [0, 1, 0.9], [], 1);
    last.moveTo(1.25);
    const free = last.value(byValues, 0);
    expect(free).toBeCloseTo(1.078125, 12);
    last.rows[3] = Float64Array.of(0.8, 0);
    last.times[3] = 3;
    last.hasNext = true;
    expect(last.value(byValues, 0)).toBeCloseTo(1, 12);
    const wild = windowOf([0, 1, 2, 3, 4, 5], [0, 90, 0, 0.5, 0, 0], [], 2);
    wild.moveTo(2.5);
    // the left side has the curvature |0.5 − 0 − (0 − 90)| = 90.5, the right one 1
    expect(wild.value(byValues, 0)).toBe(-0.25);
  });

  it("is enclosed by its rows, both ends included", () => {
    for (const [x0, x1] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const window = windowOf([0, 1], [x0, x1], [], 0);
      expect([0.9, 1, 1.5, 2, 2.1].map((value) => window.encloses(0, value))).toEqual([false, true, true, true, false]);
    }
  });
});
