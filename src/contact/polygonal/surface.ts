/** A surface of triangles, prepared for polygonal contact: barycentre, normal and area of each, and two trees of boxes. */

import type { Mesh } from "../../geometry/shapes/mesh.ts";
import * as elementary from "../../math/elementary.ts";
import { BoxTree } from "./boxTree.ts";

export interface Surface {
  /** Triangles with area. */
  readonly count: number;
  /** 9 per triangle: corners. */
  readonly corners: Float64Array;
  /** 3 per triangle: barycentre, unit normal outwards. */
  readonly centres: Float64Array;
  readonly normals: Float64Array;
  readonly areas: Float64Array;
  /** Boxes of the triangles, and of the lines from the barycentres inwards down to the deepest penetration. */
  readonly faces: BoxTree;
  readonly samples: BoxTree;
}

/** Boxes are at least this thick, relative to the size of the surface: flat ones must overlap, too. */
const thickness = 1e-9;

/** The surface of a mesh; `isFlipped` for meshes whose triangles look inwards. */
export function makeSurface(mesh: Mesh, maxPenetration: number, isFlipped = false): Surface {
  const { vertices, triangles } = mesh;
  const corners: number[] = [];
  const centres: number[] = [];
  const normals: number[] = [];
  const areas: number[] = [];
  for (let f = 0; f < triangles.length; f += 3) {
    const order = isFlipped ? [0, 2, 1] : [0, 1, 2];
    const p = order.map((i) => [0, 1, 2].map((k) => vertices[3 * triangles[f + i]! + k]!));
    const [a, b, c] = p as [number[], number[], number[]];
    const u = b.map((x, k) => x - a[k]!);
    const v = c.map((x, k) => x - a[k]!);
    const n = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
    const length = elementary.norm(n);
    if (!(length > 0)) continue;
    corners.push(...a, ...b, ...c);
    centres.push(...a.map((x, k) => (x + b[k]! + c[k]!) / 3));
    normals.push(...n.map((x) => x / length));
    areas.push(length / 2);
  }
  const count = areas.length;
  const size = corners.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
  const room = thickness * size;
  const faceBoxes = new Float64Array(6 * count);
  const sampleBoxes = new Float64Array(6 * count);
  for (let f = 0; f < count; f++) {
    for (let k = 0; k < 3; k++) {
      const [a, b, c] = [corners[9 * f + k]!, corners[9 * f + 3 + k]!, corners[9 * f + 6 + k]!];
      const from = centres[3 * f + k]!;
      const to = from - maxPenetration * normals[3 * f + k]!;
      faceBoxes[6 * f + k] = Math.min(a, b, c) - room;
      faceBoxes[6 * f + 3 + k] = Math.max(a, b, c) + room;
      sampleBoxes[6 * f + k] = Math.min(from, to) - room;
      sampleBoxes[6 * f + 3 + k] = Math.max(from, to) + room;
    }
  }
  return {
    count,
    corners: Float64Array.from(corners),
    centres: Float64Array.from(centres),
    normals: Float64Array.from(normals),
    areas: Float64Array.from(areas),
    faces: new BoxTree(faceBoxes),
    samples: new BoxTree(sampleBoxes),
  };
}
