/**
 * Convex hull of a set of points in space.
 *
 * Source   [Barber1996] Quickhull: each face keeps the points above it; the farthest one replaces the faces it sees by a
 *          fan over their horizon.
 * Limits   A point closer to a face than ε = 1e-14 of the largest coordinate counts as inside, so the hull may be too small
 *          by ε. Faces are triangles; coplanar ones are not merged. Points in a plane have no hull here.
 */

import { aFiniteNumber, listOf } from "../errors/shapes.ts";
import * as elementary from "../math/elementary.ts";

/** A triangle with its outer plane n·x = d and the faces across its edges (v0 v1), (v1 v2), (v2 v0). */
interface Face {
  readonly v: readonly [number, number, number];
  readonly n: readonly [number, number, number];
  readonly d: number;
  readonly across: [Face | undefined, Face | undefined, Face | undefined];
  above: number[];
  isAlive: boolean;
  mark: number;
}

/** Triangles of the hull, outwards oriented, as triples of point numbers; undefined when the points have no volume. */
export function convexHull(points: Float64Array): Int32Array | undefined {
  listOf(aFiniteNumber)(points, "points");
  const extent = points.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const eps = 1e-14 * extent;
  const corners = startTetrahedron(points, eps);
  if (corners === undefined) return undefined;

  const faces = tetrahedron(points, corners);
  const rest: number[] = [];
  for (let i = 0; i < points.length / 3; i++) if (!corners.includes(i)) rest.push(i);
  assign(points, rest, faces, eps);
  const alive = new Set(faces);
  const queue = [...faces];
  for (let mark = 1; queue.length > 0; ) {
    const face = queue.pop()!;
    if (!face.isAlive || face.above.length === 0) continue;
    const created = addPoint(points, face, eps, mark++, alive);
    queue.push(...created);
  }
  return Int32Array.from([...alive].flatMap((face) => face.v));
}

function height(points: Float64Array, face: Face, i: number): number {
  const [x, y, z] = face.n;
  return x * points[3 * i] + y * points[3 * i + 1] + z * points[3 * i + 2] - face.d;
}

function makeFace(points: Float64Array, a: number, b: number, c: number): Face {
  const [ax, ay, az] = [points[3 * a], points[3 * a + 1], points[3 * a + 2]];
  const [ux, uy, uz] = [points[3 * b] - ax, points[3 * b + 1] - ay, points[3 * b + 2] - az];
  const [vx, vy, vz] = [points[3 * c] - ax, points[3 * c + 1] - ay, points[3 * c + 2] - az];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const s = 1 / (elementary.hypot(x, y, z) || 1);
  const n = [x * s, y * s, z * s] as const;
  const d = n[0] * ax + n[1] * ay + n[2] * az;
  return { v: [a, b, c], n, d, across: [undefined, undefined, undefined], above: [], isAlive: true, mark: 0 };
}

/** Four points that span a volume: extreme ones along an axis, farthest from their line, farthest from their plane. */
function startTetrahedron(points: Float64Array, eps: number): number[] | undefined {
  const count = points.length / 3;
  let a = 0;
  let b = 0;
  let widest = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = 0;
    let high = 0;
    for (let i = 0; i < count; i++) {
      if (points[3 * i + axis] < points[3 * low + axis]) low = i;
      if (points[3 * i + axis] > points[3 * high + axis]) high = i;
    }
    const width = points[3 * high + axis] - points[3 * low + axis];
    if (width > widest) [a, b, widest] = [low, high, width];
  }
  if (!(widest > eps)) return undefined;

  const c = farthest(count, (i) => {
    const [x, y, z] = [0, 1, 2].map((k) => points[3 * i + k] - points[3 * a + k]);
    const [ux, uy, uz] = [0, 1, 2].map((k) => points[3 * b + k] - points[3 * a + k]);
    return elementary.hypot(uy * z - uz * y, uz * x - ux * z, ux * y - uy * x) / widest;
  });
  if (!(c.value > eps)) return undefined;
  const base = makeFace(points, a, b, c.index);
  const top = farthest(count, (i) => Math.abs(height(points, base, i)));
  if (!(top.value > eps)) return undefined;
  return height(points, base, top.index) > 0 ? [a, c.index, b, top.index] : [a, b, c.index, top.index];
}

function farthest(count: number, measure: (i: number) => number): { index: number; value: number } {
  let index = 0;
  let value = -1;
  for (let i = 0; i < count; i++) {
    const m = measure(i);
    if (m > value) [index, value] = [i, m];
  }
  return { index, value };
}

/** The four faces of a tetrahedron whose first three corners are seen counter-clockwise from outside. */
function tetrahedron(points: Float64Array, [a, b, c, d]: readonly number[]): Face[] {
  const faces = [
    makeFace(points, a!, b!, c!),
    makeFace(points, a!, d!, b!),
    makeFace(points, b!, d!, c!),
    makeFace(points, c!, d!, a!),
  ];
  for (const face of faces) {
    for (let e = 0; e < 3; e++) {
      const [p, q] = [face.v[e], face.v[(e + 1) % 3]];
      face.across[e] = faces.find((other) => other !== face && other.v.includes(p) && other.v.includes(q));
    }
  }
  return faces;
}

/** Gives each point to the first face below it; points that are above none are inside for good. */
function assign(points: Float64Array, candidates: readonly number[], faces: readonly Face[], eps: number): void {
  for (const i of candidates) {
    const face = faces.find((candidate) => height(points, candidate, i) > eps);
    face?.above.push(i);
  }
}

/** Replaces all faces that see the farthest point above `face` by a fan; returns the new faces. */
function addPoint(points: Float64Array, face: Face, eps: number, mark: number, alive: Set<Face>): Face[] {
  const apex = face.above.reduce((best, i) => (height(points, face, i) > height(points, face, best) ? i : best));
  const visible: Face[] = [face];
  face.mark = mark;
  const horizon: { from: number; to: number; outside: Face }[] = [];
  for (let next = 0; next < visible.length; next++) {
    const seen = visible[next]!;
    for (let e = 0; e < 3; e++) {
      const neighbour = seen.across[e]!;
      if (neighbour.mark === mark) continue;
      if (height(points, neighbour, apex) > eps) {
        neighbour.mark = mark;
        visible.push(neighbour);
      }
    }
  }
  for (const seen of visible) {
    for (let e = 0; e < 3; e++) {
      const outside = seen.across[e]!;
      if (outside.mark !== mark) horizon.push({ from: seen.v[e]!, to: seen.v[(e + 1) % 3]!, outside });
    }
  }

  const byStart = new Map<number, Face>();
  const created = horizon.map(({ from, to, outside }) => {
    const fan = makeFace(points, from, to, apex);
    fan.across[0] = outside;
    for (let e = 0; e < 3; e++) {
      if (outside.v[e] === to && outside.v[(e + 1) % 3] === from) outside.across[e] = fan;
    }
    byStart.set(from, fan);
    return fan;
  });
  for (const fan of created) {
    const next = byStart.get(fan.v[1])!; // its edge (v1, apex) meets the fan that starts at v1
    fan.across[1] = next;
    next.across[2] = fan;
  }

  const orphans = visible.flatMap((seen) => seen.above).filter((i) => i !== apex);
  for (const seen of visible) {
    seen.isAlive = false;
    seen.above = [];
    alive.delete(seen);
  }
  assign(points, orphans, created, eps);
  for (const fan of created) alive.add(fan);
  return created;
}
