/** The outline of a patch for pictures: hull of its triangles and samples in the plane across the normal, in order, in the world. */

import * as elementary from "../../math/elementary.ts";
import type { LineContact } from "./lineContact.ts";
import type { PatchContact } from "./patchContact.ts";
import { sampleLength, triangleLength } from "./surfaceSums.ts";

/** Triangles that look aside belong to the rim of the overlap, not to the patch. */
const facingLimit = 0.3;

/** Packed corners x, y, z; empty without contact. */
export function patchOutline(patch: PatchContact | LineContact): number[] {
  const { isTouching, normal } = patch;
  if (!isTouching) return [];
  if ("touched" in patch) return lineOutline(patch);
  const { pass } = patch;
  const { R_WF, r_WF, overlap } = pass;
  const { triangles: t, triangleCount, samples, sampleCount } = overlap;
  const [u, v] = axesAcross(normal);
  const points: { readonly world: readonly number[]; readonly x: number; readonly y: number }[] = [];
  const faces = (n: Float64Array, k: number) =>
    Math.abs([0, 1, 2].reduce((sum, i) => sum + normal[i] * rowTimes(R_WF, i, n, k), 0)) >= facingLimit;
  const add = (p: Float64Array, k: number) => {
    const world = [0, 1, 2].map((i) => r_WF[i] + rowTimes(R_WF, i, p, k));
    points.push({ world, x: dot(u, world), y: dot(v, world) });
  };
  for (let k = 0; k < triangleCount * triangleLength; k += triangleLength)
    if (faces(t, k + 12)) for (let corner = 0; corner < 9; corner += 3) add(t, k + corner);
  for (let k = 0; k < sampleCount * sampleLength; k += sampleLength) if (faces(samples, k + 4)) add(samples, k);
  points.sort((p, q) => p.x - q.x || p.y - q.y);
  const half = (list: typeof points) => {
    const chain: typeof points = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(points), ...half([...points].reverse())].flatMap(({ world }) => world);
}

/** A rectangle along the line with the area of the contact. */
function lineOutline({ touched, count, normal, area }: LineContact): number[] {
  const points = Array.from({ length: count }, (_, k) => touched.subarray(7 * k, 7 * k + 3));
  const farthestFrom = (place: Float64Array) =>
    points.reduce((best, p) => (distance(p, place) > distance(best, place) ? p : best));
  const from = farthestFrom(points[0]!);
  const to = farthestFrom(from);
  const span = distance(from, to);
  const [u, v] = axesAcross(normal);
  const along = span > 0 ? [0, 1, 2].map((i) => (to[i]! - from[i]!) / span) : u;
  const side = span > 0 ? cross(normal, along) : v;
  // a ball alone has no line
  const half = span > 0 ? span / 2 : Math.sqrt(area) / 2;
  const width = area / (4 * half);
  const middle = [0, 1, 2].map((i) => (from[i]! + to[i]!) / 2);
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].flatMap(([x, y]) => middle.map((m, i) => m + x! * half * along[i]! + y! * width * side[i]!));
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return elementary.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
}

function cross(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return [a[1]! * b[2]! - a[2]! * b[1]!, a[2]! * b[0]! - a[0]! * b[2]!, a[0]! * b[1]! - a[1]! * b[0]!];
}

interface Planar {
  readonly x: number;
  readonly y: number;
}

function turn(a: Planar, b: Planar, c: Planar): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** Two unit vectors across n. */
function axesAcross(n: Float64Array): [number[], number[]] {
  const least = [0, 1, 2].reduce((best, i) => (Math.abs(n[i]) < Math.abs(n[best]) ? i : best), 0);
  const e = [0, 1, 2].map((i) => (i === least ? 1 : 0) - n[least] * n[i]);
  const length = elementary.norm(e);
  const u = e.map((x) => x / length);
  return [u, [n[1] * u[2]! - n[2] * u[1]!, n[2] * u[0]! - n[0] * u[2]!, n[0] * u[1]! - n[1] * u[0]!]];
}

/** Row i of R times t[k..k+2]. */
function rowTimes(R: Float64Array, i: number, t: Float64Array, k: number): number {
  return R[3 * i] * t[k] + R[3 * i + 1] * t[k + 1] + R[3 * i + 2] * t[k + 2];
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
}
