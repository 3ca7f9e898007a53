/** What a run counts: work of all integrators it used, events, evaluations, time. */
import { createStatistics, type Integrator, type Statistics } from "../integrate/integrator.ts";
import type { RunStatistics } from "../results/resultSink.ts";
import type { EventSearch } from "./eventSearch.ts";
import type { RunningModel } from "./runningModel.ts";

export class RunTotals {
  readonly statistics: RunStatistics;
  private readonly startedAt = performance.now();
  private readonly integration: Statistics = createStatistics();

  constructor(method: string) {
    this.statistics = {
      ...createStatistics(),
      method,
      events: 0,
      timeEvents: 0,
      stateEvents: 0,
      eventFunctionEvaluations: 0,
      segments: 0,
      modelEvaluations: 0,
      unexaminedSteps: 0,
      wallTime: 0,
    };
  }

  addIntegrator({ statistics }: Integrator): void {
    for (const key of Object.keys(this.integration) as (keyof Statistics)[]) this.integration[key] += statistics[key];
  }

  /** Evaluations of the right-hand side so far, those of the present integrator included. */
  evaluationsWith({ statistics }: Integrator): number {
    return this.integration.evaluations + statistics.evaluations;
  }

  addSearch({ evaluations }: EventSearch): void {
    this.statistics.eventFunctionEvaluations += evaluations;
  }

  addModel({ evaluations }: RunningModel): void {
    this.statistics.modelEvaluations += evaluations;
  }

  complete(): RunStatistics {
    Object.assign(this.statistics, this.integration);
    this.statistics.wallTime = (performance.now() - this.startedAt) / 1000;
    return this.statistics;
  }
}

/** Values of all parameters in the run, by name. */
export function runParameters(model: RunningModel): Map<string, unknown> {
  const { groups, objects } = model.program.state;
  const parameters = new Map<string, unknown>();
  for (const group of groups.values())
    if (group.kind !== "variable") parameters.set(group.name, model.parameterByName(group.name));
  for (const { name } of objects) parameters.set(name, model.parameterByName(name));
  return parameters;
}
