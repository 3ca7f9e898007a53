/**
 * Reads files that a model names, inside its own folder and the folders that the user allowed, nowhere else.
 *
 * Names are judged twice: as written, so that a model cannot find out what exists outside; and after following symbolic links,
 * so that a link inside does not lead out. What is read is the place that was judged.
 */
import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { ReadFile } from "../language/readFile.ts";
import { fileError } from "./commandFailure.ts";

/** `folder` is the model's own; names are relative to it. */
export function confinedReader(folder: string, allowed: readonly string[] = []): ReadFile {
  const written = [folder, ...allowed].map((root) => resolve(root));
  const real = written.map((root) => realPath(root) ?? root);
  return (name) => {
    const path = resolve(folder, name);
    if (!isInside(path, written) && !isInside(path, real)) throw outside(name, folder);
    const place = realPath(path);
    if (place === undefined) return undefined;
    if (!isInside(place, real)) throw outside(name, folder);
    // a pipe or a device would never end
    if (!statSync(place).isFile()) throw fileError(`"${name}" is not a file.`, name, "name a file");
    try {
      return readFileSync(place);
    } catch (error) {
      throw fileError(`"${name}" cannot be read.`, name, "check who may read the file", error);
    }
  };
}

/** The place behind all symbolic links; undefined when there is nothing. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => {
    const way = relative(root, path);
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  });
}

function outside(name: string, folder: string): RattlebackError {
  return new RattlebackError("E-FILE-OUTSIDE", `The model names "${name}", which is outside its folder.`, {
    because: "a model may read files of its own folder only, unless you allow others",
    hint: "copy the file beside the model, or allow its folder: --allow-files <folder>",
    data: { name, folder },
  });
}
