import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { convexPolygon } from "../../src/planar/convexPolygon.ts";
import {
  advance,
  isOnRange,
  largestSeparation,
  nearestSurface,
  Outline,
  outlineFromVertices,
  placeOutline,
  remainder,
  separation,
} from "../../src/planar/outline.ts";
import { latticePolygon } from "./randomShapes.ts";

const coordinate = fc.double({ min: -20, max: 20, noNaN: true });

function outlineOf(vertices: ArrayLike<number>): Outline {
  const outline = new Outline(vertices.length / 2);
  outlineFromVertices(outline, vertices);
  return outline;
}

describe("outline of a target", () => {
  it("the separation (6) from one vertex equals the full projection test (5)", () => {
    fc.assert(
      fc.property(latticePolygon, coordinate, coordinate, (v, x, y) => {
        const outline = outlineOf(v);
        for (let i = 0; i < outline.count; i++) {
          const nx = -outline.ey[i] / outline.length[i];
          const ny = outline.ex[i] / outline.length[i];
          let farthest = Number.NEGATIVE_INFINITY;
          for (let k = 0; k < outline.count; k++) farthest = Math.max(farthest, nx * v[2 * k] + ny * v[2 * k + 1]);
          expect(Math.abs(separation(outline, i, x, y) - (nx * x + ny * y - farthest))).toBeLessThan(1e-13);
        }
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it("separation and advance are the coordinates of the point in the frame of the edge", () => {
    fc.assert(
      fc.property(latticePolygon, coordinate, coordinate, (v, x, y) => {
        const outline = outlineOf(v);
        for (let i = 0; i < outline.count; i++) {
          const [a, s] = [advance(outline, i, x, y), separation(outline, i, x, y)];
          expect(Math.abs(Math.hypot(a, s) - Math.hypot(x - outline.vx[i], y - outline.vy[i]))).toBeLessThan(1e-13);
          expect(Math.abs(a + remainder(outline, i, x, y) - outline.length[i])).toBeLessThan(1e-13);
        }
      }),
      { seed: 6, numRuns: 100 },
    );
  });

  it("moving target and point together changes no measure", () => {
    const pose = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(latticePolygon, coordinate, coordinate, pose, (v, x, y, [px, py, phi]) => {
        const polygon = convexPolygon(
          Array.from({ length: v.length / 2 }, (_, i) => [v[2 * i], v[2 * i + 1]] as const),
        );
        const still = outlineOf(polygon.vertices);
        const moved = new Outline(polygon.count);
        placeOutline(moved, polygon, Float64Array.of(px, py, phi), 0);
        const mx = px + Math.cos(phi) * x - Math.sin(phi) * y;
        const my = py + Math.sin(phi) * x + Math.cos(phi) * y;
        for (let i = 0; i < polygon.count; i++) {
          expect(Math.abs(separation(moved, i, mx, my) - separation(still, i, x, y))).toBeLessThan(1e-13);
          expect(Math.abs(advance(moved, i, mx, my) - advance(still, i, x, y))).toBeLessThan(1e-13);
        }
      }),
      { seed: 7, numRuns: 100 },
    );
  });

  it("a point on an edge whose coordinates are exact is found on it", () => {
    const wedge = outlineOf([0, 0, 4, 0.4, 4, -0.4]);
    for (const x of [0.5, 1, 2, 3]) {
      expect(separation(wedge, 0, x, x * 0.1)).toBe(0);
      expect(isOnRange(wedge, 0, x, x * 0.1)).toBe(true);
    }
  });

  it("the nearest surface is the one with the least depth, and none outside", () => {
    const box = outlineOf([0, 0, 0, 1, 2, 1, 2, 0]);
    expect(nearestSurface(box, 1, 0.9)).toBe(1);
    expect(nearestSurface(box, 0.05, 0.9)).toBe(0);
    expect(nearestSurface(box, 1, 0.1)).toBe(3);
    expect(nearestSurface(box, 1, 1.1)).toBe(-1);
    expect(largestSeparation(box, 1, 1.25)).toBe(0.25);
  });
});
