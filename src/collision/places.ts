/**
 * Where on their features two bodies meet, once the normal is known: d = δ·n + Σ λ_j·τ_j, with τ = t for a feature of A and −t
 * for one of B. t is perpendicular to n, so δ = d·n.
 */
import { clampPlaces } from "./featureEnds.ts";
import { conditionLength, featureLength, firstCondition } from "./features.ts";
import type { Pair } from "./pair.ts";

/**
 * Parallel features meet in more than a point: places ← λ of one common point, found by projecting the middle of the feature
 * of B to and fro. Returns whether they have one.
 */
export function placeParallel(pair: Pair, mA: number, mB: number): boolean {
  const f = pair.features;
  const n = pair.n;
  const lambda = pair.places;
  const o = featureLength;
  const slack = 1e-14 * pair.size;
  for (let j = 0; j < 4; j++) lambda[j] = 0;
  lambda[8] = 1e-13 * pair.size;
  for (let round = 0; round < 50; round++) {
    // across n: point of A nearest to that of B, then point of B nearest to that of A
    let moved = 0;
    for (let side = 0; side < 2; side++) {
      const m = side === 0 ? mA : mB;
      const at = side === 0 ? 0 : mA;
      const own = side === 0 ? 0 : o;
      let dx = f[o - own] - f[own];
      let dy = f[o - own + 1] - f[own + 1];
      let dz = f[o - own + 2] - f[own + 2];
      for (let j = 0; j < (side === 0 ? mB : mA); j++) {
        const t = o - own + firstCondition + conditionLength * j + 4;
        const l = lambda[(side === 0 ? mA : 0) + j];
        dx += l * f[t];
        dy += l * f[t + 1];
        dz += l * f[t + 2];
      }
      const along = dx * n[0] + dy * n[1] + dz * n[2];
      dx -= along * n[0];
      dy -= along * n[1];
      dz -= along * n[2];
      const t = own + firstCondition + 4;
      const p = dx * f[t] + dy * f[t + 1] + dz * f[t + 2];
      let first = p;
      let second = 0;
      if (m === 2) {
        const u = t + conditionLength;
        const q = dx * f[u] + dy * f[u + 1] + dz * f[u + 2];
        const x = f[t] * f[u] + f[t + 1] * f[u + 1] + f[t + 2] * f[u + 2];
        first = (p - x * q) / (1 - x * x);
        second = (q - x * p) / (1 - x * x);
      }
      lambda[4] = first;
      lambda[5] = second;
      if (m > 0 && !clampPlaces(lambda, 4, side === 0 ? pair.A : pair.B, pair.codes, side === 0 ? 0 : 4)) return false;
      moved = m > 0 ? Math.abs(lambda[4] - first) + Math.abs(lambda[5] - second) : 0;
      if (m > 0) lambda[at] = lambda[4];
      if (m > 1) lambda[at + 1] = lambda[5];
      if (moved <= slack) return true;
    }
  }
  return false;
}

/** places[0…1] ← λ of the conditions, those of A first. */
export function solvePlaces(pair: Pair, mA: number, mB: number): void {
  const f = pair.features;
  const lambda = pair.places;
  const o = featureLength;
  const dx = f[o] - f[0];
  const dy = f[o + 1] - f[1];
  const dz = f[o + 2] - f[2];
  lambda[0] = lambda[1] = 0;
  const m = mA + mB;
  if (m === 0) return;
  const first = (mA > 0 ? 0 : o) + firstCondition + 4;
  const s1 = mA > 0 ? 1 : -1;
  const p = s1 * (dx * f[first] + dy * f[first + 1] + dz * f[first + 2]);
  if (m === 1) {
    lambda[0] = p;
    return;
  }
  const second = (mA === 2 ? conditionLength : o + (mB === 2 ? conditionLength : 0)) + firstCondition + 4;
  const s2 = mA === 2 ? 1 : -1;
  const q = s2 * (dx * f[second] + dy * f[second + 1] + dz * f[second + 2]);
  const x = s1 * s2 * (f[first] * f[second] + f[first + 1] * f[second + 1] + f[first + 2] * f[second + 2]);
  const determinant = 1 - x * x;
  lambda[0] = (p - x * q) / determinant;
  lambda[1] = (q - x * p) / determinant;
}

/** a, b ← the points at these places. */
export function takePlaces(pair: Pair, mA: number, mB: number): void {
  const f = pair.features;
  const lambda = pair.places;
  const a = pair.a;
  const b = pair.b;
  const o = featureLength;
  for (let k = 0; k < 3; k++) {
    a[k] = f[k];
    b[k] = f[o + k];
  }
  for (let j = 0; j < mA; j++) {
    for (let k = 0; k < 3; k++) a[k] += lambda[j] * f[firstCondition + conditionLength * j + 4 + k];
  }
  for (let j = 0; j < mB; j++) {
    for (let k = 0; k < 3; k++) b[k] += lambda[mA + j] * f[o + firstCondition + conditionLength * j + 4 + k];
  }
}
