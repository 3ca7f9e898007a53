/**
 * Bounded non-linear least squares: minimise ½·|r(p)|² for lower ≤ p ≤ upper.
 *
 * Source   [More1978] Levenberg–Marquardt with scaled trust region; [Kanzow2004] projection onto bounds;
 *          [Transtrum2012] second-order correction along the geodesic
 *
 *     (JᵀJ + λ·D²)·v = −Jᵀr,   (JᵀJ + λ·D²)·a = −Jᵀ·r_vv,   p ← P(p + v + ½a)
 *
 * r_vv is the second derivative of the residuals along v, by one more evaluation. A step is tried only while |a| ≤ ¾|v|/2: where the
 * problem bends more than that, the linear model says nothing and λ grows. D are the largest column norms of J so far. λ falls when a step does what the linear model promised and grows when it does not. Parameters
 * at a bound whose gradient points outside are held there. At the end λ is 0 and Gauss–Newton steps go on until rounding stops them.
 */
import { called, guarded } from "../../errors/boundary.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { solveDamped } from "./dampedSolve.ts";

export interface LeastSquaresProblem {
  readonly start: ArrayLike<number>;
  /** Number of residuals. */
  readonly size: number;
  /** Writes the residuals at p. */
  residuals(p: Float64Array, r: Float64Array): void;
  /** Writes ∂r_i/∂p_j into J[j·size + i]. Called after `residuals` at the same p. */
  jacobian(p: Float64Array, j: Float64Array): void;
  readonly lower?: ArrayLike<number>;
  readonly upper?: ArrayLike<number>;
}

export interface LeastSquaresOptions {
  /** Evaluations of the residuals. Default 20 000. */
  readonly maximumEvaluations?: number;
  /** Relative change of the parameters below which it ends. Default 1e-11. */
  readonly tolerance?: number;
}

export interface LeastSquaresSolution {
  readonly parameters: Float64Array;
  readonly residuals: Float64Array;
  /** By columns. */
  readonly jacobian: Float64Array;
  readonly sumOfSquares: number;
  readonly isAtBound: readonly boolean[];
  readonly hasConverged: boolean;
  readonly evaluations: number;
  readonly iterations: number;
}

const firstDamping = 1e-3;
const largestDamping = 1e16;
/** Below this the linear model has proved itself: steps are not corrected. */
const slightDamping = 0;
/** Part of the step at which the bend is measured. */
const bendPart = 0.1;
const largestBend = 0.75;
const maximumPolishing = 100;
const slowestPolishing = 0.9;
const maximumStalls = 4;

export function leastSquares(problem: LeastSquaresProblem, options: LeastSquaresOptions = {}): LeastSquaresSolution {
  if (typeof problem?.residuals !== "function" || typeof problem.jacobian !== "function")
    throw new RattlebackError("E-STUDY", "A problem of least squares has residuals and their Jacobian.", {
      path: "problem",
      hint: "leastSquares({ start, size, residuals: (p, r) => …, jacobian: (p, j) => … })",
    });
  return guarded("leastSquares", () => {
    const steps = leastSquaresSteps(problem, options);
    let step = steps.next();
    while (step.done !== true) {
      const { kind, p, out } = step.value;
      called(kind, () => problem[kind](p, out));
      step = steps.next();
    }
    return step.value;
  });
}

/** What the search wants to have written into `out`, at p, before it goes on. */
export interface LeastSquaresQuestion {
  readonly kind: "residuals" | "jacobian";
  readonly p: Float64Array;
  readonly out: Float64Array;
}

type Asking<Found> = Generator<LeastSquaresQuestion, Found, void>;

/** The same as a search that asks: whoever drives it decides where residuals are computed. */
export function* leastSquaresSteps(
  problem: Omit<LeastSquaresProblem, "residuals" | "jacobian">,
  options: LeastSquaresOptions = {},
): Asking<LeastSquaresSolution> {
  const { size: m } = problem;
  const n = problem.start.length;
  const { maximumEvaluations = 20_000, tolerance = 1e-11 } = options;
  const lower = Float64Array.from(problem.lower ?? new Float64Array(n).fill(Number.NEGATIVE_INFINITY));
  const upper = Float64Array.from(problem.upper ?? new Float64Array(n).fill(Number.POSITIVE_INFINITY));
  checkProblem(problem, lower, upper);
  const p = Float64Array.from(problem.start);
  let r = new Float64Array(m);
  yield { kind: "residuals", p, out: r };
  let evaluations = 1;
  let cost = sumOfSquares(r);
  if (!Number.isFinite(cost)) throw notFinite(p);
  const j = new Float64Array(m * n);
  const scale = new Float64Array(n);
  const held = new Array<boolean>(n).fill(false);
  const step = new Float64Array(n);
  const trial = new Float64Array(n);
  let trialR = new Float64Array(m);
  const bending = { place: new Float64Array(n), residuals: new Float64Array(m), correction: new Float64Array(n) };
  let damping = firstDamping;
  let growth = 2;
  let iterations = 0;
  let hasConverged = false;
  while (!hasConverged && evaluations < maximumEvaluations) {
    yield { kind: "jacobian", p, out: j };
    iterations++;
    updateScale(j, m, scale);
    holdAtBounds(p, r, j, m, lower, upper, held);
    for (let isBetter = false; !isBetter; ) {
      const { predicted } = solveDamped(j, m, r, scale, held, damping, step);
      if (damping > slightDamping) {
        evaluations++;
        const isBent = yield* bend(m, p, r, j, scale, held, damping, step, bending);
        if (!isBent && damping < largestDamping) {
          damping *= growth;
          growth *= 2;
          if (evaluations >= maximumEvaluations) break;
          continue;
        }
      }
      for (let k = 0; k < n; k++) trial[k] = Math.min(upper[k]!, Math.max(lower[k]!, p[k]! + step[k]!));
      const change = relativeChange(p, trial, scale);
      yield { kind: "residuals", p: trial, out: trialR };
      evaluations++;
      const trialCost = sumOfSquares(trialR);
      const gain = (cost - trialCost) / Math.max(predicted, Number.MIN_VALUE);
      isBetter = trialCost < cost;
      if (isBetter) {
        p.set(trial);
        [r, trialR] = [trialR, r];
        cost = trialCost;
        // [Nielsen1999] smooth decrease
        damping = gain > 0.99 ? damping / 10 : damping * Math.max(0.1, 1 - (2 * gain - 1) ** 3);
        if (damping < 1e-14) damping = 0;
        growth = 2;
        hasConverged = change <= tolerance;
      } else {
        hasConverged = change <= tolerance || damping > largestDamping;
        damping = damping === 0 ? 1e-12 : damping * growth;
        growth *= 2;
        if (hasConverged || evaluations >= maximumEvaluations) break;
      }
    }
  }
  yield* polish(m, p, r, j, lower, upper, scale, held);
  yield { kind: "residuals", p, out: r };
  yield { kind: "jacobian", p, out: j };
  return {
    parameters: p,
    residuals: r,
    jacobian: j,
    sumOfSquares: sumOfSquares(r),
    isAtBound: held,
    hasConverged,
    evaluations,
    iterations,
  };
}

interface Bending {
  readonly place: Float64Array;
  readonly residuals: Float64Array;
  readonly correction: Float64Array;
}

/** Adds ½a to the step v. False: the problem bends too much along v. */
function* bend(
  m: number,
  p: Float64Array,
  r: Float64Array,
  j: Float64Array,
  scale: Float64Array,
  held: readonly boolean[],
  damping: number,
  step: Float64Array,
  { place, residuals, correction }: Bending,
): Asking<boolean> {
  for (let k = 0; k < p.length; k++) place[k] = p[k]! + bendPart * step[k]!;
  yield { kind: "residuals", p: place, out: residuals };
  for (let i = 0; i < m; i++) {
    let slope = 0;
    for (let k = 0; k < p.length; k++) slope += j[k * m + i]! * step[k]!;
    residuals[i] = (2 / bendPart) * ((residuals[i]! - r[i]!) / bendPart - slope);
  }
  solveDamped(j, m, residuals, scale, held, damping, correction);
  let [length, turn] = [0, 0];
  for (let k = 0; k < p.length; k++) {
    length += (scale[k]! * step[k]!) ** 2;
    turn += (scale[k]! * correction[k]!) ** 2;
  }
  // also false when the residuals there are not finite
  if (!(2 * Math.sqrt(turn) <= largestBend * Math.sqrt(length))) return false;
  for (let k = 0; k < p.length; k++) step[k] = step[k]! + correction[k]! / 2;
  return true;
}

/**
 * Plain Gauss–Newton steps while they become smaller: the minimum is flat, so the cost no longer tells which point is better. Where
 * residuals are large they become smaller by a factor only, and many are needed.
 */
function* polish(
  m: number,
  p: Float64Array,
  r: Float64Array,
  j: Float64Array,
  lower: Float64Array,
  upper: Float64Array,
  scale: Float64Array,
  held: boolean[],
): Asking<void> {
  const step = new Float64Array(p.length);
  const trial = new Float64Array(p.length);
  const trialR = new Float64Array(m);
  let last = 1e-4;
  let stalls = 0;
  for (let k = 0; k < maximumPolishing; k++) {
    yield { kind: "residuals", p, out: r };
    yield { kind: "jacobian", p, out: j };
    holdAtBounds(p, r, j, m, lower, upper, held);
    solveDamped(j, m, r, scale, held, 0, step);
    for (let i = 0; i < p.length; i++) trial[i] = Math.min(upper[i]!, Math.max(lower[i]!, p[i]! + step[i]!));
    const change = relativeChange(p, trial, scale);
    if (!(change < slowestPolishing * last) && ++stalls > maximumStalls) return;
    yield { kind: "residuals", p: trial, out: trialR };
    if (!(sumOfSquares(trialR) <= sumOfSquares(r) * (1 + 1e-10) + Number.MIN_VALUE)) return;
    p.set(trial);
    last = Math.min(last, change);
  }
}

function sumOfSquares(r: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < r.length; i++) sum += r[i]! * r[i]!;
  return sum;
}

function updateScale(j: Float64Array, m: number, scale: Float64Array): void {
  for (let k = 0; k < scale.length; k++) {
    let sum = 0;
    for (let i = 0; i < m; i++) sum += j[k * m + i]! ** 2;
    scale[k] = Math.max(0.9 * scale[k]!, Math.sqrt(sum)) || 1;
  }
}

/** A parameter at a bound stays there while descent would leave the box. */
function holdAtBounds(
  p: Float64Array,
  r: Float64Array,
  j: Float64Array,
  m: number,
  lower: Float64Array,
  upper: Float64Array,
  held: boolean[],
): void {
  for (let k = 0; k < p.length; k++) {
    let gradient = 0;
    for (let i = 0; i < m; i++) gradient += j[k * m + i]! * r[i]!;
    held[k] = (p[k]! <= lower[k]! && gradient > 0) || (p[k]! >= upper[k]! && gradient < 0) || lower[k] === upper[k];
  }
}

function relativeChange(p: Float64Array, q: Float64Array, scale: Float64Array): number {
  let change = 0;
  let size = 0;
  for (let k = 0; k < p.length; k++) {
    change += (scale[k]! * (q[k]! - p[k]!)) ** 2;
    size += (scale[k]! * p[k]!) ** 2;
  }
  return size > 0 ? Math.sqrt(change / size) : Math.sqrt(change);
}

function checkProblem(
  { size, start }: Pick<LeastSquaresProblem, "size" | "start">,
  lower: Float64Array,
  upper: Float64Array,
): void {
  const n = start.length;
  if (n === 0)
    throw new RattlebackError("E-STUDY", "There is nothing to fit: no parameter is given.", {
      hint: "name at least one",
    });
  if (size < n) {
    throw new RattlebackError("E-STUDY", `${size} residuals cannot determine ${n} parameters.`, {
      hint: "give more data, or fit fewer parameters",
      data: { residuals: size, parameters: n },
    });
  }
  for (let k = 0; k < n; k++) {
    if (!Number.isFinite(start[k]!))
      throw new RattlebackError("E-STUDY", `Start value ${k + 1} is ${start[k]}.`, {
        hint: "give finite start values",
      });
    if (!(lower[k]! <= upper[k]!))
      throw new RattlebackError("E-STUDY", `The bounds of parameter ${k + 1} are ${lower[k]} … ${upper[k]}.`, {
        hint: "the lower bound must not be above the upper one",
      });
    if (lower[k]! <= start[k]! && start[k]! <= upper[k]!) continue;
    throw new RattlebackError(
      "E-STUDY",
      `Parameter ${k + 1} begins at ${start[k]}, outside of ${lower[k]} … ${upper[k]}.`,
      { path: "problem.start", hint: "a start within the bounds", data: { parameter: k + 1, start: start[k]! } },
    );
  }
}

function notFinite(p: Float64Array): RattlebackError {
  return new RattlebackError("E-STUDY", "The residuals at the start are not finite.", {
    because: `the start is ${Array.from(p).join(", ")}`,
    hint: "begin with other values",
  });
}
