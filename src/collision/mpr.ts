/**
 * Minkowski Portal Refinement: signed distance along the ray from the centre of the Minkowski difference to the origin.
 *
 * Source   [Neumayr2017] and the improvements listed there on [Snethen2008]: phases 1 to 3, termination conditions TC1 to TC3,
 *          and the best solution so far when neither is reached
 *   r0     centre of A ⊖ B;  r1, r2, r3  portal on its boundary;  e4 normal of the portal, away from r0;  r4 = support(e4)
 *   TC1    ‖r0 × r1‖ = 0               r1 lies on the ray
 *   TC2    ‖r4 × e4‖ ≤ tolerance       r4 is closest to the origin:                    δ = −r4·e4
 *   TC3    |(r4 − r1)·e4| ≤ tolerance  the portal is on the boundary: δ from the closest point of the triangle
 * Holds    The sign of δ is right. Separated: δ is exact when TC3 finds the closest point inside the portal, and an upper bound
 *          otherwise. Penetrating: −δ is an upper bound of the depth, exact when the ray meets the closest face.
 *
 * Deviation: double precision and a tolerance relative to the size, since narrowPhase.ts gives the last digits; degenerate
 * differences (no volume, coinciding centres) are reported instead of stopping with an error.
 */
import * as elementary from "../math/elementary.ts";
import { differenceSupport, type Pair, stride } from "./pair.ts";
import { copyPoint } from "./simplex.ts";

/** How a refinement ended: `portalTerminations[code]`. */
export const portalTerminations = [
  "TC1",
  "TC2",
  "TC3",
  /** Best solution so far by the value of TC2 or TC3: the portal could not be refined, or the iteration limit was met. */
  "bestTC2",
  "bestTC3",
  /** The centres coincide: there is no ray. No answer. */
  "centresCoincide",
  /** The Minkowski difference has no volume. No answer. */
  "planar",
] as const;

export type PortalTermination = (typeof portalTerminations)[number];

const r0 = 0;
const r1 = stride;
const r2 = 2 * stride;
const r3 = 3 * stride;
const r4 = 4 * stride;
const best1 = 5 * stride;
const best4 = 8 * stride;
/** Search direction of r4, in the scratch memory: e4; then those of r1, r2, r3 and of the best r4. */
const e4 = 0;
const normalOf = 3;
const bestNormal = 15;
const turned = 18;

/** Sets distance, n, a, b of the pair, and bound to the value of TC2 or TC3 reached. Returns an index into `portalTerminations`. */
export function refinePortal(pair: Pair, relativeTolerance: number, maximumIterations: number): number {
  const tolerance = relativeTolerance * pair.size;
  const eps = 1e-14 * pair.size;
  pair.iterations = 0;
  pair.bound = Number.NaN;
  const start = initialPortal(pair, eps);
  if (start !== ready) return start;
  findValidPortal(pair, maximumIterations);
  return refine(pair, tolerance, eps, maximumIterations);
}

const ready = -1;

/** Support point of both bodies with their balls, along the unit vector e. */
function support(pair: Pair, slot: number, x: number, y: number, z: number): void {
  const p = pair.points;
  const { A, B, scratch, d } = pair;
  const s = 1 / Math.sqrt(x * x + y * y + z * z);
  const e0 = x * s;
  const e1 = y * s;
  const e2 = z * s;
  d[0] = e0;
  d[1] = e1;
  d[2] = e2;
  differenceSupport(pair, p, slot);
  addBall(p, slot, A.radius + B.radius, e0, e1, e2);
  addBall(p, slot + 3, A.radius, e0, e1, e2);
  addBall(p, slot + 6, -B.radius, e0, e1, e2);
  if (slot === r4) return;
  const k = normalOf + 3 * (slot / stride - 1);
  scratch[k] = e0;
  scratch[k + 1] = e1;
  scratch[k + 2] = e2;
}

function addBall(p: Float64Array, k: number, radius: number, x: number, y: number, z: number): void {
  p[k] += radius * x;
  p[k + 1] += radius * y;
  p[k + 2] += radius * z;
}

/** out ← (p − o) × (q − o), points of the pair. Returns its length. */
function spanned(pair: Pair, o: number, p: number, q: number, out: Float64Array, k: number): number {
  const w = pair.points;
  const ux = w[p] - w[o];
  const uy = w[p + 1] - w[o + 1];
  const uz = w[p + 2] - w[o + 2];
  const vx = w[q] - w[o];
  const vy = w[q + 1] - w[o + 1];
  const vz = w[q + 2] - w[o + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  out[k] = x;
  out[k + 1] = y;
  out[k + 2] = z;
  return Math.sqrt(x * x + y * y + z * z);
}

function dotR0(pair: Pair, v: Float64Array, k: number): number {
  const w = pair.points;
  return w[r0] * v[k] + w[r0 + 1] * v[k + 1] + w[r0 + 2] * v[k + 2];
}

/** Phase 1. */
function initialPortal(pair: Pair, eps: number): number {
  const { R, r, points: w, scratch } = pair;
  const ca = pair.centreA;
  const cb = pair.centreB;
  for (let i = 0; i < 3; i++) {
    w[r0 + i] = ca[i] - (r[i] + R[3 * i] * cb[0] + R[3 * i + 1] * cb[1] + R[3 * i + 2] * cb[2]);
  }
  const length = Math.sqrt(w[r0] * w[r0] + w[r0 + 1] * w[r0 + 1] + w[r0 + 2] * w[r0 + 2]);
  if (length <= eps) return 5;
  support(pair, r1, -w[r0], -w[r0 + 1], -w[r0 + 2]);

  // n2 = −r0 × r1
  const x = w[r0 + 2] * w[r1 + 1] - w[r0 + 1] * w[r1 + 2];
  const y = w[r0] * w[r1 + 2] - w[r0 + 2] * w[r1];
  const z = w[r0 + 1] * w[r1] - w[r0] * w[r1 + 1];
  if (Math.sqrt(x * x + y * y + z * z) <= eps * length) {
    copyPoint(w, r4, r1);
    for (let i = 0; i < 3; i++) scratch[e4 + i] = scratch[normalOf + i];
    takePoint(pair);
    pair.bound = Math.sqrt(x * x + y * y + z * z) / length;
    return 0;
  }
  support(pair, r2, x, y, z);
  if (spanned(pair, r0, r1, r2, scratch, turned) <= eps * eps) {
    support(pair, r2, -x, -y, -z);
    if (spanned(pair, r0, r1, r2, scratch, turned) <= eps * eps) return 6;
  }
  const side = dotR0(pair, scratch, turned) > 0 ? -1 : 1;
  support(pair, r3, side * scratch[turned], side * scratch[turned + 1], side * scratch[turned + 2]);
  return keepArea(pair, eps) ? ready : 6;
}

/** Looks for r3 on the other side when the portal has shrunk to a line. */
function keepArea(pair: Pair, eps: number): boolean {
  const s = pair.scratch;
  if (spanned(pair, r1, r2, r3, s, e4) > eps * eps) return true;
  support(pair, r3, -s[normalOf + 6], -s[normalOf + 7], -s[normalOf + 8]);
  return spanned(pair, r1, r2, r3, s, e4) > eps * eps;
}

/** Phase 2: turns the portal until the ray passes through it. At the limit phase 3 goes on with what there is. */
function findValidPortal(pair: Pair, maximumIterations: number): void {
  const w = pair.points;
  const s = pair.scratch;
  for (let i = 0; i < maximumIterations; i++) {
    spanned(pair, r0, r1, r3, s, turned);
    if (dotR0(pair, s, turned) > 0) {
      copyWithNormal(pair, r2, r3);
    } else {
      spanned(pair, r0, r3, r2, s, turned);
      if (!(dotR0(pair, s, turned) > 0)) return;
      copyWithNormal(pair, r1, r3);
    }
    support(pair, r3, s[turned], s[turned + 1], s[turned + 2]);
    if (!Number.isFinite(w[r3])) return;
  }
}

function copyWithNormal(pair: Pair, to: number, from: number): void {
  const s = pair.scratch;
  copyPoint(pair.points, to, from);
  const i = normalOf + 3 * (to / stride - 1);
  const j = normalOf + 3 * (from / stride - 1);
  for (let k = 0; k < 3; k++) s[i + k] = s[j + k];
}

/** Phase 3. */
function refine(pair: Pair, tolerance: number, eps: number, maximumIterations: number): number {
  const w = pair.points;
  const s = pair.scratch;
  let smallest = Infinity;
  let isBestTC2 = false;
  for (let iteration = 0; iteration < maximumIterations; iteration++) {
    if (!keepArea(pair, eps)) break;
    const side = dotR0(pair, s, e4) > 0 ? -1 : 1;
    const length = Math.sqrt(s[e4] * s[e4] + s[e4 + 1] * s[e4 + 1] + s[e4 + 2] * s[e4 + 2]);
    for (let k = 0; k < 3; k++) s[e4 + k] *= side / length;
    support(pair, r4, s[e4], s[e4 + 1], s[e4 + 2]);
    const along = w[r4] * s[e4] + w[r4 + 1] * s[e4 + 1] + w[r4 + 2] * s[e4 + 2];
    const tx = w[r4] - along * s[e4];
    const ty = w[r4 + 1] - along * s[e4 + 1];
    const tz = w[r4 + 2] - along * s[e4 + 2];
    const tc2 = Math.sqrt(tx * tx + ty * ty + tz * tz);
    const tc3 = Math.abs(along - (w[r1] * s[e4] + w[r1 + 1] * s[e4 + 1] + w[r1 + 2] * s[e4 + 2]));
    pair.bound = Math.min(tc2, tc3);
    if (tc2 <= tolerance) {
      takePoint(pair);
      return 1;
    }
    if (tc3 <= tolerance) {
      takeTriangle(pair);
      return 2;
    }
    if (Math.min(tc2, tc3) < smallest) {
      smallest = Math.min(tc2, tc3);
      isBestTC2 = tc2 < tc3;
      for (let k = 0; k < 3; k++) {
        copyPoint(w, best1 + k * stride, r1 + k * stride);
        s[bestNormal + k] = s[e4 + k];
      }
      copyPoint(w, best4, r4);
    }
    if (!nextPortal(pair)) break;
  }
  if (smallest === Infinity) return 6;
  for (let k = 0; k < 3; k++) {
    copyPoint(w, r1 + k * stride, best1 + k * stride);
    s[e4 + k] = s[bestNormal + k];
  }
  copyPoint(w, r4, best4);
  pair.bound = smallest;
  if (isBestTC2) takePoint(pair);
  else takeTriangle(pair);
  return isBestTC2 ? 3 : 4;
}

/** Replaces the portal point that the ray leaves behind by r4. */
function nextPortal(pair: Pair): boolean {
  if (isPassed(pair, r1, r2)) copyPoint(pair.points, r3, r4);
  else if (isPassed(pair, r2, r3)) copyPoint(pair.points, r1, r4);
  else if (isPassed(pair, r3, r1)) copyPoint(pair.points, r2, r4);
  else return false;
  return true;
}

/** Whether the ray passes through the triangle (p, q, r4): with the normal −r0 of r0 both products are not positive. */
function isPassed(pair: Pair, p: number, q: number): boolean {
  const s = pair.scratch;
  spanned(pair, r0, q, r4, s, turned);
  if (dotR0(pair, s, turned) < 0) return false;
  spanned(pair, r0, r4, p, s, turned);
  return dotR0(pair, s, turned) >= 0;
}

/** The answer is r4 itself. */
function takePoint(pair: Pair): void {
  const { points: w, scratch: s, n, a, b } = pair;
  let along = 0;
  for (let k = 0; k < 3; k++) {
    n[k] = s[e4 + k];
    a[k] = w[r4 + 3 + k];
    b[k] = w[r4 + 6 + k];
    along += w[r4 + k] * n[k];
  }
  pair.distance = -along;
}

/** The answer is the point of the portal closest to the origin, and the normal leads to it. */
function takeTriangle(pair: Pair): void {
  const { points: w, scratch: s, n, a, b } = pair;
  const along = w[r1] * s[e4] + w[r1 + 1] * s[e4 + 1] + w[r1 + 2] * s[e4 + 2];
  // barycentric coordinates of the foot of the perpendicular
  let u = 0;
  let v = 0;
  for (let edge = -1, least = Infinity; edge < 3; edge++) {
    if (edge >= 0) {
      const i = edge === 0 ? r1 : edge === 1 ? r2 : r3;
      const j = edge === 0 ? r2 : edge === 1 ? r3 : r1;
      let square = 0;
      let product = 0;
      for (let k = 0; k < 3; k++) {
        const d = w[j + k] - w[i + k];
        square += d * d;
        product -= w[i + k] * d;
      }
      const t = square > 0 ? Math.max(0, Math.min(1, product / square)) : 0;
      let distance = 0;
      for (let k = 0; k < 3; k++) distance += elementary.square(w[i + k] + t * (w[j + k] - w[i + k]));
      if (distance >= least) continue;
      least = distance;
      u = edge === 0 ? t : edge === 1 ? 1 - t : 0;
      v = edge === 0 ? 0 : edge === 1 ? t : 1 - t;
      continue;
    }
    let uu = 0;
    let uv = 0;
    let vv = 0;
    let uq = 0;
    let vq = 0;
    for (let k = 0; k < 3; k++) {
      const p = w[r2 + k] - w[r1 + k];
      const q = w[r3 + k] - w[r1 + k];
      const foot = along * s[e4 + k] - w[r1 + k];
      uu += p * p;
      uv += p * q;
      vv += q * q;
      uq += p * foot;
      vq += q * foot;
    }
    const determinant = uu * vv - uv * uv;
    u = (uq * vv - vq * uv) / determinant;
    v = (vq * uu - uq * uv) / determinant;
    if (u >= 0 && v >= 0 && u + v <= 1) break;
  }
  let square = 0;
  for (let k = 0; k < 3; k++) {
    a[k] = w[r1 + 3 + k] + u * (w[r2 + 3 + k] - w[r1 + 3 + k]) + v * (w[r3 + 3 + k] - w[r1 + 3 + k]);
    b[k] = w[r1 + 6 + k] + u * (w[r2 + 6 + k] - w[r1 + 6 + k]) + v * (w[r3 + 6 + k] - w[r1 + 6 + k]);
    square += elementary.square(b[k] - a[k]);
  }
  // outside: δ > 0 when the origin lies beyond the portal
  const sign = along > 0 ? -1 : 1;
  const length = Math.sqrt(square);
  pair.distance = sign * length;
  for (let k = 0; k < 3; k++) n[k] = length > 0 ? (sign * (b[k] - a[k])) / length : s[e4 + k];
}
