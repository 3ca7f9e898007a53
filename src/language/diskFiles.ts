/**
 * Files from the disk, where there is one. Beside commandLine/ this is the only place that knows Node: a program that names a file could
 * read it itself, so a model that a program has made may be read from the working directory when nobody says how. A document could
 * not, and its files are given by whoever opens it.
 */
import type { ReadFile } from "./readFile.ts";

/** undefined where there is no disk, as in browsers. */
export function diskReader(): ReadFile | undefined {
  const { process } = globalThis as {
    process?: {
      getBuiltinModule?: (
        name: string,
      ) => { existsSync(name: string): boolean; readFileSync(name: string): Uint8Array } | undefined;
    };
  };
  const fs = process?.getBuiltinModule?.("node:fs");
  return fs === undefined ? undefined : (name) => (fs.existsSync(name) ? fs.readFileSync(name) : undefined);
}
