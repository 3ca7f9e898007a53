/**
 * Damping and friction of a patch: integrals of the pressure with the local velocities, by quadrature on its triangles.
 *
 *     dN  = p·max(0, 1 + d·ḣ)·dA                 ḣ = −n·v   rate of approach
 *     dF  = (dN − p·dA)·n − μ·dN·v_t/reg(|v_t|)  what is added to the elastic force
 *
 * Source   [Neumayr2024] (7.3)–(7.8), taken per area; [Radon1948] for the rule
 * Legend   v  velocity of B against A at the point      v_t  its part across n      dA  area across n: −n_B·n times the area
 * Holds    The rule is exact for polynomials of degree 5: damping in compression, and friction of a patch that slides
 *          without turning, are exact. Friction and damping never add energy: every point opposes its own velocity.
 */
import { regularisedSpeed } from "../regularisation.ts";
import { type Overlap, triangleLength } from "./overlap.ts";

const outer = (9 + 2 * Math.sqrt(15)) / 21;
const outerRest = (6 - Math.sqrt(15)) / 21;
const inner = (9 - 2 * Math.sqrt(15)) / 21;
const innerRest = (6 + Math.sqrt(15)) / 21;
const outerWeight = (155 - Math.sqrt(15)) / 1200;
const innerWeight = (155 + Math.sqrt(15)) / 1200;

/** Radon's rule with seven points: three barycentric coordinates and the weight of each. */
const rule = Float64Array.from([
  ...[1 / 3, 1 / 3, 1 / 3, 9 / 40],
  ...[outer, outerRest, outerRest, outerWeight],
  ...[outerRest, outer, outerRest, outerWeight],
  ...[outerRest, outerRest, outer, outerWeight],
  ...[inner, innerRest, innerRest, innerWeight],
  ...[innerRest, inner, innerRest, innerWeight],
  ...[innerRest, innerRest, inner, innerWeight],
]);

export interface PatchDamping {
  /** s/m */
  damping: number;
  /** μ */
  friction: number;
  /** m/s: sliding below it is smoothed. */
  smallSpeed: number;
}

/** Numbers in the array of sums. */
export const sumLength = 7;

/**
 * sums ← force (3) and moment about the origin (3) on B, and the normal force with damping.
 * motion: n (3), v of B against A at the origin (3), relative angular velocity (3), p/h^m — all in the frame of the overlap.
 */
export function dissipate(
  sums: Float64Array,
  overlap: Overlap,
  power: number,
  motion: Float64Array,
  law: PatchDamping,
): void {
  const { damping, friction, smallSpeed } = law;
  const nx = motion[0];
  const ny = motion[1];
  const nz = motion[2];
  const wx = motion[6];
  const wy = motion[7];
  const wz = motion[8];
  const factor = motion[9];
  const t = overlap.triangles;
  let fx = 0;
  let fy = 0;
  let fz = 0;
  let mx = 0;
  let my = 0;
  let mz = 0;
  let normal = 0;
  for (let k = 0; k < overlap.triangleCount * triangleLength; k += triangleLength) {
    const facing = -(t[k + 12] * nx + t[k + 13] * ny + t[k + 14] * nz);
    if (Math.abs(facing) < 1e-12) continue;
    const scale = factor * facing * t[k + 15];
    for (let q = 0; q < 28; q += 4) {
      const a = rule[q];
      const b = rule[q + 1];
      const c = rule[q + 2];
      const x = a * t[k] + b * t[k + 3] + c * t[k + 6];
      const y = a * t[k + 1] + b * t[k + 4] + c * t[k + 7];
      const z = a * t[k + 2] + b * t[k + 5] + c * t[k + 8];
      const h = a * t[k + 9] + b * t[k + 10] + c * t[k + 11];
      const p = scale * rule[q + 3] * (power === 1 ? h : h * h * h);
      const vx = motion[3] + wy * z - wz * y;
      const vy = motion[4] + wz * x - wx * z;
      const vz = motion[5] + wx * y - wy * x;
      const vn = vx * nx + vy * ny + vz * nz;
      const rise = 1 - damping * vn;
      const dN = rise > 0 ? p * rise : 0;
      const tx = vx - vn * nx;
      const ty = vy - vn * ny;
      const tz = vz - vn * nz;
      const g = (friction * dN) / regularisedSpeed(Math.sqrt(tx * tx + ty * ty + tz * tz), smallSpeed);
      const dfx = (dN - p) * nx - g * tx;
      const dfy = (dN - p) * ny - g * ty;
      const dfz = (dN - p) * nz - g * tz;
      normal += dN;
      fx += dfx;
      fy += dfy;
      fz += dfz;
      mx += y * dfz - z * dfy;
      my += z * dfx - x * dfz;
      mz += x * dfy - y * dfx;
    }
  }
  sums[0] = fx;
  sums[1] = fy;
  sums[2] = fz;
  sums[3] = mx;
  sums[4] = my;
  sums[5] = mz;
  sums[6] = normal;
}
