/**
 * What every medium offers.
 *
 * A state comes from two variables: (p, T), (p, h), (p, s) or (d, T). `state_ph` makes a state, `setState_ph` writes one that
 * exists. A state that exists and is near the new one is the start of an iteration, where one is needed.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { madeBy, type Shape } from "../errors/shapes.ts";
import { checkComposition, checkNumber, missingProperty, notPossible, type Range } from "./mediumErrors.ts";
import { MediumState, Saturation } from "./mediumState.ts";
import { solveForPressure } from "./pressureFromEntropy.ts";
import type { SecondDerivatives, StatePair } from "./secondDerivatives.ts";

export interface MediumInformation {
  readonly name: string;
  /** Where equations and coefficients come from. */
  readonly citation: string;
  readonly substances: readonly string[];
  /** kg/mol; that of the reference composition for mixtures. */
  readonly molarMass: number;
  /** Ranges of p and T (and others that the formulation has). */
  readonly limits: readonly Range[];
  /** Zero of enthalpy and entropy, in words. */
  readonly reference: string;
  /** Variables that a volume of this medium uses as states. */
  readonly states: "pT" | "ph" | "T";
  /** Density and internal energy do not depend on pressure. */
  readonly isIncompressible?: boolean;
  /** Highest temperature of its tables, if it is not that of the range. */
  readonly tableTMax?: number;
  readonly critical?: { readonly T: number; readonly p: number; readonly d: number };
}

/** Partial derivatives of a state, named value_variable_constant. */
export interface Derivatives {
  readonly dd_dp_h: number;
  readonly dd_dh_p: number;
  readonly dT_dp_h: number;
  readonly dT_dh_p: number;
  readonly ds_dp_h: number;
  readonly ds_dh_p: number;
  readonly du_dp_h: number;
  readonly du_dh_p: number;
  readonly dd_dp_T: number;
  readonly dd_dT_p: number;
  readonly dh_dp_T: number;
  readonly dh_dT_p: number;
  readonly dp_dd_T: number;
  readonly dp_dT_d: number;
  readonly du_dT_d: number;
  readonly du_dd_T: number;
}

export type Composition = ArrayLike<number>;

/** Columns of `states_ph`. */
export const batchColumns = ["T", "d", "s", "u", "x", "cp", "d_p", "d_h"] as const;

export abstract class Medium {
  readonly info: MediumInformation;
  /** A medium can be the value of a parameter of a model. */
  readonly isParameterObject = true;

  constructor(info: MediumInformation) {
    this.info = info;
  }

  get name(): string {
    return this.info.name;
  }
  get citation(): string {
    return this.info.citation;
  }
  get limits(): readonly Range[] {
    return this.info.limits;
  }
  get reference(): string {
    return this.info.reference;
  }
  get substances(): readonly string[] {
    return this.info.substances;
  }
  get molarMass(): number {
    return this.info.molarMass;
  }
  /** Number of mass fractions that are independent. */
  get nXi(): number {
    return this.info.substances.length - 1;
  }

  abstract setState_pT(state: MediumState, p: number, T: number, X?: Composition): MediumState;
  abstract setState_ph(state: MediumState, p: number, h: number, X?: Composition): MediumState;
  abstract setState_ps(state: MediumState, p: number, s: number, X?: Composition): MediumState;
  abstract setState_dT(state: MediumState, d: number, T: number, X?: Composition): MediumState;

  state_pT(p: number, T: number, X?: Composition): MediumState {
    this.#checkQuestion("p", p, "T", T, X);
    return this.setState_pT(new MediumState(), p, T, X);
  }
  state_ph(p: number, h: number, X?: Composition): MediumState {
    this.#checkQuestion("p", p, "h", h, X);
    return this.setState_ph(new MediumState(), p, h, X);
  }
  state_ps(p: number, s: number, X?: Composition): MediumState {
    this.#checkQuestion("p", p, "s", s, X);
    return this.setState_ps(new MediumState(), p, s, X);
  }
  state_dT(d: number, T: number, X?: Composition): MediumState {
    this.#checkQuestion("d", d, "T", T, X);
    return this.setState_dT(new MediumState(), d, T, X);
  }

  /** A state from h and s, as where an expansion ends whose work is known; `setState_hs` writes one that exists. */
  state_hs(h: number, s: number, X?: Composition): MediumState {
    this.#checkQuestion("h", h, "s", s, X);
    return this.setState_hs(new MediumState(), h, s, X);
  }
  setState_hs(state: MediumState, h: number, s: number, X?: Composition): MediumState {
    return solveForPressure(this, state, h, s, X);
  }

  /** What hot paths take for granted. */
  #checkQuestion(nameA: string, a: unknown, nameB: string, b: unknown, X: Composition | undefined): void {
    checkNumber(this.name, nameA, a);
    checkNumber(this.name, nameB, b);
    if (X !== undefined && X !== null) checkComposition(this.name, this.substances, X);
  }

  /** Many states from (p, h), without allocation: `out` gets T d s u x cp d_p d_h of one state after the other. */
  states_ph(p: Float64Array, h: Float64Array, out: Float64Array, X?: Composition): Float64Array {
    const width = batchColumns.length;
    if (h.length !== p.length || out.length < width * p.length) {
      throw notPossible(
        this.name,
        `${p.length} pressures, ${h.length} enthalpies and ${out.length} places for results do not fit`,
        `one state takes ${width} places: ${batchColumns.join(" ")}`,
        "give arrays p and h of equal length n, and out of length 8n",
      );
    }
    const state = this.#batch;
    for (let i = 0, k = 0; i < p.length; i++) {
      this.setState_ph(state, p[i]!, h[i]!, X);
      out[k++] = state.T;
      out[k++] = state.d;
      out[k++] = state.s;
      out[k++] = state.u;
      out[k++] = state.x;
      out[k++] = state.cp;
      out[k++] = state.d_p;
      out[k++] = state.d_h;
    }
    return out;
  }
  readonly #batch = new MediumState();

  /** The formulation is valid there. */
  inRange(p: number, T: number): boolean {
    try {
      this.setState_pT(this.#batch, p, T);
      return true;
    } catch (error) {
      if (error instanceof RattlebackError) return false;
      throw error;
    }
  }

  /** Both phases at p, or at T; `setSaturation_p` writes into one that exists. */
  saturation_p(p: number): Saturation {
    return this.setSaturation_p(new Saturation(), p);
  }
  saturation_T(T: number): Saturation {
    return this.setSaturation_T(new Saturation(), T);
  }
  setSaturation_p(_both: Saturation, _p: number): Saturation {
    throw missingProperty(
      this.name,
      "saturation",
      'choose a medium with two phases: medium("water"), helmholtz("R134a")',
    );
  }
  setSaturation_T(both: Saturation, _T: number): Saturation {
    return this.setSaturation_p(both, Number.NaN);
  }
  /** Dynamic viscosity, Pa s. */
  viscosity(_state: MediumState): number {
    throw missingProperty(this.name, "viscosity", "give the component a constant viscosity, or choose another medium");
  }
  /** Thermal conductivity, W/(m K). */
  conductivity(_state: MediumState): number {
    throw missingProperty(
      this.name,
      "conductivity",
      "give the component a constant conductivity, or choose another medium",
    );
  }
  /** Surface tension, N/m; zero at and above the critical temperature. */
  surfaceTension(_state: MediumState): number {
    throw missingProperty(this.name, "surface tension", "choose a medium with two phases");
  }
  prandtl(state: MediumState): number {
    return (this.viscosity(state) * state.cp) / this.conductivity(state);
  }
  /** Isentropic exponent w² d/p. */
  isentropicExponent(state: MediumState): number {
    return (state.w * state.w * state.d) / state.p;
  }
  compressibilityFactor(state: MediumState): number {
    return (state.p * this.molarMass) / (state.d * 8.31446261815324 * state.T);
  }
  dd_dp_h(state: MediumState): number {
    return state.d_p;
  }
  dd_dh_p(state: MediumState): number {
    return state.d_h;
  }

  /** Rate of h, d or s at constant p and T when the mass fractions change at the rates dX (all, or all but the last). */
  compositionRate(_state: MediumState, _quantity: "d" | "h" | "s", _dX: Composition): number {
    return 0;
  }

  /**
   * All partial derivatives, exactly those of the functions of this medium: they follow from the slopes of d and T over (p, h) and
   * u = h − p/d, without relations that hold only for media that are consistent. Those of (p, T) are infinite in two phases; those of
   * (d, T) that an incompressible medium does not have are NaN.
   */
  derivatives(state: MediumState): Derivatives {
    const { p, d, d_p, d_h, T_p, T_h, s_p, s_h } = state;
    const v = 1 / d;
    const det = d_p * T_h - d_h * T_p;
    const p_d = T_h / det;
    const p_T = -d_h / det;
    return {
      dd_dp_h: d_p,
      dd_dh_p: d_h,
      dT_dp_h: T_p,
      dT_dh_p: T_h,
      ds_dp_h: s_p,
      ds_dh_p: s_h,
      du_dp_h: -v + p * v * v * d_p,
      du_dh_p: 1 + p * v * v * d_h,
      dd_dp_T: det / T_h,
      dd_dT_p: d_h / T_h,
      dh_dp_T: -T_p / T_h,
      dh_dT_p: 1 / T_h,
      dp_dd_T: p_d,
      dp_dT_d: p_T,
      du_dT_d: det === 0 ? state.cv : d_p / det - v * p_T,
      du_dd_T: v * (p * v - p_d) - T_p / det,
    };
  }

  /** Second derivatives of T, d, h, s, p with respect to two of them, exactly: for equations that are differentiated twice. */
  secondDerivatives(_state: MediumState, _pair: StatePair): SecondDerivatives {
    throw missingProperty(
      this.name,
      "second derivatives",
      "write the model so that no equation with a property of this medium is differentiated twice: use its variables as states",
    );
  }
}

export const aMedium: Shape = madeBy(Medium, 'a medium, such as medium("water")');
