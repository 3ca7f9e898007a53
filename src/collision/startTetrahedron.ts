/** From a simplex that holds the origin to a tetrahedron with volume, the start of an expanding polytope. */
import * as elementary from "../math/elementary.ts";
import { differenceSupport, maximumVertices, normalise, type Pair, stride } from "./pair.ts";
import { copyPoint } from "./simplex.ts";

/** Completes the simplex to a tetrahedron with volume around the origin. Returns false when C is flat; n is its normal then. */
export function completeTetrahedron(pair: Pair): boolean {
  const p = pair.points;
  const tiny = 1e-13 * pair.size;
  for (let axis = 0; pair.count < 2 && axis < 3; axis++) {
    for (let s = -1; s <= 1 && pair.count < 2; s += 2) {
      for (let k = 0; k < 3; k++) pair.d[k] = k === axis ? s : 0;
      differenceSupport(pair, p, stride);
      if (elementary.hypot(p[stride] - p[0], p[stride + 1] - p[1], p[stride + 2] - p[2]) > tiny) pair.count = 2;
    }
  }
  const n = pair.n;
  if (pair.count < 2) {
    n[0] = 1;
    n[1] = 0;
    n[2] = 0;
    return false;
  }
  if (pair.count === 2) {
    const ux = p[stride] - p[0];
    const uy = p[stride + 1] - p[1];
    const uz = p[stride + 2] - p[2];
    // four directions across the edge
    const isX = Math.abs(ux) <= Math.abs(uy) && Math.abs(ux) <= Math.abs(uz);
    const isY = !isX && Math.abs(uy) <= Math.abs(uz);
    let sx = isX ? 0 : isY ? uz : -uy;
    let sy = isX ? -uz : isY ? 0 : ux;
    let sz = isX ? uy : isY ? -ux : 0;
    const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
    n[0] = sx;
    n[1] = sy;
    n[2] = sz;
    normalise(n);
    for (let turn = 0; turn < 4 && pair.count < 3; turn++) {
      pair.d[0] = sx;
      pair.d[1] = sy;
      pair.d[2] = sz;
      differenceSupport(pair, p, 2 * stride);
      const wx = p[2 * stride] - p[0];
      const wy = p[2 * stride + 1] - p[1];
      const wz = p[2 * stride + 2] - p[2];
      if (elementary.hypot(uy * wz - uz * wy, uz * wx - ux * wz, ux * wy - uy * wx) > tiny * length) pair.count = 3;
      const qx = (uy * sz - uz * sy) / length;
      const qy = (uz * sx - ux * sz) / length;
      const qz = (ux * sy - uy * sx) / length;
      sx = qx;
      sy = qy;
      sz = qz;
    }
    if (pair.count < 3) return false;
  }
  if (pair.count === 3) {
    const ux = p[stride] - p[0];
    const uy = p[stride + 1] - p[1];
    const uz = p[stride + 2] - p[2];
    const wx = p[2 * stride] - p[0];
    const wy = p[2 * stride + 1] - p[1];
    const wz = p[2 * stride + 2] - p[2];
    const x = uy * wz - uz * wy;
    const y = uz * wx - ux * wz;
    const z = ux * wy - uy * wx;
    n[0] = x;
    n[1] = y;
    n[2] = z;
    normalise(n);
    for (let s = 1; s >= -1 && pair.count < 4; s -= 2) {
      for (let k = 0; k < 3; k++) pair.d[k] = s * n[k];
      differenceSupport(pair, p, 3 * stride);
      const q = 3 * stride;
      const height = (p[q] - p[0]) * n[0] + (p[q + 1] - p[1]) * n[1] + (p[q + 2] - p[2]) * n[2];
      if (Math.abs(height) > tiny) pair.count = 4;
    }
    if (pair.count < 4) return false;
  }
  orient(pair);
  return true;
}

/** Exchanges two points so that the face (0, 1, 2) looks away from point 3. */
function orient(pair: Pair): void {
  const p = pair.points;
  const s = stride;
  const ux = p[s] - p[0];
  const uy = p[s + 1] - p[1];
  const uz = p[s + 2] - p[2];
  const wx = p[2 * s] - p[0];
  const wy = p[2 * s + 1] - p[1];
  const wz = p[2 * s + 2] - p[2];
  const volume =
    (uy * wz - uz * wy) * (p[3 * s] - p[0]) +
    (uz * wx - ux * wz) * (p[3 * s + 1] - p[1]) +
    (ux * wy - uy * wx) * (p[3 * s + 2] - p[2]);
  if (volume <= 0) return;
  const spare = s * (maximumVertices - 1);
  copyPoint(p, spare, 0);
  copyPoint(p, 0, s);
  copyPoint(p, s, spare);
}
