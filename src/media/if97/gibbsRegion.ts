/**
 * Regions 1, 2 and 5: the Gibbs energy as a function of pressure and temperature.
 *
 * Source   [IAPWS-R7-97] eq. 7 (region 1), eq. 15–17 (region 2), eq. 18 (its metastable continuation), eq. 32–34 (region 5)
 *
 *     γ = g/(R T);   v = (R T/p) π γ_π,  h = R T* γ_τ,  s = R (τ γ_τ − γ),  cp = −R τ² γ_ττ
 *     β = (1 − τ γ_πτ/γ_π)/T,  κ = −γ_ππ/(γ_π p*),  w² = R T γ_π²/((γ_π − τ γ_πτ)²/(τ² γ_ττ) − γ_ππ)
 */

import * as elementary from "../../math/elementary.ts";
import {
  addJets,
  constantJet,
  type Jet,
  logJet,
  multiplyJets,
  type PowerSumJet,
  powerSumJet,
  powJet,
  scaleJet,
  shiftJet,
  variableJet,
} from "../jet.ts";
import type { MediumState } from "../mediumState.ts";
import { generateSums, type PowerTerms } from "../straightLineCode.ts";
import { region1Terms, region2MetastableCoefficients, type VapourCoefficients } from "./basicCoefficients.ts";

/** J/(kg K) */
export const R = 461.526;

export interface GibbsRegion {
  /** All properties at (p, T). */
  properties(state: MediumState, p: number, T: number): void;
  /** A temperature at which h (or s) has the value to twelve digits, from a start near it. */
  temperature(p: number, target: number, start: number, isEntropy: boolean): number;
  enthalpy(p: number, T: number): number;
  entropy(p: number, T: number): number;
  gibbsJet(p: number, T: number): Jet;
}

/** Places in the work of a region: coordinates x and y of its sums, the sums, γ with its derivatives. */
const X = 0;
const Y = 1;
const S = 2;
const G = 8;

/** Sums of `properties`: Σt, ΣI·t, ΣI(I−1)t, ΣJ·t, ΣJ(J−1)t, ΣIJ·t. */
const allSums = [
  [0, 0],
  [1, 0],
  [2, 0],
  [0, 1],
  [0, 2],
  [1, 1],
] as const;
/** Sums of `derivatives`: Σt, ΣJ·t, ΣJ(J−1)t, ΣJ(J−1)(J−2)t. */
const sumsInY = [
  [0, 0],
  [0, 1],
  [0, 2],
  [0, 3],
] as const;

/** Steps of Halley's method, which converge with order three, until what is left is the cube of a small one. */
function refine(
  region: { derivatives(p: number, tau: number, isEntropy: boolean, out: Float64Array): void },
  TStar: number,
  p: number,
  target: number,
  start: number,
  isEntropy: boolean,
  out: Float64Array,
): number {
  let tau = TStar / start;
  for (let k = 0; k < 12; k++) {
    region.derivatives(p, tau, isEntropy, out);
    const newton = (out[0]! - target) / out[1]!;
    const step = newton / (1 - (0.5 * newton * out[2]!) / out[1]!);
    tau -= step;
    if (Math.abs(step) < 1e-4 * tau) break;
  }
  return TStar / tau;
}

/** All properties from γ, γ_π, γ_ππ, γ_τ, γ_ττ, γ_πτ in work[G …]; p and T of the state are set. */
function finish(state: MediumState, tau: number, pStar: number, work: Float64Array): void {
  const { p, T } = state;
  const g_p = work[G + 1]!;
  const g_pp = work[G + 2]!;
  const g_t = work[G + 3]!;
  const g_tt = work[G + 4]!;
  const RT = R * T;
  const mixed = g_p - tau * work[G + 5]!;
  const perCp = -1 / (R * tau * tau * g_tt);
  const v = (RT * g_p) / pStar;
  const d = 1 / v;
  const perGp = 1 / g_p;
  const perT = 1 / T;
  const beta = mixed * perGp * perT;
  const kappa = (-g_pp * perGp) / pStar;
  const h = RT * tau * g_t;
  const T_p = (T * beta - 1) * v * perCp;
  const cp = -R * tau * tau * g_tt;
  state.d = d;
  state.h = h;
  state.s = R * (tau * g_t - work[G]!);
  state.u = h - p * v;
  state.cp = cp;
  state.beta = beta;
  state.kappa = kappa;
  state.cv = cp + (R * mixed * mixed) / g_pp;
  state.w = Math.sqrt((RT * g_p * g_p) / (-R * mixed * mixed * perCp - g_pp));
  state.s_h = perT;
  state.s_p = -v * perT;
  state.T_h = perCp;
  state.T_p = T_p;
  state.d_h = -d * beta * perCp;
  state.d_p = d * (kappa - beta * T_p);
}

export class Region1 implements GibbsRegion {
  readonly #sums = generateSums(region1Terms, allSums);
  readonly #sumsInY = generateSums(region1Terms, sumsInY);
  readonly #work = new Float64Array(14);
  readonly #out = new Float64Array(3);
  #jet: PowerSumJet | undefined;

  properties(state: MediumState, p: number, T: number): void {
    const work = this.#work;
    const tau = 1386 / T;
    const a = 7.1 - p / 16.53e6;
    const b = tau - 1.222;
    state.p = p;
    state.T = T;
    work[X] = a;
    work[Y] = b;
    this.#sums(work);
    const perA = 1 / a;
    const perB = 1 / b;
    work[G] = work[S]!;
    work[G + 1] = -work[S + 1]! * perA;
    work[G + 2] = work[S + 2]! * perA * perA;
    work[G + 3] = work[S + 3]! * perB;
    work[G + 4] = work[S + 4]! * perB * perB;
    work[G + 5] = -work[S + 5]! * perA * perB;
    finish(state, tau, 16.53e6, work);
  }

  /** h (or s) and its first two derivatives with respect to τ. */
  derivatives(p: number, tau: number, isEntropy: boolean, out: Float64Array): void {
    const work = this.#work;
    const b = tau - 1.222;
    work[X] = 7.1 - p / 16.53e6;
    work[Y] = b;
    this.#sumsInY(work);
    const perB = 1 / b;
    const g_t = work[S + 1]! * perB;
    const g_tt = work[S + 2]! * perB * perB;
    const g_ttt = work[S + 3]! * perB * perB * perB;
    if (isEntropy) {
      out[0] = R * (tau * g_t - work[S]!);
      out[1] = R * tau * g_tt;
      out[2] = R * (g_tt + tau * g_ttt);
    } else {
      out[0] = R * 1386 * g_t;
      out[1] = R * 1386 * g_tt;
      out[2] = R * 1386 * g_ttt;
    }
  }

  temperature(p: number, target: number, start: number, isEntropy: boolean): number {
    return refine(this, 1386, p, target, start, isEntropy, this.#out);
  }

  enthalpy(p: number, T: number): number {
    this.derivatives(p, 1386 / T, false, this.#out);
    return this.#out[0]!;
  }

  entropy(p: number, T: number): number {
    this.derivatives(p, 1386 / T, true, this.#out);
    return this.#out[0]!;
  }

  gibbsJet(p: number, T: number): Jet {
    const x = shiftJet(scaleJet(variableJet(p, 0), -1 / 16.53e6), 7.1);
    const temperature = variableJet(T, 1);
    const y = shiftJet(scaleJet(powJet(temperature, -1), 1386), -1.222);
    this.#jet ??= powerSumJet(region1Terms);
    return scaleJet(multiplyJets(temperature, this.#jet(x, y)), R);
  }
}

/** Terms that depend on τ alone. */
function inTau({ J, n }: VapourCoefficients["ideal"]): PowerTerms {
  return { I: J.map(() => 0), J, n };
}

/** Regions 2 and 5. */
export class VapourRegion implements GibbsRegion {
  readonly #coefficients: VapourCoefficients;
  readonly #sums: (at: Float64Array) => void;
  readonly #sumsInY: (at: Float64Array) => void;
  readonly #idealSums: (at: Float64Array) => void;
  readonly #work = new Float64Array(14);
  /** τ at place Y, sums of the ideal part. */
  readonly #ideal = new Float64Array(6);
  readonly #out = new Float64Array(3);
  #jet: PowerSumJet | undefined;
  #idealJet: PowerSumJet | undefined;

  constructor(coefficients: VapourCoefficients) {
    this.#coefficients = coefficients;
    const { ideal, residual } = coefficients;
    this.#sums = generateSums(residual, allSums);
    this.#sumsInY = generateSums(residual, sumsInY);
    this.#idealSums = generateSums(inTau(ideal), sumsInY);
  }

  properties(state: MediumState, p: number, T: number): void {
    const { TStar, tauShift } = this.#coefficients;
    const work = this.#work;
    const ideal = this.#ideal;
    const pi = p * 1e-6;
    const tau = TStar / T;
    const b = tau - tauShift;
    state.p = p;
    state.T = T;
    ideal[Y] = tau;
    this.#idealSums(ideal);
    work[X] = pi;
    work[Y] = b;
    this.#sums(work);
    const perPi = 1 / pi;
    const perB = 1 / b;
    const perTau = 1 / tau;
    work[G] = elementary.log(pi) + ideal[S]! + work[S]!;
    work[G + 1] = (1 + work[S + 1]!) * perPi;
    work[G + 2] = (work[S + 2]! - 1) * perPi * perPi;
    work[G + 3] = ideal[S + 1]! * perTau + work[S + 3]! * perB;
    work[G + 4] = ideal[S + 2]! * perTau * perTau + work[S + 4]! * perB * perB;
    work[G + 5] = work[S + 5]! * perB * perPi;
    finish(state, tau, 1e6, work);
  }

  derivatives(p: number, tau: number, isEntropy: boolean, out: Float64Array): void {
    const { TStar, tauShift } = this.#coefficients;
    const work = this.#work;
    const ideal = this.#ideal;
    const b = tau - tauShift;
    ideal[Y] = tau;
    this.#idealSums(ideal);
    work[X] = p * 1e-6;
    work[Y] = b;
    this.#sumsInY(work);
    const perB = 1 / b;
    const perTau = 1 / tau;
    const g_t = ideal[S + 1]! * perTau + work[S + 1]! * perB;
    const g_tt = ideal[S + 2]! * perTau * perTau + work[S + 2]! * perB * perB;
    const g_ttt = ideal[S + 3]! * perTau * perTau * perTau + work[S + 3]! * perB * perB * perB;
    if (isEntropy) {
      out[0] = R * (tau * g_t - (elementary.log(p * 1e-6) + ideal[S]! + work[S]!));
      out[1] = R * tau * g_tt;
      out[2] = R * (g_tt + tau * g_ttt);
    } else {
      out[0] = R * TStar * g_t;
      out[1] = R * TStar * g_tt;
      out[2] = R * TStar * g_ttt;
    }
  }

  temperature(p: number, target: number, start: number, isEntropy: boolean): number {
    return refine(this, this.#coefficients.TStar, p, target, start, isEntropy, this.#out);
  }

  enthalpy(p: number, T: number): number {
    this.derivatives(p, this.#coefficients.TStar / T, false, this.#out);
    return this.#out[0]!;
  }

  entropy(p: number, T: number): number {
    this.derivatives(p, this.#coefficients.TStar / T, true, this.#out);
    return this.#out[0]!;
  }

  gibbsJet(p: number, T: number): Jet {
    const { TStar, tauShift, ideal, residual } = this.#coefficients;
    const pi = scaleJet(variableJet(p, 0), 1e-6);
    const temperature = variableJet(T, 1);
    const tau = scaleJet(powJet(temperature, -1), TStar);
    this.#idealJet ??= powerSumJet(inTau(ideal));
    this.#jet ??= powerSumJet(residual);
    const sum = addJets(
      addJets(logJet(pi), this.#idealJet(constantJet(1), tau)),
      this.#jet(pi, shiftJet(tau, -tauShift)),
    );
    return scaleJet(multiplyJets(temperature, sum), R);
  }
}

/** Steam below its saturation temperature, up to 10 MPa and 5 % moisture: for under-cooled steam, on request only. */
export function region2Metastable(): GibbsRegion {
  return new VapourRegion(region2MetastableCoefficients);
}
