/** Help texts: the list of commands, and one page per command. */
import type { Command } from "./command.ts";

export function generalHelp(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  const list = commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join("\n");
  return `Models and simulates physical systems.

Usage: rattleback <command> [options]

${list}

  rattleback <command> --help shows the options of a command; --version shows the version.

Examples:
  rattleback studio
  rattleback examples
  rattleback run model.ts --stop-time 10 --out result.csv

Exit codes: 0 success, 1 internal failure, 2 wrong usage, 3 the model cannot be loaded or translated, 4 the run failed,
5 a file cannot be read or written. Data goes to standard output, messages to standard error.
`;
}

export function commandHelp({ summary, usage, details, examples }: Command): string {
  const title = summary.charAt(0).toUpperCase() + summary.slice(1);
  return `${title}.\n\nUsage: ${usage}\n\n${details}\n\nExamples:\n${examples}\n`;
}
