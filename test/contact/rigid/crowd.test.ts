/** Which pairs of a crowd of rigid bodies are looked at in a step, and what is told of them, against all pairs and their own definitions. */
import { describe, expect, it } from "vitest";
import type { CollisionShape } from "../../../src/contact/collisionShape.ts";
import { ContactMaterials } from "../../../src/contact/contactMaterials.ts";
import {
  ElasticContactPairMaterial,
  ImpulsiveContactPairMaterial,
  NoContactPairMaterial,
  ObserverContactPairMaterial,
} from "../../../src/contact/contactPairMaterial.ts";
import { PairDistances } from "../../../src/contact/pairDistances.ts";
import { RigidContacts } from "../../../src/contact/rigid/rigidContacts.ts";
import { ShapePoses } from "../../../src/contact/shapePoses.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Capsule } from "../../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../../src/geometry/shapes/cone.ts";
import { Sphere } from "../../../src/geometry/shapes/sphere.ts";
import { createRandom } from "../../../src/math/random.ts";
import { type BodyMotion, createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { solidMaterialPalette } from "../../../src/multibody/materials/solidMaterialPalette.ts";
import { turnedBy } from "../patch/poses.ts";

const forms = [
  convexBody(Sphere({ diameter: 0.2 })),
  convexBody(Box({ lengthX: 0.3, lengthY: 0.2, lengthZ: 0.1 })),
  convexBody(Capsule({ axis: 2, diameter: 0.1, length: 0.2 })),
  convexBody(Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.4 })),
  convexBody(Cone({ axis: 1, diameter: 0.2, length: 0.3 })),
];
const materials = new ContactMaterials(solidMaterialPalette, {
  "Steel,Steel": ElasticContactPairMaterial({ coefficientOfRestitution: 0.3, slidingFrictionCoefficient: 0.4 }),
  "DryWood,Steel": ImpulsiveContactPairMaterial({ coefficientOfRestitution: 0.5, slidingFrictionCoefficient: 0.2 }),
  "DryWood,DryWood": ElasticContactPairMaterial({ coefficientOfRestitution: 0.1, slidingFrictionCoefficient: 0.7 }),
  "Aluminium,Steel": ObserverContactPairMaterial({ printAlarm: false }),
  "Aluminium,DryWood": ElasticContactPairMaterial({ coefficientOfRestitution: 0.2, slidingFrictionCoefficient: 0.6 }),
  "Aluminium,Aluminium": NoContactPairMaterial(),
});
/** Friction and restitution by the names of both materials; those that are not here have no forces. */
const felt: Readonly<Record<string, readonly [number, number]>> = {
  "Steel,Steel": [0.4, 0.3],
  "DryWood,Steel": [0.2, 0.5],
  "DryWood,DryWood": [0.7, 0.1],
  "Aluminium,DryWood": [0.6, 0.2],
};
const names = ["Steel", "DryWood", "Aluminium"];
const h = 0.01;

/** Two shapes on every third body, one on the others; body 0 is the world. */
const bodies = 16;
const shapes: readonly CollisionShape[] = Array.from({ length: bodies }, (_, body) =>
  (body % 3 === 0 ? [0, 1] : [0]).map(
    (k): CollisionShape => ({
      path: `shape${k} of ${body}`,
      core: forms[(body + 2 * k) % forms.length]!,
      body,
      material: names[(body + k) % 3]!,
      contactRadius: 0.1,
      isFlat: false,
      ...(k === 1 && { position: [0.1, -0.05, 0.15], rotation: turnedBy([0.3, 0.8, -0.4]) }),
    }),
  ),
).flat();

function flying(seed: number): BodyMotion {
  const random = createRandom(seed);
  const some = (size: number): number => size * (2 * random.uniform() - 1);
  const motion = createBodyMotion(bodies);
  for (let b = 1; b < bodies; b++) {
    motion.rotation.set(turnedBy([some(3), some(3), some(3)]), 9 * b);
    for (let k = 3 * b; k < 3 * b + 3; k++) {
      motion.position[k] = some(0.5);
      motion.velocity[k] = some(4);
      motion.angularVelocity[k] = some(b % 2 === 0 ? 15 : 2);
    }
  }
  return motion;
}

const size = (x: ArrayLike<number>): number => Math.hypot(...Array.from(x));
const cross = (a: ArrayLike<number>, b: ArrayLike<number>): number[] => [
  a[1]! * b[2]! - a[2]! * b[1]!,
  a[2]! * b[0]! - a[0]! * b[2]!,
  a[0]! * b[1]! - a[1]! * b[0]!,
];

describe.each([1, 2, 3, 4])("a crowd of boxes, balls, capsules and cones, seed %i", (seed) => {
  const motion = flying(seed);
  const excluded = [[2, 5], [9, 7]] as const; // biome-ignore format: two pairs
  const contacts = (): RigidContacts =>
    new RigidContacts({
      shapes,
      bodyCount: bodies,
      excludedBodyPairs: excluded,
      materials,
      options: { response: "rigid" },
    });
  const poses = new ShapePoses(shapes);
  poses.locateAll(motion);
  const distances = new PairDistances(poses.cores);
  const at = (x: Float64Array, k: number): number[] => [...x.subarray(3 * k, 3 * k + 3)];
  /** How far the centre of a shape goes in the step, and by how much its points come farther since it turns. */
  const ways = shapes.map(({ body }, s) => {
    const w = at(motion.angularVelocity, body);
    const turn = cross(w, at(poses.centre, s).map((x, i) => x - motion.position[3 * body + i]!)); // biome-ignore format: an arm
    const straight = at(motion.velocity, body).map((x, i) => h * (x + turn[i]!));
    return { straight, around: h * size(w) * poses.reach[s]! };
  });
  const boxes = new Float64Array(6 * shapes.length);
  poses.boundAll(boxes, 0.002);
  /** Whether boxes around both on their ways overlap. */
  const mayMeet = (a: number, b: number): boolean =>
    [0, 1, 2].every((i) => {
      const [[low, high], [from, to]] = [a, b].map((s) => {
        const { straight, around } = ways[s]!;
        return [
          boxes[6 * s + i]! + Math.min(0, straight[i]!) - around,
          boxes[6 * s + 3 + i]! + Math.max(0, straight[i]!) + around,
        ];
      }) as [[number, number], [number, number]];
      return low <= to && from <= high;
    });
  interface Seen {
    readonly a: number;
    readonly b: number;
    readonly distance: number;
    readonly normal: readonly number[];
    readonly pointA: readonly number[];
  }
  const expected: Seen[] = [];
  for (let a = 0; a < shapes.length; a++)
    for (let b = a + 1; b < shapes.length; b++) {
      const [A, B] = [shapes[a]!, shapes[b]!];
      if (
        A.body === B.body ||
        excluded.some((pair) => pair.includes(A.body as never) && pair.includes(B.body as never))
      )
        continue;
      if (felt[[A.material, B.material].sort().join()] === undefined) continue;
      distances.evaluate(poses, a, b);
      const { distance, normal, pointA } = distances;
      const way = [a, b].reduce((sum, k) => sum + size(ways[k]!.straight) + ways[k]!.around, 0);
      if (mayMeet(a, b) && distance <= way + 0.002 * Math.min(poses.reach[a]!, poses.reach[b]!))
        expected.push({ a, b, distance, normal: [...normal], pointA: [...pointA] });
    }

  it("shows the pairs that can come to each other within the step, and no others", () => {
    const found: string[] = [];
    const rigid = contacts();
    rigid.forEachPair(motion, h, ({ key, distance }) => {
      found.push(`${key}: ${distance.toFixed(6)}`);
    });
    expect(expected.length).toBeGreaterThan(10);
    expect(found.sort()).toEqual(
      expected.map(({ a, b, distance }) => `${a * shapes.length + b}: ${distance.toFixed(6)}`).sort(),
    );
    expect(rigid.deepest).toBeCloseTo(Math.max(0, ...expected.map(({ distance }) => -distance)), 9);
  });

  it("tells of each of them its bodies, its constants, how far it reaches, and the gap of what both may fill while they turn", () => {
    const byKey = new Map(expected.map((one) => [one.a * shapes.length + one.b, one]));
    contacts().forEachPair(motion, h, (pair) => {
      const { a, b, distance, normal, pointA } = byKey.get(pair.key)!;
      const [A, B] = [shapes[a]!, shapes[b]!];
      expect([pair.bodyA, pair.bodyB]).toEqual([A.body, B.body]);
      expect([pair.friction, pair.restitution]).toEqual(felt[[A.material, B.material].sort().join()]);
      const [extentA, extentB] = [a, b].map((s) => {
        const body = shapes[s]!.body;
        return size(at(poses.centre, s).map((x, i) => x - motion.position[3 * body + i]!)) + poses.reach[s]!;
      }) as [number, number];
      expect(pair.extentA).toBeCloseTo(extentA, 9);
      expect(pair.extentB).toBeCloseTo(extentB, 9);
      const isWorld = A.body === 0 || B.body === 0;
      // where several directions are as good, the one that was taken counts
      const isSame = normal.every((x, i) => Math.abs(x - pair.normal[i]!) < 1e-6);
      if (!isWorld) {
        const between = size(at(motion.position, B.body).map((x, i) => x - motion.position[3 * A.body + i]!));
        expect(pair.clearance).toBeCloseTo(between - extentA - extentB, 9);
      } else if (isSame) {
        // from the plane that the world is behind, through its nearest point
        expect(A.body).toBe(0);
        const height = at(motion.position, B.body).reduce((sum, x, i) => sum + normal[i]! * (x - pointA[i]!), 0);
        expect(pair.clearance).toBeCloseTo(height - extentB, 6);
      }
      expect(Math.min(...pair.manifold.gap.subarray(0, pair.manifold.count))).toBeCloseTo(distance, 5);
      expect(pair.manifold.count).toBeGreaterThan(0);
    });
  });
});

it("the world may be named second: the clearance is the same", () => {
  const plate = convexBody(Box({ lengthX: 2, lengthY: 2, lengthZ: 0.4 }));
  const clearance = (isFirst: boolean): number => {
    const world: CollisionShape = { ...shapes[2]!, path: "world", core: plate, body: 0, material: "Steel" };
    const body: CollisionShape = { ...shapes[2]!, path: "body", core: forms[1]!, body: 1, material: "Steel" };
    const rigid = new RigidContacts({
      shapes: isFirst ? [world, body] : [body, world],
      bodyCount: 2,
      excludedBodyPairs: [],
      materials,
      options: { response: "rigid" },
    });
    const motion = createBodyMotion(2);
    motion.position.set([0.01, 0.02, 0.4], 3);
    motion.velocity.set([0, 0, -20], 3);
    motion.rotation.set(turnedBy([0.4, 0.2, 0.1]), 9);
    let found = Number.NaN;
    rigid.forEachPair(motion, h, (pair) => {
      found = pair.clearance;
      expect(pair.bodyA === 0).toBe(isFirst);
      // the world is a plate of 0.4 m: its top is the plane; the body reaches √(0.15² + 0.1² + 0.05²) m from its middle
      expect(pair.distance).toBeGreaterThan(0);
    });
    return found;
  };
  expect(clearance(true)).toBeCloseTo(0.4 - 0.2 - Math.hypot(0.15, 0.1, 0.05), 9);
  expect(clearance(false)).toBeCloseTo(clearance(true), 9);
});
