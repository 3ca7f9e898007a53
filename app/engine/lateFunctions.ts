/**
 * Functions of files that are loaded late. In the build of the engine every import of such a file gets stand-ins instead, which pass
 * on to what was loaded for the model; without a build the files are imported as usual, and nothing here is called.
 */
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import type { LateName } from "./libraryNames.ts";

type Functions = Readonly<Record<string, unknown>>;

const loaded = new Map<LateName, Functions>();

export function keepLoaded(part: LateName, functions: Functions): void {
  loaded.set(part, functions);
}

/** The function of that name; the stand-ins call it. */
export function lateFunction(part: LateName, name: string): (...given: unknown[]) => unknown {
  const found = loaded.get(part)?.[name];
  if (typeof found === "function") return found as (...given: unknown[]) => unknown;
  throw new RattlebackError("E-MODEL-FILE", `The studio has not loaded "${name}".`, {
    path: name,
    because: "it loads what few models need by the words in the text of the model",
    hint: `write ${part} somewhere in the model, if only in a comment`,
  });
}

/** Text of a module with a stand-in for each name. */
export function standIns(part: LateName, names: readonly string[], thisModule: string): string {
  const lines = names.map(
    (name) => `export function ${name}(...given) { return lateFunction("${part}", "${name}")(...given); }`,
  );
  return `import { lateFunction } from ${JSON.stringify(thisModule)};\n${lines.join("\n")}\n`;
}
