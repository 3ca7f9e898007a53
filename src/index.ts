/** Public names, grouped by topic. */

export { Act } from "./actions/act.ts";
// contacts
export { contactPairPalette } from "./contact/contactMaterials.ts";
export type { ContactOptions, ZeroCrossingMethod } from "./contact/contactOptions.ts";
export {
  type ContactPairMaterial,
  ElasticContactPairMaterial,
  type ElasticContactPairOptions,
  ImpulsiveContactPairMaterial,
  NoContactPairMaterial,
  ObserverContactPairMaterial,
} from "./contact/contactPairMaterial.ts";
export type { ContactRecord } from "./contact/contactRecord.ts";
export type { NormalLawName } from "./contact/laws/findLaw.ts";
export type { ContactStart, NormalLaw } from "./contact/laws/law.ts";
// errors
export { RattlebackError } from "./errors/rattlebackError.ts";
// shapes beside the parametric ones
export { parseObj, type TriangleData } from "./geometry/parseObj.ts";
export { parseStl } from "./geometry/parseStl.ts";
export type { Shape, SolidShape } from "./geometry/registry.ts";
export { Mesh, type MeshOptions } from "./geometry/shapes/mesh.ts";
export { type Font, TextShape } from "./geometry/shapes/visualShapes.ts";
// functions of the user and predefined acausal components
export type { UserFunctionOptions } from "./language/functions.ts";
// models as JSON
export type { JsonOptions } from "./language/json.ts";
// models: names, values, equations, connections
export { inner, Model, ModelDefinition, onlyIf, redeclare } from "./language/model.ts";
export type { ModelSource } from "./language/modelSource.ts";
// point-to-point paths
export { type PathOptions, type PathPoint, PointToPointPath, ptpPath } from "./language/pointToPointPath.ts";
export {
  type BuildContext,
  type ComponentAccess,
  type ComponentFunction,
  type HiddenOutput,
  type HiddenState,
  type PredefinedComponent,
  predefinedComponent,
  type SegmentDeclarations,
} from "./language/predefined.ts";
// files that models name
export type { ReadFile } from "./language/readFile.ts";
export {
  ExpressionText,
  expr,
  flow,
  input,
  outer,
  output,
  Par,
  type ParameterAttributes,
  ParameterDeclaration,
  potential,
  stream,
  Var,
  type VariableAttributes,
  VariableDeclaration,
} from "./language/values.ts";
export { modelFromJson, modelToJson } from "./modelFile/modelJson.ts";
export {
  JointCoupling,
  type JointCouplingOptions,
  Rod,
  type RodOptions,
} from "./multibody/constraints/constraints.ts";
export { SelfCollision, type SelfCollisionOptions } from "./multibody/constraints/selfCollision.ts";
// three-dimensional mechanics
export { type ContactsOfResult, contactsOf } from "./multibody/contactsOf.ts";
export { FileMesh, type FileMeshOptions } from "./multibody/features/fileMesh.ts";
export {
  earthMass,
  earthRadius,
  gravitationalConstant,
  NoGravityField,
  PointGravityField,
  UniformGravityField,
} from "./multibody/features/gravityField.ts";
export {
  MassProperties,
  MassPropertiesFromShape,
  MassPropertiesFromShapeAndMass,
  type MassPropertiesOptions,
} from "./multibody/features/massProperties.ts";
export { Scene, type SceneFeatureOptions } from "./multibody/features/scene.ts";
export {
  Beam,
  Box,
  Capsule,
  Cone,
  CoordinateSystem,
  Cylinder,
  Ellipsoid,
  GearWheel,
  Grid,
  ModelicaShape,
  Sphere,
  SpringShape,
} from "./multibody/features/shapes.ts";
export { Solid, type SolidOptions } from "./multibody/features/solid.ts";
export { Visual, type VisualOptions } from "./multibody/features/visual.ts";
export { Bushing, type BushingOptions } from "./multibody/forces/bushing.ts";
export { ContactResult, type ContactResultOptions } from "./multibody/forces/contactResult.ts";
export {
  ForceBetween,
  LineForce,
  type LineForceOptions,
  type LoadBetweenOptions,
  TorqueBetween,
} from "./multibody/forces/inputLoads.ts";
export {
  JointEffort,
  type JointEffortOptions,
  JointLimit,
  type JointLimitOptions,
} from "./multibody/forces/jointEfforts.ts";
export {
  LineForceWithMass,
  type LineForceWithMassOptions,
  LineForceWithTwoMasses,
  type LineForceWithTwoMassesOptions,
} from "./multibody/forces/lineForces.ts";
export {
  PolygonalContactModel,
  type PolygonalContactModelOptions,
} from "./multibody/forces/polygonalContactModel.ts";
export { SensorResult, type SensorResultOptions } from "./multibody/forces/sensorResult.ts";
export { SpringDamperPtP, type SpringDamperPtPOptions } from "./multibody/forces/springDamperPtP.ts";
export {
  WorldForce,
  type WorldForceOptions,
  WorldTorque,
  type WorldTorqueOptions,
} from "./multibody/forces/worldLoads.ts";
export {
  Cylindrical,
  Fix,
  type FixOptions,
  type FlangeOptions,
  Free,
  type FreeOptions,
  Planar,
  Prismatic,
  type PrismaticOptions,
  PrismaticWithFlange,
  Revolute,
  type RevoluteOptions,
  RevoluteWithFlange,
  Screw,
  Spherical,
  type SphericalOptions,
  Universal,
} from "./multibody/joints/joints.ts";
export {
  CylindricalWithFlanges,
  GimbalWithFlanges,
  PlanarWithFlanges,
  ScrewWithFlange,
  UniversalWithFlanges,
} from "./multibody/joints/jointsWithFlanges.ts";
export { SolidMaterial, type SolidMaterialPalette, solidMaterialPalette } from "./multibody/materials/solidMaterial.ts";
export { mechanismOf } from "./multibody/mechanismOf.ts";
export { Model3D } from "./multibody/model3D.ts";
export { ModelActions } from "./multibody/modelActions.ts";
export { Object3D, type Object3DOptions } from "./multibody/object3D.ts";
export type { MechanismReport } from "./multibody/run/describeScene.ts";
// results
export type { SignalInfo } from "./results/catalogue.ts";
export { type CompareOptions, type Comparison, compare, type SignalDeviation } from "./results/compare.ts";
export type { Result, SegmentInfo, Signal } from "./results/result.ts";
export { resultFromJson } from "./results/resultFromJson.ts";
export type { EventRecord, RunStatistics } from "./results/resultSink.ts";
export { Dynamics, type DynamicsOptions, dynamics, type ObjectKinematics } from "./robotics/dynamics.ts";
// simulation
export { type InitialValues, initialValues } from "./run/initialValues.ts";
// translation
export { InstantiatedModel, type InstantiateOptions, instantiate, type TranslationReport } from "./run/instantiate.ts";
// linearisation, sweeps, random parameters
export { type LinearModel, linearize } from "./run/linearize.ts";
export { simulate } from "./run/simulate.ts";
export type { SimulateOptions } from "./run/simulateOptions.ts";
export { SimulationError } from "./run/simulationError.ts";
export {
  type Distribution,
  type MonteCarloOptions,
  monteCarlo,
  type ParameterPoint,
  type SweepRun,
  sweep,
} from "./run/sweep.ts";
// looks and animations
export type {
  Animation,
  AnimationData,
  AnimationEvent,
  ContactMark,
  ContactsAt,
} from "./scene/animation.ts";
export { animate } from "./scene/animation.ts";
export { type AnimationOfOptions, animationOf } from "./scene/animationOf.ts";
export type { Rgb } from "./scene/color.ts";
export { poseAt, type Velocity, velocityAt } from "./scene/poseAt.ts";
export {
  type JointKind,
  type Scene3D,
  type SceneJoint,
  type SceneObject,
  type SceneOptions,
  scene3D,
  sceneObject,
  type ViewDirection,
} from "./scene/scene3d.ts";
export {
  type ShadowMask,
  VisualMaterial,
  type VisualMaterialOptions,
  visualMaterialPalette,
} from "./scene/visualMaterial.ts";
// types that the signatures above mention
export type * from "./signatureTypes.ts";
export { importUrdf } from "./urdf/importUrdf.ts";
export type { UrdfImport, UrdfOptions } from "./urdf/urdfOptions.ts";
