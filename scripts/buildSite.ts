// Builds the studio as a static site in dist/site: pages, engine, editor, examples, type declarations. Works from any web server.
// Length   the steps of one build in their order
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import ts from "typescript";
import { build, type Plugin, type Rolldown } from "vite";
import { standIns } from "../app/engine/lateFunctions.ts";
import { lateSources } from "../app/engine/lateSources.ts";
import {
  isOfSpace,
  type LateName,
  type LibraryName,
  lateNames,
  libraryFile,
  libraryNames,
  moduleNames,
} from "../app/engine/libraryNames.ts";
import { mainScript } from "../app/engine/scripts.ts";
import { importedTexts } from "../src/commandLine/importedTexts.ts";
import { exampleFiles } from "../src/commandLine/packageFiles.ts";
import { alone } from "./alone.ts";
import { buildGuides } from "./buildGuides.ts";
import { collectPackages, licenceNotices } from "./licenceNotices.ts";
import { indexFile, moduleOf, namesOf } from "./publicNames.ts";

type OutputChunk = Rolldown.OutputChunk;
type RolldownOutput = Rolldown.RolldownOutput;

const root = fileURLToPath(new URL("../", import.meta.url));
const site = join(root, "dist/site");
const guides = join(site, "guides");
const workerFile = join(root, "app/engine/worker.ts");
const pageFile = join(root, "app/main.ts");

export async function buildSite(): Promise<void> {
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  const packages = new Set<string>();
  await buildPage(packages);
  await buildEngine(packages);
  for (const name of ["savedPlots", "savedScene"]) await buildSavedPage(name, packages);
  writeFileSync(join(site, "licences.txt"), licenceNotices(packages));
  writeSandbox();
  writeExamples();
  await writePalette();
  buildGuides(guides);
  writeTypes();
}

/** Components of all libraries for the diagram: what may stand in a model, with its connectors and parameters. */
async function writePalette(): Promise<void> {
  const { componentOf } = await import("../app/engine/outline.ts");
  const { ModelDefinition } = await import("../src/language/model.ts");
  const { RattlebackError } = await import("../src/errors/rattlebackError.ts");
  const { modelToJson } = await import("../src/modelFile/modelJson.ts");
  const entries: unknown[] = [];
  const documents: Record<string, string> = {};
  for (const module of moduleNames) {
    const file = join(root, "src", `${module.replace("rattleback", "entries")}.ts`);
    const exported = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>;
    for (const [name, value] of Object.entries(exported)) {
      if (!(value instanceof ModelDefinition)) continue;
      const component = componentOf(name, value);
      // a connector alone, or a part without an equation, is no component
      if (component.connectors.some((connector) => connector.name === "") || value.equations.length === 0) continue;
      entries.push({ ...component, module });
      try {
        documents[`${module} ${name}`] = modelToJson(value);
      } catch (error) {
        // some consist of code, which no document can hold
        if (!(error instanceof RattlebackError) || error.code !== "E-JSON") throw error;
      }
    }
  }
  writeFileSync(join(site, "palette.json"), JSON.stringify(entries));
  writeFileSync(join(site, "paletteDocuments.json"), JSON.stringify(documents));
}

/** Builds the site unless it is newer than everything it is made of. Several processes may ask at the same time. */
export async function ensureSite(say: (line: string) => void = () => {}): Promise<void> {
  if (isFresh() && hasFreshGuides()) return;
  await alone(join(root, "dist"), "site", async () => {
    if (!isFresh()) {
      say("building the studio …");
      await buildSite();
    }
    if (!hasFreshGuides()) buildGuides(guides);
  });
}

function hasFreshGuides(): boolean {
  const page = join(guides, "index.html");
  const builtAt = existsSync(page) ? statSync(page).mtimeMs : 0;
  return ["docs", "scripts/buildGuides.ts"].every((name) => newestIn(join(root, name)) < builtAt);
}

function isFresh(): boolean {
  // written last
  const page = join(site, "types.json");
  const builtAt = existsSync(page) ? statSync(page).mtimeMs : 0;
  const sources = ["src", "app", "examples", "scripts/buildSite.ts", "package.json"].map((name) => join(root, name));
  return sources.every((source) => newestIn(source) < builtAt);
}

/** Milliseconds since 1970 of the last change in a file or folder. */
export function newestIn(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path).reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), stat.mtimeMs);
}

async function buildPage(packages: Set<string>): Promise<void> {
  await build({
    root: join(root, "app"),
    base: "./",
    configFile: false,
    define: names(),
    logLevel: "error",
    plugins: [collectPackages(packages)],
    worker: { format: "es", plugins: () => [collectPackages(packages)] },
    build: {
      outDir: site,
      emptyOutDir: false,
      target: "es2022",
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 5000,
      // one script of what every page loads
      rolldownOptions: {
        // names of late parts stand in that script, and what is random in them is not compressed
        output: {
          chunkFileNames: "assets/[name]-[hash:7].js",
          hashCharacters: "hex",
          codeSplitting: { groups: [{ name: importedBy(pageFile, "page") }] },
        },
      },
    },
  });
}

/** One classic script, which the sandbox starts from its text, and a bundle of scripts for each library that is loaded when needed. */
async function buildEngine(packages: Set<string>): Promise<void> {
  const built = await build({
    root: join(root, "app"),
    configFile: false,
    define: names(),
    publicDir: false,
    logLevel: "error",
    plugins: [lateFunctions, collectPackages(packages)],
    build: {
      write: false,
      target: "es2022",
      minify: true,
      rolldownOptions: {
        // one script of all that is always loaded: names that cross between scripts cannot be shortened
        output: { chunkFileNames: "[name].js", codeSplitting: { groups: [{ name: importedBy(workerFile, "core") }] } },
      },
      lib: { entry: workerFile, formats: ["cjs"], fileName: () => "engine.js" },
    },
  });
  const chunks = new Map<string, OutputChunk>();
  for (const { output } of built as RolldownOutput[])
    for (const chunk of output) if (chunk.type === "chunk") chunks.set(chunk.fileName, chunk);
  const core = scriptsOf(chunks.get("engine.js")!, chunks);
  writeFileSync(join(site, "engine.js"), mainScript(core));
  const libraries = new Map<LibraryName, OutputChunk>();
  for (const name of libraryNames) {
    const main = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === sourceOf(name));
    if (main === undefined) throw new Error(`The engine has no script for ${name}.`);
    libraries.set(name, main);
  }
  const space = scriptsOf(libraries.get("space")!, chunks, core);
  for (const [name, main] of libraries) {
    const known = isOfSpace(name) ? { ...core, ...space } : core;
    writeFileSync(join(site, libraryFile(name)), JSON.stringify(scriptsOf(main, chunks, known)));
  }
}

/** The script of pages that are saved, in one piece: they load nothing. */
async function buildSavedPage(name: string, packages: Set<string>): Promise<void> {
  const own = new Set<string>();
  const built = await build({
    root: join(root, "app"),
    configFile: false,
    define: names(),
    publicDir: false,
    logLevel: "error",
    plugins: [collectPackages(packages), collectPackages(own)],
    build: {
      write: false,
      target: "es2022",
      minify: true,
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: join(root, `app/embed/${name}.ts`), formats: ["iife"], name: "page", fileName: () => "page.js" },
    },
  });
  const [{ output }] = built as RolldownOutput[];
  writeFileSync(join(site, name === "savedScene" ? "page-scene.js" : "page-plots.js"), output[0].code);
  if (own.size > 0) writeFileSync(join(site, "page-licences.txt"), licenceNotices(own));
}

/** What the rule for late parts asks for in texts. */
function names(): Record<string, string> {
  return { spaceNames: JSON.stringify(namesOf("space")) };
}

/** The name for every module that a file imports, directly or through others. */
function importedBy(file: string, name: string): (id: string, context: Rolldown.ChunkingContext) => string | null {
  const found = new Set<string>();
  return (id, context) => {
    const waiting = found.size === 0 ? [file] : [];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      waiting.push(...(context.getModuleInfo(next)?.importedIds ?? []));
    }
    return found.has(id) ? name : null;
  };
}

/** The texts of a script and of all that it requires, except of those that are there already. */
function scriptsOf(
  chunk: OutputChunk,
  chunks: ReadonlyMap<string, OutputChunk>,
  known: Readonly<Record<string, string>> = {},
  texts: Record<string, string> = {},
): Record<string, string> {
  const name = `./${chunk.fileName}`;
  if (known[name] !== undefined || texts[name] !== undefined) return texts;
  texts[name] = chunk.code;
  for (const file of chunk.imports) if (chunks.has(file)) scriptsOf(chunks.get(file)!, chunks, known, texts);
  return texts;
}

function sourceOf(name: LibraryName): string {
  if (name === "space") return `${partMark}space`;
  const file = name in lateSources ? lateSources[name as LateName] : `${name.replace("rattleback", "entries")}.ts`;
  return join(root, "src", file);
}

const standInMark = "\0stand-in:";
const partMark = "\0public-names:";

/**
 * Imports of the files that are loaded late become stand-ins, except where they are loaded. The public names come in two parts: those
 * that are imported as usual, and those of bodies in space, which are loaded.
 */
const lateFunctions: Plugin = {
  name: "late-functions",
  enforce: "pre",
  resolveId(name, importer, { kind }) {
    if (importer === undefined || !(name.startsWith(".") || isAbsolute(name))) return undefined;
    const file = isAbsolute(name) ? name : join(dirname(importer), name);
    if (file === indexFile) return `${partMark}${kind === "import-statement" ? "core" : "space"}`;
    if (kind !== "import-statement") return undefined;
    const part = lateNames.find((late) => sourceOf(late) === file);
    return part === undefined ? undefined : `${standInMark}${part}`;
  },
  load(id) {
    if (id.startsWith(partMark)) return moduleOf(id.slice(partMark.length) as "core" | "space");
    if (!id.startsWith(standInMark)) return undefined;
    const part = id.slice(standInMark.length) as LateName;
    const text = readFileSync(sourceOf(part), "utf8");
    const names = Array.from(
      text.matchAll(/^export (?:async )?(?:function|class|const) (\w+)/gm),
      (match) => match[1]!,
    );
    return standIns(part, names, join(root, "app/engine/lateFunctions.ts"));
  },
};
/** The policy of the sandbox: its own script by its hash, workers from text, generated code; no network, no pictures, nothing else. */
function writeSandbox(): void {
  const html = readFileSync(join(root, "app/sandbox.html"), "utf8");
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)![1]!;
  const hash = createHash("sha256").update(script).digest("base64");
  const policy = `default-src 'none'; script-src 'sha256-${hash}' 'unsafe-eval' blob:; worker-src blob:; connect-src 'none'`;
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
  writeFileSync(join(site, "sandbox.html"), html.replace("<!-- CONTENT-SECURITY-POLICY -->", meta));
}

/** Examples that need nothing but the package: those that read files or other packages are for the terminal. */
export function galleryExamples(): ReturnType<typeof exampleFiles> {
  return exampleFiles().filter(({ file }) => !/import\.meta|from "node:(?!assert)/.test(readFileSync(file, "utf8")));
}

function writeExamples(): void {
  const pictures = join(root, "examples/pictures");
  if (existsSync(pictures)) cpSync(pictures, join(site, "pictures"), { recursive: true });
  const course = readCourse();
  const list = galleryExamples().map(({ name, file, title }) => ({
    ...course(name),
    name,
    title,
    source: readFileSync(file, "utf8"),
    parts: partsOf(file),
    picture: pictureOf(pictures, name),
    group: groupOf(name),
  }));
  const order = [...Object.values(groups), otherGroup];
  list.sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
  writeFileSync(join(site, "examples.json"), JSON.stringify(list));
}

/** Place of an example in the course of examples/README.md, the heading there, and its level: 1 for first steps, 3 for the advanced. */
export function readCourse(): (name: string) => { step: number; chapter: string; level: 1 | 2 | 3 } {
  const text = readFileSync(join(root, "examples/README.md"), "utf8");
  const places = new Map<string, { step: number; chapter: string }>();
  for (const part of text.split(/^### /m).slice(1)) {
    const chapter = part.slice(0, part.indexOf("\n"));
    for (const [, step, name] of part.matchAll(/^(\d+)\. \[([\w-]+)\]/gm))
      places.set(name!, { step: Number(step), chapter });
  }
  const named = (word: string): ReadonlySet<string> => {
    const line = new RegExp(`^- ${word}: ([\\s\\S]*?)\\.$`, "m").exec(text)?.[1] ?? "";
    return new Set(Array.from(line.matchAll(/`([\w-]+)`/g), ([, name]) => name!));
  };
  const [first, advanced] = [named("First steps"), named("Advanced")];
  const last = { step: places.size + 1, chapter: otherGroup };
  return (name) => ({ ...(places.get(name) ?? last), level: first.has(name) ? 1 : advanced.has(name) ? 3 : 2 });
}

/** Texts of the files that an example imports; undefined without any. */
function partsOf(file: string): Record<string, string> | undefined {
  const parts = importedTexts(file);
  return Object.keys(parts).length === 0 ? undefined : parts;
}

function pictureOf(folder: string, name: string): string | undefined {
  const ending = ["webp", "jpg", "png", "svg"].find((known) => existsSync(join(folder, `${name}.${known}`)));
  return ending === undefined ? undefined : `pictures/${name}.${ending}`;
}

/** Headings of the gallery by the first word of the name, in their order. */
const groups: Readonly<Record<string, string>> = {
  contact: "Contact",
  "3d": "3-D mechanics",
  structure: "Changing structure",
  equations: "Equations, circuits, drives",
  flat: "Contact of faces",
  planar: "Collisions of outlines in the plane",
  study: "From runs to answers",
  solvers: "Solvers alone",
};
const otherGroup = "More";

function groupOf(name: string): string {
  const first = name.split("-")[0]!;
  return groups[/^\d+$/.test(first) ? "equations" : first] ?? otherGroup;
}

/** Declarations for the editor: those of this package, of the language, and of the little that the studio offers beside. */
function writeTypes(): void {
  const files: Record<string, string> = {};
  const lib = dirname(createRequire(import.meta.url).resolve("typescript"));
  for (const name of readdirSync(lib))
    if (/^lib\.(es5|es20(1\d|2[0-3])|decorators).*\.d\.ts$/.test(name) && !name.includes("full"))
      files[`/lib/${name}`] = readFileSync(join(lib, name), "utf8");
  for (const [file, text] of declarations())
    files[`/node_modules/rattleback/dist/${relative(join(root, "dist"), file).replaceAll("\\", "/")}`] = text;
  const { name, version, type, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Record<
    string,
    unknown
  >;
  files["/node_modules/rattleback/package.json"] = JSON.stringify({ name, version, type, exports });
  files["/node_modules/@types/studio/index.d.ts"] = readFileSync(
    join(root, "app/editor/studioGlobals.d.ts.txt"),
    "utf8",
  );
  files["/node_modules/@types/studio/package.json"] = JSON.stringify({
    name: "@types/studio",
    version: "1.0.0",
    types: "index.d.ts",
  });
  writeFileSync(join(site, "types.json"), JSON.stringify(files));
}

/** Declarations of the public names, by path in dist; types are checked elsewhere. */
function declarations(): Map<string, string> {
  const config = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const entries = readdirSync(join(root, "src/entries")).map((file) => join(root, "src/entries", file));
  const program = ts.createProgram([join(root, "src/index.ts"), ...entries], {
    ...options,
    composite: false,
    emitDeclarationOnly: true,
    noCheck: true,
    // the editor needs three.js as little as the engine does
    types: [],
  });
  const texts = new Map<string, string>();
  program.emit(undefined, (file, text) => texts.set(file, text), undefined, true);
  return texts;
}

/** Sizes of what a page loads, compressed as servers do. */
export function siteSizes(): { file: string; bytes: number; compressed: number }[] {
  const list = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? list(join(folder, entry.name)) : [join(folder, entry.name)],
    );
  return list(site).map((file) => {
    const content = readFileSync(file);
    return { file: relative(site, file), bytes: content.length, compressed: gzipSync(content).length };
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await buildSite();
  for (const { file, bytes, compressed } of siteSizes())
    if (!file.startsWith("pictures"))
      console.log(
        `${file.padEnd(44)} ${(bytes / 1000).toFixed(0).padStart(6)} kB  ${(compressed / 1000).toFixed(0).padStart(5)} kB compressed`,
      );
}
