import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { denseStrokes } from "../../src/plot/denseStrokes.ts";

/** Ranges of y that the segments of a polyline cover, by column, as far as the columns of their ends tell. */
function coveredBy(points: readonly number[]): [column: number, low: number, high: number][] {
  const ranges: [number, number, number][] = [];
  for (let k = 2; k < points.length; k += 2) {
    const [x0, y0, x1, y1] = points.slice(k - 2, k + 2);
    if (Number.isNaN(x0) || Number.isNaN(x1)) continue;
    if (Math.floor(x0!) === Math.floor(x1!)) ranges.push([Math.floor(x0!), Math.min(y0!, y1!), Math.max(y0!, y1!)]);
  }
  return ranges;
}

describe("strokes of a dense polyline", () => {
  it("of a smooth line with a point per column stay a line", () => {
    const points = Array.from({ length: 50 }, (_, k) => [k, Math.sin(k)]).flat();
    expect(denseStrokes(points)).toEqual({ lines: points, bars: [] });
  });

  it("of a smooth curve with ten points per column are a line through the first and the last of each, not stairs", () => {
    const points = Array.from({ length: 5000 }, (_, k) => [k / 10, 80 * Math.sin(k / 500)]).flat();
    const { lines, bars } = denseStrokes(points);
    expect(bars).toEqual([]);
    // no step of the line is larger than that of the curve within a column
    for (let k = 2; k < lines.length; k += 2) {
      expect(lines[k]! - lines[k - 2]!).toBeGreaterThan(0);
      expect(Math.abs(lines[k + 1]! - lines[k - 1]!)).toBeLessThan(80 / 50 + 1e-9);
    }
  });

  it("of an oscillation within columns are bars, which meet their neighbours", () => {
    const points = [0, 5, 0.2, 1, 0.4, 9, 0.6, 5, 1, 20, 1.3, 18, 1.6, 22];
    // the second bar begins where the first one was left, at 5
    expect(denseStrokes(points)).toEqual({ lines: [], bars: [0, 1, 9, 1, 5, 22] });
  });

  it("enter and leave bars where the line did, and end at gaps", () => {
    const zigzag = [5, 3, 5.3, 7, 5.6, 4];
    const gap = [Number.NaN, Number.NaN];
    const { lines, bars } = denseStrokes([1, 1, ...zigzag, 9, 2, 10, 2, ...gap, ...zigzag]);
    expect(bars).toEqual([5, 3, 7, 5, 3, 7]);
    expect(lines).toEqual([1, 1, 5, 3, ...gap, 5.6, 4, 9, 2, 10, 2, ...gap]);
  });

  it("cover whatever the polyline covers within each column", () => {
    const step = fc.record({ dx: fc.double({ min: 0, max: 1.2, noNaN: true }), y: fc.integer({ min: 0, max: 99 }) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 2, maxLength: 200 }), (steps) => {
        let x = 0;
        const points = steps.flatMap(({ dx, y }) => {
          x += dx;
          return [x, y];
        });
        const { lines, bars } = denseStrokes(points);
        const drawn = coveredBy(lines);
        for (let k = 0; k < bars.length; k += 3) drawn.push([bars[k]!, bars[k + 1]!, bars[k + 2]!]);
        for (const [column, low, high] of coveredBy(points))
          expect(drawn.some(([at, from, to]) => at === column && from <= low && to >= high)).toBe(true);
      }),
      { seed: 3, numRuns: 200 },
    );
  });
});
