/** How far shapes leave the straight way in a step, from bounds of the motion of their bodies. */
import { describe, expect, it } from "vitest";
import type { CollisionShape } from "../../src/contact/collisionShape.ts";
import { ShapeBounds } from "../../src/contact/shapeBounds.ts";
import { ShapePoses } from "../../src/contact/shapePoses.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../src/geometry/registry.ts";
import { Beam } from "../../src/geometry/shapes/beam.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../../src/geometry/shapes/ellipsoid.ts";
import { Mesh } from "../../src/geometry/shapes/mesh.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { rotationFromCardan } from "../../src/math/rotation.ts";

const body = 2;
const bounds = {
  acceleration: Float64Array.of(0, 0, 3),
  turning: Float64Array.of(0, 0, 5),
  angularAcceleration: Float64Array.of(0, 0, 7),
  axisTurning: Float64Array.of(0, 0, 0, 0, 0, 0, 0.25, 0.5, 1),
};

function boundsOf(shape: SolidShape, more: Partial<CollisionShape> = {}) {
  const shapes: CollisionShape[] = ["first", "second"].map((path) => ({
    path,
    core: convexBody(shape),
    body,
    material: "Steel",
    contactRadius: 1,
    isFlat: false,
    ...more,
  }));
  const poses = new ShapePoses(shapes);
  const found = new ShapeBounds(shapes, poses);
  return { found, reach: shapes[0]!.core.reach };
}

/** A turn of 90° about the axis of this number. */
function quarter(axis: number): Float64Array {
  const out = new Float64Array(9);
  const angles = new Float64Array(3);
  angles[axis] = Math.PI / 2;
  rotationFromCardan(out, 0, angles, 0);
  return out;
}

describe("bounds of the motion of a shape", () => {
  const h = 0.1;

  it("that is a ball at the origin of its body are those of the body, and turning moves nothing", () => {
    const { found } = boundsOf(Sphere({ diameter: 1 }));
    found.bound(1, h, bounds);
    expect([found.acceleration[1], found.pointAcceleration[1], found.turning[1], found.lever[1]]).toEqual([3, 3, 0, 0]);
    expect(found.room[1]).toBeCloseTo((3 * h * h) / 8, 15);
    // of the other shape nothing is said
    expect([found.acceleration[0], found.room[0]]).toEqual([0, 0]);
  });

  it("at an arm from that origin follow the turning of the body, of all points also with the reach of the shape", () => {
    const { found: ball } = boundsOf(Sphere({ diameter: 1 }), { position: [0.3, 0, 0.4] });
    ball.bound(1, h, bounds);
    const there = 3 + (7 + 25) * 0.5;
    expect(ball.acceleration[1]).toBeCloseTo(there, 12);
    expect(ball.pointAcceleration[1]).toBeCloseTo(there, 12);
    const { found: box, reach } = boundsOf(Box({ lengthX: 0.2, lengthY: 0.4, lengthZ: 0.4 }), {
      position: [0, 0.5, 0],
    });
    box.bound(1, h, bounds);
    expect(reach).toBeCloseTo(0.3, 14);
    expect(box.acceleration[1]).toBeCloseTo(there, 12);
    expect(box.pointAcceleration[1]).toBeCloseTo(there + (7 + 25) * reach, 12);
    expect(box.turning[1]).toBe(5);
    expect(box.room[1]).toBeCloseTo((there * h * h) / 8 + (reach * 5 * h) / 2, 12);
    // beyond half a turn nothing goes further
    box.bound(1, 10, bounds);
    expect(box.room[1]).toBeCloseTo((there * 100) / 8 + reach, 12);
    box.clear(1);
    expect([box.acceleration[1], box.pointAcceleration[1], box.turning[1], box.room[1]]).toEqual([0, 0, 0, 0]);
  });

  it.each([
    ["cylinder", (axis: 1 | 2 | 3) => Cylinder({ axis, diameter: 0.2, length: 1 })],
    ["capsule", (axis: 1 | 2 | 3) => Capsule({ axis, diameter: 0.2, length: 1 })],
    ["cone", (axis: 1 | 2 | 3) => Cone({ axis, diameter: 0.2, length: 1 })],
  ] as const)("that is a %s know its axis: turning about it moves nothing", (_, make) => {
    for (const axis of [1, 2, 3] as const) {
      const { found } = boundsOf(make(axis));
      found.bound(1, h, bounds);
      expect(found.turning[1]).toBe([0.25, 0.5, 1][axis - 1]);
      for (const turn of [0, 1, 2]) {
        const turned = boundsOf(make(axis), { rotation: quarter(turn) });
        turned.found.bound(1, h, bounds);
        const to = turn === axis - 1 ? turn : 3 - turn - (axis - 1);
        expect(turned.found.turning[1]).toBe([0.25, 0.5, 1][to]);
      }
      // also in the world, whose numbers are the first
      const fixed = boundsOf(make(axis), { body: 0 }).found;
      fixed.bound(1, h, { ...bounds, turning: Float64Array.of(9), axisTurning: Float64Array.of(0.1, 0.2, 0.3) });
      expect(fixed.turning[1]).toBe([0.1, 0.2, 0.3][axis - 1]);
      // inclined, it has no axis of its body
      const inclined = new Float64Array(9);
      rotationFromCardan(inclined, 0, Float64Array.of(0.3, 0.4, 0.5), 0);
      const skew = boundsOf(make(axis), { rotation: inclined });
      skew.found.bound(1, h, bounds);
      expect(skew.found.turning[1]).toBe(5);
    }
  });

  it.each([
    ["box", Box()],
    ["ellipsoid", Ellipsoid({ lengthX: 1, lengthY: 2, lengthZ: 3 })],
    ["beam", Beam()],
    ["hull", Mesh({ vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3] })],
  ] as const)("that is a %s know no axis", (_, shape) => {
    const { found, reach } = boundsOf(shape);
    found.bound(1, h, bounds);
    expect([found.turning[1], found.lever[1]]).toEqual([5, reach]);
  });
});
