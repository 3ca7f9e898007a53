/** gradient(): one number of a run differentiated by many parameters and start values, at a cost that does not grow with their number. */
import { guarded, ownError } from "../errors/boundary.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { type MethodName, methodNames } from "../integrate/methods.ts";
import { Recorder } from "../results/recorder.ts";
import type { Result } from "../results/result.ts";
import type { Changes } from "../run/changes.ts";
import { checkInstantiated, type InstantiatedModel } from "../run/instantiate.ts";
import type { RunningModel } from "../run/runningModel.ts";
import { silentSink } from "../run/silentSink.ts";
import { type CheckedOptions, checkSimulateOptions, type SimulateOptions } from "../run/simulateOptions.ts";
import { Simulation } from "../run/simulation.ts";
import { SimulationError } from "../run/simulationError.ts";
import type { ParameterIndex } from "../symbolic/indices.ts";
import { type AdjointObjective, AdjointRun } from "./adjointRun.ts";
import { decidingTarget } from "./decidedEquations.ts";
import type { Directions } from "./directions.ts";
import { EventTape } from "./eventTape.ts";
import { HiddenJumps } from "./hiddenJumps.ts";
import { SensitivityRun } from "./sensitivityRun.ts";
import { differentiatedVariables } from "./sensitivitySink.ts";
import { hasUnknownTangents } from "./tangentCode.ts";
import { resolveTarget, type SensitivityTarget, targetName } from "./targets.ts";

const refusal = "E-GRADIENT";

/** The value of a variable at the end of the run, or its integral over the run. */
export type GradientObjective = { readonly final: string } | { readonly integral: string };

export interface GradientOptions extends Omit<SimulateOptions, "storage"> {
  /** What is differentiated: `{ final: "x" }` or `{ integral: "power" }`. */
  readonly of: GradientObjective;
  /** Parameters and start values: `["k", "m", start("x")]`. */
  readonly by: readonly SensitivityTarget[];
}

export interface Gradient {
  readonly value: number;
  /** By name: `"k"`, `"start(x)"`. */
  readonly derivatives: Readonly<Record<string, number>>;
  /** What makes it doubtful, such as events that coincide. */
  readonly warnings: readonly string[];
  /** The run forwards. */
  readonly result: Result;
  /** Steps backwards, and evaluations of the model for them. */
  readonly statistics: { readonly steps: number; readonly evaluations: number };
}

/** Runs the model, and back again for the derivatives of one number: `gradient(model, { of: { final: "x" }, by: ["k", "m"], stopTime: 10 })`. */
export function gradient(model: InstantiatedModel, options: GradientOptions): Gradient {
  checkInstantiated(model, "gradient");
  const { of, by, ...simulateOptions } = options;
  const { name, isIntegral } = objectiveOf(of);
  if (!Array.isArray(by) || by.length === 0)
    throw new RattlebackError("E-SENSITIVITY", "Nothing is given to differentiate by.", {
      path: "options.by",
      hint: 'by: ["k", start("x")]',
    });
  const checked = checkSimulateOptions(simulateOptions);
  const { model: variant, changes } = guarded("gradient", () => model.variantFor(options.merge));
  const { program } = variant;
  for (const target of by) resolveTarget(program.state, target);
  if (program.state.components.length > 0)
    throw refused("it has bodies, whose equations are not differentiated backwards");
  if (hasUnknownTangents(program)) throw refused("it has delayed values");
  const deciding = decidingTarget(program.state, changes, by);
  if (deciding !== undefined) throw refused(`it has other equations as soon as "${deciding}" changes`);
  differentiatedVariables(program, [name], by.length, isIntegral ? "options.of.integral" : "options.of.final");

  const tape = new EventTape();
  const { directions: atStart, changing } = startDirections(variant, changes, checked, by);
  const jumps = new HiddenJumps(
    () => tape.model,
    () => changing,
  );
  const { result, end } = forwards(variant, changes, checked, tape, jumps);
  const objective: AdjointObjective = {
    isIntegral,
    place: (running) => differentiatedVariables(running.program, [name], by.length)[0]!,
  };
  const back = new AdjointRun(end, result, tape, objective, atStart);
  guarded("gradient", () => back.run(methodFor(result), checked.signal));
  return {
    value: isIntegral ? back.integral : result.final(name),
    derivatives: Object.fromEntries(by.map((target, k) => [targetName(target), back.derivative(atStart, k)])),
    warnings: [...back.warnings, ...jumps.warnings],
    result,
    statistics: { steps: back.steps, evaluations: back.evaluations },
  };
}

/** The run with the model at its end. */
function forwards(
  variant: InstantiatedModel,
  changes: Changes,
  checked: CheckedOptions,
  tape: EventTape,
  jumps: HiddenJumps,
): { result: Result; end: RunningModel } {
  const { tolerance, maximumMemory } = checked;
  const recorder = new Recorder({ tolerance, ...(maximumMemory !== undefined && { maximumMemory }) });
  const sink = jumps.watching(recorder);
  const simulation = guarded("gradient", () => new Simulation(variant, changes, checked, sink, tape));
  try {
    const end = simulation.run();
    const { result } = recorder;
    if (result.status === "stopped") throw refused(`its run was stopped at t = ${result.endTime}`, result.endTime);
    return { result, end };
  } catch (error) {
    const own = ownError("gradient", error);
    throw simulation.hasBegun && own.code !== refusal ? new SimulationError(own, recorder.result) : own;
  }
}

/** Derivatives of states, parameters and discrete variables at the start. */
function startDirections(
  variant: InstantiatedModel,
  changes: Changes,
  checked: CheckedOptions,
  by: readonly SensitivityTarget[],
): { directions: Directions; changing: ReadonlySet<ParameterIndex> } {
  const companion = new SensitivityRun(by);
  const options = { ...checked, stopTime: checked.startTime, requiredFinalStates: undefined, onProgress: undefined };
  guarded("gradient", () => new Simulation(variant, changes, options, silentSink(), companion).run());
  return { directions: companion.presentDirections(), changing: companion.changing };
}

function objectiveOf(of: unknown): { name: string; isIntegral: boolean } {
  const { final, integral, ...rest } = (of ?? {}) as Record<string, unknown>;
  const name = final ?? integral;
  const isOne = (final === undefined) !== (integral === undefined) && Object.keys(rest).length === 0;
  if (typeof name === "string" && isOne) return { name, isIntegral: final === undefined };
  throw new RattlebackError("E-SENSITIVITY", "It is not clear what to differentiate.", {
    path: "options.of",
    hint: '{ final: "x" } for the value at the end, { integral: "x" } for the integral over the run',
  });
}

function refused(because: string, t?: number): RattlebackError {
  return new RattlebackError(refusal, "The run cannot be differentiated backwards.", {
    because,
    hint: "sensitivities() goes forward, through delays and bodies too; its cost grows with the number of parameters",
    data: t === undefined ? {} : { t },
  });
}

/** The method of the run; for that of systems in the vector, and where a stiff one took over, a stiff one for y' = f(t, y). */
function methodFor({ statistics: { method } }: Result): MethodName {
  return methodNames.find((name) => name === method) ?? "radau5";
}
