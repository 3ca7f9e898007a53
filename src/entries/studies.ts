/** Studies: derivatives of runs, uncertain parameters, global sensitivity, and fits of parameters to data. */
export { RattlebackError } from "../errors/rattlebackError.ts";
// Derivatives of runs
export { type Gradient, type GradientObjective, type GradientOptions, gradient } from "../sensitivity/gradient.ts";
export { type SensitivitiesOptions, sensitivities } from "../sensitivity/sensitivities.ts";
export type { Differenced, EventTimeDerivatives, SensitivityResult } from "../sensitivity/sensitivityResult.ts";
export { type SensitivityTarget, type StartValue, start } from "../sensitivity/targets.ts";
// Fits of models
export { type ArrowField, type ArrowTable, seriesFromArrow } from "../studies/calibration/arrowSeries.ts";
export {
  type CalibratedParameter,
  type CalibratedValue,
  type CalibrateOptions,
  type Calibration,
  calibrate,
} from "../studies/calibration/calibrate.ts";
export type { Loss } from "../studies/calibration/losses.ts";
export { seriesFromMat } from "../studies/calibration/matSeries.ts";
export {
  type Experiment,
  type MeasuredSeries,
  type Reading,
  seriesFromCsv,
} from "../studies/calibration/measurements.ts";
// Uncertain numbers
export { type Distribution, type DistributionFunctions, distributionFunctions } from "../studies/distributions.ts";
// Fits
export { type ParameterCovariance, parameterCovariance } from "../studies/fit/covariance.ts";
export {
  type LeastSquaresOptions,
  type LeastSquaresProblem,
  type LeastSquaresSolution,
  leastSquares,
} from "../studies/fit/leastSquares.ts";
// Optima
export {
  type Evaluation,
  type Objective,
  type Optimisation,
  type OptimisationConstraint,
  type OptimisedVariable,
  type OptimiseOptions,
  type Optimum,
  optimise,
} from "../studies/optimise/optimise.ts";
export { SobolSequence } from "../studies/sampling/sobolSequence.ts";
export type { Sampling } from "../studies/sampling/unitSample.ts";
export type { SobolIndex } from "../studies/sobolIndices.ts";
export {
  type GlobalSensitivity,
  globalSensitivity,
  quantiles,
  type SampleOptions,
  type SensitivityOptions,
  sampleParameters,
  type UncertainParameters,
  type UncertainPoint,
} from "../studies/uncertainParameters.ts";
export type { Correlation } from "../studies/uncertainty/correlations.ts";
export {
  type PropagateOptions,
  type Propagation,
  propagate,
  type UncertainNumber,
} from "../studies/uncertainty/propagate.ts";
export {
  type QuantileBand,
  type QuantileBands,
  type QuantileBandsOptions,
  quantileBands,
} from "../studies/uncertainty/quantileBands.ts";
export { type Uncertainty, type UncertainValue, uncertain } from "../studies/uncertainty/uncertain.ts";
