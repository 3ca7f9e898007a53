/** A running model differentiated along directions: its generated code, its systems of equations, single expressions. */
import type { Program } from "../compile/program.ts";
import type { RunningModel } from "../run/runningModel.ts";
import type { Expr } from "../symbolic/expression.ts";
import type { Directions } from "./directions.ts";
import { alongDirections } from "./leafPartials.ts";
import { type TangentCode, type TangentFunction, tangentCode } from "./tangentCode.ts";

/** Unknowns of systems that are in the integrator's vector, as in DAE mode. */
export interface OpenTangents {
  /** Place of the unknowns of each system in a block of the vector, or −1. */
  readonly offset: Int32Array;
  readonly blockSize: number;
  y: Float64Array;
  r: Float64Array;
}

const known = new WeakMap<Program, Map<string, TangentCode>>();

export class TangentModel {
  readonly model: RunningModel;
  private readonly code: TangentCode;
  open: OpenTangents | undefined;

  constructor(model: RunningModel, activeParameters: ReadonlySet<number>) {
    this.model = model;
    const { program } = model;
    const codes = known.get(program) ?? new Map<string, TangentCode>();
    known.set(program, codes);
    const key = [...activeParameters].sort((a, b) => a - b).join();
    const code = codes.get(key) ?? tangentCode(program, (p) => activeParameters.has(p));
    codes.set(key, code);
    this.code = code;
  }

  /** Derivatives of all variables at the point that full() has computed last; those of the states are given. */
  full(T: Directions, t: number, X: Float64Array): void {
    this.evaluate(this.code.full, T, t, X);
  }

  /** The same for what the derivatives of the states need. */
  rates(T: Directions, t: number, X: Float64Array): void {
    this.evaluate(this.code.rates, T, t, X);
  }

  private evaluate(code: TangentFunction, T: Directions, t: number, X: Float64Array): void {
    const { model } = this;
    const { V, P, R, Q, services, systems } = model;
    systems.X = X;
    systems.beginSensitivities();
    code(t, X, V, P, R, Q, services, T, (system, time) => this.solve(system, T, time, X));
  }

  /** dz = −(∂r/∂z)⁻¹·dr with the unknowns held; then what is solved in sequence. */
  private solve(index: number, T: Directions, t: number, X: Float64Array): void {
    const { model, code, open } = this;
    const { V, P, R, Q, services, program } = model;
    const { count: m, variables } = T;
    const { iterated } = program.systems[index]!;
    const n = iterated.length;
    const B = new Float64Array(n * m);
    const offset = open?.offset[index] ?? -1;
    const isOpen = open !== undefined && offset >= 0;
    for (let j = 0; j < n; j++)
      for (let k = 0; k < m; k++)
        variables[iterated[j]! * m + k] = isOpen ? open.y[open.blockSize * (k + 1) + offset + j]! : 0;
    const none = (): void => {};
    code.solved[index]!(t, X, V, P, R, Q, services, T, none);
    code.residuals[index]!(t, X, V, P, R, Q, services, T, B);
    if (isOpen) {
      for (let j = 0; j < n; j++)
        for (let k = 0; k < m; k++) open.r[open.blockSize * (k + 1) + offset + j] = B[j * m + k]!;
      return;
    }
    const factors = model.systems.factorsAt(index, t);
    const b = new Float64Array(n);
    for (let k = 0; k < m; k++) {
      for (let j = 0; j < n; j++) b[j] = -B[j * m + k]!;
      factors.solve(b);
      for (let j = 0; j < n; j++) variables[iterated[j]! * m + k] = b[j]!;
    }
    code.solved[index]!(t, X, V, P, R, Q, services, T, none);
  }

  /** The derivative of an expression along all directions, with the present values. */
  expression(e: Expr, T: Directions): Float64Array {
    return alongDirections(this.model, e, T);
  }
}
