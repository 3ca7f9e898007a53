/**
 * Overlaps of polytopes of many faces in any pose, deep enough that several faces are the nearest somewhere: integrals over the surface
 * against those over the volume, which is cut into tetrahedra, and against each other.
 */
import { describe, expect, it } from "vitest";
import { Overlap } from "../../../src/contact/patch/overlap.ts";
import { patchBody } from "../../../src/contact/patch/patchBody.ts";
import type { Polytope } from "../../../src/contact/patch/polytope.ts";
import { sampleLength, triangleLength } from "../../../src/contact/patch/surfaceSums.ts";
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
/** A cube without one of its corners, and a prism that leans: three faces at every corner, as the parting of regions needs. */
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
const pairs = [
  ["a stone in a cube", cube, stone(1, 14)],
  ["a stone in a cube without a corner", cut, pebble],
  ["a cube in a prism", prism, cube],
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
    const distance = (0.5 + 0.6 * random.uniform()) / Math.hypot(...direction);
    const r = Float64Array.from(direction, (x) => distance * x);
    if (overlap.measure(A, B, R, r, 1) && overlap.deepest > least && overlap.depth < most) found.push({ R, r });
  }
  return found;
}

const at = (planes: Float64Array, f: number, x: readonly number[]): number =>
  planes[4 * f + 3]! - (planes[4 * f]! * x[0]! + planes[4 * f + 1]! * x[1]! + planes[4 * f + 2]! * x[2]!);

/** Depth of a point below the nearest face, and that face. */
function nearest({ planes, faceCount }: Polytope, x: readonly number[]): [depth: number, face: number] {
  let [least, face] = [Number.POSITIVE_INFINITY, 0];
  for (let f = 0; f < faceCount; f++) {
    const depth = at(planes, f, x);
    if (depth < least) [least, face] = [depth, f];
  }
  return [least, face];
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

describe.each(pairs)("%s", (_, A, B) => {
  it.each([1, 3] as const)("has the integrals of the volume that both share, power %i", (m) => {
    for (const pose of poses(A, B, 5, 6, 0.01, 0.08)) {
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

  it("is sampled where its surface is: inside of both, below the nearest face, and with all of its pressure", () => {
    for (const m of [1, 3])
      for (const { R, r } of poses(A, B, 7, 5, 0.02, 0.08)) {
        const overlap = new Overlap();
        overlap.measure(A, B, R, r, m);
        const { triangles: t, samples: s } = overlap;
        const force = [0, 0, 0];
        const area = [0, 0, 0];
        const onSurface = (x: readonly number[], tolerance: number): void => {
          expect(Math.abs(nearest(B, back(R, r, x))[0])).toBeLessThan(tolerance);
        };
        for (let k = 0; k < overlap.triangleCount * triangleLength; k += triangleLength) {
          const h = [t[k + 9]!, t[k + 10]!, t[k + 11]!] as const;
          for (let c = 0; c < 3; c++) {
            const x = [...t.subarray(k + 3 * c, k + 3 * c + 3)];
            onSurface(x, 1e-9);
            expect(Math.abs(nearest(A, x)[0] - h[c]!)).toBeLessThan(1e-9);
          }
          const [a, b, c] = h;
          // mean of h³: all products of three of its corners, over ten
          const cubic =
            (a ** 3 + b ** 3 + c ** 3 + a * a * (b + c) + b * b * (c + a) + c * c * (a + b) + a * b * c) / 10;
          for (let i = 0; i < 3; i++) {
            force[i]! -= t[k + 15]! * (m === 1 ? (a + b + c) / 3 : cubic) * t[k + 12 + i]!;
            area[i]! += t[k + 15]! * t[k + 12 + i]!;
          }
        }
        for (let k = 0; k < overlap.sampleCount * sampleLength; k += sampleLength) {
          // of small pieces the centre has few digits
          onSurface([...s.subarray(k, k + 3)], 1e-6);
          expect(s[k + 3]).toBeGreaterThan(0);
          for (let i = 0; i < 3; i++) force[i]! -= s[k + 3]! * s[k + 4 + i]!;
        }
        const size = Math.hypot(...force);
        for (let i = 0; i < 3; i++) expect(Math.abs(force[i]! - overlap.gradient[i]!)).toBeLessThan(1e-9 * size);
        if (overlap.sampleCount === 0)
          for (let i = 0; i < 3; i++) expect(area[i]).toBeCloseTo(overlap.vectorArea[i]!, 12);
      }
  });

  it("is closed: the surface of one inside of the other faces that of the other inside of the one", () => {
    for (const { R, r } of poses(A, B, 8, 10, 0.01, 0.08)) {
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
      for (const { R, r } of poses(first, second, 9, 4, 0.02, 0.08)) {
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
