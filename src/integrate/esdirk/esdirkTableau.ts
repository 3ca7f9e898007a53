/**
 * A diagonally implicit Runge–Kutta pair with explicit first stage as data. The last stage is the new point (stiffly
 * accurate), so its derivative is the first stage of the next step.
 *
 * Source   [Kennedy2019]
 * Law      Y_i = y + h·Σ_{j<i} a_ij·k_j + h·γ·k_i,   M·k_i = f(t + c_i·h, Y_i),   y₁ = Y_s
 */
export interface EsdirkTableau {
  readonly name: string;
  readonly order: number;
  readonly stages: number;
  /** Diagonal of A from the second stage on. */
  readonly γ: number;
  /** Nodes, all in [0, 1]. */
  readonly c: readonly number[];
  /** Row i has the i weights below the diagonal. */
  readonly a: readonly (readonly number[])[];
  /** The error estimate is h·Σ error[j]·k_j. */
  readonly error: readonly number[];
  /** Row i has the coefficients of b_i(θ) from θ¹ on; y(θ) = y + h·Σ b_i(θ)·k_i. */
  readonly dense: readonly (readonly number[])[];
}
