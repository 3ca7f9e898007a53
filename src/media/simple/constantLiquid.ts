/**
 * A liquid with constant properties.
 *
 *     d = d₀,   h = u = cp (T − T₀),   s = cp ln(T/T₀)
 *
 * Source   Modelica.Media.Water.ConstantPropertyLiquidWater, ModiaMedia 0.2: the term p/d of h, 0.1 kJ/kg per bar, is left out.
 */

import { aFiniteNumber, aPositiveNumber, aText, checkOptions } from "../../errors/shapes.ts";
import * as elementary from "../../math/elementary.ts";
import { gibbsBasis } from "../fundamentalBasis.ts";
import { type Derivatives, Medium } from "../medium.ts";
import { checkRange, notPossible, type Range } from "../mediumErrors.ts";
import { type MediumState, phaseCode } from "../mediumState.ts";
import { changeVariables, type SecondDerivatives, type StatePair } from "../secondDerivatives.ts";

export interface ConstantLiquidOptions {
  readonly name?: string;
  /** kg/m³ */
  readonly d: number;
  /** J/(kg K) */
  readonly cp: number;
  /** Pa s */
  readonly viscosity?: number;
  /** W/(m K) */
  readonly conductivity?: number;
  /** Speed of sound, m/s; for information, the equations are those of an incompressible liquid. */
  readonly speedOfSound?: number;
  /** K */
  readonly TMin?: number;
  readonly TMax?: number;
  /** Temperature of zero enthalpy, K. */
  readonly T0?: number;
  /** kg/mol */
  readonly molarMass?: number;
  readonly citation?: string;
}

const optionShapes = {
  name: aText,
  d: aPositiveNumber,
  cp: aPositiveNumber,
  viscosity: aPositiveNumber,
  conductivity: aPositiveNumber,
  speedOfSound: aPositiveNumber,
  TMin: aPositiveNumber,
  TMax: aPositiveNumber,
  T0: aFiniteNumber,
  molarMass: aPositiveNumber,
  citation: aText,
};

export class ConstantLiquid extends Medium {
  readonly #o: ConstantLiquidOptions;
  readonly #T0: number;
  readonly #ranges: readonly Range[];

  constructor(options: ConstantLiquidOptions) {
    checkOptions("ConstantLiquid", options, optionShapes, ["d", "cp"]);
    const { name = "constant liquid", TMin = 200, TMax = 1000, T0 = 273.15, molarMass = 0.018015268 } = options;
    const limits: readonly Range[] = [
      { name: "p", unit: "Pa", from: 0, to: 1e9 },
      { name: "T", unit: "K", from: TMin, to: TMax },
    ];
    super({
      name,
      citation: options.citation ?? "constant properties given by the user",
      substances: [name],
      molarMass,
      limits,
      reference: `h = s = 0 at ${T0} K`,
      states: "T",
      isIncompressible: true,
    });
    this.#o = options;
    this.#T0 = T0;
    this.#ranges = limits;
  }

  setState_pT(state: MediumState, p: number, T: number): MediumState {
    const { name } = this;
    if (!(p >= 0 && p <= 1e9)) checkRange(name, `p = ${p} Pa, T = ${T} K`, p, this.#ranges[0]!);
    const range = this.#ranges[1]!;
    if (!(T >= range.from && T <= range.to)) checkRange(name, `p = ${p} Pa, T = ${T} K`, T, range);
    const { d, cp } = this.#o;
    state.p = p;
    state.T = T;
    state.d = d;
    state.h = state.u = cp * (T - this.#T0);
    state.s = cp * elementary.log(T / this.#T0);
    state.x = 0;
    state.cp = state.cv = cp;
    state.w = this.#o.speedOfSound ?? Number.POSITIVE_INFINITY;
    state.beta = state.kappa = 0;
    state.d_p = state.d_h = state.T_p = 0;
    state.T_h = 1 / cp;
    state.s_p = 0;
    state.s_h = 1 / T;
    state.phaseCode = phaseCode.liquid;
    return state;
  }

  setState_ph(state: MediumState, p: number, h: number): MediumState {
    return this.setState_pT(state, p, this.#T0 + h / this.#o.cp);
  }

  setState_ps(state: MediumState, p: number, s: number): MediumState {
    return this.setState_pT(state, p, this.#T0 * elementary.exp(s / this.#o.cp));
  }

  setState_dT(_state: MediumState, d: number, T: number): MediumState {
    throw notPossible(
      this.name,
      `no pressure follows from d = ${d} kg/m³ and T = ${T} K`,
      "the density of this medium is constant",
      "give p and T, or use a compressible medium such as linearLiquid",
    );
  }

  override viscosity(state: MediumState): number {
    return this.#o.viscosity ?? super.viscosity(state);
  }
  override conductivity(state: MediumState): number {
    return this.#o.conductivity ?? super.conductivity(state);
  }

  /** u = h. */
  override derivatives(state: MediumState): Derivatives {
    return { ...super.derivatives(state), du_dp_h: 0, du_dh_p: 1 };
  }

  /** As d = d₀, h = h(T): the derivatives of a Gibbs energy whose pressure term is dropped from h. */
  override secondDerivatives(state: MediumState, pair: StatePair): SecondDerivatives {
    const { cp } = this.#o;
    const g = new Float64Array(10);
    g.set([0, 0, 0, 0, 0, -cp / (2 * state.T), 0, 0, 0, cp / (6 * state.T * state.T)]);
    const basis = gibbsBasis(g, state.p, state.T);
    return changeVariables({ ...basis, d: new Float64Array(5), h: Float64Array.of(0, cp, 0, 0, 0) }, pair);
  }
}

/** Water with constant properties, as in the libraries named above. */
export function constantWater(): ConstantLiquid {
  return new ConstantLiquid({
    name: "ConstantPropertyLiquidWater",
    citation: "Modelica.Media.Water.ConstantPropertyLiquidWater (Modelica Standard Library 4.1)",
    d: 995.586,
    cp: 4184,
    viscosity: 0.001,
    conductivity: 0.598,
    speedOfSound: 1484,
    TMin: 272.15,
    TMax: 403.15,
  });
}
