/**
 * Points in which two convex shapes touch, or would touch next: where the faces, edges or rims that look at each other overlap.
 *
 * What looks along the normal is found by support points in eight directions around it, so that every convex shape has such a feature: a
 * polygon, an edge or a point. The features are cut with each other in the plane across the normal; in each corner of what is left the gap
 * is the difference of their heights.
 *
 * Source   [Ericson2005] sec. 5.5 (support features), [SutherlandHodgman1974] (clipping)
 */
import { coreBox, coreEllipsoid, coreHull, corePoint } from "../../geometry/core.ts";
import type { ShapePoses } from "../shapePoses.ts";
import { flatSupport } from "./flatSupport.ts";

/** Slopes at which a face or an edge still counts as lying flat: of polytopes, and of curved shapes, which would lose height. */
const flatSlope = 0.05;
const curvedSlope = 0.01;
/** Corners of a feature nearer to each other than this part of the size of the shape are one. */
const sameCorner = 1e-7;
/** The same for points of contact. */
const samePoint = 1e-3;
/** Edges whose directions differ by less than this (sine) touch along a line. */
const parallel = 0.05;
const diagonal = Math.SQRT1_2;
const around = [
  1,
  0,
  diagonal,
  diagonal,
  0,
  1,
  -diagonal,
  diagonal,
  -1,
  0,
  -diagonal,
  -diagonal,
  0,
  -1,
  diagonal,
  -diagonal,
];
const mostCorners = 16;

/** A polygon, an edge or a point: u, v and height along the normal of each corner. */
class Feature {
  count = 0;
  readonly u = new Float64Array(2 * mostCorners);
  readonly v = new Float64Array(2 * mostCorners);
  readonly height = new Float64Array(2 * mostCorners);

  add(u: number, v: number, height: number): void {
    const k = this.count++;
    this.u[k] = u;
    this.v[k] = v;
    this.height[k] = height;
  }
}

export class Manifold {
  count = 0;
  /** Three numbers per point, between both surfaces. */
  readonly point = new Float64Array(3 * 2 * mostCorners);
  readonly gap = new Float64Array(2 * mostCorners);
  /** Two directions across the normal. */
  readonly t1 = new Float64Array(3);
  readonly t2 = new Float64Array(3);
  /** u, v of the points; none is nearer to another than `near`. */
  private readonly found = new Float64Array(2 * 2 * mostCorners);
  private near = Number.NaN;
  private readonly A = new Feature();
  private readonly B = new Feature();
  private readonly spare = new Feature();
  private readonly direction = new Float64Array(3);
  private readonly corner = new Float64Array(3);
  /** Height of a polygon over (u, v): c₀ + c₁·u + c₂·v. */
  private readonly plane = new Float64Array(3);

  /** Points of shapes a and b, whose normal (from a to b) is given. Returns the least gap, infinity where they have no point in common. */
  find(poses: ShapePoses, a: number, b: number, n: Float64Array): number {
    const { A, B } = this;
    this.count = 0;
    this.chooseAxes(n);
    if (isRound(poses.cores[a]!.kind) || isRound(poses.cores[b]!.kind)) return Number.POSITIVE_INFINITY;
    this.near = samePoint * Math.min(poses.reach[a], poses.reach[b]);
    this.collect(A, poses, a, n, 1);
    if (A.count === 1) return Number.POSITIVE_INFINITY;
    this.collect(B, poses, b, n, -1);
    if (B.count === 1) return Number.POSITIVE_INFINITY;
    if (A.count > 2 && B.count > 2) this.cut(A, B, n, 1);
    else if (A.count > 2) this.cut(B, A, n, -1);
    else if (B.count > 2) this.cut(A, B, n, 1);
    else this.alongEdges(n);
    let least = Number.POSITIVE_INFINITY;
    for (let k = 0; k < this.count; k++) least = Math.min(least, this.gap[k]);
    return least;
  }

  /** A point more, between the nearest points of both shapes. */
  addNearest(pointA: Float64Array, pointB: Float64Array, distance: number): void {
    for (let i = 0; i < 3; i++) this.point[3 * this.count + i] = 0.5 * (pointA[i] + pointB[i]);
    this.gap[this.count++] = distance;
  }

  private chooseAxes(n: Float64Array): void {
    const { t1, t2 } = this;
    const isSteep = Math.abs(n[2]) < diagonal;
    const x = isSteep ? n[1] : 0;
    const y = isSteep ? -n[0] : n[2];
    const z = isSteep ? 0 : -n[1];
    const length = Math.sqrt(x * x + y * y + z * z);
    t1[0] = x / length;
    t1[1] = y / length;
    t1[2] = z / length;
    t2[0] = n[1] * t1[2] - n[2] * t1[1];
    t2[1] = n[2] * t1[0] - n[0] * t1[2];
    t2[2] = n[0] * t1[1] - n[1] * t1[0];
  }

  /** The feature of shape s that looks along sign·n, counter-clockwise seen from the tip of n. */
  private collect(out: Feature, poses: ShapePoses, s: number, n: Float64Array, sign: number): void {
    const { t1, t2, direction, corner } = this;
    const core = poses.cores[s]!;
    if (core.kind === coreBox) {
      this.collectBox(out, poses, s, n, sign);
      return;
    }
    const { position: r, rotation: R } = poses;
    const slope = core.kind === coreHull ? flatSlope : curvedSlope;
    const near = sameCorner * poses.reach[s];
    const p = 3 * s;
    out.count = 0;
    for (let k = 0; k < 8; k++) {
      const x = slope * around[2 * k];
      const y = slope * around[2 * k + 1];
      for (let i = 0; i < 3; i++) direction[i] = sign * n[i] + x * t1[i] + y * t2[i];
      flatSupport(corner, core, R, 9 * s, direction, n, sign);
      const px = corner[0] + r[p] + sign * core.radius * n[0];
      const py = corner[1] + r[p + 1] + sign * core.radius * n[1];
      const pz = corner[2] + r[p + 2] + sign * core.radius * n[2];
      const u = t1[0] * px + t1[1] * py + t1[2] * pz;
      const v = t2[0] * px + t2[1] * py + t2[2] * pz;
      const last = out.count - 1;
      if (last >= 0 && isNear(out, last, u, v, near)) continue;
      if (last > 0 && isNear(out, 0, u, v, near)) continue;
      out.add(u, v, n[0] * px + n[1] * py + n[2] * pz);
    }
    // what is thinner than a point is wide is an edge
    if (out.count > 2 && Math.abs(area(out)) < near * near) out.count = 2;
  }

  /** The same for a box: what its faces, whose slope against the normal is small, have in common. */
  private collectBox(out: Feature, poses: ShapePoses, s: number, n: Float64Array, sign: number): void {
    const { t1, t2 } = this;
    const { position: r, rotation: R } = poses;
    const core = poses.cores[s]!;
    const p = 3 * s;
    let u = t1[0] * r[p] + t1[1] * r[p + 1] + t1[2] * r[p + 2];
    let v = t2[0] * r[p] + t2[1] * r[p + 1] + t2[2] * r[p + 2];
    let height = n[0] * r[p] + n[1] * r[p + 1] + n[2] * r[p + 2] + sign * core.radius;
    // up to two edges that lie flat, as ways from the middle of the feature
    let count = 0;
    let u1 = 0;
    let v1 = 0;
    let height1 = 0;
    let u2 = 0;
    let v2 = 0;
    let height2 = 0;
    for (let i = 0; i < 3; i++) {
      const k = 9 * s + ((core.axis + i) % 3);
      const x = core.size[i] * R[k];
      const y = core.size[i] * R[k + 3];
      const z = core.size[i] * R[k + 6];
      const along = n[0] * x + n[1] * y + n[2] * z;
      const du = t1[0] * x + t1[1] * y + t1[2] * z;
      const dv = t2[0] * x + t2[1] * y + t2[2] * z;
      if (along * along >= flatSlope * flatSlope * (du * du + dv * dv)) {
        const side = along > 0 ? sign : -sign;
        u += side * du;
        v += side * dv;
        height += side * along;
      } else if (count++ === 0) {
        u1 = du;
        v1 = dv;
        height1 = along;
      } else {
        u2 = du;
        v2 = dv;
        height2 = along;
      }
    }
    out.count = 0;
    if (count === 0) {
      out.add(u, v, height);
      return;
    }
    const near = sameCorner * poses.reach[s];
    // what is thinner than a point is wide is an edge
    if (count === 1 || 8 * Math.abs(u1 * v2 - u2 * v1) < near * near) {
      out.add(u - u1, v - v1, height - height1);
      out.add(u + u1, v + v1, height + height1);
      return;
    }
    out.add(u - u1 - u2, v - v1 - v2, height - height1 - height2);
    out.add(u + u1 - u2, v + v1 - v2, height + height1 - height2);
    out.add(u + u1 + u2, v + v1 + v2, height + height1 + height2);
    out.add(u - u1 + u2, v - v1 + v2, height - height1 + height2);
  }

  /** Corners of `one` inside the polygon `other`; sign 1 when `one` belongs to shape a. */
  private cut(one: Feature, other: Feature, n: Float64Array, sign: number): void {
    const { spare } = this;
    fitPlane(this.plane, other);
    let from = one;
    let to = spare;
    const turn = area(other) > 0 ? 1 : -1;
    for (let k = 0; k < other.count; k++) {
      const next = k + 1 === other.count ? 0 : k + 1;
      const eu = turn * (other.u[next] - other.u[k]);
      const ev = turn * (other.v[next] - other.v[k]);
      clip(from, to, other.u[k], other.v[k], eu, ev);
      const swap = from;
      from = to;
      to = swap;
      if (from.count === 0) return;
    }
    for (let k = 0; k < from.count; k++) {
      const height = this.plane[0] + this.plane[1] * from.u[k] + this.plane[2] * from.v[k];
      this.addPoint(n, from.u[k], from.v[k], from.height[k], height, sign);
    }
  }

  private addPoint(n: Float64Array, u: number, v: number, height: number, other: number, sign: number): void {
    const { t1, t2, point, found } = this;
    for (let k = 0; k < this.count; k++) {
      if (Math.abs(found[2 * k] - u) + Math.abs(found[2 * k + 1] - v) < this.near) return;
    }
    const k = this.count++;
    const middle = 0.5 * (height + other);
    found[2 * k] = u;
    found[2 * k + 1] = v;
    for (let i = 0; i < 3; i++) point[3 * k + i] = u * t1[i] + v * t2[i] + middle * n[i];
    this.gap[k] = sign * (other - height);
  }

  /** Two edges: the ends of what they share when they are parallel. */
  private alongEdges(n: Float64Array): void {
    const { A, B } = this;
    const au = A.u[1] - A.u[0];
    const av = A.v[1] - A.v[0];
    const bu = B.u[1] - B.u[0];
    const bv = B.v[1] - B.v[0];
    const square = au * au + av * av;
    if (Math.abs(au * bv - av * bu) > parallel * Math.sqrt(square * (bu * bu + bv * bv))) return;
    const along = (k: number): number => ((B.u[k] - A.u[0]) * au + (B.v[k] - A.v[0]) * av) / square;
    const [s0, s1] = [along(0), along(1)];
    if (s0 === s1) return;
    for (const s of [Math.max(0, Math.min(s0, s1)), Math.min(1, Math.max(s0, s1))]) {
      if (s < 0 || s > 1) return;
      const heightB = B.height[0] + ((s - s0) / (s1 - s0)) * (B.height[1] - B.height[0]);
      this.addPoint(n, A.u[0] + s * au, A.v[0] + s * av, A.height[0] + s * (A.height[1] - A.height[0]), heightB, 1);
    }
  }
}

/** All around: it touches in one point. */
function isRound(kind: number): boolean {
  return kind === corePoint || kind === coreEllipsoid;
}

function isNear({ u, v }: Feature, k: number, x: number, y: number, near: number): boolean {
  return Math.abs(u[k] - x) < near && Math.abs(v[k] - y) < near;
}

/** Twice the area, positive when counter-clockwise. */
function area({ count, u, v }: Feature): number {
  let sum = 0;
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? 0 : k + 1;
    sum += u[k] * v[next] - u[next] * v[k];
  }
  return sum;
}

/** plane ← height over (u, v) of the polygon, by Newell's normal. */
function fitPlane(plane: Float64Array, { count, u, v, height }: Feature): void {
  let x = 0;
  let y = 0;
  let z = 0;
  let mu = 0;
  let mv = 0;
  let mh = 0;
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? 0 : k + 1;
    x += (v[k] - v[next]) * (height[k] + height[next]);
    y += (height[k] - height[next]) * (u[k] + u[next]);
    z += (u[k] - u[next]) * (v[k] + v[next]);
    mu += u[k];
    mv += v[k];
    mh += height[k];
  }
  plane[1] = -x / z;
  plane[2] = -y / z;
  plane[0] = (mh - plane[1] * mu - plane[2] * mv) / count;
}

/** to ← the part of a polygon, or of an edge, on the left of the line through (pu, pv) along (eu, ev). */
function clip(from: Feature, to: Feature, pu: number, pv: number, eu: number, ev: number): void {
  const { count, u, v, height } = from;
  to.count = 0;
  const side = (k: number): number => eu * (v[k] - pv) - ev * (u[k] - pu);
  for (let k = 0; k < count; k++) {
    const next = k + 1 === count ? 0 : k + 1;
    const d = side(k);
    const e = side(next);
    if (d >= 0) to.add(u[k], v[k], height[k]);
    // an edge has one side only
    if ((count === 2 && k === 1) || d < 0 === e < 0) continue;
    const s = d / (d - e);
    to.add(u[k] + s * (u[next] - u[k]), v[k] + s * (v[next] - v[k]), height[k] + s * (height[next] - height[k]));
  }
}
