/**
 * Penetration of bodies of revolution about one axis. Their shortest ways out form a ring, which a search in space can only
 * approach; in a plane through the axis there are few candidates.
 *
 * Segment, cylinder and cone are hulls of two discs (ρ₀, z₀), (ρ₁, z₁) about z. With n = (sin θ, 0, cos θ) the way out along n is
 *     h(θ) = max_i (ρ_i·sin θ + z_i·cos θ)_A + max_i (ρ_i·sin θ − z_i·cos θ)_B
 * which is concave between the normals of the edges in this plane: the least one is at an end of the axis, or across a side.
 */
import { type Core, coreCone, coreCylinder, coreSegment } from "../geometry/core.ts";
import type { Pair } from "./pair.ts";
import { proveAnswer } from "./proof.ts";

/** Offset and tilt of the axes that count as none, relative to the size: rounding of the relative pose. */
const aligned = 1e-15;

/** Sets and proves the answer for overlapping bodies of revolution about one axis. Returns false for all others. */
export function coaxialDepth(pair: Pair): boolean {
  const { R, r, scratch: s, n } = pair;
  const limit = aligned * pair.size;
  if (!(Math.abs(r[0]) <= limit && Math.abs(r[1]) <= limit)) return false;
  if (!(Math.abs(R[2]) <= aligned && Math.abs(R[5]) <= aligned)) return false;
  if (!takeDiscs(s, 0, pair.A) || !takeDiscs(s, 4, pair.B)) return false;
  // discs of B in the frame of A
  const side = R[8] >= 0 ? 1 : -1;
  s[5] = r[2] + side * s[5];
  s[7] = r[2] + side * s[7];
  s[8] = Infinity;
  tryDirection(s, 0, 1);
  tryDirection(s, 0, -1);
  trySide(s, 0, 1);
  trySide(s, 4, -1);
  const sine = s[9];
  const cosine = s[10];
  n[0] = sine;
  n[1] = 0;
  n[2] = cosine;
  placePoints(pair);
  return proveAnswer(pair);
}

/** s[k…] ← ρ₀, z₀, ρ₁, z₁ */
function takeDiscs(s: Float64Array, k: number, core: Core): boolean {
  const size = core.size;
  switch (core.kind) {
    case coreSegment:
      s[k] = s[k + 2] = 0;
      s[k + 1] = -size[0];
      s[k + 3] = size[0];
      return true;
    case coreCylinder:
      s[k] = s[k + 2] = size[0];
      s[k + 1] = -size[1];
      s[k + 3] = size[1];
      return true;
    case coreCone:
      s[k] = size[0];
      s[k + 1] = size[2];
      s[k + 2] = size[1];
      s[k + 3] = size[3];
      return true;
  }
  return false;
}

/** The way out along θ; s[8…10] ← h, sin θ, cos θ of the shortest so far. */
function tryDirection(s: Float64Array, sine: number, cosine: number): void {
  const h =
    Math.max(s[0] * sine + s[1] * cosine, s[2] * sine + s[3] * cosine) +
    Math.max(s[4] * sine - s[5] * cosine, s[6] * sine - s[7] * cosine);
  if (!(h < s[8])) return;
  s[8] = h;
  s[9] = sine;
  s[10] = cosine;
}

/** Across the side of the body at k; for B the normal points inwards. */
function trySide(s: Float64Array, k: number, sign: number): void {
  const dz = s[k + 3] - s[k + 1];
  const dr = s[k] - s[k + 2];
  const slant = Math.sqrt(dz * dz + dr * dr);
  if (!(slant > 0)) return;
  const flip = dz < 0 ? -1 : 1; // the normal looks away from the axis
  tryDirection(s, (flip * dz) / slant, (sign * flip * dr) / slant);
}

/** a, b ← points opposite each other along n: the middle of what the edges have in common, on the axis for ends. */
function placePoints(pair: Pair): void {
  const { scratch: s, a, b, size } = pair;
  const sine = s[9];
  const cosine = s[10];
  const a0 = s[0] * sine + s[1] * cosine;
  const a1 = s[2] * sine + s[3] * cosine;
  const b0 = s[4] * sine - s[5] * cosine;
  const b1 = s[6] * sine - s[7] * cosine;
  const hA = Math.max(a0, a1);
  const hB = Math.max(b0, b1);
  let place = 0;
  if (sine !== 0) {
    // along t = (cos θ, 0, −sin θ); the discs of B are met on their far side
    const rounding = 1e-14 * size;
    const ta0 = s[0] * cosine - s[1] * sine;
    const ta1 = s[2] * cosine - s[3] * sine;
    const tb0 = -s[4] * cosine - s[5] * sine;
    const tb1 = -s[6] * cosine - s[7] * sine;
    const lowA = a0 < hA - rounding ? ta1 : a1 < hA - rounding ? ta0 : Math.min(ta0, ta1);
    const highA = a0 < hA - rounding ? ta1 : a1 < hA - rounding ? ta0 : Math.max(ta0, ta1);
    const lowB = b0 < hB - rounding ? tb1 : b1 < hB - rounding ? tb0 : Math.min(tb0, tb1);
    const highB = b0 < hB - rounding ? tb1 : b1 < hB - rounding ? tb0 : Math.max(tb0, tb1);
    place = 0.5 * (Math.max(lowA, lowB) + Math.min(highA, highB));
  }
  a[0] = hA * sine + place * cosine;
  a[1] = 0;
  a[2] = hA * cosine - place * sine;
  b[0] = -hB * sine + place * cosine;
  b[1] = 0;
  b[2] = -hB * cosine - place * sine;
}
