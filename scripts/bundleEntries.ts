// Every entry point of the package as one file for pages without a bundler, in dist/bundle: what several of them need is in shared.js,
// so that a model of one entry is a model to the others, and a page asks for two files instead of hundreds.
import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "vite";
import { collectPackages, licenceNotices } from "./licenceNotices.ts";
import { namesOf } from "./publicNames.ts";

/** Runs on Node's threads. */
const forNode = ["sweeps.ts"];

export async function bundleEntries(folder = "dist/bundle"): Promise<void> {
  const packages = new Set<string>();
  await bundleLibrary(folder, packages);
  await bundleElement(folder, packages);
  writeFileSync(join(folder, "licences.txt"), licenceNotices(packages));
  copyFileSync("app/embed/element.d.ts.txt", join(folder, "element.d.ts"));
}

/** The element `<rattleback-model>` by itself: it loads the view, and what reads TypeScript, when they are needed. */
async function bundleElement(folder: string, packages: Set<string>): Promise<void> {
  await build({
    configFile: false,
    base: "./",
    publicDir: false,
    logLevel: "error",
    define: { spaceNames: JSON.stringify(namesOf("space")) },
    plugins: [collectPackages(packages)],
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: { element: resolve("app/embed/element.ts") },
        preserveEntrySignatures: "strict",
        output: { format: "es", entryFileNames: "[name].js", chunkFileNames: "element/[name].js" },
      },
    },
  });
}

async function bundleLibrary(folder: string, packages: Set<string>): Promise<void> {
  const entries = readdirSync("src/entries").filter((file) => !forNode.includes(file));
  await build({
    configFile: false,
    base: "./",
    publicDir: false,
    logLevel: "error",
    plugins: [collectPackages(packages)],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      minify: true,
      modulePreload: false,
      rolldownOptions: {
        input: {
          rattleback: resolve("src/index.ts"),
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
}
