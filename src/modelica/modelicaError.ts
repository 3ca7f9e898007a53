/** Errors of the importer name file, line and column, show the line, and say in which instance it happened. */
import { RattlebackError } from "../errors/rattlebackError.ts";
import type { SourceFile } from "./syntax/sourceFile.ts";

export interface FaultPlace {
  readonly file: SourceFile;
  readonly at: number;
}

export function modelicaError(
  code: string,
  what: string,
  place: FaultPlace | undefined,
  details: { hint: string; because?: string; path?: string; data?: Readonly<Record<string, unknown>> },
): RattlebackError {
  return new RattlebackError(code, what, {
    ...details,
    ...(place !== undefined && { where: place.file.show(place.at), data: { ...dataOf(place), ...details.data } }),
  });
}

/** The place for programs: file, line and column. */
function dataOf({ file, at }: FaultPlace): Record<string, unknown> {
  const { line, column } = file.place(at);
  return { file: file.name, fileLine: line, fileColumn: column };
}
