/**
 * Finished runs on disk, one line each, written at once: a sweep that was killed goes on where it stopped. The first line
 * says which sweep it is.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { RattlebackError } from "../../errors/rattlebackError.ts";

export interface FinishedRun {
  readonly run: number;
  readonly seconds: number;
  /** Kept quantities, in order; null is a missing value. Absent for a failed run. */
  readonly values?: readonly (number | null)[];
  readonly units?: readonly string[];
  readonly error?: { readonly code: string; readonly message: string };
}

interface Header {
  readonly sweep: string;
  readonly quantities: readonly string[];
}

export class SweepJournal {
  readonly finished = new Map<number, FinishedRun>();
  private readonly file: string | undefined;

  /** Without a file nothing is kept. */
  constructor(file: string | undefined, header: Header) {
    this.file = file;
    if (file === undefined) return;
    if (existsSync(file)) this.read(file, header);
    else writeFileSync(file, `${JSON.stringify(header)}\n`);
  }

  note(run: FinishedRun): void {
    this.finished.set(run.run, run);
    if (this.file !== undefined) appendFileSync(this.file, `${JSON.stringify(run)}\n`);
  }

  private read(file: string, header: Header): void {
    const text = readFileSync(file, "utf8");
    const complete = text.slice(0, text.lastIndexOf("\n") + 1);
    const [first, ...lines] = complete.split("\n").filter((line) => line !== "");
    if (first !== JSON.stringify(header)) throw otherSweep(file);
    for (const line of lines) {
      const run = JSON.parse(line) as FinishedRun;
      this.finished.set(run.run, run);
    }
    // a line that a kill cut off would spoil the next one
    if (complete.length < text.length) writeFileSync(file, complete);
  }
}

function otherSweep(file: string): RattlebackError {
  return new RattlebackError("E-SWEEP-JOURNAL", `"${file}" belongs to another sweep.`, {
    path: file,
    because: "its model, parameters, seed, number of runs, options or quantities are not those asked for now",
    hint: "give the same arguments to go on with it, or another journal, or delete it to begin anew",
    data: { file },
  });
}
