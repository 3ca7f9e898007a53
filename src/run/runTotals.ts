/** What a run counts: work of all integrators it used, events, evaluations, time; and its progress, for who wants to know. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { createStatistics, type Integrator, type Statistics } from "../integrate/integrator.ts";
import type { RunLimits } from "../integrate/runLimits.ts";
import type { RunStatistics } from "../results/resultSink.ts";
import type { CrossingSearch } from "./crossingSearch.ts";
import type { RunningModel } from "./runningModel.ts";
import type { CheckedOptions } from "./simulateOptions.ts";

export class RunTotals {
  readonly statistics: RunStatistics;
  private readonly startedAt = performance.now();
  private readonly integration: Statistics = createStatistics();
  private reported = 0;

  constructor(method: string) {
    this.statistics = {
      ...createStatistics(),
      method,
      events: 0,
      timeEvents: 0,
      stateEvents: 0,
      zeroCrossingEvaluations: 0,
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

  addSearch({ evaluations }: CrossingSearch): void {
    this.statistics.zeroCrossingEvaluations += evaluations;
  }

  addModel({ evaluations }: RunningModel): void {
    this.statistics.modelEvaluations += evaluations;
  }

  complete(): RunStatistics {
    Object.assign(this.statistics, this.integration);
    this.statistics.wallTime = (performance.now() - this.startedAt) / 1000;
    return this.statistics;
  }

  /** Tells whole percents, and where they are slow to come that the run is alive. */
  progress(t: number, { onProgress, startTime, stopTime }: CheckedOptions, limits: RunLimits): void {
    if (onProgress === undefined) return;
    const percent = Math.floor((100 * (t - startTime)) / (stopTime - startTime));
    try {
      if (percent <= this.reported) {
        limits.report(t, onProgress);
        return;
      }
      this.reported = percent;
      onProgress(percent / 100);
    } catch (cause) {
      throw new RattlebackError("E-CALLBACK", "onProgress threw an exception, which ended the run.", {
        path: "options.onProgress",
        where: `t = ${t} s`,
        because: cause instanceof Error ? cause.message : String(cause),
        hint: "the error has the result up to there as partial; to end a run, use signal: an AbortController's abort()",
        data: { time: t },
        cause,
      });
    }
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
