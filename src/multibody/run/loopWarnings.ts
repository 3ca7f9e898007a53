import { listNames } from "../../errors/nearestName.ts";
import type { MechanismDynamics } from "../../mechanics/mechanismDynamics.ts";

/** Loops that move only because rows that nearly vanish are left out. */
export function loopWarnings(dynamics: MechanismDynamics): string[] {
  return dynamics
    .loopReports()
    .flatMap(({ joints, gap }) =>
      gap === undefined
        ? []
        : [
            `W-LOOP-DIGITS  The loop through ${listNames(joints, 4)} closes to some digits only: strictly it would not move. Its redundant constraints are left out, where up to ${gap.toPrecision(2)} m or rad may stay open. More digits of axes and placements, or joints that leave what is redundant free, close it.`,
          ],
    );
}
