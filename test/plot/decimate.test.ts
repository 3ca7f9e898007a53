import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Curve, decimate, type Frame, valueAt, valueRange } from "../../src/plot/decimate.ts";
import { Extremes } from "../../src/plot/extremes.ts";

const frame: Frame = { left: 0, top: 0, width: 100, height: 50, x0: 0, x1: 1, y0: -1, y1: 1 };

function noisy(count: number): Curve {
  const time = Float64Array.from({ length: count }, (_, k) => k / (count - 1));
  return { time, values: time.map((t, k) => Math.sin(20 * t) * 0.8 + (k % 7 === 0 ? 0.2 : 0)) };
}

/** Lowest and highest pixel of each column of a packed polyline. */
function columns(points: readonly number[]): Map<number, [number, number]> {
  const found = new Map<number, [number, number]>();
  for (let k = 0; k < points.length; k += 2) {
    const column = Math.floor(points[k]);
    const [low, high] = found.get(column) ?? [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    found.set(column, [Math.min(low, points[k + 1]), Math.max(high, points[k + 1])]);
  }
  return found;
}

describe("a curve for the screen", () => {
  it("of a million points covers in every column of pixels exactly what all points cover", () => {
    const curve = noisy(1_000_000);
    const points = decimate(curve, frame);
    expect(points.length / 2).toBeLessThanOrEqual(4 * (frame.width + 2));
    const all: number[] = [];
    for (let k = 0; k < curve.time.length; k++) all.push(100 * curve.time[k], 25 * (1 - curve.values[k]));
    const [shown, expected] = [columns(points), columns(all)];
    for (const [column, [low, high]] of expected) {
      expect(shown.get(column)![0]).toBeCloseTo(low, 9);
      expect(shown.get(column)![1]).toBeCloseTo(high, 9);
    }
  });

  it("is the same whether or not the extremes of its blocks are known, with gaps and at every zoom", () => {
    const value = fc.oneof({ weight: 20, arbitrary: fc.double({ min: -1, max: 1 }) }, fc.constant(Number.NaN));
    fc.assert(
      fc.property(fc.array(value, { minLength: 500, maxLength: 3000 }), fc.double({ min: 0, max: 0.9 }), (list, x0) => {
        const values = Float64Array.from(list);
        const time = values.map((_, k) => k / values.length);
        const extremes = new Extremes();
        // as a run fills it: in parts of any size
        for (let count = 0; count < values.length; count += 1 + (count % 701)) extremes.extend(values, count);
        const view = { ...frame, x0, x1: x0 + 0.1 };
        for (const seen of [frame, view]) {
          expect(decimate({ time, values, extremes }, seen)).toEqual(decimate({ time, values }, seen));
          const known = valueRange({ time, values, extremes }, seen.x0, seen.x1);
          expect(known).toEqual(valueRange({ time, values }, seen.x0, seen.x1));
        }
      }),
      { seed: 8, numRuns: 60 },
    );
  });

  it("that grows by blocks costs a fixed number of looks per point, and a question some hundreds", () => {
    let looks = 0;
    const values = new Float64Array(2 ** 18).map((_, k) => Math.sin(k));
    const watched = new Proxy(values, {
      get(target, name) {
        looks++;
        return target[name as unknown as number];
      },
    });
    const extremes = new Extremes();
    for (let count = 0; count <= values.length; count += 4096) extremes.extend(watched, count);
    expect(looks / values.length).toBeLessThan(5);
    looks = 0;
    const found = { low: -1, high: -1, gap: -1 };
    extremes.find(watched, 100, values.length - 100, found);
    expect(looks).toBeLessThan(1500);
    expect(values[found.low]).toBe(values.subarray(100, -100).reduce((a, b) => Math.min(a, b)));
  });

  it("with few points has exactly these", () => {
    const curve = { time: Float64Array.of(0, 0.5, 1), values: Float64Array.of(-1, 0, 1) };
    expect(decimate(curve, frame)).toEqual([0, 50, 50, 25, 100, 0]);
  });

  it("breaks where values are missing, also between a million points", () => {
    const few = { time: Float64Array.of(0, 0.2, 0.4, 0.6, 0.8), values: Float64Array.of(0, 0, Number.NaN, 0, 0) };
    expect(decimate(few, frame).filter(Number.isNaN)).toHaveLength(2);
    const curve = noisy(100_000);
    curve.values.fill(Number.NaN, 50_000, 60_000);
    const points = decimate(curve, frame);
    const gap = points.findIndex(Number.isNaN);
    expect(points[gap - 2]).toBeCloseTo(50, 1);
    expect(points[gap + 2]).toBeCloseTo(60, 1);
  });

  it("leaves the picture through its sides when only a part of the time is shown", () => {
    const curve = { time: Float64Array.of(0, 1, 2, 3), values: Float64Array.of(0, 1, 0, 1) };
    const points = decimate(curve, { ...frame, x0: 1.25, x1: 1.75 });
    expect(points[0]).toBeLessThan(0);
    expect(points.at(-2)).toBeGreaterThan(100);
  });
});

describe("values of a curve", () => {
  const jump = { time: Float64Array.of(0, 1, 1, 2), values: Float64Array.of(0, 1, 5, 6) };

  it("are those after the event at an event, and on the line between two points", () => {
    expect(valueAt(jump, 1)).toBe(5);
    expect(valueAt(jump, 0.25)).toBe(0.25);
    expect(valueAt(jump, 1.5)).toBe(5.5);
    expect(valueAt(jump, 2)).toBe(6);
  });

  it("are missing outside", () => {
    expect(valueAt(jump, -0.1)).toBeNaN();
    expect(valueAt(jump, 2.1)).toBeNaN();
  });

  it("have a range that ignores missing values", () => {
    expect(valueRange({ time: jump.time, values: Float64Array.of(1, Number.NaN, -2, 3) }, 0, 1)).toEqual([-2, 1]);
    expect(valueRange(jump, 5, 6)).toBeUndefined();
  });
});
