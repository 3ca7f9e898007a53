/** `rattleback run`: translates a model, runs it, writes results, and tells the final values. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { htmlReport } from "../export/report.ts";
import { plotPanels, simulateOptionsOf, unknownPlots } from "../modelFile/experiment.ts";
import { parseSetting, parseValue } from "../modelFile/setting.ts";
import type { Result } from "../results/result.ts";
import { type InstantiatedModel, instantiate } from "../run/instantiate.ts";
import { simulate } from "../run/simulate.ts";
import { checkSimulateOptions, type SimulateOptions } from "../run/simulateOptions.ts";
import { SimulationError } from "../run/simulationError.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { CommandFailure, usageError } from "./commandFailure.ts";
import { exitCode } from "./exitCode.ts";
import { type LoadedModel, loadModelFile, modelFailure, runScript } from "./loadModelFile.ts";
import { withClass } from "./modelicaModel.ts";
import { openInBrowser } from "./openInBrowser.ts";
import { duration, ProgressBar } from "./progressBar.ts";
import type { Terminal } from "./terminal.ts";
import { checkAnimationName, writeAnimation } from "./writeAnimation.ts";
import { resultFormatOf, standardOutput, writeParts, writeResult } from "./writeResult.ts";

const options = {
  "start-time": { type: "string" },
  "stop-time": { type: "string" },
  tolerance: { type: "string" },
  interval: { type: "string" },
  method: { type: "string" },
  set: { type: "string", multiple: true },
  signals: { type: "string", multiple: true },
  out: { type: "string", multiple: true },
  animation: { type: "string", multiple: true },
  report: { type: "string" },
  "no-open": { type: "boolean" },
  json: { type: "boolean" },
  quiet: { type: "boolean" },
  "no-unit-check": { type: "boolean" },
  "allow-files": { type: "string", multiple: true },
  class: { type: "string" },
} as const;

export const run: Command = {
  name: "run",
  summary: "run a model and write its results, or run a script",
  usage: "rattleback run <model.ts | model.json | robot.urdf | robot.xml | Model.mo | script.ts> [options]",
  details: `  --stop-time 10         seconds, or with a unit: "1.5 h"; also --start-time, --interval
  --tolerance 1e-6       relative tolerance
  --method auto          name of a solver
  --set name=value       parameter or start value of this run, with an optional unit; may be repeated
  --out result.csv       .csv .json .mat .arrow by the ending, - for CSV on standard output; may be repeated
  --signals a,b.c        write these signals only; may be repeated
  --animation scene.glb  .glb .gltf or .json (three.js), .obj .stl .ply of the end; may be repeated
  --report report.html   model, plots, animation and statistics in one file; of a robot with a slider for every joint
  --no-open              the page of a robot is not opened, see below
  --json                 one JSON object on standard output: final values, statistics, files, or the error
  --quiet                no messages
  --no-unit-check        translate without checking units
  --allow-files folder   the model may read files of this folder too, not of its own only; may be repeated
  --class Package.Model  which class of a Modelica file; not needed when it has one model only

A model file default-exports a model and may export experiment = { stopTime, tolerance, plots }; options here
win over it. Without files and --json the final values of the plotted signals are printed. A file that exports no
model but simulates and prints by itself is run as it is. A robot description stands in a scene with gravity along
-z, as the component "robot"; without other files to write, a page that shows it moving, with a slider for every
joint, is written to the folder for temporary files and opened. Libraries that a Modelica file uses are looked for in the folder of its package and in those of MODELICAPATH.`,
  examples: `  rattleback run servo.ts --stop-time 4 --out servo.csv
  rattleback run servo.ts --set motor.R=1.5 --set "shaft.c=12 kN.m/rad" --json
  rattleback run billiards.ts --animation billiards.glb --report billiards.html
  rattleback run arm.urdf --set robot.elbow.phi=0.5 --report arm.html
  rattleback run Circuits.mo --class Circuits.Filter --set R1.R=20 --out filter.csv
  rattleback run filter.json --out - --signals C.v > voltage.csv`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("run", words, options);
  const [file0, ...more] = given.files;
  const fileName = withClass(file0, given.text("class"));
  if (fileName === undefined) throw usageError("No model file was given.", "rattleback run model.ts");
  if (more.length > 0) throw usageError(`One model at a time; found "${more[0]}" too.`, "run them one after the other");
  const outputs = given.texts("out");
  const animations = given.texts("animation");
  const isAlone = outputs.length + animations.length === 0 && !given.flag("json") && !given.flag("quiet");
  for (const output of outputs) resultFormatOf(output);
  for (const animation of animations) checkAnimationName(animation);
  const names = given.texts("signals").flatMap((list) => list.split(","));
  const say = (line: string): void => {
    if (!given.flag("quiet") && !given.flag("json")) terminal.error(`${line}\n`);
  };

  // a script has no model to which the options could apply
  if (words.length === 1 && (await runScript(fileName, terminal))) return;
  const file = await loadModelFile(fileName, terminal.folder, given.texts("allow-files"));
  for (const note of file.notes ?? []) say(`${fileName}: ${note}`);
  const model = translate(file, fileName, !given.flag("no-unit-check"));
  const runOptions = optionsOf(given, file);
  const asked = given.text("report");
  const page = asked === undefined && isAlone && file.sliders !== undefined ? pageFor(file.name) : undefined;
  const report = asked ?? page;
  checkUsage(() => {
    checkSimulateOptions(runOptions);
    model.variantFor(runOptions.merge);
  });
  if (runOptions.stopTime === undefined)
    throw usageError(
      "No stop time is given.",
      `--stop-time 10, or ${/\.mo(#|$)/i.test(fileName) ? "annotation(experiment(StopTime = 10)); in the class" : "export experiment = { stopTime: 10 }"}`,
    );

  const { result, failure } = runModel(model, runOptions, file, fileName, terminal, given.flag("quiet"));
  const files = outputs.map((output) => ({
    name: output,
    bytes: checkUsage(() => writeResult(result, output, names.length === 0 ? undefined : names, terminal)),
  }));
  for (const name of animations)
    files.push({ name, bytes: checkUsage(() => writeAnimation(result, name, terminal.folder)) });
  if (report !== undefined)
    files.push({ name: report, bytes: writeParts([reportOf(result, file)], report, terminal.folder) });
  for (const warning of [...result.warnings, ...unknownPlots(file.experiment, result)]) say(`warning: ${warning}`);
  if (failure !== undefined) throw failure;
  const { steps, evaluations, events, wallTime, method } = result.statistics;
  say(
    `${file.name}: ${result.status} at ${result.endTime} s after ${duration(wallTime)}; ` +
      `${steps} steps (${method}), ${evaluations} evaluations, ${events} events; hash ${result.hash}`,
  );
  for (const { name, bytes } of files) if (name !== standardOutput) say(`wrote ${name}, ${kilobytes(bytes)}`);
  if (page !== undefined && terminal.isInteractive && !given.flag("no-open")) openInBrowser(page);
  const shown = shownNames(result, names, file);
  if (given.flag("json")) terminal.out(`${JSON.stringify(summaryOf(result, shown, files), undefined, 2)}\n`);
  else if (files.length === 0 || page !== undefined) terminal.out(finalValues(result, shown));
}

function translate(file: LoadedModel, fileName: string, checkUnits: boolean): InstantiatedModel {
  try {
    return instantiate(file.model, { name: file.name, checkUnits, readFile: file.readFile });
  } catch (error) {
    throw modelFailure(error, fileName, file.path, file.source);
  }
}

function optionsOf(given: ReturnType<typeof readArguments>, { experiment }: LoadedModel): SimulateOptions {
  const merge: Record<string, unknown> = { ...experiment.merge };
  const time = (name: string): SimulateOptions["stopTime"] => {
    const text = given.text(name);
    return text === undefined ? undefined : (parseValue(text, name) as NonNullable<SimulateOptions["stopTime"]>);
  };
  checkUsage(() => {
    for (const text of given.texts("set")) {
      const { name, value } = parseSetting(text);
      merge[name] = value;
    }
  });
  const asked = {
    startTime: checkUsage(() => time("start-time")),
    stopTime: checkUsage(() => time("stop-time")),
    interval: checkUsage(() => time("interval")),
    tolerance: given.number("tolerance"),
    method: given.text("method"),
  };
  return {
    ...simulateOptionsOf(experiment),
    ...(Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as SimulateOptions),
    merge,
  };
}

/** Errors in what was given on the command line are wrong usage. */
function checkUsage<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof RattlebackError) throw new CommandFailure(exitCode.usage, error);
    throw error;
  }
}

/** The result; after a failure what there is of it, and the failure. */
function runModel(
  model: InstantiatedModel,
  runOptions: SimulateOptions,
  file: LoadedModel,
  fileName: string,
  terminal: Terminal,
  isQuiet: boolean,
): { result: Result; failure: CommandFailure | undefined } {
  const bar = new ProgressBar({ ...terminal, isInteractive: terminal.isInteractive && !isQuiet }, file.name);
  try {
    const result = simulate(model, { ...runOptions, onProgress: (fraction) => bar.update(fraction) });
    return { result, failure: undefined };
  } catch (error) {
    const { place } = modelFailure(error, fileName, file.path, file.source);
    const failure = new CommandFailure(exitCode.run, error, fileName, place);
    if (error instanceof SimulationError) return { result: error.partial, failure };
    throw failure;
  } finally {
    bar.end();
  }
}

/** Signals asked for, else those of the plots, else the states. */
function shownNames(result: Result, asked: readonly string[], { experiment }: LoadedModel): string[] {
  if (asked.length > 0) return [...asked];
  const plotted = plotPanels(experiment).flat();
  const names = plotted.length > 0 ? plotted : result.stateNames.length > 0 ? result.stateNames : result.names();
  return [...new Set(names)].filter((name) => result.has(name));
}

/** Where a robot is shown when nobody says where. */
function pageFor(name: string): string {
  return join(mkdtempSync(join(tmpdir(), "rattleback-")), `${name.replace(/[^\w.-]/g, "_")}.html`);
}

function reportOf(result: Result, { name, source, experiment, sliders }: LoadedModel): string {
  const plots = plotPanels(experiment).map((names) => names.filter((signal) => result.has(signal)));
  return htmlReport(result, {
    title: name,
    source,
    ...(plots.length > 0 && { plots }),
    ...(sliders !== undefined && { sliders }),
  });
}

function finalValues(result: Result, names: readonly string[]): string {
  const rows = names.map((name) => {
    const value: unknown = result.final(name);
    const text = typeof value === "number" ? Number(value.toPrecision(10)).toString() : JSON.stringify(value);
    return `${name}\t${text}\t${result.describe(name).unit}`.trimEnd();
  });
  return rows.map((row) => `${row}\n`).join("");
}

function summaryOf(result: Result, names: readonly string[], files: readonly { name: string; bytes: number }[]) {
  return {
    model: result.model,
    status: result.status,
    startTime: result.startTime,
    endTime: result.endTime,
    final: Object.fromEntries(names.map((name) => [name, result.final(name) as unknown])),
    units: Object.fromEntries(names.map((name) => [name, result.describe(name).unit])),
    hash: result.hash,
    stateHash: result.stateHash,
    events: result.events.length,
    statistics: result.statistics,
    warnings: result.warnings,
    files,
  };
}

function kilobytes(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1000).toFixed(bytes < 1e5 ? 1 : 0)} kB`;
}
