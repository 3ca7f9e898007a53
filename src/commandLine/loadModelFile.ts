/**
 * Loads a model file. JSON, robot descriptions and Modelica are read as data. TypeScript and JavaScript are imported by Node itself, with two hooks on the way: types
 * are taken out of TypeScript, and `rattleback` means this very package, wherever the file lies.
 */
import { readFileSync } from "node:fs";
import { register } from "node:module";
import { basename, dirname, extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { format } from "node:util";
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { ReadFile } from "../language/readFile.ts";
import { errorPlace } from "../modelFile/errorPlace.ts";
import { type ModelFile, modelFileFromJson, modelFromExports } from "../modelFile/modelFile.ts";
import { stripTypes } from "../modelFile/stripTypes.ts";
import { CommandFailure, fileError, usageError } from "./commandFailure.ts";
import { confinedReader } from "./confinedReader.ts";
import { exitCode } from "./exitCode.ts";
import { importError } from "./importErrors.ts";
import { modelicaModel, splitClass } from "./modelicaModel.ts";
import { packageFolders } from "./packageFolders.ts";
import { robotEndings, robotFile } from "./robotFile.ts";
import type { Terminal } from "./terminal.ts";

export interface LoadedModel extends ModelFile {
  readonly path: string;
  readonly source: string;
  /** Reads files that the model names. */
  readonly readFile: ReadFile;
  /** What of the file was not used, renamed or mended. */
  readonly notes?: readonly string[];
  /** Limits of coordinates of a robot, whose joints can be moved by hand. */
  readonly sliders?: Readonly<Record<string, readonly [number, number]>>;
  /** Texts of libraries that the model uses, by their paths; more may be read while it is translated. */
  readonly libraryTexts?: ReadonlyMap<string, string>;
}

const moduleEndings = [".ts", ".mts", ".js", ".mjs"];
let hooksAreRegistered = false;

/** The model may read files of its own folder, a robot those of its package, and those of the allowed folders, which are relative to `folder`. */
export async function loadModelFile(
  fileName: string,
  folder: string,
  allowed: readonly string[] = [],
): Promise<LoadedModel> {
  const { file: given, className } = splitClass(fileName);
  const path = resolve(folder, given);
  const ending = extname(path).toLowerCase();
  const known = [".json", ".mo", ...robotEndings, ...moduleEndings];
  if (!known.includes(ending))
    throw usageError(`"${fileName}" is not a model file.`, `a file that ends in ${known.join(", ")}`);
  const source = readText(path, fileName);
  try {
    const isRobot = robotEndings.includes(ending);
    const readFile = confinedReader(dirname(path), [
      ...allowed.map((name) => resolve(folder, name)),
      ...(isRobot ? packageFolders(dirname(path), source) : []),
    ]);
    const file = isRobot
      ? robotFile(source, fileName, readFile)
      : ending === ".json"
        ? modelFileFromJson(source, fileName)
        : ending === ".mo"
          ? await modelicaModel(source, path, className)
          : await importModel(path, fileName, source, ending);
    return { ...file, path, source, readFile };
  } catch (error) {
    throw modelFailure(error, fileName, path, source);
  }
}

export function readText(path: string, fileName: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw fileError(`"${fileName}" cannot be read.`, fileName, "check the name and the folder", error);
  }
}

/** A failure to load or translate, at its place in the file. */
export function modelFailure(error: unknown, fileName: string, path: string, source: string): CommandFailure {
  if (error instanceof CommandFailure) return error;
  const otherFile = error instanceof RattlebackError ? error.data["file"] : undefined;
  if (typeof otherFile === "string" && basename(otherFile) !== basename(path))
    return new CommandFailure(exitCode.compilation, error, otherFile, errorPlace("", error));
  const place = errorPlace(source, error, lineOnStack(error, path));
  return new CommandFailure(exitCode.compilation, error, fileName, place);
}

/**
 * Runs a file that exports no model, such as one that simulates and prints by itself: true when it did something that can be seen.
 * What it prints is its data. Any other file is left alone.
 */
export async function runScript(fileName: string, { folder, out }: Pick<Terminal, "folder" | "out">): Promise<boolean> {
  const path = resolve(folder, fileName);
  const ending = extname(path).toLowerCase();
  if (!moduleEndings.includes(ending)) return false;
  const source = readText(path, fileName);
  if (/\bexport\s+default\b|\bas\s+default\b/.test(source)) return false;
  let hasPrinted = false;
  const print = (...values: unknown[]): void => {
    hasPrinted = true;
    out(`${format(...values)}\n`);
  };
  try {
    await importModule(path, fileName, source, ending, print);
    return hasPrinted;
  } catch (error) {
    throw modelFailure(error, fileName, path, source);
  }
}

/** What a model file prints is a message, not data. */
async function importModel(path: string, fileName: string, source: string, ending: string): Promise<ModelFile> {
  return modelFromExports(await importModule(path, fileName, source, ending, console.error), fileName);
}

async function importModule(
  path: string,
  fileName: string,
  source: string,
  ending: string,
  print: typeof console.log,
): Promise<Record<string, unknown>> {
  // errors of syntax have a better text here than in the loader
  if (ending === ".ts" || ending === ".mts") stripTypes(source, fileName);
  if (!hooksAreRegistered) register("./loaderHooks.js", import.meta.url);
  hooksAreRegistered = true;
  const log = console.log;
  console.log = print;
  try {
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (error) {
    if (error instanceof RattlebackError) throw error;
    const misspelt = await importError(error, source, fileName);
    if (misspelt !== undefined) throw misspelt;
    throw new RattlebackError("E-MODEL-FILE", `The file stopped with an exception.`, {
      path: fileName,
      because: error instanceof Error ? error.message : String(error),
      hint: "mend the file; it must run on its own",
      data: stackData(error, path),
      cause: error,
    });
  } finally {
    console.log = log;
  }
}

function stackData(error: unknown, path: string): Record<string, unknown> {
  const line = lineOnStack(error, path);
  return line === undefined ? {} : { fileLine: line };
}

/** Line of the innermost frame inside the file. */
function lineOnStack(error: unknown, path: string): number | undefined {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const at = stack.indexOf(`${pathToFileURL(path).href}:`);
  const match = at < 0 ? null : /:(\d+)(?::\d+)?\)?\s*(?:\n|$)/.exec(stack.slice(at));
  return match === null ? undefined : Number(match[1]);
}
