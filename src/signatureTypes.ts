/**
 * Types that the signatures of public names mention: what users write down when they name the argument or the result of one.
 */

export type { ActionFunction, ActionGenerator } from "./actions/act.ts";
export type {
  AttachLimits,
  AttachOptions,
  ChangeOptions,
  Command,
  CreateCommand,
  JointCommand,
  OnMismatch,
  ReferencePathOptions,
} from "./actions/commands.ts";
export type { MechanicsNote } from "./compile/state.ts";
export type { StickSlipConstants } from "./contact/stiction/stickSlip.ts";
export type { Respelled, Spellings } from "./errors/spellings.ts";
export type { LoadContext, LoadFunction } from "./forces/worldLoad.ts";
export type { MeshUnit } from "./geometry/mendMesh.ts";
export type { ForeignModel } from "./language/foreignModel.ts";
export type {
  FunctionRun,
  TimeDerivative,
  UserFunction,
  UserFunctionBody,
  UserFunctionSource,
} from "./language/functions.ts";
export type { Redeclaration, SignalsIn, SignalsOf } from "./language/model.ts";
export type { PathSegment } from "./language/pointToPointPath.ts";
export type {
  ComponentSignal,
  CouplingBlock,
  DerivedSignal,
  DerivedSignals,
  HiddenChange,
  HiddenFlight,
  HiddenIsland,
  HiddenKicks,
  HiddenStateOptions,
  KickedModel,
  StatesAt,
  StepToExamine,
  StoredRow,
} from "./language/predefined.ts";
export type { NumbersLike, ShapeOf } from "./language/signalTypes.ts";
export type { NumericValue, ParameterObject, ParameterValue, Quantity } from "./language/values.ts";
export type { EliminatedBlock, EliminatedStructure } from "./math/matrixStructure.ts";
export type { LoopReport } from "./mechanics/mechanismDynamics.ts";
export type { SelfCollisionElement } from "./multibody/constraints/selfCollision.ts";
export type { SceneOwnOptions } from "./multibody/features/scene.ts";
export type { ParametricShape, ShapeInput, ShapeOptions } from "./multibody/features/shapes.ts";
export type { ContactResultObjects } from "./multibody/forces/contactResult.ts";
export type { ForceLawInput, ForceLawVector } from "./multibody/forces/forceLaws.ts";
export type { LoadBetweenObjects } from "./multibody/forces/inputLoads.ts";
export type { SensorObjects } from "./multibody/forces/sensorResult.ts";
export type { WorldForceLoad, WorldTorqueLoad } from "./multibody/forces/worldLoads.ts";
export type { AxisInput, JointOptions } from "./multibody/joints/makeJoint.ts";
export type { Model3DSignals } from "./multibody/model3D.ts";
export type { Object3DSignals, SpaceVector } from "./multibody/object3D.ts";
export type { Scalar, StartValue, Vector, VectorStart } from "./multibody/quantities.ts";
export type { Side } from "./results/locate.ts";
export type { SignalValue, SignalValues } from "./results/nestedNumbers.ts";
export type { EventKind, InitialReport, SignalKind } from "./results/resultSink.ts";
export type { KnownName, OverTime, SignalAt, TypedReading } from "./results/typedReading.ts";
export type { Changes } from "./run/changes.ts";
export type { TranslationPhase } from "./run/instantiate.ts";
export type { SceneCoupling, SceneLink } from "./scene/scene3d.ts";
export type { VisualMaterialValues } from "./scene/visualMaterial.ts";
export type { StopOptions } from "./urdf/jointElements.ts";
export type { UrdfLimit } from "./urdf/urdfRobot.ts";
