/** Axis-aligned bounding boxes from support mappings. */
import type { Core } from "./core.ts";
import { supportPoint } from "./support.ts";

/**
 * out[k..k+5] ← lower corner, upper corner of the smallest world-aligned box around a body, for R = R_WB row-major at iR and
 * r = r_WB_W at ir, B being the frame of the shape. The box is tight; whoever needs room around it adds it. `work` has room for a
 * direction and a point.
 */
export function bodyBounds(
  out: Float64Array,
  k: number,
  core: Core,
  R: Float64Array,
  iR: number,
  r: Float64Array,
  ir: number,
  work: Float64Array = new Float64Array(6),
): void {
  const jx = core.axis % 3;
  const jy = (core.axis + 1) % 3;
  const jz = (core.axis + 2) % 3;
  for (let i = 0; i < 3; i++) {
    const x = R[iR + 3 * i + jx];
    const y = R[iR + 3 * i + jy];
    const z = R[iR + 3 * i + jz];
    work[0] = -x;
    work[1] = -y;
    work[2] = -z;
    supportPoint(work, 3, core, work, 0);
    const low = work[3] * x + work[4] * y + work[5] * z;
    work[0] = x;
    work[1] = y;
    work[2] = z;
    supportPoint(work, 3, core, work, 0);
    const high = work[3] * x + work[4] * y + work[5] * z;
    out[k + i] = r[ir + i] + low - core.radius;
    out[k + 3 + i] = r[ir + i] + high + core.radius;
  }
}
