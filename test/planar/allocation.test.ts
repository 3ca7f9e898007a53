import { describe, expect, it } from "vitest";
import { buildWorld } from "../../src/planar/buildSystem.ts";
import { CollisionTracker } from "../../src/planar/collisionTracker.ts";
import { convexPolygon } from "../../src/planar/convexPolygon.ts";
import { LoopConfiguration } from "../../src/planar/loopConfiguration.ts";
import { MatrixConfiguration } from "../../src/planar/matrixConfiguration.ts";
import { NearestConfiguration } from "../../src/planar/nearestConfiguration.ts";
import { Outline, outlineFromVertices } from "../../src/planar/outline.ts";
import { allocatedPerCall } from "../allocatedBytes.ts";
import { box } from "./worlds.ts";

describe("nothing is allocated", () => {
  const outline = new Outline(4);
  outlineFromVertices(outline, convexPolygon(box(2, 1)).vertices);
  const points = Float64Array.from({ length: 200 }, (_, k) => 1.5 * Math.sin(k));
  /** Bytes; one object per call would be more. */
  const allowance = 8;

  it.each([
    ["loops", new LoopConfiguration(4, 100)],
    ["binary matrices", new MatrixConfiguration(4, 100)],
    ["minimum translation", new NearestConfiguration(4, 100)],
  ])("by evaluating and accepting a configuration by %s", (_name, configuration) => {
    configuration.initialise(outline, points, 0);
    const grown = allocatedPerCall(1000, () => {
      configuration.evaluate(outline, points, 0);
      configuration.accept(outline, points, 0);
    });
    expect(grown).toBeLessThan(allowance);
  });

  it("by the four modes of the tracker", () => {
    const tracker = new CollisionTracker([convexPolygon(box(2, 1))], [{ target: 0, first: 0, count: 100 }]);
    const poses = new Float64Array(6);
    const g = new Float64Array(tracker.rootCount);
    tracker.initialise(poses, points);
    const grown = allocatedPerCall(1000, () => {
      tracker.evaluate(poses, points);
      tracker.accept(poses, points);
      tracker.roots(poses, points, g);
    });
    expect(grown).toBeLessThan(allowance);
  });

  it("by the right-hand side of a world with bodies, a beam, contacts and loads", () => {
    const { system, y0 } = buildWorld({
      bodies: {
        hull: { mass: 5, inertia: 1, position: [0, 1], load: (t, _motion, load) => void (load[1] = Math.sin(t)) },
        block: { mass: 1, inertia: 1, position: [0, 0.2], outline: box(0.6, 0.5) },
      },
      beams: {
        leg: {
          nodes: [
            [0, 1],
            [0, 0.5],
            [0, -0.01],
          ],
          section: { axialStiffness: 1e5, bendingStiffness: 10, massPerLength: 1, dampingTime: 1e-3 },
          attach: { 0: "hull" },
        },
      },
      targets: { floor: { outline: box(4, 1, 0, -0.5) } },
      contacts: [
        { target: "floor", initiators: "leg", stiffness: 1e4, friction: 0.3 },
        { target: "block", initiators: "leg", stiffness: 1e4, exponent: 1.5 },
      ],
    });
    const ydot = new Float64Array(system.size);
    system.place(0, y0);
    system.parts.tracker.initialise(system.poses, system.points);
    expect(allocatedPerCall(1000, () => system.derivative(0, y0, ydot))).toBeLessThan(allowance);
    expect(ydot.some((value) => value !== 0)).toBe(true);
  });
});
