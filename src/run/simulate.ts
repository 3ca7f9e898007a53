/** simulate(): initialises, integrates from event to event, records. */
import { Recorder } from "../results/recorder.ts";
import type { Result } from "../results/result.ts";
import type { InstantiatedModel } from "./instantiate.ts";
import { checkSimulateOptions, type SimulateOptions } from "./simulateOptions.ts";
import { Simulation } from "./simulation.ts";

/** Runs the model and returns its result. Parameters, start values and sizes of arrays may be changed with `merge`. */
export function simulate(model: InstantiatedModel, options: SimulateOptions = {}): Result {
  const checked = checkSimulateOptions(options);
  const { model: variant, changes } = model.variantFor(options.merge);
  const recorder = new Recorder(options.storage === undefined ? {} : { storage: options.storage });
  new Simulation(variant, changes, checked, recorder).run();
  return recorder.result;
}
