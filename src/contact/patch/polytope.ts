/**
 * Convex polytopes with their faces, as flat arrays: what contact patches are cut from.
 *
 * Holds    n·x ≤ d inside for the plane (n, d) of every face; vertices of a face run counter-clockwise seen from outside; no
 *          two faces lie in one plane.
 */

import * as elementary from "../../math/elementary.ts";

export class Polytope {
  vertexCount = 0;
  faceCount = 0;
  edgeCount = 0;
  /** Most corners that a face may have. */
  mostCorners = 0;
  /** Faces before and after these are so small that one sample of friction and damping each is enough. */
  firstLong = 0;
  lastLong = Infinity;
  /** 3 per vertex. */
  readonly vertices: Float64Array;
  /** Vertices of face f: faceVertices[faceStart[f]] … faceVertices[faceStart[f + 1] − 1]. */
  readonly faceStart: Int32Array;
  readonly faceVertices: Int32Array;
  /** 4 per face: n, d. */
  readonly planes: Float64Array;
  /** 4 per edge: the two faces, the two vertices. */
  readonly edges: Int32Array;
  /** As in cornerPartings.ts; none where three faces meet in every corner. */
  corners: Int32Array = new Int32Array(0);
  cornerWays: Float64Array = new Float64Array(0);
  /** Pairs of parallel faces, which look away from each other; 12 per pair: the corners of a rectangle midway between them, at least as wide as the body. */
  opposites: Int32Array = new Int32Array(0);
  middles: Float64Array = new Float64Array(0);

  constructor(vertices: number, faces: number) {
    const edges = vertices + faces; // Euler: V + F − 2
    this.vertices = new Float64Array(3 * vertices);
    this.faceStart = new Int32Array(faces + 1);
    this.faceVertices = new Int32Array(2 * edges);
    this.planes = new Float64Array(4 * faces);
    this.edges = new Int32Array(4 * edges);
  }
}

/** The polytope with these vertices and faces; planes and edges are computed, partings of corners are not. */
export function makePolytope(vertices: ArrayLike<number>, faces: readonly (readonly number[])[]): Polytope {
  const polytope = new Polytope(vertices.length / 3, faces.length);
  polytope.vertexCount = vertices.length / 3;
  polytope.vertices.set(vertices);
  const firstUse = new Map<number, number>();
  for (const [f, face] of faces.entries()) {
    polytope.faceStart[f + 1] = polytope.faceStart[f] + face.length;
    polytope.mostCorners = Math.max(polytope.mostCorners, face.length);
    polytope.faceVertices.set(face, polytope.faceStart[f]);
    face.forEach((v, i) => {
      const w = face[(i + 1) % face.length]!;
      firstUse.set(v * polytope.vertexCount + w, f);
    });
  }
  polytope.faceCount = faces.length;
  for (const [f, face] of faces.entries()) {
    face.forEach((v, i) => {
      const w = face[(i + 1) % face.length]!;
      const other = firstUse.get(w * polytope.vertexCount + v);
      if (v < w && other !== undefined) polytope.edges.set([f, other, v, w], 4 * polytope.edgeCount++);
    });
  }
  for (let f = 0; f < faces.length; f++) computePlane(polytope, f);
  findOpposites(polytope);
  return polytope;
}

/** Faces whose normals differ by no more than rounding look away from each other. */
const parallel = 1e-14;

function findOpposites(polytope: Polytope): void {
  const { planes: n, faceCount, vertices, vertexCount } = polytope;
  const pairs: number[] = [];
  const middles: number[] = [];
  for (let i = 0; i < faceCount; i++)
    for (let j = i + 1; j < faceCount; j++) {
      const [a, b] = [4 * i, 4 * j];
      if (1 + n[a] * n[b] + n[a + 1] * n[b + 1] + n[a + 2] * n[b + 2] > parallel) continue;
      const least = [0, 1, 2].reduce((k, l) => (Math.abs(n[a + l]) < Math.abs(n[a + k]) ? l : k));
      const across = [0, 1, 2].map((k) => (k === least ? 1 : 0) - n[a + k] * n[a + least]);
      const length = elementary.norm(across);
      const u = across.map((x) => x / length);
      const w = [0, 1, 2].map((k) => n[a + ((k + 1) % 3)] * u[(k + 2) % 3]! - n[a + ((k + 2) % 3)] * u[(k + 1) % 3]!);
      const along = (d: readonly number[]): [number, number] => {
        const all = Array.from({ length: vertexCount }, (_, v) =>
          d.reduce((sum, x, k) => sum + x * vertices[3 * v + k], 0),
        );
        return [Math.min(...all), Math.max(...all)];
      };
      const [[u0, u1], [w0, w1]] = [along(u), along(w)];
      const height = 0.5 * (n[a + 3] - n[b + 3]);
      pairs.push(i, j);
      for (const [x, y] of [[u0, w0], [u1, w0], [u1, w1], [u0, w1]] as const) // biome-ignore format: a list
        middles.push(...[0, 1, 2].map((k) => height * n[a + k] + x * u[k]! + y * w[k]!));
    }
  polytope.opposites = Int32Array.from(pairs);
  polytope.middles = Float64Array.from(middles);
}

/** Plane of face f from the vector area of its polygon. */
function computePlane(polytope: Polytope, f: number): void {
  const { vertices, faceVertices, faceStart, planes } = polytope;
  const from = faceStart[f];
  const to = faceStart[f + 1];
  const o = 3 * faceVertices[from];
  let x = 0;
  let y = 0;
  let z = 0;
  for (let q = from + 1; q + 1 < to; q++) {
    const a = 3 * faceVertices[q];
    const b = 3 * faceVertices[q + 1];
    const ux = vertices[a] - vertices[o];
    const uy = vertices[a + 1] - vertices[o + 1];
    const uz = vertices[a + 2] - vertices[o + 2];
    const wx = vertices[b] - vertices[o];
    const wy = vertices[b + 1] - vertices[o + 1];
    const wz = vertices[b + 2] - vertices[o + 2];
    x += uy * wz - uz * wy;
    y += uz * wx - ux * wz;
    z += ux * wy - uy * wx;
  }
  const length = Math.sqrt(x * x + y * y + z * z);
  const s = length > 0 ? 1 / length : 0;
  planes[4 * f] = x * s;
  planes[4 * f + 1] = y * s;
  planes[4 * f + 2] = z * s;
  planes[4 * f + 3] = s * (x * vertices[o] + y * vertices[o + 1] + z * vertices[o + 2]);
}
