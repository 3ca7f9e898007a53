/** The file of results: a line that says which test it is, then one line per model, written as they are done. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileError, usageError } from "../commandFailure.ts";
import type { Outcome } from "./outcome.ts";

export class OutcomeFile {
  readonly done = new Map<string, Outcome>();
  private readonly path: string | undefined;

  /** `test`: what the results depend on; a file of another test is refused. Without a path nothing is kept. */
  constructor(path: string | undefined, test: Readonly<Record<string, unknown>>) {
    this.path = path;
    if (path === undefined) return;
    const head = JSON.stringify({ test });
    try {
      if (existsSync(path)) this.read(readFileSync(path, "utf8"), head, path);
      // a line that a kill cut off is gone
      writeFileSync(path, [head, ...[...this.done.values()].map((one) => JSON.stringify(one)), ""].join("\n"));
    } catch (error) {
      throw error instanceof Error && "exitCode" in error ? error : cannot(path, error);
    }
  }

  note(outcome: Outcome): void {
    this.done.set(outcome.name, outcome);
    if (this.path === undefined) return;
    try {
      appendFileSync(this.path, `${JSON.stringify(outcome)}\n`);
    } catch (error) {
      throw cannot(this.path, error);
    }
  }

  private read(text: string, head: string, path: string): void {
    const [first, ...lines] = text.split("\n");
    if (first !== head)
      throw usageError(
        `"${path}" holds the results of another test, or is not a file of results.`,
        "the same package files, reference, tolerance, method and mechanics continue it; otherwise name another file, or delete it",
      );
    for (const line of lines) {
      const outcome = parsed(line);
      if (outcome !== undefined) this.done.set(outcome.name, outcome);
    }
  }
}

function parsed(line: string): Outcome | undefined {
  try {
    const value = JSON.parse(line) as Partial<Outcome> | null;
    return typeof value?.name === "string" && typeof value.verdict === "string" ? (value as Outcome) : undefined;
  } catch {
    return undefined;
  }
}

const cannot = (path: string, error: unknown) =>
  fileError(`"${path}" cannot be written.`, path, "check the folder and its permissions", error);
