/** Files that lie in memory: an archive, a folder that was dropped on a page. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import { anIterable, aText, shape } from "../errors/shapes.ts";
import type { ModelicaFiles } from "./library.ts";

/** Texts or bytes by path, with forward slashes. The folder of the top is "". */
export function memoryFiles(contents: ReadonlyMap<string, string | Uint8Array>): ModelicaFiles {
  shape("a Map from paths to texts or bytes", (value) => value instanceof Map)(contents, "contents");
  for (const path of contents.keys()) aText(path, "a path of contents");
  const folders = new Map<string, Set<string>>([["", new Set()]]);
  for (const path of contents.keys()) {
    let folder = "";
    for (const part of path.split("/").slice(0, -1)) {
      folders.get(folder)!.add(`${part}/`);
      folder += `${part}/`;
      if (!folders.has(folder)) folders.set(folder, new Set());
    }
    folders.get(folder)!.add(path.slice(folder.length));
  }
  const content = (path: string): string | Uint8Array => {
    const found = contents.get(path);
    if (found !== undefined) return found;
    throw new RattlebackError("E-MODELICA-FILE", `The file "${path}" is not there.`, {
      hint: "check its name; only files of the library itself can be read",
      data: { path },
    });
  };
  return {
    list: (folder) => {
      const names = folders.get(folder);
      return names === undefined ? undefined : [...names];
    },
    read: (path) => {
      const found = content(path);
      return typeof found === "string" ? found : new TextDecoder().decode(found);
    },
    readBytes: (path) => {
      const found = content(path);
      return typeof found === "string" ? new TextEncoder().encode(found) : found;
    },
  };
}

/** Where the libraries among the files are: the folders that hold a folder with `package.mo`, or a file of Modelica at the top of all. */
export function libraryFolders(paths: Iterable<string>): string[] {
  anIterable(paths, "paths");
  const packages = new Set<string>();
  const found = new Set<string>();
  const others: string[] = [];
  for (const path of paths) {
    aText(path, "a path");
    if (!/\.mo$/i.test(path)) continue;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (path === `${folder}package.mo` && folder !== "") packages.add(folder);
    else others.push(folder);
  }
  const isInside = (folder: string): boolean => {
    for (let at = folder.lastIndexOf("/"); at > 0; at = folder.lastIndexOf("/", at - 1))
      if (packages.has(folder.slice(0, at + 1))) return true;
    return false;
  };
  for (const folder of packages) {
    const parent = folder.slice(0, folder.slice(0, -1).lastIndexOf("/") + 1);
    if (!packages.has(parent)) found.add(parent);
  }
  for (const folder of others) if (!isInside(folder)) found.add(folder);
  return [...found].sort();
}
