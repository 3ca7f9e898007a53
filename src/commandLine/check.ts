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
import { withClass } from "./modelicaModel.ts";
import type { Terminal } from "./terminal.ts";

const options = {
  json: { type: "boolean" },
  equations: { type: "boolean" },
  details: { type: "boolean" },
  "no-unit-check": { type: "boolean" },
  "allow-files": { type: "string", multiple: true },
  class: { type: "string" },
} as const;

export const check: Command = {
  name: "check",
  summary: "translate a model without running it",
  usage: "rattleback check <model.ts | model.json | robot.urdf | Model.mo> [options]",
  details: `  --equations            print the equations as they are solved
  --details              also: why each state is one, values that were evaluated, what the start used, time of each part
  --json                 one JSON object on standard output: the report, or the error with line and column
  --no-unit-check        translate without checking units
  --allow-files folder   the model may read files of this folder too, not of its own only; may be repeated
  --class Package.Model  which class of a Modelica file; not needed when it has one model only

An error is shown with the line of the file to which it belongs: syntax, missing and surplus equations, units, and what shows at the
start: values of parameters and materials, files, start values that contradict each other.`,
  examples: `  rattleback check servo.ts
  rattleback check servo.ts --equations`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("check", words, options);
  const [file0, ...more] = given.files;
  const fileName = withClass(file0, given.text("class"));
  if (fileName === undefined) throw usageError("No model file was given.", "rattleback check model.ts");
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
      `${JSON.stringify({ model: file.name, ...model.report, warnings, parameters: model.parameterNames, initialisation: start.initialisation, phases: model.phases }, undefined, 2)}\n`,
    );
  else if (given.flag("equations")) terminal.out(`${model.printEquations()}\n`);
  else terminal.out(reportText(file.name, model, start, warnings, given.flag("details")));
}

/** The model at its start: what only a run looks at, such as materials, files and start values, is looked at here. */
function startOf(model: InstantiatedModel, { experiment }: LoadedModel): Result {
  const { interval: _interval, requiredFinalStates: _final, ...options } = simulateOptionsOf(experiment);
  return simulate(model, { ...options, stopTime: options.startTime ?? 0 });
}

function reportText(
  name: string,
  model: InstantiatedModel,
  { initialisation }: Result,
  warnings: readonly string[],
  isDetailed: boolean,
): string {
  const { flatEquations, equations, states, stateReasons, evaluated, systems, differentiated, arbitrary, mechanics } =
    model.report;
  const { fixed = [], guessed = [], computed = [], conditions = [] } = initialisation ?? {};
  const used = guessed.filter((state) => !computed.includes(state));
  const lines = [
    `${name} is correct.`,
    `equations    ${flatEquations} in the components, ${equations} left to compute`,
    `states       ${states.length}${list(states)}`,
    ...(isDetailed ? states.map((state, i) => `  ${state}: ${stateReasons[i]}`) : []),
    `parameters   ${model.parameterNames.length}${evaluated.length > 0 ? `, ${evaluated.length} evaluated` : ""}`,
    ...(isDetailed && evaluated.length > 0 ? [`evaluated   ${evaluated.map((item) => ` ${item}`).join()}`] : []),
    `start        ${fixed.length} states fixed, ${used.length} at their guesses, ${computed.length} computed from ${conditions.length} conditions`,
    ...(isDetailed
      ? [
          ...fixed.map((state) => `  fixed: ${state}`),
          ...used.map((state) => `  guess: ${state}`),
          ...computed.map((state) => `  computed: ${state}`),
          ...conditions.map((text) => `  condition: ${text}`),
        ]
      : []),
    ...systems.map(
      ({ unknowns, size, isLinear }) =>
        `system       ${size} equations, ${isLinear ? "linear" : "nonlinear"}, iterated${list(unknowns)}`,
    ),
    ...(mechanics !== undefined
      ? [`mechanics    ${mechanics.kind}${mechanics.because === undefined ? "" : `, because ${mechanics.because}`}`]
      : []),
    ...(differentiated.length > 0 ? [`differentiated ${differentiated.length} equations`] : []),
    ...(arbitrary.length > 0 ? [`arbitrary   ${list(arbitrary)} (set to zero)`] : []),
    ...(isDetailed
      ? model.phases.map((part) => `${part.name.padEnd(20)} ${part.seconds.toFixed(3)} s, ${part.equations} equations`)
      : []),
    ...warnings.map((warning) => `warning      ${warning}`),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

function list(names: readonly string[]): string {
  if (names.length === 0) return "";
  const more = names.length > 8 ? ` and ${names.length - 8} more` : "";
  return `: ${names.slice(0, 8).join(", ")}${more}`;
}
