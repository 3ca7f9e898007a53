/** Modelica libraries on the disk: the folders of MODELICAPATH, and files that are named. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, delimiter, resolve } from "node:path";
import type { ModelicaLibrary } from "../modelica/importModelica.ts";
import type { ModelicaFiles } from "../modelica/library.ts";
import { fileError } from "./commandFailure.ts";

export const diskFiles: ModelicaFiles = {
  list(folder) {
    try {
      return readdirSync(folder, { withFileTypes: true }).map((entry) =>
        entry.isDirectory() ? `${entry.name}/` : entry.name,
      );
    } catch {
      return undefined;
    }
  },
  read: (path) => readFileSync(path, "utf8"),
  readBytes: (path) => new Uint8Array(readFileSync(path)),
};

/** The folders given, then those of MODELICAPATH. */
export function modelicaFolders(folders: readonly string[], folder: string): string[] {
  const path = (process.env["MODELICAPATH"] ?? "").split(delimiter).filter((entry) => entry !== "");
  return [...folders, ...path].map((entry) => `${resolve(folder, entry)}/`);
}

/** The library of the folders and files given; folders of MODELICAPATH come last. */
export async function loadModelica(
  folders: readonly string[],
  files: readonly string[],
  folder: string,
): Promise<ModelicaLibrary> {
  const { importModelica } = await import("../modelica/importModelica.ts");
  const texts: Record<string, string> = {};
  for (const file of files) {
    try {
      texts[basename(file)] = readFileSync(resolve(folder, file), "utf8");
    } catch (error) {
      throw fileError(`"${file}" cannot be read.`, file, "check the name of the file", error);
    }
  }
  return importModelica({
    folders: modelicaFolders(folders, folder),
    files: diskFiles,
    texts,
  });
}
