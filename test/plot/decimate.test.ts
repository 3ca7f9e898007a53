import { describe, expect, it } from "vitest";
import { type Curve, decimate, type Frame, valueAt, valueRange } from "../../src/plot/decimate.ts";

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
