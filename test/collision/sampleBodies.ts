/** The shapes of the reference poses as shapes of this library. */
import type { SolidShape } from "../../src/geometry/registry.ts";
import { Box } from "../../src/geometry/shapes/box.ts";
import { Capsule } from "../../src/geometry/shapes/capsule.ts";
import { Cone } from "../../src/geometry/shapes/cone.ts";
import { Cylinder } from "../../src/geometry/shapes/cylinder.ts";
import { Ellipsoid } from "../../src/geometry/shapes/ellipsoid.ts";
import { Mesh } from "../../src/geometry/shapes/mesh.ts";
import { Sphere } from "../../src/geometry/shapes/sphere.ts";
import type { SampleShape } from "../reference/narrowphase/poses.ts";

export function toShape(s: SampleShape): SolidShape {
  switch (s.kind) {
    case "box":
      return Box({ lengthX: 2 * s.a, lengthY: 2 * s.b, lengthZ: 2 * s.c });
    case "sphere":
      return Sphere({ diameter: 2 * s.a });
    case "ellipsoid":
      return Ellipsoid({ lengthX: 2 * s.a, lengthY: 2 * s.b, lengthZ: 2 * s.c });
    case "cylinder":
      return Cylinder({ diameter: 2 * s.a, length: 2 * s.b });
    case "cone":
      return Cone({ diameter: 2 * s.a, length: 2 * s.b });
    case "capsule":
      return Capsule({ diameter: 2 * s.a, length: 2 * s.b });
    case "hull":
      return Mesh({ vertices: s.vertices.flat(), triangles: s.faces.flat() });
  }
}

/** Origin of the library's shape: cones stand on theirs, the reference shapes are centred. */
export function originOf(s: SampleShape, R: readonly number[], p: readonly number[]): [number, number, number] {
  const h = s.kind === "cone" ? -s.b : 0;
  return [p[0] + R[2] * h, p[1] + R[5] * h, p[2] + R[8] * h];
}
