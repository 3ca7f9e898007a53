/**
 * Points at which derivatives of a patch are summed: those of friction and damping (patchDissipation.ts), face by face of B.
 *
 * Legend   q  −p/h^m·∫ h^m dA of the part of the surface that the point stands for: its elastic force is q·n_B
 *          s  ∂q/∂h; 0 where the point is a sample, whose polygon says how it changes (sampleShifts.ts)
 */
import type { Overlap } from "./overlap.ts";
import { centrePoint, innerPoint, outerPoint } from "./radonRule.ts";
import { sampleLength, triangleLength } from "./surfaceSums.ts";

/** Numbers per point: x, y, z, q, s. */
export const pointLength = 5;
/** Numbers per group of points: n_B, number of the nearest face of A, where its points end. */
export const groupLength = 5;

const [, , centreWeight] = centrePoint;
const rest = Float64Array.of(outerPoint[0], innerPoint[0]);
const more = Float64Array.of(outerPoint[1], innerPoint[1]);
const weights = Float64Array.of(outerPoint[2], innerPoint[2]);

export class DerivativePoints {
  at = new Float64Array(256 * pointLength);
  groups = new Float64Array(64 * groupLength);
  /** Triangles come first, then one group for each sample. */
  groupCount = 0;

  /** Those of the last overlap, for m = power and p/h^m = factor. */
  place(overlap: Overlap, power: number, factor: number): void {
    const { triangleCount, sampleCount } = overlap;
    this.reserve(7 * triangleCount + sampleCount, triangleCount + sampleCount);
    const { at, groups } = this;
    let o = this.placeTriangles(overlap, power, factor);
    const { samples: s } = overlap;
    for (let k = 0, g = groupLength * triangleCount; k < sampleCount * sampleLength; k += sampleLength) {
      at[o] = s[k];
      at[o + 1] = s[k + 1];
      at[o + 2] = s[k + 2];
      at[o + 3] = -factor * s[k + 3];
      at[o + 4] = 0;
      o += pointLength;
      for (let i = 0; i < 4; i++) groups[g + i] = s[k + 4 + i];
      groups[g + 4] = o;
      g += groupLength;
    }
    this.groupCount = triangleCount + sampleCount;
  }

  private reserve(points: number, groups: number): void {
    if (this.at.length < points * pointLength) this.at = new Float64Array(2 * points * pointLength);
    if (this.groups.length < groups * groupLength) this.groups = new Float64Array(2 * groups * groupLength);
  }

  /** Returns where the points of triangles end. */
  private placeTriangles({ triangles: t, triangleCount }: Overlap, power: number, factor: number): number {
    const { at, groups } = this;
    let o = 0;
    for (let k = 0, g = 0; k < triangleCount * triangleLength; k += triangleLength, g += groupLength) {
      const scale = -factor * t[k + 15];
      const sx = t[k] + t[k + 3] + t[k + 6];
      const sy = t[k + 1] + t[k + 4] + t[k + 7];
      const sz = t[k + 2] + t[k + 5] + t[k + 8];
      const sh = t[k + 9] + t[k + 10] + t[k + 11];
      const third = 1 / 3;
      const centre = third * sh;
      const central = scale * centreWeight * (power === 1 ? 1 : centre * centre);
      at[o] = third * sx;
      at[o + 1] = third * sy;
      at[o + 2] = third * sz;
      at[o + 3] = central * centre;
      at[o + 4] = power * central;
      o += pointLength;
      for (let c = 0; c < 3; c++) {
        for (let j = 0; j < 2; j++) {
          const a = rest[j];
          const b = more[j];
          const h = a * sh + b * t[k + 9 + c];
          const lower = scale * weights[j] * (power === 1 ? 1 : h * h);
          at[o] = a * sx + b * t[k + 3 * c];
          at[o + 1] = a * sy + b * t[k + 3 * c + 1];
          at[o + 2] = a * sz + b * t[k + 3 * c + 2];
          at[o + 3] = lower * h;
          at[o + 4] = power * lower;
          o += pointLength;
        }
      }
      for (let i = 0; i < 3; i++) groups[g + i] = t[k + 12 + i];
      groups[g + 3] = t[k + 16];
      groups[g + 4] = o;
    }
    return o;
  }
}
