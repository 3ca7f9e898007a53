/** Polytopes of boxes and of convex hulls, without rounded edges: patches are cut from the sharp bodies. */
import type { Core } from "../../geometry/core.ts";
import { cornerPartings } from "./cornerPartings.ts";
import { makePolytope, type Polytope } from "./polytope.ts";

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

/** The hull of a core as it is without rounding; undefined when it has no volume. */
export function hullPolytope(core: Core): Polytope | undefined {
  const { vertices, faces } = core.hull.sharp ?? core.hull;
  if (faces.count < 4) return undefined;
  const polygons = Array.from({ length: faces.count }, (_, f) => [
    ...faces.corners.subarray(faces.start[f], faces.start[f + 1]),
  ]);
  const polytope = makePolytope(vertices, polygons);
  return Object.assign(polytope, cornerPartings(polygons, polytope.planes));
}
