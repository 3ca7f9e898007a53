/**
 * A fundamental equation in the Helmholtz energy: pressure, enthalpy, entropy and their derivatives at (d, T).
 *
 *     a/(R T) = ln δ + α⁰(τ) + αʳ(δ, τ),   δ = d/dᵣ,  τ = Tᵣ : T
 *     p = d R T (1 + δαʳ_δ),  h = R T (τ(α⁰_τ + αʳ_τ) + 1 + δαʳ_δ),  s = R (τ(α⁰_τ + αʳ_τ) − α),  cv = −R τ²(α⁰_ττ + αʳ_ττ)
 *     p_d = R T (1 + 2δαʳ_δ + δ²αʳ_δδ),  p_T = d R (1 + δαʳ_δ − δταʳ_δτ)
 */
import * as elementary from "../../math/elementary.ts";
import { addJets, type Jet, logJet, multiplyJets, powJet, scaleJet, variableJet } from "../jet.ts";
import type { FluidData } from "./fluidData.ts";
import { IdealPart } from "./idealPart.ts";
import { ResidualPart } from "./residualPart.ts";

export class HelmholtzEquation {
  readonly ideal: IdealPart;
  readonly residual: ResidualPart;
  /** Specific gas constant, J/(kg K). */
  readonly R: number;
  /** Reducing density, kg/m³, and temperature. */
  readonly dStar: number;
  readonly TStar: number;
  /** p, h, s, cv, p_d, p_T, h_d, h_T, s_d of the last call. */
  readonly at = new Float64Array(9);
  #T = Number.NaN;

  constructor(data: FluidData, hasOffset: boolean) {
    const { Tmin, Tmax } = data.limits;
    const TStar = data.reducing.T;
    this.ideal = new IdealPart(
      data.ideal.filter(({ term }) => hasOffset || term !== "offset"),
      (0.9 * TStar) / Tmax,
      TStar / (0.9 * Math.min(Tmin, data.triple.T)),
    );
    this.residual = new ResidualPart(data.residual);
    this.R = data.R / data.molarMass;
    this.dStar = data.reducing.rhoMolar * data.molarMass;
    this.TStar = TStar;
  }

  /** Without `hasEntropy` no s is computed, and no logarithm. */
  evaluate(d: number, T: number, hasEntropy = true): Float64Array {
    const delta = d / this.dStar;
    const tau = this.TStar / T;
    if (T !== this.#T) {
      this.ideal.evaluate(tau);
      this.#T = T;
    }
    this.residual.evaluate(delta, tau);
    const r = this.residual.at;
    const i = this.ideal.at;
    const at = this.at;
    const R = this.R;
    const RT = R * T;
    const z = 1 + r[3]!;
    const u = i[1]! + r[5]!;
    const v = 1 / d;
    at[0] = d * RT * z;
    at[1] = RT * (u + z);
    if (hasEntropy) at[2] = R * (u - elementary.log(delta) - i[0]! - r[2]!);
    at[3] = -R * (i[2]! + r[6]!);
    at[4] = RT * (1 + 2 * r[3]! + r[4]!);
    at[5] = d * R * (z - r[7]!);
    at[6] = (at[4]! - T * at[5]! * v) * v;
    at[7] = at[3]! + at[5]! * v;
    at[8] = -at[5]! * v * v;
    return at;
  }

  /** Specific Helmholtz energy as Taylor series in (d, T). */
  jet(d: number, T: number): Jet {
    const delta = scaleJet(variableJet(d, 0), 1 / this.dStar);
    const temperature = variableJet(T, 1);
    const tau = scaleJet(powJet(temperature, -1), this.TStar);
    const alpha = addJets(addJets(logJet(delta), this.ideal.jet(tau)), this.residual.jet(delta, tau));
    return scaleJet(multiplyJets(temperature, alpha), this.R);
  }
}
