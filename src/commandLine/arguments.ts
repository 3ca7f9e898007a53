/** Reads the words behind a command with node:util's parseArgs; unknown options suggest the nearest one. */
import { parseArgs } from "node:util";
import { suggestName } from "../errors/nearestName.ts";
import type { CommandOptions } from "./command.ts";
import { usageError } from "./commandFailure.ts";

export interface CommandArguments {
  readonly files: readonly string[];
  text(name: string): string | undefined;
  texts(name: string): readonly string[];
  number(name: string): number | undefined;
  flag(name: string): boolean;
}

export function readArguments(command: string, words: readonly string[], options: CommandOptions): CommandArguments {
  const known = { help: { type: "boolean", short: "h" }, ...options } as const satisfies CommandOptions;
  checkNames(command, words, Object.keys(known));
  let parsed: { values: Record<string, unknown>; positionals: string[] };
  try {
    parsed = parseArgs({ args: [...words], options: known, allowPositionals: true, strict: true });
  } catch (error) {
    throw usageError(firstSentence(error), `rattleback ${command} --help shows all options`);
  }
  const { values, positionals } = parsed;
  return {
    files: positionals,
    text: (name) => values[name] as string | undefined,
    texts: (name) => (values[name] as string[] | undefined) ?? [],
    flag: (name) => values[name] === true,
    number: (name) => {
      const text = values[name] as string | undefined;
      if (text === undefined) return undefined;
      const number = Number(text);
      if (text.trim() !== "" && Number.isFinite(number)) return number;
      throw usageError(`--${name} is "${text}", which is not a number.`, `--${name} 10`);
    },
  };
}

function checkNames(command: string, words: readonly string[], known: readonly string[]): void {
  for (const word of words) {
    if (word === "--") return;
    const name = /^--([^=]+)/.exec(word)?.[1];
    if (name === undefined || known.includes(name)) continue;
    const otherwise = `rattleback ${command} --help shows all options`;
    const nearest = suggestName(name, known, otherwise);
    throw usageError(`rattleback ${command} has no option --${name}.`, nearest.replace(/"([^"]+)"/, "--$1"));
  }
}

function firstSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\.? To specify.*$/s, "").replace(/\.?$/, ".");
}
