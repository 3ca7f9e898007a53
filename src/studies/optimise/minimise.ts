/**
 * Minimum of a smooth function with bounds and constraints, from its gradients.
 *
 *     minimise f(x),   c_i(x) = 0 or c_i(x) ≥ 0,   lower ≤ x ≤ upper
 *
 * Source   [Nocedal2006] ch. 17.4 augmented Lagrangian with bounds; ch. 6.1 BFGS, ch. 16.7 projection onto bounds, ch. 3.1 line search
 * Method   Λ(x) = f + Σ ψ(c_i, λ_i, μ) is minimised within the bounds by a quasi-Newton method on the variables that are free; then
 *          the multipliers λ move, or the penalty μ grows where violations do not fall.
 */

import type { Asks } from "./asks.ts";

/** Values at a point: the objective, then the constraints; gradients row by row. */
export interface SmoothValues {
  readonly f: number;
  readonly gradient: Float64Array;
  readonly constraints: Float64Array;
  /** ∂c_i/∂x_j at [i·n + j]. */
  readonly jacobian: Float64Array;
}

export interface SmoothProblem {
  readonly start: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Per constraint: true for c = 0, false for c ≥ 0. */
  readonly isEquality: readonly boolean[];
  /** No more evaluations are allowed. */
  isOver(): boolean;
}

/** Asks for the values at one point at a time; undefined where it cannot be evaluated. */
type Asking<Found> = Asks<SmoothValues | undefined, Found>;

export interface SmoothMinimum {
  readonly x: Float64Array;
  readonly values: SmoothValues;
  readonly violation: number;
  readonly multipliers: Float64Array;
  readonly hasConverged: boolean;
}

const maximumOuter = 60;
const maximumInner = 400;
const sufficientDecrease = 1e-4;
const largestPenalty = 1e12;

/** `tolerance`: of the projected gradient, relative to the size of f, and of violations. */
export function* minimise(problem: SmoothProblem, tolerance: number): Asking<SmoothMinimum | undefined> {
  const { isEquality } = problem;
  const m = isEquality.length;
  const x = project(problem.start.slice(), problem);
  let values = (yield [x])[0];
  if (values === undefined) return undefined;
  const multipliers = new Float64Array(m);
  let penalty = m === 0 ? 0 : startPenalty(values, isEquality);
  let violation = violationOf(values, isEquality);
  let hasConverged = false;
  for (let outer = 0; outer < maximumOuter && !hasConverged && !problem.isOver(); outer++) {
    const merit = new Merit(isEquality, multipliers, penalty);
    const inner: Descent = yield* descend(
      problem,
      merit,
      x,
      values,
      m === 0 ? tolerance : Math.max(tolerance, 10 ** (-2 - outer)),
    );
    values = inner.values;
    const next = violationOf(values, isEquality);
    const isStationary =
      inner.isStationary && (m === 0 || 10 ** (-2 - outer) <= tolerance || inner.gradient <= tolerance);
    if (m === 0) {
      hasConverged = inner.isStationary;
      break;
    }
    merit.updateMultipliers(values.constraints);
    hasConverged = next <= tolerance && isStationary;
    if (next > 0.25 * violation && next > tolerance) penalty = Math.min(largestPenalty, 5 * penalty);
    violation = next;
  }
  return { x, values, violation: violationOf(values, isEquality), multipliers, hasConverged };
}

/** Powell, Hestenes and Rockafellar's function and its gradient. */
class Merit {
  private readonly isEquality: readonly boolean[];
  private readonly multipliers: Float64Array;
  private readonly penalty: number;

  constructor(isEquality: readonly boolean[], multipliers: Float64Array, penalty: number) {
    this.isEquality = isEquality;
    this.multipliers = multipliers;
    this.penalty = penalty;
  }

  value({ f, constraints }: SmoothValues): number {
    const { penalty: μ } = this;
    let sum = f;
    constraints.forEach((c, i) => {
      const λ = this.multipliers[i]!;
      sum += this.isActive(c, i) ? -λ * c + 0.5 * μ * c * c : (-0.5 * λ * λ) / μ;
    });
    return sum;
  }

  gradient({ gradient, constraints, jacobian }: SmoothValues, out: Float64Array): void {
    const n = gradient.length;
    out.set(gradient);
    constraints.forEach((c, i) => {
      if (!this.isActive(c, i)) return;
      const factor = this.penalty * c - this.multipliers[i]!;
      for (let j = 0; j < n; j++) out[j] = out[j]! + factor * jacobian[i * n + j]!;
    });
  }

  updateMultipliers(constraints: Float64Array): void {
    constraints.forEach((c, i) => {
      this.multipliers[i] = this.isActive(c, i) ? this.multipliers[i]! - this.penalty * c : 0;
    });
  }

  private isActive(c: number, i: number): boolean {
    return this.isEquality[i]! || c < this.multipliers[i]! / this.penalty;
  }
}

/** Quasi-Newton descent within the bounds; x ends at the last point. */
interface Descent {
  readonly values: SmoothValues;
  readonly isStationary: boolean;
  readonly gradient: number;
}

function* descend(
  problem: SmoothProblem,
  merit: Merit,
  x: Float64Array,
  first: SmoothValues,
  tolerance: number,
): Asking<Descent> {
  const n = x.length;
  let values = first;
  let value = merit.value(values);
  const [g, next, trial, step] = [0, 0, 0, 0].map(() => new Float64Array(n)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  merit.gradient(values, g);
  const H = new Float64Array(n * n);
  resetInverse(H, n, 1);
  let isFresh = true;
  for (let k = 0; k < maximumInner; k++) {
    const size = projectedGradient(problem, x, g, 1 + Math.abs(values.f));
    if (size <= tolerance) return { values, isStationary: true, gradient: size };
    if (problem.isOver()) break;
    const isHeld = heldVariables(problem, x, g);
    direction(H, g, isHeld, step);
    let slope = dot(g, step);
    if (!(slope < 0)) {
      resetInverse(H, n, 1);
      isFresh = true;
      direction(H, g, isHeld, step);
      slope = dot(g, step);
    }
    if (isFresh) scaleFirst(x, step);
    const found = yield* search(problem, merit, x, value, g, step, trial);
    if (found === undefined) {
      if (isFresh) break;
      resetInverse(H, n, 1);
      isFresh = true;
      continue;
    }
    merit.gradient(found.values, next);
    update(H, n, x, trial, g, next, isFresh);
    isFresh = false;
    x.set(trial);
    g.set(next);
    ({ values, value } = found);
  }
  const size = projectedGradient(problem, x, g, 1 + Math.abs(values.f));
  return { values, isStationary: size <= tolerance, gradient: size };
}

/** Backtracking along the projected path. */
function* search(
  problem: SmoothProblem,
  merit: Merit,
  x: Float64Array,
  value: number,
  g: Float64Array,
  step: Float64Array,
  trial: Float64Array,
): Asking<{ values: SmoothValues; value: number } | undefined> {
  for (let t = 1, k = 0; k < 40 && !problem.isOver(); k++) {
    for (let j = 0; j < x.length; j++) trial[j] = x[j]! + t * step[j]!;
    project(trial, problem);
    let predicted = 0;
    for (let j = 0; j < x.length; j++) predicted += g[j]! * (trial[j]! - x[j]!);
    if (predicted === 0) return undefined;
    const [values] = yield [trial];
    const found = values === undefined ? Number.POSITIVE_INFINITY : merit.value(values);
    if (values !== undefined && found <= value + sufficientDecrease * Math.min(predicted, 0))
      return { values, value: found };
    // the parabola through both values and the slope, within limits
    const guess = (-0.5 * predicted) / (found - value - predicted);
    t *= Number.isFinite(guess) ? Math.min(0.5, Math.max(0.1, guess)) : 0.25;
  }
  return undefined;
}

/** BFGS of the inverse, left alone where the curvature is not positive. */
function update(
  H: Float64Array,
  n: number,
  x: Float64Array,
  trial: Float64Array,
  g: Float64Array,
  next: Float64Array,
  isFirst: boolean,
): void {
  const s = trial.map((value, j) => value - x[j]!);
  const y = next.map((value, j) => value - g[j]!);
  const sy = dot(s, y);
  const yy = dot(y, y);
  if (!(sy > 1e-12 * Math.sqrt(yy * dot(s, s)))) return;
  if (isFirst) resetInverse(H, n, sy / yy);
  const Hy = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) Hy[i] = Hy[i]! + H[i * n + j]! * y[j]!;
  const factor = (1 + dot(y, Hy) / sy) / sy;
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      H[i * n + j] = H[i * n + j]! + factor * s[i]! * s[j]! - (Hy[i]! * s[j]! + s[i]! * Hy[j]!) / sy;
}

/** −H·g among the free variables. */
function direction(H: Float64Array, g: Float64Array, isHeld: readonly boolean[], step: Float64Array): void {
  const n = g.length;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    if (!isHeld[i]) for (let j = 0; j < n; j++) if (!isHeld[j]) sum -= H[i * n + j]! * g[j]!;
    step[i] = sum;
  }
}

/** The first step knows no curvature: it is not longer than a tenth of where it begins. */
function scaleFirst(x: Float64Array, step: Float64Array): void {
  const size = Math.sqrt(dot(step, step));
  const allowed = 0.1 * Math.max(1, Math.sqrt(dot(x, x)));
  if (size > allowed) for (let j = 0; j < step.length; j++) step[j] = (step[j]! * allowed) / size;
}

function heldVariables({ lower, upper }: SmoothProblem, x: Float64Array, g: Float64Array): boolean[] {
  return Array.from(x, (value, j) => (value <= lower[j]! && g[j]! > 0) || (value >= upper[j]! && g[j]! < 0));
}

/** Largest |x − P(x − g)|, in units of x and f. */
function projectedGradient({ lower, upper }: SmoothProblem, x: Float64Array, g: Float64Array, scale: number): number {
  let largest = 0;
  for (let j = 0; j < x.length; j++) {
    const unit = Math.max(1, Math.abs(x[j]!));
    const moved = Math.min(upper[j]!, Math.max(lower[j]!, x[j]! - (g[j]! * unit * unit) / scale));
    largest = Math.max(largest, Math.abs(moved - x[j]!) / unit);
  }
  return largest;
}

export function violationOf(
  { constraints }: Pick<SmoothValues, "constraints">,
  isEquality: readonly boolean[],
): number {
  let largest = 0;
  constraints.forEach((c, i) => {
    largest = Math.max(largest, isEquality[i] ? Math.abs(c) : -c);
  });
  return largest;
}

function startPenalty(values: SmoothValues, isEquality: readonly boolean[]): number {
  let squares = 0;
  values.constraints.forEach((c, i) => {
    if (isEquality[i] || c < 0) squares += c * c;
  });
  return Math.min(1e3, Math.max(10, (2 * Math.abs(values.f)) / Math.max(squares, 1e-3)));
}

function project(x: Float64Array, { lower, upper }: SmoothProblem): Float64Array {
  for (let j = 0; j < x.length; j++) x[j] = Math.min(upper[j]!, Math.max(lower[j]!, x[j]!));
  return x;
}

function resetInverse(H: Float64Array, n: number, value: number): void {
  H.fill(0);
  for (let j = 0; j < n; j++) H[j * n + j] = value;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j]! * b[j]!;
  return sum;
}
