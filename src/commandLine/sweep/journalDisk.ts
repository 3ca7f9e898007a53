/** The calls of a journal to the disk, so that tests can let each of them fail. */
import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";

export interface JournalDisk {
  open(file: string, flags: string): number;
  /** Bytes written, which may be fewer than given. */
  write(handle: number, bytes: Uint8Array): number;
  sync(handle: number): void;
  truncate(handle: number, length: number): void;
  close(handle: number): void;
  read(file: string): Uint8Array;
  link(from: string, to: string): void;
  rename(from: string, to: string): void;
  remove(file: string): void;
}

export const realDisk: JournalDisk = {
  open: openSync,
  write: (handle, bytes) => writeSync(handle, bytes),
  sync: fsyncSync,
  truncate: ftruncateSync,
  close: closeSync,
  read: (file) => {
    const found = statSync(file);
    // reading these may never end
    if (!found.isFile() && !found.isDirectory())
      throw Object.assign(new Error("it is a device or a pipe, not a file"), { code: "ENODEV" });
    return readFileSync(file);
  },
  link: linkSync,
  rename: renameSync,
  remove: unlinkSync,
};

/** Writes all of the bytes; a device that takes none of them is full. */
export function writeAll(disk: Pick<JournalDisk, "write">, handle: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) {
    const written = disk.write(handle, bytes.subarray(done));
    if (written <= 0) throw Object.assign(new Error("no bytes were written"), { code: "ENOSPC" });
    done += written;
  }
}

export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
