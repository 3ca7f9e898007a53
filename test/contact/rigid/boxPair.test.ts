// Boxes in contact: distances agree with the narrow phase wherever two points show them, and points with those of hulls of the same corners.
import { describe, expect, it } from "vitest";
import { NarrowPhase } from "../../../src/collision/narrowPhase.ts";
import type { CollisionShape } from "../../../src/contact/collisionShape.ts";
import { BoxPair } from "../../../src/contact/rigid/boxPair.ts";
import { Manifold } from "../../../src/contact/rigid/manifold.ts";
import { ShapePoses } from "../../../src/contact/shapePoses.ts";
import type { Core } from "../../../src/geometry/core.ts";
import { boxCore } from "../../../src/geometry/makeCore.ts";
import { hullCore } from "../../../src/geometry/makeHull.ts";
import { rotationFromCardan } from "../../../src/math/rotation.ts";
import { createBodyMotion } from "../../../src/mechanics/bodyMotion.ts";
import { mulberry32 } from "../../reference/narrowphase/poses.ts";

const sizes = [
  [0.5, 0.3, 0.2],
  [0.1, 0.4, 0.3],
] as const;
const boxes = sizes.map(([x, y, z]) => boxCore(x, y, z, 0));
const hulls = sizes.map(([x, y, z]) =>
  hullCore(
    Float64Array.from([-1, 1].flatMap((i) => [-1, 1].flatMap((j) => [-1, 1].flatMap((k) => [i * x, j * y, k * z])))),
    0,
  ),
);

const placed = (cores: readonly Core[]): ShapePoses =>
  new ShapePoses(
    cores.map(
      (core, i): CollisionShape => ({
        path: `${i}`,
        core,
        body: i + 1,
        material: "Steel",
        contactRadius: 1,
        isFlat: false,
      }),
    ),
  );

/** Two bodies somewhere, the second turned against the first by so much at most, and quarter turns besides. */
function place(u: () => number, turn: number, ...all: ShapePoses[]): void {
  const motion = createBodyMotion(3);
  const angles = new Float64Array(3);
  for (let i = 3; i < 9; i++) motion.position[i] = 1.1 * (u() - 0.5);
  for (const body of [1, 2]) {
    for (let i = 0; i < 3; i++) angles[i] = turn * (u() - 0.5) + 0.5 * Math.PI * Math.floor(4 * u());
    rotationFromCardan(motion.rotation, 9 * body, angles, 0);
  }
  for (const poses of all) poses.locateAll(motion);
}

describe.each([6, 0.3, 1e-2, 1e-4, 0])("two boxes turned by up to %d rad", (turn) => {
  it("are as far apart as the narrow phase says, where points show it or they overlap, and never farther", () => {
    const u = mulberry32(17);
    const poses = placed(boxes);
    const pair = new BoxPair();
    const exact = new NarrowPhase(boxes[0]!, boxes[1]!);
    const { rotation: R, position: r } = poses;
    let shown = 0;
    for (let k = 0; k < 400; k++) {
      place(u, turn, poses);
      exact.evaluate(R, 0, r, 0, R, 9, r, 3);
      expect(pair.evaluate(poses, 0, 1, 10)).toBe(true);
      expect(pair.distance).toBeLessThan(exact.distance + 1e-9);
      if (exact.distance < 0) expect(Math.abs(pair.distance - exact.distance)).toBeLessThan(1e-8);
      if (!pair.isShown) continue;
      shown++;
      expect(Math.abs(pair.distance - exact.distance)).toBeLessThan(1e-8);
      for (let i = 0; i < 3; i++) {
        const gap = pair.pointB[i]! - pair.pointA[i]! - pair.distance * pair.normal[i]!;
        expect(Math.abs(gap)).toBeLessThan(1e-9);
      }
      // both points belong to their boxes
      for (const [s, point] of [
        [0, pair.pointA],
        [1, pair.pointB],
      ] as const)
        for (let i = 0; i < 3; i++) {
          let along = 0;
          for (let c = 0; c < 3; c++) along += R[9 * s + 3 * c + i]! * (point[c]! - r[3 * s + c]!);
          expect(Math.abs(along)).toBeLessThan(sizes[s]![i]! + 1e-8);
        }
    }
    expect(shown).toBeGreaterThan(20);
  });

  it("are let go where they are farther apart than what matters", () => {
    const u = mulberry32(3);
    const poses = placed(boxes);
    const pair = new BoxPair();
    const exact = new NarrowPhase(boxes[0]!, boxes[1]!);
    const { rotation: R, position: r } = poses;
    for (let k = 0; k < 200; k++) {
      place(u, turn, poses);
      exact.evaluate(R, 0, r, 0, R, 9, r, 3);
      if (!pair.evaluate(poses, 0, 1, 0.05)) expect(exact.distance).toBeGreaterThan(0.05 - 1e-9);
      expect(pair.evaluate(poses, 0, 1, exact.distance + 1e-8)).toBe(true);
    }
  });
});

/** How far a point is outside of box s. */
function outside({ rotation: R, position: r }: ShapePoses, s: number, point: readonly number[]): number {
  let most = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    let along = 0;
    for (let c = 0; c < 3; c++) along += R[9 * s + 3 * c + i]! * (point[c]! - r[3 * s + c]!);
    most = Math.max(most, Math.abs(along) - sizes[s]![i]!);
  }
  return most;
}

function isNormalOfFace(n: Float64Array, R: Float64Array): boolean {
  return [0, 1, 2, 9, 10, 11].some(
    (column) => Math.abs(n[0]! * R[column]! + n[1]! * R[column + 3]! + n[2]! * R[column + 6]!) > 1 - 1e-12,
  );
}

const pointsOf = ({ count, point, gap }: Manifold): number[][] =>
  Array.from({ length: count }, (_, k) => [...point.slice(3 * k, 3 * k + 3), gap[k]!]);

it.each([0, 1e-3, 0.02, 0.2, 6])("points of boxes turned by up to %d rad are on both surfaces", (turn) => {
  const u = mulberry32(31);
  const poses = placed(boxes);
  const manifold = new Manifold();
  const exact = new NarrowPhase(boxes[0]!, boxes[1]!);
  const { rotation: R, position: r } = poses;
  let found = 0;
  for (let k = 0; k < 200; k++) {
    place(u, turn, poses);
    exact.evaluate(R, 0, r, 0, R, 9, r, 3);
    // edges that are nearly parallel touch along a line in the middle of both
    if (!isNormalOfFace(exact.normal, R)) continue;
    const least = manifold.find(poses, 0, 1, exact.normal);
    const gaps = pointsOf(manifold).map(([x, y, z, gap]) => {
      found++;
      for (const s of [0, 1]) {
        const half = (s - 0.5) * gap!;
        const onSurface = [x!, y!, z!].map((value, i) => value + half * exact.normal[i]!);
        expect(Math.abs(outside(poses, s, onSurface))).toBeLessThan(1e-9);
      }
      return gap!;
    });
    expect(least).toBe(Math.min(Number.POSITIVE_INFINITY, ...gaps));
  }
  expect(found).toBeGreaterThan(turn === 6 ? 10 : 100);
});

it("boxes that lie flat touch in the points in which hulls of the same corners do", () => {
  const u = mulberry32(29);
  const [asBoxes, asHulls] = [placed(boxes), placed(hulls)];
  const [one, other] = [new Manifold(), new Manifold()];
  const exact = new NarrowPhase(boxes[0]!, boxes[1]!);
  const { rotation: R, position: r } = asBoxes;
  for (const turn of [0, 1e-3, 0.02])
    for (let k = 0; k < 100; k++) {
      place(u, turn, asBoxes, asHulls);
      exact.evaluate(R, 0, r, 0, R, 9, r, 3);
      one.find(asBoxes, 0, 1, exact.normal);
      other.find(asHulls, 0, 1, exact.normal);
      const found = pointsOf(one);
      for (const point of pointsOf(other)) {
        const nearest = Math.min(...found.map((p) => Math.hypot(...p.map((x, i) => x - point[i]!))));
        // points nearer to each other than a thousandth of the smaller box, of 0.51 m, are one
        expect(nearest).toBeLessThan(6e-4);
      }
    }
});

describe("a box whose corner stands over a face of another", () => {
  it("shows its distance at any height, from either side, and not beyond the rim", () => {
    const poses = placed(boxes);
    const swapped = placed([boxes[1]!, boxes[0]!]);
    const pair = new BoxPair();
    // the second box on its tip over the face at z = 0.2 of the first: its lowest corner is found by hand
    const angles = Float64Array.of(0.6, -0.5, 0.3);
    const turned = new Float64Array(9);
    rotationFromCardan(turned, 0, angles, 0);
    for (const gap of [1, 0.1, 1e-3, 0, -1e-3])
      for (const along of [0, 0.45, -0.45, 0.55, -0.55]) {
        const motion = createBodyMotion(3);
        motion.rotation.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 9);
        motion.rotation.set(turned, 18);
        poses.locateAll(motion);
        // corners in the world, relative to the centre
        const R = poses.rotation;
        const corners = [-1, 1].flatMap((i) =>
          [-1, 1].flatMap((j) =>
            [-1, 1].map((k) =>
              [0, 1, 2].map((c) =>
                [i * sizes[1][0], j * sizes[1][1], k * sizes[1][2]].reduce(
                  (sum, half, d) => sum + half * R[9 + 3 * c + d]!,
                  0,
                ),
              ),
            ),
          ),
        );
        const lowest = corners.reduce((least, corner) => (corner[2]! < least[2]! ? corner : least));
        motion.position.set([along - lowest[0]!, -lowest[1]!, 0.2 + gap - lowest[2]!], 6);
        const isOver = Math.abs(along) < 0.5;
        // low beside the rim it is edges that cross
        if (!isOver && gap < 0.1) continue;
        poses.locateAll(motion);
        expect(pair.evaluate(poses, 0, 1, 10)).toBe(true);
        expect([gap, along, pair.isShown]).toEqual([gap, along, isOver]);
        if (!isOver) continue;
        expect(pair.distance).toBeCloseTo(gap, 12);
        [along, 0, 0.2 + gap].forEach((x, c) => expect(pair.pointB[c]).toBeCloseTo(x, 12));
        [along, 0, 0.2].forEach((x, c) => expect(pair.pointA[c]).toBeCloseTo(x, 12));
        [0, 0, 1].forEach((x, c) => expect(pair.normal[c]).toBeCloseTo(x, 12));
        // the other way round: the same with the opposite normal
        const other = createBodyMotion(3);
        other.position.set(motion.position.subarray(6, 9), 3);
        other.rotation.set(turned, 9);
        other.rotation.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 18);
        swapped.locateAll(other);
        expect(pair.evaluate(swapped, 0, 1, 10)).toBe(true);
        expect(pair.isShown).toBe(true);
        expect(pair.distance).toBeCloseTo(gap, 12);
        [along, 0, 0.2 + gap].forEach((x, c) => expect(pair.pointA[c]).toBeCloseTo(x, 12));
        [0, 0, -1].forEach((x, c) => expect(pair.normal[c]).toBeCloseTo(x, 12));
      }
  });
});

describe("edges that cross", () => {
  /** Two bars along x and y, each on one of its edges: the upper edge of one, the lower edge of the other, `gap` apart. */
  const crossed = (gap: number, alongX = 0, alongY = 0): ShapePoses => {
    const poses = placed([boxCore(1, 0.1, 0.1, 0), boxCore(0.1, 0.8, 0.1, 0)]);
    const motion = createBodyMotion(3);
    rotationFromCardan(motion.rotation, 9, Float64Array.of(Math.PI / 4, 0, 0), 0);
    rotationFromCardan(motion.rotation, 18, Float64Array.of(0, Math.PI / 4, 0), 0);
    motion.position.set([alongX, alongY, 2 * Math.SQRT2 * 0.1 + gap], 6);
    poses.locateAll(motion);
    return poses;
  };

  it("are as far apart as they are, beyond what faces say, and let go where that is too far", () => {
    const pair = new BoxPair();
    for (const gap of [0.2, 0.01, 0, -0.01]) {
      const poses = crossed(gap, 0.9, -0.7);
      expect(pair.evaluate(poses, 0, 1, gap + 1e-12)).toBe(true);
      expect(pair.distance).toBeCloseTo(gap, 12);
      expect(pair.isShown).toBe(true);
      [0, 0, 1].forEach((x, c) => expect(pair.normal[c]).toBeCloseTo(x, 12));
      [0.9, 0, Math.SQRT2 * 0.1].forEach((x, c) => expect(pair.pointA[c]).toBeCloseTo(x, 12));
      [0.9, 0, Math.SQRT2 * 0.1 + gap].forEach((x, c) => expect(pair.pointB[c]).toBeCloseTo(x, 12));
      // the faces, which are inclined by 45°, are nearer than that
      expect(pair.evaluate(poses, 0, 1, gap - 1e-12)).toBe(false);
      expect(pair.evaluate(poses, 1, 0, gap - 1e-12)).toBe(false);
      expect(pair.evaluate(poses, 1, 0, gap + 1e-12)).toBe(true);
      [0, 0, -1].forEach((x, c) => expect(pair.normal[c]).toBeCloseTo(x, 12));
    }
  });

  it("show nothing where they would cross beyond the end of one of them", () => {
    const pair = new BoxPair();
    for (const [x, y, isShown] of [
      [0.99, 0.79, true],
      [-0.99, 0.79, true],
      [0.99, -0.79, true],
      [-0.99, -0.79, true],
      [1.01, 0, false],
      [-1.01, 0, false],
      [0, 0.81, false],
      [0, -0.81, false],
    ] as const) {
      expect(pair.evaluate(crossed(0.5, x, y), 0, 1, 1)).toBe(true);
      expect([x, y, pair.isShown]).toEqual([x, y, isShown]);
    }
  });
});

it("points show a distance exactly where it is the largest gap, of boxes that are turned in any way", () => {
  const u = mulberry32(41);
  const poses = placed(boxes);
  const pair = new BoxPair();
  const exact = new NarrowPhase(boxes[0]!, boxes[1]!);
  const { rotation: R, position: r } = poses;
  const counts = { shown: 0, hidden: 0 };
  for (let k = 0; k < 600; k++) {
    place(u, 6, poses);
    exact.evaluate(R, 0, r, 0, R, 9, r, 3);
    if (exact.distance < 1e-6) continue;
    pair.evaluate(poses, 0, 1, 10);
    counts[pair.isShown ? "shown" : "hidden"]++;
    expect(pair.isShown).toBe(Math.abs(pair.distance - exact.distance) < 1e-9);
  }
  expect(Math.min(counts.shown, counts.hidden)).toBeGreaterThan(50);
});

describe("of directions that are equally good", () => {
  const normalOf = (cores: readonly Core[], at: readonly number[], turn: readonly number[] = [0, 0, 0]): number[] => {
    const poses = placed(cores);
    const motion = createBodyMotion(3);
    motion.rotation.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 9);
    rotationFromCardan(motion.rotation, 18, Float64Array.from(turn), 0);
    motion.position.set(at, 6);
    poses.locateAll(motion);
    const pair = new BoxPair();
    expect(pair.evaluate(poses, 0, 1, 10)).toBe(true);
    return [...pair.normal, pair.distance];
  };
  const cube = boxCore(0.5, 0.5, 0.5, 0);

  it("the first is taken: faces of A before those of B, and faces before crossings of edges", () => {
    expect(normalOf([cube, cube], [0.75, 0.75, 0.75])).toEqual([1, 0, 0, -0.25]);
    expect(normalOf([cube, cube], [0, 0.75, 0.75])).toEqual([0, 1, 0, -0.25]);
    expect(normalOf([cube, cube], [0.75, 0, -0.75])).toEqual([1, 0, 0, -0.25]);
    // centres in one place: towards the positive side
    expect(normalOf([cube, cube], [0, 0, 0])).toEqual([1, 0, 0, -1]);
    // turned by 45° about z, with the middles of two edges in one place: faces of A, of B, and both edges across are the same height
    const [x, y, z] = normalOf([cube, cube], [0, 0, 1], [0, 0, Math.PI / 4]);
    expect([x, y, z]).toEqual([0, 0, 1]);
  });

  it("a crossing is taken where it is better than all faces by more than rounding, in parts of the larger box", () => {
    // bars that cross at 45°: the crossing of their edges is deeper or less deep than their faces by a share of the turn
    const bars = [boxCore(0.5, 0.1, 0.1, 0), boxCore(0.1, 0.5, 0.1, 0)];
    for (const [turn, isCrossing] of [
      [1e-4, true],
      [1e-12, false],
    ] as const) {
      const poses = placed(bars);
      const motion = createBodyMotion(3);
      rotationFromCardan(motion.rotation, 9, Float64Array.of(turn, 0, 0), 0);
      rotationFromCardan(motion.rotation, 18, Float64Array.of(0, turn, 0), 0);
      motion.position.set([0, 0, 0.3], 6);
      poses.locateAll(motion);
      const pair = new BoxPair();
      expect(pair.evaluate(poses, 0, 1, 10)).toBe(true);
      expect(isNormalOfFace(pair.normal, poses.rotation)).toBe(!isCrossing);
      expect(pair.distance).toBeCloseTo(0.3 - 0.2 * (Math.cos(turn) + Math.sin(turn)), 11);
    }
  });
});

describe("boxes that stand straight, among others and of any size", () => {
  /** Cubes of so large an edge, at shapes 2 and 5 of six; `at` in edges. */
  const stacked = (edge: number, at: readonly number[]): { pair: BoxPair; poses: ShapePoses } => {
    const cube = boxCore(edge / 2, edge / 2, edge / 2, 0);
    const poses = new ShapePoses(
      Array.from(
        { length: 6 },
        (_, i): CollisionShape => ({
          path: `${i}`,
          core: cube,
          body: i + 1,
          material: "Steel",
          contactRadius: 1,
          isFlat: false,
        }),
      ),
    );
    const motion = createBodyMotion(7);
    for (let b = 1; b < 7; b++) motion.rotation.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 9 * b);
    motion.position.set([1, 2, 3], 9);
    motion.position.set(
      at.map((x, i) => x * edge + i + 1),
      18,
    );
    poses.locateAll(motion);
    return { pair: new BoxPair(), poses };
  };

  it("are let go where a face of either is farther than what matters", () => {
    const poses = placed([boxCore(0.5, 0.5, 0.5, 0), boxCore(0.5, 0.5, 0.5, 0)]);
    const motion = createBodyMotion(3);
    motion.rotation.set([1, 0, 0, 0, 1, 0, 0, 0, 1], 9);
    rotationFromCardan(motion.rotation, 18, Float64Array.of(0, 0, Math.PI / 4), 0);
    // an edge of the first over a face of the second, 0.793 m apart; faces of the first are 0.207 m apart from it
    motion.position.set([Math.SQRT2, Math.SQRT2, 0], 6);
    poses.locateAll(motion);
    const pair = new BoxPair();
    for (const [a, b] of [
      [0, 1],
      [1, 0],
    ] as const) {
      expect(pair.evaluate(poses, a, b, 0.5)).toBe(false);
      expect(pair.evaluate(poses, a, b, 0.7)).toBe(false);
      expect(pair.evaluate(poses, a, b, 0.8)).toBe(true);
      expect(pair.distance).toBeCloseTo(2 - 0.5 - Math.SQRT1_2, 12);
    }
  });

  it("are let go beyond what matters, and not at that very distance", () => {
    for (const at of [
      [1.5, 0, 0],
      [0, -1.5, 0],
      [0, 0.25, 1.5],
    ]) {
      const { pair, poses } = stacked(1, at);
      expect(pair.evaluate(poses, 2, 5, 0.5)).toBe(true);
      expect(pair.distance).toBeCloseTo(0.5, 15);
      expect(pair.evaluate(poses, 2, 5, 0.4999)).toBe(false);
      expect(pair.evaluate(poses, 5, 2, 0.4999)).toBe(false);
      expect(pair.evaluate(poses, 5, 2, 0.5)).toBe(true);
    }
  });

  it("show their distance with the middle of a level face on the very rim of the other, and not beyond it by more than rounding", () => {
    for (const edge of [1e-3, 1, 1e3])
      for (const [one, other] of [
        [2, 5],
        [5, 2],
      ] as const)
        for (const [aside, isShown] of [
          [0, true],
          [0.5, true],
          [0.5 + 5e-10, true],
          [0.5 + 1e-6, false],
        ] as const)
          for (const sign of [-1, 1]) {
            const { pair, poses } = stacked(edge, [sign * aside, 0.5 * aside, 1.25]);
            expect(pair.evaluate(poses, one, other, edge)).toBe(true);
            expect(pair.distance / edge).toBeCloseTo(0.25, 9);
            expect([edge, aside, pair.isShown]).toEqual([edge, aside, isShown]);
            const low = one === 2 ? pair.pointA : pair.pointB;
            expect(low[2]).toBeCloseTo(3 + 0.5 * edge, 9);
          }
  });

  it("cross at the very ends of their edges, and not beyond by more than rounding", () => {
    for (const size of [1e-3, 1, 1e3])
      for (const [alongX, alongY, isShown] of [
        [1, 0.8, true],
        [-1, -0.8, true],
        [1 + 5e-10, 0, true],
        [0, 0.8 + 5e-10, true],
        [1 + 1e-5, 0, false],
        [0, 0.8 + 1e-5, false],
      ] as const) {
        const poses = new ShapePoses(
          [0, 1, 2, 3].map(
            (i): CollisionShape => ({
              path: `${i}`,
              core: i === 1 ? boxCore(size, 0.1 * size, 0.1 * size, 0) : boxCore(0.1 * size, 0.8 * size, 0.1 * size, 0),
              body: i,
              material: "Steel",
              contactRadius: 1,
              isFlat: false,
            }),
          ),
        );
        const motion = createBodyMotion(4);
        rotationFromCardan(motion.rotation, 9, Float64Array.of(Math.PI / 4, 0, 0), 0);
        rotationFromCardan(motion.rotation, 27, Float64Array.of(0, Math.PI / 4, 0), 0);
        motion.position.set([alongX * size, alongY * size, size], 9);
        poses.locateAll(motion);
        const pair = new BoxPair();
        expect(pair.evaluate(poses, 1, 3, 2 * size)).toBe(true);
        expect([size, alongX, alongY, pair.isShown]).toEqual([size, alongX, alongY, isShown]);
        expect(pair.normal[2]).toBeCloseTo(1, 12);
      }
  });
});
