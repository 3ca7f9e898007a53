// The four modes of use as a contract with integrate(): nothing of rattleback/planar but the tracker is involved.
import { describe, expect, it } from "vitest";
import { integrate } from "../../src/integrate/integrate.ts";
import type { MethodName } from "../../src/integrate/methods.ts";
import { CollisionTracker } from "../../src/planar/collisionTracker.ts";
import { convexPolygon } from "../../src/planar/convexPolygon.ts";
import { separation } from "../../src/planar/outline.ts";
import { box } from "./worlds.ts";

const stiffness = 1e5;
const g = 9.81;
const methods: MethodName[] = ["lsodar", "bdf", "adams", "tsit5", "dop853"];

/** A point of 1 kg that falls from 1 m and bounces without losses, with the surfaces that every trial state finds. */
function bounce(method: MethodName, surfaceOf: (tracker: CollisionTracker) => number) {
  const tracker = new CollisionTracker([convexPolygon(box(4, 1, 0, -0.5))], [{ target: 0, first: 0, count: 1 }]);
  const poses = new Float64Array(6);
  const points = Float64Array.of(0, 1);
  const [pair] = tracker.pairs;
  let referenceSinceAccept = "";
  let disturbed = 0;
  let trials = 0;
  let touches = 0;
  const reference = () => tracker.save().join("|");
  const accept = (y: Float64Array) => {
    points[1] = y[0];
    tracker.accept(poses, points);
    referenceSinceAccept = reference();
  };
  tracker.initialise(poses, points);
  referenceSinceAccept = reference();
  const result = integrate(
    {
      rhs: (_t, y, ydot) => {
        points[1] = y[0];
        tracker.evaluate(poses, points);
        trials++;
        if (reference() !== referenceSinceAccept) disturbed++;
        const surface = surfaceOf(tracker);
        ydot[0] = y[1];
        ydot[1] = -g + (surface < 0 ? 0 : stiffness * -separation(pair.outline, surface, points[0], points[1]));
      },
      t0: 0,
      y0: [1, 0],
      tEnd: 2,
      roots: (_t, y, values) => {
        points[1] = y[0];
        tracker.roots(poses, points, values);
      },
      numberOfRoots: tracker.rootCount,
    },
    {
      method,
      relativeTolerance: 1e-9,
      // integrate() looks at the event functions only: without a limit the explicit pairs fall through in one step,
      // which simulatePlanar() finds on the dense output
      maximumStep: 0.05,
      onStep: ({ y }) => void accept(y),
      onRoot: ({ y }) => {
        accept(y);
        touches++;
        return "restart";
      },
    },
  );
  return { result, disturbed, trials, touches };
}

const current = ({ pairs }: CollisionTracker) => [0, 1, 2, 3].findIndex((i) => pairs[0].configuration.collides(i, 0));

describe("tracker and integrate()", () => {
  it.each(methods)("trial steps of %s never change the reference, and steps end at contact and release", (method) => {
    const { result, disturbed, trials, touches } = bounce(method, current);
    expect(disturbed).toBe(0);
    expect(trials).toBeGreaterThan(result.statistics.steps);
    expect(touches).toBe(result.roots.length);
    const fall = Math.sqrt(2 / g);
    const w = Math.sqrt(stiffness);
    const duration = (2 / w) * (Math.PI - Math.atan(fall * w));
    const events = [fall, fall + duration, 3 * fall + duration, 3 * fall + 2 * duration];
    expect(result.roots.length).toBe(4);
    result.roots.forEach(({ t, y }, k) => {
      expect(t).toBeCloseTo(events[k], 6);
      // on the far side of the surface by rounding, never on the near side
      if (k % 2 === 0) expect(y[0]).toBeLessThanOrEqual(0);
      else expect(y[0]).toBeGreaterThan(0);
      expect(Math.abs(y[0])).toBeLessThan(1e-14);
    });
  });

  it("finds the same trajectory with the surfaces of the reference, which do not change within a step", () => {
    const held = ({ pairs }: CollisionTracker) =>
      [0, 1, 2, 3].findIndex((i) => pairs[0].configuration.collidesAtReference(i, 0));
    const [one, other] = [bounce("dop853", current), bounce("dop853", held)];
    one.result.roots.forEach(({ t }, k) => expect(other.result.roots[k].t).toBeCloseTo(t, 8));
  });

  it("goes back to a saved reference", () => {
    const tracker = new CollisionTracker([convexPolygon(box(2, 2))], [{ target: 0, first: 0, count: 2 }]);
    const poses = new Float64Array(6);
    tracker.initialise(poses, Float64Array.of(0, 2, 2, 0));
    const outside = tracker.save();
    expect(tracker.accept(poses, Float64Array.of(0, 0.9, 0.9, 0))).toBe(true);
    const [{ configuration }] = tracker.pairs;
    expect([configuration.collidesAtReference(1, 0), configuration.collidesAtReference(2, 1)]).toEqual([true, true]);
    tracker.restore(outside);
    expect(configuration.referenceCollision.every((word) => word === 0)).toBe(true);
    // from outside, straight to the bottom: another history, another surface
    tracker.accept(poses, Float64Array.of(0, -2, 2, 0));
    tracker.accept(poses, Float64Array.of(0, -0.9, 0.9, 0));
    expect([configuration.collidesAtReference(3, 0), configuration.collidesAtReference(2, 1)]).toEqual([true, true]);
  });

  it("reports points that start inside, and gives them the nearest surface or none", () => {
    const tracker = new CollisionTracker([convexPolygon(box(2, 2))], [{ target: 0, first: 0, count: 3 }]);
    const points = Float64Array.of(0.9, 0, 3, 3, 0, -0.8);
    const expected = [
      { pair: 0, initiator: 0, nearest: 2 },
      { pair: 0, initiator: 2, nearest: 3 },
    ];
    expect(tracker.initialise(new Float64Array(6), points)).toEqual(expected);
    const [{ configuration }] = tracker.pairs;
    expect(configuration.collidesAtReference(2, 0)).toBe(true);
    expect(configuration.collides(3, 2)).toBe(true);
    expect(tracker.initialise(new Float64Array(6), points, "none")).toEqual(expected);
    expect(configuration.referenceCollision.every((word) => word === 0)).toBe(true);
  });
});
