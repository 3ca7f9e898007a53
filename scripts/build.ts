// Builds the package into dist/: ES modules and their types, one file per source file; the parts that read TypeScript, XML and compressed data with
// all they need, so that browsers load the package as it is; one file per entry for pages; and the pages of the studio.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import { alone, isLock } from "./alone.ts";
import { ensureSite, newestIn } from "./buildSite.ts";
import { bundleEntries } from "./bundleEntries.ts";
import { compilePackage } from "./compile.ts";

/** Written last, and not packed. */
const stamp = "dist/.built";
const sources = ["src", "app", "examples", "scripts", "package.json", "package-lock.json"];

/** From nothing, except that pages of the studio that are newer than all they are made of stay. */
export async function buildPackage(): Promise<void> {
  clear("dist");
  await Promise.all([compilePackage(), ensureSite(), bundleEntries()]);
  for (const file of readdirSync("dist", { recursive: true, encoding: "utf8" }))
    if (file.endsWith(".d.ts") && !file.startsWith("site")) forOlderCompilers(join("dist", file));
  await bundleInto("dist/modelFile", "stripTypes.js", "sucrase");
  await bundleInto("dist/urdf", "xmlElement.js", "@xmldom/xmldom");
  await bundleInto("dist/modelica/services/files", "inflate.js", "fflate");
  writeFileSync(stamp, "");
}

/** Takes away what was built before, except the pages and the locks. */
export function clear(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (name !== "site" && !isLock(name)) rmSync(join(folder, name), { recursive: true, force: true });
}

/** Builds the package unless it is newer than everything it is made of. Several processes may ask at the same time. */
export async function ensurePackage(): Promise<void> {
  if (isFresh()) return;
  await alone("dist", "package", async () => {
    if (!isFresh()) await buildPackage();
  });
}

function isFresh(): boolean {
  const builtAt = existsSync(stamp) ? statSync(stamp).mtimeMs : 0;
  const settings = readdirSync(".").filter((name) => name.startsWith("tsconfig."));
  return [...sources, ...settings].every((source) => newestIn(source) < builtAt);
}

/** Typed arrays have a type of their memory since TypeScript 5.7, which nothing here depends on; older compilers refuse it. */
function forOlderCompilers(file: string): void {
  const text = readFileSync(file, "utf8");
  const plain = text.replace(/\b((?:Float|Int|Uint|BigInt|BigUint)\d+(?:Clamped)?Array)<ArrayBuffer(?:Like)?>/g, "$1");
  if (plain !== text) writeFileSync(file, plain);
}

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

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await buildPackage();
