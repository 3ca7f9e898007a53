/**
 * Distance of two segments in closed form: capsules with capsules.
 *
 * Source   [Ericson2005] sec. 5.1.9, with the normal from the cross product where both closest points are inside the
 *          segments: it keeps its digits when the segments almost meet.
 */
import type { Pair } from "./pair.ts";

/** Sets the answer of a pair of segment cores. */
export function segmentDistance(pair: Pair): void {
  const R = pair.R;
  const r = pair.r;
  const hA = pair.A.size[0];
  const hB = pair.B.size[0];
  // axes: z of A, and u = third column of R; a = α·z, b = r + β·u
  const ux = R[2];
  const uy = R[5];
  const uz = R[8];
  const ru = r[0] * ux + r[1] * uy + r[2] * uz;
  const rz = r[2];
  const sine = Math.sqrt(ux * ux + uy * uy);
  let alpha = 0;
  let beta = 0;
  let isInside = false;
  if (sine > 1e-12) {
    // of the lines: α − β·u_z = r_z, α·u_z − β = r·u
    const square = sine * sine;
    alpha = (rz - uz * ru) / square;
    beta = (uz * rz - ru) / square;
    isInside = Math.abs(alpha) <= hA && Math.abs(beta) <= hB;
  } else {
    // parallel: the middle of the common part
    const middle = overlapMiddle(hA, rz, hB);
    alpha = Math.max(-hA, Math.min(hA, middle));
    beta = Math.max(-hB, Math.min(hB, (alpha - rz) * (uz < 0 ? -1 : 1)));
  }
  if (sine > 1e-12 && !isInside) {
    let best = Infinity;
    for (let end = 0; end < 4; end++) {
      const side = (end & 1) === 0 ? -1 : 1;
      const onA = end < 2;
      const al = onA ? side * hA : Math.max(-hA, Math.min(hA, rz + side * hB * uz));
      const be = onA ? Math.max(-hB, Math.min(hB, al * uz - ru)) : side * hB;
      const dx = r[0] + be * ux;
      const dy = r[1] + be * uy;
      const dz = r[2] + be * uz - al;
      const square = dx * dx + dy * dy + dz * dz;
      if (square < best) {
        best = square;
        alpha = al;
        beta = be;
      }
    }
  }
  pair.a[0] = 0;
  pair.a[1] = 0;
  pair.a[2] = alpha;
  pair.b[0] = r[0] + beta * ux;
  pair.b[1] = r[1] + beta * uy;
  pair.b[2] = r[2] + beta * uz;
  const isBeside = sine <= 1e-12 && Math.abs(rz) <= hA + hB;
  answer(pair, isInside, isBeside, ux, uy, sine);
}

/** Middle of the part of [−hA, hA] that [r − hB, r + hB] covers, or the gap between them. */
function overlapMiddle(hA: number, r: number, hB: number): number {
  return 0.5 * (Math.max(-hA, r - hB) + Math.min(hA, r + hB));
}

function answer(pair: Pair, isInside: boolean, isBeside: boolean, ux: number, uy: number, sine: number): void {
  const { a, b, n } = pair;
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const dz = isBeside ? 0 : b[2] - a[2]; // parallel segments side by side: across is all there is
  if (isInside) {
    // z × u
    const side = -uy * dx + ux * dy < 0 ? -1 : 1;
    n[0] = (-side * uy) / sine;
    n[1] = (side * ux) / sine;
    n[2] = 0;
    pair.distance = dx * n[0] + dy * n[1];
    return;
  }
  const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
  // on one line: any direction across
  const length = distance > 1e-15 * pair.size ? distance : 0;
  n[0] = length > 0 ? dx / length : 1;
  n[1] = length > 0 ? dy / length : 0;
  n[2] = length > 0 ? dz / length : 0;
  pair.distance = distance;
}
