/** simulate(): initialises, integrates from event to event, records. */
import { guarded, ownError } from "../errors/boundary.ts";
import type { SignalsIn } from "../language/model.ts";
import { Recorder } from "../results/recorder.ts";
import type { Result } from "../results/result.ts";
import type { TypedReading } from "../results/typedReading.ts";
import { checkInstantiated, type InstantiatedModel } from "./instantiate.ts";
import { checkSimulateOptions, type SimulateOptions } from "./simulateOptions.ts";
import { Simulation } from "./simulation.ts";
import { SimulationError } from "./simulationError.ts";

/** Runs the model and returns its result. Parameters, start values and sizes of arrays may be changed with `merge`. */
export function simulate<M extends InstantiatedModel>(
  model: M,
  options: SimulateOptions = {},
): TypedReading<SignalsIn<M>> & Result {
  checkInstantiated(model, "simulate");
  const checked = checkSimulateOptions(options);
  const { model: variant, changes } = guarded("simulate", () => model.variantFor(options.merge));
  const recorder = new Recorder({
    tolerance: checked.tolerance,
    ...(options.storage && { storage: options.storage }),
    ...(checked.maximumMemory !== undefined && { maximumMemory: checked.maximumMemory }),
  });
  const simulation = guarded("simulate", () => new Simulation(variant, changes, checked, recorder));
  try {
    simulation.run();
  } catch (error) {
    const own = ownError("simulate", error);
    throw simulation.hasBegun ? new SimulationError(own, recorder.result) : own;
  }
  return recorder.result as TypedReading<SignalsIn<M>> & Result;
}
