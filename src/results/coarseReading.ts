/** What results are warned of whose values between rows could not be read as exactly as the run was computed. */
import type { RunStatistics } from "./resultSink.ts";

/** Values between the rows of a run were read that did not look everywhere how well that can be done. */
export function unexamined({ unexaminedSteps, steps }: RunStatistics): string {
  return `W-RESULT-COARSE  Values between the rows of the run were read, where forces and accelerations are interpolated; in ${unexaminedSteps} of ${steps} steps the error of that is unknown. States, positions and velocities are as accurate as ever. A run with a shorter interval has rows there.`;
}

/** The model has changed since the run. */
export const changed =
  "W-RESULT-COARSE  Values between the rows of the run were read, and interpolated: computed once more, the model does not give the rows that the run has recorded. A function or table that belongs to it gives other values by now, or depends on more than its arguments. Rows are as accurate as ever; a run with a shorter interval has more of them.";
