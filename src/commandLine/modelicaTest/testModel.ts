/** One model from its text to the comparison with its reference. */
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Mechanics, ModelicaLibrary } from "../../modelica/importModelica.ts";
import { simulate } from "../../run/simulate.ts";
import { SimulationError } from "../../run/simulationError.ts";
import { compareResult } from "./compareResult.ts";
import { type Outcome, type Stage, untested } from "./outcome.ts";
import { readReferenceOf, readSettingsOf } from "./referenceFolder.ts";

export interface TestOptions {
  readonly reference: string;
  /** Instead of that of the reference and of the experiment annotation. */
  readonly tolerance?: number;
  readonly method?: string;
  /** Without a wish a mechanism is native unless the reference has signals that it only has flattened, such as cut forces. */
  readonly mechanics?: Mechanics;
}

/** Errors of files that may come up whenever a class is looked up. */
const faultsOfFiles = new Set(["E-MODELICA-SYNTAX", "E-MODELICA-FILE", "E-MODELICA-WITHIN"]);

/** Official references have half the interval of the annotation, or so many intervals. */
const fewestIntervals = 5000;

/** Never throws. `onStage` tells when a stage begins. */
export function testModel(
  library: ModelicaLibrary,
  name: string,
  options: TestOptions,
  onStage: (stage: Stage) => void = () => {},
): Outcome {
  const { reference, tolerance, method, mechanics = "auto" } = options;
  let outcome: Outcome = { name, ...untested };
  let startedAt = performance.now();
  const lap = (): number => {
    const before = startedAt;
    startedAt = performance.now();
    return (startedAt - before) / 1000;
  };
  const enter = (stage: Stage): void => {
    outcome = { ...outcome, stage };
    onStage(stage);
  };
  const spent = (part: Partial<Outcome["seconds"]>): void => {
    outcome = { ...outcome, seconds: { ...outcome.seconds, ...part } };
  };
  try {
    enter("parse");
    const experiment = library.experiment(name);
    enter("flatten");
    const model = library.instantiate(name, {
      mechanics,
      onFlattened: () => {
        spent({ flatten: lap() });
        enter("translate");
      },
    });
    spent({ translate: lap() });
    const way = model.report.mechanics?.kind ?? "";
    outcome = { ...outcome, equations: model.report.flatEquations, mechanics: way };
    enter("initialise");
    const settings = readSettingsOf(name, reference);
    const { startTime, stopTime, tolerance: usual } = { ...experiment, ...settings };
    // rows are compared, and straight lines between them
    const interval = settings.interval ?? Math.min(experiment.interval, (stopTime - startTime) / fewestIntervals);
    const result = simulate(model, {
      startTime,
      stopTime,
      interval,
      tolerance: tolerance ?? usual,
      ...(method !== undefined && { method }),
    });
    spent({ simulate: lap() });
    outcome = { ...outcome, steps: result.statistics.steps, events: result.statistics.events };
    enter("simulate");
    const expected = readReferenceOf(name, reference);
    if (expected === undefined) return { ...outcome, verdict: "unreferenced", message: "there is no reference" };
    enter("verify");
    const comparison = compareResult(result, expected);
    const lacks = comparison.differing.some(({ isPresent }) => !isPresent);
    if (lacks && way === "native" && mechanics === "auto")
      return { ...testModel(library, name, { ...options, mechanics: "flattened" }, onStage), mechanics: "flattened" };
    return { ...outcome, ...comparison };
  } catch (error) {
    const { stage } = outcome;
    if (stage === "flatten" || stage === "translate") spent({ [stage]: lap() });
    else if (stage === "initialise") spent({ simulate: lap() });
    return { ...outcome, stage: stageOf(error, outcome.stage), ...failureOf(error) };
  }
}

export function failureOf(error: unknown): Pick<Outcome, "verdict" | "code" | "message"> {
  const message = error instanceof Error ? error.message : String(error);
  return { verdict: "failed", code: error instanceof RattlebackError ? error.code : "exception", message };
}

function stageOf(error: unknown, stage: Stage): Stage {
  if (error instanceof RattlebackError && stage === "flatten" && faultsOfFiles.has(error.code)) return "parse";
  // the start of a run has a row once it was found
  if (error instanceof SimulationError && error.partial.time.length > 0) return "simulate";
  return stage;
}
