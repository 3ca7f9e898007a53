/**
 * Tables in files: text with `#1` in its first line, CSV, and MAT-files of levels 4, 6 and 7.
 *
 * A text file has, per table, a line `double name(rows,columns)` and the numbers, separated by blanks, tabs, commas or
 * semicolons; `#` begins a comment.
 */
import { type TableName, tableError } from "../tables/tableError.ts";
import type { TableMatrix } from "../tables/tableMatrix.ts";
import { readMatMatrix } from "./matFile.ts";

export interface TableFile {
  /** As the model names it, for messages and to know the format by its ending. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface CsvFormat {
  readonly delimiter: string;
  readonly headerLines: number;
}

export function readTable(file: TableFile, tableName: string, csv: CsvFormat): TableMatrix {
  const name = { table: tableName, file: file.path };
  if (/\.mat$/i.test(file.path)) return readMatMatrix(file.bytes, name);
  const text = new TextDecoder().decode(file.bytes);
  return /\.csv$/i.test(file.path) ? readCsv(text, name, csv) : readText(text, name);
}

function readText(text: string, name: TableName): TableMatrix {
  const lines = text.split(/\r\n|\r|\n/);
  if (!/^#1/.test(lines[0]!)) {
    throw tableError(
      name,
      "The first line of the file is not #1.",
      'begin the file with a line "#1"',
      `it is "${lines[0]!.slice(0, 40)}"`,
    );
  }
  for (let at = 1; at < lines.length; at++) {
    const header = /^\s*(?:double|float)\s+([^\s(]+)\s*\(\s*(\d+)\s*,\s*(\d+)\s*\)(.*)$/.exec(lines[at]!);
    if (header === null || header[1] !== name.table) continue;
    const [rows, columns] = [Number(header[2]), Number(header[3])];
    return { rows, columns, values: readNumbers(lines, at, header[4]!, rows * columns, name) };
  }
  const found = lines.flatMap((line) => /^\s*(?:double|float)\s+([^\s(]+)\s*\(/.exec(line)?.[1] ?? []);
  throw tableError(
    name,
    "The file has no table of this name.",
    "correct tableName",
    `it has ${found.join(", ") || "none"}`,
  );
}

/** `count` numbers from the rest of line `at` on. */
function readNumbers(lines: readonly string[], at: number, rest: string, count: number, name: TableName): Float64Array {
  const values = new Float64Array(count);
  let k = 0;
  for (let line = at; k < count; line++) {
    if (line >= lines.length) {
      throw tableError(
        name,
        `The file ends after ${k} of ${count} numbers.`,
        "complete the table, or correct its size",
      );
    }
    const words = (line === at ? rest : lines[line]!).replace(/#.*$/, "").split(/[\s,;]+/);
    for (const word of words) {
      if (word === "" || k === count) continue;
      const value = Number(word);
      if (Number.isNaN(value)) {
        throw tableError(
          name,
          `Line ${line + 1} has "${word.slice(0, 40)}" where a number is expected.`,
          "correct the file",
        );
      }
      values[k++] = value;
    }
  }
  return values;
}

function readCsv(text: string, name: TableName, { delimiter, headerLines }: CsvFormat): TableMatrix {
  const lines = text.split(/\r\n|\r|\n/);
  const rows: number[][] = [];
  for (let at = headerLines; at < lines.length; at++) {
    const line = lines[at]!.replace(/#.*$/, "").trim();
    if (line === "") continue;
    const words = delimiter === " " ? line.split(/ +/) : line.split(delimiter);
    const row = words.map((word) => (word.trim() === "" ? Number.NaN : Number(word)));
    const bad = row.findIndex(Number.isNaN);
    if (bad >= 0) {
      throw tableError(
        name,
        `Line ${at + 1} has "${words[bad]!.slice(0, 40)}" where a number is expected.`,
        "correct the file, its delimiter, or nHeaderLines",
      );
    }
    if (rows.length > 0 && row.length !== rows[0]!.length) {
      throw tableError(
        name,
        `Line ${at + 1} has ${row.length} columns, the lines before it ${rows[0]!.length}.`,
        "correct the file",
      );
    }
    rows.push(row);
  }
  return { rows: rows.length, columns: rows[0]?.length ?? 0, values: Float64Array.from(rows.flat()) };
}
