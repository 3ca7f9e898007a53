/**
 * Columns of a CSV text (RFC 4180) as the rows of a table: `TimeTable.with({ table: tableFromCsv(text) })`.
 *
 * The first line may hold names. Lines that are empty or begin with # are skipped. Fields may be quoted.
 */
import { listNames, suggestName } from "../../errors/nearestName.ts";
import { RattlebackError } from "../../errors/rattlebackError.ts";
import { aList, aText, checkOptions } from "../../errors/shapes.ts";

export interface CsvOptions {
  /** Columns to take, by name or by number from 1; all when absent. */
  readonly columns?: readonly (string | number)[];
  /** Separator of the fields; a comma when absent. */
  readonly separator?: string;
}

/**
 * Reads a CSV text.
 *
 * ```ts
 * import { tableFromCsv } from "rattleback/blocks";
 *
 * const rows = tableFromCsv("time,speed,power\n0,0,1\n2,5,7\n", { columns: ["time", "power"] });
 * console.log(JSON.stringify(rows)); // [[0,1],[2,7]]
 * ```
 */
export function tableFromCsv(text: string, options: CsvOptions = {}): number[][] {
  if (typeof text !== "string")
    throw csvError(`CSV is a text; found a value of type ${typeof text}.`, 1, 'tableFromCsv("0,1\\n2,5")');
  checkOptions("tableFromCsv", options, { columns: aList, separator: aText });
  const records = readRecords(text, options.separator ?? ",");
  const first = records[0];
  if (first === undefined) throw csvError("The CSV text holds no lines.", 1, "give at least one line of numbers");
  const hasNames = first.fields.some((field) => !isNumber(field));
  if (hasNames && records.length === 1)
    throw csvError("The CSV text holds names and no numbers.", 1, "give at least one line of numbers");
  const names = hasNames ? first.fields.map((field) => field.trim()) : undefined;
  const picked = (options.columns ?? first.fields.map((_, i) => i + 1)).map((column) =>
    columnIndex(column, names, first.fields.length),
  );
  return records.slice(hasNames ? 1 : 0).map(({ fields, line }) => {
    if (fields.length !== first.fields.length) {
      throw csvError(
        `A line has ${fields.length} fields, the first one has ${first.fields.length}.`,
        line,
        "check the separator and missing values",
      );
    }
    return picked.map((i) => {
      const field = fields[i]!;
      if (!isNumber(field)) throw csvError(`"${field}" is not a number.`, line, "write numbers with a decimal point");
      return Number(field);
    });
  });
}

interface CsvRecord {
  readonly fields: readonly string[];
  readonly line: number;
}

function readRecords(text: string, separator: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  let fields: string[] = [];
  let field = "";
  let isQuoted = false;
  let line = 1;
  let begin = 1;
  const endRecord = (): void => {
    fields.push(field);
    const isBlank = fields.length === 1 && field.trim() === "";
    if (!isBlank && !fields[0]!.startsWith("#")) records.push({ fields, line: begin });
    fields = [];
    field = "";
    begin = line;
  };
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === "\n") line++;
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text[i + 1] === '"') {
        field += '"';
        i++;
      } else isQuoted = false;
    } else if (character === '"' && field === "") isQuoted = true;
    else if (character === separator) {
      fields.push(field);
      field = "";
    } else if (character === "\n") endRecord();
    else if (character !== "\r") field += character;
  }
  if (isQuoted) throw csvError("A quoted field does not end.", begin, 'close it with "');
  if (field !== "" || fields.length > 0) endRecord();
  return records;
}

function isNumber(field: string): boolean {
  return field.trim() !== "" && Number.isFinite(Number(field));
}

function columnIndex(column: string | number, names: readonly string[] | undefined, count: number): number {
  const index = typeof column === "number" ? column - 1 : (names?.indexOf(column) ?? -1);
  if (Number.isInteger(index) && index >= 0 && index < count) return index;
  throw new RattlebackError("E-TABLE-CSV", `The CSV text has no column ${JSON.stringify(column)}.`, {
    path: "columns",
    because: names === undefined ? `it has ${count} columns without names` : `its columns are ${listNames(names)}`,
    hint:
      typeof column === "string" && names !== undefined
        ? suggestName(column, names, "choose one of them")
        : `a number from 1 to ${count}`,
    data: { column, count },
  });
}

function csvError(what: string, line: number, hint: string): RattlebackError {
  return new RattlebackError("E-TABLE-CSV", what, { where: `line ${line}`, hint, data: { line } });
}
