/**
 * Files as a model sees them: those that it can read, and above them what it wrote itself. Nothing that a model writes leaves the memory
 * of its run.
 */
import { RattlebackError } from "../../errors/rattlebackError.ts";

/** Where files come from that the model did not write. */
export interface FileSource {
  /** Names in a folder, those of folders with a slash; undefined when there is no such folder. */
  list(folder: string): readonly string[] | undefined;
  readBytes(path: string): Uint8Array;
}

export class VirtualFiles {
  private readonly source: FileSource;
  private readonly written = new Map<string, Uint8Array>();
  private readonly folders = new Set<string>();
  private readonly gone = new Set<string>();

  constructor(source: FileSource) {
    this.source = source;
  }

  /** Is there a file, a folder, or nothing? */
  kind(path: string): "file" | "folder" | "none" {
    const plain = path.replace(/\/+$/, "");
    if (this.gone.has(plain)) return "none";
    if (this.written.has(plain)) return "file";
    if (this.folders.has(plain) || this.source.list(`${plain}/`) !== undefined) return "folder";
    const cut = plain.lastIndexOf("/") + 1;
    return this.source.list(plain.slice(0, cut) || "./")?.includes(plain.slice(cut)) ? "file" : "none";
  }

  bytes(path: string): Uint8Array {
    const own = this.written.get(path);
    if (own !== undefined) return own;
    if (this.kind(path) !== "file")
      throw new RattlebackError("E-MODELICA-FILE", `The file "${path}" cannot be read.`, {
        because: "it is not there, and the model has not written it",
        hint: "check its name; modelica:// addresses name files of libraries",
        data: { path },
      });
    return this.source.readBytes(path);
  }

  /** The lines of a text. A line break at the end does not begin another line. */
  lines(path: string): string[] {
    const lines = new TextDecoder().decode(this.bytes(path)).split(/\r?\n/);
    if (lines[lines.length - 1] === "") lines.pop();
    return lines;
  }

  write(path: string, content: Uint8Array): void {
    this.gone.delete(path);
    this.written.set(path, content);
  }

  append(path: string, text: string): void {
    const before = this.kind(path) === "file" ? this.bytes(path) : new Uint8Array();
    const added = new TextEncoder().encode(text);
    const all = new Uint8Array(before.length + added.length);
    all.set(before);
    all.set(added, before.length);
    this.write(path, all);
  }

  remove(path: string): void {
    const plain = path.replace(/\/+$/, "");
    this.written.delete(plain);
    this.folders.delete(plain);
    this.gone.add(plain);
  }

  makeFolder(path: string): void {
    const plain = path.replace(/\/+$/, "");
    this.gone.delete(plain);
    this.folders.add(plain);
  }

  /** Names in a folder, in order. */
  list(folder: string): string[] {
    const plain = folder.replace(/\/+$/, "");
    const names = new Set((this.source.list(`${plain}/`) ?? []).map((name) => name.replace(/\/$/, "")));
    for (const path of [...this.written.keys(), ...this.folders])
      if (path.startsWith(`${plain}/`)) names.add(path.slice(plain.length + 1).split("/")[0]!);
    return [...names].filter((name) => !this.gone.has(`${plain}/${name}`)).sort();
  }
}
