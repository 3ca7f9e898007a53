/** Public names, grouped by topic. */

// Models: names, values, equations, connections.

export { inner, Model, ModelDefinition, onlyIf, redeclare } from "./language/model.ts";
export type { ModelSource } from "./language/modelSource.ts";
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

// Functions of the user, and predefined components with states of their own.

export type { UserFunctionOptions } from "./language/functions.ts";
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

// Models as JSON, and the files that models name.

export type { JsonOptions } from "./language/json.ts";
export type { ReadFile } from "./language/readFile.ts";
export { modelFromJson, modelToJson } from "./modelFile/modelJson.ts";

// Translation, simulation, errors.

export { RattlebackError } from "./errors/rattlebackError.ts";
export { type InitialValues, initialValues } from "./run/initialValues.ts";
export { InstantiatedModel, type InstantiateOptions, instantiate, type TranslationReport } from "./run/instantiate.ts";
export { simulate } from "./run/simulate.ts";
export type { SimulateOptions } from "./run/simulateOptions.ts";
export { SimulationError } from "./run/simulationError.ts";

// Linearisation, sweeps, random parameters.

export { type LinearModel, linearise, linearize } from "./run/linearise.ts";
export {
  type Distribution,
  type MonteCarloOptions,
  monteCarlo,
  type ParameterPoint,
  type SweepRun,
  sweep,
} from "./run/sweep.ts";

// Results.

export type { SignalInfo } from "./results/catalogue.ts";
export { type CompareOptions, type Comparison, compare, type SignalDeviation } from "./results/compare.ts";
export type { Result, SegmentInfo, Signal } from "./results/result.ts";
export { resultFromJson } from "./results/resultFromJson.ts";
export type { EventRecord, RunStatistics } from "./results/resultSink.ts";

// Mechanics in space: objects and what they are made of.

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
export { Solid, type SolidOptions } from "./multibody/features/solid.ts";
export { Visual, type VisualOptions } from "./multibody/features/visual.ts";
export { SolidMaterial, type SolidMaterialPalette } from "./multibody/materials/solidMaterial.ts";
export { type SolidMaterialName, solidMaterialPalette } from "./multibody/materials/solidMaterialPalette.ts";
export { Model3D } from "./multibody/model3D.ts";
export { Object3D, type Object3DOptions } from "./multibody/object3D.ts";

// Shapes.

export { parseObj, type TriangleData } from "./geometry/parseObj.ts";
export { parseStl } from "./geometry/parseStl.ts";
export type { Shape, SolidShape } from "./geometry/registry.ts";
export { Mesh, type MeshOptions } from "./geometry/shapes/mesh.ts";
export { type Font, TextShape } from "./geometry/shapes/visualShapes.ts";
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

// Joints and constraints.

export {
  JointCoupling,
  type JointCouplingOptions,
  Rod,
  type RodOptions,
  RollingBall,
  type RollingOptions,
  RollingWheel,
  type RollingWheelOptions,
} from "./multibody/constraints/constraints.ts";
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

// Forces, loads and sensors.

export { Bushing, type BushingOptions } from "./multibody/forces/bushing.ts";
export {
  ForceBetween,
  LineForce,
  type LineForceOptions,
  LineForceWithFlange,
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
export { type FrameStrandOptions, MasslessFrame, type MasslessFrameOptions } from "./multibody/forces/masslessFrame.ts";
export type { MountOptions } from "./multibody/forces/masslessMount.ts";
export { MasslessPoint, type MasslessPointOptions, type StrandOptions } from "./multibody/forces/masslessPoint.ts";
export { SensorResult, type SensorResultOptions } from "./multibody/forces/sensorResult.ts";
export { SpringDamperPtP, type SpringDamperPtPOptions } from "./multibody/forces/springDamperPtP.ts";
export {
  WorldForce,
  type WorldForceOptions,
  WorldTorque,
  type WorldTorqueOptions,
} from "./multibody/forces/worldLoads.ts";

// Contacts.

export type { ContactOptions, EventFunctionMethod } from "./contact/contactOptions.ts";
export {
  type ContactPairMaterial,
  ElasticContactPairMaterial,
  type ElasticContactPairOptions,
  ImpulsiveContactPairMaterial,
  NoContactPairMaterial,
  ObserverContactPairMaterial,
} from "./contact/contactPairMaterial.ts";
export { contactPairPalette } from "./contact/contactPairPalette.ts";
export type { ContactRecord } from "./contact/contactRecord.ts";
export type { NormalLawName } from "./contact/laws/findLaw.ts";
export type { ContactStart, NormalLaw } from "./contact/laws/law.ts";
export { SelfCollision, type SelfCollisionOptions } from "./multibody/constraints/selfCollision.ts";
export { type ContactsOfResult, contactsOf } from "./multibody/contactsOf.ts";
export { ContactResult, type ContactResultOptions } from "./multibody/forces/contactResult.ts";
export {
  PolygonalContactModel,
  type PolygonalContactModelOptions,
} from "./multibody/forces/polygonalContactModel.ts";

// Programs that change a model while it runs, and paths from point to point.

export { Act } from "./actions/act.ts";
export { type PathOptions, type PathPoint, PointToPointPath, ptpPath } from "./language/pointToPointPath.ts";
export { ModelActions } from "./multibody/modelActions.ts";

// The mechanics of a model without a run, and robots from files.

export { mechanismOf } from "./multibody/mechanismOf.ts";
export type { MechanismReport } from "./multibody/run/describeScene.ts";
export { Dynamics, type DynamicsOptions, dynamics, type ObjectKinematics } from "./robotics/dynamics.ts";
export { importUrdf } from "./urdf/importUrdf.ts";
export type { UrdfImport, UrdfOptions } from "./urdf/urdfOptions.ts";

// Looks and animations.

export { type AnimationData, animate } from "./scene/animate.ts";
export type { Animation, AnimationEvent, ContactMark, ContactsAt } from "./scene/animation.ts";
export { type AnimationOfOptions, animationOf } from "./scene/animationOf.ts";
export type { Rgb } from "./scene/color.ts";
export { poseAt, type Velocity, velocityAt } from "./scene/poseAt.ts";
export {
  type JointKind,
  type Scene3D,
  type SceneJoint,
  type SceneLoad,
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

// Types that the signatures above mention.

export type * from "./signatureTypes.ts";
