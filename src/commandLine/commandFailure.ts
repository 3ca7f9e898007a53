/** An error with the exit code it leads to, and its presentation as text and as JSON. */
import { ownError } from "../errors/boundary.ts";
import { detailsOf, RattlebackError } from "../errors/rattlebackError.ts";
import type { TextPlace } from "../modelFile/errorPlace.ts";
import { type ExitCode, exitCode } from "./exitCode.ts";

export class CommandFailure extends Error {
  readonly exitCode: ExitCode;
  override readonly cause: unknown;
  /** File and place to which the error belongs. */
  readonly file: string | undefined;
  readonly place: TextPlace | undefined;

  constructor(code: ExitCode, cause: unknown, file?: string, place?: TextPlace) {
    super(cause instanceof Error ? cause.message : String(cause));
    this.exitCode = code;
    this.cause = cause;
    this.file = file;
    this.place = place;
  }
}

export function usageError(what: string, hint: string): CommandFailure {
  return new CommandFailure(exitCode.usage, new RattlebackError("E-USAGE", what, { hint }));
}

export function fileError(what: string, path: string, hint: string, cause?: unknown): CommandFailure {
  const because = cause instanceof Error ? cause.message : undefined;
  const details = { path, hint, ...(because !== undefined && { because }) };
  return new CommandFailure(exitCode.file, new RattlebackError("E-FILE", what, details));
}

/** `model.ts:12:5` before the four beats of the error. */
export function failureText(failure: CommandFailure): string {
  const { cause, file, place } = failure;
  const where = file === undefined ? "" : place === undefined ? `${file}: ` : `${file}:${place.line}:${place.column}: `;
  if (cause instanceof RattlebackError) return `${where}${cause.message}\n`;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  return `${where}${failure.exitCode === exitCode.internal ? text : failure.message}\n`;
}

export function failureJson({ cause, file, place, exitCode: code, message }: CommandFailure): Record<string, unknown> {
  const common = {
    exitCode: code,
    ...(file !== undefined && { file }),
    ...(place !== undefined && { line: place.line, column: place.column }),
  };
  if (!(cause instanceof RattlebackError)) return { ...common, message };
  const { code: name, what, path, where, because, hint, data } = cause;
  return { ...common, code: name, what, path, where, because, hint, data };
}

/** What a public function gives, for programs: failures become errors of ours with their place in the file beside what they say. */
export async function forPrograms<T>(entry: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof CommandFailure ? errorOf(error) : ownError(entry, error);
  }
}

/** What a model file threw by itself is E-CALLBACK. */
function errorOf({ cause, file, place }: CommandFailure): RattlebackError {
  const at = [file, place?.line, place?.column].filter((part) => part !== undefined).join(":");
  if (cause instanceof RattlebackError) {
    const where = [at, cause.where].filter((part) => part !== undefined && part !== "").join(", ");
    return new RattlebackError(cause.code, cause.what, { ...detailsOf(cause), ...(where !== "" && { where }), cause });
  }
  return new RattlebackError("E-CALLBACK", "The model file threw an exception.", {
    ...(at !== "" && { where: at }),
    because: cause instanceof Error ? cause.message : String(cause),
    hint: "the cause of this error is what the file threw",
    cause,
  });
}
