/** `rattleback examples`: the list, or the text of one. */
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { suggestName } from "../errors/nearestName.ts";
import { readArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { usageError } from "./commandFailure.ts";
import { importedTexts } from "./importedTexts.ts";
import { type ExampleFile, exampleFiles } from "./packageFiles.ts";
import type { Terminal } from "./terminal.ts";

const options = { json: { type: "boolean" } } as const;

export const examples: Command = {
  name: "examples",
  summary: "list the examples, or print one",
  usage: "rattleback examples [name]",
  details: `  --json                 the list as JSON

A name may be a part of the full name, when only one example has it.`,
  examples: `  rattleback examples
  rattleback examples rectifier > rectifier.ts && rattleback run rectifier.ts`,
  options,
  execute,
};

async function execute(words: readonly string[], terminal: Terminal): Promise<void> {
  const given = readArguments("examples", words, options);
  const all = exampleFiles();
  const [name] = given.files;
  if (name !== undefined) printExample(findExample(all, name), terminal);
  else if (given.flag("json"))
    terminal.out(
      `${JSON.stringify(
        all.map(({ name, title }) => ({ name, title })),
        undefined,
        2,
      )}\n`,
    );
  else {
    const width = Math.max(...all.map((example) => example.name.length));
    for (const example of all) terminal.out(`${example.name.padEnd(width)}  ${example.title}\n`);
  }
}

function printExample({ file }: ExampleFile, terminal: Terminal): void {
  terminal.out(readFileSync(file, "utf8"));
  const imported = Object.keys(importedTexts(file));
  if (imported.length > 0) terminal.error(`It imports ${imported.join(", ")}, beside it in ${dirname(file)}.\n`);
}

/** By full name, or by a part that only one has. */
function findExample(all: readonly ExampleFile[], name: string): ExampleFile {
  const asked = name.replace(/\.ts$/, "");
  const exact = all.find((example) => example.name === asked);
  if (exact !== undefined) return exact;
  const partial = all.filter((example) => example.name.includes(asked));
  if (partial.length === 1) return partial[0]!;
  const names = all.map((example) => example.name.replace(/^\d+-/, ""));
  throw usageError(
    partial.length === 0 ? `There is no example "${name}".` : `"${name}" is a part of several names.`,
    partial.length === 0
      ? suggestName(asked, names, "rattleback examples lists them")
      : `one of ${partial.map((example) => example.name).join(", ")}`,
  );
}
