/** Media: thermodynamic and transport properties of liquids, gases and what is between them. */
export { RattlebackError } from "../errors/rattlebackError.ts";
// In equations
export {
  type EquationFunction,
  type MediumFunctionName,
  type MediumFunctions,
  mediumFunctions,
} from "../media/equationFunctions.ts";
// Media by name
export { listMedia, type MediumOptions, medium, waterIF97 } from "../media/findMedium.ts";
// Media that are made from data
export {
  HelmholtzFluid,
  type HelmholtzOptions,
  helmholtz,
  helmholtzNames,
  type ReferenceState,
} from "../media/helmholtz/helmholtzMedium.ts";
export type { EnthalpyZero } from "../media/idealGas/gasSpecies.ts";
export {
  IdealGas,
  type IdealGasOptions,
  idealGas,
  idealMixture,
  type SimpleGasOptions,
  simpleAir,
  simpleGas,
} from "../media/idealGas/idealGas.ts";
// Parts of IAPWS-IF97
export {
  backward,
  border2ab,
  border2bc,
  border3ab,
  region3Volume,
  subregionBorder,
  subregionVolume,
} from "../media/if97/backward.ts";
export type { BackwardName } from "../media/if97/backwardCoefficients.ts";
export {
  border23Pressure,
  border23Temperature,
  saturationPressure,
  saturationTemperature,
} from "../media/if97/saturationLine.ts";
export { meltingPressure, sublimationPressure } from "../media/if97/waterTransport.ts";
// What every medium offers
export { batchColumns, type Composition, type Derivatives, Medium, type MediumInformation } from "../media/medium.ts";
export type { Range } from "../media/mediumErrors.ts";
export { MediumState, type Phase, Saturation } from "../media/mediumState.ts";
export { MoistAir, type MoistAirOptions, moistAir } from "../media/moistAir.ts";
// Diagrams
export { type DiagramKind, type DiagramOptions, plotDiagram } from "../media/plotDiagram.ts";
export type { Derivatives2, Quantity, SecondDerivatives, StatePair } from "../media/secondDerivatives.ts";
export { ConstantLiquid, type ConstantLiquidOptions } from "../media/simple/constantLiquid.ts";
export { LinearLiquid, type LinearLiquidOptions } from "../media/simple/linearLiquid.ts";
export { type LiquidTable, TableLiquid, type TableLiquidOptions } from "../media/simple/tableLiquid.ts";
export type { TableOptions } from "../media/tables/tableSource.ts";
// Tables
export { type TableDeviation, TabulatedMedium, tabulated } from "../media/tables/tabulatedMedium.ts";
