/**
 * Whether a start satisfies F(t, y, y') = 0 well enough to be integrated from.
 *
 * Method   Solve F(t, y + e, y' + e/h) = 0 for e. Where y' appears, a wrong y' gives e = h·Δy', which a smaller h makes
 *          harmless; where it does not, e is what y lacks, whatever h. So the start is inconsistent when e exceeds
 *          the tolerance and does not fall with h.
 */
import { weightedNorm, worstComponent } from "../errorWeights.ts";
import type { DaeSystem } from "../problem.ts";
import { failure } from "../stepDiagnosis.ts";
import { inconsistentStartError, residualNotFiniteError } from "./daeErrors.ts";
import { converged, type DaeNewton } from "./newton.ts";

/** ‖e‖ that the error test of a first step passes: its constant is 1/2. */
const largestCorrection = 2;
const reduction = 0.01;
const maximumTries = 8;

/** Throws E-DAE-INCONSISTENT or E-NOT-FINITE; returns when a small enough first step has a chance. */
export function checkStart(
  newton: DaeNewton,
  system: DaeSystem,
  t: number,
  y: Float64Array,
  yp: Float64Array,
  h: number,
  w: Float64Array,
): void {
  const residual = new Float64Array(system.size);
  if (!newton.residual.evaluate(t, y, yp, residual)) {
    const equation = residual.findIndex((value) => !Number.isFinite(value));
    throw residualNotFiniteError(system, t, 0, equation);
  }
  let previous = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < maximumTries; tries++) {
    newton.discardMatrix();
    const outcome = newton.solve(t, y, yp, 1 / h, w, h);
    if (outcome === failure.singular) return;
    const size = outcome === converged ? weightedNorm(newton.e, w) : Number.POSITIVE_INFINITY;
    if (size <= largestCorrection) return;
    if (size > 0.5 * previous) break;
    previous = size;
    h *= reduction;
  }
  const worst = worstComponent(newton.e, w);
  const excess = Math.abs(newton.e[worst] * w[worst]);
  throw inconsistentStartError(system, t, residual, worst, excess, "given");
}
