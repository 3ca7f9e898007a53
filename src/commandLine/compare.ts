/** `rattleback compare`: how far two results differ, signal by signal; the exit code tells whether they agree. */
import { resolve } from "node:path";
import { RattlebackError } from "../errors/rattlebackError.ts";
import { compare as compareResults, type SignalDeviation } from "../results/compare.ts";
import type { Result } from "../results/result.ts";
import { resultFromJson } from "../results/resultFromJson.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { CommandFailure, usageError } from "./commandFailure.ts";
import { exitCode } from "./exitCode.ts";
import { readText } from "./loadModelFile.ts";
import type { Terminal } from "./terminal.ts";

const options = {
  tolerance: { type: "string" },
  "time-tolerance": { type: "string" },
  signals: { type: "string", multiple: true },
  all: { type: "boolean" },
  json: { type: "boolean" },
} as const;

export const compare: Command = {
  name: "compare",
  summary: "show how far two results differ, signal by signal",
  usage: "rattleback compare <reference.json> <result.json> [options]",
  details: `  --tolerance 1e-3       width of the tube about the reference, relative to the value and to the largest value
  --time-tolerance 0.01  seconds by which events may be shifted
  --signals a,b.c        compare these signals only; may be repeated
  --all                  print signals that agree too
  --json                 the whole comparison as one JSON object

Results as "rattleback run --out result.json" or the studio writes them. Exit code 0 when all signals are inside of their
tubes, 4 when one is outside.`,
  examples: `  rattleback compare reference.json result.json
  rattleback compare reference.json result.json --tolerance 1e-6 --signals motor.w`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("compare", words, options);
  const [a, b, ...more] = given.files;
  if (a === undefined || b === undefined || more.length > 0)
    throw usageError("compare needs two results.", "rattleback compare reference.json result.json");
  const names = given.texts("signals").flatMap((list) => list.split(","));
  const [relativeTolerance, timeTolerance] = [given.number("tolerance"), given.number("time-tolerance")];
  const [reference, result] = [readResult(a, terminal), readResult(b, terminal)];
  const comparison = asUsage(() =>
    compareResults(reference, result, {
      ...(relativeTolerance !== undefined && { relativeTolerance }),
      ...(timeTolerance !== undefined && { timeTolerance }),
      ...(names.length > 0 && { names }),
    }),
  );
  const { isInside, signals, onlyInA, onlyInB, remarks } = comparison;
  if (given.flag("json")) terminal.out(`${JSON.stringify(comparison, undefined, 2)}\n`);
  else {
    const shown = signals.filter((signal) => given.flag("all") || !signal.isInside);
    for (const signal of [...shown].sort((x, y) => y.maximumRatio - x.maximumRatio)) terminal.out(line(signal));
    for (const remark of remarks) terminal.out(`${remark}\n`);
    if (onlyInA.length > 0) terminal.out(`only in ${a}: ${onlyInA.join(", ")}\n`);
    if (onlyInB.length > 0) terminal.out(`only in ${b}: ${onlyInB.join(", ")}\n`);
    const count = signals.filter((signal) => !signal.isInside).length;
    terminal.out(
      isInside
        ? `The results agree in ${signals.length} signals.\n`
        : `${count} of ${signals.length} signals differ.\n`,
    );
  }
  if (!isInside) {
    const error = new RattlebackError("E-COMPARE", "The results differ.", {
      path: b,
      because: remarks[0] ?? `${comparison.worst.name} differs by ${short(comparison.worst.maximumDeviation)}`,
      hint: "a wider tube by --tolerance, other signals by --signals, or another look at the model",
      data: { signals: signals.filter((signal) => !signal.isInside).map(({ name }) => name) },
    });
    throw new CommandFailure(exitCode.run, error);
  }
}

function readResult(name: string, terminal: Terminal): Result {
  try {
    return resultFromJson(readText(resolve(terminal.folder, name), name));
  } catch (error) {
    if (error instanceof RattlebackError) throw new CommandFailure(exitCode.file, error, name);
    throw error;
  }
}

function asUsage<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof RattlebackError) throw new CommandFailure(exitCode.usage, error);
    throw error;
  }
}

function line({ element, isInside, maximumDeviation, time, firstTimeOutside }: SignalDeviation): string {
  const where = firstTimeOutside === undefined ? "" : `, outside from ${short(firstTimeOutside)} s on`;
  return `${element}\t${isInside ? "agrees" : "differs"}\tby ${short(maximumDeviation)} at ${short(time)} s${where}\n`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(6)));
}
