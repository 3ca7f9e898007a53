/**
 * Support mapping of a core: the point of it that lies farthest along a direction.
 *
 * Source   [Bergen2003] sec. 4.3 (all but the beam, which is a disc swept along a segment and thickened by another one)
 * Holds    d·s(d) = max over the core of d·x; s(0) is some point of the core. d need not be a unit vector.
 *          The choice among several farthest points is fixed: it depends on d alone, never on earlier calls.
 */
import {
  type Core,
  coreBeam,
  coreBox,
  coreCone,
  coreCylinder,
  coreEllipsoid,
  coreHull,
  corePoint,
  coreSegment,
} from "./core.ts";
import type { Hull } from "./hull.ts";

/** out[k..k+2] ← s(d) for the direction d[i..i+2], in the frame of the core. */
export function supportPoint(out: Float64Array, k: number, core: Core, d: Float64Array, i: number): void {
  const size = core.size;
  const dx = d[i];
  const dy = d[i + 1];
  const dz = d[i + 2];
  switch (core.kind) {
    case corePoint:
      out[k] = 0;
      out[k + 1] = 0;
      out[k + 2] = 0;
      return;
    case coreSegment:
      out[k] = 0;
      out[k + 1] = 0;
      out[k + 2] = dz >= 0 ? size[0] : -size[0];
      return;
    case coreBox:
      out[k] = dx >= 0 ? size[0] : -size[0];
      out[k + 1] = dy >= 0 ? size[1] : -size[1];
      out[k + 2] = dz >= 0 ? size[2] : -size[2];
      return;
    case coreEllipsoid: {
      const x = size[0] * dx;
      const y = size[1] * dy;
      const z = size[2] * dz;
      const length = Math.sqrt(x * x + y * y + z * z);
      const s = length > 0 ? 1 / length : 0;
      out[k] = size[0] * x * s;
      out[k + 1] = size[1] * y * s;
      out[k + 2] = size[2] * z * s;
      return;
    }
    case coreCylinder: {
      const length = Math.sqrt(dx * dx + dy * dy);
      const s = length > 0 ? size[0] / length : 0;
      out[k] = length > 0 ? dx * s : size[0];
      out[k + 1] = dy * s;
      out[k + 2] = dz >= 0 ? size[1] : -size[1];
      return;
    }
    case coreCone: {
      const length = Math.sqrt(dx * dx + dy * dy);
      // d·(upper rim point − lower rim point) ≥ 0
      const isUpper = dz * (size[3] - size[2]) >= (size[0] - size[1]) * length;
      const radius = isUpper ? size[1] : size[0];
      const s = length > 0 ? radius / length : 0;
      out[k] = length > 0 ? dx * s : radius;
      out[k + 1] = dy * s;
      out[k + 2] = isUpper ? size[3] : size[2];
      return;
    }
    case coreBeam: {
      const length = Math.sqrt(dx * dx + dz * dz);
      const s = length > 0 ? size[1] / length : 0;
      out[k] = length > 0 ? dx * s : size[1];
      out[k + 1] = dy >= 0 ? size[2] : -size[2];
      out[k + 2] = dz * s + (dz >= 0 ? size[0] : -size[0]);
      return;
    }
    case coreHull: {
      const v = 3 * supportVertex(core.hull, d, i);
      const vertices = core.hull.vertices;
      out[k] = vertices[v];
      out[k + 1] = vertices[v + 1];
      out[k + 2] = vertices[v + 2];
      return;
    }
  }
}

/** Vertex farthest along d: by climbing from neighbour to neighbour, or by looking at all when there are few. */
export function supportVertex(hull: Hull, d: Float64Array, id: number): number {
  const dx = d[id];
  const dy = d[id + 1];
  const dz = d[id + 2];
  const vertices = hull.vertices;
  const entry = hull.entry;
  if (entry.length === 0) {
    let best = 0;
    let height = -Infinity;
    for (let i = 0, p = 0; i < hull.count; i++, p += 3) {
      const h = vertices[p] * dx + vertices[p + 1] * dy + vertices[p + 2] * dz;
      if (h > height) {
        height = h;
        best = i;
      }
    }
    return best;
  }
  const neighbours = hull.neighbours;
  const start = hull.start;
  let best = entry[cubeCell(hull.cells, d, id)];
  let height = vertices[3 * best] * dx + vertices[3 * best + 1] * dy + vertices[3 * best + 2] * dz;
  for (;;) {
    const from = best;
    for (let q = start[from]; q < start[from + 1]; q++) {
      const p = 3 * neighbours[q];
      const h = vertices[p] * dx + vertices[p + 1] * dy + vertices[p + 2] * dz;
      if (h > height) {
        height = h;
        best = neighbours[q];
      }
    }
    if (best === from) return best;
  }
}

/** Cell of a direction on a cube whose six faces have cells × cells squares. */
export function cubeCell(cells: number, d: Float64Array, id: number): number {
  const dx = d[id];
  const dy = d[id + 1];
  const dz = d[id + 2];
  const x = Math.abs(dx);
  const y = Math.abs(dy);
  const z = Math.abs(dz);
  let face = 0;
  let u = 0;
  let v = 0;
  let largest = 0;
  if (x >= y && x >= z) {
    face = dx >= 0 ? 0 : 1;
    u = dy;
    v = dz;
    largest = x;
  } else if (y >= z) {
    face = dy >= 0 ? 2 : 3;
    u = dz;
    v = dx;
    largest = y;
  } else {
    face = dz >= 0 ? 4 : 5;
    u = dx;
    v = dy;
    largest = z;
  }
  if (!(largest > 0)) return 0;
  const scale = (0.5 * cells) / largest;
  const i = Math.min(cells - 1, Math.floor((u + largest) * scale));
  const j = Math.min(cells - 1, Math.floor((v + largest) * scale));
  return (face * cells + i) * cells + j;
}
