/** How far a row is missed by those around it, in units of what is allowed: by hand, for parabolas and lines. */
import { describe, expect, it } from "vitest";
import type { InterpolationRules } from "../../src/results/interpolation.ts";
import type { Knot } from "../../src/results/knot.ts";
import { RowError } from "../../src/results/rowError.ts";

const byValues = (width: number): InterpolationRules => ({
  rule: new Uint8Array(width).fill(1),
  slopeSlot: new Int32Array(width).fill(-1),
  slopeFactor: new Float64Array(width),
});
/** Entry 0 is a state, its slope is half of entry 1. */
const bySlopes: InterpolationRules = {
  rule: Uint8Array.of(2, 1),
  slopeSlot: Int32Array.of(1, -1),
  slopeFactor: Float64Array.of(0.5, 0),
};
const tolerance = 1e-3;
const all = (width: number): Int32Array => Int32Array.from({ length: width }, (_, k) => k);
const knotsOf = (times: readonly number[], at: (t: number) => readonly number[]): Knot[] =>
  times.map((time) => ({ time, row: Float64Array.from(at(time)) }));

/** The excess at 1.5 of what a line from 1 to 2 tells. */
function lineExcess(error: RowError, at: (t: number) => readonly number[]): number {
  const [before, end] = knotsOf([1, 2], at) as [Knot, Knot];
  return error.between([before], end, 1.5, Float64Array.from(at(1.5)));
}
const parabola = (size: number) => (t: number) => [size + t * t];

describe("the error of a row", () => {
  it("is what the rows around miss it by, of the tolerance times its size", () => {
    const error = new RowError(all(1), byValues(1), tolerance);
    // the line is 2.5 at 1.5, the parabola 2.25
    expect(lineExcess(error, parabola(0))).toBeCloseTo(0.25 / (tolerance * 2.25), 9);
    expect([error.worstSlot, error.isWorstGross, error.rowsUsed]).toEqual([0, true, 2]);
    expect(error.worstBound).toBeCloseTo(tolerance * 2.25, 12);
    expect(lineExcess(error, parabola(-10))).toBeCloseTo(0.25 / (tolerance * 7.75), 9);
    expect(lineExcess(error, parabola(100))).toBeCloseTo(0.25 / (tolerance * 102.25), 9);
    expect(error.isWorstGross).toBe(false);
    // what is allowed passes, and counts nothing
    expect(lineExcess(error, parabola(251))).toBe(0);
    // three rows know a parabola
    const [a, b, end] = knotsOf([0, 1, 2], parabola(0)) as [Knot, Knot, Knot];
    expect(error.between([a, b], end, 1.5, Float64Array.of(2.25))).toBe(0);
    expect(error.rowsUsed).toBe(3);
  });

  it("of an entry that is small now is held against a tenth of the largest value it has had", () => {
    const error = new RowError(Int32Array.of(1), byValues(2), tolerance);
    const at = (t: number) => [0, t * t];
    error.noteSize(Float64Array.of(1000, -50));
    error.noteSize(Float64Array.of(1000, 20));
    expect(lineExcess(error, at)).toBeCloseTo(0.25 / (tolerance * 5), 9);
    error.noteSize(Float64Array.of(0, 60));
    expect(lineExcess(error, at)).toBeCloseTo(0.25 / (tolerance * 6), 9);
    // and against a thousandth where nothing is large
    const tiny = new RowError(all(1), byValues(1), tolerance);
    expect(lineExcess(tiny, (t) => [1e-4 * t * t])).toBeCloseTo(0.25e-4 / (tolerance * 1e-3), 9);
  });

  it("is that of the worst entry", () => {
    const error = new RowError(Int32Array.of(2, 0, 1), byValues(3), tolerance);
    const excess = lineExcess(error, (t) => [50 + 2 * t * t, 50 + t, 50 + 3 * t * t]);
    expect(excess).toBeCloseTo(0.75 / (tolerance * 56.75), 9);
    expect(error.worstSlot).toBe(2);
    expect(error.worstBound).toBeCloseTo(tolerance * 56.75, 12);
    lineExcess(error, (t) => [50 + 2 * t * t, 50 + t, 50 - t]);
    expect(error.worstSlot).toBe(0);
    expect(error.isWorstGross).toBe(false);
    expect(lineExcess(error, (t) => [t, 1, -t])).toBe(0);
    // the first of equals
    lineExcess(error, (t) => [50 + t * t, 50 + t * t, 50 + t * t]);
    expect(error.worstSlot).toBe(2);
  });

  it("that cannot be cured is allowed from then on, up to what is gross, and fades with every step", () => {
    const error = new RowError(all(2), byValues(2), tolerance);
    const at = (t: number) => [100 + t * t, 1000 + t * t];
    expect(lineExcess(error, at)).toBeGreaterThan(1);
    error.allow(Float64Array.from(at(1.5)));
    expect(lineExcess(error, at)).toBe(0);
    error.beginStep(2, undefined);
    expect(lineExcess(error, at)).toBeCloseTo(0.25 / (0.7 * 0.25), 9);
    error.beginStep(3, undefined);
    expect(lineExcess(error, at)).toBeCloseTo(0.25 / (0.49 * 0.25), 9);
    // a smaller one does not take it back
    lineExcess(error, (t) => [100 + 0.44 * t * t, 0]);
    error.allow(Float64Array.of(100 + 0.44 * 2.25, 0));
    expect(lineExcess(error, at)).toBeCloseTo(0.25 / (0.49 * 0.25), 9);
    const gross = new RowError(all(1), byValues(1), tolerance);
    lineExcess(gross, parabola(0));
    gross.allow(Float64Array.of(2.25));
    expect(lineExcess(gross, parabola(0))).toBeCloseTo(0.25 / (0.01 * 2.25), 9);
  });

  it("that the tolerance covers is not allowed beyond it", () => {
    const error = new RowError(all(1), byValues(1), 0.01);
    lineExcess(error, (t) => [100 + t * t]);
    error.allow(Float64Array.of(102.25));
    // nothing has been allowed, so that a tenth of it does not pass where everything is a hundred times smaller
    expect(lineExcess(error, (t) => [1 + t * t])).toBeCloseTo(0.25 / (0.01 * 3.25), 9);
  });

  it("of a gap between six rows is that of their polynomial", () => {
    const error = new RowError(all(1), byValues(1), tolerance);
    const at = (t: number) => [t ** 6];
    const knots = knotsOf([0, 1, 2, 3, 4, 5], at);
    // the polynomial misses t⁶ by the product of the distances
    for (const [gap, t] of [
      [0, 0.5],
      [2, 2.5],
      [4, 4.25],
    ] as const) {
      const missed = Math.abs([0, 1, 2, 3, 4, 5].reduce((product, k) => product * (t - k), 1));
      const size = Math.max(t ** 6, 0.1 * 5 ** 6);
      expect(error.inGap(knots, gap, t, Float64Array.from(at(t)))).toBeCloseTo(
        missed > tolerance * size ? missed / (tolerance * size) : 0,
        6,
      );
    }
  });
});

describe("the error of a state, and of its slope", () => {
  /** x = t³ with the slope 3·t², of which the row has twice as much. */
  const cubic = (t: number) => [t ** 3, 6 * t * t];

  it("is that of the polynomial with slopes", () => {
    const error = new RowError(Int32Array.of(0), bySlopes, tolerance);
    expect(lineExcess(error, cubic)).toBe(0);
    // a state that is missed is missed by its polynomial with slopes, and not by the line
    const [before, end] = knotsOf([1, 2], cubic) as [Knot, Knot];
    expect(error.between([before], end, 1.5, Float64Array.of(3.5, 13.5))).toBeCloseTo(
      (3.5 - 3.375) / (tolerance * 3.5),
      9,
    );
    // on the line it is missed by as much as the polynomial is away from it
    expect(error.between([before], end, 1.5, Float64Array.of(4.5, 13.5))).toBeCloseTo(
      (4.5 - 3.375) / (tolerance * 4.5),
      9,
    );
  });

  it("counts where one of both polynomials is right alone", () => {
    const error = new RowError(Int32Array.of(0), bySlopes, tolerance);
    // rows of 1 and 1 with slopes of −8 and 8: the line is 1 in the middle, the polynomial with slopes −1
    const [before, end] = knotsOf([1, 2], (t) => [1, t < 2 ? -16 : 16]) as [Knot, Knot];
    expect(error.between([before], end, 1.5, Float64Array.of(1, 0))).toBeCloseTo(2 / tolerance, 9);
    expect(error.between([before], end, 1.5, Float64Array.of(-1, 0))).toBe(0);
  });

  it("passes where both polynomials and its neighbours agree, and is looked at where a limit may move it", () => {
    const error = new RowError(Int32Array.of(0), bySlopes, 0.2);
    // the top of a parabola lies above its rows, whose curvature on both sides carries it there
    const top = (t: number) => [1 - (t - 1.5) ** 2, -4 * (t - 1.5)];
    const knots = knotsOf([0, 1, 2], top);
    expect(error.between(knots.slice(0, 2), knots[2]!, 1.5, Float64Array.of(1, 0))).toBe(0);
  });

  it("may be as large as the curve contradicts the slope, inside of the step alone", () => {
    const error = new RowError(Int32Array.of(1), bySlopes, tolerance);
    const asked: number[] = [];
    const slopes = (slope: number) => (t: number) => {
      asked.push(t);
      return Float64Array.of(slope, 99);
    };
    const at = (t: number) => [t ** 3, 100 + t * t];
    const expected = 0.25 / (tolerance * 102.25);
    // by the curve the slope is half of what the row says, to the last digit
    error.beginStep(1, slopes(102.25 / 2));
    expect(lineExcess(error, at)).toBeCloseTo(expected, 9);
    expect(asked.splice(0)).toEqual([1.5]);
    // now it says 102.45, which is 0.2 away
    error.beginStep(1, slopes(102.45 / 2));
    expect(lineExcess(error, at)).toBeCloseTo(0.25 / 0.2, 9);
    // which is remembered, and fades
    error.beginStep(1, undefined);
    expect(lineExcess(error, at)).toBeCloseTo(0.25 / 0.14, 9);
    // more than the error passes
    error.beginStep(1, slopes(103.25 / 2));
    expect(lineExcess(error, at)).toBeCloseTo(0.25, 9);
    const late = new RowError(Int32Array.of(1), bySlopes, tolerance);
    late.beginStep(1.6, slopes(50));
    asked.length = 0;
    expect(lineExcess(late, at)).toBeCloseTo(expected, 9);
    expect(asked).toEqual([]);
    late.beginStep(1.5, slopes(103.25 / 2));
    expect(lineExcess(late, at)).toBeCloseTo(0.25, 9);
    // nothing is asked for what is no slope, and for what passes
    const state = new RowError(Int32Array.of(0), bySlopes, tolerance);
    state.beginStep(1, slopes(50));
    asked.length = 0;
    lineExcess(state, (t) => [100 * t * t, 0]);
    late.beginStep(1, slopes(50));
    lineExcess(late, (t) => [t, 100 + t]);
    expect(asked).toEqual([]);
  });
});
