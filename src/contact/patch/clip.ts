/**
 * Clipping of convex polygons by planes, in flat arrays.
 *
 * Source   [SutherlandHodgman1974]
 */

export class Polygon {
  count = 0;
  points = new Float64Array(0);
  /** Height of the clipping plane over each corner. */
  heights = new Float64Array(0);

  /** Room for that many corners, and one point behind them. */
  reserve(corners: number): void {
    if (this.points.length < 3 * corners + 3) this.points = new Float64Array(3 * corners + 3);
    if (this.heights.length < corners) this.heights = new Float64Array(corners);
  }
}

/** What clipPolygon() found. */
export const clipEmpty = 0;
const clipWhole = 1;
export const clipPart = 2;
/** All of the polygon lies in the plane. */
export const clipInPlane = 3;

/** polygon.heights ← those of the plane over the corners; clipPart when the plane has corners on both sides. */
function compare(polygon: Polygon, plane: Float64Array, k: number): number {
  const nx = plane[k];
  const ny = plane[k + 1];
  const nz = plane[k + 2];
  const d = plane[k + 3];
  const p = polygon.points;
  const end = 3 * polygon.count;
  const { heights } = polygon;
  let above = 0;
  let below = 0;
  for (let i = 0, c = 0; i < end; i += 3, c++) {
    const h = d - (nx * p[i] + ny * p[i + 1] + nz * p[i + 2]);
    heights[c] = h;
    if (h > 0) below++;
    else if (h < 0) above++;
  }
  if (above === 0) return below === 0 ? clipInPlane : clipWhole;
  return below === 0 ? clipEmpty : clipPart;
}

/**
 * out ← the part of the polygon where its heights, times a sign, are not negative; it has room for one corner more. Returns whether that is an
 * area, clipPart or clipEmpty.
 */
function cut(out: Polygon, polygon: Polygon, sign: number): number {
  const { heights } = polygon;
  const p = polygon.points;
  const end = 3 * polygon.count;
  const q = out.points;
  let n = 0;
  let xj = p[end - 3];
  let yj = p[end - 2];
  let zj = p[end - 1];
  let hj = heights[polygon.count - 1];
  for (let i = 0, c = 0; i < end; i += 3, c++) {
    const x = p[i];
    const y = p[i + 1];
    const z = p[i + 2];
    const h = heights[c];
    if (h > 0 ? hj < 0 : h < 0 && hj > 0) {
      const t = h / (h - hj);
      q[n] = x + t * (xj - x);
      q[n + 1] = y + t * (yj - y);
      q[n + 2] = z + t * (zj - z);
      n += 3;
    }
    if (sign * h >= 0) {
      q[n] = x;
      q[n + 1] = y;
      q[n + 2] = z;
      n += 3;
    }
    xj = x;
    yj = y;
    zj = z;
    hj = h;
  }
  out.count = n / 3;
  return n >= 9 ? clipPart : clipEmpty;
}

/**
 * Clips the polygon by n·x ≤ d, for plane[k..k+3] = n, d. Returns clipWhole when all of it is left, and clipPart when the part
 * that is left was written to `out`, which has room for one corner more.
 */
export function clipPolygon(out: Polygon, polygon: Polygon, plane: Float64Array, k: number): number {
  const found = compare(polygon, plane, k);
  return found === clipPart ? cut(out, polygon, 1) : found;
}

/**
 * Parts the polygon at n·x = d, for plane = n, d: what is below goes to `out`, what is above to `rest`; both have room for one
 * corner more. Returns the same as clipPolygon(); nothing is written unless the plane has corners on both sides.
 */
export function splitPolygon(out: Polygon, rest: Polygon, polygon: Polygon, plane: Float64Array): number {
  const found = clipPolygon(out, polygon, plane, 0);
  if (found === clipPart) cut(rest, polygon, -1);
  return found;
}
