/**
 * Region 3: the Helmholtz energy as a function of density and temperature.
 *
 * Source   [IAPWS-R7-97] eq. 28:  φ = f/(R T) = n₁ ln δ + Σ n δ^I τ^J
 *
 *     p = d R T δ φ_δ,  h = R T (τ φ_τ + δ φ_δ),  s = R (τ φ_τ − φ),  cv = −R τ² φ_ττ
 *     p_d = R T (2 δ φ_δ + δ² φ_δδ),  p_T = d R (δ φ_δ − δ τ φ_δτ)
 */
import * as elementary from "../../math/elementary.ts";
import {
  addJets,
  type Jet,
  logJet,
  multiplyJets,
  type PowerSumJet,
  powerSumJet,
  powJet,
  scaleJet,
  variableJet,
} from "../jet.ts";
import type { MediumState } from "../mediumState.ts";
import { generateSums } from "../straightLineCode.ts";
import { region3LogCoefficient, region3Terms } from "./basicCoefficients.ts";
import { R } from "./gibbsRegion.ts";

export const criticalDensity = 322;
export const criticalTemperature = 647.096;

/** From p, h, s, cv, p_d, p_T in `at`, at (d, T), to everything else. */
export function completeHelmholtz(state: MediumState, d: number, T: number, at: Float64Array): void {
  const p = at[0]!;
  const h = at[1]!;
  const cv = at[3]!;
  const p_d = at[4]!;
  const p_T = at[5]!;
  const v = 1 / d;
  const perT = 1 / T;
  const perP_d = 1 / p_d;
  const bulk = d * d * p_d;
  const squared = T * p_T * p_T;
  const N = 1 / (bulk * cv + squared);
  const cp = cv + squared / bulk;
  state.p = p;
  state.T = T;
  state.d = d;
  state.h = h;
  state.s = at[2]!;
  state.u = h - p * v;
  state.cv = cv;
  state.cp = cp;
  state.w = Math.sqrt((p_d * cp) / cv);
  state.kappa = v * perP_d;
  state.beta = p_T * v * perP_d;
  state.d_p = d * (d * cv + p_T) * N;
  state.d_h = -d * d * p_T * N;
  state.T_p = (T * p_T - d * p_d) * N;
  state.T_h = bulk * N;
  state.s_p = -v * perT;
  state.s_h = perT;
}

export class Region3 {
  readonly #sums = generateSums(region3Terms, [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [0, 2],
    [1, 1],
  ]);
  /** δ, τ, Σt, ΣI·t, ΣI(I−1)t, ΣJ·t, ΣJ(J−1)t, ΣIJ·t. */
  readonly #work = new Float64Array(8);
  /** p, h, s, cv, p_d, p_T, h_d, h_T, s_d at the last (d, T). */
  readonly at = new Float64Array(9);
  #jet: PowerSumJet | undefined;

  /** Without `hasEntropy` no s is computed, and no logarithm. */
  evaluate(d: number, T: number, hasEntropy = true): Float64Array {
    const delta = d / criticalDensity;
    const tau = criticalTemperature / T;
    const work = this.#work;
    work[0] = delta;
    work[1] = tau;
    this.#sums(work);
    const n1 = region3LogCoefficient;
    const dphi = n1 + work[3]!;
    const ddphi = work[4]! - n1;
    const tau_phi = work[5]!;
    const at = this.at;
    const RT = R * T;
    at[0] = d * RT * dphi;
    at[1] = RT * (tau_phi + dphi);
    if (hasEntropy) at[2] = R * (tau_phi - work[2]! - n1 * elementary.log(delta));
    at[3] = -R * work[6]!;
    at[4] = RT * (2 * dphi + ddphi);
    at[5] = d * R * (dphi - work[7]!);
    const v = 1 / d;
    at[6] = (at[4]! - T * at[5]! * v) * v;
    at[7] = at[3]! + at[5]! * v;
    at[8] = -at[5]! * v * v;
    return at;
  }

  properties(state: MediumState, d: number, T: number): void {
    completeHelmholtz(state, d, T, this.evaluate(d, T));
  }

  /** Density at (p, T) on the branch of the start value; NaN if the branch ends before p is reached. */
  density(p: number, T: number, start: number): number {
    let d = start;
    for (let k = 0; k < 60; k++) {
      const at = this.evaluate(d, T, false);
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
    this.#jet ??= powerSumJet(region3Terms);
    const phi = addJets(this.#jet(delta, tau), logJet(delta), region3LogCoefficient);
    return scaleJet(multiplyJets(temperature, phi), R);
  }
}
