/**
 * Conditions at the start whose unknowns differ by orders of magnitude, such as time constants of microseconds beside factors of one:
 * Newton's method in relative changes of the unknowns, each condition weighted by what such changes do to it.
 *
 *     A·d = W⁻¹·r,   x ← x − λ·S·d        A = W⁻¹·J·S
 *
 * Legend   S   sizes of the unknowns        W   largest entries of the rows of J·S
 * Source   [Deuflhard2011] sec. 3.3: damping by the natural monotonicity test ‖A⁻¹·W⁻¹·r(x − λ·S·d)‖ ≤ (1 − λ/4)·‖d‖
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { DenseQR } from "../math/denseQR.ts";
import { type Condition, evaluateInitial } from "./initialConditions.ts";
import type { RunningModel } from "./runningModel.ts";

const maximumIterations = 100;
const differenceStep = 1e-7;
/** An unknown changes by at most this part of its size in one step. */
const largestChange = 0.7;
const smallestDamping = 1e-6;
/** Below this relative change the solution is found. */
const finalChange = 1e-12;

/** Changes the free states of the model; the caller looks whether the conditions hold. */
export function relativeNewton(
  model: RunningModel,
  t: number,
  conditions: readonly Condition[],
  free: readonly number[],
): void {
  const [m, n] = [conditions.length, free.length];
  const [r, trial, J] = [new Float64Array(m), new Float64Array(m), new Float64Array(m * n)];
  const [d, next] = [new Float64Array(n), new Float64Array(n)];
  const sizes = new Float64Array(n);
  const weights = new Float64Array(m);
  const qr = new DenseQR(m, n);
  /** false where the model has no values. */
  const residual = (out: Float64Array): boolean => {
    try {
      evaluateInitial(model, t);
    } catch (error) {
      if (!(error instanceof RattlebackError)) throw error;
      return false;
    }
    conditions.forEach(({ values }, i) => {
      const [present, wanted] = values();
      out[i] = present - wanted;
    });
    return out.every(Number.isFinite);
  };
  const weighted = (v: Float64Array): Float64Array => v.map((x, i) => x / weights[i]!);
  if (!residual(r)) return;
  for (let iteration = 0; iteration < maximumIterations; iteration++) {
    free.forEach((k, j) => {
      const x = model.X[k]!;
      sizes[j] = Math.abs(x) > 0 ? Math.abs(x) : 1;
      model.X[k] = x + differenceStep * sizes[j]!;
      if (!residual(trial)) trial.set(r);
      model.X[k] = x;
      for (let i = 0; i < m; i++) J[i + m * j] = (trial[i]! - r[i]!) / differenceStep;
    });
    for (let i = 0; i < m; i++) {
      weights[i] = 0;
      for (let j = 0; j < n; j++) weights[i] = Math.max(weights[i]!, Math.abs(J[i + m * j]!));
      if (weights[i] === 0) weights[i] = 1;
      for (let j = 0; j < n; j++) J[i + m * j]! /= weights[i]!;
    }
    qr.factor(J, 1e-12);
    qr.solve(d, weighted(r));
    const size = largest(d);
    const start = free.map((k) => model.X[k]!);
    let isAccepted = false;
    for (let damping = Math.min(1, largestChange / size); damping > smallestDamping && !isAccepted; damping /= 2) {
      free.forEach((k, j) => {
        model.X[k] = start[j]! - damping * sizes[j]! * d[j]!;
      });
      if (!residual(trial)) continue;
      qr.solve(next, weighted(trial));
      isAccepted = size <= finalChange || largest(next) <= (1 - damping / 4) * size;
    }
    if (!isAccepted) {
      free.forEach((k, j) => {
        model.X[k] = start[j]!;
      });
      residual(r);
      return;
    }
    r.set(trial);
    if (size <= finalChange) return;
  }
}

function largest(v: Float64Array): number {
  let result = 0;
  for (let i = 0; i < v.length; i++) result = Math.max(result, Math.abs(v[i]!));
  return result;
}
