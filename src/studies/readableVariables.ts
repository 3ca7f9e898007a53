/** What can be read of the runs of a model: variables of its equations, and those of bodies, which exist once a run has begun. */
import { elementOf } from "../compile/groupElement.ts";
import type { Result } from "../results/result.ts";
import type { InstantiatedModel } from "../run/instantiate.ts";
import { simulate } from "../run/simulate.ts";
import type { SimulateOptions } from "../run/simulateOptions.ts";

export class ReadableVariables {
  private readonly model: InstantiatedModel;
  private readonly options: SimulateOptions;
  private begun: Result | undefined;

  /** `options`: of the runs. */
  constructor(model: InstantiatedModel, options: SimulateOptions) {
    this.model = model;
    this.options = options;
  }

  /** Its unit in the model, "" where it has none; undefined where there is no such number. */
  unitOf(variable: string): string | undefined {
    const { state } = this.model.program;
    const own = /^der\((.*)\)$/.exec(variable);
    const found = elementOf(state, own === null ? variable : own[1]!);
    if (found?.group.kind === "variable" && found.index !== undefined) return own === null ? found.group.unit : "";
    const start = this.start();
    if (start?.has(variable) !== true) return undefined;
    const { unit, shape, kind } = start.describe(variable);
    return shape.length === 0 && kind !== "parameter" ? unit : undefined;
  }

  /** For suggestions. */
  names(): string[] {
    const own = [...this.model.program.state.groups.values()].filter(({ kind }) => kind === "variable");
    return [...new Set([...own.map(({ name }) => name), ...(this.start()?.names() ?? [])])];
  }

  /** A run that ends where it begins, of models with bodies. */
  private start(): Result | undefined {
    const { model, options } = this;
    if (model.program.state.components.length === 0) return undefined;
    const { startTime = 0, merge } = options;
    this.begun ??= simulate(model, { startTime, stopTime: startTime, ...(merge !== undefined && { merge }) });
    return this.begun;
  }
}
