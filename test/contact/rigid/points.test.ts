/** Points in which rigid shapes touch: on both surfaces, where geometry says, as many as the form asks for. */
import { describe, expect, it } from "vitest";
import { ContactMaterials } from "../../../src/contact/contactMaterials.ts";
import { ElasticContactPairMaterial } from "../../../src/contact/contactPairMaterial.ts";
import { PairDistances } from "../../../src/contact/pairDistances.ts";
import { RigidContacts } from "../../../src/contact/rigid/rigidContacts.ts";
import { ShapePoses } from "../../../src/contact/shapePoses.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import type { SolidShape } from "../../../src/geometry/registry.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Capsule } from "../../../src/geometry/shapes/capsule.ts";
import { Cylinder } from "../../../src/geometry/shapes/cylinder.ts";
import { Sphere } from "../../../src/geometry/shapes/sphere.ts";
import { createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { solidMaterialPalette } from "../../../src/multibody/materials/solidMaterialPalette.ts";
import { collisionShapes, type FreeBody } from "../freeBodies.ts";
import { identity, turnedBy } from "../patch/poses.ts";

const materials = new ContactMaterials(solidMaterialPalette, {
  "Steel,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: 0.3, slidingFrictionCoefficient: 0.4 }),
});

interface Touch {
  readonly normal: readonly number[];
  readonly tangents: readonly (readonly number[])[];
  readonly points: readonly (readonly number[])[];
  readonly gaps: readonly number[];
  /** From both surfaces, by distances of points. */
  readonly sides: readonly (readonly [number, number])[];
  readonly friction: number;
  readonly restitution: number;
  readonly deepest: number;
}

/** A plate in the world whose top goes through the origin, turned by Q with all else, and a body at `place` turned by R. */
function touch(
  shape: SolidShape,
  place: readonly number[],
  { R = identity, Q = identity, speed = 0, h = 0.01, other = Box({ lengthX: 1, lengthY: 1, lengthZ: 0.2 }) } = {} as {
    readonly R?: Float64Array;
    readonly Q?: Float64Array;
    readonly speed?: number;
    readonly h?: number;
    readonly other?: SolidShape;
  },
): Touch | undefined {
  const bodies: FreeBody[] = [
    { name: "plate", shape: other, material: "Steel" },
    { name: "body", shape, material: "Steel" },
  ];
  const shapes = collisionShapes(bodies);
  const rigid = new RigidContacts({
    shapes,
    bodyCount: 3,
    excludedBodyPairs: [],
    materials,
    options: { response: "rigid" },
  });
  const motion = createBodyMotion(3);
  const turned = (p: readonly number[]): number[] =>
    [0, 1, 2].map((i) => Q[3 * i]! * p[0]! + Q[3 * i + 1]! * p[1]! + Q[3 * i + 2]! * p[2]!);
  const back = (p: ArrayLike<number>): number[] => [0, 1, 2].map((j) => Q[j]! * p[0]! + Q[3 + j]! * p[1]! + Q[6 + j]! * p[2]!); // biome-ignore format: the inverse
  motion.position.set(turned([0, 0, -0.1]), 3);
  motion.position.set(turned(place), 6);
  motion.velocity.set(turned([0, 0, -speed]), 6);
  motion.rotation.set(Q, 9);
  for (let j = 0; j < 3; j++)
    turned([R[j]!, R[3 + j]!, R[6 + j]!]).forEach((x, i) => {
      motion.rotation[18 + 3 * i + j] = x;
    });
  const found: Touch[] = [];
  rigid.forEachPair(motion, h, ({ manifold, normal, friction, restitution }) => {
    const { count, point, gap, t1, t2 } = manifold;
    const points = Array.from({ length: count }, (_, k) => point.slice(3 * k, 3 * k + 3));
    // a ball of no size, asked for its distance from either shape
    const probe = { ...shapes[0]!, path: "probe", core: convexBody(Sphere({ diameter: 1e-12 })), body: 0 };
    const sides = points.map((p): [number, number] => {
      const list = [...shapes, { ...probe, position: p }].map((one) => ({ ...one }));
      const poses = new ShapePoses(list);
      const distances = new PairDistances(list.map(({ core }) => core));
      poses.locateAll(motion);
      return [0, 1].map((s) => {
        distances.evaluate(poses, s, 2);
        return distances.distance;
      }) as [number, number];
    });
    found.push({
      normal: back(normal),
      tangents: [back(t1), back(t2)],
      points: points.map(back),
      gaps: [...gap.subarray(0, count)],
      sides,
      friction,
      restitution,
      deepest: 0,
    });
  });
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0] === undefined ? undefined : { ...found[0], deepest: rigid.deepest };
}

const dot = (a: readonly number[], b: readonly number[]): number => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

/** What holds for all of them: directions across each other, points in the middle between the surfaces. */
function expectSound({ normal, tangents, gaps, sides, friction, restitution }: Touch, curved = 5e-6): void {
  const frame = [normal, ...tangents];
  frame.forEach((a, i) => {
    frame.forEach((b, j) => {
      expect(dot(a, b)).toBeCloseTo(i === j ? 1 : 0, 12);
    });
  });
  gaps.forEach((gap, k) => {
    // of what is inside the surface at its side may be nearer
    for (const side of sides[k]!) {
      expect(side).toBeGreaterThan(0.5 * gap - curved);
      expect(side).toBeLessThan(Math.max(0, 0.5 * gap) + curved);
    }
  });
  expect([friction, restitution]).toEqual([0.4, 0.3]);
}

const turns = [
  [0, 0, 0],
  [0.4, -0.3, 0.8],
  [1.5, 0.2, -0.4],
  [Math.PI, 0.1, 0],
].map((w) => turnedBy(w));
const half = Math.SQRT1_2;

describe("points of shapes on a plate, whichever way is up", () => {
  it.each([
    ["a box on its face", Box({ lengthX: 0.4, lengthY: 0.2, lengthZ: 0.1 }), [0, 0, 0], 0.05, 4, [[0.2, 0.1], [-0.2, 0.1], [0.2, -0.1], [-0.2, -0.1]]],
    ["a box on its edge", Box({ lengthX: 0.4, lengthY: 0.2, lengthZ: 0.2 }), [Math.PI / 4, 0, 0], 0.2 * half, 2, [[0.2, 0], [-0.2, 0]]],
    ["a lying capsule", Capsule({ axis: 2, diameter: 0.2, length: 0.3 }), [0, 0, 0], 0.1, 2, [[0, 0.15], [0, -0.15]]],
    ["a ball", Sphere({ diameter: 0.3 }), [0, 0, 0], 0.15, 1, [[0, 0]]],
    ["a standing capsule", Capsule({ axis: 3, diameter: 0.2, length: 0.3 }), [0, 0, 0], 0.25, 1, [[0, 0]]],
  ] as const)("%s", (_, shape, turn, height, count, corners) => {
    for (const Q of turns)
      for (const gap of [1e-4, -1e-4]) {
        const found = touch(shape, [0.1, -0.05, height + gap], { R: turnedBy(turn), Q })!;
        expectSound(found);
        // upwards, from the plate to the body
        [0, 0, 1].forEach((x, i) => {
          expect(found.normal[i]).toBeCloseTo(x, 9);
        });
        expect(found.points.length).toBe(count);
        for (const g of found.gaps) expect(g).toBeCloseTo(gap, 9);
        expect(found.deepest).toBeCloseTo(Math.max(0, -gap), 9);
        for (const [x, y] of corners)
          expect(found.points.some((p) => Math.hypot(p[0]! - 0.1 - x, p[1]! + 0.05 - y) < 1e-6)).toBe(true);
      }
  }); // biome-ignore format: a table

  it("a standing cylinder has points all around, on its rim, and one that lies has them along its line", () => {
    for (const Q of turns) {
      const standing = touch(Cylinder({ axis: 3, diameter: 0.3, length: 0.2 }), [0, 0, 0.1 - 1e-4], { Q })!;
      expectSound(standing);
      expect(standing.points.length).toBeGreaterThanOrEqual(4);
      for (const [x, y] of standing.points) expect(Math.hypot(x!, y!)).toBeCloseTo(0.15, 3);
      // on all sides: the middle of them is the middle
      const sum = standing.points.reduce(([x, y], p) => [x! + p[0]!, y! + p[1]!], [0, 0]);
      for (const x of sum) expect(x / standing.points.length).toBeCloseTo(0, 3);
      const lying = touch(Cylinder({ axis: 1, diameter: 0.2, length: 0.3 }), [0.1, -0.05, 0.1 - 1e-4], { Q })!;
      expectSound(lying);
      for (const [, y] of lying.points) expect(Math.abs(y! + 0.05)).toBeLessThan(1.1e-3);
      expect(Math.max(...lying.points.map(([x]) => x!))).toBeCloseTo(0.25, 6);
      expect(Math.min(...lying.points.map(([x]) => x!))).toBeCloseTo(-0.05, 6);
      expect(Math.min(...lying.gaps)).toBeCloseTo(-1e-4, 9);
    }
  });

  it("beyond an edge only what lies on the plate has points", () => {
    const found = touch(Box({ lengthX: 0.4, lengthY: 0.2, lengthZ: 0.1 }), [0.45, 0, 0.05 - 1e-4])!;
    expectSound(found);
    expect(Math.max(...found.points.map(([x]) => x!))).toBeCloseTo(0.5, 6);
    expect(Math.min(...found.points.map(([x]) => x!))).toBeCloseTo(0.25, 6);
  });

  it("an inclined box has the gaps of its corners", () => {
    for (const tilt of [0.001, 0.01, 0.03]) {
      const R = turnedBy([0, tilt, 0]);
      const lowest = 0.2 * Math.sin(tilt) + 0.05 * Math.cos(tilt);
      const found = touch(Box({ lengthX: 0.4, lengthY: 0.2, lengthZ: 0.1 }), [0, 0, lowest - 1e-5], { R })!;
      const gaps = [...found.gaps].sort((a, b) => a - b);
      expect(gaps[0]).toBeCloseTo(-1e-5, 7);
      expect(gaps.at(-1)).toBeCloseTo(0.4 * Math.sin(tilt) - 1e-5, 4);
    }
  });

  it("crossed edges touch in one point", () => {
    const bar = Box({ lengthX: 0.4, lengthY: 0.2, lengthZ: 0.2 });
    const roof = turnedBy([Math.PI / 4, 0, 0]);
    // the lower one with its edge along x, the upper one across it
    const lower = turnedBy([Math.PI / 4, 0, 0]);
    const R = turnedBy([0, 0, Math.PI / 2], roof);
    const up = [0, 0, 1].map((_, i) => lower[3 * i + 2]!);
    expect(up[2]).toBeCloseTo(half, 12);
    const inverse = Float64Array.of(...[0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => lower[3 * j + i]!)));
    const relative = new Float64Array(9);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        for (let k = 0; k < 3; k++) relative[3 * i + j]! += inverse[3 * i + k]! * R[3 * k + j]!;
    const height = 0.4 * half - 1e-4;
    const place = [0, 1, 2].map((i) => inverse[3 * i + 2]! * height);
    const found = touch(bar, [place[0]!, place[1]!, place[2]! - 0.1], { R: relative, other: bar, Q: lower })!;
    expect(found.points.length).toBe(1);
    expect(found.gaps[0]).toBeCloseTo(-1e-4, 9);
    expectSound(found);
  });

  it("pairs are looked at from as far as they can come in a step", () => {
    const ball = Sphere({ diameter: 0.2 });
    expect(touch(ball, [0, 0, 0.11], { speed: 0.5, h: 0.01 })).toBeUndefined();
    expect(touch(ball, [0, 0, 0.11], { speed: 1.2, h: 0.01 })?.gaps[0]).toBeCloseTo(0.01, 9);
    expect(touch(ball, [0, 0, 0.11], { speed: 0.5, h: 0.03 })?.deepest).toBe(0);
  });
});

it("boxes that a face of either parts by more than matters do not touch, though the boxes around them overlap", () => {
  const cube = Box({ lengthX: 1, lengthY: 1, lengthZ: 1 });
  const R = turnedBy([0, 0, Math.PI / 4]);
  // along the diagonal: an edge of one over a face of the other, whose distance is way − 0.5 − √2/2
  const at = (way: number): number[] => [way * Math.SQRT1_2, way * Math.SQRT1_2, -0.1];
  for (const gap of [0.2, 0.05, 0.02])
    expect(touch(cube, at(0.5 + Math.SQRT1_2 + gap), { R, other: cube })).toBeUndefined();
  expect(touch(cube, at(0.5 + Math.SQRT1_2 - 1e-3), { R, other: cube })).toBeDefined();
  // and the other way round: both are turned back
  const Q = turnedBy([0, 0, -Math.PI / 4]);
  for (const gap of [0.2, 0.05, 0.02])
    expect(touch(cube, [0.5 + Math.SQRT1_2 + gap, 0, -0.1], { R, other: cube, Q })).toBeUndefined();
});
