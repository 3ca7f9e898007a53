/**
 * Consistent values at the start.
 *
 * States begin with init (fixed) or start (guess). Values given with init for variables that are no states, initial equations,
 * and repeated init values are conditions; the states that are not fixed are changed, as little as possible, until the
 * conditions hold (Gauss–Newton with minimum norm). Conditions that cannot hold are refused with names and values. An init that is
 * a preference holds where there is room for it (preferences.ts). Where the search ends nowhere it begins once more with the solution
 * of all equations and conditions, sorted as one system (startSystem.ts), and a model that is to start at rest goes there by itself (settle.ts).
 *
 * Source   [Nocedal2006] sec. 10.3 (Gauss–Newton with line search); [Golub2013] sec. 5.5 (minimum norm)
 * Length   attempts to find start values, each tried when the one before has failed
 */

import { leafNames } from "../compile/state.ts";
import { listNames } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { timeSlackAt } from "../events/timeSlack.ts";
import { DenseQR } from "../math/denseQR.ts";
import * as elementary from "../math/elementary.ts";
import type { InitialReport } from "../results/resultSink.ts";
import { print } from "../symbolic/print.ts";
import { variablesOf } from "../symbolic/traverse.ts";
import { type Condition, conditionsOf, evaluateInitial, saysRest, violatedOf } from "./initialConditions.ts";
import { PeeledLeastSquares } from "./peeledLeastSquares.ts";
import { keepPreferences, startWithPreferences } from "./preferences.ts";
import { relativeNewton } from "./relativeNewton.ts";
import type { RunningModel } from "./runningModel.ts";
import { settle } from "./settle.ts";
import { startSystem } from "./startSystem.ts";

/** Steps with the last matrix after convergence. */
const polishingSteps = 2;
/** Of the sum of all that last bits of states change a condition by: how far from holding it may end. */
const roundingShare = 4;
const maximumIterations = 50;
/** A whole step that leaves so little of the residual is followed by another one with the same matrix, which takes an evaluation per unknown. */
const fastConvergence = 1e-2;

/** `found` is told which states were free, and by which conditions they were found. */
export function initialise(
  model: RunningModel,
  t: number,
  tolerance: number,
  steadyState: boolean,
  found?: (free: readonly number[], conditions: readonly Condition[]) => void,
): InitialReport {
  model.time = t;
  model.services.timeSlack = timeSlackAt(t, model.timeScale);
  model.samplers.begin(t, model.services.timeSlack);
  model.hidden.declare(0, t);
  const { conditions, preferences } = conditionsOf(model, steadyState);
  const { states, state } = model.program;
  checkStartValues(model);
  const hasInit = states.map((v) => state.variables[v]!.init !== undefined && !steadyState);
  const all = states.map((_, k) => k);
  const preferred = all.filter((k) => hasInit[k] && model.isPreferred(states[k]!));
  const open = all.filter((k) => !hasInit[k]);
  if (steadyState) for (let k = 0; k < model.hidden.stateCount; k++) open.push(states.length + k);
  const before = model.X.slice();
  const memory = model.Q.slice();
  const solve = (wanted: readonly Condition[], free: readonly number[]): void => {
    let failure: unknown;
    try {
      solveFrom(model, t, wanted, free, tolerance, before);
      if (free.length === 0 || violatedOf(wanted, tolerance).length === 0) return;
    } catch (error) {
      failure = error;
    }
    if (free.length > 0 && startFromSystem(model, t, wanted, preferences, free, before, tolerance)) return;
    if (failure !== undefined && (free.length === 0 || !isBroken(failure))) throw failure;
    const reached = model.X.slice();
    for (const condition of wanted) condition.rounding = 0;
    model.X.set(before);
    if (saysRest(model, wanted, free) && settle(model, t, free)) solveInitial(model, t, wanted, free, tolerance);
    else {
      model.X.set(before);
      relativeNewton(model, t, wanted, free);
    }
    if (violatedOf(wanted, tolerance).length === 0) return;
    if (failure !== undefined) throw failure;
    model.X.set(reached);
    evaluateInitial(model, t);
  };
  const started = startWithGuesses({ model, conditions, tolerance, solve }, (guesses) =>
    startWithPreferences({ model, t, tolerance, conditions, open: [...open, ...guesses], preferred, solve }),
  );
  const fixed = all.filter((k) => !started.free.includes(k)).map((k) => state.variables[states[k]!]!.name);
  checkConditions(conditions, fixed, tolerance, t);
  // a start value somebody gave comes before a preference
  const movable = started.free.filter((k) => k >= states.length || state.variables[states[k]!]!.start === undefined);
  const kept = keepPreferences({ model, t, tolerance, conditions, preferences, free: movable, solve });
  found?.(started.free, [...conditions, ...kept]);
  if (model.program.actsAtStart) actAtStart(model, t, memory, () => checkConditions(conditions, fixed, tolerance, t));
  const name = (k: number): string =>
    k < states.length ? state.variables[states[k]!]!.name : `hidden state ${k - states.length + 1}`;
  const text = (k: number): string => `${name(k)} = ${before[k]}`;
  const givenUp = [
    ...started.givenUp.filter((k) => model.X[k] !== before[k]).map(text),
    ...preferences.filter((item) => !kept.includes(item)).map((item) => item.text),
  ];
  const held = [...preferred.filter((k) => model.X[k] === before[k]).map(text), ...kept.map((item) => item.text)];
  return {
    fixed,
    guessed: started.free.map(name),
    computed: started.free.filter((k) => model.X[k] !== before[k]).map(name),
    conditions: conditions.map((item) => item.text),
    residuals: conditions.map((item) => {
      const [present, wanted] = item.values();
      return present - wanted;
    }),
    ...(held.length > 0 && { kept: held }),
    ...(givenUp.length > 0 && { givenUp }),
  };
}

/** A state that begins at NaN stays there, and no equation need show it. */
function checkStartValues(model: RunningModel): void {
  const { states, state } = model.program;
  states.forEach((v, k) => {
    const value = model.X[k]!;
    if (Number.isFinite(value)) return;
    const { name, init, start } = state.variables[v]!;
    const source = init ?? start;
    const isComputed = source !== undefined && source.op !== "num" && !model.isGivenStart(v);
    throw new RattlebackError("E-START-VALUE", `The start value of "${name}" is ${value}.`, {
      path: name,
      ...(isComputed && { where: `${name} = ${print(source, leafNames(state))}` }),
      hint: isComputed ? "change the parameters that it is computed from" : "every start value must be a finite number",
      data: { name, value },
    });
  });
}

interface Attempt {
  readonly model: RunningModel;
  readonly conditions: readonly Condition[];
  readonly tolerance: number;
  readonly solve: (conditions: readonly Condition[], free: readonly number[]) => void;
}

/** Where conditions do not hold otherwise, guesses of predefined components are changed: for what is open first, then for all. */
function startWithGuesses<T>(
  { model, conditions, tolerance, solve }: Attempt,
  start: (guesses: readonly number[]) => T,
): T {
  const { hidden, X, V, R, Q, program } = model;
  const guesses = hidden.guesses.map((k) => program.states.length + k);
  if (guesses.length === 0 || conditions.length === 0) return start([]);
  const before = [X.slice(), V.slice(), R.slice(), Q.slice()] as const;
  const attempts = [
    () => start([]),
    () => {
      solve(violatedOf(conditions, tolerance), guesses);
      return start([]);
    },
  ];
  for (const attempt of attempts) {
    try {
      const started = attempt();
      if (violatedOf(conditions, tolerance).length === 0) return started;
    } catch (error) {
      if (!(error instanceof RattlebackError)) throw error;
    }
  }
  X.set(before[0]);
  V.set(before[1]);
  R.set(before[2]);
  Q.set(before[3]);
  return start(guesses);
}

function solveFrom(
  model: RunningModel,
  t: number,
  conditions: readonly Condition[],
  free: readonly number[],
  tolerance: number,
  start: Float64Array,
): void {
  if (!model.program.usesHomotopy) solveInitial(model, t, conditions, free, tolerance);
  else solveWithHomotopy(model, t, conditions, free, tolerance, start);
}

/** All equations and conditions sorted as one system; what it gives is where the search begins once more. False: no help. */
function startFromSystem(
  model: RunningModel,
  t: number,
  conditions: readonly Condition[],
  preferences: readonly Condition[],
  free: readonly number[],
  before: Float64Array,
  tolerance: number,
): boolean {
  const start = startSystem(model, t, conditions, preferences, free, before);
  if (start === undefined) return false;
  const [x, v, r, q] = [model.X.slice(), model.V.slice(), model.R.slice(), model.Q.slice()];
  try {
    solveFrom(start, t, [], [], tolerance, start.X);
    model.V.set(start.V);
    model.R.set(start.R);
    model.Q.set(start.Q);
    model.program.states.forEach((variable, k) => {
      model.X[k] = start.V[variable]!;
    });
    solveInitial(model, t, conditions, free, tolerance);
    if (violatedOf(conditions, tolerance).length === 0) return true;
  } catch {
    // the failure of the search itself is told
  }
  model.X.set(x);
  model.V.set(v);
  model.R.set(r);
  model.Q.set(q);
  return false;
}

/** When clauses that say initial() have acted in the search, on whatever values it came across: they act once more, on those that were found. */
function actAtStart(model: RunningModel, t: number, memory: Float64Array, check: () => void): void {
  const forget = (): void => {
    model.Q.set(memory);
    model.program.states.forEach((v, k) => {
      model.Q[v] = model.X[k]!;
    });
  };
  forget();
  evaluateInitial(model, t);
  check();
  forget();
  evaluateInitial(model, t, true);
}

function solveInitial(
  model: RunningModel,
  t: number,
  conditions: readonly Condition[],
  free: readonly number[],
  tolerance: number,
): void {
  for (const condition of conditions) condition.rounding = 0;
  evaluateInitial(model, t);
  model.checkFinite(t);
  if (conditions.length === 0 || free.length === 0) return;
  const [m, n] = [conditions.length, free.length];
  const residual = (out: Float64Array): number => {
    let sum = 0;
    conditions.forEach(({ values }, i) => {
      const [present, wanted] = values();
      out[i] = present - wanted;
      sum += elementary.square(out[i]!);
    });
    return Math.sqrt(sum);
  };
  const r = new Float64Array(m);
  const trial = new Float64Array(m);
  const J = new Float64Array(m * n);
  const step = new Float64Array(n);
  let size = residual(r);
  const qr = new PeeledLeastSquares(m, n);
  let isFactored = false;
  let isOld = false;
  for (let iteration = 0; iteration < maximumIterations && size > 1e-3 * tolerance * scaleOf(conditions); iteration++) {
    if (!isOld) differentiate();
    isFactored = true;
    qr.solve(step, r);
    if (!isOld && promisesNothing()) break;
    const here = keep(model);
    const least = isOld ? 0.5 : 1e-6;
    isOld = false;
    let isBetter = false;
    let broken: RattlebackError | undefined;
    for (let damping = 1; damping > least && !isBetter; damping /= 2) {
      free.forEach((k, j) => {
        model.X[k] = here.X[k]! - damping * step[j]!;
      });
      broken = brokenAt(model, t);
      if (broken !== undefined) {
        restore(model, here);
        continue;
      }
      const next = residual(trial);
      if (next < size) {
        isBetter = true;
        isOld = damping === 1 && next <= fastConvergence * size;
        size = next;
        r.set(trial);
      }
    }
    if (!isBetter) {
      free.forEach((k) => {
        model.X[k] = here.X[k]!;
      });
      evaluateInitial(model, t);
      residual(r);
      if (least < 0.5 && broken !== undefined) throw broken;
      if (least < 0.5) break;
    }
  }
  if (isFactored) {
    polish();
    const paths = m >= n ? pathsOf(model) : [];
    // the last matrix may be that of another mode
    if (paths.length > 0) differentiate();
    const isSettled = paths.length > 0 && settlePaths(model, t, free, paths, qr.freeDirections());
    if (paths.length > 0) evaluateInitial(model, t);
    if (isSettled) {
      size = residual(r);
      polish();
    }
  }
  model.checkFinite(t);
  if (isFactored && violatedOf(conditions, tolerance).length > 0) noteRounding();

  /**
   * The pressure of a liquid may have a rate of 10⁵ times its last bits per second: no state that can be written makes it zero to the
   * tolerance.
   */
  function noteRounding(): void {
    differentiate();
    conditions.forEach((condition, i) => {
      const moved = free.reduce((sum, k, j) => sum + Math.abs(J[i + m * j]! * model.X[k]!), 0);
      if (Number.isFinite(moved)) condition.rounding = roundingShare * Number.EPSILON * moved;
    });
    evaluateInitial(model, t);
  }

  /** What the step changes is at right angles to what is left, but for rounding: conditions that no state can make hold better. */
  function promisesNothing(): boolean {
    let square = 0;
    for (let i = 0; i < m; i++) {
      let change = 0;
      for (let j = 0; j < n; j++) change += J[i + m * j]! * step[j]!;
      square += change * change;
    }
    return square <= Number.EPSILON * size * size;
  }

  function differentiate(): void {
    const [relations, memory] = [model.R.slice(), model.Q.slice()];
    for (let j = 0; j < n; j++) {
      const k = free[j]!;
      const x = model.X[k]!;
      const h = 1e-7 * Math.max(1, Math.abs(x));
      model.X[k] = x + h;
      evaluateBeside(model, t, relations, memory);
      residual(trial);
      model.X[k] = x;
      for (let i = 0; i < m; i++) J[i + m * j] = (trial[i]! - r[i]!) / h;
    }
    qr.factor(J, 1e-9);
  }

  /** The last matrix, right but for rounding and curvature, takes the solution down to rounding. */
  function polish(): void {
    for (let k = 0; k < polishingSteps; k++) {
      qr.solve(step, r);
      const before = model.X.slice();
      free.forEach((index, j) => {
        model.X[index] = before[index]! - step[j]!;
      });
      evaluateInitial(model, t);
      const next = residual(trial);
      if (!(next < size)) {
        model.X.set(before);
        evaluateInitial(model, t);
        return;
      }
      size = next;
      r.set(trial);
    }
  }
}

/** Variables that relations of mixed systems compare. */
function pathsOf(model: RunningModel): number[] {
  const { state, systems } = model.program;
  const compared = systems.flatMap(({ relations }) => relations.map((k) => state.relations[k]!.expression));
  return [...new Set(compared.flatMap((e) => [...variablesOf(e)]))].filter((v) => !state.aliases.has(v));
}

/**
 * Conditions that are as many as the unknowns and still leave directions open, such as the share of a load that a motor at rest carries
 * beside its friction: path parameters of switching elements, which relations of mixed systems compare, become as small as they can be.
 */
function settlePaths(
  model: RunningModel,
  t: number,
  free: readonly number[],
  paths: readonly number[],
  directions: readonly Float64Array[],
): boolean {
  if (directions.length === 0) return false;
  const values = (): Float64Array => Float64Array.from(paths, (v) => model.V[v]!);
  const start = model.X.slice();
  evaluateInitial(model, t);
  const [present, relations, memory] = [values(), model.R.slice(), model.Q.slice()];
  const move = (direction: Float64Array, length: number): void =>
    free.forEach((k, j) => {
      model.X[k]! += length * direction[j]!;
    });
  const J = new Float64Array(paths.length * directions.length);
  directions.forEach((direction, c) => {
    const h = 1e-6;
    move(direction, h);
    evaluateBeside(model, t, relations, memory);
    values().forEach((value, i) => {
      J[i + paths.length * c] = (value - present[i]!) / h;
    });
    model.X.set(start);
  });
  const qr = new DenseQR(paths.length, directions.length);
  qr.factor(J, 1e-9);
  const lengths = new Float64Array(directions.length);
  qr.solve(lengths, present);
  directions.forEach((direction, c) => move(direction, -lengths[c]!));
  return true;
}

/**
 * A point beside the present one, for differences. Where it lies on the other side of a switch, such as a shaft at rest that begins to slip
 * when its speed is no longer zero, the modes of the present point count.
 */
function evaluateBeside(model: RunningModel, t: number, relations: RunningModel["R"], memory: RunningModel["Q"]): void {
  evaluateInitial(model, t);
  if (model.R.every((value, i) => value === relations[i])) return;
  model.R.set(relations);
  model.Q.set(memory);
  model.services.initial = 1;
  try {
    model.full(t, model.X, model.D);
  } finally {
    model.services.initial = 0;
  }
}

/** The assertion of a function that does not hold at the states that a search tries: a shorter step may not leave the range of its medium. */
function brokenAt(model: RunningModel, t: number): RattlebackError | undefined {
  try {
    evaluateInitial(model, t);
  } catch (error) {
    if (isBroken(error)) return error;
    throw error;
  }
  return undefined;
}

function isBroken(error: unknown): error is RattlebackError {
  return error instanceof RattlebackError && error.code === "E-MODELICA-ASSERT";
}

type Kept = Record<"X" | "V" | "R" | "Q", Float64Array>;

function keep({ X, V, R, Q }: RunningModel): Kept {
  return { X: X.slice(), V: V.slice(), R: R.slice(), Q: Q.slice() };
}

function restore(model: RunningModel, { X, V, R, Q }: Kept): void {
  model.X.set(X);
  model.V.set(V);
  model.R.set(R);
  model.Q.set(Q);
}

function scaleOf(conditions: readonly Condition[]): number {
  return conditions.reduce((scale, { values }) => Math.max(scale, Math.abs(values()[1])), 1);
}

function checkConditions(
  conditions: readonly Condition[],
  fixed: readonly string[],
  tolerance: number,
  t: number,
): void {
  const violated = violatedOf(conditions, tolerance);
  if (violated.length === 0) return;
  const lines = violated
    .slice(0, 5)
    .map(
      ({ text, values }) =>
        `           ${text}   gives ${values()[0].toPrecision(7)} instead of ${values()[1].toPrecision(7)}`,
    );
  if (violated.length > 5) lines.push(`           and ${violated.length - 5} more`);
  throw new RattlebackError(
    "E-INIT-CONFLICT",
    `${violated.length === 1 ? "A start value" : `${violated.length} start values`} cannot be reached at t = ${t}.`,
    {
      path: violated[0]!.name,
      where: `at the start\n${lines.join("\n")}`,
      because: "the other start values and the equations determine these values already",
      hint: violated.some(({ isEquation }) => isEquation)
        ? `there is no room for all initial equations: remove one${fixed.length === 0 ? "" : `, or use start instead of init for one of the fixed states ${listNames(fixed)}`}`
        : "use start instead of init for the values that may change, or make the values agree",
      data: {
        names: violated.map(({ name }) => name),
        present: violated.map(({ values }) => values()[0]),
        wanted: violated.map(({ values }) => values()[1]),
      },
    },
  );
}

/**
 * The simplified model (λ = 0) chooses among several solutions, so it comes first and the actual one (λ = 1) begins with its solution.
 * Without a solution of the simplified model the actual one is solved alone.
 */
function solveWithHomotopy(
  model: RunningModel,
  t: number,
  conditions: readonly Condition[],
  free: readonly number[],
  tolerance: number,
  start: Float64Array,
): void {
  const { services } = model;
  const v = model.V.slice();
  try {
    followHomotopy(model, t, conditions, free, tolerance);
  } catch {
    model.X.set(start);
    model.V.set(v);
    services.lambda = 1;
    solveInitial(model, t, conditions, free, tolerance);
  } finally {
    services.lambda = 1;
  }
}

/** From λ = 0 to λ = 1, at once where that succeeds, in steps that shrink otherwise. */
function followHomotopy(
  model: RunningModel,
  t: number,
  conditions: readonly Condition[],
  free: readonly number[],
  tolerance: number,
): void {
  const { services } = model;
  services.lambda = 0;
  solveInitial(model, t, conditions, free, tolerance);
  let lambda = 0;
  let step = 1;
  while (lambda < 1) {
    const next = Math.min(1, lambda + step);
    const [x, v] = [model.X.slice(), model.V.slice()];
    services.lambda = next;
    try {
      solveInitial(model, t, conditions, free, tolerance);
      lambda = next;
      step *= 1.5;
    } catch (error) {
      model.X.set(x);
      model.V.set(v);
      step = step === 1 ? 0.1 : step / 4;
      if (step < 1e-4) throw error;
    }
  }
}
