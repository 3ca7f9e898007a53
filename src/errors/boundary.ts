/** Where users call the package: nothing but errors of ours leaves it. */
import { RattlebackError } from "./rattlebackError.ts";

/** The value of a public function; a fault of our own becomes E-INTERNAL with what to report. */
export function guarded<T>(entry: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw ownError(entry, error);
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
