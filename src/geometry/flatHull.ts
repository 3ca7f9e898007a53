/**
 * Convex hull of points in a plane, on a line, or all in one place.
 *
 * Source   [Andrew1979] monotone chain, in the plane of the points
 * Limits   Points closer to an edge than 1e-14 of the largest coordinate count as on it and are left out.
 */
import * as elementary from "../math/elementary.ts";
import { emptyHull, type Hull } from "./hull.ts";
import { facesOfPolygon } from "./hullFaces.ts";
import type { Vector3 } from "./vectors.ts";

/** The polygon, segment or point that holds the given points, which have no volume. */
export function flatHull(points: Float64Array): Hull {
  const at = (i: number): Vector3 => [points[3 * i], points[3 * i + 1], points[3 * i + 2]];
  const all = Array.from({ length: points.length / 3 }, (_, i) => at(i));
  const eps = 1e-14 * points.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  const a = all[0]!;
  const b = farthest(all, (p) => length(minus(p, a)));
  const along = minus(b, a);
  const extent = length(along);
  if (!(extent > eps)) return hullOf([a]);
  const u: Vector3 = [along[0] / extent, along[1] / extent, along[2] / extent];
  const away = (p: Vector3): Vector3 => {
    const d = minus(p, a);
    const t = dot(d, u);
    return [d[0] - t * u[0], d[1] - t * u[1], d[2] - t * u[2]];
  };
  const c = away(farthest(all, (p) => length(away(p))));
  const width = length(c);
  const byU = all.toSorted((p, q) => dot(minus(p, q), u));
  if (!(width > eps)) return hullOf([byU[0]!, byU.at(-1)!]);
  const v: Vector3 = [c[0] / width, c[1] / width, c[2] / width];
  const n: Vector3 = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];

  const sorted = all.toSorted((p, q) => dot(minus(p, q), u) || dot(minus(p, q), v));
  const isLeft = (p: Vector3, q: Vector3, r: Vector3) => {
    const [d, e] = [minus(q, p), minus(r, p)];
    return dot(d, u) * dot(e, v) - dot(d, v) * dot(e, u) > eps * length(d);
  };
  const chain = (candidates: readonly Vector3[]) => {
    const kept: Vector3[] = [];
    for (const p of candidates) {
      while (kept.length > 1 && !isLeft(kept.at(-2)!, kept.at(-1)!, p)) kept.pop();
      kept.push(p);
    }
    return kept.slice(0, -1);
  };
  return hullOf([...chain(sorted), ...chain(sorted.toReversed())], n);
}

/** A polygon with normal, or a segment, or a point. */
function hullOf(corners: readonly Vector3[], normal?: Vector3): Hull {
  const count = corners.length;
  const vertices = Float64Array.from(corners.flat());
  if (count === 1) return { ...emptyHull, count, vertices, start: new Int32Array(2) };
  if (normal === undefined) {
    return { ...emptyHull, count, vertices, neighbours: Int32Array.of(1, 0), start: Int32Array.of(0, 1, 2) };
  }
  const neighbours = Int32Array.from(corners.flatMap((_, i) => [(i + count - 1) % count, (i + 1) % count]));
  const start = Int32Array.from({ length: count + 1 }, (_, i) => 2 * i);
  const order = corners.map((_, i) => i);
  return { ...emptyHull, count, vertices, neighbours, start, faces: facesOfPolygon(count, normal, order) };
}

function farthest(points: readonly Vector3[], measure: (p: Vector3) => number): Vector3 {
  return points.reduce((best, p) => (measure(p) > measure(best) ? p : best));
}

const minus = (p: Vector3, q: Vector3): Vector3 => [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
const dot = (p: Vector3, q: Vector3) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
const length = (p: Vector3) => elementary.norm(p);
