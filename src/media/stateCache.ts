/**
 * The states that equations asked for last, so that several properties of one state are computed once.
 *
 * A question is its bits: a state that is found again is the one that would be computed, so the memory changes no result.
 */
import type { Composition, Medium } from "./medium.ts";
import { MediumState, Saturation } from "./mediumState.ts";
import type { SecondDerivatives, StatePair } from "./secondDerivatives.ts";

const fewPlaces = 64;
const mostPlaces = 8192;

/** Grows when states that are still wanted drive each other out. */
class Memory {
  places = fewPlaces;
  states: MediumState[] = [];
  /** Second derivatives of the states, where somebody has asked for them. */
  seconds: (SecondDerivatives | undefined)[] = [];
  first = new Float64Array(0);
  second = new Float64Array(0);
  /** What was driven out of each place last, and how often such a state was asked for again. */
  lostFirst = new Float64Array(0);
  lostSecond = new Float64Array(0);
  missed = 0;

  constructor() {
    this.resize(fewPlaces);
  }

  resize(places: number): void {
    this.places = places;
    this.missed = 0;
    while (this.states.length < places) this.states.push(new MediumState());
    this.seconds = Array.from({ length: places }, () => undefined);
    this.first = new Float64Array(places).fill(Number.NaN);
    this.second = new Float64Array(places).fill(Number.NaN);
    this.lostFirst = new Float64Array(places).fill(Number.NaN);
    this.lostSecond = new Float64Array(places).fill(Number.NaN);
  }
}

const memories = new WeakMap<Medium, Record<StatePair, Memory>>();
const numbers = new Float64Array(2);
const words = new Uint32Array(numbers.buffer);

function placeOf(a: number, b: number, places: number): number {
  numbers[0] = a;
  numbers[1] = b;
  let hash = Math.imul(words[0]!, 0x9e3779b1) ^ words[1]!;
  hash = Math.imul(hash ^ (hash >>> 15) ^ words[2]!, 0x85ebca6b) ^ words[3]!;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash >>> 9) & (places - 1);
}

function isSameComposition(state: MediumState, X: Composition | undefined): boolean {
  if (X === undefined) return true;
  const all = state.X;
  if (all === undefined) return false;
  for (let i = 0; i < X.length; i++) if (all[i] !== X[i]) return false;
  return true;
}

function memoryOf(medium: Medium, pair: StatePair): Memory {
  let all = memories.get(medium);
  if (all === undefined) {
    all = { ph: new Memory(), pT: new Memory(), ps: new Memory(), dT: new Memory() };
    memories.set(medium, all);
  }
  return all[pair];
}

/** The state of a medium for a pair of variables; throws where the medium does. */
export function cachedState(medium: Medium, pair: StatePair, a: number, b: number, X?: Composition): MediumState {
  const memory = memoryOf(medium, pair);
  const k = placeOf(a, b, memory.places);
  const state = memory.states[k]!;
  if (memory.first[k] === a && memory.second[k] === b && isSameComposition(state, X)) return state;
  if (memory.lostFirst[k] === a && memory.lostSecond[k] === b && ++memory.missed > memory.places) {
    if (memory.places < mostPlaces) {
      memory.resize(4 * memory.places);
      return cachedState(medium, pair, a, b, X);
    }
  }
  memory.lostFirst[k] = memory.first[k]!;
  memory.lostSecond[k] = memory.second[k]!;
  memory.first[k] = Number.NaN;
  memory.seconds[k] = undefined;
  // a fresh start, so that the result depends on the question alone
  state.d = Number.NaN;
  if (pair === "ph") medium.setState_ph(state, a, b, X);
  else if (pair === "pT") medium.setState_pT(state, a, b, X);
  else if (pair === "ps") medium.setState_ps(state, a, b, X);
  else medium.setState_dT(state, a, b, X);
  memory.first[k] = a;
  memory.second[k] = b;
  return state;
}

/** Second derivatives of a state of a pure substance that `cachedState` gave for the pair. */
export function cachedSecondDerivatives(medium: Medium, pair: StatePair, state: MediumState): SecondDerivatives {
  const { seconds, states, places } = memoryOf(medium, pair);
  const k = placeOf(state[pair.charAt(0) as "p" | "d"], state[pair.charAt(1) as "h" | "T" | "s"], places);
  if (states[k] !== state) return medium.secondDerivatives(state, pair);
  seconds[k] ??= medium.secondDerivatives(state, pair);
  return seconds[k];
}

const lines = new WeakMap<Medium, Saturation>();

/** Both phases of a medium at p, the same object every time; the pressure that was asked for last is not computed again. */
export function saturationAt(medium: Medium, p: number): Saturation {
  let both = lines.get(medium);
  if (both === undefined) {
    both = new Saturation();
    lines.set(medium, both);
  }
  if (both.p === p) return both;
  both.p = Number.NaN;
  return medium.setSaturation_p(both, p);
}
