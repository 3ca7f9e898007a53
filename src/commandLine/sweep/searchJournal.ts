/** The runs of a search on disk, line by line with checksums: a search that was killed goes on where it stopped. */
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import type { Evaluation } from "../../studies/optimise/optimise.ts";
import { realDisk, writeAll } from "./journalDisk.ts";
import { JournalLock } from "./journalLock.ts";
import { canonical } from "./sweepIdentity.ts";
import { lineOf, recordOf } from "./sweepJournal.ts";

export class SearchJournal {
  readonly known: Evaluation[] = [];
  private readonly handle: number;
  private readonly lock: JournalLock;

  /** `identity`: what the runs depend on; a budget may grow. */
  constructor(name: string, folder = process.cwd(), identity: Readonly<Record<string, unknown>> = {}) {
    const file = resolve(folder, name);
    const { known: _, maximumRuns, onRun, ...rest } = identity;
    const search = createHash("sha256").update(canonical(rest)).digest("hex");
    this.lock = new JournalLock(file, realDisk);
    this.handle = realDisk.open(file, "a");
    const lines = new TextDecoder().decode(realDisk.read(file)).split("\n").slice(0, -1);
    if (lines.length === 0) {
      writeAll(realDisk, this.handle, Buffer.from(lineOf({ search })));
      return;
    }
    const [header, ...records] = lines.map(recordOf);
    if ((header as { search?: string } | undefined)?.search !== search) {
      this.close();
      throw new RattlebackError("E-SWEEP-JOURNAL", `"${file}" belongs to another search.`, {
        path: file,
        because: "its model, variables, objective or options are not those asked for now",
        hint: "give the same arguments to go on with it, or another journal, or delete it to begin from the start",
      });
    }
    // what a kill cut off is run again
    for (const record of records) if (isEvaluation(record)) this.known.push(record);
  }

  note(evaluations: readonly Evaluation[]): void {
    if (evaluations.length === 0) return;
    writeAll(realDisk, this.handle, Buffer.from(evaluations.map(lineOf).join("")));
    realDisk.sync(this.handle);
  }

  close(): void {
    realDisk.close(this.handle);
    this.lock.release();
  }
}

function isEvaluation(record: unknown): record is Evaluation {
  const { point, values, derivatives } = (record ?? {}) as Partial<Evaluation>;
  return [point, values, derivatives].every((list) => Array.isArray(list) && list.every(Number.isFinite));
}
