/** Hooks of Node's module loader for model files; Node runs this file in a thread of its own. */
import { readFile } from "node:fs/promises";
import type { LoadHook, ResolveHook } from "node:module";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { stripTypes } from "../modelFile/stripTypes.ts";

const packageFile = /^rattleback(?:\/([a-z]+))?$/;
const ownEnding = extname(fileURLToPath(import.meta.url));

/** `rattleback` and its entry points are those of this package. */
export const resolve: ResolveHook = (specifier, context, nextResolve) => {
  const match = packageFile.exec(specifier);
  if (match === null) return nextResolve(specifier, context);
  const file = match[1] === undefined ? `../index${ownEnding}` : `../entries/${match[1]}${ownEnding}`;
  return nextResolve(new URL(file, import.meta.url).href, context);
};

/** TypeScript outside packages loses its types. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const { protocol, pathname } = new URL(url);
  if (protocol !== "file:" || !/\.m?ts$/.test(pathname) || pathname.includes("/node_modules/"))
    return nextLoad(url, context);
  const path = fileURLToPath(url);
  return { format: "module", shortCircuit: true, source: stripTypes(await readFile(path, "utf8"), path) };
};
