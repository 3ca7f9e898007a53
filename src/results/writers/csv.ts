/**
 * Comma-separated values: one line with names, one per row of the result, `time` first.
 *
 * Source   [RFC4180]: lines end with CR LF, fields with commas or quotes are quoted.
 * Holds    Every number reads back bit by bit. A missing value is an empty field. An event has two lines with the
 *          same time, a silent one has none. Booleans are 0 and 1.
 */
import { guarded } from "../../errors/boundary.ts";
import { readColumns, readTimes } from "../recording.ts";
import type { Result } from "../result.ts";
import { rowsWithoutSilent } from "../soundRows.ts";
import { joinText } from "./join.ts";
import { csvNumber } from "./numberText.ts";
import { tableOf, type WriterOptions } from "./table.ts";

export interface CsvOptions extends WriterOptions {
  /** A second line with the units. Default false. */
  readonly units?: boolean;
}

const rowsPerPart = 1024;

/** The result as CSV text. */
export function resultToCsv(result: Result, options: CsvOptions = {}): string {
  return guarded("resultToCsv", () => {
    return joinText(csvParts(result, options));
  });
}

export function* csvParts(result: Result, options: CsvOptions = {}): Generator<string> {
  const { recording, columns } = tableOf(result, options, ["names", "units"]);
  yield csvLine(["time", ...columns.map((column) => column.name)]);
  if (options.units === true) yield csvLine(["s", ...columns.map((column) => column.entry.unit)]);

  const times = readTimes(recording);
  const written = rowsWithoutSilent(recording) ?? Int32Array.from(times.keys());
  for (let k = 0; k < written.length; k += rowsPerPart) {
    const rows = written.subarray(k, k + rowsPerPart);
    const from = rows[0]!;
    const values = readColumns(recording, columns, from, rows.at(-1)! + 1);
    const lines: string[] = [];
    for (const i of rows) {
      let line = csvNumber(times[i]!);
      for (const column of values) line += `,${csvNumber(column[i - from]!)}`;
      lines.push(line);
    }
    yield `${lines.join("\r\n")}\r\n`;
  }
}

function csvLine(fields: readonly string[]): string {
  return `${fields.map(quoteField).join(",")}\r\n`;
}

function quoteField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
