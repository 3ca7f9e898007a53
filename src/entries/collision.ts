// Signed distances

export { type PortalTermination, portalTerminations } from "../collision/mpr.ts";
export { NarrowPhase, type Termination, terminations } from "../collision/narrowPhase.ts";
export { type PortalDistance, type PortalOptions, portalDistance } from "../collision/portalDistance.ts";
export type { Pose } from "../collision/pose.ts";
export { type SignedDistance, type SignedDistanceOptions, signedDistance } from "../collision/signedDistance.ts";
// Shapes, their mass and their meshes
export { RattlebackError } from "../errors/rattlebackError.ts";
export { bodyBounds } from "../geometry/bounds.ts";
export { type ConvexBodyOptions, convexBody } from "../geometry/convexBody.ts";
export { convexHull } from "../geometry/convexHull.ts";
export {
  type ConvexParts,
  type ConvexPartsOptions,
  convexParts,
  type Decomposer,
  type DecompositionSettings,
  rapierDecomposer,
} from "../geometry/convexParts.ts";
export type { Core } from "../geometry/core.ts";
export type { Hull, HullFaces } from "../geometry/hull.ts";
export { type MassProperties, massProperties } from "../geometry/massProperties.ts";
export { likelyUnit, type MendedMesh, type MeshUnit, mendMesh } from "../geometry/mendMesh.ts";
export { parseObj, type TriangleData } from "../geometry/parseObj.ts";
export { parseStl } from "../geometry/parseStl.ts";
export { geometryOf, type Shape, type SolidShape, solidShapeKinds } from "../geometry/registry.ts";
export type { Axis } from "../geometry/shapeChecks.ts";
export { Beam } from "../geometry/shapes/beam.ts";
export { Box } from "../geometry/shapes/box.ts";
export { Capsule } from "../geometry/shapes/capsule.ts";
export { Cone } from "../geometry/shapes/cone.ts";
export { Cylinder } from "../geometry/shapes/cylinder.ts";
export { Ellipsoid } from "../geometry/shapes/ellipsoid.ts";
export { hullVolumeRatio, Mesh, type MeshOptions } from "../geometry/shapes/mesh.ts";
export { Sphere } from "../geometry/shapes/sphere.ts";
export {
  CoordinateSystem,
  type Font,
  GearWheel,
  Grid,
  ModelicaShape,
  SpringShape,
  TextShape,
  type VisualShape,
} from "../geometry/shapes/visualShapes.ts";
export type { SolidGeometry } from "../geometry/solidGeometry.ts";
export { supportPoint } from "../geometry/support.ts";
export { createSupportFeature, type SupportFeature, supportFeature } from "../geometry/supportFeature.ts";
export { tessellate } from "../geometry/tessellate.ts";
export type { Symmetric3, Vector3 } from "../geometry/vectors.ts";
