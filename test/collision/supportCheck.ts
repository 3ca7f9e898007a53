/** An independent look at an answer: heights of supporting planes, from support points alone. */
import type { Core } from "../../src/geometry/core.ts";
import { supportPoint } from "../../src/geometry/support.ts";

export interface Placed {
  readonly core: Core;
  readonly R: Float64Array;
  readonly r: Float64Array;
}

const point = new Float64Array(3);

/** Largest n·x over the body, for a unit vector n in the world. */
export function heightAlong({ core, R, r }: Placed, n: ArrayLike<number>): number {
  const local = [0, 1, 2].map((j) => R[j] * n[0] + R[3 + j] * n[1] + R[6 + j] * n[2]);
  const c = [0, 1, 2].map((j) => local[(core.axis + j) % 3]);
  supportPoint(point, 0, core, Float64Array.from(c), 0);
  const height = point[0] * c[0] + point[1] * c[1] + point[2] * c[2];
  return r[0] * n[0] + r[1] * n[1] + r[2] * n[2] + height + core.radius;
}

/**
 * Distance between the supporting planes across n; negative when they overlap. The signed distance of the bodies is its
 * largest value over all n.
 */
export function planeDistance(A: Placed, B: Placed, n: ArrayLike<number>): number {
  return -heightAlong(B, [-n[0], -n[1], -n[2]]) - heightAlong(A, n);
}
