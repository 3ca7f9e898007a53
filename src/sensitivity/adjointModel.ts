/** A running model differentiated backwards: derivatives of one number by states, parameters, values before the event and time. */
import type { Program } from "../compile/program.ts";
import type { RunningModel } from "../run/runningModel.ts";
import type { Expr } from "../symbolic/expression.ts";
import { type AdjointCode, type Adjoints, adjointCode } from "./adjointCode.ts";
import { leafPartials } from "./leafPartials.ts";

const known = new WeakMap<Program, AdjointCode>();

export class AdjointModel implements Adjoints {
  readonly variables: Float64Array;
  readonly parameters: Float64Array;
  readonly before: Float64Array;
  readonly time = new Float64Array(1);
  readonly model: RunningModel;
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

  clear(): void {
    this.variables.fill(0);
    this.parameters.fill(0);
    this.before.fill(0);
    this.time[0] = 0;
  }

  /**
   * All adjoints of λᵀ·x' + weight·(variable), at (t, X), from which the model is computed. Those of the states are found by
   * state(i).
   */
  evaluate(t: number, X: Float64Array, λ: ArrayLike<number>, variable: number, weight: number): void {
    const { model, variables, derivatives, code } = this;
    model.full(t, X, model.D);
    this.clear();
    for (let i = 0; i < derivatives.length; i++) variables[derivatives[i]!]! += λ[i]!;
    if (weight !== 0) variables[variable]! += weight;
    this.through(weight === 0 ? code.rates : code.full, t, X);
  }

  /** From the adjoints of all variables to those that they follow from, at the present values. */
  passBack(t: number, X: Float64Array): void {
    this.through(this.code.full, t, X);
  }

  /** Adds weight times the derivatives of an expression by what it names. */
  addExpression(e: Expr, weight: number): void {
    const { model, variables, parameters, before, time } = this;
    for (const { leaf, partial } of leafPartials(model.program.state, e)) {
      const share = weight * model.value(partial);
      if (leaf.op === "time") time[0]! += share;
      else (leaf.op === "var" ? variables : leaf.op === "par" ? parameters : before)[leaf.value]! += share;
    }
  }

  state(i: number): number {
    return this.variables[this.model.program.states[i]!]!;
  }

  private through(code: AdjointCode["full"], t: number, X: Float64Array): void {
    const { V, P, R, Q, services, systems } = this.model;
    systems.X = X;
    systems.beginSensitivities();
    code(t, X, V, P, R, Q, services, this, (system) => this.solve(system, t, X));
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
