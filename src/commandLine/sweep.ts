/** `rattleback sweep`: many runs of one model on all cores, into one table. */
import { extname } from "node:path";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { parseSetting, parseValue } from "../modelFile/setting.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { CommandFailure, usageError } from "./commandFailure.ts";
import { exitCode } from "./exitCode.ts";
import { withClass } from "./modelicaModel.ts";
import { duration, ProgressBar } from "./progressBar.ts";
import { sweepModelFile } from "./sweep/runSweep.ts";
import { parseVariation } from "./sweep/sweepPlan.ts";
import type { SweepSimulateOptions } from "./sweep/sweepSimulateOptions.ts";
import { type SweepTable, summarise, sweepTableToArrow, sweepTableToCsv } from "./sweep/sweepTable.ts";
import type { Terminal } from "./terminal.ts";
import { writeParts } from "./writeResult.ts";

const options = {
  vary: { type: "string", multiple: true },
  keep: { type: "string", multiple: true },
  runs: { type: "string" },
  seed: { type: "string" },
  workers: { type: "string" },
  set: { type: "string", multiple: true },
  "allow-files": { type: "string", multiple: true },
  class: { type: "string" },
  "stop-time": { type: "string" },
  tolerance: { type: "string" },
  method: { type: "string" },
  out: { type: "string" },
  resume: { type: "string" },
  queue: { type: "string" },
  batch: { type: "string" },
  page: { type: "string" },
  json: { type: "boolean" },
  quiet: { type: "boolean" },
} as const;

export const sweep: Command = {
  name: "sweep",
  summary: "run a model many times on all cores",
  usage: "rattleback sweep <model.ts | model.json | Model.mo> --vary … --keep … [options]",
  details: `  --vary R=1,2,5          values of a parameter; with several --vary all combinations are run
  --vary R=1..5:9         nine values from 1 to 5
  --vary "R~normal(1, 0.1)"  drawn; also uniform(from, to). Then --runs says how many, --seed which
  --keep w                what to keep of each run: the final value of a signal, or max(w), min(w)
  --runs 100 --seed 1     number of runs over distributions, and their seed
  --workers 4             threads side by side; one per core by default
  --set name=value        another parameter for all runs; may be repeated
  --allow-files folder    the model may read files of this folder too, not of its own only; may be repeated
  --class Package.Model   which class of a Modelica file; not needed when it has one model only
  --stop-time, --tolerance, --method as for rattleback run
  --out table.arrow       .arrow or .csv; without it a summary is printed
  --resume sweep.journal  notes finished runs there; the same command goes on after a kill
  --queue redis://host    runs go to the workers of this queue (rattleback worker) instead of the own cores
  --batch 20              runs per job of the queue
  --page 4200             a page at http://localhost:4200 shows the sweep while it runs, with a button to call it off; 0: any free port
  --json                  summary and failures as JSON on standard output
  --quiet                 no messages

Failed runs are counted and listed; they do not stop the others.`,
  examples: `  rattleback sweep servo.ts --vary motor.R=0.5..2:16 --keep "max(motor.i)" --out table.csv
  rattleback sweep ball.ts --vary "e~uniform(0.5, 0.9)" --runs 1000 --keep h --resume ball.journal --out ball.arrow`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("sweep", words, options);
  const [file, ...more] = given.files;
  const modelFile = withClass(file, given.text("class"));
  if (modelFile === undefined || more.length > 0)
    throw usageError("A sweep needs one model file.", "rattleback sweep model.ts --vary R=1,2 --keep w");
  const out = given.text("out");
  if (out !== undefined && ![".csv", ".arrow"].includes(extname(out)))
    throw usageError(`A table cannot be written as "${out}".`, "a name that ends in .csv or .arrow");
  const quiet = given.flag("quiet") || given.flag("json");
  const bar = new ProgressBar({ ...terminal, isInteractive: terminal.isInteractive && !quiet }, modelFile);
  const startedAt = performance.now();
  const notices = new Notices(terminal);
  const stop = new AbortController();
  const interrupt = (): void => stop.abort();
  // jobs that nobody has begun are taken out of the queue again; the journal keeps what is done
  const pagePort = given.number("page");
  if (given.text("queue") !== undefined) process.once("SIGINT", interrupt);
  let table: SweepTable;
  try {
    table = await sweepModelFile(modelFile, {
      vary: Object.fromEntries(given.texts("vary").map(parseVariation)),
      quantities: given.texts("keep").flatMap((list) => list.split(/,(?![^(]*\))/)),
      folder: terminal.folder,
      allowFiles: given.texts("allow-files"),
      simulate: simulateOptions(given),
      ...defined({ runs: given.number("runs"), seed: given.number("seed"), workers: given.number("workers") }),
      ...defined({ journal: given.text("resume"), queue: given.text("queue"), batch: given.number("batch") }),
      ...defined({ page: pagePort }),
      onPage: (address) => terminal.error(`${address} shows the sweep\n`),
      onNotice: (text) => notices.say(text),
      signal: stop.signal,
      onRun: (_, done, total) => bar.update(done / total),
      onDamage: (lines) => terminal.error(`${damageLine(lines)}\n`),
    });
  } catch (error) {
    throw error instanceof RattlebackError ? new CommandFailure(exitCode.usage, error) : error;
  } finally {
    process.off("SIGINT", interrupt);
    bar.end();
  }
  if (out !== undefined)
    writeParts(extname(out) === ".csv" ? sweepTableToCsv(table) : sweepTableToArrow(table), out, terminal.folder);
  if (!quiet) terminal.error(endLine(table, (performance.now() - startedAt) / 1000));
  if (given.flag("json"))
    terminal.out(`${JSON.stringify({ summary: summarise(table), failures: table.failures }, undefined, 2)}\n`);
  else if (out === undefined) terminal.out(summaryText(table));
  const { failures, finished } = table;
  if (failures.length === finished && finished > 0) {
    const { code, message } = failures[0]!;
    const hint = "rattleback run shows one run with all its messages";
    const allFailed = new RattlebackError("E-SWEEP-FAILED", "Every run of the sweep failed.", {
      because: message,
      hint,
      data: { code },
    });
    throw new CommandFailure(exitCode.run, allFailed);
  }
}

/** Says each thing once. */
class Notices {
  private readonly terminal: Terminal;
  private readonly said = new Set<string>();

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  say(text: string): void {
    if (this.said.has(text)) return;
    this.said.add(text);
    this.terminal.error(`${text}\n`);
  }
}

function simulateOptions(given: ReturnType<typeof readArguments>): SweepSimulateOptions {
  const stopTime = given.text("stop-time");
  return {
    ...defined({ tolerance: given.number("tolerance"), method: given.text("method") }),
    ...(stopTime !== undefined && { stopTime: parseValue(stopTime, "stop-time") as number }),
    merge: Object.fromEntries(given.texts("set").map((text) => Object.values(parseSetting(text)) as [string, unknown])),
  };
}

function defined<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

function damageLine(lines: readonly number[]): string {
  const which =
    lines.length === 1 ? `line ${lines[0]} of the journal is` : `lines ${lines.join(", ")} of the journal are`;
  return `${which} damaged; those runs are computed again`;
}

function endLine({ finished, failures }: SweepTable, seconds: number): string {
  const failed =
    failures.length === 0 ? "" : `, ${failures.length} of them failed (${failures[0]!.message.split("\n")[0]})`;
  return `${finished} runs after ${duration(seconds)}${failed}\n`;
}

function summaryText(table: SweepTable): string {
  const number = (value: number) => Number(value.toPrecision(6)).toString();
  const rows = summarise(table)
    .filter(({ count }) => count > 0)
    .map(
      ({ name, mean, deviation, min, max }) =>
        `${name}\tmean ${number(mean)}\tdeviation ${number(deviation)}\tmin ${number(min)}\tmax ${number(max)}\n`,
    );
  return rows.join("");
}
