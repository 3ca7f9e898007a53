// One call for an initial value problem

// Errors
export { type ErrorDetails, RattlebackError } from "../errors/rattlebackError.ts";
export type { Respelled, Spellings } from "../errors/spellings.ts";
export type { CreateDaeIntegrator, DaeIntegrator } from "../integrate/daeIntegrator.ts";
// Driving a method step by step
export {
  type ConsistencyMode,
  type ConsistentValues,
  consistentInitialValues,
} from "../integrate/ida/consistentInitialValues.ts";
export { createIda } from "../integrate/ida/ida.ts";
export { type IntegrateOptions, integrate, type OdeProblem } from "../integrate/integrate.ts";
export {
  type DaeIntegrationResult,
  type DaeProblem,
  type IntegrateDaeOptions,
  integrateDae,
} from "../integrate/integrateDae.ts";
export type { Integrator, IntegratorSnapshot, ResetOptions, Statistics, StepInside } from "../integrate/integrator.ts";
export { findMethod, type MethodInfo, type MethodName, methodNames, methods } from "../integrate/methods.ts";
export type { AcceptedStep, Answer, CommonOptions, IntegrationEvent, StepToExamine } from "../integrate/options.ts";
export type {
  CreateIntegrator,
  DaeEventFunction,
  DaeJacobianFunction,
  DaeSystem,
  EventFunction,
  JacobianFunction,
  MethodOptions,
  OdeSystem,
  ResidualFunction,
  RightHandSideFunction,
  StepMemory,
  VectorMemory,
} from "../integrate/problem.ts";
export { IntegrationError, type IntegrationResult, type RootRecord, type RunStatistics } from "../integrate/result.ts";
export { RootFinder } from "../integrate/rootFinder.ts";
// Layouts of Jacobians and own linear solvers
export { createFactorization } from "../math/createFactorization.ts";
export type { Factorization, FactorizationSnapshot } from "../math/factorization.ts";
export {
  type BandedStructure,
  type DenseStructure,
  type EliminatedBlock,
  type MatrixStructure,
  type SparseStructure,
  sparseStructure,
} from "../math/matrixStructure.ts";
