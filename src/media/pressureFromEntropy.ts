/**
 * The state of h and s: the pressure at which (p, h) has the entropy s.
 *
 *     ∂s/∂p at constant h is −v/T, in one phase and in two: s falls all the way, so there is one pressure at most
 *
 * Newton's method, in p where that is a small step and in ln p else, between pressures known to be too low and too high.
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import * as elementary from "../math/elementary.ts";
import { notPossible, type Range } from "./mediumErrors.ts";
import type { MediumState } from "./mediumState.ts";

/** What is needed of a medium. */
interface Asked {
  readonly name: string;
  readonly info: { readonly isIncompressible?: boolean };
  readonly limits: readonly Range[];
  readonly reference: string;
  setState_ph(state: MediumState, p: number, h: number, X?: ArrayLike<number>): MediumState;
}

/** Logarithm of the ratio of pressures that are tried until there is a state on either side. */
const scan = 0.5;
/** Entropy by which a formulation jumps where its regions meet, J/(kg K); h and s within such a jump belong to the border. */
const largestJump = 0.5;

export function solveForPressure(
  medium: Asked,
  state: MediumState,
  h: number,
  s: number,
  X: ArrayLike<number> | undefined,
): MediumState {
  if (!Number.isFinite(h) || !Number.isFinite(s)) throw noState(medium, h, s);
  if (medium.info.isIncompressible === true)
    throw notPossible(
      medium.name,
      "h and s do not give a state",
      "both depend on temperature alone, but for the work of pressure",
      "give p and T, or p and h",
    );
  const exists = (p: number): boolean => {
    try {
      medium.setState_ph(state, p, h, X);
      return true;
    } catch (error) {
      if (error instanceof RattlebackError && (error.code === "E-MEDIUM-RANGE" || error.code === "E-MEDIUM-STATE"))
        return false;
      throw error;
    }
  };
  const range = medium.limits.find(({ name }) => name === "p")!;
  const from = Math.max(range.from, 1e-3);
  // the last pressure whose entropy is not below s, and the first one whose entropy is
  let low = Number.NaN;
  let high = Number.NaN;
  for (let p = from; ; p = Math.min(range.to, p * elementary.exp(scan))) {
    if (exists(p)) {
      if (state.s >= s) low = p;
      else high = p;
    } else if (low > 0) high = p;
    if (high > 0 || p === range.to) break;
  }
  if (!(low > 0) && high > from) low = high * elementary.exp(-scan);
  // at the end of the range itself
  if (!(high > 0) && low > 0) high = low * (1 + 1e-15);
  if (!(low > 0 && high > 0)) throw noState(medium, h, s);
  let p = Math.sqrt(low * high);
  for (let k = 0; k < 200; k++) {
    const isState = exists(p);
    const miss = isState ? s - state.s : Number.NaN;
    if (Math.abs(miss) <= 1e-13 * (Math.abs(s) + state.p / (state.d * state.T))) break;
    // where nothing is, the state is on the other side
    if (isState ? miss < 0 : !exists(low)) low = p;
    else high = p;
    if (high - low <= 4e-16 * p) {
      if (!exists(low) && !exists(high)) throw noState(medium, h, s);
      if (!(Math.abs(s - state.s) < largestJump)) throw noState(medium, h, s);
      break;
    }
    const newton = miss / state.s_p;
    const next = Math.abs(newton) < 0.3 * p ? p + newton : p * elementary.exp(newton / p);
    p = next > low && next < high ? next : Math.sqrt(low) * Math.sqrt(high);
    if (!(p > low && p < high)) p = 0.5 * (low + high);
    if (!(p > low && p < high)) p = low;
  }
  if (state.phase === "twoPhase" && Math.abs(state.T_h) > 1e-8)
    throw notPossible(
      medium.name,
      "h and s of both phases do not give one state",
      "its temperature glides while it boils, and two pressures may have the same h and s",
      "give p and h",
    );
  return state;
}

function noState(medium: Asked, h: number, s: number): RattlebackError {
  return notPossible(
    medium.name,
    `no state has h = ${h} J/kg and s = ${s} J/(kg K)`,
    `at no pressure of its range does this enthalpy have this entropy; zero of both: ${medium.reference}`,
    "check both values against state_pT(p, T) of a state nearby",
  );
}
