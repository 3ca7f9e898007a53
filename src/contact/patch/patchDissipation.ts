/**
 * Damping and friction of a patch: integrals of the pressure with the local velocities, by quadrature on its triangles and samples.
 *
 *     dN  = p·max(0, 1 + d·ḣ)·dA                 ḣ = −n·v   rate of approach, without that of rolling
 *     dF  = (dN − p·dA)·n − μ·dN·v_t/reg(|v_t|)  what is added to the elastic force
 *
 * Source   [Neumayr2024] (7.3)–(7.8), taken per area; [Radon1948] for the rule
 * Legend   v  velocity of B against A at the point      v_t  its part across n      dA  area across n: −n_B·n times the area
 * Holds    The rule is exact for polynomials of degree 5: damping in compression, and friction of a patch that slides
 *          without turning, are exact. Friction and damping never add energy: every point opposes its own velocity, but for what
 *          rolling.ts takes out of both the motion and the moment.
 */
import { regularisedSpeed } from "../regularisation.ts";
import type { Overlap } from "./overlap.ts";
import { sampleLength, triangleLength } from "./surfaceSums.ts";

/** Radon's rule with seven points: the centre, and for each corner two at rest·(sum of the corners) + more·(corner). */
const outerRest = (6 - Math.sqrt(15)) / 21;
const outerMore = (9 + 2 * Math.sqrt(15)) / 21 - outerRest;
const innerRest = (6 + Math.sqrt(15)) / 21;
const innerMore = (9 - 2 * Math.sqrt(15)) / 21 - innerRest;
const centreWeight = 9 / 40;
const outerWeight = (155 - Math.sqrt(15)) / 1200;
const innerWeight = (155 + Math.sqrt(15)) / 1200;

/** Points and their elastic normal forces, 4 each; grows when it must. */
export class DissipationPoints {
  at = new Float64Array(2048);
  /** Where the last one ends. */
  end = 0;
}

export interface PatchDamping {
  /** s/m */
  damping: number;
  /** μ */
  friction: number;
  /** m/s: sliding below it is smoothed. */
  smallSpeed: number;
}

/** Numbers in the array of sums. */
export const sumLength = 11;
/** … and in that of the motion. */
export const motionLength = 14;

/** points ← those of the overlap, where motion[0..2] is n and motion[9] is p/h^m: as long as the bodies stay where they are. */
export function placePoints(points: DissipationPoints, overlap: Overlap, power: number, motion: Float64Array): void {
  const { triangles: t, samples: s } = overlap;
  const nx = motion[0];
  const ny = motion[1];
  const nz = motion[2];
  const factor = motion[9];
  const count = 7 * overlap.triangleCount + overlap.sampleCount;
  if (points.at.length < 4 * count) points.at = new Float64Array(8 * count);
  const { at } = points;
  let o = 0;
  for (let k = 0; k < overlap.triangleCount * triangleLength; k += triangleLength) {
    const scale = -factor * t[k + 15] * (t[k + 12] * nx + t[k + 13] * ny + t[k + 14] * nz);
    const sx = t[k] + t[k + 3] + t[k + 6];
    const sy = t[k + 1] + t[k + 4] + t[k + 7];
    const sz = t[k + 2] + t[k + 5] + t[k + 8];
    const sh = t[k + 9] + t[k + 10] + t[k + 11];
    const third = 1 / 3;
    const centre = third * sh;
    at[o] = third * sx;
    at[o + 1] = third * sy;
    at[o + 2] = third * sz;
    at[o + 3] = scale * centreWeight * (power === 1 ? centre : centre * centre * centre);
    o += 4;
    for (let c = 0; c < 3; c++) {
      const x = t[k + 3 * c];
      const y = t[k + 3 * c + 1];
      const z = t[k + 3 * c + 2];
      const h = t[k + 9 + c];
      const far = outerRest * sh + outerMore * h;
      const close = innerRest * sh + innerMore * h;
      at[o] = outerRest * sx + outerMore * x;
      at[o + 1] = outerRest * sy + outerMore * y;
      at[o + 2] = outerRest * sz + outerMore * z;
      at[o + 3] = scale * outerWeight * (power === 1 ? far : far * far * far);
      at[o + 4] = innerRest * sx + innerMore * x;
      at[o + 5] = innerRest * sy + innerMore * y;
      at[o + 6] = innerRest * sz + innerMore * z;
      at[o + 7] = scale * innerWeight * (power === 1 ? close : close * close * close);
      o += 8;
    }
  }
  for (let k = 0; k < overlap.sampleCount * sampleLength; k += sampleLength) {
    at[o] = s[k];
    at[o + 1] = s[k + 1];
    at[o + 2] = s[k + 2];
    at[o + 3] = -factor * s[k + 3] * (s[k + 4] * nx + s[k + 5] * ny + s[k + 6] * nz);
    o += 4;
  }
  points.end = o;
}

/**
 * sums ← force (3) and moment about the origin (3) on B, the normal force with damping; ∫ (dN − p·dA) and ∫ (dN − p·dA)·x (3).
 * motion: n (3), v of B against A at the origin (3), relative angular velocity (3), p/h^m; r (3) and r₀ of the rate r·x − r₀ at which
 * points part by rolling — all in the frame of the overlap.
 */
export function dissipate(
  sums: Float64Array,
  { at, end }: DissipationPoints,
  motion: Float64Array,
  law: PatchDamping,
): void {
  const { damping, friction, smallSpeed } = law;
  const nx = motion[0];
  const ny = motion[1];
  const nz = motion[2];
  const ox = motion[3];
  const oy = motion[4];
  const oz = motion[5];
  const wx = motion[6];
  const wy = motion[7];
  const wz = motion[8];
  const rx = motion[10];
  const ry = motion[11];
  const rz = motion[12];
  const r0 = motion[13];
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let normal = 0;
  let extra = 0;
  let extraX = 0;
  let extraY = 0;
  let extraZ = 0;
  for (let k = 0; k < end; k += 4) {
    const x = at[k];
    const y = at[k + 1];
    const z = at[k + 2];
    const p = at[k + 3];
    const vx = ox + wy * z - wz * y;
    const vy = oy + wz * x - wx * z;
    const vz = oz + wx * y - wy * x;
    const vn = vx * nx + vy * ny + vz * nz;
    const rise = 1 - damping * (vn - (rx * x + ry * y + rz * z - r0));
    const dN = rise > 0 ? p * rise : 0;
    const tx = vx - vn * nx;
    const ty = vy - vn * ny;
    const tz = vz - vn * nz;
    const g = (friction * dN) / regularisedSpeed(Math.sqrt(tx * tx + ty * ty + tz * tz), smallSpeed);
    const more = dN - p;
    const dfx = more * nx - g * tx;
    const dfy = more * ny - g * ty;
    const dfz = more * nz - g * tz;
    normal += dN;
    extra += more;
    extraX += more * x;
    extraY += more * y;
    extraZ += more * z;
    fx += dfx;
    fy += dfy;
    fz += dfz;
    mx += y * dfz - z * dfy;
    my += z * dfx - x * dfz;
    mz += x * dfy - y * dfx;
  }
  sums[0] = fx;
  sums[1] = fy;
  sums[2] = fz;
  sums[3] = mx;
  sums[4] = my;
  sums[5] = mz;
  sums[6] = normal;
  sums[7] = extra;
  sums[8] = extraX;
  sums[9] = extraY;
  sums[10] = extraZ;
}
