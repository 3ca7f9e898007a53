import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handOn } from "../../src/planar/corners.ts";
import { eventValue } from "../../src/planar/eventFunctions.ts";
import { MatrixConfiguration } from "../../src/planar/matrixConfiguration.ts";
import { NearestConfiguration } from "../../src/planar/nearestConfiguration.ts";
import { nearestSurface, Outline, outlineFromVertices } from "../../src/planar/outline.ts";
import { latticePolygon, walks } from "./randomShapes.ts";

function outlineOf(vertices: ArrayLike<number>): Outline {
  const outline = new Outline(vertices.length / 2);
  outlineFromVertices(outline, vertices);
  return outline;
}

describe("event functions", () => {
  it.each([false, true])(
    "are positive exactly as long as the configuration stays (hand-on at corners: %s)",
    (handsOn) => {
      fc.assert(
        fc.property(latticePolygon, walks(1, 20), (vertices, walk) => {
          const outline = outlineOf(vertices);
          const configuration = new MatrixConfiguration(outline.count, 1);
          configuration.initialise(outline, walk[0], 0);
          // a point that starts inside has no configuration yet
          fc.pre(nearestSurface(outline, walk[0][0], walk[0][1]) < 0);
          for (const point of walk) {
            const value = eventValue(outline, configuration, "lastSeparation", handsOn, 0, point[0], point[1]);
            const hasHandedOn = handsOn && handOn(outline, configuration, 0, point[0], point[1]);
            const isChanged = configuration.accept(outline, point, 0) || hasHandedOn;
            expect(value > 0).toBe(!isChanged);
          }
        }),
        { seed: 11, numRuns: 400 },
      );
    },
  );

  it("are positive exactly as long as the nearest surface stays the nearest", () => {
    fc.assert(
      fc.property(latticePolygon, walks(1, 20), (vertices, walk) => {
        const outline = outlineOf(vertices);
        const configuration = new NearestConfiguration(outline.count, 1);
        configuration.accept(outline, walk[0], 0);
        for (const point of walk) {
          const value = eventValue(outline, configuration, "nearest", true, 0, point[0], point[1]);
          const isChanged = configuration.accept(outline, point, 0);
          // equally near surfaces are told apart by their number, which the sign cannot know
          if (Math.abs(value) > 1e-9) expect(value > 0).toBe(!isChanged);
        }
      }),
      { seed: 12, numRuns: 200 },
    );
  });
});

describe("obtuse corners", () => {
  // Octagon with edges of length 2: the top is surface 2, the slope behind it surface 3.
  const r = 1 + Math.SQRT2;
  const octagon = outlineOf([-r, -1, -r, 1, -1, r, 1, r, r, 1, r, -1, 1, -r, -1, -r]);

  it("hand a point on when its projection leaves the edge, and only then", () => {
    const configuration = new MatrixConfiguration(8, 1);
    const follow = (x: number, y: number) => {
      handOn(octagon, configuration, 0, x, y);
      configuration.accept(octagon, Float64Array.of(x, y), 0);
      return [0, 1, 2, 3, 4, 5, 6, 7].filter((i) => configuration.collidesAtReference(i, 0));
    };
    configuration.initialise(octagon, Float64Array.of(0, r + 0.1), 0);
    expect(follow(0, r - 0.1)).toEqual([2]);
    // past the bisector of the corner, where the slope is nearer, the top still pushes
    expect(nearestSurface(octagon, 0.99, r - 0.1)).toBe(3);
    expect(follow(0.99, r - 0.1)).toEqual([2]);
    expect(follow(1.01, r - 0.1)).toEqual([3]);
    // back again only when the projection on the slope leaves the slope: hysteresis
    expect(follow(0.99, r - 0.1)).toEqual([3]);
    expect(follow(0.8, r - 0.1)).toEqual([2]);
  });

  it("hand a point on that was pushed right through a thin target and slides below it", () => {
    // a flat roof of 0.1 m height: the left slope is surface 0, the right one surface 1, the bottom surface 2
    const roof = outlineOf([-2, 0, 0, 0.1, 2, 0]);
    const configuration = new MatrixConfiguration(3, 1);
    const follow = (x: number, y: number, handsOn: boolean) => {
      if (handsOn) handOn(roof, configuration, 0, x, y);
      configuration.accept(roof, Float64Array.of(x, y), 0);
      return [0, 1, 2].filter((i) => configuration.collidesAtReference(i, 0));
    };
    for (const handsOn of [true, false]) {
      configuration.initialise(roof, Float64Array.of(-0.5, 0.1), 0);
      expect(follow(-0.5, 0.03, handsOn)).toEqual([0]);
      expect(follow(-0.3, -0.05, handsOn)).toEqual([0]);
      // past the ridge, below the bottom: the right slope takes over, where the rule of the source lets go
      expect(follow(0.3, -0.05, handsOn)).toEqual(handsOn ? [1] : []);
      expect(follow(1, -0.05, handsOn)).toEqual(handsOn ? [1] : []);
    }
  });

  it("of 90° and less hand nothing on", () => {
    const box = outlineOf([0, 0, 0, 1, 2, 1, 2, 0]);
    const configuration = new MatrixConfiguration(4, 1);
    configuration.initialise(box, Float64Array.of(1, 1.1), 0);
    configuration.accept(box, Float64Array.of(1.9, 0.9), 0);
    expect(handOn(box, configuration, 0, 2.1, 0.9)).toBe(false);
  });
});
