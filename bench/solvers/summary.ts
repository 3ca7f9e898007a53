/** The comparison with SUNDIALS as a chapter: the worst ratios of each problem and method, their medians, and the diagrams. */
import type { ReferenceProblem } from "../../test/reference/ivp/referenceProblem.ts";
import { Chapter } from "../report/chapter.ts";
import { isMeasurement, totalEvaluations } from "./measurement.ts";
import { type Row, signed, times, worstRatios } from "./tables.ts";

export function writeSummary(
  problems: readonly ReferenceProblem[],
  rows: readonly Row[],
  peer: string | undefined,
): void {
  const titles = new Map(problems.map(({ name, title }) => [name, title]));
  const chapter = new Chapter("solvers", "Solvers beside SUNDIALS", "solvers.md#work-and-precision");
  if (peer === undefined) ownRuns(chapter, titles, rows);
  else comparison(chapter, titles, rows, peer);
  for (const { name, title } of problems) {
    chapter.figure(`Work and precision: ${title}`, `figures/solvers/${name}.svg`);
  }
  chapter.finish();
}

/** Without the other library: what each method needs at one tolerance. */
function ownRuns(chapter: Chapter, titles: ReadonlyMap<string, string>, rows: readonly Row[]): void {
  chapter.note("SUNDIALS is not installed: our runs at tolerance 1e-6 alone.");
  const addRow = chapter.table("problem, method", "digits", "steps", "evaluations", "ms");
  for (const { ours } of rows) {
    if (ours.tolerance !== 1e-6 || !isMeasurement(ours)) continue;
    const name = `${titles.get(ours.problem) ?? ours.problem}, ${ours.method}`;
    addRow(name, ours.digits.toFixed(2), ours.steps, totalEvaluations(ours), (1000 * ours.seconds).toPrecision(3));
  }
}

function comparison(chapter: Chapter, titles: ReadonlyMap<string, string>, rows: readonly Row[], peer: string): void {
  chapter.peer(peer);
  const worst = worstRatios(rows);
  const addRow = chapter.table(
    "problem, method: the worst of four tolerances",
    "digits, least difference",
    "steps ×",
    "evaluations ×",
    "wall time ×",
  );
  for (const { problem, method, digits, steps, evaluations, seconds } of worst) {
    const name = `${titles.get(problem) ?? problem}, ${method}`;
    addRow(name, signed(digits), times(steps), times(evaluations), times(seconds));
  }
  const spread = (key: "steps" | "evaluations" | "seconds" | "digits", format: (x: number) => string): string => {
    const sorted = worst.map((ratio) => ratio[key]).toSorted((a, b) => a - b);
    return `${format(sorted[sorted.length >> 1])} (${format(sorted[0])} to ${format(sorted[sorted.length - 1])})`;
  };
  const sentence = `wall time × ${spread("seconds", times)}, steps × ${spread("steps", times)}, correct digits ${spread("digits", signed)}`;
  chapter.note(`Medians and ranges of this table: ${sentence}, evaluations × ${spread("evaluations", times)}.`);
  chapter.headline(
    `Stiff and non-stiff problems, ${worst.length} pairs of problem and method, the worst of four tolerances each`,
    `medians (ranges): ${sentence}`,
    `1: ${peer}`,
  );
}
