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
  /** Names of the folders on the way from where the run began to the one in which relative paths begin. */
  private way: readonly string[] = [];

  constructor(source: FileSource) {
    this.source = source;
  }

  /** The folder in which relative paths begin; "." at first. */
  get workFolder(): string {
    const [first = "."] = this.way;
    return first === "" || first.endsWith(":") ? this.way.join("/") : [".", ...this.way].join("/");
  }

  set workFolder(path: string) {
    if (this.kind(path) !== "folder")
      throw new RattlebackError("E-MODELICA-FILE", `There is no folder "${path}" to work in.`, {
        because: "it is not there, and the model has not made it",
        hint: "check its name, or make it first",
        data: { path },
      });
    const plain = this.at(path);
    this.way = plain === "." ? [] : plain.split("/");
  }

  /** A path from where the run began, without a slash at its end. */
  private at(path: string): string {
    const isAbsolute = /^(\/|[A-Za-z]:|[a-z]+:\/\/)/i.test(path);
    if (isAbsolute) return path.replace(/\/+$/, "") || "/";
    const names = [...this.way];
    for (const name of path.split("/")) {
      if (name === "" || name === ".") continue;
      const last = names[names.length - 1];
      if (name === ".." && last !== undefined && last !== "..") names.pop();
      else names.push(name);
    }
    return names.length === 0 ? "." : names.join("/");
  }

  /** The folder in which the run began is "./" on a disk, and "" in an archive. */
  private entries(folder: string): readonly string[] | undefined {
    return this.source.list(folder) ?? (folder === "./" ? this.source.list("") : undefined);
  }

  /** Is there a file, a folder, or nothing? */
  kind(path: string): "file" | "folder" | "none" {
    const plain = this.at(path);
    if (this.gone.has(plain)) return "none";
    if (this.written.has(plain)) return "file";
    if (plain === "." || this.folders.has(plain) || this.source.list(`${plain}/`) !== undefined) return "folder";
    const cut = plain.lastIndexOf("/") + 1;
    return this.entries(plain.slice(0, cut) || "./")?.includes(plain.slice(cut)) ? "file" : "none";
  }

  bytes(path: string): Uint8Array {
    const plain = this.at(path);
    const own = this.written.get(plain);
    if (own !== undefined) return own;
    if (this.kind(path) !== "file")
      throw new RattlebackError("E-MODELICA-FILE", `The file "${path}" cannot be read.`, {
        because: "it is not there, and the model has not written it",
        hint: "check its name; modelica:// addresses name files of libraries",
        data: { path },
      });
    return this.source.readBytes(plain);
  }

  /** The lines of a text. A line break at the end does not begin another line. */
  lines(path: string): string[] {
    const lines = new TextDecoder().decode(this.bytes(path)).split(/\r?\n/);
    if (lines[lines.length - 1] === "") lines.pop();
    return lines;
  }

  write(path: string, content: Uint8Array): void {
    const plain = this.at(path);
    this.gone.delete(plain);
    this.written.set(plain, content);
  }

  append(path: string, text: string): void {
    const before = this.kind(path) === "file" ? this.bytes(path) : new Uint8Array();
    const added = new TextEncoder().encode(text);
    const all = new Uint8Array(before.length + added.length);
    all.set(before);
    all.set(added, before.length);
    this.write(path, all);
  }

  /** A file, or a folder with all that is in it. */
  move(from: string, to: string): void {
    if (this.kind(from) === "folder") {
      this.makeFolder(to);
      for (const name of this.list(from)) this.move(`${from}/${name}`, `${to}/${name}`);
    } else this.write(to, this.bytes(from));
    this.remove(from);
  }

  remove(path: string): void {
    const plain = this.at(path);
    this.written.delete(plain);
    this.folders.delete(plain);
    this.gone.add(plain);
  }

  makeFolder(path: string): void {
    const plain = this.at(path);
    this.gone.delete(plain);
    this.folders.add(plain);
  }

  /** Names in a folder, in order. */
  list(folder: string): string[] {
    const plain = this.at(folder);
    const names = new Set((this.entries(`${plain}/`) ?? []).map((name) => name.replace(/\/$/, "")));
    const prefix = plain === "." ? "" : `${plain}/`;
    for (const path of [...this.written.keys(), ...this.folders])
      if (path.startsWith(prefix)) names.add(path.slice(prefix.length).split("/")[0]!);
    return [...names].filter((name) => !this.gone.has(prefix + name)).sort();
  }
}
