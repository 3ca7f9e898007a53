/**
 * Ideal gases and their mixtures.
 *
 *     d = p/(R T),  R = Σ X_i R_i,  h = Σ X_i h_i(T),  u = h − R T,  cp = Σ X_i cp_i,  cv = cp − R
 *     s = Σ X_i s₀_i(T) − Σ X_i R_i ln(y_i p/p₀),   y_i ln y_i → 0 for y_i → 0
 *     w² = (cp/cv) R T,  β = 1/T,  κ = 1/p
 *
 * T from h or s by Newton's method: both increase with T, so it converges from any start within the range.
 *
 * Length   one class of media with all its properties, each a sum over species
 */
import { aFiniteNumber, aPositiveNumber, aText, checkOptions, listOf, oneOf } from "../../errors/shapes.ts";
import * as elementary from "../../math/elementary.ts";
import { type Composition, Medium } from "../medium.ts";
import { checkComposition, checkRange, missingProperty, notPossible, type Range } from "../mediumErrors.ts";
import { type MediumState, phaseCode } from "../mediumState.ts";
import { changeVariables, type SecondDerivatives, type StatePair } from "../secondDerivatives.ts";
import {
  constantGasSpecies,
  type EnthalpyZero,
  evaluateSpecies,
  type GasSpecies,
  gasSpecies,
  highest,
  lowest,
  publishedR,
} from "./gasSpecies.ts";
import { gasConductivity, gasViscosity, wilke } from "./gasTransport.ts";

export interface IdealGasOptions {
  /** Where the enthalpy of every gas is zero; "formation" keeps enthalpies of formation, as combustion needs. */
  readonly enthalpyZero?: EnthalpyZero;
  /** Pressure of the standard entropy, Pa. 1e5 in the publication; 101325 in Modelica.Media and ModiaMedia. */
  readonly p0?: number;
  /** J/(mol K). 8.314510 belongs to the coefficients; 8.314472 reproduces ModiaMedia and Modelica.Media 3.2. */
  readonly gasConstant?: number;
  readonly conductivity?: "eucken" | "modifiedEucken";
  /** Mass fractions that are used where none are given. */
  readonly X?: readonly number[];
  readonly name?: string;
}

interface GasSetup {
  readonly name: string;
  readonly species: readonly GasSpecies[];
  readonly p0: number;
  readonly X: readonly number[] | undefined;
  readonly TMin: number;
  readonly TMax: number;
  readonly citation: string;
  readonly reference: string;
  readonly conductivity: "eucken" | "modifiedEucken";
  /** Constant transport properties. */
  readonly viscosity?: number;
  readonly lambda?: number;
}

export class IdealGas extends Medium {
  readonly #species: readonly GasSpecies[];
  readonly #setup: GasSetup;
  readonly #X: Float64Array;
  readonly #one = new Float64Array(4);
  readonly #T: Range;
  readonly #p: Range;
  /** Of the mixture at hand: R, cp, h, s₀, dcp/dT, mixing entropy Σ X_i R_i ln y_i. */
  readonly #sum = new Float64Array(6);

  constructor(setup: GasSetup) {
    const n = setup.species.length;
    const X = Float64Array.from(setup.X ?? Array.from({ length: n }, () => 1 / n));
    const limits: readonly Range[] = [
      { name: "p", unit: "Pa", from: 1e-6, to: 1e9 },
      { name: "T", unit: "K", from: setup.TMin, to: setup.TMax },
    ];
    super({
      name: setup.name,
      citation: setup.citation,
      substances: setup.species.map(({ name }) => name),
      molarMass: 1 / setup.species.reduce((sum, gas, i) => sum + X[i]! / gas.molarMass, 0),
      limits,
      reference: setup.reference,
      states: "pT",
    });
    if (setup.X !== undefined) checkComposition(setup.name, this.substances, setup.X);
    this.#species = setup.species;
    this.#setup = setup;
    this.#X = X;
    [this.#p, this.#T] = limits as [Range, Range];
  }

  /** Mass fractions of all gases for what a user gives: all, all but the last, or none. */
  #composition(X: Composition | undefined, state: MediumState): Float64Array | undefined {
    const n = this.#species.length;
    if (n === 1) return undefined;
    let all = state.X;
    if (all === undefined || all.length !== n) all = state.X = new Float64Array(n);
    if (X === undefined) {
      if (this.#setup.X === undefined)
        throw notPossible(
          this.name,
          "a state needs a composition",
          "the mixture has no default one",
          "give mass fractions X as the last argument, or as option X of the medium",
        );
      all.set(this.#X);
      return all;
    }
    let rest = 1;
    if (X.length !== n && X.length !== n - 1) checkComposition(this.name, this.substances, X);
    for (let i = 0; i < X.length; i++) {
      const x = X[i]!;
      if (!(x >= -1e-9 && x <= 1 + 1e-9)) checkComposition(this.name, this.substances, X);
      all[i] = x;
      rest -= x;
    }
    if (X.length === n - 1 ? rest < -1e-6 : Math.abs(rest) > 1e-6) checkComposition(this.name, this.substances, X);
    if (X.length === n - 1) all[n - 1] = rest;
    return all;
  }

  /** R and mixing entropy. */
  #mix(X: Float64Array | undefined): void {
    const sum = this.#sum;
    const species = this.#species;
    if (X === undefined) {
      sum[0] = species[0]!.R;
      sum[5] = 0;
      return;
    }
    let R = 0;
    for (let i = 0; i < species.length; i++) R += X[i]! * species[i]!.R;
    let mixing = 0;
    for (let i = 0; i < species.length; i++) {
      const y = (X[i]! * species[i]!.R) / R;
      mixing += X[i]! * species[i]!.R * elementary.log(Math.max(y, 1e-30));
    }
    sum[0] = R;
    sum[5] = mixing;
  }

  /** cp, h, s₀, dcp/dT of the mixture. */
  #thermal(T: number, X: Float64Array | undefined): void {
    const sum = this.#sum;
    const one = this.#one;
    const species = this.#species;
    const logT = elementary.log(T);
    if (X === undefined) {
      evaluateSpecies(species[0]!, T, logT, one);
      for (let k = 0; k < 4; k++) sum[k + 1] = one[k]!;
      return;
    }
    sum[1] = sum[2] = sum[3] = sum[4] = 0;
    for (let i = 0; i < species.length; i++) {
      evaluateSpecies(species[i]!, T, logT, one);
      for (let k = 0; k < 4; k++) sum[k + 1]! += X[i]! * one[k]!;
    }
  }

  setState_pT(state: MediumState, p: number, T: number, X?: Composition): MediumState {
    if (!(p >= 1e-6 && p <= 1e9)) checkRange(this.name, `p = ${p} Pa, T = ${T} K`, p, this.#p);
    if (!(T >= this.#T.from && T <= this.#T.to)) checkRange(this.name, `p = ${p} Pa, T = ${T} K`, T, this.#T);
    const fractions = this.#composition(X, state);
    this.#mix(fractions);
    this.#thermal(T, fractions);
    return this.#finish(state, p, T);
  }

  #finish(state: MediumState, p: number, T: number): MediumState {
    const [R, cp, h, s0, , mixing] = this.#sum as unknown as [number, number, number, number, number, number];
    state.p = p;
    state.T = T;
    state.d = p / (R * T);
    state.h = h;
    state.s = s0 - R * elementary.log(p / this.#setup.p0) - mixing;
    state.u = h - R * T;
    state.x = 1;
    state.cp = cp;
    state.cv = cp - R;
    state.w = Math.sqrt(((cp * R) / state.cv) * T);
    state.beta = 1 / T;
    state.kappa = 1 / p;
    state.d_p = state.d / p;
    state.d_h = -state.d / (T * cp);
    state.T_p = 0;
    state.T_h = 1 / cp;
    state.s_p = -R / p;
    state.s_h = 1 / T;
    state.phaseCode = phaseCode.vapour;
    return state;
  }

  setState_ph(state: MediumState, p: number, h: number, X?: Composition): MediumState {
    return this.#solve(state, p, h, "h", X);
  }

  setState_ps(state: MediumState, p: number, s: number, X?: Composition): MediumState {
    return this.#solve(state, p, s, "s", X);
  }

  /** T such that h or s has the value, by Newton's method within the range. */
  #solve(state: MediumState, p: number, target: number, name: "h" | "s", X: Composition | undefined): MediumState {
    if (!(p >= 1e-6 && p <= 1e9)) checkRange(this.name, `p = ${p} Pa, ${name} = ${target}`, p, this.#p);
    const fractions = this.#composition(X, state);
    this.#mix(fractions);
    const [sum, { from, to }] = [this.#sum, this.#T];
    const goal = name === "h" ? target : target + sum[0]! * elementary.log(p / this.#setup.p0) + sum[5]!;
    const column = name === "h" ? 2 : 3;
    let T = Math.min(to, Math.max(from, 300));
    let isInside = false;
    for (let i = 0; i < 60; i++) {
      this.#thermal(T, fractions);
      const slope = name === "h" ? sum[1]! : sum[1]! / T;
      const step = (sum[column]! - goal) / slope;
      let next = T - step;
      // s grows with ln T: no step halves or doubles T more than that
      if (name === "s") next = T * elementary.exp(Math.max(-1.5, Math.min(1.5, -step / T)));
      if (!(next >= from && next <= to)) {
        const end = next > to ? to : from;
        // at the end itself rounding may lead beyond it
        if (Math.abs(next - end) <= 1e-9 * end) {
          T = end;
          isInside = true;
          break;
        }
        if (T === end || Number.isNaN(next)) this.#refuse(p, target, name, fractions);
        next = end;
      }
      const isDone = Math.abs(next - T) <= 4e-16 * T || (i > 3 && Math.abs(next - T) < 1e-13 * T);
      T = next;
      if (isDone) {
        isInside = true;
        break;
      }
    }
    if (!isInside) this.#refuse(p, target, name, fractions);
    this.#thermal(T, fractions);
    return this.#finish(state, p, T);
  }

  #refuse(p: number, target: number, name: "h" | "s", X: Float64Array | undefined): never {
    const limit = (T: number): number => {
      this.#thermal(T, X);
      const sum = this.#sum;
      return name === "h" ? sum[2]! : sum[3]! - sum[0]! * elementary.log(p / this.#setup.p0) - sum[5]!;
    };
    const unit = name === "h" ? "J/kg" : "J/(kg K)";
    checkRange(this.name, `p = ${p} Pa, ${name} = ${target} ${unit}`, target, {
      name,
      unit,
      from: limit(this.#T.from),
      to: limit(this.#T.to),
    });
    throw notPossible(
      this.name,
      `no temperature found for ${name} = ${target}`,
      "the iteration did not converge",
      "report this state",
    );
  }

  setState_dT(state: MediumState, d: number, T: number, X?: Composition): MediumState {
    const fractions = this.#composition(X, state);
    this.#mix(fractions);
    return this.setState_pT(state, d * this.#sum[0]! * T, T, X);
  }

  /** Specific gas constant of the mixture, J/(kg K). */
  gasConstant(state: MediumState): number {
    this.#mix(state.X);
    return this.#sum[0]!;
  }

  /** Mole fractions of a state. */
  moleFractions(state: MediumState): number[] {
    const X = state.X;
    if (X === undefined) return [1];
    const moles = this.#species.map((gas, i) => X[i]! / gas.molarMass);
    const total = moles.reduce((a, b) => a + b, 0);
    return moles.map((n) => n / total);
  }

  /** h: Σ h_i Ẋ_i,  d: −d Ṙ/R,  s: Σ (s₀_i − R_i ln(y_i p/p₀)) Ẋ_i. */
  override compositionRate(state: MediumState, quantity: "d" | "h" | "s", dX: Composition): number {
    const species = this.#species;
    const X = state.X;
    if (X === undefined) return 0;
    const R = this.gasConstant(state);
    const logT = elementary.log(state.T);
    let sum = 0;
    let rest = 0;
    for (let i = 0; i < species.length; i++) {
      const gas = species[i]!;
      const rate = i < dX.length ? dX[i]! : -rest;
      rest += rate;
      if (rate === 0) continue;
      if (quantity === "d") {
        sum -= (state.d * gas.R * rate) / R;
        continue;
      }
      evaluateSpecies(gas, state.T, logT, this.#one);
      const y = Math.max((X[i]! * gas.R) / R, 1e-30);
      sum +=
        rate *
        (quantity === "h" ? this.#one[1]! : this.#one[2]! - gas.R * elementary.log((y * state.p) / this.#setup.p0));
    }
    return sum;
  }

  override viscosity(state: MediumState): number {
    if (this.#setup.viscosity !== undefined) return this.#setup.viscosity;
    return this.#transport(state, "viscosity");
  }

  override conductivity(state: MediumState): number {
    if (this.#setup.lambda !== undefined) return this.#setup.lambda;
    return this.#transport(state, "conductivity");
  }

  #transport(state: MediumState, property: "viscosity" | "conductivity"): number {
    const y = this.moleFractions(state);
    const logT = elementary.log(state.T);
    const viscosities = this.#species.map((gas) => {
      if (gas.constants === undefined) {
        throw missingProperty(
          this.name,
          property,
          `critical data of ${gas.name} are not known: give the component a constant ${property}`,
        );
      }
      return gasViscosity(gas, state.T);
    });
    const values =
      property === "viscosity"
        ? viscosities
        : this.#species.map((gas, i) => {
            evaluateSpecies(gas, state.T, logT, this.#one);
            return gasConductivity(viscosities[i]!, this.#one[0]!, gas.R, this.#setup.conductivity);
          });
    return y.length === 1
      ? values[0]!
      : wilke(
          values,
          viscosities,
          y,
          this.#species.map(({ molarMass }) => molarMass),
        );
  }

  /** At constant composition. */
  override secondDerivatives(state: MediumState, pair: StatePair): SecondDerivatives {
    this.#mix(state.X);
    this.#thermal(state.T, state.X);
    const [R, cp, , , cp_T] = this.#sum as unknown as [number, number, number, number, number];
    const { p, T, d } = state;
    return changeVariables(
      {
        p: Float64Array.of(1, 0, 0, 0, 0),
        T: Float64Array.of(0, 1, 0, 0, 0),
        d: Float64Array.of(d / p, -d / T, 0, -d / (p * T), (2 * d) / (T * T)),
        h: Float64Array.of(0, cp, 0, 0, cp_T),
        s: Float64Array.of(-R / p, cp / T, R / (p * p), 0, (cp_T - cp / T) / T),
      },
      pair,
    );
  }
}

const gasOptionShapes = {
  enthalpyZero: oneOf("0 K", "25 degC", "formation"),
  p0: aPositiveNumber,
  gasConstant: aPositiveNumber,
  conductivity: oneOf("eucken", "modifiedEucken"),
  X: listOf(aFiniteNumber),
  name: aText,
};

function nasaGas(names: readonly string[], label: string, options: IdealGasOptions): IdealGas {
  checkOptions(names.length === 1 ? "idealGas" : "idealMixture", options, gasOptionShapes);
  const { enthalpyZero = "0 K", p0 = 1e5, gasConstant = publishedR, conductivity = "eucken", name = label } = options;
  return new IdealGas({
    name,
    species: names.map((gas) => gasSpecies(gas, enthalpyZero, gasConstant)),
    p0,
    X: names.length === 1 ? [1] : options.X,
    TMin: lowest,
    TMax: highest,
    citation: "McBride B.J., Zehe M.J., Gordon S. (2002), NASA/TP-2002-211556",
    reference:
      enthalpyZero === "formation"
        ? "h of elements = 0 at 298.15 K; s absolute at 1 bar"
        : `h = 0 at ${enthalpyZero}, without enthalpy of formation; s absolute at ${p0} Pa`,
    conductivity,
  });
}

/** An ideal gas with the heat capacity of the NASA polynomials. */
export function idealGas(name: string, options: IdealGasOptions = {}): IdealGas {
  return nasaGas([name], name, options);
}

/** A mixture of ideal gases; states take mass fractions in the order of the names. */
export function idealMixture(names: readonly string[], options: IdealGasOptions = {}): IdealGas {
  listOf(aText)(names, "names");
  if (names.length < 2)
    throw notPossible(
      "idealMixture",
      `${names.length} gas is not a mixture`,
      "a mixture has two gases or more",
      'idealGas("N2") is one gas',
    );
  return nasaGas(names, names.join("+"), options);
}

export interface SimpleGasOptions {
  readonly name?: string;
  /** J/(kg K) */
  readonly cp: number;
  /** kg/mol; gives R with the gas constant, unless R is given. */
  readonly molarMass: number;
  readonly R?: number;
  readonly viscosity?: number;
  readonly conductivity?: number;
  readonly TMin?: number;
  readonly TMax?: number;
  /** Temperature and pressure of h = 0 and s = 0. */
  readonly T0?: number;
  readonly p0?: number;
  readonly citation?: string;
}

const simpleGasShapes = {
  name: aText,
  cp: aPositiveNumber,
  molarMass: aPositiveNumber,
  R: aPositiveNumber,
  viscosity: aPositiveNumber,
  conductivity: aPositiveNumber,
  TMin: aPositiveNumber,
  TMax: aPositiveNumber,
  T0: aFiniteNumber,
  p0: aPositiveNumber,
  citation: aText,
};

/** An ideal gas with constant heat capacity. */
export function simpleGas(options: SimpleGasOptions): IdealGas {
  checkOptions("simpleGas", options, simpleGasShapes, ["cp", "molarMass"]);
  const { name = "simple gas", cp, molarMass, T0 = 298.15, p0 = 101325 } = options;
  const R = options.R ?? 8.31446261815324 / molarMass;
  if (!(cp > R))
    throw notPossible(
      name,
      `cp = ${cp} J/(kg K) is not larger than R = ${R} J/(kg K)`,
      "cv = cp − R must be positive",
      "give cp in J/(kg K) and the molar mass in kg/mol",
    );
  return new IdealGas({
    name,
    species: [constantGasSpecies(name, molarMass, R, cp, T0)],
    p0,
    X: [1],
    TMin: options.TMin ?? 1,
    TMax: options.TMax ?? 10000,
    citation: options.citation ?? "constant heat capacity given by the user",
    reference: `h = 0 at ${T0} K; s = 0 at ${T0} K, ${p0} Pa`,
    conductivity: "eucken",
    ...(options.viscosity !== undefined && { viscosity: options.viscosity }),
    ...(options.conductivity !== undefined && { lambda: options.conductivity }),
  });
}

/** Air with constant heat capacity, as in Modelica.Media.Air.SimpleAir and ModiaMedia. */
export function simpleAir(): IdealGas {
  return simpleGas({
    name: "SimpleAir",
    citation: "Modelica.Media.Air.SimpleAir, ModiaMedia 0.2",
    cp: 1005.45,
    molarMass: 0.0289651159,
    R: 287.0508037566665,
    viscosity: 1.82e-5,
    conductivity: 0.026,
    TMin: 273.15,
    TMax: 373.15,
  });
}
