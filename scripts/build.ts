// Builds the package into dist/: ES modules and their types, one file per source file; the parts that read TypeScript and XML with
// all they need, so that browsers load the package as it is; and the pages of the studio.
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vite";
import { buildSite } from "./buildSite.ts";

rmSync("dist", { recursive: true, force: true });
execFileSync("npx", ["tsc", "-b", "tsconfig.commandLine.json"], { stdio: "inherit" });
await bundleInto("dist/modelFile", "stripTypes.js", "sucrase");
await bundleInto("dist/urdf", "xmlElement.js", "@xmldom/xmldom");
await buildSite();

/** Replaces a compiled file by itself with the package that it uses inside, under that package's licence. */
async function bundleInto(folder: string, file: string, packageName: string): Promise<void> {
  const licence = readFileSync(`node_modules/${packageName}/LICENSE`, "utf8").trim();
  await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: true,
      target: "es2022",
      lib: { entry: resolve(join(folder, file)), formats: ["es"], fileName: () => file },
      rolldownOptions: {
        // our own files stay files of their own: there is one class of errors
        external: (id) => id.startsWith("../errors/"),
        output: { banner: `/* Contains ${packageName}:\n${licence}\n*/` },
      },
    },
  });
}
