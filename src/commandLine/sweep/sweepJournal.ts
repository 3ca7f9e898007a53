/**
 * Finished runs on disk: a sweep that was killed goes on where it stopped.
 *
 * One line per record: a checksum, a blank, JSON. The first says which sweep it is. A record is on the device before anybody is told
 * that the run is done. A line that a kill cut off at the end is dropped; a line inside whose checksum is wrong is reported, and its
 * run is done again. Nothing that was written is ever written again.
 */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { type FinishedRun, FinishedRuns } from "./finishedRuns.ts";
import { errorCode, type JournalDisk, realDisk, writeAll } from "./journalDisk.ts";
import { JournalLock } from "./journalLock.ts";

interface Header {
  readonly sweep: string;
  readonly quantities: readonly string[];
}

const newLine = 0x0a;

export class SweepJournal {
  readonly finished: FinishedRuns;
  /** Numbers of the lines that are damaged; their runs are not among the finished ones. */
  readonly damagedLines: number[] = [];
  private readonly file: string | undefined;
  private readonly disk: JournalDisk;
  private lock: JournalLock | undefined;
  private handle = -1;
  /** Bytes of whole records. */
  private length = 0;

  /** Without a file nothing is kept. */
  constructor(file: string | undefined, header: Header, disk: JournalDisk = realDisk) {
    this.file = file;
    this.disk = disk;
    this.finished = new FinishedRuns(header.quantities.length);
    if (file === undefined) return;
    try {
      this.lock = new JournalLock(file, disk);
      this.handle = disk.open(file, "a");
      const content = disk.read(file);
      this.length = content.lastIndexOf(newLine) + 1;
      if (this.length < content.length) disk.truncate(this.handle, this.length);
      if (this.length === 0) this.begin(file, header);
      else this.read(file, new TextDecoder().decode(content.subarray(0, this.length)), header);
    } catch (error) {
      this.close();
      throw asFileError(error, file);
    }
  }

  note(...runs: readonly FinishedRun[]): void {
    if (this.file !== undefined && runs.length > 0) {
      try {
        this.append(...runs);
      } catch (error) {
        throw asFileError(error, this.file);
      }
    }
    for (const run of runs) this.finished.add(run);
  }

  /** Lets others write. Everything is on the device already, and a lock that stays is free when this process has ended. */
  close(): void {
    const { handle, lock } = this;
    this.handle = -1;
    this.lock = undefined;
    try {
      if (handle >= 0) this.disk.close(handle);
    } catch {}
    try {
      lock?.release();
    } catch {}
  }

  private begin(file: string, header: Header): void {
    this.append(header);
    if (process.platform === "win32") return;
    // the name of a new file is on the device when its folder is
    const folder = this.disk.open(dirname(file), "r");
    try {
      this.disk.sync(folder);
    } finally {
      this.disk.close(folder);
    }
  }

  /** What comes together is on the device after one wait for it. */
  private append(...records: readonly (Header | FinishedRun)[]): void {
    const bytes = Buffer.from(records.map(lineOf).join(""));
    try {
      writeAll(this.disk, this.handle, bytes);
      this.disk.sync(this.handle);
    } catch (error) {
      // half a record would spoil the next one; if this fails too, the next start drops it
      try {
        this.disk.truncate(this.handle, this.length);
      } catch {}
      throw error;
    }
    this.length += bytes.length;
  }

  private read(file: string, text: string, header: Header): void {
    const lines = text.split("\n").slice(0, -1);
    const first = recordOf(lines[0]!);
    if (first === undefined) throw damagedHeader(file);
    if (JSON.stringify(first) !== JSON.stringify(header)) throw otherSweep(file);
    for (let k = 1; k < lines.length; k++) {
      const record = recordOf(lines[k]!);
      if (isRun(record, header.quantities.length)) this.finished.add(record);
      else this.damagedLines.push(k + 1);
    }
  }
}

/** A record as it stands in the file. */
export function lineOf(record: unknown): string {
  const text = JSON.stringify(record);
  return `${checksum(text)} ${text}\n`;
}

/** What a line says; undefined when its checksum is wrong. */
export function recordOf(line: string): unknown {
  const [sum, text] = [line.slice(0, 16), line.slice(17)];
  return line[16] === " " && checksum(text) === sum ? JSON.parse(text) : undefined;
}

function isRun(record: unknown, quantities: number): record is FinishedRun {
  if (typeof record !== "object" || record === null) return false;
  const { run, seconds, values, error } = record as Partial<FinishedRun>;
  const isKnown = Array.isArray(values) ? values.length === quantities : typeof error === "object";
  return Number.isInteger(run) && typeof seconds === "number" && isKnown;
}

function checksum(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the device is full",
  EFBIG: "the file may not become larger",
  EDQUOT: "the quota is used up",
  EACCES: "the folder or the file may not be written",
  EPERM: "the folder or the file may not be written",
  EROFS: "the device can be read only",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of its path is not a folder",
  ENOENT: "its folder does not exist",
  EIO: "the device failed",
};

function asFileError(error: unknown, file: string): unknown {
  const code = errorCode(error);
  if (error instanceof RattlebackError || code === "") return error;
  return new RattlebackError("E-SWEEP-DISK", `The journal "${file}" cannot be kept.`, {
    path: file,
    because: reasons[code] ?? (error as Error).message,
    hint: "make room, or name a journal in a folder that can be written; what is in the journal stays, and the same command goes on",
    data: { file, code },
    cause: error,
  });
}

function otherSweep(file: string): RattlebackError {
  return new RattlebackError("E-SWEEP-JOURNAL", `"${file}" belongs to another sweep.`, {
    path: file,
    because:
      "its model, the files that it imports or reads, parameters, seed, number of runs, options or quantities are not those asked for now",
    hint: "give the same arguments to go on with it, or another journal, or delete it to begin from the start",
    data: { file },
  });
}

function damagedHeader(file: string): RattlebackError {
  return new RattlebackError("E-SWEEP-JOURNAL", `"${file}" is not a journal, or its first line is damaged.`, {
    path: file,
    because: "the checksum of its first line is wrong, so the sweep that it belongs to cannot be identified",
    hint: "name another journal, or delete it to begin from the start",
    data: { file },
  });
}
