/** Many runs of one model file on all cores. The only entry point that needs Node. */

export type { FinishedRun } from "../commandLine/sweep/finishedRuns.ts";
// running
export {
  type RunCalibrationOptions,
  type RunOptimisationOptions,
  runCalibration,
  runOptimisation,
  type StudyPlace,
} from "../commandLine/sweep/runStudies.ts";
export { runSweep, type SweepOptions } from "../commandLine/sweep/runSweep.ts";
export type { Variation } from "../commandLine/sweep/sweepPlan.ts";
export type { SweepSimulateOptions } from "../commandLine/sweep/sweepSimulateOptions.ts";
// the table that comes out, and its files
export {
  type QuantitySummary,
  type SweepColumn,
  type SweepFailure,
  type SweepTable,
  summarise,
  sweepTableToArrow,
  sweepTableToCsv,
} from "../commandLine/sweep/sweepTable.ts";
