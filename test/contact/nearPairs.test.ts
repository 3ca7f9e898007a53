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

/** Balls of bodies of their own in a row, 1 m apart. */
function row(count: number, core = forms[0]!) {
  const motion = createBodyMotion(count);
  for (let b = 1; b < count; b++) motion.position[3 * b] = b;
  const shapes = Array.from(
    { length: count },
    (_, i): CollisionShape => ({ path: `${i}`, core, body: i, material: "Steel", contactRadius: 0.1, isFlat: false }),
  );
  const poses = new ShapePoses(shapes);
  poses.locateAll(motion);
  const rules = new PairRules(shapes, [], () => false);
  const tree = new BoundingTree(poses.body);
  const distances = new PairDistances(poses.cores);
  const near = new NearPairs(tree, poses, new NearestPairs(tree, poses, distances, rules), distances, 1e-3);
  return { near, poses, motion, distances };
}

describe("the list of near pairs", () => {
  const none = new Map<number, number>();

  it("becomes longer where it was of little use, shorter where it lasted, and no longer than four pairs per shape", () => {
    const { near, poses } = row(40);
    const lengthAfter = (uses: number): number => {
      for (let k = 0; k < uses; k++) near.smallest(poses, none);
      near.search(poses, none);
      return near.count;
    };
    expect([0, 0, 0, 0, 0, 0].map(lengthAfter)).toEqual([16, 32, 64, 128, 160, 160]);
    near.reset();
    expect(lengthAfter(0)).toBe(160);
    expect([4, 64, 65, 65, 65, 65, 65].map(lengthAfter)).toEqual([160, 160, 80, 40, 20, 16, 16]);
    expect([4, 3].map(lengthAfter)).toEqual([16, 32]);
    near.reset();
    expect(lengthAfter(0)).toBe(32);
    expect(near.searches).toBe(17);
    // the pairs of neighbours come first, and behind them those of every second ball
    expect([...near.distanceThen.slice(0, 32)]).toEqual(new Array(32).fill(0.7));
    expect(near.horizon).toBe(0.7);
    expect([...near.pairs.slice(0, 64)].every((shape, k, all) => k % 2 === 0 || shape === all[k - 1]! + 1)).toBe(true);
  });

  it("may hold all pairs: then nothing comes from beyond, however far anything moves", () => {
    const { near, poses, motion, distances } = row(4);
    expect(near.smallest(poses, none)).toBeCloseTo(0.7, 14);
    expect([near.count, near.horizon, near.searches]).toEqual([6, Infinity, 1]);
    near.search(poses, none);
    near.search(poses, none);
    expect(near.count).toBe(6);
    motion.position[9] = 1e3;
    poses.locateAll(motion);
    expect(near.smallest(poses, none)).toBeCloseTo(0.7, 14);
    expect(near.searches).toBe(3);
    const before = distances.evaluations;
    near.smallest(poses, none);
    expect(distances.evaluations - before).toBe(6);
  });

  it("is forgotten where pairs are taken out", () => {
    const { near, poses } = row(4);
    near.smallest(poses, none);
    near.reset();
    expect([near.count, near.horizon]).toEqual([0, Number.NEGATIVE_INFINITY]);
    expect(near.smallest(poses, none)).toBeCloseTo(0.7, 14);
    expect(near.searches).toBe(2);
  });

  it("lasts while no pair from beyond can have become the nearest", () => {
    for (const [moves, isKept] of [
      [[0.49, 0.49], true],
      [[0.51, 0.51], false],
      [[0.98, 0.01], true],
      [[0.98, 0.03], false],
      [[0.49, 0.49, 0.49], true],
    ] as const)
      for (const axis of [1, 2]) {
        const { near, poses, motion } = row(20);
        for (let k = 0; k < 2; k++) near.search(poses, none);
        // 32 pairs: all 19 of neighbours and 13 with one ball between them; the next one is 1.7 m apart, the nearest 0.7 m
        expect(near.horizon).toBeCloseTo(1.7, 14);
        // at the end of the row and across it: all others stay where they are
        moves.forEach((m, k) => {
          motion.position[3 * (19 - k) + axis] = m;
        });
        poses.locateAll(motion);
        expect(near.moved(poses)).toBeCloseTo(moves[0] + moves[1], 14);
        expect(near.smallest(poses, none)).toBeCloseTo(0.7, 14);
        expect([moves, near.searches === 2]).toEqual([moves, isKept]);
      }
  });

  it("counts turning of what is not a ball, by the way of its farthest points, and nothing of what stands still", () => {
    for (const core of [forms[0]!, forms[1]!]) {
      const { near, poses, motion } = row(3, core);
      near.search(poses, none);
      const angles = Float64Array.of(0, 0, 0.4);
      rotationFromCardan(motion.rotation, 9, angles, 0);
      poses.locateAll(motion);
      // by half the angle to both sides
      const turned = core === forms[0] ? 0 : 2 * Math.sin(0.2) * core.reach;
      expect(near.moved(poses)).toBeCloseTo(turned, 14);
      expect([...near.movement].map((m) => Math.round(1e9 * m))).toEqual([0, Math.round(1e9 * turned), 0]);
      motion.position[3] += 0.3;
      motion.position[7] += 0.1;
      motion.position[0] += 5;
      poses.locateAll(motion);
      expect(near.moved(poses)).toBeCloseTo(turned + 0.3 + 0.1, 14);
      expect(near.movement[0]).toBe(0);
    }
  });
});

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
