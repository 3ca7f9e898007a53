/**
 * A liquid that is linear about a reference point.
 *
 *     d = d₀ (1 + κ (p − p₀) − β (T − T₀))
 *     h = h₀ + cp (T − T₀) + (p − p₀)(1 − β T₀)/d₀
 *     s = s₀ + cp (1 − T₀/T) − (p − p₀) β/d₀
 *
 * Source   Modelica.Media.Water.… LinearFluid. The three are linearisations, not derivatives of one potential: of the Maxwell
 *          relations they keep what holds at the reference point. u = h − p/d, cv = cp − T β²/(κ d).
 */
import { aFiniteNumber, aPositiveNumber, aText, checkOptions } from "../../errors/shapes.ts";
import { Medium } from "../medium.ts";
import { checkRange, type Range } from "../mediumErrors.ts";
import { type MediumState, phaseCode } from "../mediumState.ts";
import { changeVariables, type SecondDerivatives, type StatePair } from "../secondDerivatives.ts";

export interface LinearLiquidOptions {
  readonly name?: string;
  readonly p0: number;
  readonly T0: number;
  readonly d0: number;
  readonly h0?: number;
  readonly s0?: number;
  readonly cp: number;
  /** Isobaric expansion, 1/K. */
  readonly beta: number;
  /** Isothermal compressibility, 1/Pa. */
  readonly kappa: number;
  readonly viscosity?: number;
  readonly conductivity?: number;
  readonly TMin?: number;
  readonly TMax?: number;
  readonly pMax?: number;
  readonly molarMass?: number;
  readonly citation?: string;
}

const optionShapes = {
  name: aText,
  p0: aFiniteNumber,
  T0: aPositiveNumber,
  d0: aPositiveNumber,
  h0: aFiniteNumber,
  s0: aFiniteNumber,
  cp: aPositiveNumber,
  beta: aFiniteNumber,
  kappa: aFiniteNumber,
  viscosity: aPositiveNumber,
  conductivity: aPositiveNumber,
  TMin: aPositiveNumber,
  TMax: aPositiveNumber,
  pMax: aPositiveNumber,
  molarMass: aPositiveNumber,
  citation: aText,
};

export class LinearLiquid extends Medium {
  readonly #o: Required<Pick<LinearLiquidOptions, "h0" | "s0">> & LinearLiquidOptions;
  readonly #ranges: readonly Range[];

  constructor(options: LinearLiquidOptions) {
    checkOptions("LinearLiquid", options, optionShapes, ["p0", "T0", "d0", "cp", "beta", "kappa"]);
    const { name = "linear liquid", TMin = 200, TMax = 700, pMax = 1e9, molarMass = 0.018015268 } = options;
    const limits: readonly Range[] = [
      { name: "p", unit: "Pa", from: 0, to: pMax },
      { name: "T", unit: "K", from: TMin, to: TMax },
    ];
    super({
      name,
      citation: options.citation ?? "linear about a point given by the user",
      substances: [name],
      molarMass,
      limits,
      reference: `h = ${options.h0 ?? 0} J/kg, s = ${options.s0 ?? 0} J/(kg K) at ${options.T0} K, ${options.p0} Pa`,
      states: "pT",
    });
    this.#o = { h0: 0, s0: 0, ...options };
    this.#ranges = limits;
  }

  setState_pT(state: MediumState, p: number, T: number): MediumState {
    const [pRange, TRange] = this.#ranges as [Range, Range];
    if (!(p >= pRange.from && p <= pRange.to)) checkRange(this.name, `p = ${p} Pa, T = ${T} K`, p, pRange);
    if (!(T >= TRange.from && T <= TRange.to)) checkRange(this.name, `p = ${p} Pa, T = ${T} K`, T, TRange);
    const { p0, T0, d0, h0, s0, cp, beta, kappa } = this.#o;
    const d = d0 * (1 + kappa * (p - p0) - beta * (T - T0));
    const h_p = (1 - beta * T0) / d0;
    state.p = p;
    state.T = T;
    state.d = d;
    state.h = h0 + cp * (T - T0) + (p - p0) * h_p;
    state.s = s0 + cp * (1 - T0 / T) - ((p - p0) * beta) / d0;
    state.u = state.h - p / d;
    state.x = 0;
    state.cp = cp;
    state.beta = (d0 * beta) / d;
    state.kappa = (d0 * kappa) / d;
    state.cv = cp - (T * beta * beta) / (kappa * d);
    state.w = Math.sqrt(cp / (state.cv * d * state.kappa));
    state.T_h = 1 / cp;
    state.T_p = -h_p / cp;
    const s_T = (cp * T0) / (T * T);
    state.s_h = s_T / cp;
    state.s_p = -beta / d0 + s_T * state.T_p;
    state.d_h = (-d0 * beta) / cp;
    state.d_p = d0 * (kappa - beta * state.T_p);
    state.phaseCode = phaseCode.liquid;
    return state;
  }

  setState_ph(state: MediumState, p: number, h: number): MediumState {
    const { p0, T0, d0, h0, cp, beta } = this.#o;
    return this.setState_pT(state, p, T0 + (h - h0 - ((p - p0) * (1 - beta * T0)) / d0) / cp);
  }

  setState_ps(state: MediumState, p: number, s: number): MediumState {
    const { p0, T0, d0, s0, cp, beta } = this.#o;
    return this.setState_pT(state, p, (T0 * cp) / (cp - (s - s0) - ((p - p0) * beta) / d0));
  }

  setState_dT(state: MediumState, d: number, T: number): MediumState {
    const { p0, T0, d0, beta, kappa } = this.#o;
    return this.setState_pT(state, p0 + (d / d0 - 1 + beta * (T - T0)) / kappa, T);
  }

  override viscosity(state: MediumState): number {
    return this.#o.viscosity ?? super.viscosity(state);
  }
  override conductivity(state: MediumState): number {
    return this.#o.conductivity ?? super.conductivity(state);
  }

  override secondDerivatives({ T }: MediumState, pair: StatePair): SecondDerivatives {
    const { T0, d0, cp, beta, kappa } = this.#o;
    return changeVariables(
      {
        p: Float64Array.of(1, 0, 0, 0, 0),
        T: Float64Array.of(0, 1, 0, 0, 0),
        d: Float64Array.of(d0 * kappa, -d0 * beta, 0, 0, 0),
        h: Float64Array.of((1 - beta * T0) / d0, cp, 0, 0, 0),
        s: Float64Array.of(-beta / d0, (cp * T0) / (T * T), 0, 0, (-2 * cp * T0) / (T * T * T)),
      },
      pair,
    );
  }
}

const source = "Modelica.Media.CompressibleLiquids (Modelica Standard Library 4.1)";

export function linearColdWater(): LinearLiquid {
  return new LinearLiquid({
    name: "LinearColdWater",
    citation: source,
    p0: 101325,
    T0: 278.15,
    d0: 997.05,
    h0: 104929,
    s0: 100,
    cp: 4181.9,
    beta: 2.5713e-4,
    kappa: 4.5154e-10,
    viscosity: 0.0015,
    conductivity: 0.572,
    TMin: 273.15,
    TMax: 373.15,
  });
}

export function linearWaterAmbient(): LinearLiquid {
  return new LinearLiquid({
    name: "LinearWaterAmbient",
    citation: `${source}; values of IAPWS-IF97 at the reference point`,
    p0: 101325,
    T0: 298.15,
    d0: 997.048031972,
    h0: 104929.294643,
    s0: 367.231015975,
    cp: 4181.89623352,
    beta: 0.000256911205332,
    kappa: 4.51569134508e-10,
    viscosity: 0.00089,
    conductivity: 0.608,
    TMin: 273.15,
    TMax: 373.15,
  });
}
