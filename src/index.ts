/** Public names, grouped by topic. */

// errors
export { RattlebackError } from "./errors/rattlebackError.ts";
// functions of the user and predefined acausal components
export type { UserFunctionOptions } from "./language/functions.ts";
// models as JSON
export { type JsonOptions, modelFromJson, modelToJson } from "./language/json.ts";
// models: names, values, equations, connections
export { Model, ModelDefinition, redeclare } from "./language/model.ts";
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
export {
  ExpressionText,
  expr,
  flow,
  input,
  output,
  Par,
  type ParameterAttributes,
  ParameterDeclaration,
  potential,
  Var,
  type VariableAttributes,
  VariableDeclaration,
} from "./language/values.ts";
// results
export type { SignalInfo } from "./results/catalogue.ts";
export { type CompareOptions, type Comparison, compare, type SignalDeviation } from "./results/compare.ts";
export type { Result, SegmentInfo, Signal } from "./results/result.ts";
export { resultFromJson } from "./results/resultFromJson.ts";
export type { EventRecord, RunStatistics } from "./results/resultSink.ts";
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
