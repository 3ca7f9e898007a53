/**
 * One attempt at a step, as the corrector sees it: find the correction e with
 *
 *     G(e) = e + z_1/l_1 − γ·f(t, z_0 + e) = 0,    γ = h/l_1
 *
 * where z_0, z_1 are the predicted columns of the Nordsieck array [Hindmarsh2005].
 */
import { largestBlockNorm, weightedNorm } from "../errorWeights.ts";

export const previous = { nothing: 0, convergenceFailure: 1, errorFailure: 2 } as const;

export class Attempt {
  /** Time at the end of the step. */
  t = 0;
  h = 0;
  /** 1 / l_1 */
  rl1 = 1;
  γ = 0;
  /** Bound of the iteration error in the weighted norm (tq[4]). */
  tolerance = 0;
  /** Accepted steps since the last start. */
  stepsTaken = 0;
  /** What happened to the attempt before this one: a value of `previous`. */
  after: number = previous.nothing;
  /** ‖e‖ of the converged correction. */
  correctionNorm = 0;
  /** Component that moved most when the iteration failed. */
  worst = -1;
  readonly z0: Float64Array;
  readonly z1: Float64Array;
  readonly weights: Float64Array;
  readonly correction: Float64Array;

  private readonly blocks: number;

  /** `blocks`: parts of the vector, of which each must keep the tolerance. */
  constructor(z0: Float64Array, z1: Float64Array, blocks = 1) {
    this.blocks = blocks;
    this.z0 = z0;
    this.z1 = z1;
    this.weights = new Float64Array(z0.length);
    this.correction = new Float64Array(z0.length);
  }

  /** ‖v‖ in units of the tolerance. */
  norm(v: Float64Array): number {
    return this.blocks === 1 ? weightedNorm(v, this.weights) : largestBlockNorm(v, this.weights, this.blocks);
  }
}

export interface Corrector {
  /** Solves for the correction. Returns `converged`, or a value of `failure` (stepDiagnosis.ts). */
  solve(attempt: Attempt): number;
  /** Forget the Jacobian (unless told to keep it) and the convergence history. */
  restart(keepJacobian: boolean): void;
  save(): Readonly<Record<string, unknown>>;
  restore(saved: Readonly<Record<string, unknown>>): void;
}

export const converged = -1;
