/** Axis-aligned bounding boxes from support mappings. */
import type { Core } from "./core.ts";
import { supportPoint } from "./support.ts";

// Overwritten by each call before it is read.
const point = new Float64Array(3);
const direction = new Float64Array(3);

/**
 * out[k..k+5] ← lower corner, upper corner of the smallest world-aligned box around a body, for R = R_WB row-major at iR and
 * r = r_WB_W at ir, B being the frame of the shape. The box is tight; whoever needs room around it adds it.
 */
export function bodyBounds(
  out: Float64Array,
  k: number,
  core: Core,
  R: Float64Array,
  iR: number,
  r: Float64Array,
  ir: number,
): void {
  const jx = core.axis % 3;
  const jy = (core.axis + 1) % 3;
  const jz = (core.axis + 2) % 3;
  for (let i = 0; i < 3; i++) {
    const x = R[iR + 3 * i + jx];
    const y = R[iR + 3 * i + jy];
    const z = R[iR + 3 * i + jz];
    direction[0] = -x;
    direction[1] = -y;
    direction[2] = -z;
    supportPoint(point, 0, core, direction, 0);
    const low = point[0] * x + point[1] * y + point[2] * z;
    direction[0] = x;
    direction[1] = y;
    direction[2] = z;
    supportPoint(point, 0, core, direction, 0);
    const high = point[0] * x + point[1] * y + point[2] * z;
    out[k + i] = r[ir + i] + low - core.radius;
    out[k + 3 + i] = r[ir + i] + high + core.radius;
  }
}
