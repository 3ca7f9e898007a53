/**
 * The proof of an answer: for points a of A and b of B, n·(b − a) is an upper bound of the distance between the supporting
 * planes across n, and the support mappings give that distance itself. Where both agree, n, a and b are stationary: for
 * separated cores the distance is exact; for overlapping ones the depth is a local minimum.
 */
import { differenceSupport, maximumVertices, type Pair, stride } from "./pair.ts";

/** Last slot of the points, kept free for the proof. */
const proofSlot = stride * (maximumVertices - 1);

/**
 * What a proof must reach, relative to the size of the pair: rounding, magnified where lines cross at small angles. Over 10⁶
 * reference poses the bounds came up to this value, while the errors of the distance stayed below 4e-15 m; with 2e-14 one of
 * 120 000 missed its proof.
 */
const provenBound = 1e-13;

/** Computes distance and bound of the answer pair.n, pair.a, pair.b. Returns whether it is proven. */
export function proveAnswer(pair: Pair): boolean {
  const d = pair.d;
  const n = pair.n;
  d[0] = n[0];
  d[1] = n[1];
  d[2] = n[2];
  differenceSupport(pair, pair.points, proofSlot);
  return proveBySupport(pair, proofSlot);
}

/** The same, when the support point along n is known: it is in the slot. */
export function proveBySupport(pair: Pair, slot: number): boolean {
  const n = pair.n;
  const a = pair.a;
  const b = pair.b;
  const p = pair.points;
  const nx = n[0];
  const ny = n[1];
  const nz = n[2];
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const dz = b[2] - a[2];
  const delta = dx * nx + dy * ny + dz * nz;
  const tx = dx - delta * nx;
  const ty = dy - delta * ny;
  const tz = dz - delta * nz;
  const lower = -(p[slot] * nx + p[slot + 1] * ny + p[slot + 2] * nz);
  const tangential = Math.sqrt(tx * tx + ty * ty + tz * tz);
  pair.distance = delta;
  pair.bound = Math.abs(delta - lower);
  const scale = pair.size + Math.abs(delta);
  return pair.bound <= provenBound * scale && tangential <= 2 * provenBound * scale;
}
