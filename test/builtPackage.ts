// Lets tests run the built package in place of its sources: Node loads it as it is, as it does for users, and runs it in two thirds of
// the time of what the test runner makes of sources.
import { dirname, join, relative, resolve } from "node:path";
import type { Plugin } from "vite";

/** Says in the environment what tests run: "built" for the package, anything else for the sources. */
export const testedVariable = "RATTLEBACK_TESTED";
export const testsBuiltPackage = process.env[testedVariable] === "built";

/** Files that Node loads without help. */
export const builtFiles = /[\\/]dist[\\/](?!site[\\/]).*\.js$/;

const sources = resolve("src");
const built = resolve("dist");

/** Reads an import of a source file as one of the file that was made of it. */
export function useBuiltPackage(): Plugin {
  return {
    name: "built-package",
    enforce: "pre",
    resolveId(source, importer) {
      const file = source.startsWith(".") && importer !== undefined ? join(dirname(importer), source) : source;
      const inSources = relative(sources, file);
      if (inSources.startsWith("..") || !inSources.endsWith(".ts")) return null;
      return { id: join(built, inSources.replace(/\.ts$/, ".js")), external: true };
    },
  };
}
