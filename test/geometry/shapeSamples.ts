/** One of each solid shape, with unequal sizes, on all axes. */

import { convexHull } from "../../src/geometry/convexHull.ts";
import type { SolidShape } from "../../src/geometry/registry.ts";
import { Beam } from "../../src/geometry/shapes/beam.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../../src/geometry/shapes/ellipsoid.ts";
import { Mesh } from "../../src/geometry/shapes/mesh.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import { createRandom } from "../../src/math/random.ts";

export const formulaShapes: readonly (readonly [string, SolidShape])[] = [
  ["sphere", Sphere({ diameter: 0.7 })],
  ["ellipsoid", Ellipsoid({ lengthX: 0.9, lengthY: 0.6, lengthZ: 0.4 })],
  ["box", Box({ lengthX: 0.9, lengthY: 0.6, lengthZ: 0.4 })],
  ["cylinder", Cylinder({ axis: 1, diameter: 0.5, length: 0.8 })],
  ["pipe", Cylinder({ axis: 2, diameter: 0.5, length: 0.8, innerDiameter: 0.3 })],
  ["cone", Cone({ axis: 2, diameter: 0.6, length: 0.9 })],
  ["frustum", Cone({ axis: 3, diameter: 0.6, length: 0.4, topDiameter: 0.35 })],
  ["capsule", Capsule({ axis: 1, diameter: 0.4, length: 0.5 })],
  ["beam on x", Beam({ axis: 1, length: 0.7, width: 0.3, thickness: 0.2 })],
  ["beam on y", Beam({ axis: 2, length: 0.7, width: 0.3, thickness: 0.2 })],
  ["beam on z", Beam({ axis: 3, length: 0.7, width: 0.3, thickness: 0.2 })],
];

/** The hull of random points on an ellipsoid. */
export function randomHull(points: number, seed: number): Mesh {
  const random = createRandom(seed);
  const vertices = new Float64Array(3 * points);
  for (let i = 0; i < points; i++) {
    const d = [random.normal(), random.normal(), random.normal()];
    const length = Math.hypot(...d);
    vertices.set([(0.5 * d[0]) / length, (0.4 * d[1]) / length, (0.3 * d[2]) / length], 3 * i);
  }
  return Mesh({ vertices, triangles: convexHull(vertices)! });
}

export const convexShapes: readonly (readonly [string, SolidShape])[] = [...formulaShapes, ["hull", randomHull(60, 5)]];
