/** One run of one method on one problem at one tolerance, ours or theirs: what it cost and how good it was. */

export interface Measurement {
  readonly problem: string;
  readonly method: string;
  readonly tolerance: number;
  readonly steps: number;
  readonly rejectedSteps: number;
  readonly convergenceFailures: number;
  /** Right-hand sides or residuals, without those for Jacobians. */
  readonly evaluations: number;
  /** Those for difference quotients. */
  readonly jacobianEvaluations: number;
  readonly jacobians: number;
  readonly factorisations: number;
  /** Smallest wall time of several runs, seconds. */
  readonly seconds: number;
  /** Correct digits, relative to the reference. */
  readonly digits: number;
  /** Correct digits, relative to |reference| + toleranceScale. */
  readonly mixedDigits: number;
}

/** A run that ended with an error instead. */
export interface Failure {
  readonly problem: string;
  readonly method: string;
  readonly tolerance: number;
  readonly failure: string;
}

export type Outcome = Measurement | Failure;

export const isMeasurement = (outcome: Outcome): outcome is Measurement => !("failure" in outcome);

/** All calls of the right-hand side. */
export const totalEvaluations = (m: Measurement): number => m.evaluations + m.jacobianEvaluations;

export const tolerances = [1e-4, 1e-6, 1e-8, 1e-10] as const;
