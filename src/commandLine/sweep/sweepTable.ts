/** The runs of a sweep as columns, with a summary, and as files. */

import { type ArrowColumn, arrowFileParts } from "../../results/writers/arrowFile.ts";
import { csvNumber } from "../../results/writers/numberText.ts";
import type { ParameterPoint } from "../../run/sweep.ts";
import type { FinishedRun } from "./finishedRuns.ts";

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
  points: readonly ParameterPoint[],
  quantities: readonly string[],
  finished: { values(): Iterable<FinishedRun> },
): SweepTable {
  const runs = [...finished.values()].sort((a, b) => a.run - b.run);
  const units = runs.find((run) => run.units !== undefined)?.units ?? [];
  const column = (name: string, unit: string, kind: SweepColumn["kind"], value: (run: FinishedRun) => number) => ({
    name,
    unit,
    kind,
    values: Float64Array.from(runs, value),
  });
  return {
    columns: [
      column("run", "", "run", ({ run }) => run),
      ...Object.keys(points[0] ?? {}).map((name) => column(name, "", "parameter", ({ run }) => points[run]![name]!)),
      ...quantities.map((name, k) => column(name, units[k] ?? "", "result", ({ values }) => values?.[k] ?? Number.NaN)),
      column("failed", "", "run", ({ error }) => (error === undefined ? 0 : 1)),
      column("seconds", "s", "run", ({ seconds }) => seconds),
    ],
    failures: runs.flatMap(({ run, error }) => (error === undefined ? [] : [{ run, ...error }])),
    finished: runs.length,
    total: points.length,
  };
}

/** Mean, standard deviation, smallest and largest value of every kept quantity. */
export function summarise({ columns }: SweepTable): QuantitySummary[] {
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

export function* sweepTableToCsv({ columns }: SweepTable): Generator<string> {
  const quote = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  yield `${columns.map(({ name }) => quote(name)).join(",")}\r\n`;
  const rows = columns[0]!.values.length;
  for (let row = 0; row < rows; row++) yield `${columns.map(({ values }) => csvNumber(values[row]!)).join(",")}\r\n`;
}

export function sweepTableToArrow({ columns, failures }: SweepTable): Generator<Uint8Array> {
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
