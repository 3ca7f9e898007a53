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
  powerSumJet,
  powJet,
  scaleJet,
  shiftJet,
  variableJet,
} from "../jet.ts";
import { completeSinglePhase, type MediumState } from "../mediumState.ts";
import { region1Terms, region2MetastableCoefficients, type VapourCoefficients } from "./basicCoefficients.ts";
import { PowerTable, TermSet } from "./powerTable.ts";

/** J/(kg K) */
export const R = 461.526;

export interface GibbsRegion {
  /** All properties at (p, T). */
  properties(state: MediumState, p: number, T: number): void;
  /** A temperature at which h (or s) has the value, from a start near it: one step of Halley's method and one of Newton's. */
  temperature(p: number, target: number, start: number, isEntropy: boolean): number;
  enthalpy(p: number, T: number): number;
  entropy(p: number, T: number): number;
  gibbsJet(p: number, T: number): Jet;
}

/** Steps until the correction is at rounding level: one of third order, then Newton's. */
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
    const f = out[0]! - target;
    const newton = f / out[1]!;
    const step = newton / (1 - (0.5 * newton * out[2]!) / out[1]!);
    tau -= step;
    // the step converges with order three: what is left is the cube of it
    if (Math.abs(step) < 2e-5 * tau) break;
  }
  return TStar / tau;
}

function finish(
  state: MediumState,
  p: number,
  T: number,
  tau: number,
  pStar: number,
  g: number,
  g_p: number,
  g_pp: number,
  g_t: number,
  g_tt: number,
  g_pt: number,
): void {
  const RT = R * T;
  const mixed = g_p - tau * g_pt;
  state.p = p;
  state.T = T;
  state.d = pStar / (RT * g_p);
  state.h = RT * tau * g_t;
  state.s = R * (tau * g_t - g);
  state.cp = -R * tau * tau * g_tt;
  state.beta = mixed / (g_p * T);
  state.kappa = -g_pp / (g_p * pStar);
  completeSinglePhase(state);
  state.cv = state.cp + (R * mixed * mixed) / g_pp;
  state.w = Math.sqrt((RT * g_p * g_p) / ((mixed * mixed) / (tau * tau * g_tt) - g_pp));
}

export class Region1 implements GibbsRegion {
  readonly #terms = new TermSet(region1Terms);
  readonly #out = new Float64Array(3);

  properties(state: MediumState, p: number, T: number): void {
    const a = 7.1 - p / 16.53e6;
    const tau = 1386 / T;
    const b = tau - 1.222;
    const S = this.#terms.sums(a, b);
    finish(state, p, T, tau, 16.53e6, S[0]!, -S[1]! / a, S[2]! / (a * a), S[3]! / b, S[4]! / (b * b), -S[5]! / (a * b));
  }

  /** h (or s) and its first two derivatives with respect to τ. */
  derivatives(p: number, tau: number, isEntropy: boolean, out: Float64Array): void {
    const b = tau - 1.222;
    const S = this.#terms.sumsInY(7.1 - p / 16.53e6, b);
    const g_t = S[3]! / b;
    const g_tt = S[4]! / (b * b);
    const g_ttt = S[5]! / (b * b * b);
    if (isEntropy) {
      out[0] = R * (tau * g_t - S[0]!);
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
    const { I, J, n } = region1Terms;
    return scaleJet(multiplyJets(temperature, powerSumJet(x, y, I, J, n)), R);
  }
}

/** Regions 2 and 5. */
export class VapourRegion implements GibbsRegion {
  readonly #terms: TermSet;
  readonly #coefficients: VapourCoefficients;
  readonly #ideal: PowerTable;
  readonly #idealPlace: Uint8Array;
  readonly #idealJ: Float64Array;
  readonly #idealN: Float64Array;
  readonly #out = new Float64Array(3);
  /** Σ, first three derivatives of the ideal part with respect to τ. */
  readonly #zero = new Float64Array(4);

  constructor(coefficients: VapourCoefficients) {
    this.#coefficients = coefficients;
    this.#terms = new TermSet(coefficients.residual);
    const { J, n } = coefficients.ideal;
    this.#ideal = new PowerTable(J);
    this.#idealPlace = Uint8Array.from(J, (e) => this.#ideal.placeOf(e));
    this.#idealJ = Float64Array.from(J);
    this.#idealN = Float64Array.from(n);
  }

  #idealPart(tau: number): void {
    const powers = this.#ideal.fill(tau);
    const place = this.#idealPlace;
    const J = this.#idealJ;
    const n = this.#idealN;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let k = 0; k < n.length; k++) {
      const t = n[k]! * powers[place[k]!]!;
      const j = J[k]!;
      s0 += t;
      s1 += j * t;
      s2 += j * (j - 1) * t;
      s3 += j * (j - 1) * (j - 2) * t;
    }
    const zero = this.#zero;
    const i = 1 / tau;
    zero[0] = s0;
    zero[1] = s1 * i;
    zero[2] = s2 * i * i;
    zero[3] = s3 * i * i * i;
  }

  properties(state: MediumState, p: number, T: number): void {
    const { TStar, tauShift } = this.#coefficients;
    const pi = p * 1e-6;
    const tau = TStar / T;
    const b = tau - tauShift;
    this.#idealPart(tau);
    const zero = this.#zero;
    const S = this.#terms.sums(pi, b);
    const i = 1 / pi;
    finish(
      state,
      p,
      T,
      tau,
      1e6,
      elementary.log(pi) + zero[0]! + S[0]!,
      (1 + S[1]!) * i,
      (S[2]! - 1) * i * i,
      zero[1]! + S[3]! / b,
      zero[2]! + S[4]! / (b * b),
      (S[5]! / b) * i,
    );
  }

  derivatives(p: number, tau: number, isEntropy: boolean, out: Float64Array): void {
    const { TStar, tauShift } = this.#coefficients;
    const b = tau - tauShift;
    this.#idealPart(tau);
    const zero = this.#zero;
    const S = this.#terms.sumsInY(p * 1e-6, b);
    const g_t = zero[1]! + S[3]! / b;
    const g_tt = zero[2]! + S[4]! / (b * b);
    const g_ttt = zero[3]! + S[5]! / (b * b * b);
    if (isEntropy) {
      out[0] = R * (tau * g_t - (elementary.log(p * 1e-6) + zero[0]! + S[0]!));
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
    const zeros = ideal.J.map(() => 0);
    const sum = addJets(
      addJets(logJet(pi), powerSumJet(constantJet(1), tau, zeros, ideal.J, ideal.n)),
      powerSumJet(pi, shiftJet(tau, -tauShift), residual.I, residual.J, residual.n),
    );
    return scaleJet(multiplyJets(temperature, sum), R);
  }
}

/** Steam below its saturation temperature, up to 10 MPa and 5 % moisture: for under-cooled steam, on request only. */
export function region2Metastable(): GibbsRegion {
  return new VapourRegion(region2MetastableCoefficients);
}
