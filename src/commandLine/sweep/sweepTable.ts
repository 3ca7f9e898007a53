/** The runs of a sweep as columns, with a summary, and as files. */

import { aList, aText, fields, listOf } from "../../errors/shapes.ts";
import { type ArrowColumn, arrowFileParts } from "../../results/writers/arrowFile.ts";
import { csvNumber } from "../../results/writers/numberText.ts";
import type { FinishedRun } from "./finishedRuns.ts";
import type { PlannedPoints } from "./sweepPlan.ts";

export interface SweepColumn {
  readonly name: string;
  readonly unit: string;
  readonly kind: "run" | "parameter" | "result";
  /** One per run; NaN where a run failed or the value does not exist. */
  readonly values: Float64Array;
}

export interface SweepFailure {
  readonly run: number;
  readonly code: string;
  readonly message: string;
}

export interface SweepTable {
  readonly columns: readonly SweepColumn[];
  readonly failures: readonly SweepFailure[];
  readonly finished: number;
  readonly total: number;
}

export interface QuantitySummary {
  readonly name: string;
  readonly count: number;
  readonly mean: number;
  readonly deviation: number;
  readonly min: number;
  readonly max: number;
}

export function sweepTable(
  points: PlannedPoints,
  quantities: readonly string[],
  finished: { values(): Iterable<FinishedRun> },
): SweepTable {
  const { places, count } = placesOf(points.length, finished);
  let units: readonly string[] = [];
  const failures: SweepFailure[] = [];
  const numbers = (): Float64Array => new Float64Array(count);
  const own = { run: numbers(), failed: numbers(), seconds: numbers() };
  const parameters = points.names.map(numbers);
  const results = quantities.map(numbers);
  for (const { run, seconds, values, units: known, error } of finished.values()) {
    const at = places[run]!;
    own.run[at] = run;
    own.failed[at] = error === undefined ? 0 : 1;
    own.seconds[at] = seconds;
    const point = points.at(run);
    points.names.forEach((name, k) => {
      parameters[k]![at] = point[name]!;
    });
    results.forEach((column, k) => {
      column[at] = values?.[k] ?? Number.NaN;
    });
    if (units.length === 0 && known !== undefined) units = known;
    if (error !== undefined) failures.push({ run, ...error });
  }
  const column = (name: string, unit: string, kind: SweepColumn["kind"], values: Float64Array): SweepColumn => ({
    ...{ name, unit, kind, values },
  });
  return {
    columns: [
      column("run", "", "run", own.run),
      ...points.names.map((name, k) => column(name, "", "parameter", parameters[k]!)),
      ...quantities.map((name, k) => column(name, units[k] ?? "", "result", results[k]!)),
      column("failed", "", "run", own.failed),
      column("seconds", "s", "run", own.seconds),
    ],
    failures: failures.sort((a, b) => a.run - b.run),
    finished: count,
    total: points.length,
  };
}

const tableShape = fields(
  { columns: listOf(fields({ name: aText, values: aList }, ["name", "values"])), failures: aList },
  ["columns", "failures"],
);

function checked(table: SweepTable): SweepTable {
  tableShape(table, "table");
  return table;
}

/** Row of each run in the table: runs in order, without those that are missing. */
function placesOf(
  total: number,
  finished: { values(): Iterable<FinishedRun> },
): { places: Uint32Array; count: number } {
  const places = new Uint32Array(total);
  for (const { run } of finished.values()) places[run] = 1;
  let count = 0;
  for (let run = 0; run < total; run++) if (places[run] === 1) places[run] = count++;
  return { places, count };
}

/** Mean, standard deviation, smallest and largest value of every kept quantity. */
export function summarise(table: SweepTable): QuantitySummary[] {
  const { columns } = checked(table);
  return columns
    .filter(({ kind }) => kind === "result")
    .map(({ name, values }) => {
      const known = values.filter((value) => !Number.isNaN(value));
      const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
      const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
      const deviation = Math.sqrt(squares / Math.max(1, known.length - 1));
      const min = known.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
      const max = known.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
      return { name, count: known.length, mean, deviation, min, max };
    });
}

export function sweepTableToCsv(table: SweepTable): Generator<string> {
  return csvLines(checked(table));
}

function* csvLines({ columns }: SweepTable): Generator<string> {
  const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  yield `${columns.map(({ name }) => quote(name)).join(",")}\r\n`;
  const rows = columns[0]!.values.length;
  for (let row = 0; row < rows; row++) yield `${columns.map(({ values }) => csvNumber(values[row]!)).join(",")}\r\n`;
}

export function sweepTableToArrow(table: SweepTable): Generator<Uint8Array> {
  const { columns, failures } = checked(table);
  const described = columns.map(
    ({ name, unit, kind }): ArrowColumn => ({
      name,
      unit,
      kind,
      description: "",
      type: name === "failed" ? "boolean" : name === "run" ? "integer" : "real",
    }),
  );
  return arrowFileParts(described, { "rattleback.failures": JSON.stringify(failures) }, [
    columns.map(({ values }) => values),
  ]);
}
