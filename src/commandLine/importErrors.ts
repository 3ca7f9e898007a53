/** Imports of a model file that lead nowhere: what was meant, and the line on which they stand. */
import { existsSync, readdirSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { suggestName } from "../errors/nearestName.ts";
import { RattlebackError } from "../errors/rattlebackError.ts";

const ownEnding = extname(fileURLToPath(import.meta.url));

/** The error for a name or a module that does not exist; undefined for any other failure of an import. */
export async function importError(
  error: unknown,
  source: string,
  fileName: string,
): Promise<RattlebackError | undefined> {
  if (!(error instanceof Error)) return undefined;
  const missing = /The requested module '(.+)' does not provide an export named '(.+)'/.exec(error.message);
  if (missing !== null) {
    const [, module, name] = missing as unknown as [string, string, string];
    const known = await namesOf(module);
    return new RattlebackError("E-IMPORT", `"${module}" has no "${name}".`, {
      path: fileName,
      because: "the import names something that the module does not export",
      hint: suggestName(name, known, "see the list of names in the documentation of the module"),
      data: { name, module, ...lineOf(source, name) },
      cause: error,
    });
  }
  const absent = /Cannot find (?:package|module) '([^']+)'/.exec(error.message);
  if (absent === null) return undefined;
  const [, found] = absent as unknown as [string, string];
  const module = found.includes("/entries/") ? `rattleback/${found.replace(/^.*\/entries\/|\.[jt]s$/g, "")}` : found;
  return new RattlebackError("E-IMPORT", `The module "${module}" does not exist.`, {
    path: fileName,
    because: "an import of the file names it",
    hint: suggestName(module, entryPoints(), "check the name; packages must be installed beside the file"),
    data: { module, ...lineOf(source, module) },
    cause: error,
  });
}

/** Names that an entry point of the package offers. */
async function namesOf(module: string): Promise<string[]> {
  const entry = /^rattleback(?:\/([a-z]+))?$/.exec(module);
  if (entry === null) return [];
  const file = entry[1] === undefined ? `../index${ownEnding}` : `../entries/${entry[1]}${ownEnding}`;
  return Object.keys((await import(new URL(file, import.meta.url).href)) as object);
}

function entryPoints(): string[] {
  const folder = fileURLToPath(new URL("../entries", import.meta.url));
  if (!existsSync(folder)) return ["rattleback"];
  const names = readdirSync(folder).filter((file) => extname(file) === ownEnding);
  return ["rattleback", ...names.map((file) => `rattleback/${file.slice(0, -ownEnding.length)}`)];
}

/** Line of the import statement that mentions a word. */
function lineOf(source: string, word: string): Record<string, number> {
  for (const match of source.matchAll(/^[ \t]*(?:import|export)\s[^;]*?["'][^"'\n]*["']/gm)) {
    const at = match[0].indexOf(word);
    if (at < 0) continue;
    const before = source.slice(0, match.index + at).split("\n");
    return { fileLine: before.length, fileColumn: before[before.length - 1]!.length + 1 };
  }
  return {};
}
