/** sensitivities(): a run together with its derivatives by parameters and start values. */
import { guarded, ownError } from "../errors/boundary.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { aText, fields, listOf } from "../errors/shapes.ts";
import { Recorder } from "../results/recorder.ts";
import type { Result } from "../results/result.ts";
import { checkInstantiated, type InstantiatedModel } from "../run/instantiate.ts";
import { RunningModel } from "../run/runningModel.ts";
import { checkSimulateOptions, type SimulateOptions } from "../run/simulateOptions.ts";
import { Simulation } from "../run/simulation.ts";
import { SimulationError } from "../run/simulationError.ts";
import { decidingTarget } from "./decidedEquations.ts";
import { differencedRun } from "./differencedRun.ts";
import { HiddenJumps } from "./hiddenJumps.ts";
import { type SensitivityResult, sensitivityResult } from "./sensitivityResult.ts";
import { SensitivityRun } from "./sensitivityRun.ts";
import { differentiatedVariables, SensitivitySink } from "./sensitivitySink.ts";
import { hasUnknownTangents } from "./tangentCode.ts";
import { resolveTarget, type SensitivityTarget, targetName } from "./targets.ts";

export interface SensitivitiesOptions extends Omit<SimulateOptions, "storage"> {
  /** Parameters and start values to differentiate by: `["k", "m", start("x")]`. */
  readonly by: readonly SensitivityTarget[];
  /** Variables whose derivatives are kept. Default: all; of large models the states and outputs. */
  readonly outputs?: readonly string[];
}

const optionsShape = fields({ outputs: listOf(aText) });

/** Runs the model and differentiates it by parameters and start values: `sensitivities(model, { by: ["k", start("x")], stopTime: 10 })`. */
export function sensitivities(model: InstantiatedModel, options: SensitivitiesOptions): SensitivityResult {
  checkInstantiated(model, "sensitivities");
  optionsShape(options, "options");
  const { by, outputs, ...simulateOptions } = options;
  if (!Array.isArray(by) || by.length === 0)
    throw new RattlebackError("E-SENSITIVITY", "Nothing is given to differentiate by.", {
      path: "options.by",
      hint: 'by: ["k", start("x")]',
    });
  const checked = checkSimulateOptions(simulateOptions);
  const { model: variant, changes } = guarded("sensitivities", () => model.variantFor(options.merge));
  const { program } = variant;
  for (const target of by) resolveTarget(program.state, target);
  const names = by.map(targetName);
  const hasOwnEquations = program.state.components.length === 0 && !hasUnknownTangents(program);
  if (!hasOwnEquations || decidingTarget(program.state, changes, by) !== undefined)
    return differencedRun(model, by, outputs, simulateOptions, (target) => {
      const { kind, index } = resolveTarget(program.state, target);
      const { parameters, objects, starts } = changes;
      return kind === "start" ? new RunningModel(program, parameters, objects, starts).startValue(index) : undefined;
    });
  differentiatedVariables(program, outputs, by.length);
  const recorder = new Recorder({
    tolerance: checked.tolerance,
    ...(checked.maximumMemory !== undefined && { maximumMemory: checked.maximumMemory }),
  });
  const companion = new SensitivityRun(by);
  const sink = new SensitivitySink(recorder, companion, names, outputs);
  sink.model = () => companion.model;
  const jumps = new HiddenJumps(sink.model, () => companion.changing);
  const watched = jumps.watching(sink);
  const simulation = guarded("sensitivities", () => new Simulation(variant, changes, checked, watched, companion));
  try {
    simulation.run();
  } catch (error) {
    const own = ownError("sensitivities", error);
    throw simulation.hasBegun ? new SimulationError(own, recorder.result) : own;
  }
  const result: Result = recorder.result;
  const eventTimes = companion.eventTimes.map(({ time, cause, derivatives }) => ({
    time,
    cause,
    derivatives: Object.fromEntries(names.map((name, k) => [name, derivatives[k]! + 0])),
  }));
  const endSpeed = (variable: string): number => {
    if (result.status !== "terminated") return 0;
    const { row, sign } = differentiatedVariables(companion.model.program, [variable], by.length)[0]!;
    return sign * companion.motionOf(row);
  };
  return sensitivityResult({ result, targets: names, eventTimes, source: "equations" }, endSpeed);
}
