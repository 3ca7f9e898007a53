/** Where users call the package: nothing but errors of ours leaves it. */
import { RattlebackError } from "./rattlebackError.ts";

/**
 * The value of a public function; a fault of our own becomes E-INTERNAL with what to report. Of the objects in `given` a property that cannot
 * be read is named instead (E-CALLBACK).
 */
export function guarded<T>(entry: string, run: () => T, given?: unknown): T {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof RattlebackError)) readAll(entry, given);
    throw ownError(entry, error);
  }
}

/** Reads every property of objects and lists, down to one that throws. */
function readAll(entry: string, given: unknown): void {
  const seen = new Set<unknown>();
  const open: [value: unknown, path: string][] = [[given, ""]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [value, path] = next;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const key of called(`${path || "an object"}, given to ${entry},`, () => Object.keys(value))) {
      const place = path === "" ? key : `${path}.${key}`;
      open.push([called(`${place}, given to ${entry},`, () => (value as Record<string, unknown>)[key]), place]);
    }
  }
}

/** Calls what a user gave: an exception of it is E-CALLBACK. */
export function called<T>(name: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    if (error instanceof RattlebackError) throw error;
    throw new RattlebackError("E-CALLBACK", `${name} threw an exception.`, {
      because: error instanceof Error ? error.message : String(error),
      hint: `the cause of this error is what ${name} threw`,
      data: { name },
      cause: error,
    });
  }
}

/** The error itself if it is one of ours, otherwise E-INTERNAL. */
export function ownError(entry: string, error: unknown): RattlebackError {
  if (error instanceof RattlebackError) return error;
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const isTooDeep = error instanceof RangeError;
  return new RattlebackError("E-INTERNAL", `${entry} failed inside the program: ${message}.`, {
    because: isTooDeep
      ? "the model is deeper or larger than the program can hold"
      : "this is a fault of rattleback, not of the model",
    hint: isTooDeep
      ? "make the model smaller, or split it into components; if it is not large, report it with the model"
      : "report it with the model and the cause of this error (error.cause.stack); a simpler form of the equations may avoid it",
    data: { entry, message },
    cause: error,
  });
}
