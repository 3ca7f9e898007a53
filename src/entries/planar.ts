// A planar world and its simulation

// Errors
export { RattlebackError } from "../errors/rattlebackError.ts";
// Beams as components of the equation language
export { PlanarBeam } from "../libraries/planar/beam.ts";
export { PlanarBody, PlanarFixed } from "../libraries/planar/body.ts";
export { PlanarFrame } from "../libraries/planar/frame.ts";
// Beams
export type { BeamSection } from "../planar/beamElement.ts";
export { type BeamShape, BeamStructure } from "../planar/beamStructure.ts";
// Collision configurations of one target
export type { CollisionConfiguration } from "../planar/collisionConfiguration.ts";
// Several targets, in the four modes of use of a solver
export {
  CollisionTracker,
  type PairDefinition,
  type StartInside,
  type TrackedPair,
  type TrackerOptions,
} from "../planar/collisionTracker.ts";
export type { ConfigurationChange } from "../planar/configurationLog.ts";
// Forces
export {
  addContactForces,
  ContactLoads,
  type ContactMaterial,
  ContactState,
  contactForce,
} from "../planar/contactForce.ts";
// Convex targets and where they stand
export { type ConvexPolygon, convexPolygon, type Point } from "../planar/convexPolygon.ts";
export type { SurfaceRule } from "../planar/corners.ts";
export { CrossingSearch, type DenseSampler } from "../planar/crossingSearch.ts";
export { LoopConfiguration } from "../planar/loopConfiguration.ts";
export { MatrixConfiguration } from "../planar/matrixConfiguration.ts";
export { type Harmonic, type HarmonicMotion, harmonicMotion } from "../planar/motion.ts";
export { NearestConfiguration } from "../planar/nearestConfiguration.ts";
export {
  advance,
  isOnRange,
  isPenetrated,
  largestSeparation,
  nearestSurface,
  Outline,
  outlineFromVertices,
  placeOutline,
  remainder,
  separation,
} from "../planar/outline.ts";
export { PlanarError, type PlanarResult, type PlanarSignal, type PlanarStatistics } from "../planar/planarResult.ts";
export { type PlanarOptions, simulatePlanar } from "../planar/simulatePlanar.ts";
export type {
  BeamDefinition,
  BodyDefinition,
  ContactDefinition,
  LoadFunction,
  MotionFunction,
  PlanarWorld,
  TargetDefinition,
} from "../planar/world.ts";
