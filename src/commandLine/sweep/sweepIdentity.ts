/** What the results of a sweep depend on, in one text: journals are for the same text only. */
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { ReadFile } from "../../language/readFile.ts";
import { packageVersion } from "../packageFiles.ts";

/** Reads files for a model and remembers what was in them. */
export class RememberingReader {
  readonly digests = new Map<string, string>();
  /** Contents of those that exist, by the names that the model uses. */
  readonly contents = new Map<string, string | Uint8Array>();
  readonly read: ReadFile;

  constructor(read: ReadFile) {
    this.read = (name) => {
      const content = read(name);
      this.digests.set(name, content === undefined ? "missing" : digest(content));
      if (content !== undefined) this.contents.set(name, content);
      return content;
    };
  }
}

/** A model with the contents of all files that it needs, by their paths, and the digests of those that it reads, by the names it uses. */
export function filesOfModel<Built>(
  { path, readFile }: { readonly path: string; readonly readFile: ReadFile },
  build: (readFile: ReadFile) => Built,
): { model: Built; files: Map<string, Uint8Array>; digests: ReadonlyMap<string, string>; identity: string } {
  const reader = new RememberingReader(readFile);
  const model = build(reader.read);
  const bytes = (content: string | Uint8Array): Uint8Array =>
    typeof content === "string" ? new TextEncoder().encode(content) : content;
  const files = new Map<string, Uint8Array>();
  for (const [name, text] of modelSources(path)) files.set(name, bytes(text));
  for (const [name, content] of reader.contents) files.set(resolve(dirname(path), name), bytes(content));
  return { model, files, digests: reader.digests, identity: sweepIdentity(path, reader.digests, {}) };
}

/** The version of the package, the model file, files that it imports or reads, and options; the order of names does not matter. */
export function sweepIdentity(
  modelPath: string,
  files: ReadonlyMap<string, string>,
  options: Readonly<Record<string, unknown>>,
): string {
  const sources = sourceDigests(modelPath);
  return canonical({ version: packageVersion(), sources, files: Object.fromEntries(files), options });
}

/** Texts of a file and of all that it imports by relative names, directly or through others, wherever they are, by their paths. */
function modelSources(modelPath: string): Map<string, string> {
  const texts = new Map<string, string>();
  const waiting = [modelPath];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path) || statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const text = readFileSync(path, "utf8");
    texts.set(path, text);
    for (const [, name] of text.matchAll(/\b(?:from|import|require)\s*\(?\s*["'](\.[^"']+)["']/g))
      waiting.push(resolve(dirname(path), name!));
  }
  return texts;
}

/** Where the folder is does not matter. */
function sourceDigests(modelPath: string): Record<string, string> {
  const base = dirname(modelPath);
  return Object.fromEntries(
    [...modelSources(modelPath)].map(([path, text]) => [path.replace(base, "."), digest(text)] as const),
  );
}

export function digest(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** JSON with names in order, which tells −0, NaN and infinities apart. */
export function canonical(value: unknown): string {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : String(value);
  if (value === undefined || value === null || typeof value !== "object") return JSON.stringify(value) ?? String(value);
  if (Array.isArray(value) || ArrayBuffer.isView(value))
    return `[${Array.from(value as ArrayLike<unknown>, canonical).join(",")}]`;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, entry]) => `${JSON.stringify(name)}:${canonical(entry)}`)
    .join(",")}}`;
}
