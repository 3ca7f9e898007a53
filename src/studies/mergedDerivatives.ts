/** Derivatives of a run by numbers as `merge` takes them: a mass in t is differentiated by t. `sensitivities` itself knows SI units only. */
import type { InstantiatedModel } from "../run/instantiate.ts";
import { type SensitivitiesOptions, sensitivities } from "../sensitivity/sensitivities.ts";
import type { SensitivityResult } from "../sensitivity/sensitivityResult.ts";
import { mergedUnit, targetName } from "../sensitivity/targets.ts";

export function mergedDerivatives(model: InstantiatedModel, options: SensitivitiesOptions): SensitivityResult {
  const run = sensitivities(model, options);
  const factors = new Map(
    options.by.map((target) => [targetName(target), mergedUnit(model.program.state, target).factor]),
  );
  if ([...factors.values()].every((factor) => factor === 1)) return run;
  const factorOf = (name: string): number => factors.get(name) ?? 1;
  return {
    ...run,
    eventTimes: run.eventTimes.map((event) => ({
      ...event,
      derivatives: Object.fromEntries(
        Object.entries(event.derivatives).map(([name, rate]) => [name, rate * factorOf(name)]),
      ),
    })),
    sensitivity: (variable, by) => {
      const signal = run.sensitivity(variable, by);
      const factor = factorOf(targetName(by));
      return { ...signal, values: Float64Array.from(signal.values as ArrayLike<number>, (value) => value * factor) };
    },
    final: (variable, by) => run.final(variable, by) * factorOf(targetName(by)),
    at: (time, variable, by, side) => run.at(time, variable, by, side) * factorOf(targetName(by)),
  };
}
