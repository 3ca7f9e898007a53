/**
 * Overlaps of polytopes of many faces in any pose, deep enough that several faces are the nearest somewhere: integrals over the surface
 * against those over the volume, which is cut into tetrahedra, and against each other.
 */
import { describe, expect, it } from "vitest";
import { Overlap } from "../../../src/contact/patch/overlap.ts";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import type { Polytope } from "../../../src/contact/patch/polytope.ts";
import { convexBody } from "../../../src/geometry/convexBody.ts";
import { Box } from "../../../src/geometry/shapes/box.ts";
import { Mesh } from "../../../src/geometry/shapes/mesh.ts";
import { createRandom } from "../../../src/math/random.ts";
import { turnedBy } from "./poses.ts";

const facets = (shape: Parameters<typeof convexBody>[0]): Polytope => patchBody(convexBody(shape))!.polytope;

/** The hull of random points on an ellipsoid. */
function stone(seed: number, corners: number): Polytope {
  const random = createRandom(seed);
  const vertices = Array.from({ length: corners }, () => {
    const p = [0, 1, 2].map(() => random.uniform() + random.uniform() + random.uniform() - 1.5);
    const length = Math.hypot(...p);
    return p.map((x, i) => (x / length) * [0.6, 0.5, 0.4][i]!);
  });
  return facets(Mesh({ vertices: vertices.flat(), triangles: [0, 1, 2] }));
}

const hull = (vertices: readonly (readonly number[])[]): Polytope =>
  facets(Mesh({ vertices: vertices.flat(), triangles: [0, 1, 2] }));
const cube = facets(Box({ lengthX: 1, lengthY: 0.9, lengthZ: 0.8 }));
/** A cube without one of its corners, and a prism that leans: three faces at every corner. */
const cut = hull(
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => {
    const corner = [k & 1 ? 0.5 : -0.5, k & 2 ? 0.45 : -0.45, k & 4 ? 0.4 : -0.4];
    return k < 7 ? [corner] : [0.5, 0.4, 0.4].map((cut, i) => corner.map((x, j) => (i === j ? x - cut : x)));
  }),
);
const prism = hull(
  [0, 1].flatMap((k) => [
    [-0.5 + 0.2 * k, -0.4, -0.5 + k],
    [0.6 + 0.2 * k, -0.3, -0.4 + k],
    [0.1 + 0.2 * k, 0.6, -0.5 + k],
  ]),
);
const pebble = stone(4, 9);
/** The largest depth: that of what is no deeper than faces are wide. */
const pairs = [
  ["a stone in a cube", cube, stone(1, 14), 0.08],
  ["a stone in a cube without a corner", cut, pebble, 0.08],
  ["a cube in a prism", prism, cube, 0.08],
  ["a cube in a stone", stone(2, 10), cube, 1e-3],
  ["a stone in a stone", stone(3, 12), pebble, 1e-3],
] as const;

interface Pose {
  readonly R: Float64Array;
  readonly r: Float64Array;
}

/** Poses of B in which a point of its surface is deeper than this in A, and none deeper than that. */
function poses(A: Polytope, B: Polytope, seed: number, count: number, least: number, most: number): Pose[] {
  const random = createRandom(seed);
  const some = (): number => 2 * random.uniform() - 1;
  const overlap = new Overlap();
  const found: Pose[] = [];
  while (found.length < count) {
    const R = turnedBy([3 * some(), 3 * some(), 3 * some()]);
    const direction = [some(), some(), some()];
    let [inside, apart] = [0.2, 1.5];
    for (let k = 0; k < 20; k++) {
      const distance = (0.5 * (inside + apart)) / Math.hypot(...direction);
      const r = Float64Array.from(direction, (x) => distance * x);
      const isOverlap = overlap.measure(A, B, R, r, 1);
      if (isOverlap && overlap.deepest > least && overlap.depth < most) {
        found.push({ R, r });
        break;
      }
      if (isOverlap && overlap.deepest > least) inside = 0.5 * (inside + apart);
      else apart = 0.5 * (inside + apart);
    }
  }
  return found;
}

const back = (R: Float64Array, r: Float64Array, x: readonly number[]): number[] =>
  [0, 1, 2].map((j) => [0, 1, 2].reduce((sum, i) => sum + R[3 * i + j]! * (x[i]! - r[i]!), 0));
const there = (R: Float64Array, r: Float64Array, x: ArrayLike<number>, k = 0): number[] =>
  [0, 1, 2].map((i) => r[i]! + R[3 * i]! * x[k]! + R[3 * i + 1]! * x[k + 1]! + R[3 * i + 2]! * x[k + 2]!);

type Point = readonly number[];
/** A convex body: the corners of its faces. */
type Faces = readonly (readonly Point[])[];

/** What of a convex body is below the plane n·x = d. */
function below(body: Faces, n: Point, d: number): Faces {
  const cap: Point[] = [];
  const height = (p: Point): number => n[0]! * p[0]! + n[1]! * p[1]! + n[2]! * p[2]! - d;
  const left = body.flatMap((face) => {
    const kept = face.flatMap((p, k): Point[] => {
      const q = face[(k + 1) % face.length]!;
      const [a, b] = [height(p), height(q)];
      const crossing = p.map((x, i) => x + (a / (a - b)) * (q[i]! - x));
      if (a < 0 === b < 0) return a < 0 ? [p] : [];
      cap.push(crossing);
      return a < 0 ? [p, crossing] : [crossing];
    });
    return kept.length > 2 ? [kept] : [];
  });
  if (cap.length < 3) return left;
  // around their middle
  const middle = cap[0]!.map((_, i) => cap.reduce((sum, p) => sum + p[i]!, 0) / cap.length);
  const k = [0, 1, 2].reduce((best, i) => (Math.abs(n[i]!) > Math.abs(n[best]!) ? i : best));
  const angle = (p: Point): number =>
    Math.atan2(p[(k + 1) % 3]! - middle[(k + 1) % 3]!, p[(k + 2) % 3]! - middle[(k + 2) % 3]!);
  return [...left, cap.sort((p, q) => angle(p) - angle(q))];
}

const square = [[-1, -1], [1, -1], [1, 1], [-1, 1]] as const; // biome-ignore format: a picture
const everything: Faces = [0, 1, 2].flatMap((i) =>
  [-2, 2].map((x) =>
    square.map(([u, v]) => {
      const p = [x, x, x];
      p[(i + 1) % 3] = 2 * u;
      p[(i + 2) % 3] = 2 * v;
      return p;
    }),
  ),
);

/** The tetrahedra of a convex body, with their volumes. */
function tetrahedra(body: Faces): { readonly corners: readonly Point[]; readonly volume: number }[] {
  const all = body.flat();
  if (all.length < 4) return [];
  const top = [0, 1, 2].map((i) => all.reduce((sum, p) => sum + p[i]!, 0) / all.length);
  return body.flatMap((face) =>
    face.slice(1, -1).map((_, k) => {
      const [a, b, c] = [face[0]!, face[k + 1]!, face[k + 2]!].map((p) => p.map((x, i) => x - top[i]!)) as [
        number[],
        number[],
        number[],
      ];
      const volume =
        a[0]! * (b[1]! * c[2]! - b[2]! * c[1]!) +
        a[1]! * (b[2]! * c[0]! - b[0]! * c[2]!) +
        a[2]! * (b[0]! * c[1]! - b[1]! * c[0]!);
      return { corners: [top, face[0]!, face[k + 1]!, face[k + 2]!], volume: Math.abs(volume) / 6 };
    }),
  );
}

/** Mean over a tetrahedron of the product of three linear functions, by their values at the corners. */
function meanOfProduct(f: Point, g: Point, h: Point): number {
  const total = (...of: readonly Point[]): number =>
    [0, 1, 2, 3].reduce((sum, k) => sum + of.reduce((product, x) => product * x[k]!, 1), 0);
  const [a, b, c] = [total(f), total(g), total(h)];
  return (a * b * c + a * total(g, h) + b * total(h, f) + c * total(f, g) + 2 * total(f, g, h)) / 120;
}

const ones = [1, 1, 1, 1];

/** ∫ h^m dV, ∫ ∇h^m dV and ∫ (h^m·1 + x⊗∇h^m) dV over what A and B share: region by region of the faces of A. */
function byVolume(A: Polytope, B: Polytope, { R, r }: Pose, m: number) {
  const planes = (P: Polytope, place: (n: Point, d: number) => readonly [Point, number]) =>
    Array.from({ length: P.faceCount }, (_, f) =>
      place([...P.planes.subarray(4 * f, 4 * f + 3)], P.planes[4 * f + 3]!),
    );
  const ofA = planes(A, (n, d) => [n, d]);
  const ofB = planes(B, (n, d) => {
    const turned = there(R, new Float64Array(3), n);
    return [turned, d + turned.reduce((sum, x, i) => sum + x * r[i]!, 0)];
  });
  const shared = [...ofA, ...ofB].reduce((body, [n, d]) => below(body, n, d), everything);
  let content = 0;
  const gradient = [0, 0, 0];
  const tensor = new Float64Array(9);
  ofA.forEach(([n, d], i) => {
    const region = ofA.reduce(
      (body, [other, e], j) => (i === j ? body : below(body, other.map((x, k) => x - n[k]!), e - d)), // biome-ignore format: one plane
      shared,
    );
    for (const { corners, volume } of tetrahedra(region)) {
      const h = corners.map((p) => d - (n[0]! * p[0]! + n[1]! * p[1]! + n[2]! * p[2]!));
      const power = volume * (m === 1 ? meanOfProduct(h, ones, ones) : meanOfProduct(h, h, h));
      content += power;
      for (let j = 0; j < 3; j++) {
        const slope = m === 1 ? volume : 3 * volume * meanOfProduct(h, h, ones);
        // ∫ over the surface of the overlap of h^m·n: h is zero on that of A
        gradient[j]! += n[j]! * slope;
        for (let k = 0; k < 3; k++) {
          const x = corners.map((p) => p[k]!);
          const along = m === 1 ? volume * meanOfProduct(x, ones, ones) : 3 * volume * meanOfProduct(h, h, x);
          tensor[3 * k + j]! += (k === j ? power : 0) - n[j]! * along;
        }
      }
    }
  });
  return { content, gradient, tensor };
}

describe.each(pairs)("%s", (_, A, B, most) => {
  it.each([1, 3] as const)("has the integrals of the volume that both share, power %i", (m) => {
    for (const pose of poses(A, B, 5, 6, 0.1 * most, most)) {
      const overlap = new Overlap();
      expect(overlap.measure(A, B, pose.R, pose.r, m)).toBe(true);
      const exact = byVolume(A, B, pose, m);
      expect(Math.abs(overlap.content / exact.content - 1)).toBeLessThan(1e-7);
      const size = Math.hypot(...exact.gradient);
      for (let i = 0; i < 3; i++) expect(Math.abs(overlap.gradient[i]! - exact.gradient[i]!) / size).toBeLessThan(1e-7);
      for (let k = 0; k < 9; k++)
        expect(Math.abs(overlap.firstMoments[k]! - exact.tensor[k]!) / size).toBeLessThan(1e-7);
      // −∫ h^m·x × n
      const Q = exact.tensor;
      [Q[7]! - Q[5]!, Q[2]! - Q[6]!, Q[3]! - Q[1]!].forEach((x, i) => {
        expect(Math.abs(overlap.moment[i]! - x) / size).toBeLessThan(1e-7);
      });
      expect(overlap.depth).toBeGreaterThanOrEqual(overlap.deepest);
    }
  });

  it("is closed: the surface of one inside of the other faces that of the other inside of the one", () => {
    for (const { R, r } of poses(A, B, 8, 5, 0.1 * most, most)) {
      const [one, other] = [new Overlap(), new Overlap()];
      expect(one.measure(A, B, R, r, 1)).toBe(true);
      // A as seen from B
      const Rt = Float64Array.from({ length: 9 }, (_, k) => R[3 * (k % 3) + Math.floor(k / 3)]!);
      expect(other.measure(B, A, Rt, Float64Array.from(back(R, r, [0, 0, 0])), 1)).toBe(true);
      const opposite = there(R, new Float64Array(3), other.vectorArea);
      for (let i = 0; i < 3; i++) expect(one.vectorArea[i]! + opposite[i]!).toBeCloseTo(0, 9);
    }
  });

  it("does not depend on the order in which polytopes were looked at before", () => {
    const used = new Overlap();
    for (const [first, second] of [[A, B], [prism, pebble], [A, B], [B, A]] as const) // biome-ignore format: a list
      for (const { R, r } of poses(first, second, 9, 3, 0.02, 0.08)) {
        const fresh = new Overlap();
        fresh.measure(first, second, R, r, 3);
        used.measure(first, second, R, r, 3);
        expect([used.content, ...used.gradient, ...used.moment]).toEqual([
          fresh.content,
          ...fresh.gradient,
          ...fresh.moment,
        ]);
      }
  });
});

describe("a corner that is pressed, at which more than three faces meet", () => {
  /** Tips at the origin: a pyramid over a rectangle, one over an irregular pentagon, and a cone of many faces. */
  const tips = {
    "of a roof": [[-0.5, -0.25], [0.5, -0.25], [0.5, 0.25], [-0.5, 0.25]], // biome-ignore format: a rectangle
    "of a pentagon": [[-0.5, -0.2], [0.3, -0.4], [0.5, 0.1], [0.1, 0.35], [-0.4, 0.2]], // biome-ignore format: a polygon
    "of a cone": Array.from({ length: 12 }, (_, k) => [
      0.4 * Math.cos((Math.PI * k) / 6),
      0.4 * Math.sin((Math.PI * k) / 6),
    ]),
  };
  const plate = facets(Box({ lengthX: 1, lengthY: 1, lengthZ: 0.4 }));

  it.each(Object.entries(tips))("%s has the content of the volume below it", (_, base) => {
    const A = hull([...base.map(([x, y]) => [x!, y!, -0.4]), [0, 0, 0]]);
    // as many more as there are faces beyond three, where no two of them are symmetric
    if (base.length < 10) expect(A.corners.length / 3).toBe(base.length - 3);
    for (const tilt of [0, 0.2])
      for (const depth of [1e-2, 1e-4])
        for (const m of [1, 3]) {
          const R = turnedBy([tilt, 0.5 * tilt, 0]);
          const r = Float64Array.from([R[2]!, R[5]!, R[8]!], (x) => (0.2 - depth) * x);
          const overlap = new Overlap();
          expect(overlap.measure(A, plate, R, r, m)).toBe(true);
          const exact = byVolume(A, plate, { R, r }, m);
          expect(Math.abs(overlap.content / exact.content - 1)).toBeLessThan(1e-7);
        }
  });
});
