/**
 * Faces of a convex polytope as polygons: triangles whose normals agree to 1e-6 rad, the precision of meshes stored with single
 * precision, are one face.
 */
import * as elementary from "../math/elementary.ts";
import type { HullFaces } from "./hull.ts";
import type { Vector3 } from "./vectors.ts";

const sameDirection = 1e-6;

/** The faces of the outwards oriented triangles of a hull. */
export function facesOfTriangles(vertices: Float64Array, triangles: Int32Array): HullFaces {
  const count = triangles.length / 3;
  const normals = Array.from({ length: count }, (_, f) => triangleNormal(vertices, triangles, f));
  const across = new Map<string, number>();
  for (let f = 0; f < count; f++) {
    for (let e = 0; e < 3; e++) across.set(`${triangles[3 * f + e]} ${triangles[3 * f + ((e + 1) % 3)]}`, f);
  }
  const neighbour = (f: number, e: number) =>
    across.get(`${triangles[3 * f + ((e + 1) % 3)]} ${triangles[3 * f + e]}`)!;

  // from large triangles to small ones: slivers have no reliable normal, and join the face beside them
  const order = normals.map((_, f) => f).sort((f, g) => normals[g]!.area - normals[f]!.area);
  const faceOf = new Int32Array(count).fill(-1);
  const polygons: { normal: Vector3; corners: number[] }[] = [];
  for (const seed of order) {
    if (faceOf[seed] >= 0) continue;
    const face = polygons.length;
    const members = [seed];
    faceOf[seed] = face;
    for (let i = 0; i < members.length; i++) {
      for (let e = 0; e < 3; e++) {
        const next = neighbour(members[i]!, e);
        if (faceOf[next] >= 0 || !isSame(normals[seed]!, normals[next]!)) continue;
        faceOf[next] = face;
        members.push(next);
      }
    }
    polygons.push({ normal: normals[seed]!.n, corners: outline(triangles, members, faceOf, neighbour) });
  }
  return packFaces(vertices.length / 3, polygons);
}

/** Both sides of a flat polygon with the given corners, counter-clockwise about the normal. */
export function facesOfPolygon(vertexCount: number, normal: Vector3, corners: readonly number[]): HullFaces {
  return packFaces(vertexCount, [
    { normal, corners },
    { normal: [-normal[0], -normal[1], -normal[2]], corners: [...corners].reverse() },
  ]);
}

interface TriangleNormal {
  readonly n: Vector3;
  readonly area: number;
}

function triangleNormal(vertices: Float64Array, triangles: Int32Array, f: number): TriangleNormal {
  const [a, b, c] = [3 * triangles[3 * f], 3 * triangles[3 * f + 1], 3 * triangles[3 * f + 2]];
  const [ux, uy, uz] = [0, 1, 2].map((k) => vertices[b + k] - vertices[a + k]);
  const [vx, vy, vz] = [0, 1, 2].map((k) => vertices[c + k] - vertices[a + k]);
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const area = elementary.hypot(x, y, z);
  return { n: area > 0 ? [x / area, y / area, z / area] : [0, 0, 0], area };
}

/** A triangle without area belongs to any face. */
function isSame(p: TriangleNormal, q: TriangleNormal): boolean {
  return q.area === 0 || elementary.hypot(p.n[0] - q.n[0], p.n[1] - q.n[1], p.n[2] - q.n[2]) < sameDirection;
}

/** Corners along the outer edges of the triangles of one face. */
function outline(
  triangles: Int32Array,
  members: readonly number[],
  faceOf: Int32Array,
  neighbour: (f: number, e: number) => number,
): number[] {
  const next = new Map<number, number>();
  for (const f of members) {
    for (let e = 0; e < 3; e++) {
      if (faceOf[neighbour(f, e)] === faceOf[f]) continue;
      next.set(triangles[3 * f + e], triangles[3 * f + ((e + 1) % 3)]);
    }
  }
  const first = next.keys().next().value!;
  const corners = [first];
  for (let v = next.get(first); v !== undefined && v !== first && corners.length < next.size; v = next.get(v)) {
    corners.push(v);
  }
  return corners;
}

function packFaces(
  vertexCount: number,
  polygons: readonly { readonly normal: Vector3; readonly corners: readonly number[] }[],
): HullFaces {
  const around = Array.from({ length: vertexCount }, (): number[] => []);
  polygons.forEach(({ corners }, f) => {
    for (const v of corners) around[v]!.push(f);
  });
  return {
    count: polygons.length,
    normals: Float64Array.from(polygons.flatMap(({ normal }) => normal)),
    corners: Int32Array.from(polygons.flatMap(({ corners }) => corners)),
    start: starts(polygons.map(({ corners }) => corners.length)),
    around: Int32Array.from(around.flat()),
    aroundStart: starts(around.map((faces) => faces.length)),
    mostCorners: polygons.reduce((most, { corners }) => Math.max(most, corners.length), 0),
  };
}

function starts(lengths: readonly number[]): Int32Array {
  const start = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => {
    start[i + 1] = start[i] + length;
  });
  return start;
}
