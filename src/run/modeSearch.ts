/**
 * Mixed systems: equations with relations of their own unknowns, such as ideal diodes and dry friction. For fixed values of the
 * relations (modes) the system is solved as usual; modes are changed until the solution agrees with all of them.
 *
 *   1. all contradicted relations change at once; few rounds suffice where elements influence each other little
 *   2. when that goes in circles, the way from the last values to the solution is followed: up to the first relation that it
 *      changes, with that one changed up to the next, and so on. The residual shrinks with every piece, so that no combination comes
 *      back where the elements are continuous and monotone (friction on a mass matrix, diodes): about as many pieces as elements
 *      that change, not as combinations [Katzenelson1965], [FujisawaKuh1972]
 *   3. when that ends nowhere, only the first contradicted relation changes; this ends for every network of monotone
 *      elements (matrices with positive principal minors) [Murty1988] sec. 3.1
 *   4. when that goes in circles too, or meets a singular combination, all combinations are tried if there are not too many
 *
 * When no combination agrees, pre(…) of what the relations decide may have kept it from doing so: the event iteration goes on with a
 * combination of the circle (goOnInCircle), and fails when it ends in one.
 *
 * A comparison with what is no number is false, as it is in every evaluation: a relation that is true there is contradicted without measure.
 *
 * Near a threshold rounding alone can contradict every combination. A contradiction below the hysteresis of events counts as none,
 * and if there is none without, the combination that misses by rounding only is accepted.
 */

export interface MixedSystem {
  /** Relations of the unknowns: positions in R. */
  readonly relations: readonly number[];
  /** Per relation: true at equality (<= and >=). */
  readonly isInclusive: readonly boolean[];
  /** Per relation: positive where it is true. */
  readonly differences: Float64Array;
  /** Values of all relations, 0 and 1. */
  readonly R: Float64Array;
  /** By how much the differences of all relations must pass zero to be an event. */
  readonly hysteresis: Float64Array;
  /** Unknowns of the solution. */
  readonly z: Float64Array;
  /** Everything at the given unknowns, whether they solve the system or not. */
  evaluateAt(z: Float64Array): void;
  /** Solves with the relations as they are in R. */
  solve(): boolean;
  /** differences ← at the present solution. */
  evaluateDifferences(): void;
  /** Size of the unknowns. */
  size(): number;
}

/** A contradiction below this part of the hysteresis is rounding; less than what made the event, so that something happens at it. */
const roundingOfModes = 0.5;
/** Accepted when no combination is free of contradictions, relative to the unknowns. */
const roundingOfBest = 1e-10;
const maximumRounds = 30;
const maximumSingleChanges = 1000;
/** Pieces of a way, per relation. */
const maximumPieces = 8;
const maximumEnumeratedRelations = 12;

export type ModeOutcome = "consistent" | "inconsistent" | "unsolvable";

export function findModes(system: MixedSystem): ModeOutcome {
  const { relations, R } = system;
  const start = system.z.slice();
  system.evaluateDifferences();
  const differencesAtStart = system.differences.slice();
  const before = relations.map((k) => R[k]!);
  const outcome = changeAll(system);
  if (outcome === "consistent") return outcome;
  relations.forEach((k, i) => {
    R[k] = before[i]!;
  });
  if (followWay(system, start, differencesAtStart) === "consistent") return "consistent";
  const ended = outcome === "inconsistent" ? changeFirst(system) : outcome;
  if (ended === "consistent") return ended;
  if (relations.length > maximumEnumeratedRelations) return ended;
  const best = tryAll(system);
  if (best === undefined) return "unsolvable";
  if (best.violation > roundingOfBest) return "inconsistent";
  relations.forEach((k, i) => {
    R[k] = (best.modes >> i) & 1;
  });
  return system.solve() ? "consistent" : "unsolvable";
}

/** By how much relation i contradicts the solution; NaN when it does not. */
function contradiction(system: MixedSystem, i: number): number {
  const { R, relations, hysteresis, differences } = system;
  const k = relations[i]!;
  const difference = differences[i]!;
  const isTrue = difference > 0 || (difference === 0 && system.isInclusive[i]!);
  if (isTrue === (R[k] === 1)) return Number.NaN;
  if (Number.isNaN(difference)) return Number.POSITIVE_INFINITY;
  const size = Math.abs(difference);
  return size >= roundingOfModes * hysteresis[k]! ? size : Number.NaN;
}

/** Changes contradicted relations, all or the first only; how many changed. */
function change(system: MixedSystem, onlyFirst: boolean): number {
  const { R, relations } = system;
  system.evaluateDifferences();
  let changes = 0;
  for (let i = 0; i < relations.length; i++) {
    if (Number.isNaN(contradiction(system, i))) continue;
    R[relations[i]!] = 1 - R[relations[i]!]!;
    changes++;
    if (onlyFirst) break;
  }
  return changes;
}

function changeAll(system: MixedSystem): ModeOutcome {
  const seen = new Set<string>();
  for (let round = 0; round < maximumRounds; round++) {
    const key = modesOf(system);
    if (seen.has(key)) break;
    seen.add(key);
    if (!system.solve()) return "unsolvable";
    if (change(system, false) === 0) return "consistent";
  }
  return "inconsistent";
}

/**
 * Of combinations that lead to each other in a circle, the one behind the first that came back: a pass of the event iteration, whose
 * pre(…) may break the circle in the next one, such as friction that begins to slide above its peak and goes on to slide below it.
 */
export function goOnInCircle(system: MixedSystem): boolean {
  const seen = new Set<string>();
  for (let round = 0; round < maximumRounds; round++) {
    if (!system.solve()) return false;
    const hasCome = seen.has(modesOf(system));
    seen.add(modesOf(system));
    change(system, false);
    if (hasCome) return system.solve();
  }
  return false;
}

function changeFirst(system: MixedSystem): ModeOutcome {
  const seen = new Set<string>();
  for (let count = 0; count < maximumSingleChanges; count++) {
    const key = modesOf(system);
    if (seen.has(key)) break;
    seen.add(key);
    if (!system.solve()) return "unsolvable";
    if (change(system, true) === 0) return "consistent";
  }
  return "inconsistent";
}

/**
 * From `point` towards the solution, piece by piece. A system without unknowns is nowhere but at a solution: there the way is that of the
 * differences, from those `here`, which change evenly along a piece.
 */
function followWay(system: MixedSystem, point: Float64Array, here: Float64Array): ModeOutcome {
  const { R, relations, differences, z } = system;
  if (point.some((x) => !Number.isFinite(x))) point.fill(0);
  const signOf = (i: number): number => (R[relations[i]!] === 1 ? 1 : -1);
  const look = (): void => {
    if (point.length === 0) return;
    system.evaluateAt(point);
    system.evaluateDifferences();
    here.set(differences);
  };
  for (let i = 0; i < here.length; i++) if (!Number.isFinite(here[i]!)) here[i] = 0;
  look();
  relations.forEach((k, i) => {
    if (here[i] !== 0) R[k] = here[i]! > 0 ? 1 : 0;
  });
  for (let piece = 0; piece < maximumPieces * relations.length; piece++) {
    look();
    if (!system.solve()) return "unsolvable";
    system.evaluateDifferences();
    let share = 1;
    let first = -1;
    for (let i = 0; i < relations.length; i++) {
      if (Number.isNaN(contradiction(system, i))) continue;
      const from = Math.max(0, signOf(i) * here[i]!);
      // of what is no number at the end it is not known where on the way it changed
      const part = Number.isNaN(differences[i]!) ? 1 : from / (from - signOf(i) * differences[i]!);
      if (first < 0 || part < share) [share, first] = [part, i];
    }
    if (first < 0) return "consistent";
    for (let j = 0; j < point.length; j++) point[j]! += share * (z[j]! - point[j]!);
    for (let i = 0; i < here.length; i++)
      here[i] = Number.isNaN(differences[i]!) ? 0 : here[i]! + share * (differences[i]! - here[i]!);
    here[first] = 0;
    R[relations[first]!] = 1 - R[relations[first]!]!;
  }
  return "inconsistent";
}

function modesOf({ R, relations }: MixedSystem): string {
  return relations.map((k) => R[k]).join("");
}

/** The combination that contradicts its solution least, relative to the unknowns; undefined when none can be solved. */
function tryAll(system: MixedSystem): { modes: number; violation: number } | undefined {
  const { R, relations } = system;
  let best: { modes: number; violation: number } | undefined;
  for (let modes = 0; modes < 2 ** relations.length; modes++) {
    relations.forEach((k, i) => {
      R[k] = (modes >> i) & 1;
    });
    if (!system.solve()) continue;
    system.evaluateDifferences();
    let worst = 0;
    for (let i = 0; i < relations.length; i++) {
      const size = contradiction(system, i);
      if (size > worst) worst = size;
    }
    const violation = worst === 0 ? 0 : worst / Math.max(system.size(), Number.MIN_VALUE);
    if (best === undefined || violation < best.violation) best = { modes, violation };
    if (violation === 0) break;
  }
  return best;
}
