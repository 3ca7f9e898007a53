/** Text and markdown tables of the comparison. */
import { isMeasurement, type Measurement, type Outcome, totalEvaluations } from "./measurement.ts";

/** One line of the comparison: our run beside the run of SUNDIALS' method it is measured against. */
export interface Row {
  readonly ours: Outcome;
  readonly theirs: Outcome | undefined;
}

export interface Ratios {
  readonly steps: number;
  readonly evaluations: number;
  readonly seconds: number;
  /** Our digits minus theirs. */
  readonly digits: number;
}

export function ratios({ ours, theirs }: Row): Ratios | undefined {
  if (theirs === undefined || !isMeasurement(ours) || !isMeasurement(theirs)) return undefined;
  return {
    steps: ours.steps / theirs.steps,
    evaluations: totalEvaluations(ours) / totalEvaluations(theirs),
    seconds: ours.seconds / theirs.seconds,
    digits: ours.digits - theirs.digits,
  };
}

const columns = [
  "tolerance",
  "method",
  "digits",
  "steps",
  "evaluations",
  "ms",
  "Δ digits",
  "steps ×",
  "evaluations ×",
  "time ×",
];

function cells(row: Row): string[] {
  const { ours } = row;
  const start = [ours.tolerance.toExponential(0), ours.method];
  if (!isMeasurement(ours)) return [...start, `failed: ${ours.failure}`];
  const r = ratios(row);
  const compared =
    r === undefined ? ["", "", "", ""] : [signed(r.digits), times(r.steps), times(r.evaluations), times(r.seconds)];
  return [...start, ...own(ours), ...compared];
}

const own = (m: Measurement): string[] => [
  m.digits.toFixed(2),
  String(m.steps),
  String(totalEvaluations(m)),
  (1000 * m.seconds).toPrecision(3),
];

function theirCells(theirs: Outcome): string[] {
  const start = [theirs.tolerance.toExponential(0), `SUNDIALS ${theirs.method}`];
  return isMeasurement(theirs) ? [...start, ...own(theirs), "", "", "", ""] : [...start, `failed: ${theirs.failure}`];
}

/** Rows of one problem; every SUNDIALS run appears once, before the runs compared with it. */
function body(rows: readonly Row[]): string[][] {
  const seen = new Set<Outcome>();
  return rows.flatMap((row) => {
    const { theirs } = row;
    if (theirs === undefined || seen.has(theirs)) return [cells(row)];
    seen.add(theirs);
    return [theirCells(theirs), cells(row)];
  });
}

export function textTable(title: string, rows: readonly Row[]): string {
  const lines = [columns, ...body(rows)];
  const widths = columns.map((_, k) =>
    Math.max(...lines.filter((l) => l.length === columns.length).map((l) => l[k].length)),
  );
  return [
    title,
    ...lines.map((line) =>
      line.map((cell, k) => (k === 1 ? cell.padEnd(widths[k]) : cell.padStart(widths[k]))).join("  "),
    ),
  ].join("\n");
}

export function markdownTable(rows: readonly Row[]): string {
  const line = (texts: readonly string[]): string => `| ${texts.join(" | ")} |`;
  return [line(columns), `|---:|---|${"---:|".repeat(columns.length - 2)}`, ...body(rows).map(line)].join("\n");
}

/** The worst ratios of one problem and method over all tolerances. */
export interface WorstRatios extends Ratios {
  readonly problem: string;
  readonly method: string;
}

export function worstRatios(rows: readonly Row[]): WorstRatios[] {
  const groups = groupBy(rows, ({ ours }) => `${ours.problem} ${ours.method}`);
  return [...groups.values()].flatMap((group) => {
    const compared = group.flatMap((row) => ratios(row) ?? []);
    if (compared.length === 0) return [];
    const worst = (key: "steps" | "evaluations" | "seconds"): number => Math.max(...compared.map((r) => r[key]));
    const { problem, method } = group[0].ours;
    return [
      {
        problem,
        method,
        digits: Math.min(...compared.map((r) => r.digits)),
        steps: worst("steps"),
        evaluations: worst("evaluations"),
        seconds: worst("seconds"),
      },
    ];
  });
}

export const times = (x: number): string => x.toFixed(2);
export const signed = (x: number): string => (x >= 0 ? `+${x.toFixed(2)}` : `−${(-x).toFixed(2)}`);

/** Items by key, in the order of first appearance. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group === undefined) groups.set(key(item), [item]);
    else group.push(item);
  }
  return groups;
}
