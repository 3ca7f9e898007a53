/** The list of near pairs saves searches and changes nothing: the smallest distance is that over all pairs. */
import { describe, expect, it } from "vitest";
import { BoundingTree } from "../../src/contact/boundingTree.ts";
import type { CollisionShape } from "../../src/contact/collisionShape.ts";
import { NearestPairs } from "../../src/contact/nearestPairs.ts";
import { NearPairs } from "../../src/contact/nearPairs.ts";
import { PairDistances } from "../../src/contact/pairDistances.ts";
import { PairRules } from "../../src/contact/pairRules.ts";
import { ShapePoses } from "../../src/contact/shapePoses.ts";
import { convexBody } from "../../src/geometry/convexBody.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { rotationFromCardan } from "../../src/math/rotation.ts";
import { createBodyMotion } from "../../src/mechanics/bodyMotion.ts";
import { mulberry32 } from "../reference/narrowphase/poses.ts";

const forms = [
  convexBody(Sphere({ diameter: 0.3 })),
  convexBody(Box({ lengthX: 0.5, lengthY: 0.2, lengthZ: 0.1 })),
  convexBody(Capsule({ axis: 2, diameter: 0.1, length: 0.4 })),
];

describe("the smallest distance", () => {
  it.each([
    [1e-4, 0.05],
    [0.02, 0.6],
    [1, 1],
  ])("over steps of %d m is exact, with searches in at most %d of them", (step, share) => {
    const u = mulberry32(3);
    const count = 24;
    const motion = createBodyMotion(count);
    const shapes: CollisionShape[] = Array.from({ length: count }, (_, i) => ({
      path: `shape${i}`,
      core: forms[i % forms.length]!,
      body: i,
      material: "Steel",
      contactRadius: 0.1,
      isFlat: false,
    }));
    const poses = new ShapePoses(shapes);
    const rules = new PairRules(shapes, [], () => false);
    const tree = new BoundingTree(poses.body);
    const distances = new PairDistances(poses.cores);
    const near = new NearPairs(tree, poses, new NearestPairs(tree, poses, distances, rules), distances, 1e-3);
    const angles = new Float64Array(3 * count).map(() => 6 * u());
    for (let k = 3; k < 3 * count; k++) motion.position[k] = 4 * (u() - 0.5);
    const steps = 200;
    for (let k = 0; k < steps; k++) {
      for (let b = 1; b < count; b++) {
        for (let i = 3 * b; i < 3 * b + 3; i++) {
          motion.position[i] += step * (u() - 0.5);
          angles[i] += step * (u() - 0.5);
        }
        rotationFromCardan(motion.rotation, 9 * b, angles, 3 * b);
      }
      poses.locateAll(motion);
      let least = Number.POSITIVE_INFINITY;
      for (const [a, b] of rules.all()) {
        distances.evaluate(poses, a, b);
        least = Math.min(least, distances.distance);
      }
      expect(near.smallest(poses, new Map())).toBe(least);
    }
    expect(near.searches).toBeLessThanOrEqual(Math.ceil(share * steps));
  });
});
