/** initialValues(): consistent values at the start of a run, and how they were found, without running. */
import { guarded } from "../errors/boundary.ts";
import type { InitialReport } from "../results/resultSink.ts";
import { checkInstantiated, type InstantiatedModel } from "./instantiate.ts";
import { silentSink } from "./silentSink.ts";
import { checkSimulateOptions, type SimulateOptions } from "./simulateOptions.ts";
import { Simulation } from "./simulation.ts";

export interface InitialValues {
  /** Values of the states by name. */
  readonly states: Readonly<Record<string, number>>;
  readonly report: InitialReport;
}

export function initialValues(model: InstantiatedModel, options: SimulateOptions = {}): InitialValues {
  return guarded("initialValues", () => findInitialValues(model, options));
}

function findInitialValues(model: InstantiatedModel, options: SimulateOptions): InitialValues {
  checkInstantiated(model, "initialValues");
  checkSimulateOptions(options);
  const checked = checkSimulateOptions({ ...options, stopTime: options.startTime ?? 0 });
  const { model: variant, changes } = model.variantFor(options.merge);
  let report: InitialReport = { fixed: [], guessed: [], computed: [], conditions: [] };
  const sink = silentSink();
  const running = new Simulation(variant, changes, checked, {
    ...sink,
    end: (summary) => {
      report = summary.initialisation ?? report;
    },
  }).run();
  const { states, state } = running.program;
  return { states: Object.fromEntries(states.map((v, k) => [state.variables[v]!.name, running.X[k]!])), report };
}
