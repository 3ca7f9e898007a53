/**
 * A run backwards, for the derivatives of one number by everything.
 *
 *     G = y(T)  or  ∫ y dt        x' = f(x, p, t),  y = h(x, p, t)
 *     λ' = −(∂f/∂x)ᵀ·λ − w·(∂h/∂x)ᵀ        from λ(T) = ∂h/∂x with w = 0 (final value), or from 0 with w = 1 (integral)
 *     dG/dp = ∂h/∂p(T) or 0  +  λ(t₀)ᵀ·∂x₀/∂p  +  ∫ (λᵀ·∂f/∂p + w·∂h/∂p) dt
 *
 * From event to event; at each λ jumps (adjointEvent.ts). The states are read between the rows of the run. What drives the run, and what
 * is integrated, may change faster than λ does: the last integral is taken over each part of a step of λ that lies in one step of the
 * run, in halves of it where two rules differ, and no step of λ goes over many steps of the run.
 *
 * Source   [Cao2003]; [Hindmarsh2005] sec. 2.7
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { integrate } from "../integrate/integrate.ts";
import type { MethodName } from "../integrate/methods.ts";
import { embeddedRule } from "../math/gaussIntegral.ts";
import { BetweenRows } from "../results/betweenRows.ts";
import { type Result, recordingOf } from "../results/result.ts";
import type { RunningModel } from "../run/runningModel.ts";
import type { VariableIndex } from "../symbolic/indices.ts";
import { type AdjointPoint, passEventBack } from "./adjointEvent.ts";
import { AdjointModel } from "./adjointModel.ts";
import type { Directions } from "./directions.ts";
import type { EventCondition } from "./eventConditions.ts";
import { isStill } from "./eventRates.ts";
import { type EventTape, type ModelPoint, pointOf, returnTo } from "./eventTape.ts";

/** Of the times: intervals that are shorter are one instant. */
const oneInstant = 4 * Number.EPSILON;
/** So many steps of the run may lie in one of λ: what the run has seen in shorter ones is seen on the way back. */
const stepsTogether = 10;
/** So often is a part of a step halved. */
const mostHalvings = 20;

export interface AdjointObjective {
  readonly isIntegral: boolean;
  /** The variable in a model, and its sign as an alias. */
  place(model: RunningModel): { readonly row: number; readonly sign: number };
}

/** Between two events: what holds there. */
interface Interval {
  readonly from: number;
  readonly to: number;
  readonly start: ModelPoint;
  readonly end: ModelPoint;
}

export class AdjointRun {
  steps = 0;
  evaluations = 0;
  /** Of the variable over the run, when it is the objective. */
  integral = 0;
  readonly warnings = new Set<string>();
  private readonly result: Result;
  private readonly tape: EventTape;
  private readonly objective: AdjointObjective;
  private readonly active: ReadonlySet<number>;
  private readonly atStart: Directions;
  private model: RunningModel;
  private adjoint: AdjointModel;
  private row = 0;
  private sign = 1;
  private segment: number;
  private between!: BetweenRows;
  private nominals = new Float64Array(0);
  private interval!: Interval;
  /** States of the run at present. */
  private x = new Float64Array(0);
  private readonly point: AdjointPoint;
  /** Of the part of a step in progress, per parameter, value before the event and for the variable: integral, difference of the rules, size. */
  private sums = new Sums(0);
  /** Integrals of the absolute values up to now. */
  private sizes = new Float64Array(0);
  /** Of the derivatives that are looked for: what is far below need not be known. */
  private size = 0;

  /** `model` is as it was at the end of the run; `atStart` are the directions of the targets as it began. */
  constructor(model: RunningModel, result: Result, tape: EventTape, objective: AdjointObjective, atStart: Directions) {
    this.result = result;
    this.tape = tape;
    this.objective = objective;
    this.atStart = atStart;
    this.active = atStart.changingParameters();
    this.segment = recordingOf(result).segments.length - 1;
    this.model = model;
    this.adjoint = new AdjointModel(model);
    this.enter(this.adjoint);
    this.point = {
      λ: new Float64Array(this.x.length),
      before: new Float64Array(this.adjoint.before.length),
      parameters: new Float64Array(this.adjoint.parameters.length),
    };
  }

  private enter(adjoint: AdjointModel): void {
    const { model } = adjoint;
    this.model = model;
    this.adjoint = adjoint;
    model.pulse = undefined;
    ({ row: this.row, sign: this.sign } = this.objective.place(model));
    this.between = new BetweenRows(recordingOf(this.result).segments[this.segment]!, this.result.tolerance);
    this.nominals = Float64Array.from(model.program.states, (v) => this.nominalOf(v));
    this.x = new Float64Array(this.nominals.length);
    const count = adjoint.parameters.length + adjoint.before.length + 1;
    this.sums = new Sums(count);
    this.sizes = new Float64Array(count);
  }

  run(method: MethodName, signal?: AbortSignal): void {
    const { result, objective, point, tape } = this;
    const { startTime, endTime } = result;
    let end = pointOf(this.model);
    this.goTo({ from: endTime, to: endTime, start: end, end });
    this.evaluate(endTime, point.λ, this.sign);
    for (let i = 0; i < point.λ.length; i++) point.λ[i] = this.adjoint.state(i);
    const change = this.changeBy(point.λ);
    const size = objective.isIntegral ? change * (endTime - startTime) : change;
    this.size = size;
    const endRate = this.adjoint.time[0]!;
    if (objective.isIntegral) point.λ.fill(0);
    else this.add(1);
    let to = endTime;
    for (let k = tape.events.length - 1; k >= 0; k--) {
      const event = tape.events[k]!;
      this.goBack({ from: event.time, to, start: event.after, end }, method, size, signal);
      const isEnd = result.status === "terminated" && k === tape.events.length - 1;
      const h = ({ V }: ModelPoint): number => this.weight * V[this.row]!;
      const after = this.adjoint;
      const gainAfter = h(event.after);
      if (event.modelBefore !== event.model) {
        this.segment--;
        this.enter(new AdjointModel(event.modelBefore));
      }
      // where the run ends with the event, a final value moves with time, and an integral grows by what it integrates
      const integrand = [isEnd && !objective.isIntegral ? endRate : h(event.before), gainAfter] as const;
      const adjoints = { adjointAfter: after, adjointBefore: this.adjoint };
      const isStillAtStart = (condition: EventCondition): boolean =>
        isStill(condition, event.modelBefore, this.atStart);
      const passage = { event, startTime, integrand, isEnd, isStillAtStart, active: this.active, ...adjoints };
      passEventBack(passage, point, this.warnings);
      to = event.time;
      end = event.before;
    }
    this.goBack({ from: startTime, to, start: tape.first!, end }, method, size, signal);
  }

  private goTo(interval: Interval): void {
    this.interval = interval;
    returnTo(this.model, interval.to, interval.end);
    // systems of equations are followed from the end on, not looked for from where the run was before
    this.model.systems.forgetSolutions();
  }

  private goBack(interval: Interval, method: MethodName, size: number, signal: AbortSignal | undefined): void {
    const { from, to } = interval;
    if (!(to - from > oneInstant * Math.max(Math.abs(from), Math.abs(to)))) return;
    this.goTo(interval);
    if (this.x.length === 0) this.sumRows();
    else this.integrate(method, size, signal);
  }

  private get weight(): number {
    return this.objective.isIntegral ? this.sign : 0;
  }

  private integrate(method: MethodName, size: number, signal: AbortSignal | undefined): void {
    const { result, adjoint, weight, nominals, point, interval } = this;
    const at = new Float64Array(nominals.length);
    const { y } = integrate(
      {
        rhs: (t, y, d) => {
          this.evaluate(t, y, weight);
          for (let i = 0; i < d.length; i++) d[i] = -adjoint.state(i);
        },
        t0: interval.to,
        y0: point.λ,
        tEnd: interval.from,
      },
      {
        method,
        relativeTolerance: result.tolerance,
        absoluteTolerance: nominals.map((nominal) => (1e-3 * result.tolerance * size) / nominal),
        outputTimes: [interval.from],
        timeEvents: this.stepEnds(interval.from, interval.to).filter((_, k) => k % stepsTogether === stepsTogether - 1),
        ...(signal !== undefined && { signal }),
        onStep: ({ t, tPrevious, interpolate }) => {
          this.steps++;
          this.addStep(t, tPrevious, (time) => {
            interpolate(at, time);
            return at;
          });
        },
      },
    );
    if (signal?.aborted === true)
      throw new RattlebackError("E-GRADIENT", "The way back was stopped.", {
        because: "the signal of its options was aborted",
        hint: "there is no gradient before the way back has reached the start",
      });
    point.λ = y;
  }

  /** Without states there is nothing to integrate but the variable itself, from row to row. */
  private sumRows(): void {
    const { from, to } = this.interval;
    const inside = this.result.time.filter((t) => t > from && t < to);
    const times = [...new Set([from, ...inside, to])];
    for (let k = 1; k < times.length; k++) this.addStep(times[k - 1]!, times[k]!, () => this.point.λ);
  }

  private addStep(from: number, to: number, λ: (t: number) => Float64Array): void {
    let end = to;
    for (const time of this.stepEnds(from, to)) {
      this.addPart(time, end, λ, 0);
      end = time;
    }
    this.addPart(from, end, λ, 0);
  }

  /** Ends of the steps of the run inside, the last first. */
  private stepEnds(from: number, to: number): number[] {
    const { curve } = recordingOf(this.result).segments[this.segment]!;
    const ends: number[] = [];
    if (curve === undefined) return ends;
    for (let step = curve.stepAt(to); step >= 0 && curve.begin(step) > from; step--) ends.push(curve.begin(step));
    return ends;
  }

  /** Adds the integral from `from` to `to`, in parts where it is not known well enough. */
  private addPart(from: number, to: number, λ: (t: number) => Float64Array, halvings: number): void {
    const { sums, sizes, point, result } = this;
    const half = 0.5 * (to - from);
    sums.clear();
    for (const { point: place, weight, coarse } of embeddedRule) {
      const t = from + half * (1 + place);
      this.evaluate(t, λ(t), this.weight);
      this.note(half * weight, half * coarse);
    }
    if (halvings < mostHalvings && !this.isKnown(result.tolerance)) {
      this.addPart(from + half, to, λ, halvings + 1);
      this.addPart(from, from + half, λ, halvings + 1);
      return;
    }
    const { parameters, before } = point;
    for (let j = 0; j < parameters.length; j++) parameters[j]! += sums.integral[j]!;
    for (let v = 0; v < before.length; v++) before[v]! += sums.integral[parameters.length + v]!;
    this.integral += sums.integral[sizes.length - 1]!;
    for (let k = 0; k < sizes.length; k++) sizes[k]! += sums.size[k]!;
  }

  /** Adds what is integrated at the point that was evaluated. */
  private note(weight: number, coarse: number): void {
    const { sums, adjoint, model } = this;
    const { parameters, before } = adjoint;
    for (let j = 0; j < parameters.length; j++) sums.add(j, parameters[j]!, weight, coarse);
    for (let v = 0; v < before.length; v++) sums.add(parameters.length + v, before[v]!, weight, coarse);
    sums.add(parameters.length + before.length, this.sign * model.V[this.row]!, weight, coarse);
  }

  /** Whether the rules differ by no more than the tolerance, of what was summed up to now or of what the derivative may matter. */
  private isKnown(tolerance: number): boolean {
    const { sums, sizes, model, adjoint } = this;
    const { P, Q } = model;
    const parameterCount = adjoint.parameters.length;
    for (let k = 0; k < sizes.length - 1; k++) {
      const value = Math.abs(k < parameterCount ? P[k]! : Q[k - parameterCount]!);
      const least = (1e-3 * this.size) / (value || 1);
      if (Math.abs(sums.difference[k]!) > tolerance * Math.max(sizes[k]! + sums.size[k]!, least)) return false;
    }
    const last = sizes.length - 1;
    if (!this.objective.isIntegral) return true;
    return Math.abs(sums.difference[last]!) <= tolerance * Math.max(sizes[last]! + sums.size[last]!, 1e-3 * this.size);
  }

  /** Adjoints of λᵀ·x' + weight·(variable) on the run at t. */
  private evaluate(t: number, λ: Float64Array, weight: number): void {
    const { x, interval } = this;
    this.evaluations++;
    if (t >= interval.to) x.set(interval.end.X);
    else if (t <= interval.from) x.set(interval.start.X);
    else this.between.interpolateStates(x, t);
    this.adjoint.evaluate(t, x, λ, this.row, weight);
  }

  private add(share: number): void {
    const { point, adjoint } = this;
    for (let j = 0; j < point.parameters.length; j++) point.parameters[j]! += share * adjoint.parameters[j]!;
    for (let v = 0; v < point.before.length; v++) point.before[v]! += share * adjoint.before[v]!;
  }

  /** The largest change of the variable when states change by their nominal values, one at a time. */
  private changeBy(gradient: Float64Array): number {
    const largest = gradient.reduce((most, value, i) => Math.max(most, Math.abs(value) * this.nominals[i]!), 0);
    return largest > 0 ? largest : this.nominalOf(this.row);
  }

  private nominalOf(variable: number): number {
    const { nominal } = this.model.program.state.variables[variable as VariableIndex]!;
    return nominal > 0 ? nominal : 1;
  }

  /** Along the direction k at the start: what states, parameters and values before the event change there. */
  derivative({ count, ...start }: Directions, k: number): number {
    const { λ, parameters, before } = this.point;
    let sum = 0;
    this.model.program.states.forEach((v, i) => {
      sum += λ[i]! * start.variables[v * count + k]!;
    });
    for (let j = 0; j < parameters.length; j++) sum += parameters[j]! * start.parameters[j * count + k]!;
    for (let v = 0; v < before.length; v++) sum += before[v]! * start.before[v * count + k]!;
    return sum;
  }
}

/** Sums over the points of a rule, for many functions. */
class Sums {
  readonly integral: Float64Array;
  /** From the coarser rule. */
  readonly difference: Float64Array;
  /** Of the absolute values. */
  readonly size: Float64Array;

  constructor(count: number) {
    this.integral = new Float64Array(count);
    this.difference = new Float64Array(count);
    this.size = new Float64Array(count);
  }

  clear(): void {
    this.integral.fill(0);
    this.difference.fill(0);
    this.size.fill(0);
  }

  add(k: number, value: number, weight: number, coarse: number): void {
    if (value === 0) return;
    this.integral[k]! += weight * value;
    this.difference[k]! += (weight - coarse) * value;
    this.size[k]! += weight * Math.abs(value);
  }
}
