/**
 * An explicit Runge–Kutta pair as data. The last stage is the derivative at the new point, so that it is the first
 * stage of the next step; a tableau without that property is written with its weights as one more row.
 *
 * Source   [Hairer1993] sec. II.4–II.6
 * Law      k_i = f(t + c_i·h, y + h·Σ_j a_ij·k_j),     y₁ = y + h·Σ_j a_sj·k_j   (last row of the step)
 *          dense output with θ = (t − t₀)/h:
 *          y(θ) = y₀ + θ·(F₀ + (1−θ)·(F₁ + θ·(F₂ + (1−θ)·(F₃ + …))))
 *          F₀ = y₁ − y₀,   F₁ = h·k_1 − F₀,   F₂ = 2·F₀ − h·(k_1 + k_s),   F_{3+r} = h·Σ_j dense[r][j]·k_j
 * Legend   s   number of stages of the step; rows after the first s belong to the dense output alone
 */
export interface ExplicitTableau {
  readonly name: string;
  /** Order of the solution that is carried on. */
  readonly order: number;
  /** Stages of a step, the derivative at the new point included. */
  readonly stages: number;
  /** Nodes, of the stages for dense output too. */
  readonly c: readonly number[];
  /** Row i has the i weights of the stages before it. */
  readonly a: readonly (readonly number[])[];
  /** The error estimate is h·Σ error[j]·k_j. */
  readonly error: readonly number[];
  /** A second estimate of lower order that scales the first one [Hairer1993 sec. II.10]. */
  readonly lowOrderError?: readonly number[];
  readonly dense: readonly (readonly number[])[];
  readonly control: StepControl;
  /** h·|λ| on the negative real axis at which the method becomes unstable. */
  readonly stabilityLimit: number;
}

/** New step = h · safety · err^(−exponent) · errPrevious^memory, changed at most by the factors shrink and grow. */
export interface StepControl {
  readonly safety: number;
  readonly exponent: number;
  readonly memory: number;
  readonly shrink: number;
  readonly grow: number;
}
