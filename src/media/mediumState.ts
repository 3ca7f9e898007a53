/**
 * The state of a medium: numbers only, all computed at once, with a layout that never changes.
 *
 * Writing a state again allocates nothing, so one state can serve a whole loop: `water.setState_ph(state, p, h)`.
 */

export type Phase = "liquid" | "vapour" | "twoPhase" | "supercritical";

/** Codes of phases, as stored in a state. */
export const phaseCode = { liquid: 1, vapour: 2, twoPhase: 3, supercritical: 4 } as const;
const phaseNames: readonly Phase[] = ["liquid", "liquid", "vapour", "twoPhase", "supercritical"];

export class MediumState {
  /** Pressure, Pa. */
  p = Number.NaN;
  /** Temperature, K. */
  T = Number.NaN;
  /** Density, kg/m³. */
  d = Number.NaN;
  /** Specific enthalpy, J/kg. */
  h = Number.NaN;
  /** Specific entropy, J/(kg K). */
  s = Number.NaN;
  /** Specific internal energy, J/kg. */
  u = Number.NaN;
  /** Vapour quality: 0 in liquid, 1 in vapour and above the critical point. */
  x = Number.NaN;
  /** Heat capacity at constant pressure, J/(kg K); Infinity in two phases. */
  cp = Number.NaN;
  /** Heat capacity at constant volume, J/(kg K). */
  cv = Number.NaN;
  /** Speed of sound, m/s; in two phases that of homogeneous equilibrium. */
  w = Number.NaN;
  /** Isobaric expansion (1/v) ∂v/∂T, 1/K; Infinity in two phases. */
  beta = Number.NaN;
  /** Isothermal compressibility −(1/v) ∂v/∂p, 1/Pa; Infinity in two phases. */
  kappa = Number.NaN;
  /** ∂d/∂p at constant h. */
  d_p = Number.NaN;
  /** ∂d/∂h at constant p. */
  d_h = Number.NaN;
  /** ∂T/∂p at constant h (Joule–Thomson coefficient). */
  T_p = Number.NaN;
  /** ∂T/∂h at constant p. */
  T_h = Number.NaN;
  /** ∂s/∂p at constant h. */
  s_p = Number.NaN;
  /** ∂s/∂h at constant p. */
  s_h = Number.NaN;
  /** Code of the phase; `phase` is its name. */
  phaseCode = 0;
  /** Region of the formulation, 0 where there is but one. */
  region = 0;
  /** Mass fractions of all substances; undefined for a pure substance. */
  X: Float64Array | undefined = undefined;

  get phase(): Phase {
    return phaseNames[this.phaseCode]!;
  }

  /** Everything of the other state. */
  copy(from: MediumState): this {
    this.p = from.p;
    this.T = from.T;
    this.d = from.d;
    this.h = from.h;
    this.s = from.s;
    this.u = from.u;
    this.x = from.x;
    this.cp = from.cp;
    this.cv = from.cv;
    this.w = from.w;
    this.beta = from.beta;
    this.kappa = from.kappa;
    this.d_p = from.d_p;
    this.d_h = from.d_h;
    this.T_p = from.T_p;
    this.T_h = from.T_h;
    this.s_p = from.s_p;
    this.s_h = from.s_h;
    this.phaseCode = from.phaseCode;
    this.region = from.region;
    if (from.X !== undefined) this.X = Float64Array.from(from.X);
    return this;
  }
}

/** Both phases in equilibrium. */
export class Saturation {
  T = Number.NaN;
  /** Bubble pressure; equal to `pVapour` but for pseudo-pure media. */
  p = Number.NaN;
  pVapour = Number.NaN;
  /** dT/dp along the line of saturation, as the formulation has it. */
  dT_dp = Number.NaN;
  readonly liquid = new MediumState();
  readonly vapour = new MediumState();

  get dLiquid(): number {
    return this.liquid.d;
  }
  get dVapour(): number {
    return this.vapour.d;
  }
  get hLiquid(): number {
    return this.liquid.h;
  }
  get hVapour(): number {
    return this.vapour.h;
  }
  get sLiquid(): number {
    return this.liquid.s;
  }
  get sVapour(): number {
    return this.vapour.s;
  }
}

/**
 * Moves a state of one phase, which an iteration has brought next to (p, h) or (p, s), onto it: by its own slopes. The distance is the
 * square of the last step of the iteration, and what is neglected the square of that.
 */
export function moveOnto(state: MediumState, p: number, target: number, isEntropy: boolean): MediumState {
  const dp = p - state.p;
  // ds = s_p dp + s_h dh
  const dh = isEntropy ? (target - state.s - state.s_p * dp) / state.s_h : target - state.h;
  state.d += state.d_p * dp + state.d_h * dh;
  state.T += state.T_p * dp + state.T_h * dh;
  state.s = isEntropy ? target : state.s + state.s_p * dp + state.s_h * dh;
  state.h = isEntropy ? state.h + dh : target;
  state.p = p;
  state.u = state.h - p / state.d;
  return state;
}
