/** The error for a tolerance that asks for more digits than a number has. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { weightedNorm } from "./errorWeights.ts";

/** Throws E-TOLERANCE-TOO-SMALL when rounding alone exceeds the tolerance at (t, y) with weights w, larger by `safety`. */
export function checkTolerance(
  t: number,
  y: Float64Array,
  w: Float64Array,
  relativeTolerance: number,
  safety = 1,
): void {
  // |y|·w/safety is at most 1/rtol, entry by entry
  if (relativeTolerance >= Number.EPSILON) return;
  const excess = (Number.EPSILON * weightedNorm(y, w)) / safety;
  if (!(excess > 1)) return;
  throw new RattlebackError("E-TOLERANCE-TOO-SMALL", `The tolerance at t = ${t} is below rounding.`, {
    path: "options.relativeTolerance",
    because: `the solution is only representable to ${excess.toPrecision(3)} × the tolerance`,
    hint: `a relative tolerance of at least ${(excess * 2 * relativeTolerance).toExponential(1)}`,
    data: { t, excess },
  });
}
