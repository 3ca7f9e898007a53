/** `rattleback modelica`: looks into Modelica libraries, shows flat models, runs classes. */
import { printState } from "../compile/state.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { Mechanics, ModelicaInstantiateOptions, ModelicaLibrary } from "../modelica/importModelica.ts";
import { simulate } from "../run/simulate.ts";
import { SimulationError } from "../run/simulationError.ts";
import { type CommandArguments, readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { CommandFailure, usageError } from "./commandFailure.ts";
import { exitCode } from "./exitCode.ts";
import { loadModelica } from "./modelicaFiles.ts";
import type { Terminal } from "./terminal.ts";
import { checkAnimationName, writeAnimation } from "./writeAnimation.ts";
import { resultFormatOf, writeResult } from "./writeResult.ts";

const options = {
  path: { type: "string", multiple: true },
  file: { type: "string", multiple: true },
  modifiers: { type: "string" },
  mechanics: { type: "string" },
  "stop-time": { type: "string" },
  tolerance: { type: "string" },
  method: { type: "string" },
  out: { type: "string", multiple: true },
  animation: { type: "string", multiple: true },
  signals: { type: "string", multiple: true },
  reference: { type: "string" },
  only: { type: "string", multiple: true },
  jobs: { type: "string" },
  "time-limit": { type: "string" },
  results: { type: "string" },
} as const;

export const modelica: Command = {
  name: "modelica",
  summary: "list, show, flatten, run and test classes of Modelica libraries",
  usage: "rattleback modelica list|show|flat|run [class] [options]; rattleback modelica test packages… [options]",
  details: `  list [package]         the classes of a package, or the packages at the top
  show class             the text of a class
  flat class             its equations, after instances and connections were resolved
  run class              simulates it as its experiment annotation says
  test packages…         runs their models with an experiment annotation and compares them with reference results

  --path folder          folder that holds libraries, before those of MODELICAPATH; may be repeated
  --file model.mo        a file with classes; may be repeated
  --modifiers "R = 5"    modifications of the class, as in Modelica
  --mechanics native     mechanisms of MultiBody by the mechanics of Rattleback, or flattened; auto where nothing is said
  --stop-time 10         seconds; also --tolerance, --method
  --out result.csv       .csv .json .mat .arrow by the ending, - for CSV on standard output; may be repeated
  --signals a,b.c        write these signals only; may be repeated
  --animation scene.glb  .glb .gltf or .json (three.js), .obj .stl .ply of the end; may be repeated

Of test:
  --reference folder     holds Package/Path/Name/Name.csv and comparisonSignals.txt
  --only Package.Part    these models or packages only; may be repeated
  --jobs 2               models side by side; one per core by default
  --time-limit 300       seconds of processor time after which a model is given up
  --results test.jsonl   a line per model as it is done; the same command goes on after a kill
  --out report.html      .html with curves, .json or .csv tables; may be repeated`,
  examples: `  MODELICAPATH=libraries rattleback modelica list Modelica.Electrical.Analog.Examples
  rattleback modelica run Circuit --file Circuit.mo --modifiers "R1.R = 20" --out circuit.csv
  rattleback modelica test Modelica.Blocks --reference results --jobs 2 --results blocks.jsonl --out blocks.html`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("modelica", words, options);
  const [action, name, ...more] = given.files;
  if (more.length > 0 && action !== "test")
    throw usageError(`One class at a time; found "${more[0]}" too.`, "run them one after the other");
  const library = await loadModelica(given.texts("path"), given.texts("file"), terminal.folder);
  if (action === "list") return modelFailures(() => list(library, name, terminal));
  if (action !== "show" && action !== "flat" && action !== "run" && action !== "test")
    throw usageError(`"${action ?? ""}" is not something to do with a library.`, "list, show, flat, run or test");
  if (name === undefined) throw usageError("No class was given.", `rattleback modelica ${action} Package.Model`);
  if (action === "test") {
    const { testCommand } = await import("./modelicaTest/testCommand.ts");
    return modelFailures(() => testCommand(library, [name, ...more], given, terminal));
  }
  const modifiers = given.text("modifiers");
  const mechanics = given.text("mechanics") as Mechanics | undefined;
  const instance = { ...(modifiers !== undefined && { modifiers }), ...(mechanics !== undefined && { mechanics }) };
  await modelFailures(() => {
    if (action === "show") terminal.out(`${library.textOf(name)}\n`);
    else if (action === "flat") terminal.out(`${printState(library.flatten(name, instance))}\n`);
    else run(library, name, instance, given, terminal);
  });
}

function list(library: ModelicaLibrary, name: string | undefined, terminal: Terminal): void {
  if (name === undefined) {
    for (const top of library.names) terminal.out(`${top}\n`);
    return;
  }
  const classes = library.classesIn(name);
  const width = Math.max(0, ...classes.map((entry) => entry.name.length));
  for (const { name: inner, kind, description } of classes)
    terminal.out(`${inner.padEnd(width)}  ${kind.padEnd(9)}  ${description}\n`);
}

function run(
  library: ModelicaLibrary,
  name: string,
  instance: ModelicaInstantiateOptions,
  given: CommandArguments,
  terminal: Terminal,
): void {
  for (const output of given.texts("out")) resultFormatOf(output);
  for (const animation of given.texts("animation")) checkAnimationName(animation);
  let startedAt = performance.now();
  const model = library.instantiate(name, instance);
  const translation = (performance.now() - startedAt) / 1000;
  const { startTime, stopTime, tolerance, interval } = library.experiment(name);
  const end = given.number("stop-time") ?? stopTime;
  const method = given.text("method");
  startedAt = performance.now();
  const result = simulate(model, {
    startTime,
    stopTime: end,
    tolerance: given.number("tolerance") ?? tolerance,
    interval: end === stopTime ? interval : (end - startTime) / 500,
    ...(method !== undefined && { method }),
  });
  const simulation = (performance.now() - startedAt) / 1000;
  const names = given.texts("signals").flatMap((item) => item.split(","));
  for (const output of given.texts("out"))
    writeResult(result, output, names.length === 0 ? undefined : names, terminal);
  for (const animation of given.texts("animation")) writeAnimation(result, animation, terminal.folder);
  for (const warning of model.report.warnings) terminal.error(`warning: ${warning}\n`);
  const { mechanics } = model.report;
  if (mechanics !== undefined)
    terminal.error(
      `mechanics: ${mechanics.kind}${mechanics.because === undefined ? "" : `, because ${mechanics.because}`}\n`,
    );
  const { steps, events } = result.statistics;
  terminal.error(
    `${name}: ${result.status} at ${result.endTime} s; ${steps} steps, ${events} events; ` +
      `translated in ${translation.toFixed(2)} s, simulated in ${simulation.toFixed(2)} s\n`,
  );
  if (given.texts("out").length + given.texts("animation").length === 0)
    for (const state of names.length > 0 ? names : model.stateNames)
      terminal.out(`${state} = ${result.final<number>(state)}\n`);
}

/** What is wrong with a class is the model's failure, not the program's. */
async function modelFailures(action: () => void | Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    throw error instanceof RattlebackError
      ? new CommandFailure(error instanceof SimulationError ? exitCode.run : exitCode.compilation, error)
      : error;
  }
}
