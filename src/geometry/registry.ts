/** All shapes, and where to ask about each: one line per solid shape. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type Beam, beamGeometry } from "./shapes/beam.ts";
import { type Box, boxGeometry } from "./shapes/box.ts";
import { type Capsule, capsuleGeometry } from "./shapes/capsule.ts";
import { type Cone, coneGeometry } from "./shapes/cone.ts";
import { type Cylinder, cylinderGeometry } from "./shapes/cylinder.ts";
import { type Ellipsoid, ellipsoidGeometry } from "./shapes/ellipsoid.ts";
import { type Mesh, meshGeometry } from "./shapes/mesh.ts";
import { type Sphere, sphereGeometry } from "./shapes/sphere.ts";
import type { VisualShape } from "./shapes/visualShapes.ts";
import type { SolidGeometry } from "./solidGeometry.ts";

/** Shapes with mass and collisions. */
export type SolidShape = Sphere | Ellipsoid | Box | Cylinder | Cone | Capsule | Beam | Mesh;

export type Shape = SolidShape | VisualShape;

const registry: { readonly [S in SolidShape as S["kind"]]: SolidGeometry<S, SolidShape> } = {
  Sphere: sphereGeometry,
  Ellipsoid: ellipsoidGeometry,
  Box: boxGeometry,
  Cylinder: cylinderGeometry,
  Cone: coneGeometry,
  Capsule: capsuleGeometry,
  Beam: beamGeometry,
  Mesh: meshGeometry,
};

export const solidShapeKinds = Object.keys(registry) as readonly SolidShape["kind"][];

/** The geometry of a solid shape; shapes that are only drawn have none. */
export function geometryOf<S extends Shape>(shape: S): SolidGeometry<S, SolidShape> {
  const found = (registry as Readonly<Record<string, unknown>>)[shape?.kind];
  if (found !== undefined) return found as SolidGeometry<S, SolidShape>; // the key is the kind of the shape, so the types agree
  throw new RattlebackError("E-SHAPE-SOLID", `${String(shape?.kind)} is not a solid shape.`, {
    path: "shape",
    because: "it has no volume: it can be drawn, but has neither mass nor collisions",
    hint: `one of ${solidShapeKinds.join(", ")}`,
    data: { kind: shape?.kind },
  });
}
