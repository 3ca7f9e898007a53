/**
 * A run backwards, for the derivatives of one number by everything.
 *
 *     G = y(T)  or  ∫ y dt        x' = f(x, p, t),  y = h(x, p, t)
 *     λ' = −(∂f/∂x)ᵀ·λ − w·(∂h/∂x)ᵀ        from λ(T) = ∂h/∂x with w = 0 (final value), or from 0 with w = 1 (integral)
 *     dG/dp = ∂h/∂p(T) or 0  +  λ(t₀)ᵀ·∂x₀/∂p  +  ∫ (λᵀ·∂f/∂p + w·∂h/∂p) dt
 *
 * The states are read between the rows of the run; the last integral is Gauss' with five points in every step of λ.
 *
 * Source   [Cao2003]; [Hindmarsh2005] sec. 2.7
 */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { integrate } from "../integrate/integrate.ts";
import type { MethodName } from "../integrate/methods.ts";
import { fivePointRule } from "../math/gaussIntegral.ts";
import { BetweenRows } from "../results/betweenRows.ts";
import { type Result, recordingOf } from "../results/result.ts";
import type { RunningModel } from "../run/runningModel.ts";
import { AdjointModel } from "./adjointModel.ts";
import type { Directions } from "./directions.ts";

/** A variable and its sign as an alias, and whether its final value or its integral is meant. */
export interface AdjointObjective {
  readonly row: number;
  readonly sign: number;
  readonly isIntegral: boolean;
}

export class AdjointRun {
  steps = 0;
  evaluations = 0;
  /** Of the variable over the run, when it is the objective. */
  integral = 0;
  private readonly model: RunningModel;
  private readonly adjoint: AdjointModel;
  private readonly result: Result;
  private readonly between: BetweenRows;
  private readonly objective: AdjointObjective;
  private readonly nominals: Float64Array;
  /** States of the run at present, and at its end. */
  private readonly x: Float64Array;
  private readonly last: readonly number[];
  private λ: Float64Array;
  /** Derivatives by all parameters and values before the event, those by the states apart. */
  private readonly parameters: Float64Array;
  private readonly before: Float64Array;

  constructor(model: RunningModel, result: Result, objective: AdjointObjective) {
    this.model = model;
    this.adjoint = new AdjointModel(model);
    this.result = result;
    this.between = new BetweenRows(recordingOf(result).segments[0]!);
    this.objective = objective;
    this.nominals = Float64Array.from(model.program.states, (v) => this.nominalOf(v));
    this.last = result.finalStates;
    this.x = new Float64Array(this.nominals.length);
    this.λ = new Float64Array(this.nominals.length);
    this.parameters = new Float64Array(this.adjoint.parameters.length);
    this.before = new Float64Array(this.adjoint.before.length);
  }

  /** `model` is as it was at the end of the run. */
  run(method: MethodName, signal?: AbortSignal): void {
    const { result, objective, adjoint, λ, model } = this;
    // systems of equations are followed from the end on, not looked for from where the run was before
    model.pulse = undefined;
    model.systems.keepSolutions(Number.POSITIVE_INFINITY);
    model.systems.keepSolutions(Number.POSITIVE_INFINITY);
    const { startTime, endTime } = result;
    this.evaluate(endTime, λ, objective.sign);
    for (let i = 0; i < λ.length; i++) λ[i] = adjoint.state(i);
    const size = this.changeBy(λ);
    if (objective.isIntegral) λ.fill(0);
    else this.add(1);
    if (!(endTime > startTime)) return;
    if (λ.length === 0) this.sumRows();
    else this.integrate(method, objective.isIntegral ? size * (endTime - startTime) : size, signal);
  }

  private get weight(): number {
    const { isIntegral, sign } = this.objective;
    return isIntegral ? sign : 0;
  }

  private integrate(method: MethodName, size: number, signal: AbortSignal | undefined): void {
    const { result, adjoint, weight, nominals } = this;
    const at = new Float64Array(nominals.length);
    const { y } = integrate(
      {
        rhs: (t, y, d) => {
          this.evaluate(t, y, weight);
          for (let i = 0; i < d.length; i++) d[i] = -adjoint.state(i);
        },
        t0: result.endTime,
        y0: this.λ,
        tEnd: result.startTime,
      },
      {
        method,
        relativeTolerance: result.tolerance,
        absoluteTolerance: nominals.map((nominal) => (1e-3 * result.tolerance * size) / nominal),
        outputTimes: [result.startTime],
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
    this.λ = y;
  }

  /** Without states there is nothing to integrate but the variable itself, from row to row. */
  private sumRows(): void {
    const times = [...new Set(this.result.time)];
    for (let k = 1; k < times.length; k++) this.addStep(times[k - 1]!, times[k]!, () => this.λ);
  }

  private addStep(from: number, to: number, λ: (t: number) => Float64Array): void {
    const half = 0.5 * (to - from);
    for (const { point, weight } of fivePointRule) {
      const t = from + half * (1 + point);
      this.evaluate(t, λ(t), this.weight);
      this.add(half * weight);
    }
  }

  /** Adjoints of λᵀ·x' + weight·(variable) on the run at t. */
  private evaluate(t: number, λ: Float64Array, weight: number): void {
    const { x, result } = this;
    this.evaluations++;
    if (t >= result.endTime) x.set(this.last);
    else this.between.interpolateStates(x, t);
    this.adjoint.evaluate(t, x, λ, this.objective.row, weight);
  }

  private add(share: number): void {
    const { parameters, before, adjoint, objective, model } = this;
    for (let j = 0; j < parameters.length; j++) parameters[j]! += share * adjoint.parameters[j]!;
    for (let v = 0; v < before.length; v++) before[v]! += share * adjoint.before[v]!;
    this.integral += share * objective.sign * model.V[objective.row]!;
  }

  /** The largest change of the variable when states change by their nominal values, one at a time. */
  private changeBy(gradient: Float64Array): number {
    const largest = gradient.reduce((most, value, i) => Math.max(most, Math.abs(value) * this.nominals[i]!), 0);
    return largest > 0 ? largest : this.nominalOf(this.objective.row);
  }

  private nominalOf(variable: number): number {
    const { nominal } = this.model.program.state.variables[variable]!;
    return nominal > 0 ? nominal : 1;
  }

  /** Along the direction k at the start: what states, parameters and values before the event change there. */
  derivative({ count, ...start }: Directions, k: number): number {
    const { λ, parameters, before, model } = this;
    let sum = 0;
    model.program.states.forEach((v, i) => {
      sum += λ[i]! * start.variables[v * count + k]!;
    });
    for (let j = 0; j < parameters.length; j++) sum += parameters[j]! * start.parameters[j * count + k]!;
    for (let v = 0; v < before.length; v++) sum += before[v]! * start.before[v * count + k]!;
    return sum;
  }
}
