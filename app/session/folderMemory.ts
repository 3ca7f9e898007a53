/** The folder that was opened last: the browser keeps its handle, and asks again before it may be read. */
import { KeptValue } from "./keptValue.ts";

const kept = new KeptValue<FileSystemDirectoryHandle>("rattleback-folder", "folders");

/** Browsers that cannot keep it will be asked for it the next time. */
export async function rememberFolder(folder: FileSystemDirectoryHandle): Promise<void> {
  await kept.put(folder).catch(() => undefined);
}

export async function lastFolder(): Promise<FileSystemDirectoryHandle | undefined> {
  return kept.get();
}
