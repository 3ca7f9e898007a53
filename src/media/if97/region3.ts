/**
 * Region 3: the Helmholtz energy as a function of density and temperature.
 *
 * Source   [IAPWS-R7-97] eq. 28:  φ = f/(R T) = n₁ ln δ + Σ n δ^I τ^J
 *
 *     p = d R T δ φ_δ,  h = R T (τ φ_τ + δ φ_δ),  s = R (τ φ_τ − φ),  cv = −R τ² φ_ττ
 *     p_d = R T (2 δ φ_δ + δ² φ_δδ),  p_T = d R (δ φ_δ − δ τ φ_δτ)
 */
import * as elementary from "../../math/elementary.ts";
import { addJets, type Jet, logJet, multiplyJets, powerSumJet, powJet, scaleJet, variableJet } from "../jet.ts";
import type { MediumState } from "../mediumState.ts";
import { region3LogCoefficient, region3Terms } from "./basicCoefficients.ts";
import { R } from "./gibbsRegion.ts";
import { TermSet } from "./powerTable.ts";

export const criticalDensity = 322;
export const criticalTemperature = 647.096;

/** From p, h, s, cv, p_d and p_T at (d, T) to everything else. */
export function completeHelmholtz(
  state: MediumState,
  d: number,
  T: number,
  p: number,
  h: number,
  s: number,
  cv: number,
  p_d: number,
  p_T: number,
): void {
  state.p = p;
  state.T = T;
  state.d = d;
  state.h = h;
  state.s = s;
  state.u = h - p / d;
  state.cv = cv;
  const cp = cv + (T * p_T * p_T) / (d * d * p_d);
  state.cp = cp;
  state.w = Math.sqrt((p_d * cp) / cv);
  state.kappa = 1 / (d * p_d);
  state.beta = p_T / (d * p_d);
  const N = d * d * p_d * cv + T * p_T * p_T;
  state.d_p = (d * (d * cv + p_T)) / N;
  state.d_h = (-d * d * p_T) / N;
  state.T_p = (T * p_T - d * p_d) / N;
  state.T_h = (d * d * p_d) / N;
  state.s_p = -1 / (d * T);
  state.s_h = 1 / T;
}

export class Region3 {
  readonly #terms = new TermSet(region3Terms);
  /** p, h, s, cv, p_d, p_T, h_d, h_T, s_d at the last (d, T). */
  readonly at = new Float64Array(9);

  evaluate(d: number, T: number): Float64Array {
    const delta = d / criticalDensity;
    const tau = criticalTemperature / T;
    const S = this.#terms.sums(delta, tau);
    const n1 = region3LogCoefficient;
    const phi = n1 * elementary.log(delta) + S[0]!;
    const dphi = n1 + S[1]!;
    const ddphi = S[2]! - n1;
    const at = this.at;
    const RT = R * T;
    at[0] = d * RT * dphi;
    at[1] = RT * (S[3]! + dphi);
    at[2] = R * (S[3]! - phi);
    at[3] = -R * S[4]!;
    at[4] = RT * (2 * dphi + ddphi);
    at[5] = d * R * (dphi - S[5]!);
    at[6] = (at[4]! - (T * at[5]!) / d) / d;
    at[7] = at[3]! + at[5]! / d;
    at[8] = -at[5]! / (d * d);
    return at;
  }

  properties(state: MediumState, d: number, T: number): void {
    const at = this.evaluate(d, T);
    completeHelmholtz(state, d, T, at[0]!, at[1]!, at[2]!, at[3]!, at[4]!, at[5]!);
  }

  /** Density at (p, T) on the branch of the start value; NaN if the branch ends before p is reached. */
  density(p: number, T: number, start: number): number {
    let d = start;
    for (let k = 0; k < 60; k++) {
      const at = this.evaluate(d, T);
      if (!(at[4]! > 0)) {
        // beyond the spinodal: back towards the outside of the dome
        d += d > criticalDensity ? 0.02 * d : -0.02 * d;
        if (k > 40) return Number.NaN;
        continue;
      }
      let step = (p - at[0]!) / at[4]!;
      const most = 0.1 * d;
      if (Math.abs(step) > most) step = Math.sign(step) * most;
      d += step;
      if (Math.abs(step) < 1e-15 * d) break;
      if (k > 6 && Math.abs(step) < 1e-12 * d) break;
    }
    return d;
  }

  helmholtzJet(d: number, T: number): Jet {
    const delta = scaleJet(variableJet(d, 0), 1 / criticalDensity);
    const temperature = variableJet(T, 1);
    const tau = scaleJet(powJet(temperature, -1), criticalTemperature);
    const { I, J, n } = region3Terms;
    const phi = addJets(powerSumJet(delta, tau, I, J, n), logJet(delta), region3LogCoefficient);
    return scaleJet(multiplyJets(temperature, phi), R);
  }
}
