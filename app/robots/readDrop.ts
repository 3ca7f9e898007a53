/** Files that were dropped on the page or chosen: folders are walked through, archives are unpacked. */
import { unzipSync } from "fflate";
import { type RobotModel, robotModel } from "./robotModel.ts";

/** Files that are read; a folder that was dropped by mistake has more. */
const mostFiles = 5000;

type Entry = Pick<FileSystemEntry, "name" | "isFile" | "isDirectory">;

export async function robotFrom(dropped: readonly (Entry | File)[]): Promise<RobotModel> {
  const files = new Map<string, Uint8Array>();
  for (const entry of dropped) await collect(entry, "", files);
  return robotModel(files);
}

async function collect(entry: Entry | File, folder: string, files: Map<string, Uint8Array>): Promise<void> {
  if (files.size > mostFiles) throw new Error(`More than ${mostFiles} files: drop the folder of one robot.`);
  const path = folder + entry.name;
  if ("isDirectory" in entry && entry.isDirectory) {
    for (const child of await childrenOf(entry as FileSystemDirectoryEntry)) await collect(child, `${path}/`, files);
    return;
  }
  const file = "isFile" in entry ? await fileOf(entry as FileSystemFileEntry) : entry;
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (!/\.zip$/i.test(file.name)) {
    files.set(path, bytes);
    return;
  }
  for (const [name, content] of Object.entries(unzipSync(bytes)))
    if (!name.endsWith("/")) files.set(folder + name, content);
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
