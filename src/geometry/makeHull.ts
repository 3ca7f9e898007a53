/** Builds the hull that the support mapping climbs on, and cores of meshes with rounded edges. */

import * as elementary from "../math/elementary.ts";
import { convexHull } from "./convexHull.ts";
import { Core, coreHull } from "./core.ts";
import { flatHull } from "./flatHull.ts";
import { emptyHull, type Hull } from "./hull.ts";
import { facesOfTriangles } from "./hullFaces.ts";
import { polyhedralIntegrals } from "./polyhedralIntegrals.ts";
import { cubeCell, supportVertex } from "./support.ts";
import type { Vector3 } from "./vectors.ts";

/** Up to this many vertices, the support mapping looks at all of them. */
const fewVertices = 24;

/** The core of a mesh: its convex hull, with edges rounded by `smoothing`, or by less where the mesh is too thin for that. */
export function hullCore(points: Float64Array, smoothing: number): Core {
  const triangles = convexHull(points);
  if (triangles === undefined) {
    const flat = flatHull(points);
    return makeHullCore(flat, meanPoint(flat.vertices), 0);
  }
  const { volume, first } = polyhedralIntegrals(points, triangles);
  const centre: Vector3 = [first[0] / volume, first[1] / volume, first[2] / volume];
  if (smoothing === 0) return makeHullCore(climbable(points, triangles), centre, 0);

  const planes = facePlanes(points, triangles, centre);
  const depth = planes.reduce((least, plane) => Math.min(least, plane.d), Infinity);
  const radius = Math.min(smoothing, 0.5 * depth);
  const inner = offsetPolytope(planes, centre, radius);
  const sharp = climbable(points, triangles);
  return makeHullCore({ ...climbable(inner, convexHull(inner)!), sharp }, centre, radius);
}

function makeHullCore(hull: Hull, centre: Vector3, radius: number): Core {
  let reach = 0;
  for (let i = 0; i < hull.count; i++) {
    const p = hull.vertices;
    reach = Math.max(reach, elementary.hypot(p[3 * i] - centre[0], p[3 * i + 1] - centre[1], p[3 * i + 2] - centre[2]));
  }
  return new Core(coreHull, new Float64Array(4), radius, 3, centre, reach + radius, hull);
}

interface Plane {
  readonly n: Vector3;
  /** Distance of the plane from the centre. */
  readonly d: number;
}

function facePlanes(points: Float64Array, triangles: Int32Array, [cx, cy, cz]: Vector3): Plane[] {
  const planes: Plane[] = [];
  for (let f = 0; f < triangles.length; f += 3) {
    const [a, b, c] = [3 * triangles[f], 3 * triangles[f + 1], 3 * triangles[f + 2]];
    const [ux, uy, uz] = [0, 1, 2].map((k) => points[b + k] - points[a + k]);
    const [vx, vy, vz] = [0, 1, 2].map((k) => points[c + k] - points[a + k]);
    const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
    const length = elementary.hypot(x, y, z);
    if (!(length > 0)) continue;
    const n: Vector3 = [x / length, y / length, z / length];
    planes.push({ n, d: n[0] * (points[a] - cx) + n[1] * (points[a + 1] - cy) + n[2] * (points[a + 2] - cz) });
  }
  return planes;
}

/**
 * Vertices of the polytope bounded by the planes, each moved inwards by r. By duality [Preparata1985] sec. 7.3: the faces of
 * the hull of the points n/(d − r) are the vertices sought, as x with x·n = d − r for the three planes of the face.
 */
function offsetPolytope(planes: readonly Plane[], centre: Vector3, r: number): Float64Array {
  const dual = Float64Array.from(planes.flatMap(({ n, d }) => n.map((component) => component / (d - r))));
  const vertices: number[] = [];
  const corners = convexHull(dual)!;
  for (let f = 0; f < corners.length; f += 3) {
    const [a, b, c] = [corners[f], corners[f + 1], corners[f + 2]].map((i) => planes[i]!);
    const x = intersection(a!, b!, c!, r);
    if (x !== undefined) vertices.push(x[0] + centre[0], x[1] + centre[1], x[2] + centre[2]);
  }
  return Float64Array.from(vertices);
}

/** The point on three planes moved inwards by r, relative to the centre; undefined when they do not meet in a point. */
function intersection(a: Plane, b: Plane, c: Plane, r: number): Vector3 | undefined {
  const bc = cross(b.n, c.n);
  const ca = cross(c.n, a.n);
  const ab = cross(a.n, b.n);
  const determinant = a.n[0] * bc[0] + a.n[1] * bc[1] + a.n[2] * bc[2];
  if (!(Math.abs(determinant) > 1e-12)) return undefined; // two faces of one plane: another face of the dual has the vertex
  const at = (k: 0 | 1 | 2) => ((a.d - r) * bc[k] + (b.d - r) * ca[k] + (c.d - r) * ab[k]) / determinant;
  return [at(0), at(1), at(2)];
}

function cross(u: Vector3, v: Vector3): Vector3 {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** The hull with only its vertices kept, their neighbours, and the cube map of starting points. */
function climbable(points: Float64Array, triangles: Int32Array): Hull {
  const used = [...new Set(triangles)].sort((a, b) => a - b);
  const place = new Map(used.map((vertex, i) => [vertex, i]));
  const vertices = Float64Array.from(used.flatMap((i) => [points[3 * i], points[3 * i + 1], points[3 * i + 2]]));
  const sets = used.map(() => new Set<number>());
  for (let f = 0; f < triangles.length; f += 3) {
    for (let e = 0; e < 3; e++) {
      const [p, q] = [place.get(triangles[f + e])!, place.get(triangles[f + ((e + 1) % 3)])!];
      sets[p]!.add(q);
      sets[q]!.add(p);
    }
  }
  const start = new Int32Array(used.length + 1);
  sets.forEach((set, i) => {
    start[i + 1] = start[i] + set.size;
  });
  const neighbours = Int32Array.from(sets.flatMap((set) => [...set].sort((a, b) => a - b)));
  const faces = facesOfTriangles(
    vertices,
    triangles.map((vertex) => place.get(vertex)!),
  );
  const few: Hull = {
    ...emptyHull,
    count: used.length,
    vertices,
    neighbours,
    start,
    faces,
  };
  if (used.length <= fewVertices) return few;
  const cells = Math.max(4, Math.min(32, Math.ceil(Math.sqrt(used.length / 6))));
  return { ...few, cells, entry: cubeMap({ ...few, cells }, cells) };
}

/** The support vertex of the direction through the middle of each cell. */
function cubeMap(hull: Hull, cells: number): Int32Array {
  const entry = new Int32Array(6 * cells * cells);
  const direction = new Float64Array(3);
  for (let i = 0; i < cells; i++) {
    for (let j = 0; j < cells; j++) {
      const u = (2 * i + 1) / cells - 1;
      const v = (2 * j + 1) / cells - 1;
      for (const sign of [1, -1]) {
        for (const d of [
          [sign, u, v],
          [v, sign, u],
          [u, v, sign],
        ] as const) {
          direction.set(d);
          entry[cubeCell(cells, direction, 0)] = supportVertex(hull, direction, 0);
        }
      }
    }
  }
  return entry;
}

function meanPoint(points: Float64Array): Vector3 {
  const mean: [number, number, number] = [0, 0, 0];
  points.forEach((value, i) => {
    mean[(i % 3) as 0 | 1 | 2] += (3 * value) / points.length;
  });
  return mean;
}
