/** Files that were dropped on the page or chosen: folders are walked through, archives are unpacked. */
import { unzipSync } from "fflate";
import { type RobotModel, robotModel } from "./robotModel.ts";

/** Files that are read; a folder that was dropped by mistake has more. */
const mostFiles = 5000;

/** Files of a Modelica library that are read; it may have thousands of pictures beside them. */
const ofLibrary = /\.(mo|order|txt|csv|mat)$/i;

export type DroppedFiles = ReadonlyMap<string, Uint8Array>;
type Entry = Pick<FileSystemEntry, "name" | "isFile" | "isDirectory">;

export async function filesFrom(dropped: readonly (Entry | File)[]): Promise<DroppedFiles> {
  const files = new Map<string, Uint8Array>();
  for (const entry of dropped) await collect(entry, "", files, false);
  return files;
}

export async function robotFrom(dropped: readonly (Entry | File)[]): Promise<RobotModel> {
  return robotModel(await filesFrom(dropped));
}

async function collect(
  entry: Entry | File,
  folder: string,
  files: Map<string, Uint8Array>,
  isInLibrary: boolean,
): Promise<void> {
  if (files.size > mostFiles)
    throw new Error(`More than ${mostFiles} files: drop the folder of one robot or of one library.`);
  const path = folder + entry.name;
  if ("isDirectory" in entry && entry.isDirectory) {
    const children = await childrenOf(entry as FileSystemDirectoryEntry);
    const isLibrary = isInLibrary || children.some(({ name }) => name === "package.mo");
    for (const child of children) await collect(child, `${path}/`, files, isLibrary);
    return;
  }
  if (isInLibrary && !ofLibrary.test(entry.name)) return;
  const file = "isFile" in entry ? await fileOf(entry as FileSystemFileEntry) : entry;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!/\.zip$/i.test(file.name)) {
    files.set(path, bytes);
    return;
  }
  const names: string[] = [];
  unzipSync(bytes, { filter: ({ name }) => names.push(name) < 0 });
  const isLibrary = names.some((name) => /(^|\/)package\.mo$/.test(name));
  const filter = ({ name }: { name: string }): boolean => !name.endsWith("/") && (!isLibrary || ofLibrary.test(name));
  for (const [name, content] of Object.entries(unzipSync(bytes, { filter }))) files.set(folder + name, content);
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A directory gives its content in pieces, the last of which is empty. */
async function childrenOf(entry: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = entry.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const piece = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (piece.length === 0) return all;
    all.push(...piece);
  }
}
