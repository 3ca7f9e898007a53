/**
 * What balances of volumes ask of a medium: how many mass fractions it has, whether pressure can be a state, the derivatives of
 * density, and how far a state is from saturation.
 *
 *     V (d_p p′ + d_h h′ + Σ d_Xi Xi′) = Σ m,   V (d h′ − p′) = Σ m (h_in − h) + Q
 *
 * is linear in the derivatives, so that they need no iteration.
 */

import { RattlebackError } from "../errors/rattlebackError.ts";
import {
  bilinear,
  checkMedium,
  compositionPart,
  type EquationFunction,
  explainState,
  nowhere,
  stateFor,
} from "./equationFunctions.ts";
import type { Composition, Medium } from "./medium.ts";
import { checkComposition, missingProperty } from "./mediumErrors.ts";
import { MoistAir } from "./moistAir.ts";
import { saturationAt } from "./stateCache.ts";

const number: readonly (readonly number[])[] = [[]];
const noFractions: readonly number[] = [];

/** Composition of a mixture for which nobody gives another: dry air with 1 % water, or equal parts. */
function referenceFractions(medium: Medium): readonly number[] {
  const { nXi } = medium;
  if (nXi === 0) return noFractions;
  return Array.from({ length: nXi }, () => (medium.name === "MoistAir" ? 0.01 : 1 / (nXi + 1)));
}

/** Of a composition with or without its last fraction those that are independent. */
function independentFractions(medium: Medium, X: Composition): readonly number[] {
  checkComposition(medium.name, medium.substances, X);
  return Array.from(X).slice(0, medium.nXi);
}

/** Rate of change by differences: mixtures know no second derivatives, and this one serves Jacobians alone. */
function alongDirection(
  p: number,
  h: number,
  X: Composition,
  dp: number,
  dh: number,
  dX: Composition,
  value: (p: number, h: number, X: Composition) => readonly number[],
): readonly number[] {
  const size = Math.max(Math.abs(dp) / p, Math.abs(dh) / 1e5, ...Array.from(dX, Math.abs));
  if (size === 0) return value(p, h, X).map(() => 0);
  const e = 1e-5 / size;
  const moved = (k: number): readonly number[] =>
    value(
      p + k * dp,
      h + k * dh,
      Array.from(X, (x, i) => Math.min(Math.max(x + k * dX[i]!, 0), 1)),
    );
  const [ahead, behind] = [moved(e), moved(-e)];
  return ahead.map((x, i) => (x - behind[i]!) / (2 * e));
}

/** ∂d/∂p at constant h, or ∂d/∂h at constant p, with its rate of change. */
function densityBy(which: 0 | 1): EquationFunction {
  const value = (medium: unknown, p: number, h: number, X?: Composition): number => {
    const state = stateFor(medium, "ph", p, h, X);
    return which === 0 ? state.d_p : state.d_h;
  };
  const direction = which === 0 ? [1, 0] : [0, 1];
  return {
    call: value,
    results: number,
    explain: explainState("ph"),
    derivative: {
      results: number,
      call: (given: unknown, p: number, h: number, ...rest: unknown[]) => {
        const medium = checkMedium(given);
        // (medium, p, h, 0, dp, dh) or (medium, p, h, X, 0, dp, dh, dX)
        const hasX = rest.length === 5;
        const X = hasX ? (rest[0] as Composition) : undefined;
        const [dp, dh] = (hasX ? rest.slice(2, 4) : rest.slice(1, 3)) as [number, number];
        if (X === undefined || X.length === 0) {
          const state = stateFor(medium, "ph", p, h);
          if (state === nowhere) return Number.NaN;
          if (dp === 0 && dh === 0) return 0;
          return bilinear(medium, state, "ph", "d", direction, [dp, dh]);
        }
        return alongDirection(p, h, X, dp, dh, rest[4] as Composition, (...at) => [value(medium, ...at)])[0]!;
      },
    },
  };
}

/** ∂d/∂Xi at constant p and h. */
function densityByFractions(given: unknown, p: number, h: number, X: Composition): readonly number[] {
  if (X.length === 0) return noFractions;
  const medium = checkMedium(given);
  const state = stateFor(medium, "ph", p, h, X);
  return Array.from(X, (_, i) =>
    state === nowhere
      ? Number.NaN
      : compositionPart(
          medium,
          state,
          "ph",
          "d",
          Array.from(X, (_, j) => (i === j ? 1 : 0)),
        ),
  );
}

/** Enthalpy above that of saturated liquid (or vapour); above the critical pressure, above that of the critical point. */
function margin(phase: "hLiquid" | "hVapour"): EquationFunction {
  return {
    results: number,
    call: (given: unknown, p: number, h: number) => {
      const medium = checkMedium(given);
      const { critical } = medium.info;
      if (critical === undefined) return phase === "hLiquid" ? -1 : 1;
      const at = Math.min(p, 0.9999 * critical.p);
      try {
        return h - saturationAt(medium, at)[phase];
      } catch (error) {
        if (error instanceof RattlebackError && error.code === "E-MEDIUM-RANGE") return phase === "hLiquid" ? 1 : h;
        throw error;
      }
    },
  };
}

/** Positive where both phases are present, zero on both lines of saturation. */
const withinDome: EquationFunction = {
  results: number,
  call: (given: unknown, p: number, h: number) => {
    const medium = checkMedium(given);
    const { critical } = medium.info;
    if (critical === undefined) return -1;
    try {
      const { hLiquid, hVapour } = saturationAt(medium, Math.min(p, 0.9999 * critical.p));
      return ((h - hLiquid) * (hVapour - h)) / (hVapour - hLiquid);
    } catch (error) {
      if (error instanceof RattlebackError && error.code === "E-MEDIUM-RANGE") return -1;
      throw error;
    }
  },
};

export type BalanceFunctionName =
  | "massFractions"
  | "referenceFractions"
  | "independentFractions"
  | "isCompressible"
  | "hasTwoPhases"
  | "densityByPressure_ph"
  | "densityByEnthalpy_ph"
  | "densityByFractions_ph"
  | "aboveLiquid"
  | "aboveVapour"
  | "withinDome"
  | "criticalPressure"
  | "vapourPressure"
  | "relativeHumidity";

/** A function with a vector as result, as long as the mass fractions. */
export interface VectorFunction {
  readonly call: (...args: never[]) => readonly number[];
  readonly derivative?: VectorFunction;
}
export type BalanceFunctions = Readonly<Record<BalanceFunctionName, EquationFunction | VectorFunction>>;

export const balanceFunctions: BalanceFunctions = {
  /** Number of independent mass fractions: none for a pure substance. */
  massFractions: { results: number, call: (medium: unknown) => checkMedium(medium).nXi },
  independentFractions: {
    call: (medium: unknown, X: Composition) => independentFractions(checkMedium(medium), X),
    derivative: {
      call: (medium: unknown, _X: Composition, _: number, dX: Composition) =>
        Array.from(dX).slice(0, checkMedium(medium).nXi),
    },
  },
  referenceFractions: { call: (medium: unknown) => referenceFractions(checkMedium(medium)) },
  isCompressible: {
    results: number,
    call: (medium: unknown) => (checkMedium(medium).info.isIncompressible === true ? 0 : 1),
  },
  hasTwoPhases: {
    results: number,
    call: (medium: unknown) => (checkMedium(medium).info.critical === undefined ? 0 : 1),
  },
  densityByPressure_ph: densityBy(0),
  densityByEnthalpy_ph: densityBy(1),
  densityByFractions_ph: {
    call: densityByFractions,
    derivative: {
      call: (
        medium: unknown,
        p: number,
        h: number,
        X: Composition,
        _: number,
        dp: number,
        dh: number,
        dX: Composition,
      ) => alongDirection(p, h, X, dp, dh, dX, (...at) => densityByFractions(medium, ...at)),
    },
  },
  aboveLiquid: margin("hLiquid"),
  aboveVapour: margin("hVapour"),
  withinDome,
  criticalPressure: { results: number, call: (medium: unknown) => checkMedium(medium).info.critical?.p ?? Number.NaN },
  /** Saturation pressure of T; the critical pressure above the critical temperature. */
  vapourPressure: {
    results: number,
    call: (given: unknown, T: number) => {
      const medium = checkMedium(given);
      const { critical } = medium.info;
      return critical !== undefined && T >= critical.T ? critical.p : medium.saturation_T(T).p;
    },
  },
  /** Of moist air at p, T with the mass fraction X of water. */
  relativeHumidity: {
    results: number,
    call: (given: unknown, p: number, T: number, X: number) => {
      const medium = checkMedium(given);
      if (!(medium instanceof MoistAir))
        throw missingProperty(medium.name, "relative humidity", 'choose moist air: medium("MoistAir")');
      const state = stateFor(medium, "pT", p, T, [X]);
      return state === nowhere ? Number.NaN : medium.relativeHumidity(state);
    },
  },
};
