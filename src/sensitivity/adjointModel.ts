/** A running model differentiated backwards: derivatives of one number by states, parameters and values before the event. */
import type { Program } from "../compile/program.ts";
import type { RunningModel } from "../run/runningModel.ts";
import { type AdjointCode, type Adjoints, adjointCode } from "./adjointCode.ts";

const known = new WeakMap<Program, AdjointCode>();

export class AdjointModel implements Adjoints {
  readonly variables: Float64Array;
  readonly parameters: Float64Array;
  readonly before: Float64Array;
  private readonly model: RunningModel;
  private readonly code: AdjointCode;
  private readonly derivatives: Int32Array;

  constructor(model: RunningModel) {
    const { program } = model;
    const { variables, parameters } = program.state;
    this.model = model;
    this.code = known.get(program) ?? adjointCode(program);
    known.set(program, this.code);
    this.variables = new Float64Array(variables.length);
    this.parameters = new Float64Array(parameters.length);
    this.before = new Float64Array(variables.length);
    this.derivatives = Int32Array.from(program.states, (v) => variables[v]!.derivative);
  }

  /**
   * All adjoints of λᵀ·x' + weight·(variable), at (t, X), from which the model is computed. Those of the states are found by
   * state(i).
   */
  evaluate(t: number, X: Float64Array, λ: ArrayLike<number>, variable: number, weight: number): void {
    const { model, variables, derivatives, code } = this;
    const { V, P, R, Q, services, systems } = model;
    model.full(t, X, model.D);
    systems.X = X;
    systems.beginSensitivities();
    variables.fill(0);
    this.parameters.fill(0);
    this.before.fill(0);
    for (let i = 0; i < derivatives.length; i++) variables[derivatives[i]!]! += λ[i]!;
    if (weight !== 0) variables[variable]! += weight;
    const through = weight === 0 ? code.rates : code.full;
    through(t, X, V, P, R, Q, services, this, (system) => this.solve(system, t, X));
  }

  state(i: number): number {
    return this.variables[this.model.program.states[i]!]!;
  }

  /** r(z, a) = 0:  ā ← ā − (∂r/∂a)ᵀ·(∂r/∂z)⁻ᵀ·z̄, with what is solved in sequence as a part of r. */
  private solve(index: number, t: number, X: Float64Array): void {
    const { model, code, variables } = this;
    const { V, P, R, Q, services, program, systems } = model;
    const { iterated } = program.systems[index]!;
    const passSolved = (): void => code.solved[index]!(t, X, V, P, R, Q, services, this);
    passSolved();
    const b = Float64Array.from(iterated, (v) => -variables[v]!);
    for (const v of iterated) variables[v] = 0;
    if (b.every((x) => x === 0)) return;
    systems.factorsAt(index, t).solveTransposed(b);
    code.residuals[index]!(t, X, V, P, R, Q, services, this, b);
    passSolved();
    for (const v of iterated) variables[v] = 0;
  }
}
