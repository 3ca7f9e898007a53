/** A folder on the user's disk: its models are listed and opened, and what is changed is written back into its files. */
import { h, replaceChildren } from "../dom.ts";
import { rememberFolder } from "./folderMemory.ts";
import type { Studio } from "./studio.ts";

export interface PageWithFolder {
  readonly studio: Studio;
  /** Where the files are listed. */
  readonly list: HTMLElement;
  openFile(name: string, source: string, parts: Readonly<Record<string, string>>): void;
  say(message: string, undo?: { text: string; action: () => void }): void;
}

type FileHandles = ReadonlyMap<string, FileSystemFileHandle>;

const isModel = /\.(ts|mts|js|mjs|json|mo)$/i;
const deepest = 4;
const mostFiles = 400;
/** Milliseconds without a change after which files are written. */
const quietTime = 300;

/** Asks for a folder, or for leave to read one again; nothing happens when the user changes their mind. */
export async function openFolder(page: PageWithFolder, known?: FileSystemDirectoryHandle): Promise<void> {
  const folder = known === undefined ? await chooseFolder() : await allowed(known);
  if (folder === undefined) return;
  void rememberFolder(folder);
  const files = new Map<string, FileSystemFileHandle>();
  await collect(folder, "", 0, files);
  if (files.size === 0) {
    page.say(`The folder ${folder.name} has no models (.ts, .js, .json, .mo).`);
    return;
  }
  const writer = new FolderWriter(page, files);
  const open = async (path: string): Promise<void> => {
    const source = await textOf(files.get(path)!);
    const parts = /\.(ts|mts|js|mjs)$/i.test(path) ? await importedTexts(path, source, files) : {};
    page.openFile(path.split("/").at(-1)!, source, parts);
    writer.follow(path);
  };
  const names = [...files.keys()].sort();
  replaceChildren(
    page.list,
    h("h2", {}, `Folder ${folder.name}`),
    h("p", { class: "empty" }, "What you change is written into these files."),
    h(
      "div",
      { class: "own-list" },
      ...names.map((path) => h("button", { class: "quiet own-open", onclick: () => void open(path) }, path)),
    ),
  );
}

async function chooseFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  const pick = (window as unknown as { showDirectoryPicker(options: object): Promise<FileSystemDirectoryHandle> })
    .showDirectoryPicker;
  return pick.call(window, { mode: "readwrite" }).catch(() => undefined);
}

/** The folder, if the user says again that it may be read and written. */
async function allowed(folder: FileSystemDirectoryHandle): Promise<FileSystemDirectoryHandle | undefined> {
  // the declarations of TypeScript do not know it
  const asking = folder as unknown as { requestPermission?(options: object): Promise<PermissionState> };
  const answer = (await asking.requestPermission?.({ mode: "readwrite" }).catch(() => "denied")) ?? "granted";
  return answer === "granted" ? folder : undefined;
}

async function collect(
  folder: FileSystemDirectoryHandle,
  path: string,
  depth: number,
  files: Map<string, FileSystemFileHandle>,
): Promise<void> {
  // the declarations of TypeScript do not know that folders can be walked through
  const entries = folder as unknown as AsyncIterable<readonly [string, FileSystemHandle]>;
  for await (const [name, handle] of entries) {
    if (files.size >= mostFiles || name.startsWith(".") || name === "node_modules") continue;
    if (handle.kind === "file" && isModel.test(name) && !name.endsWith(".d.ts"))
      files.set(path + name, handle as FileSystemFileHandle);
    else if (handle.kind === "directory" && depth < deepest)
      await collect(handle as FileSystemDirectoryHandle, `${path}${name}/`, depth + 1, files);
  }
}

async function textOf(handle: FileSystemFileHandle): Promise<string> {
  return (await handle.getFile()).text();
}

/** Files that a model imports, directly or through others, by their paths from it. */
async function importedTexts(path: string, source: string, files: FileHandles): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const take = async (from: string, text: string): Promise<void> => {
    for (const [, name] of text.matchAll(/\bfrom\s*["'](\.[^"']+)["']/g)) {
      const imported = resolvePath(from, name!);
      const key = relativePath(path, imported);
      const handle = files.get(imported);
      if (handle === undefined || texts[key] !== undefined || imported === path) continue;
      texts[key] = await textOf(handle);
      await take(imported, texts[key]);
    }
  };
  await take(path, source);
  return texts;
}

/** The path of what a file names: `a/b.ts` and `../c.ts` give `c.ts`. */
export function resolvePath(from: string, name: string): string {
  const steps = from.split("/").slice(0, -1);
  for (const step of name.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return steps.join("/");
}

/** `./models/arm.ts` for what lies beside or below a file, `./../arm.ts` for what lies above. */
export function relativePath(from: string, path: string): string {
  const [here, there] = [from.split("/").slice(0, -1), path.split("/")];
  let same = 0;
  while (same < here.length && same < there.length - 1 && here[same] === there[same]) same++;
  return `./${[...here.slice(same).map(() => ".."), ...there.slice(same)].join("/")}`;
}

/** Writes what is changed, one file after the other; what somebody else has changed meanwhile is not written over without a question. */
class FolderWriter {
  private readonly page: PageWithFolder;
  private readonly files: FileHandles;
  private followed: { readonly path: string; readonly file: Studio["file"] } | undefined;
  /** As they are on the disk, as far as this page knows. */
  private readonly known = new Map<string, string>();
  /** Files that another program has changed: the user decides. */
  private readonly disputed = new Set<string>();
  private timer = 0;
  private queue: Promise<void> = Promise.resolve();

  constructor(page: PageWithFolder, files: FileHandles) {
    this.page = page;
    this.files = files;
    page.studio.on("text", () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.write(), quietTime);
    });
    addEventListener("pagehide", () => this.write());
  }

  /** What is open now is that file. */
  follow(path: string): void {
    const { file } = this.page.studio;
    this.followed = { path, file };
    this.known.clear();
    this.disputed.clear();
    for (const [name, text] of this.texts()) this.known.set(name, text);
  }

  private texts(): [path: string, text: string][] {
    const { file } = this.page.studio;
    if (this.followed === undefined || file !== this.followed.file || file === undefined) return [];
    const { path } = this.followed;
    const parts = Object.entries(file.parts ?? {}).map(([name, text]) => [resolvePath(path, name), text] as const);
    return [[path, file.source], ...parts.map(([name, text]): [string, string] => [name, text])];
  }

  private write(): void {
    for (const [path, text] of this.texts()) {
      const handle = this.files.get(path);
      if (handle === undefined || this.disputed.has(path)) continue;
      this.queue = this.queue.then(() => this.writeFile(path, handle, text));
    }
  }

  private async writeFile(path: string, handle: FileSystemFileHandle, text: string): Promise<void> {
    const known = this.known.get(path);
    if (known === text || this.disputed.has(path)) return;
    try {
      const onDisk = await textOf(handle);
      if (onDisk !== known && onDisk !== text) {
        this.dispute(path, onDisk);
        return;
      }
      const stream = await handle.createWritable();
      await stream.write(text);
      await stream.close();
      this.known.set(path, text);
    } catch (error) {
      this.page.say(`${path} could not be written: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private dispute(path: string, onDisk: string): void {
    this.disputed.add(path);
    this.page.say(
      `Another program has changed ${path}: it was not written over. Your text is kept in this browser; the next opening of the folder reads the file again.`,
      {
        text: "Write mine over it",
        action: () => {
          this.known.set(path, onDisk);
          this.disputed.delete(path);
          this.write();
        },
      },
    );
  }
}
