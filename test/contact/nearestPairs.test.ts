/** The hierarchy finds what looking at all pairs finds. */
import { describe, expect, it } from "vitest";
import { BoundingTree } from "../../src/contact/boundingTree.ts";
import type { CollisionShape } from "../../src/contact/collisionShape.ts";
import { NearestPairs } from "../../src/contact/nearestPairs.ts";
import { overlappingPairs, PairList } from "../../src/contact/overlappingPairs.ts";
import { PairDistances } from "../../src/contact/pairDistances.ts";
import { PairRules } from "../../src/contact/pairRules.ts";
import { ShapePoses } from "../../src/contact/shapePoses.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { rotationFromCardan } from "../../src/math/rotation.ts";
import { type BodyMotion, createBodyMotion } from "../../src/mechanics/bodyMotion.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

const forms = [
  convexBody(Sphere({ diameter: 0.3 })),
  convexBody(Box({ lengthX: 0.5, lengthY: 0.2, lengthZ: 0.1 })),
  convexBody(Capsule({ axis: 2, diameter: 0.1, length: 0.4 })),
  convexBody(Cone({ diameter: 0.3, length: 0.4 })),
];

function scene(count: number, extent: number, seed: number) {
  const u = mulberry32(seed);
  const bodies = Math.ceil(count / 2) + 1;
  const motion = createBodyMotion(bodies);
  const shapes: CollisionShape[] = Array.from({ length: count }, (_, i) => ({
    path: `shape${i}`,
    core: forms[i % forms.length]!,
    // two shapes per body, the first two belong to the world
    body: i >> 1,
    position: [u() - 0.5, u() - 0.5, u() - 0.5],
    material: "Steel",
    contactRadius: 0.1,
    isFlat: false,
  }));
  const poses = new ShapePoses(shapes);
  const rules = new PairRules(
    shapes,
    [
      [1, 2],
      [4, 3],
    ],
    () => false,
  );
  const tree = new BoundingTree(poses.body);
  const distances = new PairDistances(poses.cores);
  const nearest = new NearestPairs(tree, poses, distances, rules);
  const place = () => {
    move(motion, u, extent);
    poses.locateAll(motion);
    poses.boundAll(tree.boxes, 1e-3);
    tree.update();
  };
  return { poses, rules, tree, distances, nearest, place };
}

function move(motion: BodyMotion, u: () => number, extent: number): void {
  const angles = new Float64Array(3);
  for (let b = 1; b < motion.count; b++) {
    for (let i = 0; i < 3; i++) {
      motion.position[3 * b + i] = extent * (u() - 0.5);
      angles[i] = 6 * u();
    }
    rotationFromCardan(motion.rotation, 9 * b, angles, 0);
  }
}

describe("the nearest pairs", () => {
  it.each([
    [40, 8],
    [40, 2],
    [7, 3],
    [2, 1],
  ])("of %d shapes within %d m come in the order of their exact distances", (count, extent) => {
    const { poses, rules, distances, nearest, place } = scene(count, extent, count + extent);
    for (let repetition = 0; repetition < 5; repetition++) {
      place();
      const expected: number[] = [];
      for (const [a, b] of rules.all()) {
        distances.evaluate(poses, a, b);
        expected.push(distances.distance);
      }
      expected.sort((x, y) => x - y);
      nearest.begin(new Map());
      const found: number[] = [];
      while (nearest.next()) found.push(nearest.distance);
      expect(found.length).toBe(expected.length);
      found.forEach((distance, k) => expect(Math.abs(distance - expected[k]!)).toBeLessThan(1e-12));
    }
  });

  it("leave out what is taken", () => {
    const { rules, nearest, place } = scene(20, 3, 5);
    place();
    nearest.begin(new Map());
    nearest.next();
    const [a, b, first] = [nearest.a, nearest.b, nearest.distance];
    nearest.begin(new Map([[rules.key(a, b), 0]]));
    nearest.next();
    expect([nearest.a, nearest.b]).not.toEqual([a, b]);
    expect(nearest.distance).toBeGreaterThanOrEqual(first);
  });

  it("need few exact distances when shapes are far apart", () => {
    const { distances, nearest, place } = scene(400, 200, 9);
    place();
    distances.evaluations = 0;
    nearest.begin(new Map());
    nearest.next();
    // of 79 600 pairs
    expect(distances.evaluations).toBeLessThan(40);
  });
});

describe("overlapping boxes", () => {
  it("are found as by comparing all with all", () => {
    const { tree, place, rules, poses } = scene(60, 3, 2);
    for (let repetition = 0; repetition < 4; repetition++) {
      place();
      const expected: string[] = [];
      for (let a = 0; a < poses.count; a++)
        for (let b = a + 1; b < poses.count; b++) {
          if (poses.body[a] === poses.body[b]) continue;
          const overlap = [0, 1, 2].every(
            (i) =>
              tree.boxes[6 * a + i]! <= tree.boxes[6 * b + 3 + i]! &&
              tree.boxes[6 * b + i]! <= tree.boxes[6 * a + 3 + i]!,
          );
          if (overlap) expected.push(`${a} ${b}`);
        }
      const found = new PairList();
      overlappingPairs(found, tree);
      const pairs = Array.from({ length: found.count }, (_, k) => `${found.list[2 * k]} ${found.list[2 * k + 1]}`);
      expect(pairs.sort()).toEqual(expected.sort());
      expect(expected.length).toBeGreaterThan(0);
    }
    expect(rules.admits(2, 4)).toBe(false); // bodies 1 and 2 are excluded
    expect(rules.admits(2, 3)).toBe(false); // one body
    expect(rules.admits(2, 6)).toBe(true);
  });
});

describe("the identity of a pair", () => {
  it("is that of its paths, in any order, whatever the positions in the list", () => {
    const shape = (path: string, body: number): CollisionShape => ({
      path,
      core: forms[0]!,
      body,
      material: "Steel",
      contactRadius: 0.1,
      isFlat: false,
    });
    const before = new PairRules([shape("arm.hand", 1), shape("box", 2), shape("floor", 0)], [], () => false);
    const after = new PairRules(
      [shape("floor", 0), shape("new", 3), shape("box", 1), shape("arm.hand", 2)],
      [],
      () => false,
    );
    expect(before.identity(0, 1)).toBe(after.identity(2, 3));
    expect(before.identity(0, 1)).toBe(before.identity(1, 0));
  });
});
