/** `rattleback check`: translates a model without running it, and tells what came out. */
import { simulateOptionsOf, unknownPlots } from "../modelFile/experiment.ts";
import type { Result } from "../results/result.ts";
import type { InstantiatedModel } from "../run/instantiate.ts";
import { instantiate } from "../run/instantiate.ts";
import { simulate } from "../run/simulate.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { usageError } from "./commandFailure.ts";
import { type LoadedModel, loadModelFile, modelFailure } from "./loadModelFile.ts";
import type { Terminal } from "./terminal.ts";

const options = {
  json: { type: "boolean" },
  equations: { type: "boolean" },
  "no-unit-check": { type: "boolean" },
  "allow-files": { type: "string", multiple: true },
} as const;

export const check: Command = {
  name: "check",
  summary: "translate a model without running it",
  usage: "rattleback check <model.ts | model.json> [options]",
  details: `  --equations            print the equations as they are solved
  --json                 one JSON object on standard output: the report, or the error with line and column
  --no-unit-check        translate without checking units
  --allow-files folder   the model may read files of this folder too, not of its own only; may be repeated

An error is shown with the line of the file to which it belongs: syntax, missing and surplus equations, units, and what shows at the
start: values of parameters and materials, files, start values that contradict each other.`,
  examples: `  rattleback check servo.ts
  rattleback check servo.ts --equations`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("check", words, options);
  const [fileName, ...more] = given.files;
  if (fileName === undefined) throw usageError("There is no model file to check.", "rattleback check model.ts");
  if (more.length > 0) throw usageError(`One model at a time; found "${more[0]}" too.`, "check them one by one");
  const file = await loadModelFile(fileName, terminal.folder, given.texts("allow-files"));
  let model: InstantiatedModel;
  let start: Result;
  try {
    model = instantiate(file.model, {
      name: file.name,
      checkUnits: !given.flag("no-unit-check"),
      readFile: file.readFile,
    });
    start = startOf(model, file);
  } catch (error) {
    throw modelFailure(error, fileName, file.path, file.source);
  }
  const warnings = [...(file.notes ?? []), ...model.report.warnings, ...unknownPlots(file.experiment, start)];
  if (given.flag("json"))
    terminal.out(
      `${JSON.stringify({ model: file.name, ...model.report, warnings, parameters: model.parameterNames }, undefined, 2)}\n`,
    );
  else if (given.flag("equations")) terminal.out(`${model.printEquations()}\n`);
  else terminal.out(reportText(file.name, model, warnings));
}

/** The model at its start: what only a run looks at, such as materials, files and start values, is looked at here. */
function startOf(model: InstantiatedModel, { experiment }: LoadedModel): Result {
  const { interval: _interval, requiredFinalStates: _final, ...options } = simulateOptionsOf(experiment);
  return simulate(model, { ...options, stopTime: options.startTime ?? 0 });
}

function reportText(name: string, model: InstantiatedModel, warnings: readonly string[]): string {
  const { flatEquations, equations, states, systems, differentiated, arbitrary } = model.report;
  const lines = [
    `${name} is correct.`,
    `equations    ${flatEquations} in the components, ${equations} left to compute`,
    `states       ${states.length}${list(states)}`,
    `parameters   ${model.parameterNames.length}`,
    ...systems.map(
      ({ unknowns, size, isLinear }) =>
        `system       ${size} equations, ${isLinear ? "linear" : "nonlinear"}, iterated${list(unknowns)}`,
    ),
    ...(differentiated.length > 0 ? [`differentiated ${differentiated.length} equations`] : []),
    ...(arbitrary.length > 0 ? [`arbitrary   ${list(arbitrary)} (set to zero)`] : []),
    ...warnings.map((warning) => `warning      ${warning}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function list(names: readonly string[]): string {
  if (names.length === 0) return "";
  const more = names.length > 8 ? ` and ${names.length - 8} more` : "";
  return `: ${names.slice(0, 8).join(", ")}${more}`;
}
