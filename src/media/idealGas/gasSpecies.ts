/**
 * One ideal gas: its heat capacity, enthalpy and standard entropy over temperature.
 *
 * Source   [McBride2002] for nine coefficients in two ranges; R = 8.314510 J/(mol K) belongs to them.
 *
 *     cp/R = a₁T⁻² + a₂T⁻¹ + a₃ + a₄T + a₅T² + a₆T³ + a₇T⁴
 *     h/R  = −a₁T⁻¹ + a₂ ln T + a₃T + a₄T²/2 + … + b₁,     s₀/R = −a₁T⁻²/2 − a₂T⁻¹ + a₃ ln T + a₄T + … + b₂
 */
import * as elementary from "../../math/elementary.ts";
import { unknownMedium } from "../mediumErrors.ts";
import { type GasConstants, gasConstants } from "./gasConstants.ts";
import { nasaCoefficients } from "./nasaCoefficients.ts";

/** Where the enthalpy of a gas is zero. */
export type EnthalpyZero = "0 K" | "25 degC" | "formation";

export interface GasSpecies {
  readonly name: string;
  /** kg/mol */
  readonly molarMass: number;
  /** Specific gas constant, J/(kg K). */
  readonly R: number;
  /** a₁ … a₇ b₁ b₂ below and above 1000 K. */
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Added to h, J/kg. */
  readonly hShift: number;
  readonly constants: GasConstants | undefined;
}

export const publishedR = 8.31451;
export const lowest = 200;
export const highest = 6000;
const border = 1000;

let lines: Map<string, string> | undefined;

function table(): Map<string, string> {
  if (lines === undefined) {
    lines = new Map();
    for (const line of nasaCoefficients.split("\n")) if (line !== "") lines.set(line.slice(0, line.indexOf(" ")), line);
  }
  return lines;
}

export function gasNames(): readonly string[] {
  return [...table().keys()];
}

export function isGasName(name: string): boolean {
  return table().has(name);
}

export function gasSpecies(name: string, zero: EnthalpyZero = "0 K", R = publishedR): GasSpecies {
  const line = table().get(name);
  if (line === undefined) throw unknownMedium(name, gasNames());
  const numbers = line.split(" ").slice(1).map(Number);
  const [molarMass, formation, toZero] = numbers as [number, number, number];
  const hShift = zero === "formation" ? 0 : zero === "25 degC" ? -formation : toZero - formation;
  return {
    name,
    molarMass,
    R: R / molarMass,
    low: Float64Array.from(numbers.slice(3, 12)),
    high: Float64Array.from(numbers.slice(12, 21)),
    hShift: hShift / molarMass,
    constants: gasConstants[name],
  };
}

/** A gas with constant heat capacity: h = cp (T − T₀), s₀ = cp ln(T/T₀). */
export function constantGasSpecies(name: string, molarMass: number, R: number, cp: number, T0: number): GasSpecies {
  const a = Float64Array.of(0, 0, cp / R, 0, 0, 0, 0, (-cp * T0) / R, (-cp / R) * elementary.log(T0));
  return { name, molarMass, R, low: a, high: a, hShift: 0, constants: undefined };
}

/** cp, h, s₀ and dcp/dT of one species in one pass, into out[0 … 3]; powers of T are given. */
export function evaluateSpecies(gas: GasSpecies, T: number, logT: number, out: Float64Array): void {
  const a = T < border ? gas.low : gas.high;
  const a1 = a[0]!;
  const a2 = a[1]!;
  const a3 = a[2]!;
  const a4 = a[3]!;
  const a5 = a[4]!;
  const a6 = a[5]!;
  const a7 = a[6]!;
  const i = 1 / T;
  const R = gas.R;
  out[0] = R * ((a1 * i + a2) * i + a3 + T * (a4 + T * (a5 + T * (a6 + T * a7))));
  out[1] =
    R * (-a1 * i + a2 * logT + T * (a3 + T * (a4 / 2 + T * (a5 / 3 + T * (a6 / 4 + (T * a7) / 5)))) + a[7]!) +
    gas.hShift;
  out[2] = R * (-(a1 * i * 0.5 + a2) * i + a3 * logT + T * (a4 + T * (a5 / 2 + T * (a6 / 3 + (T * a7) / 4))) + a[8]!);
  out[3] = R * (-(2 * a1 * i + a2) * i * i + a4 + T * (2 * a5 + T * (3 * a6 + T * 4 * a7)));
}
