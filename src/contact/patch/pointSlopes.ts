/**
 * How the force at single points of a patch changes, summed over points: with the depth, with the direction n, with velocities.
 *
 *     force of a point      q·(n_B + c·φ(v, n)),   c = n_B·n
 *     φ                     (ρ − 1)·n − μ·ρ·t/reg(|t|),   ρ = max(0, 1 − d·n·v),   t = v − (n·v)·n
 *     ∂φ/∂v                 −g·1 + (g − d)·n⊗n + (μ·d/reg)·t⊗n + g·r·t⊗t
 *     ∂φ/∂n, across n       (ρ − 1 + g·n·v)·1 + (g − d)·n⊗t + (μ·d/reg − g·r·n·v)·t⊗t
 *
 * Legend   g = μ·ρ/reg     r = reg′/(|t|·reg)     d  damping, 0 where ρ is     q, n_B  as in derivativePoints.ts
 *          reg  as in regularisation.ts
 * Length   One loop with all its sums in local variables: typed arrays would take twice the time.
 */
import { regularisedSlope, regularisedSpeed } from "../regularisation.ts";
import { type DerivativePoints, groupLength, pointLength } from "./derivativePoints.ts";
import type { PatchDamping } from "./patchDissipation.ts";

export class PointSlopes {
  /** 6 × 4: Σ (τ, x × τ)⊗(1, x), where τ is the change of the force of a point with h. */
  readonly byDepth = new Float64Array(24);
  /** 3 × 4: the same for the elastic force alone. */
  readonly elasticByDepth = new Float64Array(12);
  /** 6 × 3, column by column: Σ (D, x × D), where D is the derivative by n with velocities, places and depths as they are. */
  readonly byNormal = new Float64Array(18);
  /** 6 × 6, column by column: force and moment by the velocity at the origin and the angular velocity. */
  readonly byTwist = new Float64Array(36);

  clear(): void {
    this.byNormal.fill(0);
    this.byTwist.fill(0);
  }

  /**
   * Adds the groups first … last − 1 of points to byNormal and byTwist; what is by depth is of these groups alone. motion: n (3), v of B
   * against A at the origin (3), relative angular velocity (3).
   */
  add(
    { at, groups }: DerivativePoints,
    first: number,
    last: number,
    motion: Float64Array,
    { damping, friction, smallSpeed }: PatchDamping,
  ): void {
    const nx = motion[0];
    const ny = motion[1];
    const nz = motion[2];
    const ox = motion[3];
    const oy = motion[4];
    const oz = motion[5];
    const wx = motion[6];
    const wy = motion[7];
    const wz = motion[8];
    const { byDepth: H, elasticByDepth: E, byNormal: N, byTwist: V } = this;
    // by depth, row by row
    let h00 = 0, h01 = 0, h02 = 0, h03 = 0; // biome-ignore format: a row
    let h10 = 0, h11 = 0, h12 = 0, h13 = 0; // biome-ignore format: a row
    let h20 = 0, h21 = 0, h22 = 0, h23 = 0; // biome-ignore format: a row
    let h30 = 0, h31 = 0, h32 = 0, h33 = 0; // biome-ignore format: a row
    let h40 = 0, h41 = 0, h42 = 0, h43 = 0; // biome-ignore format: a row
    let h50 = 0, h51 = 0, h52 = 0, h53 = 0; // biome-ignore format: a row
    // by twist, row by row
    let v00 = 0, v01 = 0, v02 = 0, v03 = 0, v04 = 0, v05 = 0; // biome-ignore format: a row
    let v10 = 0, v11 = 0, v12 = 0, v13 = 0, v14 = 0, v15 = 0; // biome-ignore format: a row
    let v20 = 0, v21 = 0, v22 = 0, v23 = 0, v24 = 0, v25 = 0; // biome-ignore format: a row
    let v30 = 0, v31 = 0, v32 = 0, v33 = 0, v34 = 0, v35 = 0; // biome-ignore format: a row
    let v40 = 0, v41 = 0, v42 = 0, v43 = 0, v44 = 0, v45 = 0; // biome-ignore format: a row
    let v50 = 0, v51 = 0, v52 = 0, v53 = 0, v54 = 0, v55 = 0; // biome-ignore format: a row
    // by n: multiples of the unit matrix, and what goes with t, row by row
    let i0 = 0, ix = 0, iy = 0, iz = 0; // biome-ignore format: a row
    let t00 = 0, t01 = 0, t02 = 0; // biome-ignore format: a row
    let t10 = 0, t11 = 0, t12 = 0; // biome-ignore format: a row
    let t20 = 0, t21 = 0, t22 = 0; // biome-ignore format: a row
    let t30 = 0, t31 = 0, t32 = 0; // biome-ignore format: a row
    let t40 = 0, t41 = 0, t42 = 0; // biome-ignore format: a row
    let t50 = 0, t51 = 0, t52 = 0; // biome-ignore format: a row
    for (let k = 0; k < 12; k++) E[k] = 0;
    let k = first === 0 ? 0 : groups[groupLength * first - 1];
    for (let group = groupLength * first; group < groupLength * last; group += groupLength) {
      const bx = groups[group];
      const by = groups[group + 1];
      const bz = groups[group + 2];
      const end = groups[group + 4];
      const c = bx * nx + by * ny + bz * nz;
      // of the group: Σ s·(1, x) and Σ q·(φ, x × φ)
      let e0 = 0, ex = 0, ey = 0, ez = 0; // biome-ignore format: a row
      let f0 = 0, f1 = 0, f2 = 0, f3 = 0, f4 = 0, f5 = 0; // biome-ignore format: a row
      for (; k < end; k += pointLength) {
        const x = at[k];
        const y = at[k + 1];
        const z = at[k + 2];
        const q = at[k + 3];
        const s = at[k + 4];
        const p = q * c;
        const vx = ox + wy * z - wz * y;
        const vy = oy + wz * x - wx * z;
        const vz = oz + wx * y - wy * x;
        const vn = vx * nx + vy * ny + vz * nz;
        const tx = vx - vn * nx;
        const ty = vy - vn * ny;
        const tz = vz - vn * nz;
        const speed = Math.sqrt(tx * tx + ty * ty + tz * tz);
        const inverse = 1 / regularisedSpeed(speed, smallSpeed);
        const r = inverse * regularisedSlope(speed, smallSpeed);
        const closing = 1 - damping * vn;
        const rise = Math.max(closing, 0);
        const d = closing > 0 ? damping : 0;
        const g = friction * rise * inverse;
        const fx = (rise - 1) * nx - g * tx;
        const fy = (rise - 1) * ny - g * ty;
        const fz = (rise - 1) * nz - g * tz;
        // by depth
        const dx = s * (bx + c * fx);
        const dy = s * (by + c * fy);
        const dz = s * (bz + c * fz);
        const mx = y * dz - z * dy;
        const my = z * dx - x * dz;
        const mz = x * dy - y * dx;
        h00 += dx;
        h01 += dx * x;
        h02 += dx * y;
        h03 += dx * z;
        h10 += dy;
        h11 += dy * x;
        h12 += dy * y;
        h13 += dy * z;
        h20 += dz;
        h21 += dz * x;
        h22 += dz * y;
        h23 += dz * z;
        h30 += mx;
        h31 += mx * x;
        h32 += mx * y;
        h33 += mx * z;
        h40 += my;
        h41 += my * x;
        h42 += my * y;
        h43 += my * z;
        h50 += mz;
        h51 += mz * x;
        h52 += mz * y;
        h53 += mz * z;
        e0 += s;
        ex += s * x;
        ey += s * y;
        ez += s * z;
        // by n
        f0 += q * fx;
        f1 += q * fy;
        f2 += q * fz;
        f3 += q * (y * fz - z * fy);
        f4 += q * (z * fx - x * fz);
        f5 += q * (x * fy - y * fx);
        const one = p * (rise - 1 + g * vn);
        i0 += one;
        ix += one * x;
        iy += one * y;
        iz += one * z;
        const along = p * (g - d);
        const slope = p * g * r;
        const mixed = p * friction * d * inverse;
        const across = mixed - slope * vn;
        const rx = along * nx + across * tx;
        const ry = along * ny + across * ty;
        const rz = along * nz + across * tz;
        const lx = y * rz - z * ry;
        const ly = z * rx - x * rz;
        const lz = x * ry - y * rx;
        t00 += rx * tx;
        t01 += rx * ty;
        t02 += rx * tz;
        t10 += ry * tx;
        t11 += ry * ty;
        t12 += ry * tz;
        t20 += rz * tx;
        t21 += rz * ty;
        t22 += rz * tz;
        t30 += lx * tx;
        t31 += lx * ty;
        t32 += lx * tz;
        t40 += ly * tx;
        t41 += ly * ty;
        t42 += ly * tz;
        t50 += lz * tx;
        t51 += lz * ty;
        t52 += lz * tz;
        // by v: rows of A, then of A·(−x×)
        const self = -p * g;
        const ux = along * nx + mixed * tx;
        const uy = along * ny + mixed * ty;
        const uz = along * nz + mixed * tz;
        const sx = slope * tx;
        const sy = slope * ty;
        const sz = slope * tz;
        const a00 = self + ux * nx + sx * tx;
        const a01 = ux * ny + sx * ty;
        const a02 = ux * nz + sx * tz;
        const a10 = uy * nx + sy * tx;
        const a11 = self + uy * ny + sy * ty;
        const a12 = uy * nz + sy * tz;
        const a20 = uz * nx + sz * tx;
        const a21 = uz * ny + sz * ty;
        const a22 = self + uz * nz + sz * tz;
        const a03 = y * a02 - z * a01;
        const a04 = z * a00 - x * a02;
        const a05 = x * a01 - y * a00;
        const a13 = y * a12 - z * a11;
        const a14 = z * a10 - x * a12;
        const a15 = x * a11 - y * a10;
        const a23 = y * a22 - z * a21;
        const a24 = z * a20 - x * a22;
        const a25 = x * a21 - y * a20;
        v00 += a00;
        v01 += a01;
        v02 += a02;
        v03 += a03;
        v04 += a04;
        v05 += a05;
        v10 += a10;
        v11 += a11;
        v12 += a12;
        v13 += a13;
        v14 += a14;
        v15 += a15;
        v20 += a20;
        v21 += a21;
        v22 += a22;
        v23 += a23;
        v24 += a24;
        v25 += a25;
        v30 += y * a20 - z * a10;
        v31 += y * a21 - z * a11;
        v32 += y * a22 - z * a12;
        v33 += y * a23 - z * a13;
        v34 += y * a24 - z * a14;
        v35 += y * a25 - z * a15;
        v40 += z * a00 - x * a20;
        v41 += z * a01 - x * a21;
        v42 += z * a02 - x * a22;
        v43 += z * a03 - x * a23;
        v44 += z * a04 - x * a24;
        v45 += z * a05 - x * a25;
        v50 += x * a10 - y * a00;
        v51 += x * a11 - y * a01;
        v52 += x * a12 - y * a02;
        v53 += x * a13 - y * a03;
        v54 += x * a14 - y * a04;
        v55 += x * a15 - y * a05;
      }
      E[0] += bx * e0;
      E[1] += bx * ex;
      E[2] += bx * ey;
      E[3] += bx * ez;
      E[4] += by * e0;
      E[5] += by * ex;
      E[6] += by * ey;
      E[7] += by * ez;
      E[8] += bz * e0;
      E[9] += bz * ex;
      E[10] += bz * ey;
      E[11] += bz * ez;
      N[0] += f0 * bx;
      N[1] += f1 * bx;
      N[2] += f2 * bx;
      N[3] += f3 * bx;
      N[4] += f4 * bx;
      N[5] += f5 * bx;
      N[6] += f0 * by;
      N[7] += f1 * by;
      N[8] += f2 * by;
      N[9] += f3 * by;
      N[10] += f4 * by;
      N[11] += f5 * by;
      N[12] += f0 * bz;
      N[13] += f1 * bz;
      N[14] += f2 * bz;
      N[15] += f3 * bz;
      N[16] += f4 * bz;
      N[17] += f5 * bz;
    }
    H[0] = h00;
    H[1] = h01;
    H[2] = h02;
    H[3] = h03;
    H[4] = h10;
    H[5] = h11;
    H[6] = h12;
    H[7] = h13;
    H[8] = h20;
    H[9] = h21;
    H[10] = h22;
    H[11] = h23;
    H[12] = h30;
    H[13] = h31;
    H[14] = h32;
    H[15] = h33;
    H[16] = h40;
    H[17] = h41;
    H[18] = h42;
    H[19] = h43;
    H[20] = h50;
    H[21] = h51;
    H[22] = h52;
    H[23] = h53;
    N[0] += t00 + i0;
    N[1] += t10;
    N[2] += t20;
    N[3] += t30;
    N[4] += t40 + iz;
    N[5] += t50 - iy;
    N[6] += t01;
    N[7] += t11 + i0;
    N[8] += t21;
    N[9] += t31 - iz;
    N[10] += t41;
    N[11] += t51 + ix;
    N[12] += t02;
    N[13] += t12;
    N[14] += t22 + i0;
    N[15] += t32 + iy;
    N[16] += t42 - ix;
    N[17] += t52;
    V[0] += v00;
    V[1] += v10;
    V[2] += v20;
    V[3] += v30;
    V[4] += v40;
    V[5] += v50;
    V[6] += v01;
    V[7] += v11;
    V[8] += v21;
    V[9] += v31;
    V[10] += v41;
    V[11] += v51;
    V[12] += v02;
    V[13] += v12;
    V[14] += v22;
    V[15] += v32;
    V[16] += v42;
    V[17] += v52;
    V[18] += v03;
    V[19] += v13;
    V[20] += v23;
    V[21] += v33;
    V[22] += v43;
    V[23] += v53;
    V[24] += v04;
    V[25] += v14;
    V[26] += v24;
    V[27] += v34;
    V[28] += v44;
    V[29] += v54;
    V[30] += v05;
    V[31] += v15;
    V[32] += v25;
    V[33] += v35;
    V[34] += v45;
    V[35] += v55;
  }
}
