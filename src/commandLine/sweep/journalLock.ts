/**
 * One writer per journal: a file beside it says who writes. It is made at once with its content, so that nobody sees half of it, and
 * is taken over from a process that has gone.
 */
import { hostname } from "node:os";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { errorCode, type JournalDisk, writeAll } from "./journalDisk.ts";

export class JournalLock {
  readonly file: string;
  private readonly disk: JournalDisk;
  private readonly owner = `${process.pid} ${hostname()}`;

  constructor(journal: string, disk: JournalDisk) {
    this.file = `${journal}.lock`;
    this.disk = disk;
    const draft = `${this.file}.${process.pid}`;
    // of a process of the same number; it may be linked to a lock, so it must not be written
    this.removeIfThere(draft);
    try {
      this.write(draft);
      this.acquire(draft, journal);
    } finally {
      // one that stays harms nobody
      try {
        this.removeIfThere(draft);
      } catch {}
    }
  }

  release(): void {
    this.removeIfThere(this.file);
  }

  private write(draft: string): void {
    const handle = this.disk.open(draft, "wx");
    try {
      writeAll(this.disk, handle, Buffer.from(this.owner));
    } finally {
      this.disk.close(handle);
    }
  }

  /** A link fails when there is a file of that name: who makes it has the lock. */
  private acquire(draft: string, journal: string): void {
    for (let attempt = 0; attempt < 3; attempt++) {
      try {
        this.disk.link(draft, this.file);
        return;
      } catch (error) {
        if (errorCode(error) !== "EEXIST") throw error;
      }
      const other = this.ownerThere();
      if (other === undefined) continue;
      if (isAlive(other)) throw lockedError(journal, this.file, other);
      this.putAside(other, draft);
    }
    throw lockedError(journal, this.file, this.ownerThere() ?? "another process");
  }

  /** Removes the lock of a process that has gone; if it was another's meanwhile, that one gets it back. */
  private putAside(gone: string, draft: string): void {
    const aside = `${draft}.gone`;
    try {
      this.disk.rename(this.file, aside);
    } catch (error) {
      if (errorCode(error) === "ENOENT") return;
      throw error;
    }
    if (new TextDecoder().decode(this.disk.read(aside)) !== gone) this.disk.link(aside, this.file);
    this.removeIfThere(aside);
  }

  private ownerThere(): string | undefined {
    try {
      return new TextDecoder().decode(this.disk.read(this.file));
    } catch (error) {
      if (errorCode(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  private removeIfThere(file: string): void {
    try {
      this.disk.remove(file);
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
    }
  }
}

/** Of processes on other computers nothing is known: they may live. */
function isAlive(owner: string): boolean {
  const [pid, host] = owner.split(" ");
  if (host !== hostname() || !/^\d+$/.test(pid!)) return true;
  // in one process two sweeps may run one after the other, never side by side on one journal
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

function lockedError(journal: string, lock: string, owner: string): RattlebackError {
  const [pid, host] = owner.split(" ");
  return new RattlebackError("E-SWEEP-LOCKED", `"${journal}" is being written by another sweep.`, {
    path: journal,
    because: `process ${pid}${host === undefined ? "" : ` on ${host}`} holds ${lock}`,
    hint: "wait for its end, or use another journal; if that process is not a sweep, delete the file that it holds",
    data: { lock, owner },
  });
}
