/**
 * The outline of a target where it stands now, and the measures of a point against it.
 *
 * Source   [SchockLanglois] eqs. (3), (4), (6), (17)
 *
 *     separation of q from surface i   n_i · (q − v_i)  =  (e_x (q_y − v_y) − e_y (q_x − v_x)) / ‖e_i‖         (6)
 *     advance of q along surface i     p_i · (q − v_i)  =  (e_x (q_x − v_x) + e_y (q_y − v_y)) / ‖e_i‖
     remainder of surface i           p_i · (v_{i+1} − q)
 *
 * Legend   v_i  m  vertex i            e_i  m  edge from vertex i to vertex i + 1
 *          p_i  –  e_i / ‖e_i‖         n_i  –  p_i turned by +90°, pointing outwards
 *
 * Signs are always taken from the products with e_i, before the division: a point on the line of an edge whose
 * coordinates are exact is found on the line, which it would not be with rounded unit vectors.
 */
import * as elementary from "../math/elementary.ts";
import type { ConvexPolygon } from "./convexPolygon.ts";

export class Outline {
  readonly count: number;
  readonly vx: Float64Array;
  readonly vy: Float64Array;
  readonly ex: Float64Array;
  readonly ey: Float64Array;
  /** Length of every edge, m. */
  readonly length: Float64Array;

  constructor(count: number) {
    this.count = count;
    this.vx = new Float64Array(count);
    this.vy = new Float64Array(count);
    this.ex = new Float64Array(count);
    this.ey = new Float64Array(count);
    this.length = new Float64Array(count);
  }
}

/** Numbers per pose: x, y, φ, and their rates. */
export const poseSize = 6;

/** out ← polygon at the pose (x, y, φ) that starts at poses[k]. */
export function placeOutline(out: Outline, polygon: ConvexPolygon, poses: Float64Array, k: number): void {
  const { count, vertices } = polygon;
  const x = poses[k];
  const y = poses[k + 1];
  const c = elementary.cos(poses[k + 2]);
  const s = elementary.sin(poses[k + 2]);
  for (let i = 0; i < count; i++) {
    const next = i + 1 < count ? i + 1 : 0;
    const vx = vertices[2 * i];
    const vy = vertices[2 * i + 1];
    const ex = vertices[2 * next] - vx;
    const ey = vertices[2 * next + 1] - vy;
    out.vx[i] = x + c * vx - s * vy;
    out.vy[i] = y + s * vx + c * vy;
    out.ex[i] = c * ex - s * ey;
    out.ey[i] = s * ex + c * ey;
    out.length[i] = Math.sqrt(ex * ex + ey * ey);
  }
}

/** out ← outline with the given vertices x, y, …, clockwise and convex; for targets that also change their shape. */
export function outlineFromVertices(out: Outline, vertices: ArrayLike<number>): void {
  const { count } = out;
  for (let i = 0; i < count; i++) {
    const next = i + 1 < count ? i + 1 : 0;
    const vx = vertices[2 * i];
    const vy = vertices[2 * i + 1];
    const ex = vertices[2 * next] - vx;
    const ey = vertices[2 * next + 1] - vy;
    out.vx[i] = vx;
    out.vy[i] = vy;
    out.ex[i] = ex;
    out.ey[i] = ey;
    out.length[i] = Math.sqrt(ex * ex + ey * ey);
  }
}

/** Separation (6) of the point from surface i: positive outside, negative by the depth of penetration. */
export function separation(outline: Outline, i: number, x: number, y: number): number {
  const product = outline.ex[i] * (y - outline.vy[i]) - outline.ey[i] * (x - outline.vx[i]);
  return product / outline.length[i];
}

/** The penetration flag p of (8): whether the point is not separated from surface i. */
export function isPenetrated(outline: Outline, i: number, x: number, y: number): boolean {
  return outline.ex[i] * (y - outline.vy[i]) - outline.ey[i] * (x - outline.vx[i]) <= 0;
}

/** How far the projection of the point has come from the start of surface i; on range it is not negative. */
export function advance(outline: Outline, i: number, x: number, y: number): number {
  const product = outline.ex[i] * (x - outline.vx[i]) + outline.ey[i] * (y - outline.vy[i]);
  return product / outline.length[i];
}

/** How far the projection of the point still has to the end of surface i; on range it is not negative. */
export function remainder(outline: Outline, i: number, x: number, y: number): number {
  const next = i + 1 < outline.count ? i + 1 : 0;
  const product = outline.ex[i] * (outline.vx[next] - x) + outline.ey[i] * (outline.vy[next] - y);
  return product / outline.length[i];
}

/** The range flag s of (17) in its consistent reading: whether the projection of the point lies on surface i. */
export function isOnRange(outline: Outline, i: number, x: number, y: number): boolean {
  return advance(outline, i, x, y) >= 0 && remainder(outline, i, x, y) >= 0;
}

/** Largest separation (6) over all surfaces: positive outside of the polygon, zero on its rim, negative inside. */
export function largestSeparation(outline: Outline, x: number, y: number): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < outline.count; i++) {
    const s = separation(outline, i, x, y);
    if (s > largest) largest = s;
  }
  return largest;
}

/** Relative difference of two depths that may be rounding: equally near surfaces are told apart by their number. */
export const tieTolerance = 1e-12;

/**
 * The minimum-translation choice (10): the surface with the least depth, −1 for a point outside.
 * Deviation: the source takes the minimum of the (negative) separations; the nearest surface has the maximum.
 */
export function nearestSurface(outline: Outline, x: number, y: number): number {
  let largest = Number.NEGATIVE_INFINITY;
  let nearest = -1;
  for (let i = 0; i < outline.count; i++) {
    const s = separation(outline, i, x, y);
    if (s > 0) return -1;
    if (s > largest + tieTolerance * Math.abs(s)) {
      largest = s;
      nearest = i;
    }
  }
  return nearest;
}
