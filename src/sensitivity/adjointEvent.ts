/**
 * Adjoints behind an event become those before it. Event iteration is a chain of linear maps of what changes, so that its transpose is
 * the chain backwards: x̄⁻ = Lᵀ·x̄⁺. When the time τ of the event moves, everything before it lasts longer and everything behind begins
 * later, by
 *
 *     σ = x̄⁻·ẋ⁻ + t̄ − λ⁺·f⁺ + w·(h⁻ − h⁺)        G_τ, with w = 1 and h for an integral of h
 *     g(x, p, τ) = 0:   λ⁻ = x̄⁻ − σ·∂g/∂x / ġ     and the same for parameters and values before the event
 *
 * Where the run ends at the event nothing begins behind it: f⁺ and h⁺ do not count.
 *
 * Source   [Rozenvasser1967], [Galan1999] jump conditions, transposed; [Cao2003]
 */
import type { RunningModel } from "../run/runningModel.ts";
import type { AdjointModel } from "./adjointModel.ts";
import { type EventCondition, eventConditions } from "./eventConditions.ts";
import { beginsAtStart, isCrossing, sameRate } from "./eventRates.ts";
import { returnTo, type TapedEvent } from "./eventTape.ts";
import { cornerWarning, fixedTimes, grazing } from "./sensitivityRun.ts";

/** Sums that cancel to this part of their terms are zero. */
const rounding = 1e-11;

/** Adjoints at one instant: of the states, of values before the event, of parameters. */
export interface AdjointPoint {
  λ: Float64Array;
  before: Float64Array;
  parameters: Float64Array;
}

export interface EventPassage {
  readonly event: TapedEvent;
  readonly startTime: number;
  /** Behind and before the event; one and the same when the states stay. */
  readonly adjointAfter: AdjointModel;
  readonly adjointBefore: AdjointModel;
  /** What the number gains while time goes on, at a given state: w·h⁻ and w·h⁺. */
  readonly integrand: readonly [before: number, after: number];
  readonly isEnd: boolean;
  /** Whether no target moves a condition that was zero when the run began. */
  readonly isStillAtStart: (condition: EventCondition) => boolean;
  /** Parameters that targets move. */
  readonly active: ReadonlySet<number>;
}

/** `point` ← adjoints before the event. */
export function passEventBack(passage: EventPassage, point: AdjointPoint, warnings: Set<string>): void {
  const { event, adjointAfter, adjointBefore, integrand, isEnd } = passage;
  const { time, name, before, after, modelBefore } = event;
  let motion = 0;
  let size = 0;
  const addMotion = (term: number): void => {
    motion += term;
    size += Math.abs(term);
  };
  if (!isEnd) for (let i = 0; i < point.λ.length; i++) addMotion(-point.λ[i]! * after.D[i]!);
  addMotion(integrand[0]);
  if (!isEnd) addMotion(-integrand[1]);
  throughIteration(event, adjointAfter, point);
  if (adjointBefore !== adjointAfter) carryBack(adjointAfter, adjointBefore);
  returnTo(modelBefore, time, before);
  adjointBefore.passBack(time, modelBefore.X);
  const n = modelBefore.program.states.length;
  const found: AdjointPoint = {
    λ: Float64Array.from({ length: n }, (_, i) => adjointBefore.state(i)),
    before: adjointBefore.before.slice(),
    parameters: adjointBefore.parameters.slice(),
  };
  for (let i = 0; i < n; i++) addMotion(found.λ[i]! * before.D[i]!);
  addMotion(adjointBefore.time[0]!);
  if (!fixedTimes.has(name) && Math.abs(motion) > rounding * size) moveTime(passage, found, motion, warnings);
  Object.assign(point, found);
}

/** The passes of the event backwards, from the states and values before the next event to what was before this one. */
function throughIteration({ time, model, operations }: TapedEvent, adjoint: AdjointModel, point: AdjointPoint): void {
  const { states } = model.program;
  const { variables, before, parameters } = adjoint;
  adjoint.clear();
  states.forEach((v, i) => {
    variables[v] = point.λ[i]!;
  });
  before.set(point.before);
  parameters.set(point.parameters);
  const settle = (): void => {
    for (const v of model.preVariables) {
      variables[v]! += before[v]!;
      before[v] = 0;
    }
  };
  for (const operation of operations.toReversed()) {
    if (operation.kind === "settle") settle();
    else if (operation.kind === "reinit") {
      const state = states[operation.place]!;
      const value = operation.sign * variables[state]!;
      variables[state] = 0;
      variables[operation.variable]! += value;
    } else {
      returnTo(model, time, operation.point);
      adjoint.passBack(time, model.X);
    }
  }
  // the event began with the values before it
  settle();
}

/** Other states of the same model: variables keep their adjoints by name. */
function carryBack(after: AdjointModel, before: AdjointModel): void {
  const [next, old] = [after.model.program.state, before.model.program.state];
  const places = new Map(old.variables.map(({ name }, i) => [name, i]));
  before.clear();
  next.variables.forEach(({ name }, i) => {
    const place = places.get(name);
    if (place === undefined) return;
    const { target, sign } = old.aliases.get(place) ?? { target: place, sign: 1 };
    before.variables[target]! += sign * (after.variables[i]! + after.before[i]!);
  });
  before.parameters.set(after.parameters);
  before.time[0] = after.time[0]!;
}

/** Adds what comes from the time of the event: σ·dτ. The model and its adjoints are at the point before the event. */
function moveTime(
  { event, startTime, adjointBefore: adjoint, active, isStillAtStart }: EventPassage,
  point: AdjointPoint,
  σ: number,
  warnings: Set<string>,
): void {
  const { time, before, cause, modelBefore: model } = event;
  const rates: { rate: AdjointPoint; text: string }[] = [];
  let unknown = "";
  let isUnknownAtStart = false;
  for (const condition of eventConditions(model, time, cause, startTime)) {
    const { speed, rate } = rateOf(adjoint, model, time, before.D, condition);
    const isAtStart = beginsAtStart(speed, condition.hysteresis, time - startTime);
    if (isAtStart && isStillAtStart(condition)) return;
    if (isCrossing(speed, condition.hysteresis, time - startTime)) rates.push({ rate, text: condition.text });
    else [unknown, isUnknownAtStart] = [condition.text, isAtStart];
  }
  if (unknown !== "") throw grazing(time, unknown, isUnknownAtStart);
  const first = rates[0]?.rate;
  if (first === undefined) return;
  const corner = rates.find(({ rate }) => differs(first, rate, active));
  if (corner !== undefined) warnings.add(cornerWarning(time, corner.text));
  for (const key of ["λ", "before", "parameters"] as const)
    first[key].forEach((value, i) => {
      point[key][i]! += σ * value;
    });
}

/** ∂τ/∂(states, values before the event, parameters), and the speed with which the condition is crossed. */
function rateOf(
  adjoint: AdjointModel,
  model: RunningModel,
  time: number,
  D: Float64Array,
  { terms, isGivenTime }: EventCondition,
): { speed: number; rate: AdjointPoint } {
  adjoint.clear();
  for (const { e, weight } of terms) adjoint.addExpression(e, weight);
  adjoint.passBack(time, model.X);
  const λ = Float64Array.from(model.program.states, (_, i) => adjoint.state(i));
  let speed = -1;
  if (!isGivenTime) speed = λ.reduce((sum, value, i) => sum + value * D[i]!, adjoint.time[0]!);
  const scaled = (values: Float64Array): Float64Array => values.map((value) => -value / speed);
  return { speed, rate: { λ: scaled(λ), before: scaled(adjoint.before), parameters: scaled(adjoint.parameters) } };
}

function differs(a: AdjointPoint, b: AdjointPoint, active: ReadonlySet<number>): boolean {
  const isOther = (x: number, y: number): boolean => Math.abs(x - y) > sameRate * (Math.abs(x) + Math.abs(y));
  return (
    a.λ.some((value, i) => isOther(value, b.λ[i]!)) ||
    a.before.some((value, i) => isOther(value, b.before[i]!)) ||
    [...active].some((j) => isOther(a.parameters[j]!, b.parameters[j]!))
  );
}
