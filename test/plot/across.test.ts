// Curves over another signal than time.
import { describe, expect, it } from "vitest";
import { nearestRow, pathAcross } from "../../src/plot/across.ts";
import { plainScale } from "../../src/plot/axisScale.ts";
import { plotSvg } from "../../src/plot/plotSvg.ts";

const time = Float64Array.from({ length: 629 }, (_, k) => k / 100);
const circle = {
  time,
  values: time.map((t) => 2 * Math.sin(t)),
  across: time.map((t) => 2 * Math.cos(t)),
  label: "y",
  color: "#000000",
  dash: [],
};
const frame = { left: 100, top: 50, width: 400, height: 400, x0: -2, x1: 2, y0: -2, y1: 2 };

describe("a curve over a signal", () => {
  it("is the way of the point: a circle stays one", () => {
    const points = pathAcross(circle, frame, { x0: 0, x1: 10 });
    expect(points.length).toBeGreaterThan(600);
    for (let k = 0; k < points.length; k += 2)
      expect(Math.hypot(points[k]! - 300, points[k + 1]! - 250)).toBeCloseTo(200, 6);
  });

  it("has the part of the time that is looked at, and gaps where there are no values", () => {
    const half = pathAcross(circle, frame, { x0: 0, x1: Math.PI });
    for (let k = 1; k < half.length; k += 2) expect(half[k]!).toBeLessThan(250.5);
    const values = circle.values.map((value, k) => (k === 100 ? Number.NaN : value));
    expect(pathAcross({ ...circle, values }, frame, { x0: 0, x1: 10 }).filter(Number.isNaN).length).toBe(2);
  });

  it("tells which row is nearest to the pointer", () => {
    const row = nearestRow(circle, frame, { x0: 0, x1: 6.28 }, { x: 300, y: 40 });
    expect(time[row]).toBeCloseTo(Math.PI / 2, 2);
  });

  it("is written with its own axis", () => {
    const across = { label: "x in mm", scale: { ...plainScale, factor: 1000 } };
    const svg = plotSvg([{ traces: [circle], unit: "m", events: [1], across }], { x0: 0, x1: 6.28 });
    expect(svg).toContain(">x in mm<");
    expect(svg).toMatch(/>[−-]2000<[\s\S]*>2000</);
    expect(svg).not.toContain("time in s");
  });
});
