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
  it.each([1, 2, 33, 64])("finds all leaves whose boxes overlap that of one of %i, itself among them", (count) => {
    const tree = treeOf(count);
    let others = 0;
    for (const seed of [1, 2, 3]) {
      fill(tree, seed, [0.4, 1, 0.6]);
      tree.update();
      const overlap = (a: number, b: number): boolean =>
        [0, 1, 2].every(
          (i) =>
            tree.boxes[6 * a + i]! <= tree.boxes[6 * b + 3 + i]! &&
            tree.boxes[6 * b + i]! <= tree.boxes[6 * a + 3 + i]!,
        );
      const leaves = Array.from({ length: count }, (_, s) => s);
      for (const leaf of leaves) {
        const found = [-1, -1];
        tree.findLeavesNear(leaf, found);
        expect(found.sort((a, b) => a - b)).toEqual(leaves.filter((s) => overlap(leaf, s)));
        others += found.length - 1;
      }
    }
    expect(others > 0 && others < 3 * count * (count - 1)).toBe(count > 2);
  });

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

  it("is divided along the first of axes that are equally long", () => {
    const tree = treeOf(8);
    for (let s = 0; s < 8; s++) {
      const at = [s & 1, (s >> 1) & 1, (s >> 2) & 1];
      tree.boxes.set([...at, ...at.map((x) => x + 0.5)], 6 * s);
    }
    tree.update();
    const [low, high] = [0, 1].map((k) => leavesOf(tree, tree.children[2 * (tree.root - 8) + k]!));
    expect(low!.every((s) => (s & 1) === 0)).toBe(true);
    expect(high!.every((s) => (s & 1) === 1)).toBe(true);
  });

  it("keeps its form at the very double of the area", () => {
    // points in x, of height 1 in y: half areas are lengths, 3 + 2 first
    const place = (tree: BoundingTree, xs: readonly number[]): void => {
      xs.forEach((x, s) => {
        tree.boxes.set([x, 0, 0, x, 1, 0], 6 * s);
      });
      tree.update();
    };
    for (const [last, isKept] of [
      [5, true],
      [5.01, false],
    ] as const) {
      const tree = treeOf(3);
      place(tree, [0, 1, 3]);
      expect(leavesOf(tree, tree.root)).toEqual([0, 1, 2]);
      place(tree, [1, 0, last]);
      expect(leavesOf(tree, tree.root)[0]).toBe(isKept ? 0 : 1);
    }
  });

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
    // lists that begin small grow as they must, and keep what they have
    const small = new PairList();
    small.list = new Int32Array(2);
    small.stack = new Int32Array(2);
    overlappingPairs(small, tree);
    expect(small.list.subarray(0, 3540)).toEqual(found.list.subarray(0, 3540));
    expect([small.count, small.list.length]).toEqual([1770, 4096]);
    expect(small.stack.length).toBeLessThan(512);
    // and again with the room that is there by now
    const { list, stack } = found;
    overlappingPairs(found, tree);
    expect([found.count, found.list === list, found.stack === stack]).toEqual([1770, true, true]);
  });

  it.each([0, 1, 2])("are apart along axis %i beyond the very edge, from either side", (axis) => {
    // longer along another axis, along which the hierarchy puts one before the other
    const other = (axis + 1) % 3;
    for (const ahead of [-0.6, 0.6])
      for (const side of [-1, 1])
        for (const [gap, count] of [
          [0, 1],
          [1e-12, 0],
        ] as const) {
          const tree = new BoundingTree(Int32Array.of(0, 1));
          const [low, high] = [
            [0, 0, 0],
            [0.25, 0.25, 0.25],
          ];
          tree.boxes.set([...low!, ...high!], 0);
          tree.boxes.set([...low!, ...high!], 6);
          tree.boxes[other] = -2;
          tree.boxes[3 + other] = 2;
          tree.boxes[6 + other] = ahead - 2;
          tree.boxes[9 + other] = ahead + 2;
          tree.boxes[6 + axis] = side > 0 ? 0.25 + gap : -0.25;
          tree.boxes[9 + axis] = side > 0 ? 0.5 : -gap;
          tree.update();
          expect(leavesOf(tree, tree.root)).toEqual(ahead > 0 ? [0, 1] : [1, 0]);
          const found = new PairList();
          overlappingPairs(found, tree);
          expect([ahead, side, gap, found.count]).toEqual([ahead, side, gap, count]);
          expect(boxDistance(tree.boxes, 0, 6)).toBeCloseTo(gap, 15);
        }
  });
});

describe("the search for the nearest pairs", () => {
  const forms = [
    convexBody(Sphere({ diameter: 0.3 })),
    convexBody(Box({ lengthX: 0.5, lengthY: 0.2, lengthZ: 0.1 })),
    convexBody(Capsule({ axis: 2, diameter: 0.1, length: 0.4 })),
  ];

  /** Shapes of bodies with two each, the first of which is the world; the search counts nodes that it opens and pairs it asks rules for. */
  function crowd(seed: number, count: number) {
    const u = mulberry32(seed);
    const motion = createBodyMotion(count);
    const shapes = Array.from(
      { length: count },
      (_, i): CollisionShape => ({
        path: `shape${i}`,
        core: forms[i % 3]!,
        body: i >> 1,
        position: [0.5 * u(), 0.5 * u(), 0.5 * u()],
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
    const counts = { opened: 0, asked: 0 };
    const countedTree = new Proxy(tree, {
      get: (_, name) => {
        if (name === "children") counts.opened++;
        return tree[name as keyof BoundingTree];
      },
    });
    const countedRules = new Proxy(rules, {
      get: (_, name) => {
        if (name === "admits") counts.asked++;
        const value = rules[name as keyof PairRules] as unknown;
        return typeof value === "function" ? (value.bind(rules) as unknown) : value;
      },
    });
    const nearest = new NearestPairs(countedTree, poses, distances, countedRules);
    return { poses, rules, tree, distances, nearest, counts };
  }

  /** Less than nothing where boxes overlap: a distance may be negative. */
  const orNothing = (bound: number): number => (bound > 0 ? bound : Number.NEGATIVE_INFINITY);

  it("computes the distances of those whose boxes and balls are as near, and of no other", () => {
    for (const seed of [1, 2, 3, 4]) {
      const { poses, rules, tree, distances, nearest } = crowd(seed, 30);
      const bounds = [...rules.all()].map(([a, b]) => {
        const d = [0, 1, 2].map((i) => poses.centre[3 * a + i]! - poses.centre[3 * b + i]!);
        const balls = Math.hypot(...d) - poses.reach[a]! - poses.reach[b]!;
        return orNothing(Math.max(boxDistance(tree.boxes, 6 * a, 6 * b), balls));
      });
      nearest.begin(new Map());
      for (let k = 0; k < 40; k++) {
        expect(nearest.next()).toBe(true);
        // of two balls the bound is the distance
        expect(distances.evaluations).toBe(bounds.filter((bound) => bound < nearest.distance + 1e-12).length);
      }
    }
  });

  it("opens the larger of two nodes, nearest first, and no more of them than it must", () => {
    for (const seed of [5, 6, 7]) {
      const { poses, tree, nearest, counts } = crowd(seed, 41);
      const { leafCount, children, owner, boxes } = tree;
      const size = (a: number): number =>
        [0, 1, 2].reduce((sum, i) => sum + boxes[6 * a + 3 + i]! - boxes[6 * a + i]!, 0);
      // nodes with bounds, by the text of the method
      let waiting = [{ a: tree.root, b: tree.root, bound: Number.NEGATIVE_INFINITY }];
      const expected = { opened: 0, asked: 0 };
      const offer = (a: number, b: number): void => {
        if (owner[a]! >= 0 && owner[a] === owner[b]) return;
        const d = [0, 1, 2].map((i) => poses.centre[3 * a + i]! - poses.centre[3 * b + i]!);
        const balls = Math.max(a, b) < leafCount ? Math.hypot(...d) - poses.reach[a]! - poses.reach[b]! : 0;
        waiting.push({ a, b, bound: orNothing(Math.max(boxDistance(boxes, 6 * a, 6 * b), balls)) });
      };
      const openTo = (distance: number): void => {
        while (waiting.length > 0) {
          const next = waiting.reduce((least, one) => (one.bound < least.bound ? one : least));
          if (next.bound > distance + 1e-12) return;
          waiting = waiting.filter((one) => one !== next);
          const { a, b } = next;
          if (a < leafCount && b < leafCount) expected.asked++;
          else if (a === b) {
            expected.opened++;
            if (owner[a]! >= 0) continue;
            const [first, second] = [children[2 * (a - leafCount)]!, children[2 * (a - leafCount) + 1]!];
            offer(first, second);
            for (const child of [first, second])
              if (child >= leafCount) waiting.push({ a: child, b: child, bound: Number.NEGATIVE_INFINITY });
          } else {
            // children are read one by one
            expected.opened += 2;
            const isFirst = b < leafCount || (a >= leafCount && size(a) >= size(b));
            const [open, other] = isFirst ? [a, b] : [b, a];
            offer(children[2 * (open - leafCount)]!, other);
            offer(children[2 * (open - leafCount) + 1]!, other);
          }
        }
      };
      nearest.begin(new Map());
      for (let k = 0; k < 30; k++) {
        expect(nearest.next()).toBe(true);
        openTo(nearest.distance);
        expect(counts).toEqual(expected);
      }
    }
  });

  it("finds nothing among fewer than two shapes, and nothing that is taken", () => {
    for (const count of [0, 1]) {
      const { nearest } = crowd(1, count);
      nearest.begin(new Map());
      expect(nearest.next()).toBe(false);
    }
    const { nearest, rules } = crowd(2, 6);
    nearest.begin(new Map(rules.all().map(([a, b]) => [rules.key(a, b), 0])));
    expect(nearest.next()).toBe(false);
  });
});
