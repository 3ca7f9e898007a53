/**
 * DAE mode: the unknowns of large systems of equations go into the vector of the integrator instead of being solved in every
 * evaluation.
 *
 *     0 = f(x, z, t) − x',     0 = r(x, z, t)            y = (x, z)
 *
 * At events and at the start the systems are solved as usual, which makes y and y' consistent.
 */

import { exactJacobian } from "../compile/jacobian.ts";
import type { DaeIntegrator } from "../integrate/daeIntegrator.ts";
import { createIda } from "../integrate/ida/ida.ts";
import type { ResetOptions } from "../integrate/integrator.ts";
import type { DaeSystem, MethodOptions } from "../integrate/problem.ts";
import type { RunCompanion } from "./companion.ts";
import type { RunningModel } from "./runningModel.ts";
import { isSmooth } from "./smoothModel.ts";
import { matrixLayout } from "./solverJacobian.ts";

/** Systems with at least so many iteration variables are left to the integrator. */
const smallestOpenSystem = 10;

/**
 * A system this large makes DAE mode the faster one. Measured on networks of nonlinear resistors, time of tsit5 over time of ida:
 * 0.1 at 50 unknowns, 0.4 at 100, 1.6 at 400, 5 at 2000.
 */
const smallestPreferredSystem = 300;
/** … of which at least so many are iteration variables: the others cost little. */
const smallestPreferredIteration = 100;

/**
 * Whether "auto" leaves systems of equations to the integrator: where one is large and must be factored at every point. With predefined
 * components the matrix would be made of differences, one evaluation per column: their systems are full, and solved faster as they come.
 */
export function prefersDaeMode({ program: { blocks, variability, state }, X }: RunningModel): boolean {
  return (
    X.length > 0 &&
    state.components.length === 0 &&
    blocks.some(
      (block, i) =>
        block.kind === "system" &&
        variability.rhs[i] === 1 &&
        block.iterated.length + block.solved.length >= smallestPreferredSystem &&
        block.iterated.length >= smallestPreferredIteration &&
        !block.hasPiecewiseConstantMatrix,
    )
  );
}

export class DaeMode {
  private readonly model: RunningModel;
  /** Position of the unknowns of each system in y, or −1. */
  private readonly offset: Int32Array;
  readonly size: number;

  constructor(model: RunningModel) {
    this.model = model;
    const { systems, blocks, variability } = model.program;
    this.offset = new Int32Array(systems.length).fill(-1);
    let size = model.X.length;
    blocks.forEach((block, i) => {
      if (block.kind !== "system" || variability.rhs[i] === 0 || block.iterated.length < smallestOpenSystem) return;
      this.offset[block.index] = size;
      size += block.iterated.length;
    });
    this.size = size;
  }

  create(
    t: number,
    stopTime: number,
    names: readonly string[],
    options: MethodOptions,
    companion?: RunCompanion,
  ): DaeIntegrator {
    const { model, size } = this;
    const n = model.X.length;
    const D = new Float64Array(n);
    const open: NonNullable<RunningModel["systems"]["open"]> = {
      offset: this.offset,
      y: new Float64Array(size),
      r: new Float64Array(size),
    };
    const residual = (time: number, y: Float64Array, yp: Float64Array, r: Float64Array): void => {
      open.y = y;
      open.r = r;
      model.systems.open = open;
      try {
        model.rhs(time, y, D);
      } finally {
        model.systems.open = undefined;
      }
      for (let k = 0; k < n; k++) r[k] = D[k]! - yp[k]!;
    };
    const differential = Array.from({ length: size }, (_, k) => k < n);
    const own: DaeSystem = { size, residual, differential, names, isSmooth: isSmooth(model), ...this.jacobian(open) };
    const system = companion?.extendDae(own, this.offset) ?? own;
    return createIda(system, t, this.values(companion), this.derivatives(companion), stopTime, options);
  }

  /** ∂F/∂y + c·∂F/∂y' with F = (f − x', r): the exact derivatives of f and r, and −c for the states. */
  private jacobian(open: NonNullable<RunningModel["systems"]["open"]>): Pick<DaeSystem, "jacobian" | "sparsity"> {
    const { model } = this;
    const { program } = model;
    if (program.state.components.length > 0) return {};
    const n = program.states.length;
    const derivatives = program.states.map((v) => program.state.variables[v]!.derivative);
    const systems = program.systems.filter(({ index }) => this.offset[index]! >= 0);
    let layout: ReturnType<typeof matrixLayout> | undefined;
    const { evaluate } = exactJacobian(
      program,
      derivatives,
      [],
      (pattern) => {
        layout = matrixLayout(pattern.map((rows, c) => (c < n ? [...new Set([...rows, c])] : rows)));
        return layout.place;
      },
      systems,
    );
    if (layout === undefined) return {};
    const { structure, place } = layout;
    const scratch = new Float64Array(this.size);
    const diagonal = Int32Array.from({ length: n }, (_, k) => place(k, k));
    return {
      ...(structure !== undefined && { sparsity: structure }),
      ...(evaluate !== undefined && {
        jacobian: (t: number, y: Float64Array, _yp: Float64Array, c: number, J: Float64Array) => {
          open.y = y;
          open.r = scratch;
          model.systems.open = open;
          try {
            model.jacobian(evaluate, t, y, J);
          } finally {
            model.systems.open = undefined;
          }
          for (let k = 0; k < n; k++) J[diagonal[k]!] = J[diagonal[k]!]! - c;
        },
      }),
    };
  }

  reset(integrator: DaeIntegrator, t: number, options: ResetOptions = {}, companion?: RunCompanion): void {
    integrator.resetDae(t, this.values(companion), this.derivatives(companion), options);
  }

  /** y = (x, z) with the solution of the last full evaluation. */
  private values(companion: RunCompanion | undefined): Float64Array {
    const { model } = this;
    const y = new Float64Array(this.size * (companion?.copies ?? 1));
    y.set(model.X);
    for (const { index, iterated } of model.program.systems) {
      const offset = this.offset[index]!;
      if (offset >= 0)
        iterated.forEach((v, j) => {
          y[offset + j] = model.V[v]!;
        });
    }
    companion?.write(y);
    return y;
  }

  private derivatives(companion: RunCompanion | undefined): Float64Array {
    const yp = new Float64Array(this.size * (companion?.copies ?? 1));
    yp.set(this.model.D);
    companion?.writeDerivatives(yp);
    return yp;
  }

  /** Names of the unknowns that the integrator sees beside the states. */
  get unknownNames(): string[] {
    const { state, systems } = this.model.program;
    return systems
      .filter(({ index }) => this.offset[index]! >= 0)
      .flatMap(({ iterated }) => iterated.map((v) => state.variables[v]!.name));
  }
}
