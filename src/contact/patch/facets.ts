/**
 * Polytopes of boxes and of convex hulls, without rounded edges: faces are where they are with rounding, so that only edges
 * and corners differ.
 */
import { convexHull } from "../../geometry/convexHull.ts";
import type { Core } from "../../geometry/core.ts";
import { makePolytope, type Polytope } from "./polytope.ts";

/** Triangles whose normals differ by less than this angle belong to one face. */
const coplanarAngle = 1e-9;

const boxFaces = [
  [0, 4, 6, 2],
  [1, 3, 7, 5],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 2, 3, 1],
  [4, 5, 7, 6],
] as const;

/** The box with these half lengths. */
export function boxPolytope(x: number, y: number, z: number): Polytope {
  const vertices = Array.from({ length: 8 }, (_, i) => [i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]).flat();
  return makePolytope(vertices, boxFaces);
}

/** The hull of a core, its faces moved outwards by the radius; undefined when it has no volume. */
export function hullPolytope(core: Core): Polytope | undefined {
  let points: Float64Array | undefined = core.hull.vertices.slice();
  if (core.radius > 0) points = offsetVertices(points, core);
  const triangles = points && convexHull(points);
  return points && triangles && makePolytope(points, mergedFaces(points, triangles));
}

/** Vertices of the hull with its faces moved outwards by core.radius, by duality about the centre. */
function offsetVertices(points: Float64Array, core: Core): Float64Array | undefined {
  const triangles = convexHull(points);
  if (triangles === undefined) return undefined;
  const planes = mergedFaces(points, triangles).map((face) => planeOf(points, face, core));
  const dual = Float64Array.from(planes.flatMap(({ n, d }) => n.map((component) => component / (d + core.radius))));
  const corners = convexHull(dual)!;
  const vertices: number[] = [];
  for (let f = 0; f < corners.length; f += 3) {
    const [a, b, c] = [corners[f], corners[f + 1], corners[f + 2]].map((i) => planes[i]!);
    const bc = cross(b!.n, c!.n);
    const ca = cross(c!.n, a!.n);
    const ab = cross(a!.n, b!.n);
    const volume = a!.n[0]! * bc[0]! + a!.n[1]! * bc[1]! + a!.n[2]! * bc[2]!;
    if (!(Math.abs(volume) > 1e-12)) continue;
    for (let k = 0; k < 3; k++) {
      const sum = (a!.d + core.radius) * bc[k]! + (b!.d + core.radius) * ca[k]! + (c!.d + core.radius) * ab[k]!;
      vertices.push(core.centre[k as 0 | 1 | 2] + sum / volume);
    }
  }
  return Float64Array.from(vertices);
}

interface Plane {
  readonly n: readonly number[];
  /** Distance from the centre of the core. */
  readonly d: number;
}

function planeOf(points: Float64Array, face: readonly number[], core: Core): Plane {
  const at = (i: number) => [0, 1, 2].map((k) => points[3 * face[i]! + k]! - core.centre[k as 0 | 1 | 2]);
  const o = at(0);
  const [u, v] = [at(1), at(2)].map((p) => p.map((value, k) => value - o[k]!));
  const n = cross(u!, v!);
  const length = Math.hypot(...n);
  const unit = n.map((value) => value / length);
  return { n: unit, d: unit.reduce((sum, value, k) => sum + value * o[k]!, 0) };
}

function cross(u: readonly number[], v: readonly number[]): number[] {
  return [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
}

/** Faces of a hull of triangles, with those of one plane merged into one polygon. */
function mergedFaces(points: Float64Array, triangles: Int32Array): number[][] {
  const count = triangles.length / 3;
  const normals = Array.from({ length: count }, (_, f) => {
    const at = (i: number) => [0, 1, 2].map((k) => points[3 * triangles[3 * f + i]! + k]!);
    const o = at(0);
    const [u, v] = [at(1), at(2)].map((p) => p.map((value, k) => value - o[k]!));
    const n = cross(u!, v!);
    const length = Math.hypot(...n);
    return n.map((value) => value / length);
  });
  const owner = new Map<string, number>();
  for (let f = 0; f < count; f++) {
    for (let e = 0; e < 3; e++) owner.set(`${triangles[3 * f + e]} ${triangles[3 * f + ((e + 1) % 3)]}`, f);
  }
  const group = new Int32Array(count).fill(-1);
  const faces: number[][] = [];
  for (let seed = 0; seed < count; seed++) {
    if (group[seed] >= 0) continue;
    const members = [seed];
    group[seed] = seed;
    const next = new Map<number, number>(); // border of the group: from vertex to vertex
    for (let m = 0; m < members.length; m++) {
      const f = members[m]!;
      for (let e = 0; e < 3; e++) {
        const v = triangles[3 * f + e]!;
        const w = triangles[3 * f + ((e + 1) % 3)]!;
        const other = owner.get(`${w} ${v}`)!;
        if (group[other] < 0 && isCoplanar(normals[seed]!, normals[other]!)) {
          group[other] = seed;
          members.push(other);
        }
      }
    }
    for (const f of members) {
      for (let e = 0; e < 3; e++) {
        const v = triangles[3 * f + e]!;
        const w = triangles[3 * f + ((e + 1) % 3)]!;
        if (group[owner.get(`${w} ${v}`)!] !== seed) next.set(v, w);
      }
    }
    const start = next.keys().next().value!;
    const face = [start];
    for (let v = next.get(start)!; v !== start; v = next.get(v)!) face.push(v);
    faces.push(face);
  }
  return faces;
}

function isCoplanar(n: readonly number[], m: readonly number[]): boolean {
  return Math.hypot(...cross(n, m)) < coplanarAngle && n[0]! * m[0]! + n[1]! * m[1]! + n[2]! * m[2]! > 0;
}
