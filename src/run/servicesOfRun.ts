/**
 * What generated code asks its run for. Methods of a class and functions of the program, not functions of each run: what the engine of
 * JavaScript has compiled for one run serves the next.
 */
import type { ParameterValues } from "../compile/parameterValues.ts";
import type { Program, RunServices } from "../compile/program.ts";
import type { DelayLines } from "../events/delayLines.ts";
import type { Samplers } from "../events/samplers.ts";
import { flattenResult, type UserFunction } from "../language/functions.ts";
import { guarded } from "./guardedFunction.ts";
import type { HiddenVariables } from "./hiddenVariables.ts";
import type { SystemSolver } from "./systemSolver.ts";

/** The running model as the services see it. */
interface Owner {
  readonly program: Program;
  readonly V: Float64Array;
  readonly systems: SystemSolver;
  readonly samplers: Samplers;
  readonly hidden: HiddenVariables;
  readonly parameters: ParameterValues;
  readonly delays: DelayLines | undefined;
}

export class ServicesOfRun implements RunServices {
  isEvent = false;
  initial = 0;
  terminal = 0;
  lambda = 1;
  timeSlack = 0;
  readonly ticks: Float64Array;
  readonly F: readonly ((...args: unknown[]) => unknown)[];
  readonly C: RunServices["C"];
  readonly M: readonly unknown[];
  readonly A: unknown;
  readonly O: readonly unknown[];
  readonly stateVariables: Int32Array;
  private readonly model: Owner;

  constructor(model: Owner) {
    const { program, hidden } = model;
    const { functions } = program.state;
    this.model = model;
    this.ticks = model.samplers.ticks;
    this.F = functions.map((fn) => callable(fn, model));
    this.C = functions.map(({ ofComponent }) => ofComponent?.body);
    this.M = functions.map(({ ofComponent }) => ofComponent && hidden.memoryOf(ofComponent.owner).memory);
    this.A = hidden;
    this.O = model.parameters.objects;
    this.stateVariables = Int32Array.from(program.states);
  }

  solve(system: number, t: number): void {
    this.model.systems.solve(system, t);
  }

  sensitivity(system: number, t: number, b: readonly number[]): Float64Array {
    return this.model.systems.sensitivity(system, t, b);
  }

  delayed(line: number, t: number, delay: number): number {
    return this.model.delays!.value(line, t, delay, this.model.V);
  }

  number(value: unknown): number {
    if (typeof value === "number") return value;
    if (typeof value === "boolean") return value ? 1 : 0;
    return Array.isArray(value) || ArrayBuffer.isView(value) ? Number((value as ArrayLike<unknown>)[0]) : Number.NaN;
  }

  /** Σ a[i + k·di]·b[j + k·dj] for k < n. */
  dot(a: Float64Array, i: number, di: number, b: Float64Array, j: number, dj: number, n: number): number {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += a[i + k * di]! * b[j + k * dj]!;
    return sum;
  }

  flat(value: unknown): ArrayLike<number> {
    return flattenResult(value, []);
  }
}

/** The function with the memory of the run. */
function callable(fn: UserFunction, { hidden }: Owner): (...args: unknown[]) => unknown {
  return fn.bind === undefined ? guarded(fn) : (fn.bind(hidden) as (...args: unknown[]) => unknown);
}
