import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RootFinder } from "../../src/integrate/rootFinder.ts";
import { CollisionTracker } from "../../src/planar/collisionTracker.ts";
import { convexPolygon, type Point } from "../../src/planar/convexPolygon.ts";
import { CrossingSearch, type DenseSampler } from "../../src/planar/crossingSearch.ts";

/** One point on a given path against one target with a given motion; both with exact rates. */
class Path implements DenseSampler {
  readonly poses = new Float64Array(6);
  readonly points = new Float64Array(2);
  readonly velocities = new Float64Array(2);
  samples = 0;
  private readonly move: (t: number, out: Path) => void;

  constructor(move: (t: number, out: Path) => void) {
    this.move = move;
  }

  sample(t: number): void {
    this.samples++;
    this.move(t, this);
  }
}

function searchAlong(outline: readonly Point[], move: (t: number, out: Path) => void) {
  const polygon = convexPolygon(outline);
  const path = new Path(move);
  const tracker = new CollisionTracker([polygon], [{ target: 0, first: 0, count: 1 }]);
  path.sample(0);
  tracker.initialise(path.poses, path.points);
  const search = new CrossingSearch(tracker, [polygon], path);
  const g = new Float64Array(1);
  const valueAt = (t: number) => {
    path.sample(t);
    tracker.roots(path.poses, path.points, g);
    return g[0];
  };
  return { path, search, tracker, valueAt };
}

/** x = x0 + v·t + ½·a·t², in the plane. */
const parabola =
  (x0: number, y0: number, vx: number, vy: number, ax: number, ay: number) =>
  (t: number, { points, velocities }: Path) => {
    points[0] = x0 + vx * t + 0.5 * ax * t * t;
    points[1] = y0 + vy * t + 0.5 * ay * t * t;
    velocities[0] = vx + ax * t;
    velocities[1] = vy + ay * t;
  };

const plate = (thickness: number): Point[] => [
  [-5, -thickness],
  [-5, 0],
  [5, 0],
  [5, -thickness],
];

describe("search on the dense output", () => {
  it.each([1, 1e-2, 1e-4, 1e-6])("finds a point that crosses a plate of %s m within one step", (thickness) => {
    const { search, valueAt } = searchAlong(plate(thickness), parabola(0.3, 10, 0, -20, 0, -9.81));
    const t = search.find(0, 1);
    expect(valueAt(t)).toBeLessThanOrEqual(0);
    expect(valueAt(1)).toBeGreaterThan(0);
  });

  it("finds nothing where a thrown point passes beside or above, with three looks", () => {
    for (const move of [parabola(6, 10, 0, -20, 0, 0), parabola(-20, 1, 40, 0, 0, 0)]) {
      const { search, path } = searchAlong(plate(0.1), move);
      path.samples = 0;
      expect(search.find(0, 1)).toBeNaN();
      expect(path.samples).toBe(3);
    }
  });

  it("finds a point that dips into the plate and comes back within one step", () => {
    // lowest point at t = 0.5: depth 1e-5 of a path of 2.5 m height
    const { search, valueAt } = searchAlong(plate(0.1), parabola(0, 2.5 - 1e-5, 0, -10, 0, 20));
    expect(valueAt(0.5)).toBeCloseTo(-1e-5, 12);
    expect(valueAt(search.find(0, 1))).toBeLessThanOrEqual(0);
  });

  it("finds the blow of a turning blade on a point that rests", () => {
    const blade: Point[] = [
      [0, -0.01],
      [0, 0.01],
      [3, 0.01],
      [3, -0.01],
    ];
    const { search, valueAt } = searchAlong(blade, (t, { poses, points }) => {
      points.set([1, 2]);
      poses[2] = 2.5 * t;
      poses[5] = 2.5;
    });
    const t = search.find(0, 1);
    expect(valueAt(t)).toBeLessThanOrEqual(0);
    expect(t).toBeCloseTo(Math.atan2(2, 1) / 2.5, 1);
  });

  it("finds a point that hops off its surface and back within one step", () => {
    // from depth 1e-6 up to a height of 0.05 m and down again
    const { search, tracker, path, valueAt } = searchAlong(plate(1), parabola(0, -1e-6, 0, 1, 0, -10));
    tracker.pairs[0].configuration.setReference(1, 0, true);
    expect(valueAt(0)).toBeGreaterThan(0);
    expect(valueAt(0.2 + 1e-5)).toBeGreaterThan(0);
    path.sample(search.find(0, 0.2 + 1e-5));
    expect(path.points[1]).toBeGreaterThan(0);
  });

  it("finds the first contact of a thrown point with a turning polygon: a thousand samples see none before it", () => {
    const number = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
    const hexagon = [0, 1, 2, 3, 4, 5].map((k): Point => [Math.sin(k * 1.0472), 0.3 * Math.cos(k * 1.0472)]);
    fc.assert(
      fc.property(number(3), number(3), number(8), number(8), number(20), number(6), (x, y, vx, vy, a, w) => {
        const thrown = parabola(x, y, vx, vy, 0, a);
        const { search, valueAt } = searchAlong(hexagon, (t, path) => {
          thrown(t, path);
          path.poses[2] = w * t;
          path.poses[5] = w;
        });
        fc.pre(valueAt(0) > 0);
        const found = search.find(0, 1);
        const finder = new RootFinder(1, (t, g) => void (g[0] = valueAt(t)), undefined, false);
        finder.start(0);
        if (!Number.isNaN(found)) expect(finder.next(found)).toBe(true);
        const end = Number.isNaN(found) ? 1 : finder.time;
        let deepest = 0;
        for (let k = 1; k < 1000 * end; k++) deepest = Math.min(deepest, valueAt(k / 1000));
        expect(deepest).toBeGreaterThan(-1e-8);
      }),
      { seed: 13, numRuns: 400 },
    );
  });
});
