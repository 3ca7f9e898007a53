// Room for the corners of polygons that are clipped: what does not fit would be lost without a word.
import { expect, it } from "vitest";
import { Polygon } from "../../../src/contact/patch/clip.ts";

it("has place for all corners and one point behind them, and keeps what is large enough", () => {
  for (const corners of [1, 3, 4, 7, 100]) {
    const polygon = new Polygon();
    polygon.reserve(corners);
    expect(polygon.points.length).toBeGreaterThanOrEqual(3 * (corners + 1));
    expect(polygon.heights.length).toBeGreaterThanOrEqual(corners);
    const { points, heights } = polygon;
    polygon.reserve(corners);
    polygon.reserve(corners - 1);
    expect([polygon.points === points, polygon.heights === heights]).toEqual([true, true]);
    polygon.reserve(corners + 1);
    expect(polygon.points.length).toBeGreaterThanOrEqual(3 * (corners + 2));
    expect(polygon.heights.length).toBeGreaterThanOrEqual(corners + 1);
  }
});
