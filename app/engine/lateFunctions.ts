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

type Callable = { (...given: unknown[]): unknown; new (...given: unknown[]): object };

/** The function or class of that name; the stand-ins call it. */
export function lateFunction(part: LateName, name: string): Callable {
  const found = loaded.get(part)?.[name];
  if (typeof found === "function") return found as Callable;
  throw new RattlebackError("E-MODEL-FILE", `The studio has not loaded "${name}".`, {
    path: name,
    because: "it loads what few models need by the words in the text of the model",
    hint: `write ${part} somewhere in the model, if only in a comment`,
  });
}

/** Text of a module with a stand-in for each name, which may be called or made with new. */
export function standIns(part: LateName, names: readonly string[], thisModule: string): string {
  const lines = names.map(
    (name) => `export function ${name}(...given) {
  const real = lateFunction("${part}", "${name}");
  return new.target ? new real(...given) : real(...given);
}`,
  );
  return `import { lateFunction } from ${JSON.stringify(thisModule)};\n${lines.join("\n")}\n`;
}
