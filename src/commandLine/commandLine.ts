/** The command line: finds the command, runs it, turns failures into messages and exit codes. */
import { suggestName } from "../errors/nearestName.ts";
import { check } from "./check.ts";
import type { Command } from "./command.ts";
import { CommandFailure, failureJson, failureText, usageError } from "./commandFailure.ts";
import { compare } from "./compare.ts";
import { convert } from "./convert.ts";
import { examples } from "./examples.ts";
import { type ExitCode, exitCode } from "./exitCode.ts";
import { commandHelp, generalHelp } from "./help.ts";
import { live } from "./live.ts";
import { media } from "./media.ts";
import { modelica } from "./modelica.ts";
import { packageVersion } from "./packageFiles.ts";
import { queue } from "./queue.ts";
import { run } from "./run.ts";
import { studio } from "./studio.ts";
import { sweep } from "./sweep.ts";
import type { Terminal } from "./terminal.ts";
import { worker } from "./worker.ts";

export const commands: readonly Command[] = [
  run,
  live,
  sweep,
  worker,
  queue,
  check,
  compare,
  examples,
  studio,
  convert,
  modelica,
  media,
];

export async function commandLine(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  try {
    await dispatch(words, terminal);
    return exitCode.success;
  } catch (error) {
    const failure = error instanceof CommandFailure ? error : new CommandFailure(exitCode.internal, error);
    if (words.includes("--json")) terminal.out(`${JSON.stringify({ error: failureJson(failure) }, undefined, 2)}\n`);
    else terminal.error(failureText(failure));
    return failure.exitCode;
  }
}

async function dispatch(words: readonly string[], terminal: Terminal): Promise<void> {
  const [name, ...rest] = words;
  if (name === "--version" || name === "-v") return terminal.out(`${packageVersion()}\n`);
  if (name === "--help" || name === "-h" || name === "help") return terminal.out(helpFor(rest[0]));
  if (name === undefined) throw usageError("No command was given.", "rattleback --help shows the commands");
  const command = findCommand(name);
  if (rest.includes("--help") || rest.includes("-h")) return terminal.out(commandHelp(command));
  return command.execute(rest, terminal);
}

function helpFor(name: string | undefined): string {
  return name === undefined ? generalHelp(commands) : commandHelp(findCommand(name));
}

function findCommand(name: string): Command {
  const command = commands.find((known) => known.name === name);
  if (command !== undefined) return command;
  const names = commands.map((known) => known.name);
  throw usageError(
    `There is no command "${name.slice(0, 60)}".`,
    suggestName(name, names, `one of ${names.join(", ")}; rattleback --help explains them`),
  );
}
