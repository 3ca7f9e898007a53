/** Distances of placed shapes agree with the narrow phase, in both orders. */
import { describe, expect, it } from "vitest";
import { NarrowPhase } from "../../src/collision/narrowPhase.ts";
import type { CollisionShape } from "../../src/contact/collisionShape.ts";
import { PairDistances } from "../../src/contact/pairDistances.ts";
import { ShapePoses } from "../../src/contact/shapePoses.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { Beam } from "../../src/geometry/shapes/beam.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../../src/geometry/shapes/ellipsoid.ts";
import { Mesh } from "../../src/geometry/shapes/mesh.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { rotationFromCardan } from "../../src/math/rotation.ts";
import { createBodyMotion } from "../../src/mechanics/bodyMotion.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

const smoothingRadius = 0.02;
const cores = {
  sphere: convexBody(Sphere({ diameter: 0.5 })),
  box: convexBody(Box({ lengthX: 1, lengthY: 0.6, lengthZ: 0.4 }), { smoothingRadius }),
  cylinder: convexBody(Cylinder({ axis: 1, diameter: 0.6, length: 1 }), { smoothingRadius }),
  cone: convexBody(Cone({ axis: 2, diameter: 0.8, topDiameter: 0.3, length: 1 }), { smoothingRadius }),
  capsule: convexBody(Capsule({ axis: 2, diameter: 0.4, length: 1 })),
  beam: convexBody(Beam({ axis: 3, length: 1, width: 0.4, thickness: 0.3 }), { smoothingRadius }),
  ellipsoid: convexBody(Ellipsoid({ lengthX: 1, lengthY: 0.5, lengthZ: 0.7 })),
};

describe("the distance of two placed shapes", () => {
  const names = Object.keys(cores) as (keyof typeof cores)[];
  it.each(names.flatMap((a) => [[a, "sphere"] as const, ["sphere", a] as const]))("%s and %s", (a, b) => {
    const u = mulberry32(5);
    const shapes = [a, b].map(
      (name, i): CollisionShape => ({
        path: `${i}`,
        core: cores[name],
        body: i + 1,
        material: "Steel",
        contactRadius: 1,
        isFlat: false,
      }),
    );
    const poses = new ShapePoses(shapes);
    const distances = new PairDistances(poses.cores);
    const pair = new NarrowPhase(cores[a], cores[b]);
    const motion = createBodyMotion(3);
    const angles = new Float64Array(3);
    for (let k = 0; k < 200; k++) {
      for (let i = 3; i < 9; i++) motion.position[i] = 1.4 * (u() - 0.5);
      for (const body of [1, 2]) {
        for (let i = 0; i < 3; i++) angles[i] = 6 * u();
        rotationFromCardan(motion.rotation, 9 * body, angles, 0);
      }
      poses.locateAll(motion);
      distances.evaluate(poses, 0, 1);
      const { rotation: R, position: r } = poses;
      pair.evaluate(R, 0, r, 0, R, 9, r, 3);
      expect(Math.abs(distances.distance - pair.distance)).toBeLessThan(1e-12);
      for (let i = 0; i < 3; i++) {
        expect(Math.abs(distances.normal[i]! - pair.normal[i]!)).toBeLessThan(1e-9);
        expect(Math.abs(distances.pointA[i]! - pair.pointA[i]!)).toBeLessThan(1e-9);
        const gap = distances.pointB[i]! - distances.pointA[i]! - distances.distance * distances.normal[i]!;
        expect(Math.abs(gap)).toBeLessThan(1e-14);
      }
      // the same for a contact, to the bit
      const [normal, middle] = [new Float64Array(7), new Float64Array(7)];
      const before = distances.evaluations;
      expect(distances.measure(poses, 0, 1, normal, middle, 3)).toBe(distances.distance);
      expect(distances.evaluations).toBe(before + 1);
      expect(normal.subarray(3, 6)).toEqual(distances.normal);
      expect(middle.subarray(3, 6)).toEqual(distances.pointA.map((p, i) => 0.5 * (p + distances.pointB[i]!)));
      expect([...normal.subarray(0, 3), ...middle.subarray(0, 3), normal[6], middle[6]]).toEqual(Array(8).fill(0));
    }
  });
});

it("balls in one place have a distance and a direction, for contacts as well", () => {
  const shape = (body: number): CollisionShape => ({
    path: `${body}`,
    core: cores.sphere,
    body,
    material: "Steel",
    contactRadius: 1,
    isFlat: false,
  });
  const poses = new ShapePoses([shape(1), shape(2)]);
  const distances = new PairDistances(poses.cores);
  poses.locateAll(createBodyMotion(3));
  const [normal, middle] = [new Float64Array(3), new Float64Array(3)];
  expect(distances.measure(poses, 0, 1, normal, middle, 0)).toBe(-0.5);
  expect([[...normal], [...middle]]).toEqual([
    [0, 0, 1],
    [0, 0, 0],
  ]);
});

it("is the largest gap along any direction, and that along its normal", () => {
  const u = mulberry32(8);
  const names = Object.keys(cores) as (keyof typeof cores)[];
  const shapes = names.map(
    (name, i): CollisionShape => ({
      path: name,
      core: cores[name],
      body: i + 1,
      material: "Steel",
      contactRadius: 1,
      isFlat: false,
    }),
  );
  const poses = new ShapePoses(shapes);
  const distances = new PairDistances(poses.cores);
  const motion = createBodyMotion(names.length + 1);
  const angles = new Float64Array(3);
  for (let k = 0; k < 20; k++) {
    for (let i = 3; i < motion.position.length; i++) motion.position[i] = 3 * (u() - 0.5);
    for (let body = 1; body <= names.length; body++) {
      for (let i = 0; i < 3; i++) angles[i] = 6 * u();
      rotationFromCardan(motion.rotation, 9 * body, angles, 0);
    }
    poses.locateAll(motion);
    for (let a = 0; a < names.length; a++)
      for (let b = 0; b < names.length; b++) {
        if (a === b) continue;
        distances.evaluate(poses, a, b);
        const { distance, normal } = distances;
        expect(Math.abs(distances.gapAlong(poses, a, b, normal, 0) - distance)).toBeLessThan(1e-9);
        const any = Float64Array.from(normal, (x) => x + u() - 0.5);
        const length = Math.hypot(...any);
        const other = any.map((x) => x / length);
        if (distance > 0) expect(distances.gapAlong(poses, a, b, other, 0)).toBeLessThan(distance + 1e-12);
      }
  }
});

describe("narrow phases", () => {
  const hull = (size: number) =>
    convexBody(
      Mesh({
        vertices: [0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, size],
        triangles: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3],
      }),
    );
  const [small, large] = [hull(0.5), hull(1)];
  const list = [cores.box, small, cores.cylinder, large, cores.box, small, cores.sphere, cores.capsule];
  const shapes = list.map(
    (core, i): CollisionShape => ({
      path: `${i}`,
      core,
      body: i + 1,
      material: "Steel",
      contactRadius: 1,
      isFlat: false,
    }),
  );
  const workspaces = (distances: PairDistances): number =>
    (distances as unknown as { workspaces: Map<number, unknown> }).workspaces.size;

  function spread(): ShapePoses {
    const u = mulberry32(8);
    const poses = new ShapePoses(shapes);
    const motion = createBodyMotion(list.length + 1);
    const angles = new Float64Array(3);
    for (let b = 1; b <= list.length; b++) {
      for (let i = 0; i < 3; i++) {
        motion.position[3 * b + i] = 2 * (u() - 0.5);
        angles[i] = 6 * u();
      }
      rotationFromCardan(motion.rotation, 9 * b, angles, 0);
    }
    poses.locateAll(motion);
    return poses;
  }

  it("are shared by shapes of one form, and by no others", () => {
    const poses = spread();
    const shared = new PairDistances(poses.cores);
    for (let a = 0; a < list.length; a++)
      for (let b = 0; b < list.length; b++) {
        if (a === b) continue;
        const own = new PairDistances(poses.cores);
        own.evaluate(poses, a, b);
        shared.evaluate(poses, a, b);
        expect([shared.distance, ...shared.normal, ...shared.pointA, ...shared.pointB]).toEqual([
          own.distance,
          ...own.normal,
          ...own.pointA,
          ...own.pointB,
        ]);
        // and the same as with nobody else
        const pair = new NarrowPhase(list[a]!, list[b]!);
        pair.evaluate(poses.rotation, 9 * a, poses.position, 3 * a, poses.rotation, 9 * b, poses.position, 3 * b);
        expect(Math.abs(pair.distance - shared.distance)).toBeLessThan(1e-12);
      }
    expect(shared.evaluations).toBe(list.length * (list.length - 1));
    // box, two hulls, cylinder, capsule: 25 pairs of forms, less those of single shapes with themselves; the ball against both hulls
    expect(workspaces(shared)).toBe(25 - 3 + 4);
  });

  it("are not needed where the distance of a point has a formula", () => {
    const poses = spread();
    const distances = new PairDistances(poses.cores);
    for (const other of [0, 2, 7]) {
      distances.evaluate(poses, 6, other);
      distances.evaluate(poses, other, 6);
    }
    expect(workspaces(distances)).toBe(0);
  });
});

describe("shapes with sharp edges", () => {
  const sharp = convexBody(Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }));
  const rounded = convexBody(Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }), { smoothingRadius: 0.1 });
  const ball = convexBody(Sphere({ diameter: 1 }));
  const capsule = convexBody(Capsule({ axis: 3, diameter: 1, length: 1 }));
  const list = [sharp, sharp, ball, capsule];
  const poses = new ShapePoses(
    list.map((core, i) => ({ path: `${i}`, core, body: i + 1, material: "", contactRadius: 1, isFlat: false })),
  );
  const distances = new PairDistances(list, [rounded, rounded]);

  /** Where shape b is put along the diagonal, from shape a. */
  const place = (a: number, b: number, at: readonly number[]): void => {
    const motion = createBodyMotion(5);
    for (let body = 1; body < 5; body++) motion.rotation.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 9 * body);
    motion.position.set([10, 20, 30], 3 * (a + 1));
    motion.position.set([10 + at[0]!, 20 + at[1]!, 30 + at[2]!], 3 * (b + 1));
    poses.locateAll(motion);
  };

  it("are measured as they are among themselves, and rounded against all others", () => {
    const along = Float64Array.of(9, Math.SQRT1_2, Math.SQRT1_2, 0);
    // edges of two boxes, and an edge and a ball, along a diagonal; a rounded edge is nearer to the middle by (√2 − 1)·r
    for (const [a, b, gap] of [
      [0, 1, Math.SQRT2],
      [1, 0, Math.SQRT2],
      [0, 2, 2 * Math.SQRT2 - (0.5 * Math.SQRT2 - (Math.SQRT2 - 1) * 0.1) - 0.5],
      [2, 0, 2 * Math.SQRT2 - (0.5 * Math.SQRT2 - (Math.SQRT2 - 1) * 0.1) - 0.5],
      [1, 3, 2 * Math.SQRT2 - (0.5 * Math.SQRT2 - (Math.SQRT2 - 1) * 0.1) - 0.5],
      [3, 1, 2 * Math.SQRT2 - (0.5 * Math.SQRT2 - (Math.SQRT2 - 1) * 0.1) - 0.5],
    ] as const) {
      place(a, b, [2, 2, 0]);
      distances.evaluate(poses, a, b);
      expect([a, b, distances.distance]).toEqual([a, b, expect.closeTo(gap, 11)]);
      expect(distances.gapAlong(poses, a, b, along, 1)).toBeCloseTo(gap, 11);
    }
  });
});
