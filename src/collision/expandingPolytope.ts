/**
 * Penetration depth of overlapping cores: a polytope inside C grows towards its boundary where that is closest to the origin,
 * and polish.ts finishes. The depth is the global minimum over all directions.
 *
 * Source   [Bergen2003] sec. 4.3.8 (expanding polytope)
 * Legend   face n·x = d    d of the closest face is a lower bound of the depth
 *          h(n) = n·w      w support point along n: an upper bound
 * Limits   A face within 0.3 rad of the best answer counts as settled when Newton's method leads from it to that answer. For
 *          polytopes, and where interiorBall.ts has a proof, the answer is the shortest way out; for other curved bodies a shorter
 *          one may hide between such faces (none in 60 000 random overlaps).
 */
import { coreBox, coreHull, corePoint, coreSegment } from "../geometry/core.ts";
import { depth, keepAnswer, recallAnswer, store } from "./bestAnswer.ts";
import { isShortestWay } from "./interiorBall.ts";
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
const stopped = 1;
/** C has no volume: the bodies touch, and can be parted without moving. */
export const flat = 2;

/** Further numbers of the search, in pair.search: next trial, bound of an answer without proof. */
const trial = 1;
const unproven = 2;

/** Angles within which the normal of a face is tried as that of features, after the likely one. */
const zones = Float64Array.of(1e-9, 1e-7, 1e-5, 1e-3, 1e-2);

/** What to do with a face. */
const refine = 0;
const settled = 1;
const finished = 2;

/** Sets the answer of the pair, starting from a simplex of pair.count points that holds the origin, and a best answer. */
export function penetrationByExpansion(pair: Pair): number {
  if (!completeTetrahedron(pair)) return flat;
  startFaces(pair);
  const { points, search, facePlanes } = pair;
  const tiny = 1e-14 * pair.size;
  search[trial] = firstTrial * pair.size;
  search[unproven] = 0;
  for (let vertices = 4; ; ) {
    const face = closestFace(pair);
    if (face < 0 || !(facePlanes[4 * face + 3] < search[depth] - tiny)) break;
    if (isNearBest(pair, face)) continue;
    const slot = stride * vertices;
    searchAlong(pair, face);
    differenceSupport(pair, points, slot);
    const verdict = judge(pair, face, slot);
    if (verdict === finished) break;
    if (verdict === settled) continue;
    if (!grow(pair, face, vertices)) {
      takeUnproven(pair, face, slot);
      break;
    }
    vertices++;
  }
  recallAnswer(pair);
  proveAnswer(pair);
  if (search[unproven] === 0) return expanded;
  pair.bound = search[unproven];
  return stopped;
}

/** Settles a face whose normal is near the best one: the descent from there most likely leads to the same minimum. */
function isNearBest(pair: Pair, face: number): boolean {
  const { points: p, facePlanes: planes, search } = pair;
  const nearness =
    planes[4 * face] * p[store] + planes[4 * face + 1] * p[store + 1] + planes[4 * face + 2] * p[store + 2];
  // a face that does not have the origin behind it says nothing about the depth yet
  if (!(nearness > nearNormal) || planes[4 * face + 3] < 0) return false;
  if (!(nearness > sameNormal)) {
    takeNormal(pair, face);
    pair.zone[0] = 0.02;
    // without proof, or at another minimum, the face has to be refined
    if (!polish(pair) || -pair.distance > search[depth] + 1e-12 * pair.size) return false;
    if (-pair.distance < search[depth] - 1e-14 * pair.size) keepAnswer(pair);
  }
  pair.faceState[face] = seen;
  return true;
}

/** Tries to finish at a face whose support point is in the slot. */
function judge(pair: Pair, face: number, slot: number): number {
  const { points: p, facePlanes: planes, search } = pair;
  const tiny = 1e-14 * pair.size;
  const d = planes[4 * face + 3];
  const gap = planes[4 * face] * p[slot] + planes[4 * face + 1] * p[slot + 1] + planes[4 * face + 2] * p[slot + 2] - d;
  const isOnBoundary = gap <= 2 * tiny;
  const isFull = slot >= stride * (maximumVertices - 3);
  const isCurved = !(isPolytope(pair.A.kind) && isPolytope(pair.B.kind));
  const isTrial = isCurved && gap < search[trial] && d >= 0; // before that, the polytope has to take in the origin
  if (!isOnBoundary && !isFull && !isTrial) return refine;

  let isProven = false;
  if (isOnBoundary) {
    takeNormal(pair, face);
    facePoints(pair, face);
    isProven = proveAnswer(pair);
  }
  pair.zone[0] = Math.min(0.2, 2 * Math.sqrt(Math.abs(gap) / pair.size) + 1e-9);
  for (let round = 0; !isProven && round < zones.length; round++) {
    takeNormal(pair, face);
    isProven = polish(pair) && pair.distance < tiny;
    // a face on the boundary is the answer: features must not lead away from it
    if (isOnBoundary && -pair.distance > d + 100 * tiny) isProven = false;
    if (!isOnBoundary && !isFull) break;
    pair.zone[0] = zones[round];
  }
  if (!isProven && gap < search[trial]) search[trial] *= nextTrial;
  if (isProven) {
    const n = pair.n;
    const nearness = planes[4 * face] * n[0] + planes[4 * face + 1] * n[1] + planes[4 * face + 2] * n[2];
    const isEqual = Math.abs(pair.distance + search[depth]) <= 100 * tiny;
    if (-pair.distance < search[depth]) keepAnswer(pair);
    if (!isCurved || isShortestWay(pair)) return finished;
    // the descent has led to another point of the best minimum, which is a ring, or to a minimum right at the face
    if (isOnBoundary || nearness > sameNormal || (isEqual && nearness > nearNormal)) {
      pair.faceState[face] = seen;
      return settled;
    }
  }
  if (isOnBoundary || isFull) {
    pair.faceState[face] = seen;
    if (isFull || !isProven) takeUnproven(pair, face, slot);
    return isFull || search[unproven] > 0 ? finished : settled;
  }
  return refine;
}

/** Ends the search at a face: its own answer if that is shorter than the best, and what remains between the bounds. */
function takeUnproven(pair: Pair, face: number, slot: number): void {
  const { points: p, facePlanes: planes, search } = pair;
  const height = planes[4 * face] * p[slot] + planes[4 * face + 1] * p[slot + 1] + planes[4 * face + 2] * p[slot + 2];
  if (height < search[depth]) {
    takeNormal(pair, face);
    facePoints(pair, face);
    proveAnswer(pair);
    keepAnswer(pair);
    search[depth] = height;
  }
  search[unproven] = Math.max(search[depth] - planes[4 * face + 3], Number.MIN_VALUE);
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
  for (let k = 0; k < 12; k++) pair.faceNeighbours[k] = startNeighbours[k];
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
  const planes = pair.facePlanes;
  if (length > 0) {
    planes[4 * f] = x / length;
    planes[4 * f + 1] = y / length;
    planes[4 * f + 2] = z / length;
    planes[4 * f + 3] = (x * p[a] + y * p[a + 1] + z * p[a + 2]) / length;
  } else {
    planes[4 * f] = planes[4 * f + 1] = planes[4 * f + 2] = 0;
    planes[4 * f + 3] = Infinity;
  }
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
  for (let v = 0; v < vertex; v++) fanOf[v] = -1;
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
