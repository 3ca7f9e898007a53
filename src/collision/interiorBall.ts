/**
 * When a way out of an overlap is the shortest of all: a ball inside one of the cores that touches its surface at the contact
 * point proves it.
 *
 * Let D be the depth along n, and ρ the radius of such a ball. Then C = A ⊖ B holds a ball of radius ρ about (D − ρ)·n, and for
 * every direction m at an angle θ from n
 *     h(m) ≥ (D − ρ)·cos θ + ρ = D + (ρ − D)·(1 − cos θ)
 * so that no direction leads out on a shorter way if ρ ≥ D.
 *
 * Legend   h(m) = max over C of m·x, the way out along m
 */
import { type Core, coreBeam, coreBox, coreCone, coreCylinder, coreEllipsoid } from "../geometry/core.ts";
import type { Pair } from "./pair.ts";

/** Whether the proven answer of the pair, an overlap, is the shortest way out of all. */
export function isShortestWay(pair: Pair): boolean {
  const { a, b, n, r, R, scratch: s } = pair;
  const depth = -pair.distance;
  for (let k = 0; k < 3; k++) {
    s[k] = a[k];
    s[3 + k] = n[k];
  }
  ballRadius(pair.A, s);
  if (s[6] >= depth) return true;
  const x = b[0] - r[0];
  const y = b[1] - r[1];
  const z = b[2] - r[2];
  for (let k = 0; k < 3; k++) {
    s[k] = R[k] * x + R[3 + k] * y + R[6 + k] * z;
    s[3 + k] = R[k] * n[0] + R[3 + k] * n[1] + R[6 + k] * n[2];
  }
  ballRadius(pair.B, s);
  return s[6] >= depth;
}

/**
 * s[6] ← radius of a ball inside the core that touches its surface at the point s[0..2], where the normal is ±s[3..5]; 0 at edges
 * and corners, and for cores without an inside. (A number returned would be allocated.)
 */
export function ballRadius(core: Core, s: Float64Array): void {
  const size = core.size;
  const x = Math.abs(s[0]);
  const y = Math.abs(s[1]);
  const z = Math.abs(s[2]);
  switch (core.kind) {
    case coreBox: {
      const nx = Math.abs(s[3]);
      const ny = Math.abs(s[4]);
      const nz = Math.abs(s[5]);
      if (nx >= ny && nx >= nz) s[6] = Math.min(size[0], size[1] - y, size[2] - z);
      else if (ny >= nz) s[6] = Math.min(size[1], size[0] - x, size[2] - z);
      else s[6] = Math.min(size[2], size[0] - x, size[1] - y);
      return;
    }
    case coreEllipsoid: {
      // smallest radius of curvature of the whole surface
      const least = Math.min(size[0], size[1], size[2]);
      s[6] = (least * least) / Math.max(size[0], size[1], size[2]);
      return;
    }
    case coreCylinder:
      if (Math.abs(s[5]) > 0.7) s[6] = Math.min(size[1], size[0] - Math.sqrt(x * x + y * y));
      else s[6] = Math.min(size[0], size[1] - z);
      return;
    case coreCone:
      ballInCone(size, s);
      return;
    case coreBeam: {
      const past = Math.max(0, z - size[0]);
      if (Math.abs(s[4]) > 0.7) s[6] = Math.min(size[2], size[1] - Math.sqrt(x * x + past * past));
      else s[6] = Math.min(size[1], size[2] - y);
      return;
    }
    default:
      s[6] = 0;
  }
}

/** Legend   S slant height; the side is at the distance ((r₀ − r)·Δz − (z − z₀)·Δr)/S from a point inside */
function ballInCone(size: Float64Array, s: Float64Array): void {
  const dz = size[3] - size[2];
  const dr = size[0] - size[1];
  const slant = Math.sqrt(dz * dz + dr * dr);
  const radius = Math.sqrt(s[0] * s[0] + s[1] * s[1]);
  const z = s[2];
  const across = Math.sqrt(s[3] * s[3] + s[4] * s[4]);
  // normals lie between those of an end and of the side: the nearer one decides, and is right inside both
  if (across * slant < 0.5 * dz) {
    const isBase = z - size[2] < size[3] - z;
    const side = isBase ? ((size[0] - radius) * dz) / (slant + dr) : ((size[1] - radius) * dz) / (slant - dr);
    s[6] = Math.min(0.5 * dz, side);
    return;
  }
  const low = ((z - size[2]) * slant) / (slant + dr);
  const high = ((size[3] - z) * slant) / (slant - dr);
  s[6] = Math.min((radius * slant) / dz, low, high);
}
