/**
 * Minimum of a function that has no derivatives, or many minima: covariance matrix adaptation.
 *
 * Source   [Hansen2016] sec. A (parameters as there), restarts with twice the population
 * Method   Variables are scaled to the unit cube; points outside are reflected into it. Infeasible points rank behind feasible ones, by
 *          their violation.
 */
import * as elementary from "../../math/elementary.ts";
import { createRandom } from "../../math/random.ts";
import { symmetricEigen } from "../fit/symmetricEigen.ts";
import type { Asks } from "./asks.ts";

export interface BlackBoxValue {
  readonly f: number;
  /** 0 where all constraints hold. */
  readonly violation: number;
}

export interface BlackBox {
  readonly start: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  isOver(): boolean;
}

/** Asks for the values of a generation at a time. */
type Asking<Found> = Asks<BlackBoxValue, Found>;

const firstSpread = 0.3;
const maximumRestarts = 9;

export interface BlackBoxMinimum {
  readonly x: Float64Array;
  readonly value: BlackBoxValue;
  readonly hasConverged: boolean;
}

/** `tolerance`: size of the region, as part of the bounds, at which a search has converged. */
export function* evolve(box: BlackBox, seed: number, tolerance: number): Asking<BlackBoxMinimum> {
  const n = box.start.length;
  const random = createRandom(seed);
  let population = 4 + Math.floor(3 * elementary.log(n));
  let best: BlackBoxMinimum | undefined;
  for (let restart = 0; restart <= maximumRestarts && !box.isOver(); restart++) {
    const start = restart === 0 ? unitOf(box, box.start) : Float64Array.from({ length: n }, () => random.uniform());
    const found = yield* search(box, start, population, random, tolerance);
    if (best === undefined || isBetter(found.value, best.value)) best = found;
    population *= 2;
  }
  return best ?? { x: box.start, value: (yield [box.start])[0]!, hasConverged: false };
}

function isBetter(a: BlackBoxValue, b: BlackBoxValue): boolean {
  if (a.violation !== b.violation && (a.violation > 0 || b.violation > 0)) return a.violation < b.violation;
  return a.f < b.f || (Number.isNaN(b.f) && !Number.isNaN(a.f));
}

function* search(
  box: BlackBox,
  start: Float64Array,
  λ: number,
  random: ReturnType<typeof createRandom>,
  tolerance: number,
): Asking<BlackBoxMinimum> {
  const n = start.length;
  const μ = Math.floor(λ / 2);
  const raw = Array.from({ length: μ }, (_, i) => elementary.log((λ + 1) / 2) - elementary.log(i + 1));
  const total = raw.reduce((sum, w) => sum + w, 0);
  const weights = raw.map((w) => w / total);
  const mass = 1 / weights.reduce((sum, w) => sum + w * w, 0);
  const cσ = (mass + 2) / (n + mass + 5);
  const dσ = 1 + 2 * Math.max(0, Math.sqrt((mass - 1) / (n + 1)) - 1) + cσ;
  const cc = (4 + mass / n) / (n + 4 + (2 * mass) / n);
  const c1 = 2 / (elementary.square(n + 1.3) + mass);
  const cμ = Math.min(1 - c1, (2 * (mass - 2 + 1 / mass)) / (elementary.square(n + 2) + mass));
  const χ = Math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n));
  const mean = start.slice();
  const C = new Float64Array(n * n);
  for (let j = 0; j < n; j++) C[j * n + j] = 1;
  let B: Float64Array = C.slice();
  const D = new Float64Array(n).fill(1);
  const [pσ, pc] = [new Float64Array(n), new Float64Array(n)];
  let σ = firstSpread;
  let best: { x: Float64Array; value: BlackBoxValue } | undefined;
  const history: number[] = [];
  const patience = 10 + Math.ceil((30 * n) / λ);
  for (let generation = 0; !box.isOver(); generation++) {
    const points = Array.from({ length: λ }, () => {
      const y = new Float64Array(n);
      const z = Float64Array.from({ length: n }, () => random.normal());
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) y[i] = y[i]! + B[i * n + j]! * D[j]! * z[j]!;
      const u = mean.map((m, i) => reflect(m + σ * y[i]!));
      const x = realOf(box, u);
      // the step that led inside
      for (let i = 0; i < n; i++) y[i] = (u[i]! - mean[i]!) / σ;
      return { y, x };
    });
    const values = yield points.map(({ x }) => x);
    const children = points
      .map((point, k) => ({ ...point, value: values[k]! }))
      .sort((a, b) => (isBetter(a.value, b.value) ? -1 : isBetter(b.value, a.value) ? 1 : 0));
    const leader = children[0]!;
    if (best === undefined || isBetter(leader.value, best.value)) best = leader;
    const step = new Float64Array(n);
    for (let k = 0; k < μ; k++) for (let i = 0; i < n; i++) step[i] = step[i]! + weights[k]! * children[k]!.y[i]!;
    for (let i = 0; i < n; i++) mean[i] = Math.min(1, Math.max(0, mean[i]! + σ * step[i]!));
    // C^(−1/2)·step
    const white = new Float64Array(n);
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += B[i * n + j]! * step[i]!;
      for (let i = 0; i < n; i++) white[i] = white[i]! + (B[i * n + j]! * sum) / D[j]!;
    }
    let length = 0;
    for (let i = 0; i < n; i++) {
      pσ[i] = (1 - cσ) * pσ[i]! + Math.sqrt(cσ * (2 - cσ) * mass) * white[i]!;
      length += elementary.square(pσ[i]!);
    }
    length = Math.sqrt(length);
    const isLong =
      length / Math.sqrt(1 - elementary.pow(1 - cσ, 2 * (generation + 1))) < (1.4 + 2 / (n + 1)) * χ ? 1 : 0;
    for (let i = 0; i < n; i++) pc[i] = (1 - cc) * pc[i]! + isLong * Math.sqrt(cc * (2 - cc) * mass) * step[i]!;
    const keep = 1 - c1 - cμ + (1 - isLong) * c1 * cc * (2 - cc);
    for (let i = 0; i < n; i++)
      for (let j = 0; j <= i; j++) {
        let sum = keep * C[i * n + j]! + c1 * pc[i]! * pc[j]!;
        for (let k = 0; k < μ; k++) sum += cμ * weights[k]! * children[k]!.y[i]! * children[k]!.y[j]!;
        C[i * n + j] = sum;
        C[j * n + i] = sum;
      }
    σ *= elementary.exp(Math.min(1, (cσ / dσ) * (length / χ - 1)));
    const eigen = symmetricEigen(C, n);
    B = eigen.vectors;
    for (let j = 0; j < n; j++) D[j] = Math.sqrt(Math.max(eigen.values[j]!, 1e-30));
    const widest = σ * Math.max(...D);
    if (widest < tolerance) return { ...best, hasConverged: true };
    history.push(leader.value.violation > 0 ? leader.value.violation + 1e100 : leader.value.f);
    const recent = history.slice(-patience);
    const isFlat =
      recent.length === patience && Math.max(...recent) - Math.min(...recent) <= 1e-15 * Math.abs(recent[0]!);
    if (isFlat || Math.max(...D) > 1e7 * Math.min(...D) || !Number.isFinite(σ)) break;
  }
  return best === undefined
    ? { x: realOf(box, start), value: { f: Number.NaN, violation: Number.POSITIVE_INFINITY }, hasConverged: false }
    : { x: best.x, value: best.value, hasConverged: false };
}

/** Into [0, 1] by reflection at its ends. */
function reflect(u: number): number {
  const folded = Math.abs(u) % 2;
  return folded > 1 ? 2 - folded : folded;
}

function unitOf({ lower, upper }: BlackBox, x: Float64Array): Float64Array {
  return x.map((value, j) => (upper[j]! > lower[j]! ? (value - lower[j]!) / (upper[j]! - lower[j]!) : 0));
}

function realOf({ lower, upper }: BlackBox, u: Float64Array): Float64Array {
  return u.map((value, j) => lower[j]! + value * (upper[j]! - lower[j]!));
}
