// Every entry point of the package as one file for pages without a bundler, in dist/bundle: what several of them need is in shared.js,
// so that a model of one entry is a model to the others, and a page asks for two files instead of hundreds.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vite";
import { collectPackages, licenceNotices } from "./licenceNotices.ts";
import { namesOf } from "./publicNames.ts";

/** Runs on Node's threads. */
const forNode = ["sweeps.ts"];

export async function bundleEntries(folder = "dist/bundle"): Promise<void> {
  const entries = readdirSync("src/entries").filter((file) => !forNode.includes(file));
  const packages = new Set<string>();
  await build({
    configFile: false,
    base: "./",
    publicDir: false,
    logLevel: "error",
    define: { spaceNames: JSON.stringify(namesOf("space")) },
    plugins: [collectPackages(packages), { name: "licences", generateBundle: emitLicences }],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: {
          rattleback: resolve("src/index.ts"),
          element: resolve("app/embed/element.ts"),
          ...Object.fromEntries(entries.map((file) => [file.replace(/\.ts$/, ""), resolve(join("src/entries", file))])),
        },
        preserveEntrySignatures: "strict",
        external: (id) => id.startsWith("node:") || id === "@dimforge/rapier3d-compat",
        output: {
          format: "es",
          entryFileNames: "[name].js",
          chunkFileNames: "[name].js",
          codeSplitting: { groups: [{ name: "shared", minShareCount: 2 }] },
        },
      },
    },
  });

  function emitLicences(this: { emitFile(file: { type: "asset"; fileName: string; source: string }): string }): void {
    this.emitFile({ type: "asset", fileName: "licences.txt", source: licenceNotices(packages) });
    const types = readFileSync("app/embed/element.d.ts.txt", "utf8");
    this.emitFile({ type: "asset", fileName: "element.d.ts", source: types });
  }
}
