// A copy of sources and tests in which Stryker's instrumenter has put every change behind a switch, and in which "vitest" is vitestStandIn.ts.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { DrawnLines } from "./drawnLines.ts";

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A change; lines and columns count from 0. */
export interface Change {
  readonly id: string;
  readonly fileName: string;
  readonly replacement: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface InstrumentedFile {
  readonly name: string;
  readonly content: string;
  readonly mutate: boolean | readonly { readonly start: Place; readonly end: Place }[];
}

interface Instrumenter {
  instrument(
    files: readonly InstrumentedFile[],
    options: object,
  ): Promise<{ readonly files: readonly InstrumentedFile[]; readonly mutants: readonly Change[] }>;
}

interface Injector {
  provideValue(name: string, value: unknown): Injector;
  injectFunction(make: unknown): Instrumenter;
}

/** Makes the copy; `lines` limits the changes to these. */
export async function makeSandbox(
  folder: string,
  paths: readonly string[],
  lines: DrawnLines | undefined,
): Promise<readonly Change[]> {
  rmSync(folder, { recursive: true, force: true });
  const standIn = join(folder, "node_modules", "vitest");
  mkdirSync(standIn, { recursive: true });
  for (const name of ["src", "test", "examples", "bench", "fuzz", "scripts", "app"])
    cpSync(name, join(folder, name), { recursive: true });
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const exports = { ".": "./src/index.ts", "./*": "./src/entries/*.ts" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "rattleback", version, type: "module", exports }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: { target: "ES2022" } }));
  writeFileSync(
    join(standIn, "package.json"),
    JSON.stringify({ name: "vitest", type: "module", exports: "./index.ts" }),
  );
  cpSync("scripts/mutate/vitestStandIn.ts", join(standIn, "index.ts"));
  const chosen = lines === undefined ? paths : [...lines.keys()];
  const files = chosen.map((name) => ({
    name,
    content: readFileSync(name, "utf8"),
    mutate: lines?.get(name)?.map((line) => ({ start: { line, column: 0 }, end: { line, column: 1_000_000 } })) ?? true,
  }));
  const instrumenter = await loadInstrumenter();
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false };
  const made = await instrumenter.instrument(files, options);
  for (const { name, content } of made.files) writeFileSync(join(folder, name), content);
  return made.mutants;
}

/** The part of Stryker that makes the changes, without the rest of it. */
async function loadInstrumenter(): Promise<Instrumenter> {
  const ofStryker = createRequire(createRequire(import.meta.url).resolve("@stryker-mutator/core/package.json"));
  const load = (name: string): Promise<unknown> => import(pathToFileURL(ofStryker.resolve(name)).href);
  const { createInstrumenter } = (await load("@stryker-mutator/instrumenter")) as { createInstrumenter: unknown };
  const { createInjector } = (await load("typed-inject")) as { createInjector: () => Injector };
  const silent = { isDebugEnabled: () => false, debug: () => {}, info: () => {}, warn: () => {} };
  return createInjector().provideValue("logger", silent).provideValue("options", {}).injectFunction(createInstrumenter);
}
