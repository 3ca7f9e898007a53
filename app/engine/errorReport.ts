/** Errors of the user's code as plain data with the place in the text. */
import { RattlebackError } from "../../src/errors/rattlebackError.ts";
import { errorPlace } from "../../src/modelFile/errorPlace.ts";
import type { ErrorReport } from "../protocol.ts";

export function errorReport(error: unknown, source: string, stackLine: number | undefined): ErrorReport {
  const place = errorPlace(source, error, stackLine);
  if (error instanceof RattlebackError) {
    const { code, what, path, where, because, hint } = error;
    const parts = [path, where].filter((part) => part !== undefined);
    return { code, what, where: parts.join(", "), because: because ?? "", hint: hint ?? "", place };
  }
  const isError = error instanceof Error;
  return {
    code: isError ? error.name : "Error",
    what: isError ? error.message : String(error),
    where: stackLine === undefined ? "" : `line ${stackLine}`,
    because: "",
    hint: "",
    place,
  };
}
