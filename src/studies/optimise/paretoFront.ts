/**
 * Several objectives at once: points of which none is better than another in everything.
 *
 * Source   [Deb2002] NSGA-II: ranks of dominance, crowding distance, simulated binary crossover and polynomial mutation with index 20
 */
import * as elementary from "../../math/elementary.ts";
import { createRandom, type Random } from "../../math/random.ts";
import type { Asks } from "./asks.ts";

export interface ManyObjectives {
  readonly objectives: readonly number[];
  readonly violation: number;
}

export interface ParetoProblem {
  readonly start: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  isOver(): boolean;
}

export interface ParetoPoint extends ManyObjectives {
  readonly x: Float64Array;
}

interface Ranked extends ParetoPoint {
  rank: number;
  crowding: number;
}

const spreadIndex = 20;
const crossoverChance = 0.9;

/** The front after the evaluations that are allowed, sorted by the first objective. */
export function* paretoFront(
  problem: ParetoProblem,
  population: number,
  generations: number,
  seed: number,
): Asks<ManyObjectives, ParetoPoint[]> {
  const random = createRandom(seed);
  const { lower, upper, start } = problem;
  const n = start.length;
  const ranked = (points: readonly Float64Array[], values: readonly ManyObjectives[]): Ranked[] =>
    points.map((x, k) => ({ x, ...values[k]!, rank: 0, crowding: 0 }));
  const first = Array.from({ length: population }, (_, k) =>
    k === 0 ? start : start.map((_, j) => lower[j]! + random.uniform() * (upper[j]! - lower[j]!)),
  );
  let parents = ranked(first, yield first);
  select(parents, population);
  for (let g = 0; g < generations && !problem.isOver(); g++) {
    const children: Float64Array[] = [];
    while (children.length < population) {
      const [a, b] = [tournament(parents, random), tournament(parents, random)];
      const [c, d] = crossover(a.x, b.x, problem, random);
      for (const x of [c, d]) {
        mutate(x, problem, random, 1 / n);
        children.push(x);
      }
    }
    parents = select([...parents, ...ranked(children, yield children)], population);
  }
  return parents
    .filter(({ rank, violation }) => rank === 0 && violation <= 0)
    .sort((a, b) => a.objectives[0]! - b.objectives[0]!)
    .map(({ x, objectives, violation }) => ({ x, objectives, violation }));
}

/** Feasible before infeasible, then better in one and worse in none. */
function dominates(a: ManyObjectives, b: ManyObjectives): boolean {
  if (a.violation > 0 || b.violation > 0) return a.violation < b.violation;
  let isBetter = false;
  for (let k = 0; k < a.objectives.length; k++) {
    if (a.objectives[k]! > b.objectives[k]! || Number.isNaN(a.objectives[k]!)) return false;
    if (a.objectives[k]! < b.objectives[k]! || Number.isNaN(b.objectives[k]!)) isBetter = true;
  }
  return isBetter;
}

/** Ranks and crowding of all, and the best `count` of them. */
function select(all: Ranked[], count: number): Ranked[] {
  const kept: Ranked[] = [];
  for (const front of fronts(all)) {
    crowd(front);
    if (kept.length + front.length > count) front.sort((a, b) => b.crowding - a.crowding);
    kept.push(...front.slice(0, count - kept.length));
    if (kept.length === count) break;
  }
  return kept;
}

function fronts(all: readonly Ranked[]): Ranked[][] {
  const beaten = all.map(() => [] as number[]);
  const beatenBy = new Int32Array(all.length);
  all.forEach((a, i) => {
    for (let j = i + 1; j < all.length; j++) {
      if (dominates(a, all[j]!)) {
        beaten[i]!.push(j);
        beatenBy[j] = beatenBy[j]! + 1;
      } else if (dominates(all[j]!, a)) {
        beaten[j]!.push(i);
        beatenBy[i] = beatenBy[i]! + 1;
      }
    }
  });
  const result: Ranked[][] = [];
  let present = all.map((_, i) => i).filter((i) => beatenBy[i] === 0);
  for (let rank = 0; present.length > 0; rank++) {
    const next: number[] = [];
    for (const i of present) {
      all[i]!.rank = rank;
      for (const j of beaten[i]!) {
        beatenBy[j] = beatenBy[j]! - 1;
        if (beatenBy[j] === 0) next.push(j);
      }
    }
    result.push(present.map((i) => all[i]!));
    present = next;
  }
  return result;
}

function crowd(front: readonly Ranked[]): void {
  for (const point of front) point.crowding = 0;
  const count = front[0]?.objectives.length ?? 0;
  for (let k = 0; k < count; k++) {
    const sorted = [...front].sort((a, b) => a.objectives[k]! - b.objectives[k]!);
    const span = sorted.at(-1)!.objectives[k]! - sorted[0]!.objectives[k]! || 1;
    sorted[0]!.crowding = Number.POSITIVE_INFINITY;
    sorted.at(-1)!.crowding = Number.POSITIVE_INFINITY;
    for (let i = 1; i < sorted.length - 1; i++)
      sorted[i]!.crowding += (sorted[i + 1]!.objectives[k]! - sorted[i - 1]!.objectives[k]!) / span;
  }
}

function tournament(parents: readonly Ranked[], random: Random): Ranked {
  const [a, b] = [parents[random.below(parents.length)]!, parents[random.below(parents.length)]!];
  if (a.rank !== b.rank) return a.rank < b.rank ? a : b;
  return a.crowding >= b.crowding ? a : b;
}

function crossover(
  a: Float64Array,
  b: Float64Array,
  { lower, upper }: ParetoProblem,
  random: Random,
): [Float64Array, Float64Array] {
  const [c, d] = [a.slice(), b.slice()];
  if (random.uniform() > crossoverChance) return [c, d];
  for (let j = 0; j < a.length; j++) {
    if (random.uniform() > 0.5 || Math.abs(a[j]! - b[j]!) < 1e-14) continue;
    const u = random.uniform();
    const β =
      u <= 0.5
        ? elementary.pow(2 * u, 1 / (spreadIndex + 1))
        : elementary.pow(1 / (2 * (1 - u)), 1 / (spreadIndex + 1));
    const [mean, half] = [(a[j]! + b[j]!) / 2, (β * Math.abs(a[j]! - b[j]!)) / 2];
    const values = random.uniform() < 0.5 ? [mean - half, mean + half] : [mean + half, mean - half];
    c[j] = Math.min(upper[j]!, Math.max(lower[j]!, values[0]!));
    d[j] = Math.min(upper[j]!, Math.max(lower[j]!, values[1]!));
  }
  return [c, d];
}

function mutate(x: Float64Array, { lower, upper }: ParetoProblem, random: Random, chance: number): void {
  for (let j = 0; j < x.length; j++) {
    if (random.uniform() > chance) continue;
    const u = random.uniform();
    const shift =
      u < 0.5
        ? elementary.pow(2 * u, 1 / (spreadIndex + 1)) - 1
        : 1 - elementary.pow(2 * (1 - u), 1 / (spreadIndex + 1));
    x[j] = Math.min(upper[j]!, Math.max(lower[j]!, x[j]! + shift * (upper[j]! - lower[j]!)));
  }
}
