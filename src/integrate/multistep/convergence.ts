/**
 * The convergence test shared by both nonlinear iterations.
 *
 * Source   [Hindmarsh2005] sec. 2.1
 *          R ← max(0.3·R, ‖δ_m‖/‖δ_{m−1}‖);   converged when min(1, R)·‖δ_m‖ ≤ tolerance;
 *          given up when ‖δ_m‖ > 2·‖δ_{m−1}‖, or after three iterations.
 */

const maximumIterations = 3;
const rateMemory = 0.3;
const divergenceRatio = 2;

export const verdict = { converged: 0, goOn: 1, givenUp: 2 } as const;

export class ConvergenceTest {
  /** Estimated convergence rate R, kept between steps as long as the iteration matrix is. */
  rate = 1;
  private last = 0;

  /** The first iteration converged, but another is wanted. */
  noteFirst(δNorm: number): void {
    this.last = δNorm;
  }

  judge(iteration: number, δNorm: number, tolerance: number): number {
    // an iteration that had nothing to correct says nothing about the rate
    if (iteration > 0 && this.last > 0) this.rate = Math.max(rateMemory * this.rate, δNorm / this.last);
    const bound = (δNorm * Math.min(1, this.rate)) / tolerance;
    if (bound <= 1) return verdict.converged;
    if (iteration > 0 && !(δNorm <= divergenceRatio * this.last)) return verdict.givenUp;
    if (iteration + 1 >= maximumIterations || !Number.isFinite(δNorm)) return verdict.givenUp;
    this.last = δNorm;
    return verdict.goOn;
  }
}
