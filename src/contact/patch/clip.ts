/**
 * Clipping of convex polygons by planes, in flat arrays.
 *
 * Source   [SutherlandHodgman1974]
 */

export class Polygon {
  count = 0;
  points = new Float64Array(0);

  /** Room for that many corners, and one point behind them. */
  reserve(corners: number): void {
    if (this.points.length < 3 * corners + 3) this.points = new Float64Array(3 * corners + 3);
    if (height.length < corners) height = new Float64Array(corners);
  }
}

/** Workspace: height of each corner over the plane. Overwritten by each call before it is read. */
let height = new Float64Array(64);

/** What clipPolygon() found. */
export const clipEmpty = 0;
export const clipWhole = 1;
export const clipPart = 2;
/** All of the polygon lies in the plane. */
export const clipInPlane = 3;

/**
 * Clips the polygon by n·x ≤ d, for plane[k..k+3] = n, d. Returns clipWhole when all of it is left, and clipPart when the part
 * that is left was written to `out`, which has room for one corner more.
 */
export function clipPolygon(out: Polygon, polygon: Polygon, plane: Float64Array, k: number): number {
  const nx = plane[k];
  const ny = plane[k + 1];
  const nz = plane[k + 2];
  const d = plane[k + 3];
  const p = polygon.points;
  const count = polygon.count;
  let above = 0;
  let below = 0;
  for (let i = 0; i < count; i++) {
    const h = d - (nx * p[3 * i] + ny * p[3 * i + 1] + nz * p[3 * i + 2]);
    height[i] = h;
    if (h > 0) below++;
    else if (h < 0) above++;
  }
  if (above === 0) return below === 0 ? clipInPlane : clipWhole;
  if (below === 0) return clipEmpty;
  const q = out.points;
  let n = 0;
  let j = count - 1;
  for (let i = 0; i < count; i++) {
    const hi = height[i];
    const hj = height[j];
    if ((hi > 0 && hj < 0) || (hi < 0 && hj > 0)) {
      const t = hi / (hi - hj);
      q[n] = p[3 * i] + t * (p[3 * j] - p[3 * i]);
      q[n + 1] = p[3 * i + 1] + t * (p[3 * j + 1] - p[3 * i + 1]);
      q[n + 2] = p[3 * i + 2] + t * (p[3 * j + 2] - p[3 * i + 2]);
      n += 3;
    }
    if (hi >= 0) {
      q[n] = p[3 * i];
      q[n + 1] = p[3 * i + 1];
      q[n + 2] = p[3 * i + 2];
      n += 3;
    }
    j = i;
  }
  out.count = n / 3;
  return n >= 9 ? clipPart : clipEmpty;
}
