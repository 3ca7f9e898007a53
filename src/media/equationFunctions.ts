/**
 * Properties of media as functions that equations call, with exact derivatives to second order and with inverses.
 *
 *     functions: mediumFunctions,   equations: "d = density_ph(medium, p, h)"
 *
 * The first argument is a parameter of the model that holds the medium. A mixture takes its mass fractions as the last argument.
 * Derivatives follow from those of T, d and s with respect to (p, h), which every state has:
 *
 *     (p, T)   q_T = q_h/T_h,            q_p|T = q_p − q_h T_p/T_h
 *     (p, s)   q_s = q_h/s_h,            q_p|s = q_p − q_h s_p/s_h
 *     (d, T)   p_d = T_h/D,  p_T = −d_h/D,  h_d = −T_p/D,  h_T = d_p/D,    D = d_p T_h − d_h T_p
 *
 * Where a state does not exist the result is NaN: a solver then tries a smaller step.
 *
 * Length   a list of functions by name, with their derivatives beside them
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { medium as findMedium } from "./findMedium.ts";
import { type Composition, Medium } from "./medium.ts";
import { MediumState } from "./mediumState.ts";
import type { Quantity, StatePair } from "./secondDerivatives.ts";
import { cachedSecondDerivatives, cachedState, saturationAt } from "./stateCache.ts";

type EquationQuantity = Quantity | "u";
type Numbers = readonly number[];

/** A function of the language: what it computes, its rate of change, and functions that solve it for one argument. */
export interface EquationFunction {
  readonly call: (...args: never[]) => number;
  readonly results: readonly (readonly number[])[];
  readonly derivative?: EquationFunction;
  /** For the number of an argument: the function that gives it, with the result in its place. */
  readonly inverse?: (argument: number) => EquationFunction | undefined;
  /** Why the result is not a number. */
  readonly explain?: (...args: never[]) => string | undefined;
}

/** Errors of a state that does not exist. */
const outside: ReadonlySet<string> = new Set(["E-MEDIUM-RANGE", "E-MEDIUM-STATE", "E-MEDIUM-COMPOSITION"]);

export const nowhere = new MediumState();

export function checkMedium(medium: unknown): Medium {
  if (medium instanceof Medium) return medium;
  if (typeof medium === "string") return findMedium(medium);
  throw new RattlebackError("E-MEDIUM-UNKNOWN", "The first argument of a property in an equation is not a medium.", {
    because: `it is ${typeof medium === "object" ? "another object" : JSON.stringify(medium)}`,
    hint: 'declare a parameter with it: Model({ medium: medium("water"), functions: mediumFunctions, … })',
  });
}

/** The state, or one of NaN where there is none. */
export function stateFor(medium: unknown, pair: StatePair, a: number, b: number, X?: Composition): MediumState {
  const own = checkMedium(medium);
  try {
    return cachedState(own, pair, a, b, X === undefined || X.length === 0 ? undefined : X);
  } catch (error) {
    if (error instanceof RattlebackError && outside.has(error.code)) return nowhere;
    throw error;
  }
}

/** Derivatives of q with respect to (p, h). */
function slopes(state: MediumState, q: EquationQuantity, out: Float64Array): void {
  const { d, p } = state;
  switch (q) {
    case "p":
      out[0] = 1;
      out[1] = 0;
      return;
    case "h":
      out[0] = 0;
      out[1] = 1;
      return;
    case "T":
      out[0] = state.T_p;
      out[1] = state.T_h;
      return;
    case "d":
      out[0] = state.d_p;
      out[1] = state.d_h;
      return;
    case "s":
      out[0] = state.s_p;
      out[1] = state.s_h;
      return;
    default:
      out[0] = -1 / d + (p / (d * d)) * state.d_p;
      out[1] = 1 + (p / (d * d)) * state.d_h;
  }
}

const slope = new Float64Array(2);

/** Rate of q when the pair changes at the rates da, db. */
function rateOf(state: MediumState, pair: StatePair, q: EquationQuantity, da: number, db: number): number {
  slopes(state, q, slope);
  const q_p = slope[0]!;
  const q_h = slope[1]!;
  if (pair === "ph") return q_p * da + q_h * db;
  if (pair === "dT") {
    const D = state.d_p * state.T_h - state.d_h * state.T_p;
    const dp = (state.T_h * da - state.d_h * db) / D;
    const dh = (state.d_p * db - state.T_p * da) / D;
    return q_p * dp + q_h * dh;
  }
  const [x_p, x_h] = pair === "pT" ? [state.T_p, state.T_h] : [state.s_p, state.s_h];
  return (q_p - (q_h * x_p) / x_h) * da + (q_h / x_h) * db;
}

/** What changes of composition add to the rate of q, at constant values of the pair. */
export function compositionPart(
  medium: Medium,
  state: MediumState,
  pair: StatePair,
  q: EquationQuantity,
  dX: Composition,
): number {
  // along (p, T) constant
  const rate = (quantity: EquationQuantity): number => {
    if (quantity === "p" || quantity === "T") return 0;
    if (quantity !== "u") return medium.compositionRate(state, quantity, dX);
    return (
      medium.compositionRate(state, "h", dX) + (state.p / (state.d * state.d)) * medium.compositionRate(state, "d", dX)
    );
  };
  const own = rate(q);
  if (pair === "pT") return own;
  if (pair === "ph" || pair === "ps") {
    // T moves so that h (or s) stays
    const x = pair === "ph" ? "h" : "s";
    const x_T = rateOf(state, "pT", x, 0, 1);
    return own - (rateOf(state, "pT", q, 0, 1) * rate(x)) / x_T;
  }
  // p moves so that d stays
  const d_p = rateOf(state, "pT", "d", 1, 0);
  return own - (rateOf(state, "pT", q, 1, 0) * rate("d")) / d_p;
}

/** Second derivative of q along two directions of the pair. */
export function bilinear(
  medium: Medium,
  state: MediumState,
  pair: StatePair,
  q: EquationQuantity,
  r: Numbers,
  t: Numbers,
): number {
  const all = cachedSecondDerivatives(medium, pair, state);
  const of = (name: Quantity): number => {
    const c = all[name];
    return c[2]! * r[0]! * t[0]! + c[3]! * (r[0]! * t[1]! + r[1]! * t[0]!) + c[4]! * r[1]! * t[1]!;
  };
  if (q !== "u") return of(q);
  // u = h − p/d
  const along = (name: Quantity, e: Numbers): number => all[name][0]! * e[0]! + all[name][1]! * e[1]!;
  const { p, d } = state;
  const i = 1 / d;
  return (
    of("h") -
    of("p") * i +
    (along("p", r) * along("d", t) + along("p", t) * along("d", r) + p * of("d")) * i * i -
    2 * p * i * i * i * along("d", r) * along("d", t)
  );
}

function isZero(list: Composition): boolean {
  for (let i = 0; i < list.length; i++) if (list[i] !== 0) return false;
  return true;
}

const number: readonly (readonly number[])[] = [[]];

const units: Readonly<Record<string, string>> = { p: "Pa", T: "K", d: "kg/m³", h: "J/kg", s: "J/(kg K)" };

export function explainState(pair: StatePair) {
  return (given: unknown, a: number, b: number, X?: Composition): string | undefined => {
    const medium = checkMedium(given);
    try {
      cachedState(medium, pair, a, b, X === undefined || X.length === 0 ? undefined : X);
      return undefined;
    } catch (error) {
      if (!(error instanceof RattlebackError)) throw error;
      const x = pair.charAt(0);
      const y = pair.charAt(1);
      return `${medium.name} at ${x} = ${a} ${units[x]}, ${y} = ${b} ${units[y]}: ${error.because ?? error.what}`;
    }
  };
}

/** `inverse` names the function that gives the second variable of the pair. */
function property(pair: StatePair, q: EquationQuantity, inverse?: () => EquationFunction): EquationFunction {
  const value = (state: MediumState): number => state[q];
  const rate = (given: unknown, a: number, b: number, ...rest: unknown[]): number => {
    const medium = checkMedium(given);
    // (medium, a, b, 0, da, db) or (medium, a, b, X, 0, da, db, dX)
    const hasX = rest.length === 5;
    const X = hasX ? (rest[0] as Composition) : undefined;
    const [da, db] = (hasX ? rest.slice(2, 4) : rest.slice(1, 3)) as [number, number];
    const state = stateFor(medium, pair, a, b, X);
    const along = rateOf(state, pair, q, da, db);
    return hasX && X!.length > 0 ? along + compositionPart(medium, state, pair, q, rest[4] as Composition) : along;
  };
  const secondRate = (given: unknown, a: number, b: number, ...rest: unknown[]): number => {
    const medium = checkMedium(given);
    // (medium, a, b, 0, da, db, 0, ea, eb, 0, dda, ddb), or with X behind each b
    const hasX = rest.length === 13;
    const X = hasX ? (rest[0] as Composition) : undefined;
    const [da, db, ea, eb, dda, ddb] = (
      hasX
        ? [rest[2], rest[3], rest[6], rest[7], rest[10], rest[11]]
        : [rest[1], rest[2], rest[4], rest[5], rest[7], rest[8]]
    ) as [number, number, number, number, number, number];
    const state = stateFor(medium, pair, a, b, X);
    if (state === nowhere) return Number.NaN;
    const isMixture = X !== undefined && X.length > 0;
    const direct =
      rateOf(state, pair, q, dda, ddb) +
      (isMixture ? compositionPart(medium, state, pair, q, rest[12] as Composition) : 0);
    // rates alone change: the function is linear in them
    if (ea === 0 && eb === 0 && (!isMixture || isZero(rest[8] as Composition))) return direct;
    if (isMixture) {
      throw new RattlebackError(
        "E-MEDIUM-PROPERTY",
        `${medium.name}: second derivatives with respect to composition are not known.`,
        {
          hint: "write the model so that no equation with a property of a mixture is differentiated twice: use p, T and X of volumes as states",
          data: { medium: medium.name },
        },
      );
    }
    return bilinear(medium, state, pair, q, [da, db], [ea, eb]) + direct;
  };
  return {
    call: (medium: unknown, a: number, b: number, X?: Composition) => value(stateFor(medium, pair, a, b, X)),
    results: number,
    inverse: (argument) => (argument === 2 ? inverse?.() : undefined),
    explain: explainState(pair),
    derivative: { call: rate, results: number, derivative: { call: secondRate, results: number } },
  };
}

/** A property without derivative: Jacobians take differences. */
function plain(pair: StatePair, value: (medium: Medium, state: MediumState) => number): EquationFunction {
  return {
    call: (given: unknown, a: number, b: number, X?: Composition) => {
      const medium = checkMedium(given);
      const state = stateFor(medium, pair, a, b, X);
      return state === nowhere ? Number.NaN : value(medium, state);
    },
    results: number,
    explain: explainState(pair),
  };
}

/** Properties on the line of saturation as functions of pressure. */
function saturated(q: "T" | "d" | "h" | "s", phase: "liquid" | "vapour"): EquationFunction {
  const find = (medium: unknown, p: number) => {
    try {
      return saturationAt(checkMedium(medium), p);
    } catch (error) {
      if (error instanceof RattlebackError && error.code === "E-MEDIUM-RANGE") return undefined;
      throw error;
    }
  };
  return {
    call: (medium: unknown, p: number) => find(medium, p)?.[phase][q] ?? Number.NaN,
    results: number,
    explain: (medium: unknown, p: number) =>
      find(medium, p) === undefined ? `${checkMedium(medium).name} does not have two phases at p = ${p} Pa` : undefined,
    derivative: {
      results: number,
      call: (medium: unknown, p: number, _: number, dp: number) => slopeAt(medium, p) * dp,
      derivative: {
        results: number,
        // (medium, p, 0, dp, 0, ep, 0, ddp); the change of the slope serves Jacobians alone
        call: (medium: unknown, p: number, _: number, dp: number, __: number, ep: number, ___: number, ddp: number) => {
          const direct = slopeAt(medium, p) * ddp;
          if (ep === 0 || dp === 0) return direct;
          const e = 1e-5 * p;
          return direct + ((slopeAt(medium, p + e) - slopeAt(medium, p - e)) / (2 * e)) * dp * ep;
        },
      },
    },
  };
  /** Along the line T moves with p. */
  function slopeAt(medium: unknown, p: number): number {
    const both = find(medium, p);
    return both === undefined ? Number.NaN : rateOf(both[phase], "pT", q, 1, both.dT_dp);
  }
}

export type MediumFunctionName =
  | "temperature_ph"
  | "density_ph"
  | "entropy_ph"
  | "internalEnergy_ph"
  | "enthalpy_pT"
  | "density_pT"
  | "entropy_pT"
  | "internalEnergy_pT"
  | "temperature_ps"
  | "density_ps"
  | "enthalpy_ps"
  | "pressure_dT"
  | "enthalpy_dT"
  | "entropy_dT"
  | "internalEnergy_dT"
  | "quality_ph"
  | "heatCapacity_ph"
  | "heatCapacity_pT"
  | "speedOfSound_ph"
  | "speedOfSound_pT"
  | "viscosity_ph"
  | "viscosity_pT"
  | "conductivity_ph"
  | "conductivity_pT"
  | "saturationTemperature"
  | "enthalpyLiquid"
  | "enthalpyVapour"
  | "densityLiquid"
  | "densityVapour"
  | "entropyLiquid"
  | "entropyVapour";
export type MediumFunctions = Readonly<Record<MediumFunctionName, EquationFunction>>;

/** The functions that a model registers to use media in its equations. */
export const mediumFunctions: MediumFunctions = {
  temperature_ph: property("ph", "T", () => mediumFunctions.enthalpy_pT),
  density_ph: property("ph", "d"),
  entropy_ph: property("ph", "s", () => mediumFunctions.enthalpy_ps),
  internalEnergy_ph: property("ph", "u"),
  enthalpy_pT: property("pT", "h", () => mediumFunctions.temperature_ph),
  density_pT: property("pT", "d"),
  entropy_pT: property("pT", "s", () => mediumFunctions.temperature_ps),
  internalEnergy_pT: property("pT", "u"),
  temperature_ps: property("ps", "T", () => mediumFunctions.entropy_pT),
  density_ps: property("ps", "d"),
  enthalpy_ps: property("ps", "h", () => mediumFunctions.entropy_ph),
  pressure_dT: property("dT", "p"),
  enthalpy_dT: property("dT", "h"),
  entropy_dT: property("dT", "s"),
  internalEnergy_dT: property("dT", "u"),
  quality_ph: plain("ph", (_, state) => state.x),
  heatCapacity_ph: plain("ph", (_, state) => state.cp),
  heatCapacity_pT: plain("pT", (_, state) => state.cp),
  speedOfSound_ph: plain("ph", (_, state) => state.w),
  speedOfSound_pT: plain("pT", (_, state) => state.w),
  viscosity_ph: plain("ph", (medium, state) => medium.viscosity(state)),
  viscosity_pT: plain("pT", (medium, state) => medium.viscosity(state)),
  conductivity_ph: plain("ph", (medium, state) => medium.conductivity(state)),
  conductivity_pT: plain("pT", (medium, state) => medium.conductivity(state)),
  saturationTemperature: saturated("T", "liquid"),
  enthalpyLiquid: saturated("h", "liquid"),
  enthalpyVapour: saturated("h", "vapour"),
  densityLiquid: saturated("d", "liquid"),
  densityVapour: saturated("d", "vapour"),
  entropyLiquid: saturated("s", "liquid"),
  entropyVapour: saturated("s", "vapour"),
};
