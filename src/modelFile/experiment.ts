/** `export const experiment = { … }`: how the author of a model wants it to be run and looked at. */
import { suggestName } from "../errors/nearestName.ts";
import { checkOptionNames } from "../errors/optionNames.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { isPlainObject } from "../language/values.ts";
import type { SimulateOptions } from "../run/simulateOptions.ts";

export interface Experiment
  extends Pick<
    SimulateOptions,
    | "startTime"
    | "stopTime"
    | "tolerance"
    | "absoluteTolerance"
    | "interval"
    | "maximumStep"
    | "method"
    | "merge"
    | "steadyStateStart"
  > {
  /** Panels of the plots: the names of the signals in each; one name alone is a panel too. */
  readonly plots?: readonly (string | readonly string[])[];
}

const simulateNames = [
  "startTime",
  "stopTime",
  "tolerance",
  "absoluteTolerance",
  "interval",
  "maximumStep",
  "method",
  "merge",
  "steadyStateStart",
] as const;

/** The experiment of a file; times and tolerances are checked by simulate. */
export function checkExperiment(value: unknown): Experiment {
  if (value === undefined) return {};
  if (!isPlainObject(value)) {
    throw new RattlebackError("E-EXPERIMENT", "experiment is an object of options.", {
      path: "experiment",
      hint: "export const experiment = { stopTime: 10 };",
    });
  }
  checkOptionNames(value, [...simulateNames, "plots"], "experiment");
  if (value["plots"] !== undefined) plotPanels({ plots: value["plots"] as never });
  return value as Experiment;
}

/** The options that simulate takes. */
export function simulateOptionsOf(experiment: Experiment): SimulateOptions {
  const { plots: _plots, ...options } = experiment;
  return options;
}

/** Names of the signals per panel. */
/** What a result knows of its signals. */
interface SignalNames {
  has(name: string): boolean;
  names(): string[];
}

/** Warnings for names in `plots` that the result does not have. */
export function unknownPlots(experiment: Pick<Experiment, "plots">, result: SignalNames): string[] {
  const unknown = plotPanels(experiment)
    .flat()
    .filter((name) => !result.has(name));
  return unknown.map(
    (name) =>
      `W-PLOT  experiment.plots names "${name}", which the result does not have: ` +
      suggestName(name, result.names(), "check the name"),
  );
}

export function plotPanels({ plots = [] }: Pick<Experiment, "plots">): string[][] {
  const isName = (item: unknown) => typeof item === "string";
  if (!Array.isArray(plots) || !plots.every((item) => isName(item) || (Array.isArray(item) && item.every(isName)))) {
    throw new RattlebackError("E-EXPERIMENT", "plots is a list of names, or of lists of names.", {
      path: "experiment.plots",
      hint: 'plots: ["h", ["motor.w", "load.w"]]',
    });
  }
  return plots.map((item) => (typeof item === "string" ? [item] : [...(item as readonly string[])]));
}
