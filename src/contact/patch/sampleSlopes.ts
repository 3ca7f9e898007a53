/**
 * How the force of a sample changes with the depth: of the polygon that it stands for, and through the centre of pressure, which moves.
 *
 * Legend   s dA  q of an area, by h      K0, K1, K2  ∫ (1, x, x⊗x)·s dA, exact      Y  ∫ (x − x_c)·(1, x)·s dA
 *          φ, c, q  as in pointSlopes.ts
 */
import { regularisedSlope, regularisedSpeed } from "../regularisation.ts";
import type { PatchDamping } from "./patchDissipation.ts";
import { centrePoint, innerPoint, outerPoint } from "./radonRule.ts";
import { cornerLength, type SurfaceSums, sampleLength } from "./surfaceSums.ts";

/** Of the seven points of a triangle: rest, more, weight. */
const rule = Float64Array.of(
  ...centrePoint,
  ...outerPoint,
  ...outerPoint,
  ...outerPoint,
  ...innerPoint,
  ...innerPoint,
  ...innerPoint,
);

export class SampleSlopes {
  /** As in PointSlopes, of the last sample alone. */
  readonly byDepth = new Float64Array(24);
  readonly elasticByDepth = new Float64Array(12);
  /** K0, K1 (3), K2 (6: xx, yy, zz, yz, zx, xy). */
  private readonly K = new Float64Array(10);

  /** byDepth, elasticByDepth ← those of sample number k, whose corners begin with number `first`. */
  evaluate(sums: SurfaceSums, k: number, first: number, power: number, motion: Float64Array, law: PatchDamping): void {
    const { samples, corners } = sums;
    const o = sampleLength * k;
    this.measure(samples, o, corners, first, power, motion);
    this.addElastic(samples, o);
    this.addDissipated(samples, o, motion, law);
  }

  /** K ← moments of the polygon of the sample at i. */
  private measure(
    samples: Float64Array,
    i: number,
    p: Float64Array,
    first: number,
    power: number,
    motion: Float64Array,
  ): void {
    const bx = samples[i + 4];
    const by = samples[i + 5];
    const bz = samples[i + 6];
    const last = samples[i + 8];
    const factor = motion[9];
    const { K } = this;
    let k0 = 0;
    let k1 = 0;
    let k2 = 0;
    let k3 = 0;
    let xx = 0;
    let yy = 0;
    let zz = 0;
    let yz = 0;
    let zx = 0;
    let xy = 0;
    const o = cornerLength * first;
    for (let a = o + cornerLength; a + cornerLength < cornerLength * last; a += cornerLength) {
      const b = a + cornerLength;
      const ux = p[a] - p[o];
      const uy = p[a + 1] - p[o + 1];
      const uz = p[a + 2] - p[o + 2];
      const wx = p[b] - p[o];
      const wy = p[b + 1] - p[o + 1];
      const wz = p[b + 2] - p[o + 2];
      const twice = bx * (uy * wz - uz * wy) + by * (uz * wx - ux * wz) + bz * (ux * wy - uy * wx);
      if (!(twice > 0)) continue;
      const scale = -0.5 * factor * power * twice;
      const sx = p[o] + p[a] + p[b];
      const sy = p[o + 1] + p[a + 1] + p[b + 1];
      const sz = p[o + 2] + p[a + 2] + p[b + 2];
      const sh = p[o + 3] + p[a + 3] + p[b + 3];
      for (let j = 0; j < 21; j += 3) {
        const corner = j % 9 === 0 ? o : j % 9 === 3 ? a : b;
        const rest = rule[j];
        const more = rule[j + 1];
        const x = rest * sx + more * p[corner];
        const y = rest * sy + more * p[corner + 1];
        const z = rest * sz + more * p[corner + 2];
        const h = rest * sh + more * p[corner + 3];
        const s = scale * rule[j + 2] * (power === 1 ? 1 : h * h);
        k0 += s;
        k1 += s * x;
        k2 += s * y;
        k3 += s * z;
        xx += s * x * x;
        yy += s * y * y;
        zz += s * z * z;
        yz += s * y * z;
        zx += s * z * x;
        xy += s * x * y;
      }
    }
    K[0] = k0;
    K[1] = k1;
    K[2] = k2;
    K[3] = k3;
    K[4] = xx;
    K[5] = yy;
    K[6] = zz;
    K[7] = yz;
    K[8] = zx;
    K[9] = xy;
  }

  /** Changes of the elastic force: ∫ (b, x × b)⊗(1, x)·s dA. */
  private addElastic(samples: Float64Array, o: number): void {
    const bx = samples[o + 4];
    const by = samples[o + 5];
    const bz = samples[o + 6];
    const { K, byDepth: H, elasticByDepth: E } = this;
    for (let j = 0; j < 4; j++) {
      H[j] = E[j] = bx * K[j];
      H[4 + j] = E[4 + j] = by * K[j];
      H[8 + j] = E[8 + j] = bz * K[j];
      // ∫ x·(1, x)_j·s dA
      const x = j === 0 ? K[1] : j === 1 ? K[4] : j === 2 ? K[9] : K[8];
      const y = j === 0 ? K[2] : j === 1 ? K[9] : j === 2 ? K[5] : K[7];
      const z = j === 0 ? K[3] : j === 1 ? K[8] : j === 2 ? K[7] : K[6];
      H[12 + j] = y * bz - z * by;
      H[16 + j] = z * bx - x * bz;
      H[20 + j] = x * by - y * bx;
    }
  }

  /** Adds those of damping and friction at the centre of pressure. */
  private addDissipated(
    samples: Float64Array,
    o: number,
    motion: Float64Array,
    { damping, friction, smallSpeed }: PatchDamping,
  ): void {
    const { K, byDepth: H } = this;
    const x = samples[o];
    const y = samples[o + 1];
    const z = samples[o + 2];
    const nx = motion[0];
    const ny = motion[1];
    const nz = motion[2];
    const c = samples[o + 4] * nx + samples[o + 5] * ny + samples[o + 6] * nz;
    const wx = motion[6];
    const wy = motion[7];
    const wz = motion[8];
    const vx = motion[3] + wy * z - wz * y;
    const vy = motion[4] + wz * x - wx * z;
    const vz = motion[5] + wx * y - wy * x;
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
    const fx = c * ((rise - 1) * nx - g * tx);
    const fy = c * ((rise - 1) * ny - g * ty);
    const fz = c * ((rise - 1) * nz - g * tz);
    const mx = y * fz - z * fy;
    const my = z * fx - x * fz;
    const mz = x * fy - y * fx;
    for (let j = 0; j < 4; j++) {
      const s = K[j];
      const Yx = (j === 0 ? K[1] : j === 1 ? K[4] : j === 2 ? K[9] : K[8]) - x * s;
      const Yy = (j === 0 ? K[2] : j === 1 ? K[9] : j === 2 ? K[5] : K[7]) - y * s;
      const Yz = (j === 0 ? K[3] : j === 1 ? K[8] : j === 2 ? K[7] : K[6]) - z * s;
      const ax = wy * Yz - wz * Yy;
      const ay = wz * Yx - wx * Yz;
      const az = wx * Yy - wy * Yx;
      const an = ax * nx + ay * ny + az * nz;
      const along = c * (g - d) * an;
      const across = c * (friction * d * inverse * an + g * r * (ax * tx + ay * ty + az * tz));
      const dx = -c * g * ax + along * nx + across * tx;
      const dy = -c * g * ay + along * ny + across * ty;
      const dz = -c * g * az + along * nz + across * tz;
      H[j] += s * fx + dx;
      H[4 + j] += s * fy + dy;
      H[8 + j] += s * fz + dz;
      H[12 + j] += s * mx + (y * dz - z * dy) + (Yy * fz - Yz * fy);
      H[16 + j] += s * my + (z * dx - x * dz) + (Yz * fx - Yx * fz);
      H[20 + j] += s * mz + (x * dy - y * dx) + (Yx * fy - Yy * fx);
    }
  }
}
