/**
 * Penetration depth of overlapping cores: a polytope inside C grows towards its boundary where that is closest to the origin,
 * and polish.ts finishes. The depth is the global minimum over all directions.
 *
 * Source   [Bergen2003] sec. 4.3.8 (expanding polytope)
 * Legend   face n·x = d    d of the closest face is a lower bound of the depth
 *          h(n) = n·w      w support point along n: an upper bound
 * Limits   A second minimum whose normal is less than 0.3 rad from the best one, and whose depth is smaller, is found for
 *          polytopes always, for curved bodies only if the descent from the closest face leads there.
 */
import { coreBox, coreHull, corePoint, coreSegment } from "../geometry/core.ts";
import { differenceSupport, maximumFaces, maximumVertices, type Pair, stride } from "./pair.ts";
import { polish } from "./polish.ts";
import { proveAnswer } from "./proof.ts";
import { completeTetrahedron } from "./startTetrahedron.ts";

const dead = 0;
const alive = 1;
const seen = 2;

/** First difference of the bounds, relative to the size, at which the finish is tried; then smaller by the factor. */
const firstTrial = 0.02;
const nextTrial = 0.03;
/** cos 0.3 rad and cos 0.02 rad */
const nearNormal = 0.955;
const sameNormal = 0.9998;

export const expanded = 0;
/** The polytope could not grow further; the answer has a bound. */
export const stopped = 1;
/** C has no volume: the bodies touch, and can be parted without moving. */
export const flat = 2;

/** Sets the answer of the pair, starting from a simplex of pair.count points that holds the origin. */
export function penetrationByExpansion(pair: Pair): number {
  const n = pair.n;
  if (!completeTetrahedron(pair)) return flat;
  startFaces(pair);
  const p = pair.points;
  const planes = pair.facePlanes;
  const curved = !(isPolytope(pair.A.kind) && isPolytope(pair.B.kind));
  const tiny = 1e-14 * pair.size;
  let trial = firstTrial * pair.size;
  let depth = Infinity;
  let bestX = 0;
  let bestY = 0;
  let bestZ = 0;
  let best = -1; // slot of the answer, kept as a support point behind the vertices
  let vertices = 4;
  let isStopped = false;
  const store = stride * (maximumVertices - 2);
  for (;;) {
    const face = closestFace(pair);
    if (face < 0 || !(planes[4 * face + 3] < depth - tiny)) break;
    const x = planes[4 * face];
    const y = planes[4 * face + 1];
    const z = planes[4 * face + 2];
    const nearness = x * bestX + y * bestY + z * bestZ;
    if (nearness > nearNormal) {
      // most likely the descent from here leads to the same minimum: look, unless it is certain
      takeNormal(pair, face);
      pair.zone[0] = 0.02;
      const isBetter = nearness < sameNormal && polish(pair) && -pair.distance < depth - tiny;
      pair.faceState[face] = seen;
      if (!isBetter) continue;
      depth = -pair.distance;
      bestX = n[0];
      bestY = n[1];
      bestZ = n[2];
      keepAnswer(pair, store);
      continue;
    }
    const slot = stride * vertices;
    searchAlong(pair, face);
    differenceSupport(pair, p, slot);
    const gap = x * p[slot] + y * p[slot + 1] + z * p[slot + 2] - planes[4 * face + 3];
    const isFlatHere = gap <= 2 * tiny;
    const isFull = vertices >= maximumVertices - 3;
    if (isFlatHere || isFull || (curved && gap < trial)) {
      if (gap < trial) trial *= nextTrial;
      takeNormal(pair, face);
      pair.zone[0] = Math.min(0.2, 2 * Math.sqrt(Math.max(gap, 0) / pair.size) + 1e-9);
      // a face on the boundary is the answer: features must not lead away from it
      const most = isFlatHere ? planes[4 * face + 3] + 100 * tiny : Infinity;
      let isProven = polish(pair) && pair.distance < tiny && -pair.distance <= most;
      for (let closer = 1e-9; !isProven && (isFlatHere || isFull) && closer < 0.1; closer *= 100) {
        takeNormal(pair, face);
        pair.zone[0] = closer;
        isProven = polish(pair) && pair.distance < tiny && -pair.distance <= most;
      }
      if (!isProven && (isFlatHere || isFull)) {
        takeNormal(pair, face);
        facePoints(pair, face);
        isProven = proveAnswer(pair);
        if (!isProven) pair.bound = Math.max(gap, 0);
        isStopped ||= !isProven;
        isProven = true;
      }
      if (isProven && -pair.distance < depth) {
        depth = -pair.distance;
        best = store;
        bestX = n[0];
        bestY = n[1];
        bestZ = n[2];
        keepAnswer(pair, store);
        if (!curved || isFull) break;
        continue;
      }
      if (isFull) break;
      if (isFlatHere) {
        pair.faceState[face] = seen; // on the boundary, but deeper than the best
        continue;
      }
    }
    if (!grow(pair, face, vertices)) {
      if (best >= 0) break;
      takeNormal(pair, face);
      facePoints(pair, face);
      proveAnswer(pair);
      pair.bound = Math.max(gap, 0);
      return stopped;
    }
    vertices++;
  }
  if (best < 0) return stopped;
  for (let k = 0; k < 3; k++) {
    n[k] = p[store + k];
    pair.a[k] = p[store + 3 + k];
    pair.b[k] = p[store + 6 + k];
  }
  const bound = pair.bound;
  proveAnswer(pair);
  if (isStopped) pair.bound = bound;
  return isStopped ? stopped : expanded;
}

function isPolytope(kind: number): boolean {
  return kind === corePoint || kind === coreSegment || kind === coreBox || kind === coreHull;
}

/** d ← normal of the face */
function searchAlong(pair: Pair, face: number): void {
  for (let k = 0; k < 3; k++) pair.d[k] = pair.facePlanes[4 * face + k];
}

/** n ← normal of the face */
function takeNormal(pair: Pair, face: number): void {
  for (let k = 0; k < 3; k++) pair.n[k] = pair.facePlanes[4 * face + k];
}

function keepAnswer(pair: Pair, at: number): void {
  const p = pair.points;
  for (let k = 0; k < 3; k++) {
    p[at + k] = pair.n[k];
    p[at + 3 + k] = pair.a[k];
    p[at + 6 + k] = pair.b[k];
  }
}

/** Alive face with the least d. */
function closestFace(pair: Pair): number {
  const planes = pair.facePlanes;
  let best = -1;
  let least = Infinity;
  for (let f = 0; f < pair.faceCount; f++) {
    const d = planes[4 * f + 3];
    if (pair.faceState[f] !== alive || !(d < least)) continue;
    least = d;
    best = f;
  }
  return best;
}

/** The four faces of the tetrahedron of the first four points. */
function startFaces(pair: Pair): void {
  pair.faceCount = 0;
  makeFace(pair, 0, 1, 2);
  makeFace(pair, 0, 3, 1);
  makeFace(pair, 1, 3, 2);
  makeFace(pair, 2, 3, 0);
  pair.faceNeighbours.set(startNeighbours);
}

/** Neighbours across the edges (v0 v1), (v1 v2), (v2 v0) of the four faces above. */
const startNeighbours = Int32Array.of(1, 2, 3, 3, 2, 0, 1, 3, 0, 2, 1, 0);

/** A new face; a sliver without normal is never the closest one and always visible. Returns its number, −1 when full. */
function makeFace(pair: Pair, i: number, j: number, k: number): number {
  let f = 0;
  while (f < pair.faceCount && pair.faceState[f] !== dead) f++;
  if (f === maximumFaces) return -1;
  if (f === pair.faceCount) pair.faceCount++;
  const p = pair.points;
  const a = stride * i;
  const b = stride * j;
  const c = stride * k;
  const ux = p[b] - p[a];
  const uy = p[b + 1] - p[a + 1];
  const uz = p[b + 2] - p[a + 2];
  const wx = p[c] - p[a];
  const wy = p[c + 1] - p[a + 1];
  const wz = p[c + 2] - p[a + 2];
  const x = uy * wz - uz * wy;
  const y = uz * wx - ux * wz;
  const z = ux * wy - uy * wx;
  const length = Math.sqrt(x * x + y * y + z * z);
  const s = length > 0 ? 1 / length : 0;
  const planes = pair.facePlanes;
  planes[4 * f] = x * s;
  planes[4 * f + 1] = y * s;
  planes[4 * f + 2] = z * s;
  planes[4 * f + 3] = length > 0 ? (x * p[a] + y * p[a + 1] + z * p[a + 2]) * s : Infinity;
  pair.faceVertices[3 * f] = i;
  pair.faceVertices[3 * f + 1] = j;
  pair.faceVertices[3 * f + 2] = k;
  pair.faceState[f] = alive;
  return f;
}

/** Replaces the faces that see the vertex by a fan over their horizon. Returns false when the surface would tear. */
function grow(pair: Pair, first: number, vertex: number): boolean {
  const state = pair.faceState;
  const near = pair.faceNeighbours;
  const corners = pair.faceVertices;
  const planes = pair.facePlanes;
  const visible = pair.visible;
  const fanOf = pair.fanOf;
  const p = pair.points;
  const x = p[stride * vertex];
  const y = p[stride * vertex + 1];
  const z = p[stride * vertex + 2];
  const eps = 1e-15 * pair.size;
  let count = 1;
  visible[0] = first;
  state[first] = -1;
  for (let i = 0; i < count; i++) {
    for (let e = 0; e < 3; e++) {
      const f = near[3 * visible[i] + e];
      if (state[f] === -1) continue;
      const height = planes[4 * f] * x + planes[4 * f + 1] * y + planes[4 * f + 2] * z - planes[4 * f + 3];
      if (height > eps || planes[4 * f + 3] === Infinity) {
        state[f] = -1;
        visible[count++] = f;
      }
    }
  }
  // the horizon as new faces; each corner of it starts one of them
  let edges = 0;
  for (let i = 0; i < count; i++) {
    const f = visible[i];
    for (let e = 0; e < 3; e++) {
      if (state[near[3 * f + e]] !== -1) edges++;
    }
  }
  if (edges < 3) return false;
  fanOf.fill(-1, 0, vertex);
  let lastFan = -1;
  for (let i = 0; i < count; i++) {
    const f = visible[i];
    for (let e = 0; e < 3; e++) {
      const outside = near[3 * f + e];
      if (state[outside] === -1) continue;
      const from = corners[3 * f + e];
      const to = corners[3 * f + ((e + 1) % 3)];
      const fan = makeFace(pair, from, to, vertex);
      if (fan < 0 || fanOf[from] >= 0) return false;
      near[3 * fan] = outside;
      for (let q = 0; q < 3; q++) {
        if (near[3 * outside + q] === f && corners[3 * outside + q] === to) near[3 * outside + q] = fan;
      }
      fanOf[from] = fan;
      lastFan = fan;
    }
  }
  // link the fan around
  let fan = lastFan;
  for (let i = 0; i < edges; i++) {
    const next = fanOf[corners[3 * fan + 1]];
    if (next < 0) return false;
    near[3 * fan + 1] = next;
    near[3 * next + 2] = fan;
    fan = next;
  }
  for (let i = 0; i < count; i++) state[visible[i]] = dead;
  return true;
}

/** a, b ← points of the bodies at the foot of the perpendicular from the origin on the face. */
function facePoints(pair: Pair, face: number): void {
  const p = pair.points;
  const n = pair.n;
  const i = stride * pair.faceVertices[3 * face];
  const j = stride * pair.faceVertices[3 * face + 1];
  const k = stride * pair.faceVertices[3 * face + 2];
  const d = p[i] * n[0] + p[i + 1] * n[1] + p[i + 2] * n[2];
  const ux = p[j] - p[i];
  const uy = p[j + 1] - p[i + 1];
  const uz = p[j + 2] - p[i + 2];
  const wx = p[k] - p[i];
  const wy = p[k + 1] - p[i + 1];
  const wz = p[k + 2] - p[i + 2];
  const qx = d * n[0] - p[i];
  const qy = d * n[1] - p[i + 1];
  const qz = d * n[2] - p[i + 2];
  const uu = ux * ux + uy * uy + uz * uz;
  const uw = ux * wx + uy * wy + uz * wz;
  const ww = wx * wx + wy * wy + wz * wz;
  const uq = ux * qx + uy * qy + uz * qz;
  const wq = wx * qx + wy * qy + wz * qz;
  const determinant = uu * ww - uw * uw;
  const s = determinant > 0 ? (uq * ww - wq * uw) / determinant : 0;
  const t = determinant > 0 ? (wq * uu - uq * uw) / determinant : 0;
  for (let c = 0; c < 3; c++) {
    pair.a[c] = p[i + 3 + c] + s * (p[j + 3 + c] - p[i + 3 + c]) + t * (p[k + 3 + c] - p[i + 3 + c]);
    pair.b[c] = p[i + 6 + c] + s * (p[j + 6 + c] - p[i + 6 + c]) + t * (p[k + 6 + c] - p[i + 6 + c]);
  }
}
