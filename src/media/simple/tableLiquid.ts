/**
 * An incompressible liquid from tables over temperature.
 *
 *     d(T), cp(T), λ(T), psat(T): least-squares parabolas in t = T − 273.15 K;   ln η: parabola in 1/T
 *     h = ∫ cp dT,   s = ∫ cp/T dT from T₀, so that dh/dT = cp exactly;   u = h − p/d
 *
 * Source   Modelica.Media.Incompressible.TableBased, with enthalpy of T alone.
 */
import { aFiniteNumber, aPositiveNumber, aText, checkOptions, listOf } from "../../errors/shapes.ts";
import * as elementary from "../../math/elementary.ts";
import { Medium } from "../medium.ts";
import { checkRange, notPossible, type Range } from "../mediumErrors.ts";
import { type MediumState, phaseCode } from "../mediumState.ts";
import { changeVariables, type SecondDerivatives, type StatePair } from "../secondDerivatives.ts";

/** Rows of temperature (°C) and value. */
export type LiquidTable = readonly (readonly [number, number])[];

export interface TableLiquidOptions {
  readonly name?: string;
  readonly TMin: number;
  readonly TMax: number;
  readonly T0?: number;
  readonly density: LiquidTable;
  readonly heatCapacity: LiquidTable;
  readonly viscosity?: LiquidTable;
  readonly conductivity?: LiquidTable;
  readonly vaporPressure?: LiquidTable;
  readonly molarMass?: number;
  readonly citation?: string;
}

type Parabola = readonly [number, number, number];

const zeroCelsius = 273.15;

/** c₀ + c₁x + c₂x² through the points, by normal equations in centred and scaled x. */
function fitParabola(x: readonly number[], y: readonly number[], name: string): Parabola {
  if (x.length < 3)
    throw notPossible(
      name,
      `a table has ${x.length} rows`,
      "a parabola needs three",
      "give at least three rows per table",
    );
  const middle = x.reduce((a, b) => a + b, 0) / x.length;
  const width = Math.max(...x.map((value) => Math.abs(value - middle)));
  const moment = new Float64Array(5);
  const right = new Float64Array(3);
  x.forEach((value, i) => {
    const z = (value - middle) / width;
    for (let k = 0, power = 1; k < 5; k++, power *= z) {
      moment[k]! += power;
      if (k < 3) right[k]! += power * y[i]!;
    }
  });
  const [m0, m1, m2, m3, m4] = moment as unknown as [number, number, number, number, number];
  const [r0, r1, r2] = right as unknown as [number, number, number];
  const det = m0 * (m2 * m4 - m3 * m3) - m1 * (m1 * m4 - m2 * m3) + m2 * (m1 * m3 - m2 * m2);
  const a = (r0 * (m2 * m4 - m3 * m3) - m1 * (r1 * m4 - m3 * r2) + m2 * (r1 * m3 - m2 * r2)) / det;
  const b = (m0 * (r1 * m4 - m3 * r2) - r0 * (m1 * m4 - m2 * m3) + m2 * (m1 * r2 - r1 * m2)) / det;
  const c = (m0 * (m2 * r2 - m3 * r1) - m1 * (m1 * r2 - m2 * r1) + r0 * (m1 * m3 - m2 * m2)) / det;
  const c2 = c / (width * width);
  const c1 = b / width - 2 * c2 * middle;
  return [a - (b / width) * middle + c2 * middle * middle, c1, c2];
}

const value = (c: Parabola, t: number): number => c[0] + t * (c[1] + t * c[2]);

const aTable = listOf(listOf(aFiniteNumber));
const optionShapes = {
  name: aText,
  TMin: aPositiveNumber,
  TMax: aPositiveNumber,
  T0: aFiniteNumber,
  density: aTable,
  heatCapacity: aTable,
  viscosity: aTable,
  conductivity: aTable,
  vaporPressure: aTable,
  molarMass: aPositiveNumber,
  citation: aText,
};

export class TableLiquid extends Medium {
  readonly #density: Parabola;
  readonly #heat: Parabola;
  readonly #logViscosity: Parabola | undefined;
  readonly #conductivity: Parabola | undefined;
  readonly #vapourPressure: Parabola | undefined;
  readonly #T0: number;
  readonly #range: Range;

  constructor(options: TableLiquidOptions) {
    checkOptions("TableLiquid", options, optionShapes, ["TMin", "TMax", "density", "heatCapacity"]);
    const { name = "liquid of tables", TMin, TMax, T0 = zeroCelsius, molarMass = 0.1 } = options;
    const range: Range = { name: "T", unit: "K", from: TMin, to: TMax };
    super({
      name,
      citation: options.citation ?? "tables given by the user",
      substances: [name],
      molarMass,
      limits: [{ name: "p", unit: "Pa", from: 0, to: 1e9 }, range],
      reference: `h = s = 0 at ${T0} K`,
      states: "T",
      isIncompressible: true,
    });
    const parabola = (table: LiquidTable): Parabola =>
      fitParabola(
        table.map(([t]) => t),
        table.map(([, y]) => y),
        name,
      );
    this.#T0 = T0;
    this.#range = range;
    this.#density = parabola(options.density);
    this.#heat = parabola(options.heatCapacity);
    this.#conductivity = options.conductivity && parabola(options.conductivity);
    this.#vapourPressure = options.vaporPressure && parabola(options.vaporPressure);
    this.#logViscosity =
      options.viscosity &&
      fitParabola(
        options.viscosity.map(([t]) => 1 / (t + zeroCelsius)),
        options.viscosity.map(([, y]) => elementary.log(y)),
        name,
      );
  }

  /** ∫ cp dT from T₀. */
  #enthalpy(T: number): number {
    const [c0, c1, c2] = this.#heat;
    const [t, t0] = [T - zeroCelsius, this.#T0 - zeroCelsius];
    return c0 * (t - t0) + (c1 / 2) * (t * t - t0 * t0) + (c2 / 3) * (elementary.pow(t, 3) - elementary.pow(t0, 3));
  }

  /** ∫ cp/T dT from T₀, with cp as polynomial in T. */
  #entropy(T: number): number {
    const [c0, c1, c2] = this.#heat;
    const a0 = c0 - c1 * zeroCelsius + c2 * zeroCelsius * zeroCelsius;
    const a1 = c1 - 2 * c2 * zeroCelsius;
    return a0 * elementary.log(T / this.#T0) + a1 * (T - this.#T0) + (c2 / 2) * (T * T - this.#T0 * this.#T0);
  }

  setState_pT(state: MediumState, p: number, T: number): MediumState {
    if (!(p >= 0 && p <= 1e9)) checkRange(this.name, `p = ${p} Pa, T = ${T} K`, p, this.limits[0]!);
    if (!(T >= this.#range.from && T <= this.#range.to))
      checkRange(this.name, `p = ${p} Pa, T = ${T} K`, T, this.#range);
    const t = T - zeroCelsius;
    const d = value(this.#density, t);
    const cp = value(this.#heat, t);
    const d_T = this.#density[1] + 2 * this.#density[2] * t;
    state.p = p;
    state.T = T;
    state.d = d;
    state.h = this.#enthalpy(T);
    state.s = this.#entropy(T);
    state.u = state.h - p / d;
    state.x = 0;
    state.cp = cp;
    state.cv = cp;
    state.beta = -d_T / d;
    state.kappa = 0;
    state.w = Number.POSITIVE_INFINITY;
    state.T_h = 1 / cp;
    state.T_p = 0;
    state.s_p = 0;
    state.s_h = 1 / T;
    state.d_h = d_T / cp;
    state.d_p = 0;
    state.phaseCode = phaseCode.liquid;
    return state;
  }

  setState_ph(state: MediumState, p: number, h: number): MediumState {
    return this.setState_pT(
      state,
      p,
      this.#solve(
        h,
        "h",
        (T) => this.#enthalpy(T),
        (T) => value(this.#heat, T - zeroCelsius),
      ),
    );
  }

  setState_ps(state: MediumState, p: number, s: number): MediumState {
    const cp = (T: number): number => value(this.#heat, T - zeroCelsius) / T;
    return this.setState_pT(
      state,
      p,
      this.#solve(s, "s", (T) => this.#entropy(T), cp),
    );
  }

  /** Newton for an increasing function of T; a target beyond the range gives the temperature beyond it, which is refused. */
  #solve(target: number, name: "h" | "s", f: (T: number) => number, slope: (T: number) => number): number {
    const { from, to } = this.#range;
    const limits = [f(from), f(to)] as const;
    if (!(target >= limits[0] - 1e-9 * Math.abs(limits[0]) && target <= limits[1] * (1 + 1e-12)))
      checkRange(this.name, `${name} = ${target}`, target, {
        name,
        unit: name === "h" ? "J/kg" : "J/(kg K)",
        from: limits[0],
        to: limits[1],
      });
    let T = from + ((to - from) * (target - limits[0])) / (limits[1] - limits[0]);
    for (let i = 0; i < 30; i++) {
      const step = (f(T) - target) / slope(T);
      T = Math.min(to, Math.max(from, T - step));
      if (Math.abs(step) < 1e-14 * T) break;
    }
    return T;
  }

  setState_dT(_state: MediumState, d: number, T: number): MediumState {
    throw notPossible(
      this.name,
      `no pressure follows from d = ${d} kg/m³ and T = ${T} K`,
      "the density of this medium does not depend on pressure",
      "give p and T, or use a compressible medium such as linearLiquid",
    );
  }

  override viscosity(state: MediumState): number {
    return this.#logViscosity === undefined
      ? super.viscosity(state)
      : elementary.exp(value(this.#logViscosity, 1 / state.T));
  }
  override conductivity(state: MediumState): number {
    return this.#conductivity === undefined
      ? super.conductivity(state)
      : value(this.#conductivity, state.T - zeroCelsius);
  }
  /** Vapour pressure of the fitted parabola, Pa; outside the table it may be far off. */
  vapourPressure(T: number): number {
    return this.#vapourPressure === undefined ? 0 : value(this.#vapourPressure, T - zeroCelsius);
  }

  override secondDerivatives({ T, cp }: MediumState, pair: StatePair): SecondDerivatives {
    const t = T - zeroCelsius;
    const cp_T = this.#heat[1] + 2 * this.#heat[2] * t;
    return changeVariables(
      {
        p: Float64Array.of(1, 0, 0, 0, 0),
        T: Float64Array.of(0, 1, 0, 0, 0),
        d: Float64Array.of(0, this.#density[1] + 2 * this.#density[2] * t, 0, 0, 2 * this.#density[2]),
        h: Float64Array.of(0, cp, 0, 0, cp_T),
        s: Float64Array.of(0, cp / T, 0, 0, (cp_T - cp / T) / T),
      },
      pair,
    );
  }
}
