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
  const n = pair.n;
  const a = pair.a;
  const b = pair.b;
  const p = pair.points;
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const dz = b[2] - a[2];
  const delta = dx * n[0] + dy * n[1] + dz * n[2];
  const tx = dx - delta * n[0];
  const ty = dy - delta * n[1];
  const tz = dz - delta * n[2];
  for (let k = 0; k < 3; k++) pair.d[k] = n[k];
  differenceSupport(pair, p, proofSlot);
  const lower = -(p[proofSlot] * n[0] + p[proofSlot + 1] * n[1] + p[proofSlot + 2] * n[2]);
  const tangential = Math.sqrt(tx * tx + ty * ty + tz * tz);
  pair.distance = delta;
  pair.bound = Math.abs(delta - lower);
  const scale = pair.size + Math.abs(delta);
  return pair.bound <= provenBound * scale && tangential <= 2 * provenBound * scale;
}
