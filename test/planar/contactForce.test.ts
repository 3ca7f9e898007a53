import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CollisionTracker } from "../../src/planar/collisionTracker.ts";
import { addContactForces, ContactLoads, type ContactMaterial, ContactState } from "../../src/planar/contactForce.ts";
import { convexPolygon } from "../../src/planar/convexPolygon.ts";
import { Outline, placeOutline, separation } from "../../src/planar/outline.ts";

const polygon = convexPolygon([
  [-2, -1],
  [-1, 1],
  [2, 0.5],
  [1.5, -1.5],
]);
const number = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
const many = (count: number, limit: number) => fc.array(number(limit), { minLength: count, maxLength: count });
const material: ContactMaterial = { stiffness: 1e4, exponent: 1.5, damping: 0.3, friction: 0.4, slipSpeed: 0.05 };

/** Loads of one point on surface i. */
function loadsOf(i: number, pose: number[], point: number[], velocity: number[], law = material) {
  const tracker = new CollisionTracker([polygon], [{ target: 0, first: 0, count: 1 }]);
  const [pair] = tracker.pairs;
  pair.configuration.setReference(i, 0, true);
  const poses = Float64Array.from(pose);
  tracker.place(poses);
  const loads = new ContactLoads(1, 1);
  const state = new ContactState();
  const [p, v] = [Float64Array.from(point), Float64Array.from(velocity)];
  addContactForces(loads, pair, law, pair.configuration.referenceCollision, poses, p, v, state);
  return { loads, state };
}

describe("contact force", () => {
  it("acts on point and target with the same line of action, whatever moves", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), many(6, 2), many(2, 2), many(2, 3), (i, pose, point, velocity) => {
        const { loads } = loadsOf(i, pose, point, velocity);
        const [fx, fy] = loads.forces;
        const moment = (point[0] - pose[0]) * fy - (point[1] - pose[1]) * fx;
        expect(Array.from(loads.wrenches)).toEqual([-fx, -fy, -moment]);
      }),
      { seed: 14, numRuns: 100 },
    );
  });

  it("its power is what the target puts in, minus what is stored and lost", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), many(6, 2), many(2, 2), many(2, 3), (i, pose, point, velocity) => {
        const { loads } = loadsOf(i, pose, point, velocity);
        const onPoint = loads.forces[0] * velocity[0] + loads.forces[1] * velocity[1];
        const fromTarget = -(loads.wrenches[0] * pose[3] + loads.wrenches[1] * pose[4] + loads.wrenches[2] * pose[5]);
        const h = 1e-5;
        const energyAt = (s: number) => {
          const moved = pose.map((value, k) => (k < 3 ? value + s * pose[k + 3] : value));
          const shifted = point.map((value, k) => value + s * velocity[k]);
          return loadsOf(i, moved, shifted, velocity).loads.energy;
        };
        const storing = (energyAt(h) - energyAt(-h)) / (2 * h);
        const scale = 1 + Math.abs(storing) + Math.abs(onPoint) + Math.abs(fromTarget);
        const balance = onPoint - fromTarget + storing + loads.dampingPower + loads.frictionPower;
        // difference quotient: h² of the third derivative, which is large where the depth is small
        expect(Math.abs(balance) / scale).toBeLessThan(1e-5);
      }),
      { seed: 15, numRuns: 200 },
    );
  });

  it("never pulls, and damping and friction never give energy", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), many(6, 2), many(2, 2), many(2, 30), (i, pose, point, velocity) => {
        const { loads, state } = loadsOf(i, pose, point, velocity);
        fc.pre(state.depth > 0);
        expect(state.normalForce).toBeGreaterThanOrEqual(0);
        expect(Math.abs(state.tangentialForce)).toBeLessThanOrEqual(material.friction * state.normalForce);
        expect(loads.dampingPower).toBeGreaterThanOrEqual(0);
        expect(loads.frictionPower).toBeGreaterThanOrEqual(0);
      }),
      { seed: 16, numRuns: 200 },
    );
  });

  it("its depth and rates are the separation (6) and its derivative", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3 }), many(6, 2), many(2, 2), many(2, 3), (i, pose, point, velocity) => {
        const { state } = loadsOf(i, pose, point, velocity);
        const outline = new Outline(4);
        const separationAt = (s: number) => {
          placeOutline(
            outline,
            polygon,
            Float64Array.from(pose, (value, k) => (k < 3 ? value + s * pose[k + 3] : 0)),
            0,
          );
          return separation(outline, i, point[0] + s * velocity[0], point[1] + s * velocity[1]);
        };
        const h = 1e-6;
        expect(state.depth).toBe(-separationAt(0));
        expect(state.depthRate).toBeCloseTo(-(separationAt(h) - separationAt(-h)) / (2 * h), 7);
      }),
      { seed: 17, numRuns: 100 },
    );
  });

  it.each([1, 1.5, 2])("with exponent %s stores the work done against it", (exponent) => {
    const law = { ...material, exponent, damping: 0, friction: 0 };
    const { loads, state } = loadsOf(1, [0, 0, 0, 0, 0, 0], [0, 0.3], [0, 0], law);
    expect(loads.energy).toBeCloseTo((law.stiffness * state.depth ** (exponent + 1)) / (exponent + 1), 9);
    expect(state.normalForce).toBeCloseTo(law.stiffness * state.depth ** exponent, 9);
  });
});
