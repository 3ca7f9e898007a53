/** The hierarchy of boxes has the form it promises, keeps it as long as it is good, and the search opens no more than it must. */
import { describe, expect, it } from "vitest";
import { BoundingTree, boxDistance } from "../../src/contact/boundingTree.ts";
import type { CollisionShape } from "../../src/contact/collisionShape.ts";
import { NearestPairs } from "../../src/contact/nearestPairs.ts";
import { overlappingPairs, PairList } from "../../src/contact/overlappingPairs.ts";
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

/** Leaves below a node. */
function leavesOf(tree: BoundingTree, node: number): number[] {
  if (node < tree.leafCount) return [node];
  const k = 2 * (node - tree.leafCount);
  return [...leavesOf(tree, tree.children[k]!), ...leavesOf(tree, tree.children[k + 1]!)];
}

const middle = ({ boxes }: BoundingTree, leaf: number, i: number): number =>
  boxes[6 * leaf + i]! + boxes[6 * leaf + 3 + i]!;

const inner = ({ leafCount, nodeCount }: BoundingTree): number[] =>
  Array.from({ length: nodeCount - leafCount }, (_, k) => leafCount + k);

/** Half the sum of the surfaces of all inner boxes. */
function areaOf(tree: BoundingTree): number {
  return inner(tree).reduce((sum, node) => {
    const leaves = leavesOf(tree, node);
    const [x, y, z] = [0, 1, 2].map(
      (i) =>
        Math.max(...leaves.map((leaf) => tree.boxes[6 * leaf + 3 + i]!)) -
        Math.min(...leaves.map((leaf) => tree.boxes[6 * leaf + i]!)),
    ) as [number, number, number];
    return sum + x * y + y * z + z * x;
  }, 0);
}

/** Boxes with edges of up to 0.2 m that lie within lengths of their own along the axes. */
function fill({ boxes, leafCount }: BoundingTree, seed: number, extent: readonly number[]): void {
  const u = mulberry32(seed);
  for (let s = 0; s < leafCount; s++)
    for (let i = 0; i < 3; i++) {
      boxes[6 * s + i] = extent[i]! * (u() - 0.5);
      boxes[6 * s + 3 + i] = boxes[6 * s + i]! + 0.2 * u();
    }
}

/** Two leaves per body. */
const treeOf = (count: number): BoundingTree => new BoundingTree(Int32Array.from({ length: count }, (_, s) => s >> 1));

describe("a hierarchy of boxes", () => {
  it.each([
    [33, 1, [1, 5, 2]],
    [64, 2, [6, 1, 1]],
    [7, 3, [1, 2, 9]],
    [2, 4, [1, 1, 1]],
  ] as const)(
    "of %i leaves, seed %i, is divided in halves along the longest extent of the middles",
    (count, seed, extent) => {
      const tree = treeOf(count);
      fill(tree, seed, extent);
      tree.update();
      expect(leavesOf(tree, tree.root).sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, s) => s));
      for (const node of inner(tree)) {
        const k = 2 * (node - tree.leafCount);
        const [low, high] = [leavesOf(tree, tree.children[k]!), leavesOf(tree, tree.children[k + 1]!)];
        expect(high.length - low.length).toBe((low.length + high.length) % 2);
        const all = [...low, ...high];
        const extents = [0, 1, 2].map((i) => {
          const middles = all.map((leaf) => middle(tree, leaf, i));
          return Math.max(...middles) - Math.min(...middles);
        });
        const axis = extents.indexOf(Math.max(...extents));
        expect(Math.max(...low.map((leaf) => middle(tree, leaf, axis)))).toBeLessThanOrEqual(
          Math.min(...high.map((leaf) => middle(tree, leaf, axis))),
        );
        const bodies = new Set(all.map((leaf) => leaf >> 1));
        expect(tree.owner[node]).toBe(bodies.size === 1 ? all[0]! >> 1 : -1);
      }
    },
  );

  it.each([0, 1, 2])("keeps its form until its boxes have twice the area, along axis %i", (axis) => {
    const tree = treeOf(16);
    fill(tree, 5 + axis, [1, 1, 1]);
    tree.update();
    const form = [...tree.children];
    const area = areaOf(tree);
    const first = tree.boxes.slice(0, 96);
    // one half of the leaves of each node goes away from the other, and the boxes grow
    const stretch = (way: number): void => {
      tree.boxes.set(first);
      for (let s = 0; s < 16; s += 2) for (const k of [0, 3]) tree.boxes[6 * s + k + axis]! += way;
    };
    let [kept, renewed] = [0, 0];
    for (let way = 0.05; renewed < 3; way += 0.05) {
      tree.children.set(form);
      stretch(way);
      const isKept = areaOf(tree) <= 2 * area;
      const fresh = treeOf(16);
      fill(fresh, 5 + axis, [1, 1, 1]);
      fresh.update();
      fresh.boxes.set(tree.boxes.subarray(0, 96));
      fresh.update();
      expect([...fresh.children].join() === form.join()).toBe(isKept);
      if (isKept) kept++;
      else renewed++;
      // what was found does not depend on the form
      expect([...fresh.boxes.slice(6 * fresh.root)]).toEqual(
        [0, 1, 2, 3, 4, 5].map((i) =>
          (i < 3 ? Math.min : Math.max)(...Array.from({ length: 16 }, (_, s) => fresh.boxes[6 * s + i]!)),
        ),
      );
    }
    expect(kept).toBeGreaterThan(3);
  });

  it("keeps a form that was renewed, and begins with any form where all boxes are one point", () => {
    const tree = treeOf(6);
    tree.update();
    const points = [...tree.children];
    tree.update();
    expect([...tree.children]).toEqual(points);
    fill(tree, 3, [1, 1, 4]);
    tree.update();
    const form = [...tree.children];
    expect(form).not.toEqual(points);
    for (let k = 0; k < 36; k++) tree.boxes[k]! *= -1;
    for (let s = 0; s < 6; s++)
      for (let i = 6 * s; i < 6 * s + 3; i++) [tree.boxes[i], tree.boxes[i + 3]] = [tree.boxes[i + 3]!, tree.boxes[i]!];
    tree.update();
    expect([...tree.children]).toEqual(form);
  });

  it("of nothing, and of one leaf, has nothing to do", () => {
    for (const count of [0, 1]) {
      const tree = treeOf(count);
      expect(tree.nodeCount).toBe(count);
      expect(tree.children.length).toBe(0);
      tree.update();
      const found = new PairList();
      overlappingPairs(found, tree);
      expect(found.count).toBe(0);
    }
  });
});

describe("overlapping boxes", () => {
  it("may be many more than there was room for, and touching ones are among them", () => {
    // 60 boxes of bodies of their own in one place: 1 770 pairs
    const tree = new BoundingTree(Int32Array.from({ length: 60 }, (_, s) => s));
    for (let s = 0; s < 60; s++) tree.boxes.set([s % 2, 0, 0, (s % 2) + 1, 1, 1], 6 * s);
    tree.update();
    const found = new PairList();
    overlappingPairs(found, tree);
    expect(found.count).toBe(1770);
    const pairs = new Set(Array.from({ length: 1770 }, (_, k) => found.list.slice(2 * k, 2 * k + 2).join()));
    expect(pairs.size).toBe(1770);
    expect([found.list.length, found.stack.length]).toEqual([4096, 512]);
    // and again with the room that is there by now
    const { list, stack } = found;
    overlappingPairs(found, tree);
    expect([found.count, found.list === list, found.stack === stack]).toEqual([1770, true, true]);
  });

  it.each([0, 1, 2])("are apart along axis %i beyond the very edge, from either side", (axis) => {
    for (const [from, to] of [
      [0, 1],
      [1, 0],
    ] as const)
      for (const [gap, count] of [
        [0, 1],
        [1e-12, 0],
      ] as const) {
        const tree = new BoundingTree(Int32Array.of(0, 1));
        tree.boxes.set([0, 0, 0, 1, 1, 1], 6 * from);
        tree.boxes.set([0, 0, 0, 1, 1, 1], 6 * to);
        tree.boxes[6 * to + axis] = 1 + gap;
        tree.boxes[6 * to + 3 + axis] = 2;
        tree.update();
        const found = new PairList();
        overlappingPairs(found, tree);
        expect([from, gap, found.count]).toEqual([from, gap, count]);
        expect(boxDistance(tree.boxes, 0, 6)).toBe(gap === 0 ? 0 : 1 + gap - 1);
      }
  });
});

it("the search for the nearest pairs computes the distances of those whose boxes and balls are as near, and of no other", () => {
  const forms = [
    convexBody(Sphere({ diameter: 0.3 })),
    convexBody(Box({ lengthX: 0.5, lengthY: 0.2, lengthZ: 0.1 })),
    convexBody(Capsule({ axis: 2, diameter: 0.1, length: 0.4 })),
  ];
  for (const seed of [1, 2, 3, 4]) {
    const u = mulberry32(seed);
    const count = 30;
    const motion = createBodyMotion(count);
    const shapes = Array.from(
      { length: count },
      (_, i): CollisionShape => ({
        path: `shape${i}`,
        core: forms[i % 3]!,
        body: i,
        material: "Steel",
        contactRadius: 0.1,
        isFlat: false,
      }),
    );
    const poses = new ShapePoses(shapes);
    const rules = new PairRules(shapes, [], () => false);
    const tree = new BoundingTree(poses.body);
    const distances = new PairDistances(poses.cores);
    const angles = new Float64Array(3);
    for (let b = 1; b < count; b++) {
      for (let i = 0; i < 3; i++) {
        motion.position[3 * b + i] = [5, 3, 4][i]! * (u() - 0.5);
        angles[i] = 6 * u();
      }
      rotationFromCardan(motion.rotation, 9 * b, angles, 0);
    }
    poses.locateAll(motion);
    poses.boundAll(tree.boxes, 1e-3);
    tree.update();
    const bounds = [...rules.all()].map(([a, b]) => {
      const d = [0, 1, 2].map((i) => poses.centre[3 * a + i]! - poses.centre[3 * b + i]!);
      const balls = Math.hypot(...d) - poses.reach[a]! - poses.reach[b]!;
      const bound = Math.max(boxDistance(tree.boxes, 6 * a, 6 * b), balls);
      return bound > 0 ? bound : Number.NEGATIVE_INFINITY;
    });
    const nearest = new NearestPairs(tree, poses, distances, rules);
    nearest.begin(new Map());
    for (let k = 0; k < 40; k++) {
      expect(nearest.next()).toBe(true);
      // of two balls the bound is the distance
      expect(distances.evaluations).toBe(bounds.filter((bound) => bound < nearest.distance + 1e-12).length);
    }
  }
});
