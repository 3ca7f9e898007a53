import { describe, expect, it } from "vitest";
import { ShapePoses } from "../../src/contact/shapePoses.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../src/geometry/registry.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { createBodyMotion } from "../../src/mechanics/bodyMotion.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";
import { turnedBy } from "./patch/poses.ts";

function reach(shape: Parameters<typeof convexBody>[0], place: object = {}): number[] {
  const out = new Float64Array(3);
  new ShapePoses([{ core: convexBody(shape), body: 1, ...place } as never]).reachAboutAxes(out, 0);
  return Array.from(out);
}

const near = (expected: readonly number[]) => expected.map((x) => expect.closeTo(x, 12));

describe("boxes around shapes", () => {
  it("hold them, with the wanted part of their reach to spare on each side", () => {
    const u = mulberry32(31);
    // half extents along the axes of the world, in closed form, for the columns of a rotation
    const shapes: readonly (readonly [SolidShape, (R: Float64Array, i: number) => number, number])[] = [
      [Sphere({ diameter: 0.4 }), () => 0.2, 0.2],
      [
        Box({ lengthX: 0.2, lengthY: 0.4, lengthZ: 0.6 }),
        (R, i) => 0.1 * Math.abs(R[3 * i]!) + 0.2 * Math.abs(R[3 * i + 1]!) + 0.3 * Math.abs(R[3 * i + 2]!),
        Math.hypot(0.1, 0.2, 0.3),
      ],
      [Capsule({ axis: 2, diameter: 0.2, length: 0.5 }), (R, i) => 0.1 + 0.25 * Math.abs(R[3 * i + 1]!), 0.35],
    ];
    const poses = new ShapePoses(
      shapes.map(([shape], k) => ({ core: convexBody(shape), body: k + 1, position: [0.1, -0.2, 0.3] }) as never),
    );
    const motion = createBodyMotion(shapes.length + 1);
    for (let k = 0; k < 8; k++) {
      shapes.forEach((_, s) => {
        motion.rotation.set(turnedBy([3 * u(), 3 * u(), 3 * u()]), 9 * (s + 1));
        motion.position.set([u(), u(), u()], 3 * (s + 1));
      });
      poses.locateAll(motion);
      for (const margin of [0, 0.3]) {
        const boxes = new Float64Array(6 * shapes.length);
        poses.boundAll(boxes, margin);
        shapes.forEach(([, extent, reach], s) => {
          const R = motion.rotation.subarray(9 * (s + 1), 9 * (s + 2));
          for (let i = 0; i < 3; i++) {
            const middle =
              motion.position[3 * (s + 1) + i]! + 0.1 * R[3 * i]! - 0.2 * R[3 * i + 1]! + 0.3 * R[3 * i + 2]!;
            const half = extent(R, i) + margin * reach;
            expect(poses.centre[3 * s + i]).toBeCloseTo(middle, 12);
            expect(boxes[6 * s + i]).toBeCloseTo(middle - half, 12);
            expect(boxes[6 * s + 3 + i]).toBeCloseTo(middle + half, 12);
          }
        });
      }
    }
  });
});

describe("the place of one shape", () => {
  it("is found for itself: that of no other is touched", () => {
    const shape = (body: number, more: object = {}) => ({
      core: convexBody(Cone({ axis: 1, diameter: 0.2, length: 0.3 })),
      body,
      ...more,
    });
    const poses = new ShapePoses([
      shape(1),
      shape(2, { position: [0.1, 0.2, 0.3] }),
      shape(3, { position: [0, 0.1, 0], rotation: [0, 0, 1, 0, 1, 0, -1, 0, 0] }),
      shape(4),
    ] as never);
    const motion = createBodyMotion(5);
    const at = (s: number): number[] => [
      ...poses.position.subarray(3 * s, 3 * s + 3),
      ...poses.rotation.subarray(9 * s, 9 * s + 9),
      ...poses.centre.subarray(3 * s, 3 * s + 3),
    ];
    poses.locateAll(motion);
    const before = [0, 1, 2, 3].map(at);
    for (let b = 1; b < 5; b++) {
      motion.position.set([b, -b, 2 * b], 3 * b);
      motion.rotation.set(turnedBy([0.3 * b, 0.2, -0.4]), 9 * b);
    }
    poses.locateAll(motion);
    const after = [0, 1, 2, 3].map(at);
    for (const s of [0, 1, 2, 3]) {
      poses.locateAll(createBodyMotion(5));
      poses.locate(s, motion);
      poses.locateCentre(s);
      expect([0, 1, 2, 3].map(at)).toEqual(before.map((numbers, k) => (k === s ? after[s] : numbers)));
    }
  });
});

describe("how far shapes reach from the axes of their body", () => {
  it("is the distance of the corners of a box", () => {
    expect(reach(Box({ lengthX: 0.01, lengthY: 0.03, lengthZ: 0.06 }))).toEqual(
      near([Math.hypot(0.015, 0.03), Math.hypot(0.005, 0.03), Math.hypot(0.005, 0.015)]),
    );
  });

  it("is the radius of a ball, not that of the box around it", () => {
    expect(reach(Sphere({ diameter: 0.2 }))).toEqual(near([0.1, 0.1, 0.1]));
  });

  it("follows a shape that is moved and turned", () => {
    // along z, turned to x by the rotation about y, and moved along y
    const rotation = [0, 0, 1, 0, 1, 0, -1, 0, 0];
    const [x, y, z] = reach(Capsule({ axis: 3, diameter: 0.02, length: 0.1 }), { position: [0, 0.3, 0], rotation });
    expect(x).toBeCloseTo(Math.hypot(0.31, 0.01), 12);
    expect(y).toBeCloseTo(Math.hypot(0.06, 0.01), 12);
    expect(z).toBeCloseTo(Math.hypot(0.06, 0.31), 12);
  });
});

it("poses of shapes are those of their bodies, followed by their own, and centres are where the ball around them is", () => {
  const u = mulberry32(77);
  const vector = () => [u() - 0.5, u() - 0.5, u() - 0.5];
  const cone = convexBody(Cone({ axis: 1, diameter: 0.4, length: 1 }));
  const list = [
    ["box at its body", convexBody(Box()), undefined, undefined],
    ["box that is moved", convexBody(Box()), vector(), undefined],
    ["box that is turned", convexBody(Box()), undefined, turnedBy(vector())],
    ["cone that is both", cone, vector(), turnedBy(vector())],
    ["cone at its body", cone, undefined, undefined],
    ["ball that is both", convexBody(Sphere()), vector(), turnedBy(vector())],
  ] as const;
  const poses = new ShapePoses(
    list.map(([path, core, position, rotation], k) => ({
      path,
      core,
      body: k + 1,
      ...(position && { position }),
      ...(rotation && { rotation }),
      material: "",
      contactRadius: 1,
      isFlat: false,
    })),
  );
  const motion = createBodyMotion(list.length + 1);
  list.forEach((_, k) => {
    motion.position.set(vector(), 3 * (k + 1));
    motion.rotation.set(turnedBy([3 * u(), 3 * u(), 3 * u()]), 9 * (k + 1));
  });
  poses.locateAll(motion);
  const times = (R: ArrayLike<number>, x: ArrayLike<number>): number[] =>
    [0, 1, 2].map((i) => R[3 * i]! * x[0]! + R[3 * i + 1]! * x[1]! + R[3 * i + 2]! * x[2]!);
  const plus = (a: ArrayLike<number>, b: readonly number[]): number[] => b.map((x, i) => x + a[i]!);
  list.forEach(([name, core, position = [0, 0, 0], rotation = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)], s) => {
    const [R, r] = [
      motion.rotation.subarray(9 * (s + 1), 9 * s + 18),
      motion.position.subarray(3 * (s + 1), 3 * s + 6),
    ];
    expect([name, ...poses.position.subarray(3 * s, 3 * s + 3)]).toEqual([name, ...near(plus(r, times(R, position)))]);
    // columns of the product; of a ball nobody sees how it is turned
    const turn = name.startsWith("ball") ? Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1) : rotation;
    const columns = [0, 1, 2].map((j) => times(R, [turn[j]!, turn[3 + j]!, turn[6 + j]!]));
    const product = [0, 1, 2].flatMap((i) => columns.map((column) => column[i]!));
    expect([name, ...poses.rotation.subarray(9 * s, 9 * s + 9)]).toEqual([name, ...near(product)]);
    const axes = [0, 1, 2].map((k) => core.centre[(k + 3 - core.axis) % 3]!);
    const centre = plus(position, times(rotation, axes));
    expect([name, ...poses.centre.subarray(3 * s, 3 * s + 3)]).toEqual([name, ...near(plus(r, times(R, centre)))]);
    expect(poses.armOf(s)).toBeCloseTo(Math.hypot(...centre), 12);
  });
});
