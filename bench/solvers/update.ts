/** Writes every run: figures, results as JSON and Markdown, and the counts for the tests. */
import { mkdirSync, writeFileSync } from "node:fs";
import type { ReferenceProblem } from "../../test/reference/ivp/referenceProblem.ts";
import { projectFile } from "../report/docsPage.ts";
import { machine } from "../report/machine.ts";
import { isMeasurement, type Measurement, type Outcome, totalEvaluations } from "./measurement.ts";
import { type Series, workPrecisionPlot } from "./plot.ts";
import { groupBy, markdownTable, type Row } from "./tables.ts";

const colours: Readonly<Record<string, string>> = {
  bdf: "#d1495b",
  adams: "#3fa7d6",
  lsodar: "#8e5ea2",
  radau5: "#e08e00",
  esdirk54: "#7a5230",
  tsit5: "#3a9d5d",
  dop853: "#1b3a8c",
  ida: "#d1495b",
};
const theirColours: Readonly<Record<string, string>> = { bdf: "#222222", adams: "#777777", ida: "#222222" };
const theirNames: Readonly<Record<string, string>> = { bdf: "CVODE BDF", adams: "CVODE Adams", ida: "SUNDIALS IDA" };

export function updateFiles(problems: readonly ReferenceProblem[], rows: readonly Row[], peer: string): void {
  const byProblem = new Map(
    problems.map((problem) => [problem, rows.filter((row) => row.ours.problem === problem.name)]),
  );
  mkdirSync(projectFile("docs/figures/solvers"), { recursive: true });
  mkdirSync(projectFile("bench/results"), { recursive: true });
  for (const [problem, own] of byProblem) {
    writeFileSync(projectFile(`docs/figures/solvers/${problem.name}.svg`), figure(problem, own));
  }
  writeFileSync(projectFile("bench/results/solverRuns.json"), results(rows));
  writeFileSync(projectFile("bench/results/solverRuns.md"), details(byProblem));
  writeFileSync(projectFile("test/reference/ivp/sundialsCounts.ts"), counts(rows, peer));
}

function figure(problem: ReferenceProblem, rows: readonly Row[]): string {
  const theirs = [...new Set(rows.flatMap((row) => row.theirs ?? []))];
  const series = [
    ...seriesOf(rows.map(({ ours }) => ours)).map(([method, points]) => ({
      label: method,
      colour: colours[method],
      isDashed: false,
      points,
    })),
    ...seriesOf(theirs).map(([method, points]) => ({
      label: theirNames[method],
      colour: theirColours[method],
      isDashed: true,
      points,
    })),
  ];
  const unknowns = problem.size === 1 ? "1 unknown" : `${problem.size} unknowns`;
  return workPrecisionPlot(
    problem.title,
    `${unknowns}; tolerances 1e−4, 1e−6, 1e−8, 1e−10; lower and further right is better`,
    series,
  );
}

function seriesOf(outcomes: readonly Outcome[]): [string, Series["points"]][] {
  const groups = groupBy(outcomes.filter(isMeasurement), ({ method }) => method);
  return [...groups].map(([method, runs]) => [
    method,
    runs.map((m) => ({ digits: m.digits, evaluations: totalEvaluations(m), seconds: m.seconds })),
  ]);
}

function results(rows: readonly Row[]): string {
  const theirs = [...new Set(rows.flatMap((row) => row.theirs ?? []))];
  const lines = (outcomes: readonly Outcome[]): string =>
    outcomes.map((outcome) => `    ${JSON.stringify(outcome)}`).join(",\n");
  return `{
  "machine": ${JSON.stringify(machine)},
  "rattleback": [
${lines(rows.map(({ ours }) => ours))}
  ],
  "sundials": [
${lines(theirs)}
  ]
}
`;
}

/** The numbers of SUNDIALS that tests compare with; they do not depend on the machine. */
function counts(rows: readonly Row[], peer: string): string {
  const theirs = [...new Set(rows.flatMap((row) => row.theirs ?? []))].filter(isMeasurement);
  const line = (m: Measurement): string =>
    `  ["${m.problem}", "${m.method}", ${m.tolerance.toExponential(0)}, ${m.steps}, ${totalEvaluations(m)}, ${m.digits.toFixed(2)}],`;
  return `/**
 * What ${peer} needs for the reference problems. Written by \`npm run bench:solvers -- --update\`.
 * Columns: problem, method, relative tolerance, steps, evaluations (with those for Jacobians), correct digits.
 */
// biome-ignore format: one run per line
export const sundialsCounts: readonly (readonly [string, string, number, number, number, number])[] = [
${theirs.map(line).join("\n")}
];
`;
}

function details(byProblem: ReadonlyMap<ReferenceProblem, readonly Row[]>): string {
  const sections = [...byProblem].map(
    ([{ title, size }, own]) =>
      `## ${title}, ${size === 1 ? "1 unknown" : `${size} unknowns`}\n\n${markdownTable(own)}`,
  );
  const introduction = `Written by \`npm run bench:solvers -- --update\` on ${machine}. Ratios are ours divided by the SUNDIALS run above.`;
  return `${["# Solvers: every run", introduction, ...sections].join("\n\n")}\n`;
}
