/**
 * DAE mode: the unknowns of large systems of equations go into the vector of the integrator instead of being solved in every
 * evaluation.
 *
 *     0 = f(x, z, t) − x',     0 = r(x, z, t)            y = (x, z)
 *
 * At events and at the start the systems are solved as usual, which makes y and y' consistent.
 */
import type { DaeIntegrator } from "../integrate/daeIntegrator.ts";
import { createIda } from "../integrate/ida/ida.ts";
import type { ResetOptions } from "../integrate/integrator.ts";
import type { MethodOptions } from "../integrate/problem.ts";
import type { RunningModel } from "./runningModel.ts";

/** Systems with at least so many iteration variables are left to the integrator. */
const smallestOpenSystem = 10;

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

  create(t: number, stopTime: number, names: readonly string[], options: MethodOptions): DaeIntegrator {
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
    return createIda({ size, residual, differential, names }, t, this.values(), this.derivatives(), stopTime, options);
  }

  reset(integrator: DaeIntegrator, t: number, options: ResetOptions = {}): void {
    integrator.resetDae(t, this.values(), this.derivatives(), options);
  }

  /** y = (x, z) with the solution of the last full evaluation. */
  private values(): Float64Array {
    const { model } = this;
    const y = new Float64Array(this.size);
    y.set(model.X);
    for (const { index, iterated } of model.program.systems) {
      const offset = this.offset[index]!;
      if (offset >= 0)
        iterated.forEach((v, j) => {
          y[offset + j] = model.V[v]!;
        });
    }
    return y;
  }

  private derivatives(): Float64Array {
    const yp = new Float64Array(this.size);
    yp.set(this.model.D);
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
