/** simulate(): initialises, integrates from event to event, records. */

import type { InstantiatedModel } from "./instantiate.ts";
import { MemoryResult } from "./memoryResult.ts";
import { checkSimulateOptions, type SimulateOptions } from "./simulateOptions.ts";
import { Simulation } from "./simulation.ts";

export function simulate(model: InstantiatedModel, options: SimulateOptions = {}): MemoryResult {
  const checked = checkSimulateOptions(options);
  const { model: variant, changes } = model.variantFor(options.merge);
  const result = new MemoryResult();
  new Simulation(variant, changes, checked, result).run();
  return result;
}
