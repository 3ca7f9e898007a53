// Checks all types: compiles the package into dist/, and reads everything that is not packed. The compiler is the native one, which takes a
// quarter of the time; what needs the compiler as a library (the editor of the studio, the pages of the API) has TypeScript 6.
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** Compiles the package into dist/, as far as it is not up to date. */
export const compilePackage = (): Promise<void> => compile("-b", "tsconfig.commandLine.json");

/** Throws what the compiler says. */
async function compile(...words: readonly string[]): Promise<void> {
  const compiler = resolve("node_modules/typescript-native/bin/tsc");
  try {
    await promisify(execFile)(process.execPath, [compiler, ...words]);
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`The types do not agree.\n${stdout}${stderr}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await compilePackage();
  await compile("-p", "tsconfig.json");
}
