/** Results into files, piece by piece, in the format that the ending of the name asks for. */
import { closeSync, openSync, writeSync } from "node:fs";
import { extname, resolve } from "node:path";
import { suggestName } from "../errors/nearestName.ts";
import type { Result } from "../results/result.ts";
import { type ResultFormat, resultFormats, resultParts } from "../results/writers/formats.ts";
import { fileError, usageError } from "./commandFailure.ts";
import { writeAll } from "./sweep/journalDisk.ts";
import type { Terminal } from "./terminal.ts";

/** `-` is standard output, as CSV. */
export const standardOutput = "-";

export function resultFormatOf(fileName: string): ResultFormat {
  if (fileName === standardOutput) return "csv";
  const ending = extname(fileName).slice(1).toLowerCase();
  const format = resultFormats.find((known) => known === ending);
  if (format !== undefined) return format;
  const endings = resultFormats.map((known) => `.${known}`);
  throw usageError(
    ending === ""
      ? `"${fileName}" has no extension that says which format to write.`
      : `Results cannot be written as ".${ending}" files.`,
    suggestName(`.${ending}`, endings, `one of ${endings.join(", ")}`),
  );
}

/** Bytes written. */
export function writeResult(
  result: Result,
  fileName: string,
  names: readonly string[] | undefined,
  terminal: Terminal,
): number {
  const parts = resultParts(result, resultFormatOf(fileName), names === undefined ? {} : { names });
  if (fileName === standardOutput) {
    for (const part of parts) terminal.out(part);
    return 0;
  }
  return writeParts(parts, fileName, terminal.folder);
}

export function writeParts(parts: Iterable<string | Uint8Array>, fileName: string, folder: string): number {
  let bytes = 0;
  let file: number;
  try {
    file = openSync(resolve(folder, fileName), "w");
  } catch (error) {
    throw fileError(`"${fileName}" cannot be written.`, fileName, "check the folder and its permissions", error);
  }
  try {
    for (const part of parts) {
      const content = typeof part === "string" ? Buffer.from(part) : part;
      writeAll({ write: (handle, rest) => writeSync(handle, rest) }, file, content);
      bytes += content.length;
    }
  } catch (error) {
    throw fileError(
      `"${fileName}" could not be written to its end.`,
      fileName,
      "check the space on the device, and the values named",
      error,
    );
  } finally {
    closeSync(file);
  }
  return bytes;
}
