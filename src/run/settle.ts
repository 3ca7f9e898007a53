/**
 * A steady start that Newton's method does not find: where the model comes to rest by itself. Steps of the implicit Euler method, each with one linear
 * system, grow until they are those of Newton's method:
 *
 *     (I/τ − J)·s = f(x),   x ← x + s        f  rates of the states        J  ∂f/∂x        τ  length of the step
 *
 * A step counts when another one with the same matrix would be shorter by half, θ = ‖(I/τ − J)⁻¹·(s/τ − f(x + s))‖ / ‖s‖ ≤ ½, when no state changes by
 * more than a part of its size, and when the model has values there.
 *
 * Source   [Deuflhard2011] sec. 6.4 (pseudo-transient continuation)
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { DenseLU } from "../math/denseLU.ts";
import { evaluateInitial } from "./initialConditions.ts";
import type { RunningModel } from "./runningModel.ts";

const maximumSteps = 300;
const differenceStep = 1e-7;
/** A state changes by at most this part of its size in one step, and in the first one by far less. */
const largestChange = 0.3;
const firstChange = 1e-3;
const largestContraction = 0.5;
/** Such steps may be longer. */
const fastContraction = 0.1;
const growth = 8;
const shortening = 0.25;
const shortestStep = 1e-30;
/** A step so much smaller than one with the rates at its start is one of Newton's method. */
const newtonShare = 1e-3;
/** Below this relative change by Newton's method the model is at rest. */
const finalChange = 1e-11;

/** Changes the free states of a model that is to start at rest; false when it does not come to rest. */
export function settle(model: RunningModel, t: number, free: readonly number[]): boolean {
  const n = free.length;
  const [f, next, s, rest] = [new Float64Array(n), new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const [J, A] = [new Float64Array(n * n), new Float64Array(n * n)];
  const lu = new DenseLU(n);
  const { state, states } = model.program;
  const nominal = free.map((k) => state.variables[states[k]!]!.nominal);
  const sizeOf = (j: number): number => Math.max(Math.abs(model.X[free[j]!]!), nominal[j]! > 0 ? nominal[j]! : 1);
  const norm = (v: Float64Array): number => v.reduce((largest, x, j) => Math.max(largest, Math.abs(x) / sizeOf(j)), 0);
  if (!rates(f)) return false;
  let step = firstChange / norm(f);
  for (let k = 0; k < maximumSteps; k++) {
    if (!differentiate()) return false;
    const here = [model.X.slice(), model.V.slice(), model.R.slice(), model.Q.slice()] as const;
    for (let isMade = false; !isMade; ) {
      for (let i = 0; i < n * n; i++) A[i] = -J[i]!;
      for (let j = 0; j < n; j++) A[j * (n + 1)]! += 1 / step;
      s.set(f);
      const isFactored = lu.factor(A) < 0;
      if (isFactored) lu.solve(s);
      const change = norm(s);
      const contraction = isFactored && change <= largestChange ? tryStep(change) : Number.POSITIVE_INFINITY;
      if (contraction <= largestContraction) {
        isMade = true;
        const isNewtonStep = change <= newtonShare * step * norm(f);
        f.set(next);
        if (change <= finalChange && isNewtonStep) return true;
        if (contraction <= fastContraction) step *= growth;
      } else {
        model.X.set(here[0]);
        model.V.set(here[1]);
        model.R.set(here[2]);
        model.Q.set(here[3]);
        step *= shortening;
        if (step < shortestStep) return false;
      }
    }
  }
  return false;

  function tryStep(change: number): number {
    free.forEach((k, j) => {
      model.X[k]! += s[j]!;
    });
    if (!rates(next)) return Number.POSITIVE_INFINITY;
    for (let j = 0; j < n; j++) rest[j] = next[j]! - s[j]! / step;
    lu.solve(rest);
    // of steps that are rounding alone nothing can be said
    return change <= finalChange ? 0 : norm(rest) / change;
  }

  /** false where the model has no values. */
  function rates(out: Float64Array): boolean {
    try {
      evaluateInitial(model, t);
    } catch (error) {
      if (!(error instanceof RattlebackError)) throw error;
      return false;
    }
    free.forEach((k, j) => {
      out[j] = model.D[k]!;
    });
    return out.every(Number.isFinite);
  }

  function differentiate(): boolean {
    for (let j = 0; j < n; j++) {
      const k = free[j]!;
      const x = model.X[k]!;
      const h = differenceStep * sizeOf(j);
      let isKnown = false;
      for (const side of [h, -h]) {
        model.X[k] = x + side;
        isKnown = rates(next);
        if (isKnown) for (let i = 0; i < n; i++) J[i + n * j] = (next[i]! - f[i]!) / side;
        if (isKnown) break;
      }
      model.X[k] = x;
      if (!isKnown) return false;
    }
    return rates(next);
  }
}
